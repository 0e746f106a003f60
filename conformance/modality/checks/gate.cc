// The gate (MOD-30 to MOD-35).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck gate_rows[] = {
  {.rule = "MOD-30", .says = "the gate reads anew after a sweep that closed everything",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1})
         .accepts(1)
         .disposed(1).wants({reports(1, Outcome::Closed), reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-30", .says = "the gate reads anew after the wait: its last look was of the wait",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .modality(none).wants({reads})
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress));
   }},
  {.rule = "MOD-30", .says = "with A and neither D nor W nothing depends on it: no read",
   .run = [](const PolicySubjects& subjects) {
     return both(Talk(subjects).call(raw("AR")).wants({schedules_refresh, starts_body}).verdict(),
                 Talk(subjects).call(raw("SA")).dialogs({}).wants({starts_body}).verdict());
   }},
  {.rule = "MOD-30", .says = "with A and D or W there is a read, since they depend on it",
   .run = [](const PolicySubjects& subjects) {
     return both(Talk(subjects).call(raw("AD")).wants({schedules_refresh, reads}).verdict(),
                 Talk(subjects).call(raw("AW")).wants({schedules_refresh, reads}).verdict());
   }},

  {.rule = "MOD-31",
   .says = "A=F with a dialog: screenshot, then thread dump, and the body never starts",
   .run = [](Talk& talk) {
     talk.call(raw("DW"))
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .disposed(1).wants({})
         .after(1h);
   }},
  {.rule = "MOD-31", .says = "non_modal does not start its body under a leftover dialog",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).wants({schedules_refresh, reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},

  {.rule = "MOD-32", .says = "A=T proceeds under a dialog without artifacts",
   .run = [](Talk& talk) {
     talk.call(raw("AD"))
         .modality(dialog).wants({warns(Warning::SyncSkipped), starts_body});
   }},
  {.rule = "MOD-32", .says = "A=T proceeds when nothing is modal: with D to the sync",
   .run = [](Talk& talk) {
     talk.call(raw("AD"))
         .modality(none).wants({reads})
         .modality(none).wants({commits});
   }},

  {.rule = "MOD-33", .says = "a tolerated progress skips D and W with a warning each",
   .run = [](Talk& talk) {
     talk.call(raw("DW"))
         .modality(progress).wants({warns(Warning::SyncSkipped), warns(Warning::SmartSkipped),
                                    starts_body});
   }},
  {.rule = "MOD-33", .says = "a tolerated progress with neither D nor W gives no warning",
   .run = [](Talk& talk) { talk.call(raw("R")).modality(progress).wants({starts_body}); }},
  {.rule = "MOD-33", .says = "a refused progress fails with artifacts and a reason of its own",
   .run = [](Talk& talk) {
     talk.call(raw("DW", ProgressAtGate::Refuse))
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress));
   }},
  {.rule = "MOD-33", .says = "with A=T the switch has no meaning: a progress is proceeded under",
   .run = [](Talk& talk) {
     talk.call(raw("AD", ProgressAtGate::Refuse))
         .modality(progress).wants({warns(Warning::SyncSkipped), starts_body});
   }},
  {.rule = "MOD-33",
   .says = "with a dialog in the stack as well the dialog decides, though a progress is tolerated",
   .run = [](Talk& talk) {
     talk.call(raw("", ProgressAtGate::Tolerate))
         .fact(ProgressStarted{}).opened(1)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},

  {.rule = "MOD-34", .says = "a non-modal dialog counts neither at the gate nor during the body",
   .run = [](Talk& talk) {
     talk.call(raw("R"))
         .fact(DialogOpened{DialogId{1}, false}).wants({})
         .modality(none).wants({starts_body})
         .fact(DialogOpened{DialogId{2}, false}).wants({})
         .quiet_ticks(2)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-34", .says = "a non-modal dialog does not disturb the sweep, the wait or the sync",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .fact(DialogOpened{DialogId{1}, false}).wants({})
         .quiet_start().wants({reads})
         .modality(none).wants({commits})
         .fact(DialogOpened{DialogId{2}, false}).wants({})
         .write_ended().wants({reads});
   }},

  {.rule = "MOD-35", .says = "non_modal over a dialog: mode, dialog and the ways out",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(dialog)
         .says({"modal=non_modal", "modal dialog", "modal=smart_non_modal", "modal=unleashed"});
   }},
  {.rule = "MOD-35", .says = "non_modal over a progress: mode, progress and the ways out",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal)
         .modality(progress)
         .says({"modal=non_modal", "progress", "modal=smart_non_modal", "modal=unleashed"});
   }},
  {.rule = "MOD-35", .says = "smart_non_modal over a dialog: mode, dialog and the way out",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .modality(dialog)
         .says({"modal=smart_non_modal", "modal dialog", "modal=unleashed"});
   }},
  {.rule = "MOD-35", .says = "a raw tuple over a dialog: what blocks and the way out",
   .run = [](Talk& talk) {
     talk.call(raw("R"))
         .modality(dialog)
         .says({"modal=raw", "modal dialog", "allow modal at the gate"});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> gate_checks() { return gate_rows; }

}  // namespace conformance::modality
