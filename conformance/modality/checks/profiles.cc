// What the profiles stand for, and that a call has one result (MOD-02, MOD-03, MOD-05, MOD-08).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck profiles_rows[] = {
  {.rule = "MOD-02",
   .says = "smart_non_modal sweeps, waits, looks, syncs, awaits smart mode, watches and syncs",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).wants({schedules_refresh, lists})
         .dialogs({}).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({commits})
         .write_ended().wants({reads})
         .modality(none).wants({saves})
         .write_ended().wants({reads})
         .modality(none).wants({refreshes})
         .write_ended().wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({awaits_smart})
         .smart_reached().wants({reads})
         .modality(none).wants({reports_wait(0s), starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .returned().wants({reads})
         .modality(none).wants({reads})
         .synced().wants({schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-02",
   .says = "smart_non_modal fails at the gate over a dialog that the sweep could not close",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-02",
   .says = "smart_non_modal closes a dialog that appears during the body, and fails",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .opened(1)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1)
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-02", .says = "non_modal looks once, and neither prepares, watches nor puts right",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).wants({schedules_refresh, reads})
         .modality(none).wants({starts_body})
         .opened(1).wants({})
         .after(10s)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-02", .says = "non_modal refuses a dialog and closes none",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-02", .says = "non_modal refuses a progress at once: it does not wait it out",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress));
   }},
  {.rule = "MOD-02", .says = "unleashed starts the body at once, watches nothing and ends with it",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).wants({schedules_refresh, starts_body})
         .opened(1).wants({})
         .after(10s)
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-03",
   .says = "smart_non_modal, which watches its body, does not start it under a dialog",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .dialogs({}).modality(none)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .after(1h);
   }},
  {.rule = "MOD-03", .says = "non_modal neither starts under a dialog nor watches what it starts",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects).call(Mode::NonModal)
             .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog)),
         Talk(subjects).call(Mode::NonModal)
             .modality(none).wants({starts_body})
             .after(10s));
   }},
  {.rule = "MOD-03", .says = "unleashed, which starts under anything, leaves dialogs alone",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).wants({schedules_refresh, starts_body})
         .opened(1).wants({})
         .after(10s)
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-05", .says = "after a success there is no tick, no command and no second result",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none).wants({starts_body})
         .quiet_ticks(2)
         .returned().wants({schedules_refresh, succeeds})
         .opened(1).wants({})
         .disposed(1).wants({})
         .after(1h);
   }},
  {.rule = "MOD-05",
   .says = "a body that returns in the instant of a tick, before its answer, gives one result",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .opened(1)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .returned().wants({cancels_tick, schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-05",
   .says = "a body that returns in the instant of a failing tick, after it, gives one result",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .opened(1)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .returned().wants({})
         .answer(1, CloseAnswer::Refused)
         .wants(fails_over(1, Outcome::Refused))
         .returned().wants({})
         .after(1h);
   }},
  {.rule = "MOD-08", .says = "a call without trouble leaves no artifact and no warning",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).wants({schedules_refresh, starts_body})
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-05", .says = "after a failure at the gate nothing comes",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .disposed(1).wants({})
         .after(1h);
   }},
  {.rule = "MOD-05", .says = "after a timed-out body that goes on and throws nothing comes",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .after(10min).fires(Timer::Body).wants(times_out())
         .threw({2}).wants({})
         .after(1h);
   }},
  {.rule = "MOD-05", .says = "a failure is decided before its artifacts, as its result says",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(dialog).ends({decides(Stage::Gate, Reason::DialogAtGate),
                                 screenshot(Stage::Gate), dump(Stage::Gate), schedules_refresh,
                                 fails(Stage::Gate, Reason::DialogAtGate, dialog)});
   }},
  {.rule = "MOD-05", .says = "a failure is decided before what is under way is cancelled",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).modality(none)
         .after(60s).fires(Timer::Bound)
         .ends({decides(Stage::Body, Reason::SyncTimedOut), cancels, cancels_body,
                dump(Stage::Sync), schedules_refresh, fails(Stage::Body, Reason::SyncTimedOut)});
   }},
  {.rule = "MOD-05",
   .says = "what the monitor finds is decided before its sweep, and not again after it",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).ends({decides(Stage::Monitor, Reason::DialogDuringBody), cancels_body,
                                dump(Stage::Monitor), screenshot(Stage::Monitor), closes(1)})
         .answer(1, CloseAnswer::Refused)
         .ends({reports(1, Outcome::Refused), schedules_refresh,
                fails(Stage::Monitor, Reason::DialogDuringBody, dialog)});
   }},
  {.rule = "MOD-05", .says = "a success is decided after the post-flight, whatever came of that",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none)
         .modality(dialog).ends({dump(Stage::Sync),
                                 warns(Warning::PostSyncFailed, Reason::ModalBeforeSync),
                                 decides_success, schedules_refresh, succeeds});
   }},
  {.rule = "MOD-33",
   .says = "by rev5 smart_non_modal waits for no progress, and lets one pass with two warnings",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .dialogs({}).wants({reads})
         .modality(progress).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                    starts_body});
   },
   .revision = Revision::Rev5},
  {.rule = "MOD-33", .says = "by rev5 non_modal lets a progress pass, and warns of nothing",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(progress).wants({starts_body});
   },
   .revision = Revision::Rev5},
  {.rule = "MOD-02", .says = "by rev5 smart_non_modal fails over a dialog, syncs and is watched",
   .run = [](const PolicySubjects& subjects) {
     const auto failed = Talk(subjects)
         .call(Mode::SmartNonModal)
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .verdict();
     return both(failed, Talk(subjects)
         .call(Mode::SmartNonModal)
         .dialogs({})
         .modality(none).synced().made_smart()
         .opened(1)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .verdict());
   },
   .revision = Revision::Rev5},
  {.rule = "MOD-05", .says = "a refusal is decided, too",
   .run = [](Talk& talk) {
     const Request request{.from_edt = true, .body_timeout = 1s};
     talk.call(request).ends({decides(Stage::Surface, Reason::CalledFromEdt),
                              fails(Stage::Surface, Reason::CalledFromEdt)});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> profile_checks() { return profiles_rows; }

}  // namespace conformance::modality
