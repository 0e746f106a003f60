// Broken starts and ends of the body (MOD-70 to MOD-73).
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

void body_never_times_out(Turn& turn) {
  turn.pass();
  turn.drop_if([](const Command& command) {
    const auto* start = std::get_if<StartTimer>(&command);
    return start != nullptr && start->timer == Timer::Body;
  });
}

void script_error_captures(Turn& turn, Artifact artifact) {
  turn.pass();
  if (threw(turn)) turn.add_before<ScheduleRefresh>(Capture{artifact, Stage::Body});
}

constexpr Deviation body_rows[]{
    {"body_started_twice", "MOD-70", "", "starts the body twice", After{[](Turn& turn) {
       if (turn.has<StartBody>()) turn.add(StartBody{});
     }}},
    {"body_after_failed_gate", "MOD-70", "", "starts the body although a pre-flight step failed",
     After{[](Turn& turn) {
       const auto* decision = turn.decision();
       if (turn.was().phase != Phase::PreFlight || decision == nullptr) return;
       if (decision->stage == Stage::Surface) return;
       turn.add(StartBody{});
       turn.add(CancelBody{});
     }}},
    {"body_never_times_out", "MOD-71 MOD-91", "", "does not keep the timeout of the call",
     body_never_times_out},
    {"body_timeout_covers_preflight", "MOD-71", "", "counts the pre-flight into the body's timeout",
     [](Turn& turn) {
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
     }},
    {"timeout_without_cancel", "MOD-71", "", "lets a body run on that ran into its timeout",
     After{[](Turn& turn) {
       if (timed_out(turn)) turn.drop<CancelBody>();
     }}},
    {"timeout_without_dump", "MOD-71", "", "takes no thread dump at the timeout",
     After{[](Turn& turn) {
       if (timed_out(turn)) turn.skip(Artifact::ThreadDump);
     }}},
    {"timeout_says_monitor", "MOD-71", "", "blames the monitor for a timeout",
     changes_result([](Finish& finish) {
       if (finish.reason == Reason::BodyTimedOut) finish.stage = Stage::Monitor;
     })},
    // The world tells nobody that a cancelled body has gone: this waits for one that ignores
    // the cancel, and otherwise for ever.
    {"timeout_waits_for_body", "MOD-71 MOD-91", "", "waits for the body that it cancelled to end",
     [](Turn& turn) {
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
     }},
    {"script_error_screenshot", "MOD-72", "", "takes a screenshot when the script throws",
     [](Turn& turn) { script_error_captures(turn, Artifact::Screenshot); }},
    {"script_error_dump", "MOD-72", "", "takes a thread dump when the script throws",
     [](Turn& turn) { script_error_captures(turn, Artifact::ThreadDump); }},
    {"script_error_succeeds", "MOD-72", "", "reports a script that threw as a success",
     After{[](Turn& turn) {
       if (!threw(turn)) return;
       turn.change_result([](Finish& finish) {
         finish = {Verdict::Ok, Stage::Post, Reason::None, Modality::None};
       });
     }}},
    {"script_error_reason_lost", "MOD-72", "", "reports a script that threw as one that timed out",
     changes_result([](Finish& finish) {
       if (finish.reason == Reason::BodyThrew) finish.reason = Reason::BodyTimedOut;
     })},
    {"script_error_text_lost", "MOD-72", "", "fails a script that threw without saying its text",
     changes_result([](Finish& finish) { finish.text = {}; })},
    {"preflight_stage_body", "MOD-73", "modality/preflight_blamed_on_script",
     "blames the script for a pre-flight step",
     [](Turn& turn) {
       auto& decided = turn.memory().stage;
       const bool before = turn.was().phase == Phase::PreFlight;
       turn.pass();
       if (before && turn.decision() != nullptr) decided = 1;
       if (decided == 0) return;
       turn.change_result([](Finish& finish) {
         if (finish.verdict == Verdict::Failed) finish.stage = Stage::Body;
       });
     }},
};

}  // namespace

std::span<const Deviation> body_deviations() { return body_rows; }

}  // namespace conformance::modality::mutation
