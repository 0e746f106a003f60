// The eight rows of the behaviour table, by raw tuples (MOD-06).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck rows_rows[] = {
  {.rule = "MOD-06", .says = "row 1 STRICT: sweep, fail at the gate over a survivor",
   .run = [](Talk& talk) {
     talk.call(raw("SR")).wants({schedules_refresh, lists})
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-06",
   .says = "row 1 STRICT: a dialog that appears during the body is closed, and the run fails",
   .run = [](Talk& talk) {
     talk.call(raw("SR")).wants({schedules_refresh, lists})
         .dialogs({}).wants({reads})
         .modality(none).wants({starts_body})
         .opened(1).wants({})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1).wants({})
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-06", .says = "row 2 OPEN-OWN: sweep, fail at the gate over a survivor",
   .run = [](Talk& talk) {
     talk.call(raw("S")).wants({schedules_refresh, lists})
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-06", .says = "row 2 OPEN-OWN: a dialog that appears during the body is tolerated",
   .run = [](Talk& talk) {
     talk.call(raw("S")).wants({schedules_refresh, lists})
         .dialogs({}).wants({reads})
         .modality(none).wants({starts_body})
         .opened(1).wants({})
         .after(10s)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-06",
   .says = "row 3 BEST-EFFORT: sweep, proceed under a survivor, skip and warn, tolerate",
   .run = [](Talk& talk) {
     talk.call(raw("SADW")).wants({schedules_refresh, lists})
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                  starts_body})
         .after(10s)
         .returned().wants({reads});
   }},
  {.rule = "MOD-06",
   .says = "row 4 CONTRADICTION: proceed under a survivor, then close it and fail",
   .run = [](Talk& talk) {
     talk.call(raw("SARDW")).wants({schedules_refresh, lists})
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                  starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .answer(1, CloseAnswer::Refused)
         .wants(fails_over(1, Outcome::Refused));
   }},
  {.rule = "MOD-06",
   .says = "row 5 STRICT-NO-SWEEP: nothing at start, fail at the gate over a dialog",
   .run = [](Talk& talk) {
     talk.call(raw("R")).wants({schedules_refresh, reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-06",
   .says = "row 5 STRICT-NO-SWEEP: a dialog that appears during the body is closed, and it fails",
   .run = [](Talk& talk) {
     talk.call(raw("R")).wants({schedules_refresh, reads})
         .modality(none).wants({starts_body})
         .quiet_ticks(1)
         .opened(1).wants({})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1).wants({})
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-06",
   .says = "row 6 FAIL-AT-GATE-ONLY: nothing at start, fail at the gate over a dialog",
   .run = [](Talk& talk) {
     talk.call(raw("")).wants({schedules_refresh, reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-06",
   .says = "row 6 FAIL-AT-GATE-ONLY: a dialog that appears during the body is tolerated",
   .run = [](Talk& talk) {
     talk.call(raw("")).wants({schedules_refresh, reads})
         .modality(none).wants({starts_body})
         .opened(1).wants({})
         .after(10s)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-06",
   .says = "row 7 PERMISSIVE: nothing at start, proceed under a dialog, skip and warn, tolerate",
   .run = [](Talk& talk) {
     talk.call(raw("ADW")).wants({schedules_refresh, reads})
         .modality(dialog).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                  starts_body})
         .after(10s)
         .returned().wants({reads});
   }},
  {.rule = "MOD-06",
   .says = "row 8 CONTRADICTION: nothing at start, proceed under a dialog, then close it and fail",
   .run = [](Talk& talk) {
     talk.call(raw("AR")).wants({schedules_refresh, starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1).wants({})
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-06",
   .says = "with every letter set and nothing modal, the run prepares, watches and puts right",
   .run = [](Talk& talk) {
     talk.call(raw("SARDW")).wants({schedules_refresh, lists})
         .dialogs({}).wants({reads})
         .modality(none).wants({reads})
         .synced().wants({reads})
         .made_smart().wants({reports_wait(0s), starts_body})
         .quiet_ticks(3)
         .returned().wants({reads})
         .modality(none).wants({reads})
         .synced().wants({schedules_refresh, succeeds});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> row_checks() { return rows_rows; }

}  // namespace conformance::modality
