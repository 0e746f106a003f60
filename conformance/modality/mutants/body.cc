// Broken starts and ends of the body (MOD-70 to MOD-73).
#include <array>

#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

bool timed_out(const Turn& turn) {
  const auto* decision = turn.decision();
  return decision != nullptr && decision->reason == Reason::BodyTimedOut;
}

bool threw(const Turn& turn) {
  const auto* decision = turn.decision();
  return decision != nullptr && decision->reason == Reason::BodyThrew;
}

void body_started_twice(Turn& turn) {
  turn.pass();
  if (turn.has<StartBody>()) turn.add(StartBody{});
}

void body_never_times_out(Turn& turn) {
  turn.pass();
  turn.drop_if([](const Command& command) {
    const auto* start = std::get_if<StartTimer>(&command);
    return start != nullptr && start->timer == Timer::Body;
  });
}

void body_timeout_covers_preflight(Turn& turn) {
  auto& waits = turn.memory().stage;
  if (waits == 1 && turn.fired(Timer::Body) && turn.was().phase == Phase::PreFlight) {
    return turn.fail({Verdict::Failed, Stage::Body, Reason::BodyTimedOut, Modality::None});
  }
  turn.pass();
  if (waits == 1 && turn.has<StartBody>()) body_never_times_out(turn);
  if (waits == 1 && turn.has<Finish>()) turn.add_first(StopTimer{Timer::Body});
  const auto* called = turn.got<Called>();
  if (called == nullptr || turn.now().phase != Phase::PreFlight) return;
  waits = 1;
  turn.add(StartTimer{Timer::Body, called->request.body_timeout});
}

void timeout_without_cancel(Turn& turn) {
  turn.pass();
  if (timed_out(turn)) turn.drop<CancelBody>();
}

void timeout_without_dump(Turn& turn) {
  turn.pass();
  if (timed_out(turn)) turn.skip(Artifact::ThreadDump);
}

void timeout_says_monitor(Turn& turn) {
  turn.pass();
  turn.change_result([](Finish& finish) {
    if (finish.reason == Reason::BodyTimedOut) finish.stage = Stage::Monitor;
  });
}

// The world tells nobody that a cancelled body has gone: this waits for one that ignores
// the cancel, and otherwise for ever.
void timeout_waits_for_body(Turn& turn) {
  auto& waits = turn.memory().stage;
  if (turn.fired(Timer::Body) && waits == 0) {
    waits = 1;
    turn.ignore();
    return turn.add(CancelBody{});
  }
  if (waits == 0) return turn.pass();
  const bool gone = turn.got<BodyReturned>() != nullptr || turn.got<BodyThrew>() != nullptr;
  if (!gone) return turn.pass();
  waits = 2;
  turn.tell(TimerFired{Timer::Body});
}

void script_error_captures(Turn& turn, Artifact artifact) {
  turn.pass();
  if (threw(turn)) turn.add_before<ScheduleRefresh>(Capture{artifact, Stage::Body});
}
void script_error_screenshot(Turn& turn) { script_error_captures(turn, Artifact::Screenshot); }
void script_error_dump(Turn& turn) { script_error_captures(turn, Artifact::ThreadDump); }

void script_error_succeeds(Turn& turn) {
  turn.pass();
  if (!threw(turn)) return;
  turn.change_result([](Finish& finish) {
    finish = {Verdict::Ok, Stage::Post, Reason::None, Modality::None};
  });
}

void script_error_reason_lost(Turn& turn) {
  turn.pass();
  turn.change_result([](Finish& finish) {
    if (finish.reason == Reason::BodyThrew) finish.reason = Reason::BodyTimedOut;
  });
}

void script_error_text_lost(Turn& turn) {
  turn.pass();
  turn.change_result([](Finish& finish) { finish.text = {}; });
}

void preflight_stage_body(Turn& turn) {
  auto& decided = turn.memory().stage;
  const bool before = turn.was().phase == Phase::PreFlight;
  turn.pass();
  if (before && turn.decision() != nullptr) decided = 1;
  if (decided == 0) return;
  turn.change_result([](Finish& finish) {
    if (finish.verdict == Verdict::Failed) finish.stage = Stage::Body;
  });
}

void body_after_failed_gate(Turn& turn) {
  turn.pass();
  const auto* decision = turn.decision();
  if (turn.was().phase != Phase::PreFlight || decision == nullptr) return;
  if (decision->stage == Stage::Surface) return;
  turn.add(StartBody{});
  turn.add(CancelBody{});
}

// clang-format off
constexpr std::array body_rows{
  Deviation{"body_started_twice", "MOD-70", "",
            "starts the body twice", body_started_twice},
  Deviation{"body_after_failed_gate", "MOD-70", "",
            "starts the body although a pre-flight step failed", body_after_failed_gate},
  Deviation{"body_never_times_out", "MOD-71 MOD-91", "",
            "does not keep the timeout of the call", body_never_times_out},
  Deviation{"body_timeout_covers_preflight", "MOD-71", "",
            "counts the pre-flight into the body's timeout", body_timeout_covers_preflight},
  Deviation{"timeout_without_cancel", "MOD-71", "",
            "lets a body run on that ran into its timeout", timeout_without_cancel},
  Deviation{"timeout_without_dump", "MOD-71", "",
            "takes no thread dump at the timeout", timeout_without_dump},
  Deviation{"timeout_says_monitor", "MOD-71", "",
            "blames the monitor for a timeout", timeout_says_monitor},
  Deviation{"timeout_waits_for_body", "MOD-71 MOD-91", "",
            "waits for the body that it cancelled to end", timeout_waits_for_body},
  Deviation{"script_error_screenshot", "MOD-72", "",
            "takes a screenshot when the script throws", script_error_screenshot},
  Deviation{"script_error_dump", "MOD-72", "",
            "takes a thread dump when the script throws", script_error_dump},
  Deviation{"script_error_succeeds", "MOD-72", "",
            "reports a script that threw as a success", script_error_succeeds},
  Deviation{"script_error_reason_lost", "MOD-72", "",
            "reports a script that threw as one that timed out", script_error_reason_lost},
  Deviation{"script_error_text_lost", "MOD-72", "",
            "fails a script that threw without saying its text", script_error_text_lost},
  Deviation{"preflight_stage_body", "MOD-73", "modality/preflight_blamed_on_script",
            "blames the script for a pre-flight step", preflight_stage_body},
};
// clang-format on

}  // namespace

std::span<const Deviation> body_deviations() { return body_rows; }

}  // namespace conformance::modality::mutation
