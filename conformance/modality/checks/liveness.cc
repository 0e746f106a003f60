// Every call ends, and nothing waits for a thread that waits for it (MOD-90 to MOD-92).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr Request from_edt(Mode mode) {
  return {.mode = mode, .from_edt = true, .body_timeout = default_body_timeout};
}

// clang-format off
constexpr PolicyCheck liveness_rows[] = {
  {.rule = "MOD-90", .says = "a call from the EDT is refused at once, in every mode",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects).call(from_edt(Mode::SmartNonModal))
             .wants({fails(Stage::Surface, Reason::CalledFromEdt)}).after(1h).verdict(),
         both(
             Talk(subjects).call(from_edt(Mode::NonModal))
                 .wants({fails(Stage::Surface, Reason::CalledFromEdt)}).after(1h).verdict(),
             Talk(subjects).call(from_edt(Mode::Unleashed))
                 .wants({fails(Stage::Surface, Reason::CalledFromEdt)}).after(1h).verdict()));
   }},
  {.rule = "MOD-90",
   .says = "a call from the EDT is refused for a raw tuple too, and told to come from elsewhere",
   .run = [](Talk& talk) {
     Request request = from_edt(Mode::Raw);
     request.raw = raw("A");
     talk.call(request).wants({fails(Stage::Surface, Reason::CalledFromEdt)})
         .says({"background thread", "did not run"});
   }},

  {.rule = "MOD-91", .says = "dialogs that never answer hold the sweep for 5 s each",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({3, 2, 1})
         .after(5s).fires(Timer::Dispose).wants({cancels, screenshot(Stage::Sweep), closes(2)})
         .after(5s).fires(Timer::Dispose).wants({cancels, screenshot(Stage::Sweep), closes(1)})
         .after(5s).fires(Timer::Dispose)
         .wants({cancels, reports(3, Outcome::Pending), reports(2, Outcome::Pending),
                 reports(1, Outcome::Pending), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .after(1h);
   }},
  {.rule = "MOD-91",
   .says = "a dialog that never answers does not hold a sweep that awaits no disposal either",
   .run = [](Talk& talk) {
     Options tuple = raw("S");
     tuple.await_dispose = false;
     talk.call(tuple).dialogs({1})
         .after(5s).fires(Timer::Dispose).wants({cancels, reports(1, Outcome::Pending), reads});
   }},
  {.rule = "MOD-91",
   .says = "with every step just within its bound the call goes on, and ends at the first beyond",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({1})
         .accepts(1).after(4900ms).disposed(1).wants({reports(1, Outcome::Closed), reads})
         .polls(240).wants({notes(120s), reads})
         .modality(none).modality(none).modality(none).wants({commits})
         .after(20s).write_ended().modality(none).wants({saves})
         .after(20s).write_ended().modality(none).wants({refreshes})
         .after(19s).write_ended().modality(none).wants({reads})
         .modality(none).wants({awaits_smart})
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Smart, Reason::SmartTimedOut))
         .after(1h);
   }},
  {.rule = "MOD-91", .says = "a body that neither returns nor does anything ends with its timeout",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced().wants({starts_body})
         .after(600s).fires(Timer::Body).wants(times_out())
         .after(1h);
   }},
  {.rule = "MOD-91", .says = "a monitor whose dialogs never answer ends the call 5 s later",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .after(5s).fires(Timer::Dispose)
         .wants({cancels, reports(1, Outcome::Pending), schedules_refresh,
                 fails(Stage::Monitor, Reason::DialogDuringBody, dialog)});
   }},
  {.rule = "MOD-91", .says = "a sync after the body that hangs ends the call 60 s later",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none).modality(none).write_ended().modality(none).wants({saves})
         .after(60s).fires(Timer::Bound)
         .wants({cancels, dump(Stage::Sync), warns(Warning::PostSyncFailed, Reason::SyncTimedOut),
                 schedules_refresh, succeeds});
   }},

  {.rule = "MOD-92", .says = "a body that runs under a modal reads it",
   .run = [](Talk& talk) {
     talk.call(raw("AD")).wants({schedules_refresh, reads})
         .modality(dialog).wants({warns(Warning::SyncSkipped), starts_body})
         .method(0, Method::IsModal).wants({reads})
         .modality(dialog).wants({returns(0, 1)})
         .returned().wants({reads})
         .modality(dialog).wants({warns(Warning::PostSyncSkipped), schedules_refresh, succeeds});
   }},
  {.rule = "MOD-92", .says = "the monitor reads under a modal",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(progress).wants({starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1));
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> liveness_checks() { return liveness_rows; }

}  // namespace conformance::modality
