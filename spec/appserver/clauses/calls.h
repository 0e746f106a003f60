// Clauses on requests and their outcomes: RPC, and SES where a request is about a session.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::calls {

const auto* wanted(const auto& s, const Request& act, const Bounds& bounds) {
  return wanted_by(s, act, bounds);
}
bool is_wanted(const auto& s, const Request& act, const Bounds& bounds) {
  const auto* call = wanted(s, act, bounds);
  return call != nullptr && !call->has(CallFlag::Unready);
}
// All that it could be for has its outcome now. Lines alone do not tell to the millisecond.
template <class S>
bool is_too_late(const S& s, const Request& act, const Bounds& bounds) {
  bool any = false;
  if constexpr (!S::sees_client) return false;
  for (const auto& call : s.calls) {
    const bool waits = call.is(Stage::Wanted) || call.is(Stage::Overloaded);
    if (!waits || !is_about(s, call, act)) continue;
    any = call.has(CallFlag::First) &&
          call.age >= static_cast<std::uint32_t>(deadline_of(call.method, bounds).count());
    if (!any) return false;
  }
  return any;
}
const auto* its_chat(const auto& s, const Request& act) { return chat_of(s, act.thread); }
bool thread_is(const auto& s, const Request& act, ChatFlag flag) {
  return its_chat(s, act) != nullptr && its_chat(s, act)->has(flag);
}
bool turn_active(const auto& s, const Request& act) {
  return its_chat(s, act) != nullptr && its_chat(s, act)->active();
}
// The thread has a turn that was to stop; of the wire alone: it has or had one.
template <class S>
bool was_to_stop(const S& s, const Request& act) {
  const auto* chat = its_chat(s, act);
  if constexpr (S::sees_client)
    return chat != nullptr && chat->has(ChatFlag::Stopped);
  else
    return chat != nullptr && chat->interrupted_once && s.ordered &&
           (!turn_active(s, act) || (chat->interrupt_asked.line != 0 && chat->idle.line == 0));
}
// What was said of the thread before is known.
template <class S>
bool has_ordered_chat(const S& s, const Request& act) {
  if constexpr (S::sees_client)
    return its_chat(s, act) != nullptr;
  else
    return its_chat(s, act) != nullptr && its_chat(s, act)->begun_here != 0 && s.ordered;
}
// A turn is asked for, and nothing says that its thread has started; nor that any has, so that this
// may not have been written down.
template <class S>
bool is_hasty(const S& s, const Request& act) {
  if constexpr (S::sees_client)
    return false;
  else
    return has_ordered_chat(s, act) && !ready(s, *its_chat(s, act)) && !s.says_started;
}
bool told_or_opted_out(const auto& s, const Request& act) {
  return thread_is(s, act, ChatFlag::Running) || (s.process.opts_out & opt_out::turn_started) != 0;
}
bool verified(const auto& s) {
  return s.process.verified == Verified::Yes || s.process.verified == Verified::Twice;
}
bool being_resumed(const auto& s, const Request& act) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == Method::ThreadResume && call.what == act.thread.value;
  });
}

template <class S>
inline constexpr Told<S, Request> requests[] = {
    // What has no id has no outcome.
    {{"RPC-03"_rule, never, IF(act.id == no_request)}},
    {{"RPC-04"_rule, never,
      IF(call_of(s, act.id) != nullptr || listed(s.late, act.id.value) ||
         listed(s.requests, act.id.value))}},
    {{"RPC-01"_rule, only_if, IF(live(s) && act.method != Method::Initialize),
      IF(s.process.handshake == Handshake::Open)},
     "a request before the handshake is through"},
    {{"RPC-03"_rule, never, IF(is_too_late(s, act, limits))}},
    {{"RPC-06"_rule, only_if,
      IF(is_wanted(s, act, limits) && wanted(s, act, limits)->is(Stage::Overloaded)),
      IF(paused_enough(*wanted(s, act, limits), limits))}},
    {{"RPC-02"_rule, calls_for,
      IF(is_wanted(s, act, limits) && wanted(s, act, limits)->has(CallFlag::Again))}},
    {{"RPC-06"_rule, calls_for,
      IF(is_wanted(s, act, limits) && wanted(s, act, limits)->is(Stage::Overloaded))}},
};
template <class S>
inline constexpr Row<S, Request> handshakes[] = {
    {"RPC-02"_rule, calls_for, IF(s.process.handshake == Handshake::Open && any_uninitialized(s))},
    {"RPC-01"_rule, calls_for, IF(s.process.handshake == Handshake::None)},
};
template <class S>
inline constexpr Row<S, Request> model_lists[] = {
    {"SES-12"_rule, calls_for,
     IF(s.process.verified == Verified::No || s.process.verified == Verified::Twice ||
        (s.process.verified == Verified::Asked && s.has(ProcessFlag::GreetedAgain)))},
    {"RPC-03"_rule, calls_for, IF(is_wanted(s, act, limits))},
};
template <class S>
inline constexpr Row<S, Request> other_calls[] = {
    {"RPC-03"_rule, calls_for, IF(is_wanted(s, act, limits))},
};
template <class S>
inline constexpr Row<S, Request> thread_starts[] = {
    {"SES-10"_rule, only_if, IF(true), IF(of_dialect(packed(act.settings), limits))},
    {"SES-10"_rule, only_if, IF(any_call(s, Method::ThreadStart, Stage::Wanted)),
     IF(is_wanted(s, act, limits))},
    {"SES-18"_rule, says, IF(is_wanted(s, act, limits)),
     IF(wanted(s, act, limits)->what == act.text.value)},
    {"RPC-03"_rule, calls_for, IF(is_wanted(s, act, limits))},
};
template <class S>
inline constexpr Row<S, Request> thread_resumptions[] = {
    {"PROC-03"_rule, calls_for,
     IF(its_chat(s, act) != nullptr && !thread_is(s, act, ChatFlag::Open) &&
        !being_resumed(s, act))},
    {"SES-09"_rule, calls_for, IF(is_wanted(s, act, limits))},
};
template <class S>
inline constexpr Row<S, Request> archivings[] = {
    {"SES-09"_rule, calls_for, IF(is_wanted(s, act, limits))},
};
template <class S>
inline constexpr Told<S, Request> turn_starts[] = {
    {{"PROC-03"_rule, never,
      IF(wanted(s, act, limits) == nullptr && thread_is(s, act, ChatFlag::TurnLost))}},
    {{"SES-09"_rule, never, IF(thread_is(s, act, ChatFlag::Archived))}},
    {{"SES-04"_rule, only_if, IF(was_to_stop(s, act)), IF(!turn_active(s, act))},
     "a turn is asked for before the interrupted one is complete"},
    {{"SES-03"_rule, never, IF(turn_active(s, act))}},
    {{"SES-11"_rule, only_if, IF(has_ordered_chat(s, act) && not_told_started(s)),
      IF(ready(s, *its_chat(s, act)))}},
    {{"SES-01"_rule, only_if, IF(has_ordered_chat(s, act) && !is_hasty(s, act)),
      IF(ready(s, *its_chat(s, act)))},
     "a turn is asked for before both the answer and thread/started were seen"},
    {{"SES-12"_rule, only_if, IF(true), IF(verified(s))}},
    {{"RPC-03"_rule, says, IF(is_wanted(s, act, limits)),
      IF(wanted(s, act, limits)->what == act.text.value)}},
    {{"SES-03"_rule, calls_for, IF(is_wanted(s, act, limits))}},
};
// Of a thread that a turn of this one opened.
bool turn_elsewhere(const auto& s, const Request& act) {
  return std::any_of(s.chats.begin(), s.chats.end(), [&](const auto& chat) {
    return chat.has(ChatFlag::Descends) && chat.turn != 0 && chat.turn == act.turn.value &&
           chat.thread != act.thread.value;
  });
}

template <class S>
inline constexpr Row<S, Request> interrupts_sent[] = {
    {"SES-13"_rule, never, IF(turn_elsewhere(s, act))},
    {"SES-05"_rule, never,
     IF(thread_is(s, act, ChatFlag::Twice) && its_chat(s, act)->turn == act.turn.value &&
        !is_wanted(s, act, limits))},
    {"SES-06"_rule, calls_for,
     IF(thread_is(s, act, ChatFlag::Stopped) && its_chat(s, act)->phase == TurnPhase::Named &&
        its_chat(s, act)->turn == act.turn.value && !thread_is(s, act, ChatFlag::Interrupted))},
    {"SES-06"_rule, calls_for,
     IF(thread_is(s, act, ChatFlag::OrphanToStop) && its_chat(s, act)->orphan == act.turn.value)},
    {"SES-05"_rule, calls_for,
     IF(its_chat(s, act) != nullptr && its_chat(s, act)->orphan == act.turn.value &&
        orphan_is_to_stop_again(*its_chat(s, act)))},
    {"SES-05"_rule, calls_for,
     IF(thread_is(s, act, ChatFlag::Refused) && told_or_opted_out(s, act) &&
        its_chat(s, act)->turn == act.turn.value && !thread_is(s, act, ChatFlag::Twice))},
};
template <class S>
inline constexpr Row<S, Initialized> initialized_said[] = {
    {"RPC-01"_rule, calls_for, IF(s.process.handshake == Handshake::Answered)},
};

const auto* call_ended(const auto& s, const CallEnded& act, const Bounds& bounds) {
  return ended_by(s, act, bounds);
}
bool ends_call(const auto& s, const CallEnded& act, const Bounds& bounds) {
  return call_ended(s, act, bounds) != nullptr;
}
bool stage_is(const auto& s, const CallEnded& act, const Bounds& bounds, Stage stage) {
  return ends_call(s, act, bounds) && call_ended(s, act, bounds)->is(stage);
}
bool answered_with(const auto& s, const CallEnded& act, const Bounds& bounds, Error error) {
  return stage_is(s, act, bounds, Stage::Answered) && call_ended(s, act, bounds)->error == error;
}
bool fits_it(const auto& s, const CallEnded& act, const Bounds& bounds) {
  return fits(s, *call_ended(s, act, bounds), act, bounds);
}
// Another call of its method is under way, or has an answer.
bool has_sibling(const auto& s, const CallEnded& act, const Bounds& bounds) {
  const auto* call = call_ended(s, act, bounds);
  return call != nullptr && std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& other) {
           return &other != call && other.method == call->method && !other.is(Stage::Wanted);
         });
}
// It has no answer, and another call of its method has one.
bool has_siblings_answer(const auto& s, const CallEnded& act, const Bounds& bounds) {
  const auto* call = call_ended(s, act, bounds);
  return call->is(Stage::Sent) && !fits_it(s, act, bounds) &&
         any_call(s, call->method, Stage::Answered);
}
bool of_archived(const auto& s, const CallEnded& act, const Bounds& bounds) {
  const auto* call = call_ended(s, act, bounds);
  const auto* chat = call != nullptr ? chat_of(s, ChatId{call->chat}) : nullptr;
  return chat != nullptr && chat->has(ChatFlag::Archived) && call->method == Method::TurnStart;
}

// A thread that was known to the client.
bool is_refused_thread(const auto& call) {
  return call.method == Method::ThreadResume && call.has(CallFlag::Own) && is_refusal(call);
}

template <class S>
inline constexpr Row<S, CallEnded> outcomes[] = {
    {"PROC-03"_rule, says, IF(stage_is(s, act, limits, Stage::Lost)), IF(fits_it(s, act, limits))},
    {"SES-09"_rule, says,
     IF(of_archived(s, act, limits) && stage_is(s, act, limits, Stage::Wanted)),
     IF(fits_it(s, act, limits))},
    {"SES-10"_rule, says,
     IF(stage_is(s, act, limits, Stage::Wanted) &&
        call_ended(s, act, limits)->method == Method::ThreadStart &&
        !of_dialect(call_ended(s, act, limits)->settings, limits)),
     IF(fits_it(s, act, limits))},
    {"SES-12"_rule, says,
     IF(ends_call(s, act, limits) && waits_in_vain(s, *call_ended(s, act, limits), limits)),
     IF(fits_it(s, act, limits))},
    {"RPC-02"_rule, says,
     IF(stage_is(s, act, limits, Stage::Uninitialized) ||
        answered_with(s, act, limits, Error::NotInitialized)),
     IF(fits_it(s, act, limits))},
    {"SES-15"_rule, says,
     IF(ends_call(s, act, limits) && is_refused_thread(*call_ended(s, act, limits))),
     IF(fits_it(s, act, limits))},
    {"RPC-06"_rule, says,
     IF(answered_with(s, act, limits, Error::Internal) ||
        stage_is(s, act, limits, Stage::Overloaded)),
     IF(fits_it(s, act, limits))},
    {"RPC-10"_rule, says, IF(has_sibling(s, act, limits)),
     IF(!has_siblings_answer(s, act, limits))},
    {"RPC-03"_rule, says, IF(ends_call(s, act, limits)),
     IF(fits_it(s, act, limits) && act.method == call_ended(s, act, limits)->method)},
    {"PROC-03"_rule, calls_for,
     IF(act.method == Method::ThreadResume && act.outcome == Outcome::Lost && down(s) &&
        chat_is(s, act.chat, ChatFlag::Known))},
    {"RPC-03"_rule, calls_for, IF(ends_call(s, act, limits))},
};

std::int64_t till_deadline(const auto& call, const Bounds& bounds) {
  return std::max<std::int64_t>(0,
                                deadline_of(call.method, bounds).count() - std::int64_t{call.age});
}
Seen ends_it(const auto& call, Outcome outcome) {
  return Command(CallEnded{CallId{call.call}, ChatId{call.chat}, call.method, outcome,
                           outcome == Outcome::Error ? call.error : Error::None});
}
Seen tells_answer(const auto& call) {
  return ends_it(call, call.error == Error::None ? Outcome::Result : Outcome::Error);
}
Seen sends_it(const auto& s, const auto& call) {
  Request request;
  request.method = call.method;
  const auto* chat = chat_of(s, ChatId{call.chat});
  if (chat != nullptr) request.thread = ThreadId{chat->thread};
  const bool says =
      call.method == Method::TurnStart || call.method == Method::ThreadStart || call.call != 0;
  if (says) request.text = TextId{call.what};
  return Command(Send{ProcessId{s.process.id}, request});
}
Seen greets(const auto& s) {
  Request request;
  request.method = Method::Initialize;
  return Command(Send{ProcessId{s.process.id}, request});
}
// An interrupt is meant as long as its turn runs, and has its outcome at its deadline.
bool still_meant(const auto& s, const auto& call, const Bounds& bounds) {
  const auto* chat = chat_of(s, ChatId{call.chat});
  return call.method != Method::TurnInterrupt ||
         (till_deadline(call, bounds) > 0 && chat != nullptr && chat->phase == TurnPhase::Named &&
          chat->turn == call.what);
}
// Nothing keeps it from being sent.
bool can_be_sent(const auto& s, const auto& call, const Bounds& bounds) {
  if (!greeted(s) || !call.is(Stage::Wanted) || call.has(CallFlag::Unready)) return false;
  const auto* chat = chat_of(s, ChatId{call.chat});
  if (call.method == Method::TurnStart) return chat != nullptr && ready(s, *chat) && verified(s);
  if (call.method == Method::ThreadArchive) return chat != nullptr && chat->has(ChatFlag::Open);
  if (call.method == Method::ThreadStart) return of_dialect(call.settings, bounds);
  if (call.method == Method::TurnInterrupt) return still_meant(s, call, bounds);
  return true;
}
// What failed may still be found to be there.
bool greets_again(const auto& s, const Bounds& bounds) {
  return s.process.handshake == Handshake::Asked &&
         !check_out_of_time(s, Method::Initialize, bounds);
}
bool is_check(const auto& call) {
  return call.has(CallFlag::Own) &&
         (call.method == Method::Initialize || call.method == Method::ModelList);
}
bool under_way(const auto& call) {
  return call.has(CallFlag::First) && !call.is(Stage::Answered) && !call.is(Stage::Lost);
}

template <class S>
inline constexpr Owed<S, typename S::Call> owed_to_callers[] = {
    {"RPC-02"_rule, IF(live(s) && act.is(Stage::Uninitialized) && !s.has(ProcessFlag::AgainShown)),
     LEFT(at_once), WANT(Command(BannerShown{Banner::HandshakeAgain}))},
    {"RPC-02"_rule, IF(greeted(s) && act.is(Stage::Uninitialized)), LEFT(at_once), WANT(greets(s))},
    {"SES-15"_rule, IF(is_refused_thread(act)), LEFT(at_once), WANT(tells_answer(act))},
    {"SES-15"_rule, IF(act.has(CallFlag::Anew) && can_be_sent(s, act, limits)), LEFT(at_once),
     WANT(sends_it(s, act))},
    {"RPC-06"_rule, IF(act.is(Stage::Answered) && act.error == Error::Internal), LEFT(at_once),
     WANT(tells_answer(act))},
    {"RPC-03"_rule, IF(act.is(Stage::Answered)), LEFT(at_once), WANT(tells_answer(act))},
    {"PROC-03"_rule, IF(act.is(Stage::Lost)), LEFT(at_once), WANT(ends_it(act, Outcome::Lost))},
    {"RPC-03"_rule, IF(act.is(Stage::Wanted) && finished(s)), LEFT(at_once),
     WANT(ends_it(act, Outcome::Lost))},
    {"SES-09"_rule,
     IF(act.is(Stage::Wanted) && act.has(CallFlag::Unready) &&
        chat_is(s, ChatId{act.chat}, ChatFlag::Archived)),
     LEFT(at_once), WANT(ends_it(act, Outcome::Refused))},
    {"RPC-03"_rule, IF(act.is(Stage::Wanted) && act.has(CallFlag::Unready)), LEFT(at_once),
     WANT(ends_it(act, Outcome::Refused))},
    {"SES-10"_rule,
     IF(greeted(s) && act.is(Stage::Wanted) && act.method == Method::ThreadStart &&
        !of_dialect(act.settings, limits)),
     LEFT(at_once), WANT(ends_it(act, Outcome::Refused))},
    {"SES-12"_rule,
     IF(live(s) && act.is(Stage::Wanted) && waits_in_vain(s, act, limits) &&
        !act.has(CallFlag::Own) && !greets_again(s, limits)),
     LEFT(at_once), WANT(ends_it(act, Outcome::Error))},
    {"RPC-02"_rule, IF(act.has(CallFlag::Again) && can_be_sent(s, act, limits)), LEFT(at_once),
     WANT(sends_it(s, act))},
    {"RPC-01"_rule, IF(can_be_sent(s, act, limits)), LEFT(at_once), WANT(sends_it(s, act))},
    {"SES-12"_rule,
     IF(live(s) && under_way(act) && is_check(act) && !s.has(ProcessFlag::LacksShown)),
     LEFT(till_deadline(act, limits)), WANT(Command(BannerShown{Banner::ServerLacks}))},
    {"RPC-06"_rule,
     IF(greeted(s) && act.is(Stage::Overloaded) && !act.has(CallFlag::Unsure) &&
        still_meant(s, act, limits)),
     LEFT(std::max<std::int64_t>(
         0, 2 * std::int64_t{pause_of(act, limits).count()} - std::int64_t{act.pause})),
     WANT(sends_it(s, act))},
    {"RPC-03"_rule, IF(under_way(act) && !is_check(act) && act.method != Method::TurnInterrupt),
     LEFT(till_deadline(act, limits)), WANT(ends_it(act, Outcome::TimedOut))},
};
Seen answers_request(const auto& s, std::uint32_t id) {
  return Happening(Received{ProcessId{s.process.id}, Response{RequestId{id}, {}, {}, {}}});
}
template <class S>
inline constexpr Owed<S, typename S::Call> unanswered[] = {
    {"SRV-03"_rule, IF(live(s) && act.is(Stage::Sent)), LEFT(at_the_end),
     WANT(answers_request(s, act.id))},
};
template <class S>
inline constexpr Owed<S, typename S::Pair> late[] = {
    {"SRV-03"_rule, IF(live(s)), LEFT(at_the_end), WANT(answers_request(s, act.of))},
};

}  // namespace spec::appserver::clauses::calls
