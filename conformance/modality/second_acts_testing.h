// What the second engine of modality says, wherever in a call it is.
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
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
  void look(const Command& operation) {
    s_.look_due = at_ + limits_.look_bound.count();
    ask(operation);
  }
  // One bound from the first write on; a look beside it at each poll.
  void write(const Command& operation, bool forced) {
    if (s_.step_due == never) s_.step_due = at_ + limits_.sync_bound.count();
    if (!forced) s_.beside_due = at_ + limits_.poll_period.count();
    ask(operation);
  }
  bool answered(OperationId id) {
    (id == OperationId::Main ? s_.look_due : s_.listen_due) = never;
    return std::exchange(id == OperationId::Main ? s_.asked : s_.listening, false);
  }

  // The monitor's lane: one look at a time, which is taken back at its bound.
  void listen(const Command& operation, bool beside) {
    const bool waits = s_.listening && (beside || !s_.beside);
    if (waits && s_.listen_due > at_) return;
    hush();
    s_.listening = true;
    s_.beside = beside;
    s_.listen_due = at_ + limits_.look_bound.count();
    say(operation);
  }
  void hush() {
    s_.listen_due = never;
    s_.beside = false;
    if (std::exchange(s_.listening, false)) say(Cancel{OperationId::Monitor});
  }
  void look_beside() {
    s_.beside_due = at_ + limits_.poll_period.count();
    listen(ReadModality{OperationId::Monitor}, true);
  }
  void leave_write() {
    s_.beside_due = never;
    if (s_.beside) hush();
  }

  // Captures.

  void capture(Artifact artifact, Stage cause) {
    if (s_.capturing == 0) s_.capture_due = at_ + limits_.capture_bound.count();
    s_.capturing = static_cast<std::uint8_t>(s_.capturing | 1u << static_cast<unsigned>(artifact));
    say(Capture{artifact, cause});
  }

  void drop_captures() {
    for (std::uint8_t i = 0; i < artifact_kinds; ++i)
      if ((s_.capturing >> i & 1u) != 0) say(DropCapture{Artifact{i}});
    s_.capturing = 0;
    s_.capture_due = never;
  }

  // The monitor.

  void arm() { s_.tick_due = at_ + limits_.monitor_period.count(); }

  void disarm() {
    s_.tick_due = never;
    if (!s_.beside) hush();
  }

  // An explicit start inside a block leaves the monitor running, so that its end restores nothing;
  // an explicit allow forgets what was before all blocks. False: too deep, or no such block.
  bool leave_or_enter(Method method) {
    const bool enters = method == Method::EnterModalDialogAllowed;
    if (s_.blocks == (enters ? 8 : 0)) return false;
    if (!enters) --s_.blocks;
    const auto bit = 1u << s_.blocks;
    const bool watched = (s_.blocks_watched & bit) != 0;
    s_.blocks_watched = static_cast<std::uint8_t>(s_.blocks_watched & ~bit);
    if (!enters) {
      if (watched && s_.tick_due == never) arm();
      return true;
    }
    ++s_.blocks;
    if (s_.tick_due != never)
      s_.blocks_watched = static_cast<std::uint8_t>(s_.blocks_watched | bit);
    disarm();
    return true;
  }

  // Says what became of each close, also if the sweep is cut short. Which were closed.
  DialogList report() {
    DialogList closed;
    for (const auto& [dialog, fate, disposed] : s_.sweep) {
      if (fate == Fate::Untried || fate == Fate::Missed) continue;
      const auto outcome = fate == Fate::Refused ? port::modality::Outcome::Refused
                           : disposed            ? port::modality::Outcome::Closed
                                                 : port::modality::Outcome::Pending;
      if (outcome == port::modality::Outcome::Closed) closed.push_back(dialog);
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
    const auto next = std::min(
        {s_.step_due, s_.tick_due, s_.body_due, s_.capture_due, s_.look_due, s_.beside_due});
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
    leave_write();
    disarm();
    if (std::exchange(s_.asked, false)) say(Cancel{OperationId::Main});
    s_.look_due = never;
    drop_captures();
    report();
    s_.step_due = s_.body_due = s_.since = s_.noted = never;
    s_.scope = Scope::All;
  }

  void succeed() {
    say(Decide{Stage::Post, Reason::None});
    end({Verdict::Ok, Stage::Post, Reason::None, Modality::None});
  }

  void end(const Ended& result, bool retry_later = false) {
    retry_later_ = retry_later;
    const auto [timer, capturing, due] = std::tuple(s_.timer, s_.capturing, s_.capture_due);
    const auto artifacts = s_.result.artifacts;
    s_ = {.capture_due = due,
          .timer = timer,
          .phase = Phase::Ending,
          .capturing = capturing,
          .result = result};
    s_.result.artifacts = artifacts;
    if (capturing == 0) conclude();
  }

  // Whoever waited for the result has left.
  void withdraw() {
    if (s_.phase == Phase::Idle || s_.phase >= Phase::Tripped) return;
    s_.sweep.clear();
    auto stage = programs[static_cast<std::size_t>(s_.task)].stage;
    if (stage == Stage::Sweep) stage = Stage::Gate;
    if (s_.phase == Phase::After) stage = Stage::Post;
    if (in_body()) stage = Stage::Body;
    decide(stage, Reason::Cancelled);
    s_ = {.timer = s_.timer, .phase = Phase::Over};
    say(Finish{Verdict::Failed, stage, Reason::Cancelled, Modality::None});
  }

  void conclude() {
    auto result = s_.result;
    if (result.verdict == Verdict::Ok) result.artifacts = 0;
    s_ = {.timer = s_.timer, .phase = Phase::Over};
    mind_timer();
    say(ScheduleRefresh{});
    const auto passes = [&](Reason reason) { return result.reason == reason; };
    const bool mends = retry_later_ || passes(Reason::SmartTimedOut) ||
                       passes(Reason::IdeNotResponding) || passes(Reason::ProgressOutlivedBudget);
    say(Finish{result.verdict, result.stage, result.reason, result.blocked_by, result.artifacts,
               result.text, mends});
  }

  const Limits& limits_;
  State& s_;
  const std::int32_t at_;
  Commands& out_;
  bool retry_later_ = false;  // Of a script's error, which ends the call at once.
};

}  // namespace conformance::modality::second
