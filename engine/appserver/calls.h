// Calls: each request has one outcome, waits for the handshake, and is tried again where the
// server only was not ready.
#pragma once
#include "appserver/run.h"

namespace engine::appserver {

inline Outcome outcome_of(Error error) {
  return error == Error::None ? Outcome::Result : Outcome::Error;
}

template <class Capacity>
bool Run<Capacity>::can_send(const Call& call) const {
  if (call.method == Method::Initialize) return server_.phase == Phase::Initializing;
  if (server_.phase != Phase::Open) return false;
  return call.method != Method::TurnStart || server_.check == Check::Passed;
}

// From its first sending on, also while it waits for another handshake. A retry comes before it.
inline bool has_deadline(const Call& call) {
  return call.id != no_request && call.phase != CallPhase::Retrying;
}
template <class Capacity>
void Run<Capacity>::cancel_timer(const Call& call) {
  if (has_deadline(call))
    cancel(TimerKind::Deadline, call.id.value);
  else if (call.phase == CallPhase::Retrying)
    cancel(TimerKind::Retry, call.id.value);
}

// Neither to this process nor to another one.
template <class Capacity>
bool Run<Capacity>::can_never_send(const Call& call) const {
  if (server_.closed || server_.phase == Phase::Over || server_.phase == Phase::Lacking)
    return true;
  return server_.phase == Phase::Open && call.method == Method::TurnStart &&
         server_.check == Check::Failed;
}

template <class Capacity>
void Run<Capacity>::submit(const Call& call) {
  if (can_never_send(call)) return fail(call);
  state_.calls.push_back(call);
  if (can_send(call)) send(state_.calls.back());
}

template <class Capacity>
void Run<Capacity>::send(Call& call) {
  const bool first = call.id == no_request;
  const bool interrupts = call.method == Method::TurnInterrupt;
  const Duration limit = interrupts ? limits_.interrupt : limits_.request;
  Chat* chat = chat_of(call.chat);
  const RequestId id{++state_.requests};
  if (call.method == Method::TurnStart && chat->turn.request == call.id) chat->turn.request = id;
  if (first) call.give_up = state_.now + limit;
  if (call.phase == CallPhase::Waiting) cancel_timer(call);
  call.id = id;
  call.phase = CallPhase::Sent;
  Request request{.id = id,
                  .method = call.method,
                  .turn = call.turn,
                  .text = call.text,
                  .settings = call.settings};
  if (chat != nullptr) request.thread = chat->thread;
  if (call.method == Method::Initialize) request.opts_out = limits_.opts_out;
  say(request);
  set(TimerKind::Deadline, id.value, call.give_up - state_.now);
  if (!interrupts || chat->turn.id != call.turn || chat->turn.bounded) return;
  chat->turn.bounded = true;
  set(TimerKind::Interrupt, chat->id.value, limits_.interrupted);
}

template <class Capacity>
void Run<Capacity>::flush() {
  take_from(
      state_.calls,
      [this](const Call& call) {
        return call.phase == CallPhase::Waiting && call.id != no_request && is_overdue(call);
      },
      [this](const Call& call) {
        cancel_timer(call);
        conclude(call, Outcome::TimedOut, {.id = call.id});
      });
  for (Call& call : state_.calls)
    if (call.phase == CallPhase::Waiting && can_send(call)) send(call);
}

// What can go to no server ends as what it waits for has ended.
template <class Capacity>
void Run<Capacity>::fail(const Call& call) {
  cancel_timer(call);
  const bool lost = server_.closed || server_.phase == Phase::Over;
  const Error error = lost ? Error::None : server_.lacks;
  Outcome outcome = error == Error::None ? Outcome::TimedOut : Outcome::Error;
  if (lost) outcome = Outcome::Lost;
  conclude(call, outcome, {.id = {}, .error = error});
}

template <class Capacity>
void Run<Capacity>::fail_waiting() {
  take_from(
      state_.calls,
      [this](const Call& call) { return call.phase == CallPhase::Waiting && can_never_send(call); },
      [this](const Call& call) { fail(call); });
}

template <class Capacity>
void Run<Capacity>::tell(const Call& call, Outcome outcome, Error error) {
  out_.emplace_back(CallEnded{call.call, call.chat, call.method, outcome,
                              outcome == Outcome::Error ? error : Error::None});
}

template <class Capacity>
void Run<Capacity>::on(const Called& called) {
  const bool known = called.method == Method::ThreadList || called.method == Method::ModelList ||
                     called.method == Method::Other;
  CHECK(known);
  CHECK(server_.phase != Phase::New);
  CHECK(called.call != no_call);
  CHECK(find_in(state_.calls, [&](const Call& call) { return call.call == called.call; }) ==
        nullptr);
  const Call call{.call = called.call, .text = called.text, .method = called.method};
  if (!room_for_user()) return tell(call, Outcome::Busy);
  submit(call);
}

template <class Capacity>
void Run<Capacity>::on(const Response& answer) {
  Call* call = find_in(state_.calls, [&](const Call& other) {
    return other.phase == CallPhase::Sent && other.id == answer.id;
  });
  if (call == nullptr) return late_answer(answer);
  if (is_awaited(*call)) {
    if (answer.error == Error::Overloaded && retries(*call)) return;
    if (answer.error == Error::NotInitialized && begins_again(*call)) return;
  }
  cancel_timer(*call);
  const Call ended = *call;
  state_.calls.erase(static_cast<std::size_t>(call - state_.calls.begin()));
  // That there was nothing to stop is no problem of the user's.
  if (answer.text != TextId{} && ended.method != Method::TurnInterrupt)
    show_problem(ended.chat, Severity::Error, answer.text);
  conclude(ended, outcome_of(answer.error), answer);
}

// Whether what it is for is still to come: a turn may have begun, or ended, before the answer.
template <class Capacity>
bool Run<Capacity>::is_awaited(const Call& call) {
  const Chat* chat = chat_of(call.chat);
  if (call.method == Method::TurnStart) return chat != nullptr && awaits_name(*chat, call.id);
  if (call.method != Method::TurnInterrupt) return true;
  return chat != nullptr && (chat->turn.id == call.turn || chat->unwanted.id == call.turn);
}

template <class Capacity>
void Run<Capacity>::late_answer(const Response& answer) {
  Late* late = find_in(state_.late, [&](const Late& other) { return other.id == answer.id; });
  report(late == nullptr ? Report::UnknownResponse : Report::LateResponse, answer.id.value);
  if (late == nullptr) return;
  Chat* chat = chat_of(late->chat);
  state_.late.erase(static_cast<std::size_t>(late - state_.late.begin()));
  const bool begins = answer.error == Error::None && answer.turn != no_turn;
  if (chat != nullptr && begins && answer.turn != chat->turn.id) drop(*chat, answer.turn, false);
}

// Whether a call that the server is too busy for is made again later.
template <class Capacity>
bool Run<Capacity>::retries(Call& call) {
  Duration wait = limits_.backoff_first;
  const Duration left = call.give_up - state_.now;
  for (unsigned i = 0; i < call.retries && wait < left; ++i) wait *= 2;
  if (wait >= left) return false;
  ++call.retries;
  cancel_timer(call);
  call.phase = CallPhase::Retrying;
  set(TimerKind::Retry, call.id.value, wait);
  return true;
}

template <class Capacity>
void Run<Capacity>::retry(RequestId id) {
  Call* call = find_in(state_.calls, [&](const Call& other) {
    return other.phase == CallPhase::Retrying && other.id == id;
  });
  CHECK(call != nullptr);
  if (can_send(*call)) return send(*call);
  call->phase = CallPhase::Waiting;
  set(TimerKind::Deadline, id.value, call->give_up - state_.now);
  fail_waiting();
}

// Whether a call that was answered "not initialized" is made again, behind a second handshake.
template <class Capacity>
bool Run<Capacity>::begins_again(Call& call) {
  if (call.method == Method::Initialize) return false;
  const bool second = server_.again != no_request;
  if (second ? call.id > server_.again : state_.calls.full()) return false;
  if (is_overdue(call)) return false;
  call.phase = CallPhase::Waiting;
  if (second) {
    if (can_send(call)) send(call);
    fail_waiting();
    return true;
  }
  show(Banner::HandshakeAgain);
  server_.phase = Phase::Initializing;
  submit({.method = Method::Initialize, .own = true});
  server_.again = {state_.requests};
  return true;
}

template <class Capacity>
void Run<Capacity>::pass_deadline(RequestId id) {
  Call* call = find_in(state_.calls,
                       [&](const Call& other) { return has_deadline(other) && other.id == id; });
  CHECK(call != nullptr);
  const Call ended = *call;
  state_.calls.erase(static_cast<std::size_t>(call - state_.calls.begin()));
  if (ended.phase == CallPhase::Sent) remember(state_.late, Late{.id = id});
  conclude(ended, Outcome::TimedOut, {.id = id});
}

// What an outcome means, to whoever made the call. It is under way no more.
template <class Capacity>
void Run<Capacity>::conclude(const Call& call, Outcome outcome, const Response& answer) {
  switch (call.method) {
    case Method::Initialize: return conclude_initialize(outcome, answer);
    case Method::ThreadStart: return conclude_start(call, outcome, answer);
    case Method::ThreadResume: return conclude_resume(call, outcome, answer);
    case Method::ThreadArchive: return conclude_archive(call, outcome, answer);
    case Method::TurnStart: return conclude_turn(call, outcome, answer);
    case Method::TurnInterrupt: return conclude_interrupt(call, answer);
    case Method::ModelList:
      if (!call.own) return tell(call, outcome, answer.error);
      if (outcome != Outcome::Result) return lack(answer.error);
      server_.check = Check::Passed;
      return flush();
    case Method::ThreadList:
    case Method::Other: return tell(call, outcome, answer.error);
  }
}

template <class Capacity>
void Run<Capacity>::conclude_initialize(Outcome outcome, const Response& answer) {
  const bool again = server_.again != no_request;
  const bool already = again && answer.error == Error::AlreadyInitialized;
  if (outcome != Outcome::Result && !already) return lack(answer.error);
  server_.phase = Phase::Open;
  server_.greeted = true;
  say(Initialized{});
  if (!again) {
    submit({.method = Method::ModelList, .own = true});
    for (const Chat& chat : state_.chats) {
      const bool asked = find_in(state_.calls, [&](const Call& call) {
                           return call.chat == chat.id && call.method == Method::ThreadResume;
                         }) != nullptr;
      if (chat.phase == ChatPhase::Away && !asked)
        submit({.chat = chat.id, .method = Method::ThreadResume, .own = true});
    }
  }
  flush();
  fail_waiting();
}

// The server cannot be worked with; what was to tell so goes on in vain.
template <class Capacity>
void Run<Capacity>::lack(Error error) {
  if (server_.check != Check::Failed) show(Banner::ServerLacks);
  server_.check = Check::Failed;
  server_.lacks = error;
  if (server_.phase == Phase::Initializing) server_.phase = Phase::Lacking;
  take_from(
      state_.calls,
      [](const Call& call) {
        return call.method == Method::Initialize || (call.method == Method::ModelList && call.own);
      },
      [this](const Call& call) {
        cancel_timer(call);
        if (call.phase == CallPhase::Sent) remember(state_.late, Late{.id = call.id});
      });
  fail_waiting();
}

}  // namespace engine::appserver
