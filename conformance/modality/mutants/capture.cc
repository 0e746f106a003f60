// Broken captures (MOD-11, MOD-74, MOD-93).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

void capture_bound_changed(Turn& turn, Duration (*changed)(Duration)) {
  turn.pass();
  turn.change<StartTimer>([&](StartTimer& start) {
    if (start.timer == Timer::Capture) start.after = changed(start.after);
  });
}

void captures_not_awaited(Turn& turn, bool at_the_end) {
  turn.pass();
  const bool ends = turn.now().phase == Phase::Ending;
  if (turn.now().capturing == 0 || ends != at_the_end) return;
  for (const auto artifact : {Artifact::Screenshot, Artifact::ThreadDump})
    turn.pretend_captured(artifact);
}

void counts_artifacts(Turn& turn, std::uint8_t (*count)(std::uint8_t)) {
  turn.pass();
  turn.change<Finish>([&](Finish& finish) { finish.artifacts = count(finish.artifacts); });
}

constexpr Deviation capture_rows[]{
    {"capture_unbounded", "MOD-93 MOD-91", "modality/screenshot_hangs",
     "waits for a capture for ever", After{[](Turn& turn) {
       turn.drop_if([](const Command& command) {
         const auto* start = std::get_if<StartTimer>(&command);
         return start != nullptr && start->timer == Timer::Capture;
       });
     }}},
    {"capture_given_up_early", "MOD-93", "", "gives a capture up after half its bound",
     [](Turn& turn) { capture_bound_changed(turn, [](Duration bound) { return bound / 2; }); }},
    {"capture_given_up_late", "MOD-93", "", "gives a capture up after twice its bound",
     [](Turn& turn) { capture_bound_changed(turn, [](Duration bound) { return 2 * bound; }); }},
    {"lost_capture_unnoted", "MOD-93 MOD-11", "", "does not tell of a capture that it gave up",
     After{[](Turn& turn) { turn.drop<DropCapture>(); }}},
    {"close_before_screenshot", "MOD-11", "", "closes a dialog before its screenshot has come",
     [](Turn& turn) { captures_not_awaited(turn, false); }},
    {"result_before_captures", "MOD-93 MOD-74", "",
     "sends the result before what it captures has come",
     [](Turn& turn) { captures_not_awaited(turn, true); }},
    // The thread dump of an ending waits for the screenshot.
    {"captures_one_by_one", "MOD-93", "", "takes the thread dump of an ending after its screenshot",
     [](Turn& turn) {
       auto& held = turn.memory().stage;
       const auto is_over = [&] {
         const auto* captured = turn.got<Captured>();
         return (captured != nullptr && captured->artifact == Artifact::Screenshot) ||
                turn.fired(Timer::Capture);
       };
       if (held == 1 && is_over()) {
         held = 2;
         if (turn.got<Captured>() != nullptr) turn.pass();
         if (turn.got<Captured>() == nullptr) {
           turn.add(DropCapture{Artifact::Screenshot});
           turn.pretend_captured(Artifact::Screenshot);
         }
         turn.add(StartTimer{Timer::Capture, turn.limits().capture_bound});
         return turn.add(Capture{Artifact::ThreadDump, Stage::Gate});
       }
       turn.pass();
       const Command dump = Capture{Artifact::ThreadDump, Stage::Gate};
       if (held != 0 || !turn.has(Capture{Artifact::Screenshot, Stage::Gate})) return;
       held = 1;
       turn.drop(dump);
     }},
    {"artifacts_uncounted", "MOD-74", "", "counts no artifacts in a failure",
     [](Turn& turn) { counts_artifacts(turn, [](std::uint8_t) { return std::uint8_t{0}; }); }},
    // Of the ending alone, and not of the sweeps before.
    {"last_artifacts_counted", "MOD-74", "", "counts two artifacts of a failure at most",
     [](Turn& turn) {
       counts_artifacts(turn, [](std::uint8_t count) { return std::min<std::uint8_t>(count, 2); });
     }},
    {"lost_capture_counted", "MOD-74", "", "counts artifacts that never came",
     [](Turn& turn) {
       auto& lost = turn.memory().count;
       turn.pass();
       for (const Command& command : turn.out())
         if (std::holds_alternative<DropCapture>(command)) ++lost;
       turn.change<Finish>([&](Finish& finish) {
         const bool failed = finish.verdict == Verdict::Failed;
         if (failed) finish.artifacts = static_cast<std::uint8_t>(finish.artifacts + lost);
       });
     }},
    {"success_counts_artifacts", "MOD-74", "", "counts the artifacts of a call that succeeds",
     [](Turn& turn) {
       auto& taken = turn.memory().count;
       turn.pass();
       if (turn.got<Captured>() != nullptr) ++taken;
       turn.change<Finish>([&](Finish& finish) {
         if (finish.verdict == Verdict::Ok) finish.artifacts = taken;
       });
     }},
};

}  // namespace

std::span<const Deviation> capture_deviations() { return capture_rows; }

}  // namespace conformance::modality::mutation
