// Requests of the client and their answers: the handshake, SRV-01 to SRV-04, SRV-06, SRV-08.
#include "appserver/room.h"
#include "spec/appserver/judge.h"

namespace spec::appserver {
namespace {

constexpr std::int64_t invalid_request_code = -32'600;
constexpr std::int64_t method_not_found_code = -32'601;

constexpr std::int64_t overloaded_code = -32'001;

constexpr std::int64_t silence_us = 1'000'000;

bool later(const Place& place, const Place& than, std::int64_t by_us) {
  if (!place.timed || !than.timed) return place.order > than.order;
  return place.time_us - than.time_us > by_us;
}

}  // namespace

void Judge::client_request(const Observation& seen) {
  Call call{.sent = seen.place,
            .method = seen.method,
            .method_name = seen.method_name,
            .id = seen.id,
            .twin = seen.id_twin,
            .thread = seen.thread,
            .optional = seen.ambiguous,
            .patient = seen.patient};
  if (calls_.find(seen.id) != nullptr)
    note(seen.place, "the id of a call that is still in flight", calls_.find(seen.id)->sent);
  // Its answer may stand before the beginning of the recording.
  const bool at_head = seen.place.timed && seen.place.time_us - first_seen_.time_us <= swap_us;
  if (handshake_ == Handshake::Fresh && at_head) call.optional = true;
  handshake_request(seen, call);
  if (const auto* thread = threads_.find(seen.thread)) call.archived = thread->archived;
  if (seen.method == Method::TurnInterrupt) {
    call.turn = turn_of(seen);
    if (auto* turn = turns_.find(call.turn)) {
      call.turn_ran = turn->phase == TurnPhase::Active;
      if (call.turn_ran) turn->interrupt_asked = seen.place;
    }
  }
  if (seen.method == Method::TurnStart) turn_requested(seen);
  if (seen.method == Method::TurnStart || seen.method == Method::TurnSteer) {
    if (const auto* thread = threads_.find(seen.thread)) call.turn = thread->active;
    if (auto* turn = turns_.find(call.turn); turn != nullptr && dialect_.steers)
      turn->excused = seen.place;
  }
  make_room(calls_, Kind::Call, seen.place, [](const Call&) { return false; });
  calls_.add(seen.id, call);
}

void Judge::handshake_request(const Observation& seen, Call& call) {
  if (seen.method == Method::Initialize) {
    if (handshake_ == Handshake::Fresh || handshake_ == Handshake::Refused)
      handshake_ = Handshake::Asked;
    return;
  }
  switch (handshake_) {
    case Handshake::Fresh:
      call.too_soon = true;
      if (too_soon_.line == 0) too_soon_ = seen.place;
      break;
    case Handshake::Refused:
    case Handshake::Asked:
      breach(rule_index("RPC-01"), seen.place, "a request before initialize has a result");
      break;
    case Handshake::Ready:
      call.before_open = true;
      breach(rule_index("RPC-01"), seen.place, "a request before initialized is said");
      break;
    case Handshake::Open: met(rule_index("RPC-01")); break;
    case Handshake::Joined: break;
  }
}

void Judge::server_answer(const Observation& seen) {
  const auto* found = calls_.find(seen.id);
  if (found == nullptr) {
    found = calls_.find(seen.id_twin);
    if (found == nullptr) return unknown_answer(seen);
    breach(rule_index("WIRE-07"), seen.place,
           "the id of the answer has another type than that of its request", found->sent);
  }
  const auto call = *found;
  calls_.erase(call.id);
  answered_.take(call.id) = seen.place;
  met(rule_index("WIRE-07"));
  met(rule_index("SRV-03"));
  auto& newest = newest_answered_.take(call.method_name);
  if (newest.line == 0 || later(call.sent, newest, 0)) newest = call.sent;
  if (bad_line_.line != 0 && call.sent.order > bad_line_.order) met(rule_index("SRV-04"));
  if (seen.form == Form::Failure) judge_refusal(seen);
  if (call.method == Method::Initialize) return initialize_answered(seen, call);
  if (call.too_soon || call.before_open) judge_too_soon(seen, call);
  if (call.method == Method::TurnInterrupt) return interrupt_answered(seen, call);
  if (seen.form == Form::Result) return result_of(seen, call);
  if (call.method == Method::TurnStart) turn_refused(call);
}

void Judge::unknown_answer(const Observation& seen) {
  if (const auto* before = answered_.find(seen.id))
    return breach(rule_index("SRV-03"), seen.place, "a second answer to a request", *before);
  if (const auto* bad = bad_ids_.find(seen.id))
    return breach(rule_index("SRV-04"), seen.place, "an answer to a line that is no message", *bad);
  if (handshake_ == Handshake::Fresh) handshake_ = Handshake::Joined;
  // It may answer a steering that was not recorded.
  auto* turn = seen.turn != 0 && dialect_.steers ? turns_.find(turn_of(seen)) : nullptr;
  if (turn != nullptr && turn->phase == TurnPhase::Active) turn->excused = seen.place;
  if (!forgot(Kind::Call)) incomplete(seen.place);
}

void Judge::initialize_answered(const Observation& seen, const Call& call) {
  const bool open = handshake_ == Handshake::Ready || handshake_ == Handshake::Open;
  if (seen.form == Form::Result) {
    if (open)
      return breach(rule_index("SRV-01"), seen.place, "a second initialize is not refused",
                    call.sent);
    if (served_early_.line != 0) {
      breach(rule_index("RPC-01"), asked_early_, "a request before initialize");
      breach(rule_index("SRV-01"), served_early_, "a request is served before initialize");
    }
    if (opened_unasked_.line != 0)
      breach(rule_index("RPC-01"), opened_unasked_, "initialized is said before initialize");
    met(rule_index("SRV-01"));
    handshake_ = opened_early_ ? Handshake::Open : Handshake::Ready;
    return;
  }
  if (!open) {
    const bool joined = seen.error == ErrorKind::AlreadyInitialized;
    if (handshake_ == Handshake::Asked)
      handshake_ = joined ? Handshake::Joined : Handshake::Refused;
    if (joined) incomplete(seen.place);
    return;
  }
  met(rule_index("SRV-01"));
  const bool named =
      seen.error == ErrorKind::AlreadyInitialized || seen.error == ErrorKind::InvalidRequest;
  if (!named || seen.code != invalid_request_code)
    breach(rule_index("SRV-01"), seen.place,
           "a second initialize is refused with something else than -32600 Already initialized",
           call.sent);
}

// SRV-02: which code says what.
void Judge::judge_refusal(const Observation& seen) {
  if (seen.code == overloaded_code) overloaded_ = true;
  const bool bad_request = seen.error == ErrorKind::InvalidRequest;
  const bool named =
      seen.error == ErrorKind::MethodNotFound || seen.error == ErrorKind::InvalidParams;
  if (seen.error == ErrorKind::NotInitialized && seen.code != invalid_request_code)
    breach(rule_index("SRV-01"), seen.place, "Not initialized has another code than -32600");
  if (!bad_request && !named) return;
  met(rule_index("SRV-02"));
  if (dialect_.one_code_for_bad_requests) {
    if (named || seen.code != invalid_request_code)
      breach(rule_index("SRV-02"), seen.place,
             "an unknown method or bad params are refused with something else than -32600 "
             "Invalid request");
  } else if (bad_request ||
             (seen.code != method_not_found_code && seen.code != invalid_params_code)) {
    breach(rule_index("SRV-02"), seen.place,
           "an unknown method or bad params are refused with something else than -32601 or -32602");
  }
}

void Judge::judge_too_soon(const Observation& seen, const Call& call) {
  if (call.before_open) {
    if (dialect_.answers_before_initialized) {
      if (seen.error == ErrorKind::NotInitialized)
        breach(rule_index("SRV-01"), seen.place, "refused between initialize and initialized",
               call.sent);
    } else if (seen.form == Form::Result) {
      breach(rule_index("SRV-01"), seen.place, "served between initialize and initialized",
             call.sent);
    }
    return;
  }
  const bool refused =
      seen.form == Form::Failure &&
      (seen.error == ErrorKind::NotInitialized ||
       (seen.error == ErrorKind::InvalidRequest && handshake_ == Handshake::Refused));
  if (refused) {
    met(rule_index("SRV-01"));
    if (handshake_ == Handshake::Fresh) handshake_ = Handshake::Refused;
    return breach(rule_index("RPC-01"), call.sent, "a request before initialize");
  }
  if (handshake_ == Handshake::Refused || handshake_ == Handshake::Asked) {
    if (seen.form == Form::Result)
      breach(rule_index("SRV-01"), seen.place, "a request is served before initialize", call.sent);
    return breach(rule_index("RPC-01"), call.sent, "a request before initialize");
  }
  if (handshake_ != Handshake::Fresh) return;
  handshake_ = Handshake::Joined;
  if (seen.form == Form::Result) {
    served_early_ = seen.place;
    asked_early_ = call.sent;
  }
  incomplete(seen.place);
}

void Judge::result_of(const Observation& seen, const Call& call) {
  const auto method = call.method;
  if (method == Method::ThreadStart) {
    auto& thread = take_thread(seen.thread, seen.place);
    thread.answered = true;
    thread.begun_here = true;
  } else if (method == Method::ThreadResume || method == Method::ThreadFork ||
             method == Method::ThreadUnarchive) {
    take_thread(seen.thread != 0 ? seen.thread : call.thread, seen.place).archived = false;
  } else if (method == Method::ThreadArchive) {
    take_thread(call.thread, seen.place).archived = true;
  } else if (method == Method::TurnStart) {
    turn_start_answered(seen, call);
  }
}

void Judge::turn_refused(const Call& call) {
  if (call.archived) met(rule_index("SES-09"));
  const auto* running = turns_.find(call.turn);
  if (running != nullptr && !dialect_.steers) met(rule_index("SRV-08"));
}

void Judge::turn_start_answered(const Observation& seen, const Call& call) {
  if (call.thread == 0 || seen.turn == 0) return;
  auto& thread = take_thread(call.thread, seen.place);
  if (call.archived) met(rule_index("SES-09"));
  if (call.archived && thread.archived)
    breach(rule_index("SES-09"), seen.place, "an archived thread takes a turn", call.sent);
  auto placed = seen;
  placed.thread = call.thread;
  const auto key = turn_of(placed);
  auto* running = turns_.find(call.turn);
  if (running != nullptr && thread.active == call.turn && running->phase == TurnPhase::Active) {
    met(rule_index("SRV-08"));
    if (!dialect_.steers)
      breach(rule_index("SRV-08"), seen.place, "a turn is accepted while another one runs",
             call.sent);
    else if (call.turn != key)
      breach(rule_index("SRV-08"), seen.place,
             "turn/start during a turn is answered with another turn than the running one",
             call.sent);
    if (call.turn != key) return;
  }
  turn_step(key, take_turn(key, placed), TurnSign::Answered, placed);
}

void Judge::interrupt_answered(const Observation& seen, const Call& call) {
  auto* turn = turns_.find(call.turn);
  if (turn == nullptr || !call.turn_ran) return;
  if (seen.form == Form::Failure) {
    if (turn->interrupt_asked == call.sent) turn->interrupt_asked = {};
    return;
  }
  met(rule_index("SRV-06"));
  turn->interrupted = true;
  if (turn->phase == TurnPhase::Ended && turn->ended_as == Status::Interrupted)
    breach(rule_index("SRV-06"), seen.place, "the interrupt is answered after turn/completed",
           turn->ended);
}

void Judge::finish_calls() {
  bool dead = false;
  std::uint64_t open = 0;
  Place first;
  calls_.each([&](Name, const Call& call) {
    if (call.optional) return;
    const bool gone = bad_line_.line != 0 && call.sent.order > bad_line_.order &&
                      last_server_.order < bad_line_.order &&
                      later(last_seen_, call.sent, silence_us);
    if (gone) {
      dead = true;
      return;
    }
    const bool overtaken =
        surely_later(newest_answered_.find(call.method_name), call.sent, overtaken_us);
    const bool overdue = surely_later(&last_server_, call.sent, deadline_us);
    if (!call.patient && !overloaded_ && (overtaken || overdue))
      return breach(rule_index("SRV-03"), call.sent, "the request is never answered");
    if (++open == 1) first = call.sent;
  });
  if (dead)
    breach(rule_index("SRV-04"), bad_line_, "the server says nothing any more after a bad line");
  if (open == 0) return;
  note(last_seen_,
       overloaded_ ? "requests that are not answered, of a server that said it is overloaded"
                   : "the recording ends before every request is answered",
       first);
}

}  // namespace spec::appserver
