// Waiting for smart mode before the body (MOD-50 to MOD-57).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck smart_rows[] = {
  {.rule = "MOD-50", .says = "runs when the gate read non-modal, after the sync",
   .run = [](Talk& talk) {
     talk.call(raw("DW"))
         .modality(none).wants({reads})
         .synced().wants({reads})
         .modality(none).wants({awaits_smart})
         .smart_reached().wants({reads})
         .modality(none).wants({reports_wait(0s), starts_body});
   }},
  {.rule = "MOD-50", .says = "runs without D as well",
   .run = [](Talk& talk) {
     talk.call(raw("W"))
         .modality(none).wants({reads})
         .modality(none).wants({awaits_smart});
   }},
  {.rule = "MOD-50", .says = "does not run when the gate let a modal pass",
   .run = [](Talk& talk) {
     talk.call(raw("AW"))
         .modality(progress).wants({warns(Warning::SmartSkipped), starts_body});
   }},
  {.rule = "MOD-50", .says = "does not run after a sync that failed",
   .run = [](Talk& talk) {
     talk.call(raw("DW")).modality(none)
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalBeforeSync, dialog))
         .after(1h);
   }},

  {.rule = "MOD-51", .says = "asserts first: a dialog fails it in stage smart with a thread dump",
   .run = [](Talk& talk) {
     talk.call(raw("DW")).modality(none).synced().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Smart, Reason::ModalBeforeSmart, dialog));
   }},
  {.rule = "MOD-51", .says = "asserts first: a progress fails it as well",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none)
         .modality(progress).wants(fails_in(Stage::Smart, Reason::ModalBeforeSmart, progress));
   }},

  {.rule = "MOD-52", .says = "an indexing that does not end within 60 s fails the run",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none).wants({awaits_smart})
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Smart, Reason::SmartTimedOut))
         .after(1h);
   }},
  {.rule = "MOD-52", .says = "its 60 s are its own: what the sync took does not count",
   .run = [](Talk& talk) {
     talk.call(raw("DW")).modality(none).modality(none)
         .after(50s).write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).wants({reads})
         .modality(none).wants({awaits_smart})
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Smart, Reason::SmartTimedOut));
   }},

  {.rule = "MOD-53", .says = "reports 0 when the IDE was smart already",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none)
         .made_smart().wants({reports_wait(0s), starts_body});
   }},
  {.rule = "MOD-53", .says = "reports the time waited, without the sync before it",
   .run = [](Talk& talk) {
     talk.call(raw("DW")).modality(none).modality(none)
         .after(7s).write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).modality(none).wants({awaits_smart})
         .after(12s).smart_reached()
         .modality(none).wants({reports_wait(12s), starts_body});
   }},

  {.rule = "MOD-54", .says = "indexing that restarts right after the wait fails nothing",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none)
         .after(3s).fact(IndexingEnded{}).fact(IndexingStarted{})
         .smart_reached().modality(none).wants({reports_wait(3s), starts_body})
         .after(1min)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-54", .says = "indexing that restarts during the body fails nothing",
   .run = [](Talk& talk) {
     talk.call(raw("RW")).modality(none).made_smart().wants({reports_wait(0s), starts_body})
         .fact(IndexingStarted{}).wants({})
         .quiet_ticks(2)
         .fact(IndexingEnded{}).wants({})
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-55",
   .says = "an import that is still running is neither waited for nor ends the wait",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none).wants({awaits_smart})
         .after(1s).fact(IndexingEnded{}).smart_reached().wants({reads})
         .modality(none).wants({reports_wait(1s), starts_body})
         .fact(ImportFinished{}).wants({});
   }},
  {.rule = "MOD-55", .says = "an import that finishes does not end the wait for indexes",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none).wants({awaits_smart})
         .after(1s).fact(ImportFinished{}).wants({})
         .after(1s).smart_reached().wants({reads})
         .modality(none).wants({reports_wait(2s), starts_body});
   }},

  {.rule = "MOD-56", .says = "asserts again after waiting: a dialog that came meanwhile fails it",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none)
         .after(3s).opened(1).wants({})
         .smart_reached().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Smart, Reason::ModalAfterSmart, dialog));
   }},
  {.rule = "MOD-56", .says = "asserts again after waiting: a progress fails it as well",
   .run = [](Talk& talk) {
     talk.call(raw("W")).modality(none).modality(none).smart_reached().wants({reads})
         .modality(progress).wants(fails_in(Stage::Smart, Reason::ModalAfterSmart, progress));
   }},

  {.rule = "MOD-57", .says = "skipped under a modal it gives one warning, which names the modal",
   .run = [](Talk& talk) {
     talk.call(raw("AW"))
         .modality(dialog).wants({warns(Warning::SmartSkipped), starts_body})
         .says({"not waited for", "modal"});
   }},
  {.rule = "MOD-57", .says = "D alone gives no warning about smart mode",
   .run = [](Talk& talk) {
     talk.call(raw("D"))
         .modality(progress).wants({warns(Warning::SyncSkipped), starts_body});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> smart_checks() { return smart_rows; }

}  // namespace conformance::modality
