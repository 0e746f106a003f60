// The milder context methods (MOD-106 to MOD-108), and all of them after the end (MOD-109).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr MethodCall forced{.method = Method::SyncDocuments, .force = true};
constexpr MethodCall of_project{.method = Method::SyncDocuments, .project_only = true};

// clang-format off
constexpr PolicyCheck reads_rows[] = {
  {.rule = "MOD-106", .says = "isModal is 1 under a dialog or a progress, and fails under neither",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::IsModal).wants({reads})
         .modality(none).wants({returns(0, 0)})
         .method(1, Method::IsModal).wants({reads})
         .modality(progress).wants({returns(1, 1)})
         .method(2, Method::IsModal).wants({reads})
         .modality(dialog).wants({returns(2, 1)})
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-106", .says = "isSmartMode tells smart from dumb, and does not fail while dumb",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::IsSmartMode).wants({reads_smart})
         .smart(false).wants({returns(0, 0)})
         .method(1, Method::IsSmartMode).wants({reads_smart})
         .smart(true).wants({returns(1, 1)})
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-107",
   .says = "syncDocuments(force) asserts and commits nothing: it saves and refreshes",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, forced).wants({saves_forced()})
         .write_ended().wants({refreshes_forced()})
         .write_ended().wants({returns(0)});
   }},
  {.rule = "MOD-107", .says = "syncDocuments(force) is tried under a modal that a read has shown",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::IsModal).modality(dialog).wants({returns(0, 1)})
         .method(1, forced).wants({saves_forced()});
   }},
  {.rule = "MOD-107", .says = "syncDocuments(force) is bounded by 60 s, save and refresh together",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, forced).wants({saves_forced()})
         .after(40s).write_ended().wants({refreshes_forced()})
         .after(20s).fires(Timer::Bound)
         .wants({cancels, cancels_body, dump(Stage::Sync), schedules_refresh,
                 fails(Stage::Body, Reason::SyncTimedOut)});
   }},

  {.rule = "MOD-108",
   .says = "syncDocuments(projectOnly) commits and saves the project's documents only",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, of_project).wants({reads})
         .modality(none).wants({commits_in(Scope::Project)})
         .write_ended().wants({reads})
         .modality(none).wants({saves_in(Scope::Project)})
         .write_ended().wants({reads})
         .modality(none).wants({refreshes_in(Scope::Project)})
         .write_ended().wants({reads})
         .modality(none).wants({returns(0)});
   }},
  {.rule = "MOD-108",
   .says = "syncDocuments(force, projectOnly) saves the project's documents only",
   .run = [](Talk& talk) {
     constexpr MethodCall both{
         .method = Method::SyncDocuments, .force = true, .project_only = true};
     talk.call(Mode::Unleashed)
         .method(0, both).wants({saves_forced(Scope::Project)})
         .write_ended().wants({refreshes_forced(Scope::Project)})
         .write_ended().wants({returns(0)});
   }},
  {.rule = "MOD-108",
   .says = "after syncDocuments(projectOnly) the sync that follows the body covers all again",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .method(0, of_project).synced().wants({returns(0)})
         .returned().modality(none)
         .modality(none).wants({commits})
         .write_ended()
         .modality(none).wants({saves});
   }},
  {.rule = "MOD-108", .says = "saveProject asserts, saves the settings, and looks again",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SaveProject).wants({reads})
         .modality(none).wants({saves_in(Scope::Settings)})
         .write_ended().wants({reads})
         .modality(none).wants({returns(0)});
   }},
  {.rule = "MOD-108", .says = "saveProject starts no save under a modal",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SaveProject)
         .modality(dialog).wants(fails_body(Stage::Sync, Reason::ModalBeforeSync, dialog));
   }},
  {.rule = "MOD-108", .says = "saveProject that opens a dialog fails the run",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SaveProject).modality(none).write_ended().wants({reads})
         .modality(dialog).wants(fails_body(Stage::Sync, Reason::ModalDuringSync, dialog));
   }},
  {.rule = "MOD-108", .says = "saveProject is bounded by 60 s",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SaveProject).modality(none)
         .after(60s).fires(Timer::Bound)
         .wants({cancels, cancels_body, dump(Stage::Sync), schedules_refresh,
                 fails(Stage::Body, Reason::SyncTimedOut)});
   }},

  {.rule = "MOD-109", .says = "every method called after a success is refused",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).returned().wants({schedules_refresh, succeeds})
         .method(0, Method::CloseModalDialogs).wants({refuses(0)})
         .method(1, Method::MonitorAndCloseModalDialogs).wants({refuses(1)})
         .method(2, Method::AllowModalDialog).wants({refuses(2)})
         .method(3, Method::EnterModalDialogAllowed).wants({refuses(3)})
         .method(4, Method::LeaveModalDialogAllowed).wants({refuses(4)})
         .method(5, Method::SyncDocuments).wants({refuses(5)})
         .method(6, forced).wants({refuses(6)})
         .method(7, Method::SaveProject).wants({refuses(7)})
         .method(8, Method::WaitForSmartMode).wants({refuses(8)})
         .method(9, Method::AssertNonModal).wants({refuses(9)})
         .method(10, Method::IsModal).wants({refuses(10)})
         .method(11, Method::IsSmartMode).wants({refuses(11)})
         .after(1h);
   }},
  {.rule = "MOD-109", .says = "a method called after a call that was refused is refused",
   .run = [](Talk& talk) {
     Request at_once = request(Mode::Unleashed);
     at_once.body_timeout = Duration::zero();
     talk.call(at_once)
         .late_method(0, Method::IsModal).wants({refuses(0)})
         .after(1h);
   }},
  {.rule = "MOD-109", .says = "a body that outlives its timeout finds its methods refused",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .after(10min).fires(Timer::Body).wants(times_out())
         .method(0, Method::SyncDocuments).wants({refuses(0)})
         .after(1s).method(1, Method::MonitorAndCloseModalDialogs).wants({refuses(1)})
         .after(1h);
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> read_checks() { return reads_rows; }

}  // namespace conformance::modality
