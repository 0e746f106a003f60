#include "spec/appserver/clause_judge.h"

#include <array>
#include <limits>
#include <type_traits>

#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

// One observation's worth of judging.
class Trial {
 public:
  Trial(const Situation& s, const Bounds& bounds, const Scope& scope, Findings& findings)
      : s_(s), bounds_(bounds), scope_(scope), findings_(findings) {}

  template <class Act>
  void of_act(const Act& act, const auto& got, Clauses<Act> special, Clauses<Act> general = {}) {
    const At<Act> at{s_, act, bounds_};
    if (!allowed(at, special, got, Party::Client) || !allowed(at, general, got, Party::Client))
      return;
    if (licensed(at, special) || licensed(at, general)) return;
    const auto& home = special.back();
    if (home.form == Form::CallsFor)
      fail(home.rule, home.given, Form::CallsFor, Party::Client, std::nullopt, got);
  }

  template <class Message>
  void of_server(const Message& message, const auto& got) {
    if (scope_.server) allowed({s_, message, bounds_}, clauses_of<Message>(), got, Party::Server);
  }

  // What is odd is told in the instant in which it came, where no bound looks.
  void of_report() {
    for (const auto& odd : s_.odd)
      for (const auto& clause : withins_of<Odd>())
        if (clause.waits({s_, odd, bounds_})) findings_.exercised.mark(clause.rule);
  }

  // What must come before `time` has passed, the earliest first.
  void overdue(std::int64_t time) {
    consider(s_, time);
    for (const auto& entry : s_.calls) consider(entry, time);
    for (const auto& entry : s_.chats) consider(entry, time);
    for (const auto& entry : s_.items) consider(entry, time);
    for (const auto& entry : s_.asks) consider(entry, time);
    for (const auto& entry : s_.odd) consider(entry, time);
    for (const auto& entry : s_.late) consider(entry, time);
    if (worst_.left == none) return;
    findings_.breach = Breach{worst_.rule, Form::Within, worst_.by, worst_.want, std::nullopt};
  }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  struct Overdue {
    std::int64_t left = none;
    std::uint8_t rule = 0;
    Party by{};
    std::optional<Seen> want;
  };

  bool off(std::uint8_t rule, std::uint8_t given) const {
    return scope_.off.has(rule) || (given != nothing && scope_.off.has(given));
  }
  bool judges(Party by) const { return by == Party::Client ? scope_.client : scope_.server; }

  void fail(std::uint8_t rule, std::uint8_t given, Form form, Party by, std::optional<Seen> want,
            const auto& got) {
    if (!judges(by) || off(rule, given)) return;
    findings_.exercised.mark(rule);
    findings_.breach = Breach{rule, form, by, std::move(want), Seen(got)};
  }

  template <class Act>
  bool allowed(const At<Act>& at, Clauses<Act> clauses, const auto& got, Party by) {
    if (!judges(by)) return true;
    for (const auto& clause : clauses) {
      if (clause.form == Form::CallsFor || off(clause.rule, clause.given)) continue;
      if (!clause.when(at)) continue;
      findings_.exercised.mark(clause.rule);
      if (clause.form != Form::Never && clause.then(at)) continue;
      fail(clause.rule, clause.given, clause.form, by, std::nullopt, got);
      return false;
    }
    return true;
  }

  template <class Act>
  bool licensed(const At<Act>& at, Clauses<Act> clauses) {
    bool called_for = false;
    for (const auto& clause : clauses) {
      if (clause.form != Form::CallsFor || !clause.when(at)) continue;
      called_for = true;
      findings_.exercised.mark(clause.rule);
    }
    return called_for;
  }

  template <class Entry>
  void consider(const Entry& entry, std::int64_t time) {
    const At<Entry> at{s_, entry, bounds_};
    for (const auto& clause : withins_of<Entry>()) {
      if (!judges(clause.by) || off(clause.rule, clause.given)) continue;
      if (!clause.waits(at)) continue;
      findings_.exercised.mark(clause.rule);
      const auto left = clause.left(at);
      // At the end nothing comes any more: what has no bound counts as the last.
      const bool late = time == at_the_end || left < time;
      if (!late || (worst_.left != none && left >= worst_.left)) continue;
      worst_ = {left == none ? none - 1 : left, clause.rule, clause.by, clause.want(at)};
    }
  }

  const Situation& s_;
  const Bounds& bounds_;
  const Scope& scope_;
  Findings& findings_;
  Overdue worst_;
};

template <class Act, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<Act, Others> || ...);

// An answer for a process that is gone is a matter of approvals, a request one of the process.
void try_send(Trial& trial, const Send& send, const Command& got, const Findings& findings) {
  const bool answers = std::holds_alternative<Answer>(send.message);
  if (!answers) trial.of_act(send, got, clauses_of<Send>());
  if (findings.breach) return;
  std::visit(
      [&](const auto& message) {
        using Message = std::decay_t<decltype(message)>;
        if constexpr (std::is_same_v<Message, Request>)
          trial.of_act(message, got, clauses_of(message.method), clauses_of<Request>());
        else
          trial.of_act(message, got, clauses_of<Message>());
      },
      send.message);
  if (answers && !findings.breach) trial.of_act(send, got, clauses_of<Send>());
}

}  // namespace

void Judge::see(Situation& s, const Happening& what, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  const auto* received = std::get_if<Received>(&what);
  if (received != nullptr && received->process.value == s.process.id && !down(s)) {
    Trial trial(s, bounds_, scope_, findings);
    std::visit(
        [&](const auto& message) {
          using Message = std::decay_t<decltype(message)>;
          if constexpr (!is_one_of<Message, RateLimits, Trouble, UnknownNotice>)
            trial.of_server(message, what);
        },
        received->message);
  }
  if (!findings.breach) follow(s, what, bounds_);
}

void Judge::see(Situation& s, const Fact& fact, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial trial(s, bounds_, scope_, findings);
  std::visit(
      [&](const auto& what) {
        using What = std::decay_t<decltype(what)>;
        if constexpr (std::is_same_v<What, TimePassed>)
          trial.overdue(what.time.count());
        else
          trial.of_server(what, fact);
      },
      fact);
  if (!findings.breach) follow(s, fact, bounds_);
}

void Judge::see(Situation& s, const Command& act, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial trial(s, bounds_, scope_, findings);
  std::visit(
      [&](const auto& command) {
        using Act = std::decay_t<decltype(command)>;
        if constexpr (std::is_same_v<Act, Send>)
          try_send(trial, command, act, findings);
        else if constexpr (std::is_same_v<Act, BannerShown>)
          trial.of_act(command, act, clauses_of(command.banner));
        else if constexpr (std::is_same_v<Act, Reported>)
          trial.of_report();
        else if constexpr (!is_one_of<Act, SetTimer, CancelTimer>)
          trial.of_act(command, act, clauses_of<Act>());
      },
      act);
  if (!findings.breach) follow(s, act, bounds_);
}

void Judge::end(Situation& s, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial(s, bounds_, scope_, findings).overdue(at_the_end);
}

std::string_view show(Form form) {
  constexpr std::array<std::string_view, 5> forms{"calls for", "never", "only if", "says",
                                                  "within"};
  return forms[static_cast<std::size_t>(form)];
}

}  // namespace spec::appserver::clauses
