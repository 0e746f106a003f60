// Clauses that only lines can break: on codes and types of ids, on what comes before the handshake,
// and on what a recording shows of approvals without its client.
#pragma once
#include "appserver/clauses/approvals.h"
#include "appserver/clauses/calls.h"
#include "appserver/clauses/server.h"

namespace spec::appserver::clauses {

// What lines say that has no name in the port.

// A result for an approval: no decision of the dialect, an error, or for longer than was offered.
struct NoDecision {
  AskId ask;
  bool longer = false;
};
// An answer to a request of the server's that is no approval.
struct Reply {
  AskId ask;
  bool result = false;
  std::uint16_t shapes = 0;  // Line::shapes.
};
// A value of a request that the dialect does not have.
struct WrongValue {
  Setting setting;
};
// Something else about a turn.
struct TurnNews {
  ThreadId thread;
  TurnId turn;
};

// The thread of a turn was called idle: the end of the turn came in time, or not.
struct IdleEnd {
  ThreadId thread;
  TurnId turn;
  bool lost = false;
};
// A second initialize had a result.
struct Handshaken {};
// What names a turn, and another thread than that of the turn.
struct Misplaced {
  ThreadId thread;
  TurnId turn;
};
// What the older surface tells of a command or a patch: that it did something.
struct OldEffect {
  ItemId item;
  bool ends = false;
};

namespace recorded {

bool begun(const auto& s) {
  return (s.process.handshake == Handshake::Asked && s.hello.cut.line == 0) ||
         s.process.handshake == Handshake::Failed;
}
bool open(const auto& s) {
  return s.process.handshake == Handshake::Answered || s.process.handshake == Handshake::Open;
}

bool is_phantom(const auto& s, TurnId turn) {
  return turn != no_turn && s.phantoms.find(turn.value) != nullptr;
}

template <class S>
inline constexpr Told<S, Request> requests[] = {
    {{"RPC-01"_rule, never, IF(act.method != Method::Initialize && begun(s))},
     "a request before initialize has a result"},
    {{"RPC-01"_rule, never,
      IF(act.method != Method::Initialize && s.process.handshake == Handshake::Answered)},
     "a request before initialized is said"},
    {{"RPC-06"_rule, never, IF(s.hammers)},
     "an overloaded server is asked the same at once, for the eighth time in a row"},
    {{"SES-13"_rule, only_if, IF(act.turn != no_turn), IF(s.home == 0)},
     "a turn of another thread is named"},
    {{"SES-16"_rule, only_if, IF(is_phantom(s, act.turn) && !not_told_turns(s)),
      IF(!listed(s.ended, *s.phantoms.find(act.turn.value)))},
     "it still waits for a turn that an answer named and that never started, when the one that ran "
     "is over"},
};
template <class S>
inline constexpr Told<S, WrongValue> values[] = {
    {{"SES-10"_rule, never, IF(act.setting == Setting::Policy)},
     "an approval policy that the dialect does not have"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::Sandbox)},
     "a sandbox that the dialect does not have"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::SandboxPart)},
     "a member of the sandbox is of another type"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::Effort)},
     "an effort that the dialect does not have"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::Summary)},
     "a summary that the dialect does not have"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::OlderPolicy)},
     "an approval policy that this server does not have any more"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::Input)}, "the input of a turn is no list"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::InputKind)},
     "an input item of a kind that the dialect does not have"},
    {{"SES-10"_rule, never, IF(act.setting == Setting::InputMember)},
     "an input item lacks what its kind must have"},
};
template <class S>
inline constexpr Told<S, Initialized> initialized[] = {
    {{"RPC-01"_rule, never, IF(begun(s))}, "initialized is said before initialize has a result"},
    {{"RPC-01"_rule, never, IF(s.process.handshake == Handshake::Open)},
     "initialized is said for the second time"},
};

// When it is known that what follows is of the same process.
template <class S>
inline constexpr Told<S, Handshaken> second_handshakes[] = {
    {{"SRV-01"_rule, only_if, IF(true), IF(s.hello.again.line == 0)},
     "a second initialize is not refused"},
};

// Answers.

using of_server::answered_call, of_server::answers_a;

bool too_soon(const auto& s, const Response& act) {
  return answered_call(s, act) != nullptr && answered_call(s, act)->too_soon;
}
bool between(const auto& s, const Response& act) {
  return answered_call(s, act) != nullptr && answered_call(s, act)->before_open;
}
bool refused_for_it(const auto& s, const Response& act) {
  return act.error == Error::NotInitialized ||
         (act.error == Error::InvalidRequest && s.process.handshake == Handshake::Failed);
}
// The turn that ran when a TurnStart was sent runs.
bool still_runs(const auto& s, const Response& act) {
  const auto* call = answered_call(s, act);
  const auto* chat = chat_of(s, ChatId{call->chat});
  return chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == call->what;
}
bool during_a_turn(const auto& s, const Response& act) {
  return answers_a(s, act, Method::TurnStart) && answered_call(s, act)->has(CallFlag::During);
}
bool interrupts_a_turn(const auto& s, const Response& act) {
  return answers_a(s, act, Method::TurnInterrupt) && answered_call(s, act)->ran &&
         act.error == Error::None;
}
bool turn_was_interrupted(const auto& s, const Response& act) {
  const auto* past = s.ended.find(answered_call(s, act)->what);
  return past != nullptr && past->end == TurnEnd::Interrupted;
}
bool behind_a_bad_line(const auto& s, const Response& act) {
  const auto* call = answered_call(s, act);
  return s.bad_line_answered.line != 0 ||
         (call != nullptr && s.bad_line.line != 0 && call->sent.order > s.bad_line.order);
}

// At the line of the request.
template <class S>
inline constexpr Told<S, Response> early_requests[] = {
    {{"RPC-01"_rule, never, IF(too_soon(s, act) && (refused_for_it(s, act) || begun(s)))},
     "a request before initialize"},
};
// At the lines of what came first, when a handshake shows that the recording begins with it.
template <class S>
inline constexpr Told<S, Response> asked_early[] = {
    {{"RPC-01"_rule, never, IF(s.hello.asked_early.line != 0)}, "a request before initialize"},
};
template <class S>
inline constexpr Told<S, Response> served_early[] = {
    {{"SRV-01"_rule, never, IF(s.hello.served_early.line != 0)},
     "a request is served before initialize"},
};
template <class S>
inline constexpr Told<S, Response> opened_early[] = {
    {{"RPC-01"_rule, never, IF(s.hello.opened_unasked.line != 0)},
     "initialized is said before initialize"},
};
template <class S>
inline constexpr Told<S, Response> responses[] = {
    {{"WIRE-07"_rule, only_if, IF(answered_call(s, act) != nullptr), IF(!s.mistyped)},
     "the id of the answer is not that of its request, or has another type"},
    {{"SRV-04"_rule, only_if, IF(behind_a_bad_line(s, act)), IF(s.bad_line_answered.line == 0)},
     "an answer to a line that is no message"},
    {{"SRV-01"_rule, only_if, IF(too_soon(s, act) && (begun(s) || refused_for_it(s, act))),
      IF(act.error != Error::None || !begun(s))},
     "a request is served before initialize"},
    {{"SRV-01"_rule, never,
      IF(between(s, act) && s.dialect->answers_before_initialized &&
         act.error == Error::NotInitialized)},
     "refused between initialize and initialized"},
    {{"SRV-01"_rule, never,
      IF(between(s, act) && !s.dialect->answers_before_initialized && act.error == Error::None)},
     "served between initialize and initialized"},
    {{"SRV-01"_rule, never, IF(act.error == Error::NotInitialized && s.code != -32'600)},
     "Not initialized has another code than -32600"},
    {{"SRV-01"_rule, only_if,
      IF(answers_a(s, act, Method::Initialize) && act.error != Error::None && open(s)),
      IF((act.error == Error::AlreadyInitialized || act.error == Error::InvalidRequest) &&
         s.code == -32'600)},
     "a second initialize is refused with something else than -32600 Already initialized"},
    {{"SES-09"_rule, only_if,
      IF(answers_a(s, act, Method::TurnStart) && answered_call(s, act)->archived),
      IF(act.error != Error::None ||
         !chat_is(s, ChatId{answered_call(s, act)->chat}, ChatFlag::Archived))},
     "an archived thread takes a turn"},
    {{"SRV-06"_rule, only_if, IF(interrupts_a_turn(s, act)), IF(!turn_was_interrupted(s, act))},
     "the interrupt is answered after turn/completed"},
    {{"SRV-08"_rule, only_if, IF(during_a_turn(s, act) && !s.dialect->steers),
      IF(act.error != Error::None || !still_runs(s, act))},
     "a turn is accepted while another one runs"},
};

// Approvals, and other requests of the server's.

using approvals::answered, approvals::awaits_any, approvals::known, approvals::over,
    approvals::resolved;

template <class S>
inline constexpr Told<S, NoDecision> no_decisions[] = {
    {{"APR-08"_rule, never, IF(resolved(s, act))},
     "an answer to an approval that the server had resolved"},
    {{"APR-04"_rule, never, IF(over(s, act))}, "an answer to an approval whose turn has ended"},
    {{"APR-01"_rule, never, IF(answered(s, act))}, "a second answer to an approval"},
    {{"APR-09"_rule, never, IF(known(s, act) && awaits_answer(*ask_of(s, act.ask)) && !act.longer)},
     "the answer carries no decision of the dialect"},
    {{"APR-09"_rule, never, IF(act.longer)}, "it is accepted for longer than the server offered"},
    {{"APR-09"_rule, never, IF(!known(s, act) && awaits_any(s) && !overlooks_asks(s))},
     "an answer under an id that no approval has"},
    {{"RPC-04"_rule, only_if, IF(true), IF(known(s, act) || overlooks_asks(s))},
     "an answer to nothing that the server asked"},
};
bool takes_no_decision(const auto& s, const Reply& act) {
  const auto* ask = ask_of(s, act.ask);
  return act.result && ask != nullptr && ask->shape != AnswerShape::Unknown;
}
template <class S>
bool has_shape(const Reply& act, AnswerShape shape) {
  return (act.shapes >> static_cast<unsigned>(shape) & 1u) != 0;
}
template <class S>
bool fits(const S& s, const Reply& act) {
  const auto shape = ask_of(s, act.ask)->shape;
  if (shape == AnswerShape::Other) return !has_shape<S>(act, AnswerShape::Decision);
  // Whether the tool did what it was called for.
  if (shape == AnswerShape::Content && !has_shape<S>(act, AnswerShape::Success)) return false;
  return has_shape<S>(act, shape);
}
template <class S>
inline constexpr Told<S, Reply> replies[] = {
    {{"APR-09"_rule, never,
      IF(takes_no_decision(s, act) && !fits(s, act) && has_shape<S>(act, AnswerShape::Decision))},
     "a decision, for a request that takes none (RPC-09)"},
    {{"RPC-09"_rule, only_if, IF(takes_no_decision(s, act)), IF(fits(s, act))},
     "the answer has not the shape of its request"},
    {{"RPC-05"_rule, only_if, IF(true), IF(!answered(s, act))},
     "a second answer to a request of the server"},
    {{"RPC-04"_rule, only_if, IF(true), IF(known(s, act))},
     "an answer to nothing that the server asked"},
};
template <class S>
inline constexpr Told<S, BadLine> bad_lines[] = {
    {{"APR-09"_rule, never, IF(act.like_an_answer&& s.pending > 0)},
     "what looks like the answer to an approval is no message"},
};

bool in_review(const auto& s, const auto& act) {
  return of_server::its_turn(s, act) && of_server::its_thread(s, act)->review;
}

// The chat of an approval of the turn that runs there; null of any other request.
template <class S>
const typename S::Chat* chat_of_approval(const S& s, const AskResolved& act) {
  const auto* ask = ask_of(s, act.ask);
  if (ask == nullptr || ask->kind == AskKind::Unknown || ask->settled) return nullptr;
  const auto* chat = chat_of(s, ChatId{ask->chat});
  return chat == nullptr || chat->turn == 0 || chat->turn != ask->turn ? nullptr : chat;
}
// A line that was cut may have been its answer.
bool answered_in_cut(const auto& s, const auto& ask) {
  return s.cut_answer.order > ask.asked.order;
}
bool waits(const auto& s, const AskResolved& act) {
  return chat_of_approval(s, act) != nullptr && awaits_answer(*ask_of(s, act.ask)) &&
         !answered_in_cut(s, *ask_of(s, act.ask));
}
bool one_of_several(const auto& s, const AskResolved& act) {
  const auto* chat = chat_of_approval(s, act);
  return chat != nullptr && chat->pending + chat->unsettled > 1;
}
bool of_another_thread(const auto& s, const AskResolved& act) {
  const auto* ask = ask_of(s, act.ask);
  return ask != nullptr && act.thread != no_thread && ask->chat != 0 &&
         ask->chat != act.thread.value;
}
template <class S>
inline constexpr Told<S, AskResolved> resolved_asks[] = {
    {{"APR-12"_rule, only_if, IF(ask_of(s, act.ask) != nullptr && act.thread != no_thread),
      IF(!of_another_thread(s, act))},
     "resolved under the name of another thread"},
    {{"APR-12"_rule, never, IF(ask_of(s, act.ask) == nullptr && s.mistyped)},
     "the id that is resolved has another type than that of its request"},
    {{"SRV-07"_rule, never,
      IF(waits(s, act) && s.ordered && chat_of_approval(s, act)->interrupt_asked.line != 0 &&
         chat_of_approval(s, act)->idle.line == 0 &&
         !is_partly_seen(s, *chat_of_approval(s, act)))},
     "the approval is resolved before the interrupted turn is complete"},
    // Met here. Whether it is kept shows at the end of the turn: other_resolutions.
    {{"APR-05"_rule, only_if, IF(one_of_several(s, act)), IF(true)},
     "one of two approvals is resolved"},
};

// At the end of a recording a request that was not answered is overdue if the recording goes on for
// so long. That another one of its method was answered says nothing of it (RPC-10).
inline constexpr std::int64_t deadline_us = 60'000'000;
// So long a server that goes on may take to say that an approval is resolved.
inline constexpr std::int64_t resolved_us = 5'000'000;
// So long a request of the server's may wait: RPC-05.
inline constexpr std::int64_t answer_us = 120'000'000;
// Who gives up when that is over answers a little later.
inline constexpr std::int64_t late_us = 100'000;
// So much later than the answer to the next one the end of a turn may come: SRV-08.
inline constexpr std::int64_t overlap_us = 1'000'000;
// So much later than `idle` the end of a turn may come: SES-14.
inline constexpr std::int64_t idle_us = 5'000'000;
// A server that says nothing for so long behind a bad line is dead.
inline constexpr std::int64_t silence_us = 1'000'000;

// Whether it was so much later, and the recording has the times to say so: what its clock leaves
// out of each may have made the difference larger.
inline bool surely_later(const auto& s, const Place* place, const Place& than, std::int64_t by_us) {
  return place != nullptr && place->timed && than.timed &&
         place->time_us - than.time_us - by_us >= s.clock.step() - 1;
}
// For longer than anybody is to wait for an answer to a request of the server's.
inline bool waits_long(const auto& s, const Place* until, const Place& asked) {
  return surely_later(s, until, asked, answer_us + late_us);
}
// A clock may go back, and the lines of one side are in order.
inline bool later(const Place& place, const Place& than, std::int64_t by_us) {
  const bool in_order = place.from == than.from && by_us <= swap_us;
  if (in_order || !place.timed || !than.timed) return place.order > than.order;
  return place.time_us - than.time_us > by_us;
}

// The server is silent since a bad line that came before the call.
bool died(const auto& s, const auto& call) {
  return !call.optional && s.bad_line.line != 0 && call.sent.order > s.bad_line.order &&
         s.last_server.order < s.bad_line.order && later(s.last_seen, call.sent, silence_us);
}
bool overdue(const auto& s, const auto& call) {
  return !call.patient && !s.overloaded && surely_later(s, &s.last_server, call.sent, deadline_us);
}
// At the line of the request.
template <class S>
inline constexpr Told<S, typename S::Call> open_calls[] = {
    {{"SRV-03"_rule, never,
      IF(act.method == Method::TurnInterrupt && (!act.ran || act.may_be_over) && !died(s, act) &&
         overdue(s, act))},
     "an interrupt without a turn is never answered"},
    {{"SRV-03"_rule, only_if, IF(!act.optional && !died(s, act)), IF(!overdue(s, act))},
     "the request is never answered"},
};
// At the bad line.
template <class S>
inline constexpr Told<S, typename S::Call> dead_servers[] = {
    {{"SRV-04"_rule, never, IF(died(s, act))}, "the server says nothing any more after a bad line"},
};

}  // namespace recorded
}  // namespace spec::appserver::clauses
