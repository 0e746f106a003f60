// The body: when it starts, its timeout, its errors, and who is blamed (MOD-70 to MOD-73).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr Request ten_seconds(Mode mode) {
  return {.mode = mode, .body_timeout = Duration{10'000}};
}

// clang-format off
constexpr PolicyCheck body_rows[] = {
  {.rule = "MOD-70", .says = "starts once, after every step before it succeeded",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().wants({reads})
         .synced().wants({reads})
         .made_smart().wants({reports_wait(0s), starts_body})
         .returned().wants({reads})
         .modality(none).wants({reads})
         .synced().wants({schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-70", .says = "does not start after a sync that failed",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, dialog))
         .after(1h);
   }},
  {.rule = "MOD-70", .says = "does not start after a wait for smart mode that failed",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none)
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Smart, Reason::SmartTimedOut))
         .after(1h);
   }},
  {.rule = "MOD-70", .says = "does not start after a gate that failed, also when the modal goes",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress))
         .fact(ProgressEnded{}).wants({})
         .after(1h);
   }},

  {.rule = "MOD-71",
   .says = "a body that runs longer than the request's timeout is cancelled and fails, with a dump",
   .run = [](Talk& talk) {
     talk.call(ten_seconds(Mode::Unleashed)).wants({schedules_refresh, starts_body})
         .after(10s).fires(Timer::Body).wants(times_out());
   }},
  {.rule = "MOD-71", .says = "the timeout is 600 s unless the request says otherwise",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).wants({schedules_refresh, starts_body})
         .after(600s).fires(Timer::Body).wants(times_out());
   }},
  {.rule = "MOD-71", .says = "it covers the body only: what comes before does not count",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Raw, .raw = raw("D"), .body_timeout = Duration{10'000}};
     talk.call(request).modality(none).modality(none)
         .after(50s).write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).wants({starts_body})
         .after(10s).fires(Timer::Body).wants(times_out());
   }},
  {.rule = "MOD-71", .says = "it covers the body only: the sync after it has its own bound",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Raw, .raw = raw("D"), .body_timeout = Duration{10'000}};
     talk.call(request).modality(none).synced().wants({starts_body})
         .after(9s).returned().modality(none).modality(none).wants({commits})
         .after(50s).write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-71", .says = "it covers a method that the body waits for, which is cancelled",
   .run = [](Talk& talk) {
     talk.call(ten_seconds(Mode::Unleashed))
         .method(0, Method::WaitForSmartMode).modality(none).wants({awaits_smart})
         .after(10s).fires(Timer::Body)
         .wants({cancels, cancels_body, dump(Stage::Body), schedules_refresh,
                 fails(Stage::Body, Reason::BodyTimedOut)});
   }},
  {.rule = "MOD-71",
   .says = "a body that ignores the cancel is abandoned: what it does later changes nothing",
   .run = [](Talk& talk) {
     talk.call(ten_seconds(Mode::Unleashed))
         .after(10s).fires(Timer::Body).wants(times_out())
         .after(20s).returned().wants({});
   }},
  {.rule = "MOD-71", .says = "a context method that fails ends the run: the script cannot catch it",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::AssertNonModal).wants({reads})
         .modality(dialog).wants({cancels_body, screenshot(Stage::Gate), dump(Stage::Gate),
                                  schedules_refresh,
                                  fails(Stage::Body, Reason::ModalAsserted, dialog)})
         .returned().wants({});
   }},
  {.rule = "MOD-71",
   .says = "a request whose timeout is not above zero is refused before anything runs",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Unleashed, .body_timeout = Duration{0}};
     talk.call(request).wants({fails(Stage::Surface, Reason::BadTimeout)});
   }},

  {.rule = "MOD-72", .says = "a script error fails the run with its own text and without artifacts",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .threw({7}).wants({schedules_refresh, fails_with({7})})
         .after(1h);
   }},
  {.rule = "MOD-72",
   .says = "a script error under the monitor, with a dialog up, takes no artifacts either",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .quiet_ticks(1)
         .opened(1).wants({})
         .threw({16}).wants({schedules_refresh, fails_with({16})})
         .says({"threw"});
   }},

  {.rule = "MOD-73", .says = "a failure at the gate says so, and that the script did not run",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .says({"The script did not run", "stage gate"});
   }},
  {.rule = "MOD-73", .says = "a failure of the sync says so, and that the script did not run",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().modality(none)
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Sync, Reason::SyncTimedOut))
         .says({"The script did not run", "stage sync"});
   }},
  {.rule = "MOD-73",
   .says = "a failure of the wait for smart mode says so, and that the script did not run",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().modality(none)
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Smart, Reason::SmartTimedOut))
         .says({"The script did not run", "stage smart"});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> body_checks() { return body_rows; }

}  // namespace conformance::modality
