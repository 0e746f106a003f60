// Looks that the event thread does not answer, and callers who withdraw (MOD-49, MOD-94, MOD-95,
// MOD-110, MOD-111).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr Reason silent = Reason::IdeNotResponding;
constexpr Reason withdrawn = Reason::Cancelled;

// clang-format off
constexpr PolicyCheck event_thread_rows[] = {
  {.rule = "MOD-49",
   .says = "a dialog that holds back a commit, a save or a refresh fails the sync at the next look",
   .run = [](const PolicySubjects& subjects) {
     const auto fails_now = [](Talk& talk) -> Talk& {
       return talk.beside_shows(dialog).after(500ms).fires(Timer::Poll)
           .wants({cancels, dump(Stage::Sync), schedules_refresh,
                   fails(Stage::Sync, Reason::ModalDuringSync, dialog)});
     };
     Talk commit(subjects), save(subjects), refresh(subjects);
     commit.call(raw("D")).modality(none).modality(none).wants({commits});
     save.call(raw("D")).modality(none).modality(none).write_ended().modality(none).wants({saves});
     refresh.call(raw("D")).modality(none).modality(none).write_ended().modality(none)
         .write_ended().modality(none).wants({refreshes});
     return both(fails_now(commit), both(fails_now(save), fails_now(refresh)));
   }},
  {.rule = "MOD-49", .says = "so does one that holds back the save of saveProject",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).method(0, Method::SaveProject).modality(none)
         .wants({saves_in(Scope::Settings)})
         .beside_shows(dialog).after(500ms).fires(Timer::Poll)
         .wants({cancels, cancels_body, dump(Stage::Sync), schedules_refresh,
                 fails(Stage::Body, Reason::ModalDuringSync, dialog)});
   }},
  {.rule = "MOD-49", .says = "it looks again at each poll",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none)
         .after(5s).beside_shows(dialog).fires(Timer::Poll)
         .wants({cancels, dump(Stage::Sync), schedules_refresh,
                 fails(Stage::Sync, Reason::ModalDuringSync, dialog)});
   }},
  {.rule = "MOD-49", .says = "a progress that shows beside a write fails nothing",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).modality(none).wants({commits})
         .beside_shows(progress).after(5s).write_ended().wants({reads});
   }},
  {.rule = "MOD-94", .says = "a listing that is not answered within 8 s ends the call",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).after(8s).fires(Timer::Look)
         .ends({decides(Stage::Gate, silent), cancels, dump(Stage::Gate), schedules_refresh,
                fails(Stage::Gate, silent)})
         .counts(1).after(1h);
   }},
  {.rule = "MOD-94", .says = "so does a read of the wait and of the gate",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects)
             .call(Mode::SmartNonModal).dialogs({}).after(8s).fires(Timer::Look)
             .ends({decides(Stage::Gate, silent), cancels, dump(Stage::Gate), schedules_refresh,
                    fails(Stage::Gate, silent)}),
         Talk(subjects)
             .call(Mode::NonModal).after(8s).fires(Timer::Look)
             .ends({decides(Stage::Gate, silent), cancels, dump(Stage::Gate), schedules_refresh,
                    fails(Stage::Gate, silent)}));
   }},
  {.rule = "MOD-94", .says = "so does a read of the sync and of the wait for smart mode, by stage",
   .run = [](const PolicySubjects& subjects) {
     return both(
         Talk(subjects)
             .call(raw("D")).modality(none).after(8s).fires(Timer::Look)
             .ends({decides(Stage::Sync, silent), cancels, dump(Stage::Sync), schedules_refresh,
                    fails(Stage::Sync, silent)}),
         Talk(subjects)
             .call(raw("W")).modality(none).after(8s).fires(Timer::Look)
             .ends({decides(Stage::Smart, silent), cancels, dump(Stage::Smart), schedules_refresh,
                    fails(Stage::Smart, silent)}));
   }},
  {.rule = "MOD-94", .says = "so does a read that a method of the script wants",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed).method(0, Method::SyncDocuments).after(8s).fires(Timer::Look)
         .ends({decides(Stage::Body, silent), cancels, cancels_body, dump(Stage::Sync),
                schedules_refresh, fails(Stage::Body, silent)});
   }},
  {.rule = "MOD-94", .says = "a read of the post-flight that is not answered is a warning",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced().returned().after(8s).fires(Timer::Look)
         .wants({cancels, dump(Stage::Sync), warns(Warning::PostSyncFailed, silent),
                 schedules_refresh, succeeds});
   }},
  {.rule = "MOD-94",
   .says = "the monitor takes back a look that is not answered, and asks again at the next tick",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .after(8s).fires(Timer::Tick).wants({cancels_tick, monitor_lists})
         .tick_lists({}).wants({});
   }},
  {.rule = "MOD-95", .says = "a tick that falls while a look is unanswered asks nothing",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .after(1s).fires(Timer::Tick).wants({})
         .after(300ms).tick_lists({}).wants({})
         .after(700ms).fires(Timer::Tick).wants({monitor_lists});
   }},
  {.rule = "MOD-95", .says = "what a late answer shows counts when it comes",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .after(300ms).tick_lists({1})
         .wants(trips_over(1));
   }},

  {.rule = "MOD-114", .says = "a result says whether trying again later may mend it",
   .run = [](const PolicySubjects& subjects) {
     Talk dead(subjects), indexing(subjects), blocked(subjects);
     dead.call(Mode::NonModal).after(8s).fires(Timer::Look).retries(true);
     indexing.call(raw("W")).modality(none).modality(none).wants({awaits_smart})
         .after(60s).fires(Timer::Bound).retries(true);
     blocked.call(Mode::NonModal).modality(dialog).retries(false);
     return both(dead.verdict(), both(indexing.verdict(), blocked.verdict()));
   }},
  {.rule = "MOD-114", .says = "so does that of a script that needs an index, and of no other error",
   .run = [](const PolicySubjects& subjects) {
     Talk dumb(subjects), other(subjects);
     dumb.call(Mode::Unleashed).threw(TextId{1}, true).retries(true);
     other.call(Mode::Unleashed).threw(TextId{1}).retries(false);
     return both(dumb.verdict(), other.verdict());
   }},
  {.rule = "MOD-110", .says = "a withdrawal ends a call that looks, writes or waits, at once",
   .run = [](const PolicySubjects& subjects) {
     const auto ends_now = [](Talk& talk, Stage stage) -> Talk& {
       return talk.withdraws().ends({decides(stage, withdrawn), cancels, fails(stage, withdrawn)})
           .counts(0).after(1h);
     };
     Talk looks(subjects), writes(subjects), waits(subjects);
     looks.call(Mode::SmartNonModal);
     writes.call(raw("D")).modality(none).modality(none).wants({commits});
     waits.call(raw("W")).modality(none).modality(none).wants({awaits_smart}).after(50s);
     return both(ends_now(looks, Stage::Gate),
                 both(ends_now(writes, Stage::Sync), ends_now(waits, Stage::Smart)));
   }},
  {.rule = "MOD-110", .says = "it cancels a script that runs, and nothing comes after it",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).quiet_start().synced().made_smart().after(700ms)
         .withdraws().ends({decides(Stage::Body, withdrawn), cancels_body,
                            fails(Stage::Body, withdrawn)})
         .counts(0).after(1h);
   }},
  {.rule = "MOD-110", .says = "after the script it ends the post-flight",
   .run = [](Talk& talk) {
     talk.call(raw("D")).modality(none).synced().returned().modality(none).modality(none)
         .wants({commits})
         .withdraws().ends({decides(Stage::Post, withdrawn), cancels,
                            fails(Stage::Post, withdrawn)});
   }},
  {.rule = "MOD-110", .says = "it drops what is being captured",
   .run = [](Talk& talk) {
     talk.captures_take_time().call(raw("S")).dialogs({1})
         .withdraws().ends({decides(Stage::Gate, withdrawn), drops(Artifact::Screenshot),
                            drops(Artifact::ThreadDump), fails(Stage::Gate, withdrawn)});
   }},
  {.rule = "MOD-110", .says = "what it was closing it reports to nobody",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep),
                                             closes(1)})
         .withdraws().ends({decides(Stage::Gate, withdrawn), cancels,
                            fails(Stage::Gate, withdrawn)});
   }},
  {.rule = "MOD-111", .says = "a withdrawal behind the decision changes nothing",
   .run = [](Talk& talk) {
     talk.captures_take_time().call(raw("")).modality(dialog)
         .withdraws().wants({})
         .shot().dumped()
         .wants({schedules_refresh, fails(Stage::Gate, Reason::DialogAtGate, dialog)})
         .withdraws().wants({});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> event_thread_checks() { return event_thread_rows; }

}  // namespace conformance::modality
