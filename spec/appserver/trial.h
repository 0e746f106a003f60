// The trying of clauses on one observation; not for others to include.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <variant>

#include "appserver/clauses/tables.h"

namespace spec::appserver::clauses {

template <class Act, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<Act, Others> || ...);

template <class S>
class Trial {
 public:
  Trial(const S& s, const Bounds& bounds, const ClauseSet& on, ClauseSet& met)
      : s_(s), bounds_(bounds), on_(on), met_(met) {}

  // The clauses that failed so far.
  const Broken& broken() const { return broken_; }
  // What had to come, if that failed.
  const std::optional<Seen>& want() const { return want_; }

  void act(const Send& send) {
    if (const auto* request = std::get_if<Request>(&send.message)) {
      tries<process::sends<S>>(send);
      return of_request(*request);
    }
    if (const auto* said = std::get_if<Initialized>(&send.message)) {
      tries<process::sends<S>>(send);
      return of_client<calls::initialized_said<S>>(*said);
    }
    // An answer for a process that is gone is a matter of approvals first.
    if (const auto* answer = std::get_if<Answer>(&send.message))
      of_client<approvals::answers<S>>(*answer);
    if (const auto* error = std::get_if<AnswerError>(&send.message))
      of_client<approvals::answer_errors<S>>(*error);
    tries<process::sends<S>>(send);
  }
  void act(const BannerShown& banner) {
    switch (banner.banner) {
      case Banner::HandshakeAgain: return of_client<process::handshakes_again<S>>(banner);
      case Banner::ServerLacks: return of_client<process::server_lacks<S>>(banner);
      case Banner::Restarting: return of_client<process::restarts<S>>(banner);
      case Banner::GivenUp: return of_client<process::surrenders<S>>(banner);
      case Banner::TurnStuck: return of_client<process::stuck_turns<S>>(banner);
      case Banner::TurnLost: return of_client<process::lost_turns<S>>(banner);
    }
  }
  void act(const Reported&) {}
  void act(const SetTimer&) {}
  void act(const CancelTimer&) {}
  void act(const AskShown& it) { of_client<approvals::shown_asks<S>>(it); }
  void act(const AskWithdrawn& it) { of_client<approvals::withdrawn_asks<S>>(it); }
  void act(const AskAccepted& it) { of_client<approvals::accepted_asks<S>>(it); }
  void act(const CallEnded& it) { of_client<calls::outcomes<S>>(it); }
  void act(const ItemOpened& it) { of_client<items::opened_items<S>>(it); }
  void act(const TextAppended& it) { of_client<items::appended_texts<S>>(it); }
  void act(const TextReplaced& it) { of_client<items::replaced_texts<S>>(it); }
  void act(const ItemShown& it) { of_client<items::shown_items<S>>(it); }
  void act(const ProblemShown& it) { of_client<items::shown_problems<S>>(it); }
  void act(const ItemClosed& it) { of_client<items::closed_items<S>>(it); }
  void act(const ItemInBackground& it) { of_client<items::background_items<S>>(it); }
  void act(const Spawn& it) { of_client<process::spawns<S>>(it); }
  void act(const CloseInput& it) { of_client<process::closings<S>>(it); }
  void act(const Terminate& it) { of_client<process::terminations<S>>(it); }
  void act(const Kill& it) { of_client<process::kills<S>>(it); }
  void act(const ComposerReady& it) { of_client<sessions::ready_composers<S>>(it); }
  void act(const ComposerBusy& it) { of_client<sessions::busy_composers<S>>(it); }
  void act(const TurnShown& it) { of_client<sessions::shown_turns<S>>(it); }
  void act(const TurnEnded& it) { of_client<sessions::ended_turns<S>>(it); }
  void act(const UsageShown& it) { of_client<sessions::shown_usage<S>>(it); }
  void act(const RateLimitsShown& it) { of_client<sessions::shown_rates<S>>(it); }

  void message(const Response& it) { tries<of_server::responses<S>>(it); }
  void message(const ThreadStarted& it) { tries<of_server::started_threads<S>>(it); }
  void message(const TurnStarted& it) { tries<of_server::started_turns<S>>(it); }
  void message(const TurnCompleted& it) { tries<of_server::completed_turns<S>>(it); }
  void message(const ItemStarted& it) { tries<of_server::started_items<S>>(it); }
  void message(const ItemDelta& it) { tries<of_server::deltas<S>>(it); }
  void message(const ItemOutput& it) { tries<of_server::outputs<S>>(it); }
  void message(const ItemCompleted& it) { tries<of_server::completed_items<S>>(it); }
  void message(const Usage& it) { tries<of_server::usages<S>>(it); }
  void message(const RateLimits&) {}
  void message(const Ask& it) { tries<of_server::asks<S>>(it); }
  void message(const AskResolved& it) { tries<of_server::resolved_asks<S>>(it); }
  void message(const Trouble&) {}
  void message(const UnknownNotice&) {}
  void message(const ThreadIdle&) {}

  void fact(const TimePassed& it) { passes(it.time.count()); }
  void fact(const CarriedOut& it) { tries<of_server::carried_out<S>>(it); }
  void fact(const ProcessExited& it) { tries<of_server::exits<S>>(it); }

  // What must come before `time` has passed: of what does not, the earliest.
  void passes(std::int64_t time) {
    for_each_due([&]<const auto & rows>(const auto& entry) { owes<rows>(entry, time); });
  }
  // What is owed now came up, whether or not it is what is done.
  void notice_owed() {
    for_each_due([&]<const auto & rows>(const auto& entry) { waits<rows>(entry); });
  }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  template <const auto& rows, class Act>
  void tries(const Act& act) {
    try_act<rows, first_of<tables<S>, rows>()>(Case<S, Act, Bounds>{s_, act, bounds_}, on_, met_,
                                               broken_);
  }
  template <const auto& rows, class Act>
  bool licensed(const Act& act) {
    return called_for<rows, first_of<tables<S>, rows>()>(Case<S, Act, Bounds>{s_, act, bounds_},
                                                         met_);
  }
  // If the last row calls for acts, one that none calls for breaks its rule.
  template <const auto& rows, class Act>
  void of_client(const Act& act, bool called = false) {
    tries<rows>(act);
    constexpr auto last = std::size(rows) - 1;
    if constexpr (rows[last].form == Form::CallsFor) {
      if (!broken_.empty() || called || licensed<rows>(act)) return;
      constexpr auto number = first_of<tables<S>, rows>() + last;
      if (!on_.has(number)) return;
      met_.mark(number);
      broken_.push_back(static_cast<std::uint16_t>(number));
    }
  }
  void of_request(const Request& request) {
    switch (request.method) {
      case Method::Initialize: return of_method<calls::handshakes<S>>(request);
      case Method::ThreadStart: return of_method<calls::thread_starts<S>>(request);
      case Method::ThreadResume: return of_method<calls::thread_resumptions<S>>(request);
      case Method::ThreadArchive: return of_method<calls::archivings<S>>(request);
      case Method::TurnStart: return of_method<calls::turn_starts<S>>(request);
      case Method::TurnInterrupt: return of_method<calls::interrupts_sent<S>>(request);
      case Method::ModelList: return of_method<calls::model_lists<S>>(request);
      case Method::ThreadList:
      case Method::Other: return of_method<calls::other_calls<S>>(request);
    }
  }
  // What is said of this method comes before what is said of all.
  template <const auto& rows>
  void of_method(const Request& request) {
    tries<rows>(request);
    tries<calls::requests<S>>(request);
    if (!broken_.empty() || licensed<calls::requests<S>>(request)) return;
    of_client<rows>(request);
  }

  void for_each_due(auto&& visit) {
    visit.template operator()<process::processes<S>>(s_);
    for (const auto& call : s_.calls) {
      visit.template operator()<calls::owed_to_callers<S>>(call);
      visit.template operator()<calls::unanswered<S>>(call);
    }
    for (const auto& chat : s_.chats) {
      visit.template operator()<sessions::owed_in_chats<S>>(chat);
      visit.template operator()<sessions::uncompleted<S>>(chat);
    }
    if constexpr (S::sees_client)
      for (const auto& due : s_.problems) visit.template operator()<items::problems<S>>(due);
    for (const auto& item : s_.items) visit.template operator()<items::open_items<S>>(item);
    for (const auto& ask : s_.asks) visit.template operator()<approvals::pending_asks<S>>(ask);
    for (const auto& odd : s_.odd) visit.template operator()<approvals::oddities<S>>(odd);
    for (const auto& late : s_.late) visit.template operator()<calls::late<S>>(late);
  }
  template <const auto& rows, class Entry>
  void waits(const Entry& entry) {
    const Case<S, Entry, Bounds> it{s_, entry, bounds_};
    for_each_row<rows, first_of<tables<S>, rows>()>([&](auto row, std::size_t number) {
      if (on_.has(number) && rows[row].when.holds(it)) met_.mark(number);
    });
  }
  template <const auto& rows, class Entry>
  void owes(const Entry& entry, std::int64_t time) {
    const Case<S, Entry, Bounds> it{s_, entry, bounds_};
    for_each_row<rows, first_of<tables<S>, rows>()>([&](auto row, std::size_t number) {
      constexpr const auto& due = rows[row];
      if (!on_.has(number) || !due.when.holds(it)) return;
      met_.mark(number);
      const auto left = due.left(it);
      // At the end nothing comes any more: what has no bound counts as the last.
      const bool late = time == at_the_end || left < time;
      if (!late || (!broken_.empty() && left >= least_)) return;
      least_ = left == none ? none - 1 : left;
      broken_ = {};
      broken_.push_back(static_cast<std::uint16_t>(number));
      want_ = due.want(it);
    });
  }

  const S& s_;
  const Bounds& bounds_;
  const ClauseSet& on_;
  ClauseSet& met_;
  Broken broken_;
  std::int64_t least_ = none;
  std::optional<Seen> want_;
};

}  // namespace spec::appserver::clauses
