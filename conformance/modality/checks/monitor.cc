// The monitor that watches a body (MOD-60 to MOD-67).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck monitor_rows[] = {
  {.rule = "MOD-60",
   .says = "the first tick comes 1 s after the body starts, and one each second from there",
   .run = [](Talk& talk) {
     talk.call(raw("RDW")).modality(none)
         .synced().made_smart().wants({reports_wait(0s), starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .after(1s).fires(Timer::Tick).wants({monitor_lists});
   }},
  {.rule = "MOD-60", .says = "no tick before the body, however long the steps before it take",
   .run = [](Talk& talk) {
     talk.call(raw("RDW")).modality(none).modality(none).wants({commits})
         .after(30s).write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).modality(none).wants({awaits_smart})
         .after(30s).smart_reached()
         .modality(none).wants({reports_wait(30s), starts_body})
         .quiet_ticks(1);
   }},
  {.rule = "MOD-60", .says = "it stops when the body returns: the sync after it is not watched",
   .run = [](Talk& talk) {
     talk.call(raw("RD")).modality(none).synced().wants({starts_body})
         .quiet_ticks(1)
         .returned().wants({reads})
         .modality(none).modality(none).wants({commits})
         .opened(1).wants({})
         .after(30s)
         .disposed(1).wants({})
         .write_ended().modality(none).write_ended().modality(none).write_ended()
         .modality(none).wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-61",
   .says = "cancels the body at once, one dump, sweeps top first, fails in stage monitor",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick)
         .tick_lists({2, 1}).wants(trips_over(2))
         .accepts(2).wants({})
         .disposed(2).wants({screenshot(Stage::Monitor), closes(1)})
         .answer(1, CloseAnswer::Refused)
         .wants({reports(2, Outcome::Closed), reports(1, Outcome::Refused), schedules_refresh,
                 fails(Stage::Monitor, Reason::DialogDuringBody, dialog)})
         .says({"a modal dialog", "closed", "allowModalDialog"});
   }},
  {.rule = "MOD-61", .says = "cancels what a method of the body has under way",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, Method::SyncDocuments).modality(none).wants({commits})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants({cancels, cancels_body, dump(Stage::Monitor),
                                 screenshot(Stage::Monitor), closes(1)});
   }},
  {.rule = "MOD-61", .says = "the body's timeout is ignored while the dialogs are swept",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Raw, .raw = raw("R")};
     request.body_timeout = 2s;
     talk.call(request).modality(none)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .accepts(1)
         .after(5s).fires(Timer::Dispose)
         .wants(fails_over(1, Outcome::Pending));
   }},

  {.rule = "MOD-61", .says = "names what a sweep of the body had closed that it cuts short",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(500ms).method(0, Method::CloseModalDialogs).dialogs({3, 2, 1})
         .accepts(3).disposed(3).accepts(2)
         .after(500ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants({reports(3, Outcome::Closed), reports(2, Outcome::Pending),
                                 cancels_body, dump(Stage::Monitor), screenshot(Stage::Monitor),
                                 closes(1)});
   }},

  {.rule = "MOD-62", .says = "a progress during the body does not trip it",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .fact(ProgressStarted{}).wants({})
         .quiet_ticks(3)
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-63", .says = "a dialog that comes and goes between two ticks is not observed",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .quiet_ticks(1)
         .after(100ms).opened(1).wants({})
         .after(800ms).disposed(1).wants({})
         .after(100ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-64",
   .says = "starting it again changes nothing: the ticks stay where they were, one a period",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(300ms).method(0, monitor).wants({returns(0)})
         .after(700ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .quiet_ticks(2);
   }},
  {.rule = "MOD-64", .says = "started twice by the body it ticks once a period",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, monitor).wants({returns(0)})
         .after(400ms).method(1, monitor).wants({returns(1)})
         .after(600ms).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({}).wants({})
         .quiet_ticks(2);
   }},

  {.rule = "MOD-65",
   .says = "starting it closes nothing: a dialog that is up stays until the first tick",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .opened(1)
         .method(0, monitor).wants({returns(0)})
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .tick_lists({1}).wants(trips_over(1));
   }},
  {.rule = "MOD-65",
   .says = "row 8 starts its body under the dialog and closes nothing before the first tick",
   .run = [](Talk& talk) {
     talk.call(raw("AR")).wants({schedules_refresh, starts_body})
         .after(1s).fires(Timer::Tick).wants({monitor_lists});
   }},

  {.rule = "MOD-66",
   .says = "allowModalDialog stops it for the rest of the run, dialog after dialog",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(500ms).method(0, allow).wants({returns(0)})
         .after(499ms).opened(1).wants({})
         .after(5s).disposed(1).wants({})
         .opened(2).wants({})
         .after(5min)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-66", .says = "allowModalDialog between a tick and its answer takes the tick back",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).wants({monitor_lists})
         .method(0, allow).wants({cancels_tick, returns(0)})
         .opened(1).wants({})
         .after(1min)
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-66",
   .says = "started again, its first tick comes one period later and then one a period",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(400ms).method(0, allow).wants({returns(0)})
         .after(2300ms).method(1, monitor).wants({returns(1)})
         .quiet_ticks(2)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1));
   }},

  {.rule = "MOD-66",
   .says = "started again inside a block where dialogs were allowed, it watches after the block",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .method(0, Method::EnterModalDialogAllowed).method(1, allow).wants({returns(1)})
         .method(2, monitor).wants({returns(2)})
         .method(3, Method::LeaveModalDialogAllowed).wants({returns(3)})
         .quiet_ticks(1)
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1));
   }},

  {.rule = "MOD-67", .says = "a body that returns while the monitor sweeps changes nothing",
   .run = [](Talk& talk) {
     talk.call(raw("RD")).modality(none).synced()
         .after(1s).fires(Timer::Tick)
         .tick_lists({1}).wants(trips_over(1))
         .returned().wants({})
         .accepts(1).wants({})
         .disposed(1).wants(fails_over(1, Outcome::Closed));
   }},
  {.rule = "MOD-67", .says = "a body that throws while the monitor sweeps changes nothing",
   .run = [](Talk& talk) {
     talk.call(raw("R")).modality(none)
         .after(1s).fires(Timer::Tick).tick_lists({1})
         .threw({3}).wants({})
         .answer(1, CloseAnswer::Refused)
         .wants(fails_over(1, Outcome::Refused));
   }},
  {.rule = "MOD-67", .says = "a body that returns after that result changes nothing",
   .run = [](Talk& talk) {
     talk.call(raw("RD")).modality(none).synced()
         .after(1s).fires(Timer::Tick).tick_lists({1})
         .answer(1, CloseAnswer::Refused)
         .wants(fails_over(1, Outcome::Refused))
         .returned().wants({})
         .after(1h);
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> monitor_checks() { return monitor_rows; }

}  // namespace conformance::modality
