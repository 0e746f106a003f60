// What the second engine of modality says, wherever in a call it is.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>

#include "modality/second_state_testing.h"

namespace conformance::modality::second {

class Acts {
 public:
  Acts(const Limits& limits, State& state, std::int32_t at, Commands& out)
      : limits_(limits), s_(state), at_(at), out_(out) {}

 protected:
  bool in_body() const { return s_.phase == Phase::Script || s_.phase == Phase::Method; }
  void say(const Command& command) { out_.push_back(command); }
  void ask(const Command& operation) {
    s_.asked = true;
    say(operation);
  }
  bool answered(OperationId id) {
    return std::exchange(id == OperationId::Main ? s_.asked : s_.listening, false);
  }

  // The monitor.

  void arm() { s_.tick_due = at_ + limits_.monitor_period.count(); }

  void disarm() {
    s_.tick_due = never;
    if (std::exchange(s_.listening, false)) say(Cancel{OperationId::Monitor});
  }

  // Says what became of each close, also if the sweep is cut short. Which were closed.
  DialogList report() {
    DialogList closed;
    for (const auto& [dialog, fate, disposed] : s_.sweep) {
      if (fate == Fate::Untried || fate == Fate::Missed) continue;
      const auto outcome = fate == Fate::Refused ? Outcome::Refused
                           : disposed            ? Outcome::Closed
                                                 : Outcome::Pending;
      if (outcome == Outcome::Closed) closed.push_back(dialog);
      say(ReportDialog{dialog, outcome});
    }
    s_.sweep.clear();
    return closed;
  }

  // Deadlines.

  bool due(std::int32_t& deadline) {
    if (deadline > at_) return false;
    deadline = never;
    return true;
  }

  void mind_timer() {
    const auto next = std::min({s_.step_due, s_.tick_due, s_.body_due});
    if (next == std::exchange(s_.timer, next)) return;
    if (next == never) return say(StopTimer{Timer::Poll});
    say(StartTimer{Timer::Poll, Duration{std::max(next - at_, 0)}});
  }

  // Endings.

  void decide(Stage stage, Reason reason) {
    say(Decide{stage, reason});
    stop_all();
  }

  void stop_all() {
    if (in_body()) say(CancelBody{});
    disarm();
    if (std::exchange(s_.asked, false)) say(Cancel{OperationId::Main});
    report();
    s_.step_due = s_.body_due = s_.since = s_.noted = never;
    s_.scope = Scope::All;
  }

  void succeed() {
    say(Decide{Stage::Post, Reason::None});
    end({Verdict::Ok, Stage::Post, Reason::None, Modality::None});
  }

  void end(const Finish& result) {
    const auto timer = s_.timer;
    s_ = {.timer = timer, .phase = Phase::Over};
    mind_timer();
    say(ScheduleRefresh{});
    say(result);
  }

  const Limits& limits_;
  State& s_;
  const std::int32_t at_;
  Commands& out_;
};

}  // namespace conformance::modality::second
