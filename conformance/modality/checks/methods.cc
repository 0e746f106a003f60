// The context methods (MOD-100 to MOD-109).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr MethodCall sweep_without_waiting{.method = Method::CloseModalDialogs,
                                           .await_dispose = false};

// clang-format off
constexpr PolicyCheck methods_rows[] = {
  {.rule = "MOD-100", .says = "closeModalDialogs is the sweep, and returns how many it closed",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::CloseModalDialogs).wants({lists})
         .dialogs({3, 2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(3)})
         .accepts(3).wants({})
         .disposed(3).wants({screenshot(Stage::Sweep), closes(2)})
         .answer(2, CloseAnswer::Refused).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({})
         .disposed(1).wants({reports(3, Outcome::Closed), reports(2, Outcome::Refused),
                             reports(1, Outcome::Closed), returns(0, 2)})
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-100", .says = "closeModalDialogs without a dialog takes nothing and returns 0",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(none)
         .method(0, Method::CloseModalDialogs).wants({lists})
         .dialogs({}).wants({returns(0, 0)});
   }},
  {.rule = "MOD-100", .says = "closeModalDialogs(awaitDispose=false) returns without waiting",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, sweep_without_waiting).dialogs({1})
         .accepts(1).wants({reports(1, Outcome::Pending), returns(0, 0)});
   }},
  {.rule = "MOD-100",
   .says = "closeModalDialogs works under the monitor of smart_non_modal, and it fails nothing",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .opened(1)
         .after(500ms).method(0, Method::CloseModalDialogs).dialogs({1})
         .accepts(1)
         .disposed(1).wants({reports(1, Outcome::Closed), returns(0, 1)})
         .after(500ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({});
   }},

  {.rule = "MOD-15",
   .says = "closeModalDialogs gives the script what it closed, in order, and not what it did not",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::CloseModalDialogs)
         .dialogs({3, 2, 1}).accepts(3)
         .disposed(3).answer(2, CloseAnswer::Refused).accepts(1)
         .disposed(1).wants({reports(3, Outcome::Closed), reports(2, Outcome::Refused),
                             reports(1, Outcome::Closed), returns(0, 2)})
         .gives({3, 1})
         .method(1, Method::IsModal).modality(none).gives({});
   }},

  {.rule = "MOD-75", .says = "a method called during a sync is refused, and the sync goes on",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).modality(none).wants({commits})
         .method(1, Method::IsModal).wants({refuses(1)})
         .write_ended().wants({reads})
         .method(2, Method::SyncDocuments).wants({refuses(2)})
         .modality(none).wants({saves})
         .write_ended().modality(none).wants({refreshes})
         .write_ended().modality(none).wants({returns(0)})
         .method(3, Method::IsModal).modality(none).wants({returns(3, 0)});
   }},
  {.rule = "MOD-75", .says = "a method called during a sweep is refused, and the sweep goes on",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::CloseModalDialogs)
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .method(1, Method::AllowModalDialog).wants({refuses(1)})
         .accepts(1)
         .method(2, Method::CloseModalDialogs).wants({refuses(2)})
         .disposed(1).wants({reports(1, Outcome::Closed), returns(0, 1)});
   }},
  {.rule = "MOD-75",
   .says = "a script that returns during a sync has returned: what is withheld is cancelled",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).modality(none).wants({commits})
         .returned().wants({cancels, schedules_refresh, succeeds})
         .after(1h);
   }},
  {.rule = "MOD-75",
   .says = "a script that returns during a sync has returned: the sync after it is a new one",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced()
         .method(0, Method::SyncDocuments).modality(none).wants({commits})
         .after(59s).returned().wants({cancels, reads})
         .modality(none).synced().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-101", .says = "monitorAndCloseModalDialogs starts the monitor in unleashed",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::MonitorAndCloseModalDialogs).wants({returns(0)})
         .quiet_ticks(1)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1)
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-101", .says = "monitorAndCloseModalDialogs starts the monitor in non_modal",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(none)
         .after(700ms).method(0, Method::MonitorAndCloseModalDialogs).wants({returns(0)})
         .quiet_ticks(2)
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-102", .says = "allowModalDialog stops the monitor of smart_non_modal",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart()
         .method(0, Method::AllowModalDialog).wants({returns(0)})
         .opened(1).wants({})
         .after(5min)
         .returned().wants({reads})
         .modality(dialog).wants({warns(Warning::PostSyncSkipped), schedules_refresh, succeeds});
   }},
  {.rule = "MOD-102", .says = "allowModalDialog where nothing watches just returns",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::AllowModalDialog).wants({returns(0)})
         .after(5min);
   }},

  {.rule = "MOD-103",
   .says = "syncDocuments is the sync: commit, save, refresh, with a read around each",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).wants({reads})
         .modality(none).wants({commits})
         .write_ended().wants({reads})
         .modality(none).wants({saves})
         .write_ended().wants({reads})
         .modality(none).wants({refreshes})
         .write_ended().wants({reads})
         .modality(none).wants({returns(0)});
   }},
  {.rule = "MOD-103", .says = "syncDocuments under a modal fails the run",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments)
         .modality(dialog).wants(fails_body(Stage::Sync, Reason::ModalBeforeSync, dialog));
   }},
  {.rule = "MOD-103", .says = "syncDocuments that opens a dialog fails the run",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(none)
         .method(0, Method::SyncDocuments).modality(none).write_ended().modality(none)
         .write_ended().wants({reads})
         .modality(dialog).wants(fails_body(Stage::Sync, Reason::ModalDuringSync, dialog));
   }},
  {.rule = "MOD-103", .says = "syncDocuments is bounded by 60 s",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::SyncDocuments).modality(none).wants({commits})
         .after(60s).fires(Timer::Bound)
         .wants({cancels, cancels_body, dump(Stage::Sync), schedules_refresh,
                 fails(Stage::Body, Reason::SyncTimedOut)});
   }},

  {.rule = "MOD-104", .says = "waitForSmartMode is the wait, and returns the milliseconds waited",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::WaitForSmartMode).wants({reads})
         .modality(none).wants({awaits_smart})
         .after(1500ms).smart_reached().wants({reads})
         .modality(none).wants({returns(0, 1500)});
   }},
  {.rule = "MOD-104", .says = "waitForSmartMode under a modal fails the run",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::WaitForSmartMode)
         .modality(progress).wants(fails_body(Stage::Smart, Reason::ModalBeforeSmart, progress));
   }},
  {.rule = "MOD-104", .says = "waitForSmartMode is bounded by 60 s",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::WaitForSmartMode).modality(none).wants({awaits_smart})
         .after(60s).fires(Timer::Bound)
         .wants({cancels, cancels_body, dump(Stage::Smart), schedules_refresh,
                 fails(Stage::Body, Reason::SmartTimedOut)});
   }},

  {.rule = "MOD-105", .says = "assertNonModal has no effect when nothing is modal",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::AssertNonModal).wants({reads})
         .modality(none).wants({returns(0)})
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-105",
   .says = "assertNonModal under a dialog fails with a screenshot and a thread dump",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::AssertNonModal)
         .modality(dialog).wants({cancels_body, screenshot(Stage::Gate), dump(Stage::Gate),
                                  schedules_refresh,
                                  fails(Stage::Body, Reason::ModalAsserted, dialog)});
   }},
  {.rule = "MOD-105", .says = "assertNonModal under a progress fails as well",
   .run = [](Talk& talk) {
     talk.call(Mode::NonModal).modality(none)
         .method(0, Method::AssertNonModal)
         .modality(progress).wants({cancels_body, screenshot(Stage::Gate), dump(Stage::Gate),
                                    schedules_refresh,
                                    fails(Stage::Body, Reason::ModalAsserted, progress)});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> method_checks() { return methods_rows; }

}  // namespace conformance::modality
