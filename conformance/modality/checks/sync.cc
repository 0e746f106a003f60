// Documents in sync before the body (MOD-40 to MOD-45).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck sync_rows[] = {
  {.rule = "MOD-40",
   .says = "commit, then save, then a refresh that is awaited, with a read around each",
   .run = [](Talk& talk) {
     talk.call(raw("D"))
         .modality(none).wants({reads})
         .modality(none).wants({commits})
         .write_ended().wants({reads})
         .modality(none).wants({saves})
         .write_ended().wants({reads})
         .modality(none).wants({refreshes})
         .after(10s)
         .write_ended().wants({reads})
         .modality(none).wants({starts_body});
   }},
  {.rule = "MOD-40", .says = "does not run when the gate read a dialog that it lets pass",
   .run = [](Talk& talk) {
     talk.call(raw("AD"))
         .modality(dialog).wants({warns(Warning::SyncSkipped), starts_body});
   }},
  {.rule = "MOD-40", .says = "does not run without D",
   .run = [](Talk& talk) { talk.call(raw("S")).dialogs({}).modality(none).wants({starts_body}); }},

  {.rule = "MOD-41", .says = "asserts first: a dialog since the gate fails it with a thread dump",
   .run = [](Talk& talk) {
     talk.call(raw("D"))
         .modality(none).wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalBeforeSync, dialog));
   }},
  {.rule = "MOD-41",
   .says = "asserts first: a progress since the gate fails it as well, where one is tolerated too",
   .run = [](Talk& talk) {
     talk.call(raw("AD"))
         .modality(none).wants({reads})
         .modality(progress).wants(fails_in(Stage::Sync, Reason::ModalBeforeSync, progress));
   }},

  {.rule = "MOD-42", .says = "a commit that is withheld for 60 s fails the run and is cancelled",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).wants({commits})
         .after(60s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Sync, Reason::SyncTimedOut))
         .after(1h);
   }},
  {.rule = "MOD-42", .says = "the 60 s cover commit, save and refresh together",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).wants({commits})
         .after(25s).write_ended().modality(none).wants({saves})
         .after(25s).write_ended().modality(none).wants({refreshes})
         .after(10s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Sync, Reason::SyncTimedOut));
   }},
  {.rule = "MOD-42", .says = "a save that is withheld is cancelled at 60 s",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .after(59s).write_ended().modality(none).wants({saves})
         .after(1s).fires(Timer::Bound)
         .wants(gives_up_in(Stage::Sync, Reason::SyncTimedOut));
   }},
  {.rule = "MOD-42", .says = "a sync that ends just before its bound is in time",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .after(59s).write_ended().modality(none).write_ended().modality(none)
         .after(999ms).write_ended()
         .modality(none).wants({starts_body})
         .after(1min);
   }},

  {.rule = "MOD-43", .says = "a dialog after the commit fails the sync",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, dialog));
   }},
  {.rule = "MOD-43", .says = "a dialog that saving opened fails the sync",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).write_ended().modality(none).wants({saves})
         .opened(1).wants({})
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, dialog));
   }},
  {.rule = "MOD-43", .says = "a dialog after the refresh fails the sync: the body does not start",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).write_ended().modality(none).write_ended()
         .modality(none).wants({refreshes})
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, dialog));
   }},
  {.rule = "MOD-43", .says = "a progress fails it like a dialog",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).write_ended().modality(none)
         .write_ended().wants({reads})
         .modality(progress).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, progress));
   }},

  {.rule = "MOD-44", .says = "skipped under a modal it gives one warning, which names the modal",
   .run = [](Talk& talk) {
     talk.call(raw("SAD")).dialogs({1})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads})
         .modality(dialog).wants({warns(Warning::SyncSkipped), starts_body})
         .says({"not synced", "modal"});
   }},
  {.rule = "MOD-44", .says = "W alone gives no warning about the sync",
   .run = [](Talk& talk) {
     talk.call(raw("AW"))
         .modality(dialog).wants({warns(Warning::SmartSkipped), starts_body});
   }},

  {.rule = "MOD-45", .says = "no commit is started after a read that said modal",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start()
         .modality(progress).wants(fails_in(Stage::Sync, Reason::ModalBeforeSync, progress))
         .after(1h);
   }},
  {.rule = "MOD-45", .says = "no save is started after a read that said modal",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .write_ended().wants({reads})
         .modality(progress).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, progress))
         .after(1h);
   }},
  {.rule = "MOD-45", .says = "no refresh is started after a read that said modal",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).write_ended().modality(none)
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_in(Stage::Sync, Reason::ModalDuringSync, dialog))
         .after(1h);
   }},

  {.rule = "MOD-46",
   .says = "commits, saves and refreshes all documents, so that all texts agree afterwards",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none)
         .modality(none).wants({commits_in(Scope::All)})
         .write_ended().modality(none).wants({saves_in(Scope::All)})
         .write_ended().modality(none).wants({refreshes_in(Scope::All)})
         .write_ended().modality(none).wants({starts_body});
   }},
  {.rule = "MOD-47", .says = "names the dirty documents alone: a save of clean ones could ask",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start()
         .modality(none).write_ended()
         .modality(none).wants({Save{OperationId::Main, Scope::All, false, Extent::Dirty}});
   }},
  {.rule = "MOD-48",
   .says = "syncDocuments(projectOnly) names the project in each of its operations",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, {.method = Method::SyncDocuments, .project_only = true})
         .modality(none).wants({commits_in(Scope::Project)})
         .write_ended().modality(none).wants({saves_in(Scope::Project)})
         .write_ended().modality(none).wants({refreshes_in(Scope::Project)});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> sync_checks() { return sync_rows; }

}  // namespace conformance::modality
