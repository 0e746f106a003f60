// What is put right after the body (MOD-80 to MOD-84).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck post_rows[] = {
  {.rule = "MOD-80", .says = "smart_non_modal syncs again after a body that returned",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .returned().wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({commits})
         .write_ended().wants({reads})
         .modality(none).wants({saves})
         .write_ended().wants({reads})
         .modality(none).wants({refreshes})
         .write_ended().wants({reads})
         .modality(none).wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-80", .says = "a raw tuple with D looks anew: the modal of the gate has gone since",
   .run = [](Talk& talk) {
     talk.call(raw("AD"))
         .modality(dialog).wants({warns(Warning::SyncSkipped), starts_body})
         .method(0, Method::CloseModalDialogs).dialogs({1}).accepts(1).disposed(1)
         .returned().wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({commits});
   }},
  {.rule = "MOD-80", .says = "a raw tuple without D does not sync after the body",
   .run = [](Talk& talk) {
     talk.call(raw("SRW")).dialogs({}).modality(none).made_smart()
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-80", .says = "a body that threw is not synced after",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .threw({4}).wants({schedules_refresh, fails_with({4})})
         .after(1h);
   }},
  {.rule = "MOD-80", .says = "a body that timed out is not synced after",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .after(10min).fires(Timer::Body).wants(times_out());
   }},

  {.rule = "MOD-81", .says = "a dialog that saving opens is a warning, not a failure",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none).modality(none).write_ended().modality(none).wants({saves})
         .write_ended().wants({reads})
         .modality(dialog).wants({dump(Stage::Sync),
                                  warns(Warning::PostSyncFailed, Reason::ModalDuringSync),
                                  schedules_refresh, succeeds})
         .says({"disk", "raised a modal dialog"});
   }},
  {.rule = "MOD-81",
   .says = "a modal that comes between its read and its assert is a warning, not a failure",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none).wants({reads})
         .modality(progress).wants({dump(Stage::Sync),
                                    warns(Warning::PostSyncFailed, Reason::ModalBeforeSync),
                                    schedules_refresh, succeeds})
         .says({"disk"});
   }},
  {.rule = "MOD-81",
   .says = "60 s without an end are a warning, not a failure, and the commit is cancelled",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none).modality(none).wants({commits})
         .after(60s).fires(Timer::Bound)
         .wants({cancels, dump(Stage::Sync), warns(Warning::PostSyncFailed, Reason::SyncTimedOut),
                 schedules_refresh, succeeds})
         .says({"disk"})
         .after(1h);
   }},

  {.rule = "MOD-82",
   .says = "skipped because a dialog is up: a warning that names it, and the run succeeds",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .opened(1)
         .returned().wants({reads})
         .modality(dialog).wants({warns(Warning::PostSyncSkipped), schedules_refresh, succeeds})
         .says({"not synced after", "modal"});
   }},
  {.rule = "MOD-82", .says = "skipped because a progress is up: the same",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .returned().wants({reads})
         .modality(progress).wants({warns(Warning::PostSyncSkipped), schedules_refresh, succeeds})
         .says({"not synced after", "modal"});
   }},

  {.rule = "MOD-83", .says = "non_modal does nothing after its body",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(none)
         .returned().wants({schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-83", .says = "unleashed does nothing after its body",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .returned().wants({schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-83",
   .says = "a sync that the body of unleashed called itself brings no other after it",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).synced().wants({returns(0)})
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-84",
   .says = "a refresh is scheduled first and right before the result, in every mode",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects).call(Mode::Unleashed).wants({schedules_refresh, starts_body})
             .returned().wants({schedules_refresh, succeeds}).verdict(),
         both(
             Talk(subjects).call(Mode::NonModal).wants({schedules_refresh, reads})
                 .modality(none).returned().wants({schedules_refresh, succeeds}).verdict(),
             Talk(subjects).call(Mode::SmartNonModal).wants({schedules_refresh, lists})
                 .quiet_start().synced().made_smart().returned().modality(none)
                 .synced().wants({schedules_refresh, succeeds}).verdict()));
   }},
  {.rule = "MOD-84", .says = "also before a failure, and also under a modal",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).wants({schedules_refresh, reads})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-84", .says = "also when the monitor fails the run",
   .run = [](Talk& talk) {
     talk.call(raw("AR")).wants({schedules_refresh, starts_body})
         .after(1s).fires(Timer::Tick).tick_lists({1})
         .answer(1, CloseAnswer::Refused)
         .wants(fails_over(1, Outcome::Refused));
   }},
  {.rule = "MOD-84", .says = "not for a call that is refused",
   .run = [](const PolicySubjects& subjects) {
     const Request unknown{.defect = Defect::UnknownMode, .body_timeout = default_body_timeout};
     const Request bad_timeout{.defect = Defect::BadTimeout, .body_timeout = default_body_timeout};
     const Request from_edt{.from_edt = true, .body_timeout = default_body_timeout};
     return both(
         Talk(subjects).call(unknown).wants({fails(Stage::Surface, Reason::UnknownMode)}).verdict(),
         both(Talk(subjects).call(bad_timeout)
                  .wants({fails(Stage::Surface, Reason::BadTimeout)}).verdict(),
              Talk(subjects).call(from_edt)
                  .wants({fails(Stage::Surface, Reason::CalledFromEdt)}).verdict()));
   }},

  {.rule = "MOD-85", .says = "before it says ok it saves all documents, the script's among them",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .returned().modality(none)
         .modality(none).wants({commits})
         .write_ended().modality(none).wants({saves_in(Scope::All)})
         .write_ended().modality(none).write_ended()
         .modality(none).wants({schedules_refresh, succeeds});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> post_checks() { return post_rows; }

}  // namespace conformance::modality
