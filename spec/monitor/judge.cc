#include "spec/monitor/judge.h"

#include <algorithm>
#include <tuple>

#include "monitor/clauses/discovery.h"
#include "monitor/clauses/ides.h"
#include "monitor/clauses/ports.h"
#include "monitor/clauses/stream.h"
#include "monitor/follow.h"
#include "port/visit.h"

namespace spec::monitor {
namespace {

constexpr auto tables = std::make_tuple(
    Table<after_stop>{"any act but an ending one"}, Table<listings>{"ListFolder"},
    Table<additions>{"IdeAdded"}, Table<changes>{"IdeChanged"}, Table<removals>{"IdeRemoved"},
    Table<refusals>{"FileRefused"}, Table<failures>{"ScanFailed"}, Table<connects>{"Connect"},
    Table<disconnects>{"Disconnect"}, Table<lists>{"ProjectsShown"}, Table<skips>{"LineSkipped"},
    Table<tries>{"TryStream"}, Table<addresses>{"AddressGiven"}, Table<heads>{"AskHead"},
    Table<servers>{"ServerShown"}, Table<probes>{"Probe"}, Table<cancels>{"CancelProbe"},
    Table<ports_shown>{"PortShown"}, Table<ports_gone>{"PortGone"},
    Table<owed_by_all>{"the monitor"}, Table<owed_by_files>{"a marker file"},
    Table<owed_by_streams>{"an IDE"}, Table<owed_by_ports>{"a port"},
    Table<owed_by_connections>{"a connection"}, Table<replies>{"the answer of an IDE", true},
    Table<said>{"a line of an IDE", true}, Table<owed_by_ides>{"the IDE's end of a stream", true});

constexpr auto& texts = texts_of<tables>;

// One observation's worth of judging.
class Trial {
 public:
  Trial(const Bounds& bounds, const ClauseSet& on, Findings& findings)
      : bounds_(bounds), on_(on), findings_(findings) {}

  template <const auto& table, class It>
  void tries(const Standing& standing, const It& it) {
    constexpr auto first = first_of<tables, table>();
    const Act<It> act{standing, it, bounds_};
    try_act<table, first>(act, on_, findings_.met, broken_);
  }
  // What none of the clauses calls for breaks the last of those that do.
  template <const auto& table, class It>
  void judges(const Standing& standing, const It& it) {
    tries<table>(standing, it);
    constexpr auto first = first_of<tables, table>();
    constexpr auto last = first + std::size(table) - 1;
    const Act<It> act{standing, it, bounds_};
    if (!called_for<table, first>(act, findings_.met) && broken_.empty() && on_.has(last))
      broken_.push_back(static_cast<std::uint16_t>(last));
  }
  // What must come before `time` has passed: of what is overdue, the first.
  template <const auto& table, class It>
  void owes(const Standing& standing, const It& it, std::int64_t time) {
    const Act<It> act{standing, it, bounds_};
    for_each_row<table, first_of<tables, table>()>([&](auto row, std::size_t number) {
      constexpr const auto& clause = table[row];
      if (!on_.has(number) || !clause.when.holds(act)) return;
      findings_.met.mark(number);
      const auto left = clause.left(act);
      if (left >= time || (!broken_.empty() && left >= least_)) return;
      broken_.clear();
      least_ = left;
      want_ = clause.want(act);
      broken_.push_back(static_cast<std::uint16_t>(number));
    });
  }

  // What is owed now came up, whether or not it is what comes.
  template <const auto& table, class It>
  void notices(const Standing& standing, const It& it) {
    const Act<It> act{standing, it, bounds_};
    for_each_row<table, first_of<tables, table>()>([&](auto row, std::size_t number) {
      if (on_.has(number) && table[row].when.holds(act)) findings_.met.mark(number);
    });
  }

  bool is_right() const { return broken_.empty(); }
  const std::optional<Seen>& want() const { return want_; }
  void fail(Situation& s, std::optional<Seen> want, std::optional<Seen> got) {
    findings_.breach =
        Breach{.rule = texts[broken_[0]].rule, .clauses = broken_, .want = want, .got = got};
    s = {};
  }

 private:
  const Bounds& bounds_;
  const ClauseSet& on_;
  Findings& findings_;
  Broken broken_;
  std::int64_t least_ = 0;
  std::optional<Seen> want_;
};

// What the monitor owes before so much time has passed.
void try_monitor(Situation& s, const Bounds& bounds, std::int64_t time, Trial& trial) {
  Follower follower(s, bounds);
  const Standing all(s, bounds);
  trial.owes<owed_by_all>(all, All{}, time);
  if (!s.stopped) {
    for (const auto& file : s.files) {
      if (file.told.pid == Pid{}) continue;
      const Standing standing(s, bounds, &file);
      trial.owes<owed_by_files>(standing, OfFile{}, time);
      trial.owes<owed_by_streams>(standing, OfFile{}, time);
    }
  }
  for (std::size_t i = 0; i < bounds.ports; ++i) {
    const auto number = static_cast<std::uint16_t>(bounds.first_port + i);
    trial.owes<owed_by_ports>(all, OfPort{number, s.ports[i]}, time);
  }
  for (const auto& stream : s.streams) {
    if (stream.pid == Pid{}) continue;
    const Standing standing(s, bounds, follower.file(stream.pid));
    trial.owes<owed_by_connections>(standing, OfStream{stream}, time);
  }
}
// What the IDEs owe.
void try_ides(Situation& s, const Bounds& bounds, std::int64_t time, Trial& trial) {
  const Standing standing(s, bounds);
  for (const auto& stream : s.streams)
    if (stream.pid != Pid{}) trial.owes<owed_by_ides>(standing, OfStream{stream}, time);
}

// What is judged of each kind of act.
class Acts {
 public:
  Acts(Situation& s, const Bounds& bounds, Trial& trial)
      : s_(s), bounds_(bounds), follower_(s, bounds), trial_(trial) {}

  void operator()(const ReadMarker& act) {
    ends();
    if (!s_.stopped) trial_.notices<owed_by_files>(standing(act.pid), OfFile{});
  }
  void operator()(const SetTimer&) { ends(); }
  void operator()(const CancelTimer&) { trial_.notices<owed_by_all>(standing({}), All{}); }
  void operator()(const ListFolder& act) { judge<listings>(act, Pid{}); }
  void operator()(const IdeAdded& act) { judge<additions>(act, act.marker.pid); }
  void operator()(const IdeChanged& act) { judge<changes>(act, act.marker.pid); }
  void operator()(const IdeRemoved& act) { judge<removals>(act, act.pid); }
  void operator()(const FileRefused& act) { judge<refusals>(act, act.pid); }
  void operator()(const ScanFailed& act) { judge<failures>(act, Pid{}); }
  void operator()(const Connect& act) { judge<connects>(act, act.pid); }
  void operator()(const ProjectsShown& act) { judge<lists>(act, act.pid); }
  void operator()(const LineSkipped& act) { judge<skips>(act, act.pid); }
  void operator()(const TryStream& act) { judge<tries>(act, act.pid); }
  void operator()(const AddressGiven& act) { judge<addresses>(act, act.pid); }
  void operator()(const AskHead& act) { judge<heads>(act, act.pid); }
  void operator()(const ServerShown& act) { judge<servers>(act, act.pid); }
  // One that is not held is closed once more, and nothing comes of it.
  void operator()(const Disconnect& act) {
    const auto* its = follower_.held(act.connection);
    if (its == nullptr) return;
    const auto of_its = standing(its->pid);
    trial_.notices<owed_by_connections>(of_its, OfStream{*its});
    trial_.notices<owed_by_streams>(of_its, OfFile{});
    trial_.judges<disconnects>(of_its, OfStream{*its});
  }
  void operator()(const Probe& act) {
    ends();
    if (const auto* its = port(act.port))
      trial_.judges<probes>(standing({}), OfPort{act.port, *its});
  }
  void operator()(const CancelProbe& act) {
    if (const auto* its = port(act.port))
      trial_.judges<cancels>(standing({}), OfPort{act.port, *its});
  }
  void operator()(const PortShown& act) {
    ends();
    if (const auto* its = port(act.port))
      trial_.judges<ports_shown>(standing({}), PortTold{act.port, *its, act.build, act.marked});
  }
  void operator()(const PortGone& act) {
    ends();
    if (const auto* its = port(act.port))
      trial_.judges<ports_gone>(standing({}), PortTold{act.port, *its, no_text, false});
  }

 private:
  Standing standing(Pid pid) {
    return Standing(s_, bounds_, pid == Pid{} ? nullptr : follower_.file(pid));
  }
  // Null: it is none of those that are scanned.
  const PortSituation* port(std::uint16_t number) {
    const auto* its = follower_.port(number);
    if (its != nullptr) trial_.notices<owed_by_ports>(standing({}), OfPort{number, *its});
    return its;
  }
  void ends() { trial_.tries<after_stop>(standing({}), AnyAct{}); }
  template <const auto& table>
  void judge(const auto& act, Pid pid) {
    ends();
    const auto its = standing(pid);
    if (!s_.stopped && pid != Pid{}) {
      trial_.notices<owed_by_files>(its, OfFile{});
      trial_.notices<owed_by_streams>(its, OfFile{});
    } else if (!s_.stopped) {
      trial_.notices<owed_by_all>(its, All{});
    }
    trial_.judges<table>(its, act);
  }

  Situation& s_;
  const Bounds& bounds_;
  Follower follower_;
  Trial& trial_;
};

}  // namespace

std::span<const ClauseText> clause_texts() { return texts; }

ClauseSet clauses_of(Party party, const RuleScope& scope) {
  const auto all = clauses_at<tables>(party == Party::Ides);
  return without(texts, all, rules_off(monitor_rules, scope), scope.but);
}

void Judge::see(Situation& s, const Event& event, Findings& findings) const {
  if (findings.breach) return;
  Follower follower(s, bounds_);
  port::visit([&](const auto& what) { follower.on(what); }, event);
}

void Judge::see(Situation& s, const Fact& fact, Findings& findings) const {
  if (findings.breach) return;
  Follower follower(s, bounds_);
  Trial trial(bounds_, on_, findings);
  if (const auto* passed = std::get_if<TimePassed>(&fact)) {
    try_monitor(s, bounds_, passed->time.count(), trial);
    try_ides(s, bounds_, passed->time.count(), trial);
    if (!trial.is_right()) return trial.fail(s, trial.want(), std::nullopt);
  }
  const auto of = [&](ConnectionId id) -> const StreamSituation* {
    const auto found = std::ranges::find_if(
        s.streams, [id](const StreamSituation& each) { return each.id == id; });
    return found == s.streams.end() ? nullptr : &*found;
  };
  const Standing standing(s, bounds_);
  const auto notices = [&](ConnectionId id) {
    if (const auto* its = of(id)) trial.notices<owed_by_ides>(standing, OfStream{*its});
  };
  if (const auto* sent = std::get_if<LineSent>(&fact)) notices(sent->connection);
  if (const auto* freed = std::get_if<StreamFreed>(&fact)) notices(freed->connection);
  if (const auto* answered = std::get_if<StreamAnswered>(&fact)) notices(answered->connection);
  if (const auto* sent = std::get_if<LineSent>(&fact))
    if (const auto* its = of(sent->connection)) trial.tries<said>(standing, Said{*its, sent->line});
  if (const auto* answered = std::get_if<StreamAnswered>(&fact))
    if (const auto* its = of(answered->connection))
      trial.tries<replies>(standing, Replied{*its, answered->status});
  if (!trial.is_right()) return trial.fail(s, std::nullopt, fact);
  port::visit([&](const auto& what) { follower.on(what); }, fact);
}

void Judge::see(Situation& s, const Command& act, Findings& findings) const {
  if (findings.breach) return;
  Trial trial(bounds_, on_, findings);
  port::visit(Acts(s, bounds_, trial), act);
  if (!trial.is_right()) {
    Findings none;
    Trial owed(bounds_, on_, none);
    try_monitor(s, bounds_, 1, owed);
    return trial.fail(s, owed.want(), act);
  }
  Follower follower(s, bounds_);
  port::visit([&](const auto& what) { follower.on(what); }, act);
}

void Judge::end(Situation& s, Findings& findings) const {
  if (findings.breach) return;
  Trial trial(bounds_, on_, findings);
  try_monitor(s, bounds_, 1, trial);
  if (!trial.is_right()) trial.fail(s, trial.want(), std::nullopt);
}

}  // namespace spec::monitor
