// Threads and turns: SES-01, SES-03, SES-04, SES-08, SRV-05, ITM-05, APR-06.
#include "appserver/room.h"
#include "spec/appserver/judge.h"

namespace spec::appserver {
namespace {

constexpr Name mix(Name left, Name right) {
  return (left ^ (right + 0x9e3779b97f4a7c15 + (left << 6) + (left >> 2))) * 0xff51afd7ed558ccd;
}

std::string_view words_for(TurnPhase phase, TurnSign sign) {
  if (phase == TurnPhase::Ended) {
    if (sign == TurnSign::Completed) return "turn/completed for the second time";
    if (sign == TurnSign::Started) return "a finished turn starts again";
    return "something about a turn that is complete";
  }
  if (sign == TurnSign::Started) return "turn/started for the second time";
  if (sign == TurnSign::Completed) return "turn/completed of a turn that has not started";
  return "something about a turn that has not started";
}

}  // namespace

// The client asks for a turn.
void Judge::turn_requested(const Observation& seen) {
  const auto* thread = threads_.find(seen.thread);
  if (thread == nullptr || !seen.ordered) return;
  if (thread->begun_here && thread->answered && thread->started) met(rule_index("SES-01"));
  if (thread->begun_here && thread->answered != thread->started)
    breach(rule_index("SES-01"), seen.place,
           "a turn is asked for before both the answer and thread/started were seen");
  const auto* turn = turns_.find(thread->active);
  if (turn == nullptr || turn->interrupt_asked.line == 0) return;
  breach(rule_index("SES-04"), seen.place,
         "a turn is asked for before the interrupted one is complete", turn->interrupt_asked);
}

// The key of the turn that a message is about; zero if it is about none that is known.
Name Judge::turn_of(const Observation& seen) const {
  if (seen.thread != 0) {
    if (seen.turn != 0) return mix(seen.thread, seen.turn);
    const auto* thread = threads_.find(seen.thread);
    return thread == nullptr ? 0 : thread->active;
  }
  if (seen.turn != 0) {
    const auto* home = homes_.find(seen.turn);
    return home != nullptr ? *home : mix(0, seen.turn);
  }
  Name only = 0;
  if (active_.size() == 1) active_.each([&](Name key, bool) { only = key; });
  return only;
}

Judge::Turn& Judge::take_turn(Name key, const Observation& seen) {
  if (auto* known = turns_.find(key)) return *known;
  make_room(turns_, Kind::Turn, seen.place,
            [](const Turn& turn) { return turn.phase == TurnPhase::Ended; });
  homes_.take(seen.turn) = key;
  return turns_.add(key, {.thread = seen.thread, .id = seen.turn});
}

Judge::Thread& Judge::take_thread(Name name, const Place& place) {
  if (auto* known = threads_.find(name)) return *known;
  make_room(threads_, Kind::Thread, place, [](const Thread&) { return false; });
  return threads_.add(name, {});
}

// False: the message broke a rule, and says nothing more about the turn or its items.
bool Judge::turn_step(Name key, Turn& turn, TurnSign sign, const Observation& seen) {
  const auto& step = step_of(turn_steps, turn.phase, sign);
  const auto from = turn.phase;
  turn.phase = step.to;
  if (from != TurnPhase::Active && turn.phase == TurnPhase::Active) {
    active_.take(key) = true;
    if (auto* thread = threads_.find(turn.thread)) thread->active = key;
  }
  if (step.broken == no_rule) {
    if (sign != TurnSign::Answered) met(rule_index("SRV-05"));
    return true;
  }
  const bool forgotten = from == TurnPhase::Absent && forgot(Kind::Turn);
  if ((taken_as_it_is(turn.thread) && from != TurnPhase::Ended) || forgotten) return true;
  breach(step.broken, seen.place, words_for(from, sign), turn.ended);
  return false;
}

void Judge::server_says(const Observation& seen) {
  const auto method = seen.method;
  if (method == Method::ThreadStarted) {
    take_thread(seen.thread, seen.place).started = true;
  } else if (method == Method::Usage) {
    usage(seen);
  } else if (method == Method::RequestResolved) {
    resolved(seen);
  } else if (method == Method::TurnStarted) {
    turn_started(seen);
  } else if (method == Method::TurnCompleted) {
    turn_completed(seen);
  } else if (method >= Method::ItemStarted && method <= Method::ItemCompleted) {
    item_event(seen);
  } else if (method == Method::TurnNews || method == Method::Trouble) {
    turn_news(seen);
  }
}

void Judge::turn_news(const Observation& seen) {
  const auto key = turn_of(seen);
  if (seen.turn == 0 || key == 0) return;
  about_thread(seen);
  auto& turn = take_turn(key, seen);
  if (seen.method == Method::Trouble && seen.will_retry) turn.excused = seen.place;
  turn_step(key, turn, TurnSign::Mentioned, seen);
}

void Judge::about_thread(const Observation& seen) {
  if (seen.thread == 0) return;
  if (threads_.find(seen.thread) == nullptr) {
    if (handshake_ != Handshake::Joined && !forgot(Kind::Thread))
      breach(rule_index("SES-08"), seen.place, "something about a thread that nobody opened");
    take_thread(seen.thread, seen.place).unknown = true;
  }
  met(rule_index("SES-08"));
}

bool Judge::taken_as_it_is(Name thread) const {
  if (handshake_ == Handshake::Joined) return true;
  const auto* known = threads_.find(thread);
  return known != nullptr && known->unknown;
}

void Judge::turn_started(const Observation& seen) {
  about_thread(seen);
  auto placed = seen;
  if (seen.thread == 0) {
    if (const auto* home = homes_.find(seen.turn))
      if (const auto* turn = turns_.find(*home)) placed.thread = turn->thread;
  }
  const auto key = turn_of(placed);
  if (key == 0) return;
  const auto* thread = threads_.find(placed.thread);
  const auto* other = thread != nullptr ? turns_.find(thread->active) : nullptr;
  if (other != nullptr && thread->active != key && other->phase == TurnPhase::Active) {
    breach(rule_index("SES-03"), seen.place,
           "a turn starts while another one of its thread is active");
    active_.erase(thread->active);
  }
  turn_step(key, take_turn(key, placed), TurnSign::Started, placed);
}

void Judge::turn_completed(const Observation& seen) {
  about_thread(seen);
  const auto key = turn_of(seen);
  if (key == 0) return;
  auto& turn = take_turn(key, seen);
  const bool ended = turn.phase == TurnPhase::Ended;
  const bool right = turn_step(key, turn, TurnSign::Completed, seen);
  if (ended) return;
  turn.ended = seen.place;
  turn.ended_as = seen.status;
  if (right) judge_ending(key, turn, seen);
  met(rule_index("SES-03"));
  if (turn.interrupt_asked.line != 0) met(rule_index("SES-04"));
  withdraw(key, seen);
  turn_items_.erase_all(key);
  turn_asks_.erase_all(key);
  active_.erase(key);
  if (auto* thread = threads_.find(turn.thread); thread != nullptr && thread->active == key)
    thread->active = 0;
}

void Judge::judge_ending(Name key, const Turn& turn, const Observation& seen) {
  judge_open_items(key, turn, seen);
  if (turn.pending > 0 && turn.interrupted) {
    met(rule_index("SRV-07"));
    if (seen.status == Status::Completed || seen.status == Status::Failed)
      breach(rule_index("SRV-07"), seen.place,
             "a turn that was interrupted while an approval was pending ends otherwise",
             turn.interrupt_asked);
  }
  if (turn.canceled.line != 0 || turn.declined.line != 0) met(rule_index("APR-06"));
  if (turn.canceled.line != 0 && seen.status == Status::Completed)
    breach(rule_index("APR-06"), seen.place, "the turn goes on although it was cancelled",
           turn.canceled);
  if (turn.canceled.line == 0 && turn.declined.line != 0 && turn.interrupt_asked.line == 0 &&
      seen.status == Status::Interrupted)
    breach(rule_index("APR-06"), seen.place, "declining ended the turn", turn.declined);
}

void Judge::usage(const Observation& seen) {
  if (seen.thread == 0 || !seen.has_total) return;
  auto& thread = take_thread(seen.thread, seen.place);
  met(rule_index("ITM-05"));
  if (thread.has_total && seen.total < thread.total)
    breach(rule_index("ITM-05"), seen.place, "the total usage of the thread went down");
  thread.has_total = true;
  thread.total = seen.total;
}

}  // namespace spec::appserver
