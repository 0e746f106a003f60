// The sweep (MOD-10 to MOD-14).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck sweep_rows[] = {
  {.rule = "MOD-10",
   .says = "closes the topmost dialog first, each after the one before is disposed",
   .run = [](Talk& talk) {
     talk.call(raw("S")).wants({schedules_refresh, lists})
         .dialogs({3, 2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(3)})
         .accepts(3).wants({})
         .disposed(3).wants({screenshot(Stage::Sweep), closes(2)})
         .accepts(2).wants({})
         .disposed(2).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({})
         .disposed(1).wants({reports(3, Outcome::Closed), reports(2, Outcome::Closed),
                             reports(1, Outcome::Closed), reads});
   }},
  {.rule = "MOD-10", .says = "does not wait for a disposal that it was told of before the answer",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(2)})
         .disposed(2).wants({})
         .answer(2, CloseAnswer::Accepted).wants({screenshot(Stage::Sweep), closes(1)});
   }},
  {.rule = "MOD-13",
   .says = "a dialog that refused and went all the same is reported as what it answered",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({1}).disposed(1)
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), reads});
   }},
  {.rule = "MOD-10", .says = "does not wait for the disposal of a dialog that refused to close",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(2)})
         .answer(2, CloseAnswer::Refused).wants({screenshot(Stage::Sweep), closes(1)});
   }},
  {.rule = "MOD-10", .says = "makes one pass: a dialog that refused is not tried again",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({2, 1}).answer(2, CloseAnswer::Refused)
         .answer(1, CloseAnswer::Refused).wants({reports(2, Outcome::Refused),
                                                 reports(1, Outcome::Refused), reads});
   }},
  {.rule = "MOD-10", .says = "goes on with the next when somebody else was quicker",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(2)})
         .answer(2, CloseAnswer::Gone).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1)
         .disposed(1).wants({reports(1, Outcome::Closed), reads});
   }},

  {.rule = "MOD-10", .says = "closes eight dialogs, one on top of the other, topmost first",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({8, 7, 6, 5, 4, 3, 2, 1});
     for (std::uint8_t id = 8; id > 1; --id)
       talk.accepts(id).disposed(id).wants(
           {screenshot(Stage::Sweep), closes(static_cast<std::uint8_t>(id - 1))});
     talk.accepts(1).disposed(1)
         .wants({reports(8, Outcome::Closed), reports(7, Outcome::Closed),
                 reports(6, Outcome::Closed), reports(5, Outcome::Closed),
                 reports(4, Outcome::Closed), reports(3, Outcome::Closed),
                 reports(2, Outcome::Closed), reports(1, Outcome::Closed), reads});
   }},
  {.rule = "MOD-11",
   .says = "takes one thread dump before the first close and a screenshot before each",
   .run = [](Talk& talk) {
     talk.call(raw("S"))
         .dialogs({2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(2)})
         .accepts(2).wants({})
         .disposed(2).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({})
         .disposed(1).wants({reports(2, Outcome::Closed), reports(1, Outcome::Closed), reads});
   }},
  {.rule = "MOD-11", .says = "takes nothing when no dialog shows",
   .run = [](Talk& talk) {
     talk.call(raw("S")).wants({schedules_refresh, lists})
         .dialogs({}).wants({reads})
         .modality(none).wants({starts_body})
         .returned().wants({schedules_refresh, succeeds});
   }},

  {.rule = "MOD-12", .says = "a disposal within 5 s is waited for and no survivor",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1})
         .accepts(1).wants({})
         .after(4999ms)
         .disposed(1).wants({reports(1, Outcome::Closed), reads})
         .modality(none).wants({starts_body});
   }},
  {.rule = "MOD-12", .says = "a disposal is waited for no longer than 5 s",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1})
         .accepts(1).wants({})
         .after(5s).fires(Timer::Dispose).wants({reports(1, Outcome::Pending), reads});
   }},
  {.rule = "MOD-12", .says = "each dialog has 5 s of its own",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({2, 1})
         .accepts(2).wants({})
         .after(5s).fires(Timer::Dispose).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({})
         .after(4s)
         .disposed(1).wants({reports(2, Outcome::Pending), reports(1, Outcome::Closed), reads});
   }},
  {.rule = "MOD-12", .says = "await_dispose=false goes on at once",
   .run = [](Talk& talk) {
     Options tuple = raw("S");
     tuple.await_dispose = false;
     talk.call(tuple).dialogs({2, 1})
         .accepts(2).wants({screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({reports(2, Outcome::Pending), reports(1, Outcome::Pending), reads});
   }},
  {.rule = "MOD-12", .says = "a dialog that opened during the sweep is not closed by it",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep),
                                             closes(1)})
         .opened(2).wants({})
         .accepts(1).wants({})
         .disposed(1).wants({reports(1, Outcome::Closed), reads});
   }},

  {.rule = "MOD-13", .says = "a sweep that closes nothing does not fail the run",
   .run = [](Talk& talk) {
     talk.call(raw("SA")).dialogs({1})
         .answer(1, CloseAnswer::Refused).wants({reports(1, Outcome::Refused), starts_body})
         .returned().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-13", .says = "disposed, refused and pending dialogs are told apart",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({3, 2, 1})
         .accepts(3).disposed(3)
         .answer(2, CloseAnswer::Refused)
         .accepts(1)
         .after(5s).fires(Timer::Dispose)
         .wants({reports(3, Outcome::Closed), reports(2, Outcome::Refused),
                 reports(1, Outcome::Pending), reads});
   }},
  {.rule = "MOD-13",
   .says = "a dialog that never answers is given up, pending, and the sweep goes on",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({2, 1})
         .after(5s).fires(Timer::Dispose).wants({cancels, screenshot(Stage::Sweep), closes(1)})
         .accepts(1)
         .disposed(1).wants({reports(2, Outcome::Pending), reports(1, Outcome::Closed), reads});
   }},
  {.rule = "MOD-13",
   .says = "a pending dialog that is disposed before the sweep ends counts as closed",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({2, 1})
         .accepts(2)
         .after(5s).fires(Timer::Dispose).wants({screenshot(Stage::Sweep), closes(1)})
         .disposed(2).wants({})
         .answer(1, CloseAnswer::Refused).wants({reports(2, Outcome::Closed),
                                                 reports(1, Outcome::Refused), reads});
   }},

  {.rule = "MOD-13",
   .says = "cut short by the timeout of the body it names what it has come to, and no more",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Unleashed};
     request.body_timeout = 2s;
     talk.call(request)
         .method(0, Method::CloseModalDialogs).dialogs({3, 2, 1})
         .answer(3, CloseAnswer::Refused).wants({screenshot(Stage::Sweep), closes(2)})
         .after(2s).fires(Timer::Body)
         .wants({cancels, reports(3, Outcome::Refused), reports(2, Outcome::Pending),
                 cancels_body, dump(Stage::Body), schedules_refresh,
                 fails(Stage::Body, Reason::BodyTimedOut)});
   }},
  {.rule = "MOD-13", .says = "cut short by the end of the body it names what it has closed",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed)
         .method(0, Method::CloseModalDialogs).dialogs({2, 1})
         .accepts(2).disposed(2)
         .accepts(1)
         .returned().wants({reports(2, Outcome::Closed), reports(1, Outcome::Pending),
                            schedules_refresh, succeeds});
   }},

  {.rule = "MOD-14", .says = "closing cancels: nothing is committed or saved on its way",
   .run = [](Talk& talk) {
     talk.call(raw("SD")).wants({schedules_refresh, lists})
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep), closes(1)})
         .accepts(1).wants({})
         .disposed(1).wants({reports(1, Outcome::Closed), reads});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> sweep_checks() { return sweep_rows; }

}  // namespace conformance::modality
