// Captures that take time, and what a failure says of them (MOD-11, MOD-74, MOD-93).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

// clang-format off
constexpr PolicyCheck capture_rows[] = {
  {.rule = "MOD-11",
   .says = "closes a dialog only when its screenshot and the thread dump have come",
   .run = [](Talk& talk) {
     talk.captures_take_time()
         .call(raw("S")).dialogs({2, 1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep)})
         .after(1s).shot().wants({})
         .after(1s).dumped().wants({closes(2)})
         .accepts(2).disposed(2).wants({screenshot(Stage::Sweep)})
         .after(4999ms).shot().wants({closes(1)});
   }},
  {.rule = "MOD-74", .says = "counts the artifacts of the sweep and of the gate",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1}).answer(1, CloseAnswer::Refused)
         .modality(dialog)
         .wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .counts(4);
   }},
  {.rule = "MOD-74", .says = "counts what came, and not what was asked for",
   .run = [](Talk& talk) {
     talk.captures_take_time()
         .call(raw("")).modality(dialog).wants({screenshot(Stage::Gate), dump(Stage::Gate)})
         .dumped().wants({})
         .after(5s).fires(Timer::Capture)
         .wants({drops(Artifact::Screenshot), schedules_refresh,
                 fails(Stage::Gate, Reason::DialogAtGate, dialog)})
         .counts(1);
   }},
  {.rule = "MOD-74", .says = "counts no further than 255",
   .run = [](Talk& talk) {
     talk.call(Mode::Unleashed);
     for (std::uint8_t i = 0; i < 130; ++i)
       talk.method(i, Method::CloseModalDialogs).dialogs({1}).accepts(1).disposed(1);
     talk.threw({5}).wants({schedules_refresh, fails_with({5})}).counts(255);
   }},
  {.rule = "MOD-74", .says = "counts nothing in a success",
   .run = [](Talk& talk) {
     talk.call(raw("S")).dialogs({1}).accepts(1).disposed(1)
         .modality(none).wants({starts_body})
         .returned().wants({schedules_refresh, succeeds})
         .counts(0);
   }},
  {.rule = "MOD-93",
   .says = "a sweep gives a screenshot up after 5 s, says so, and closes the dialog",
   .run = [](Talk& talk) {
     talk.captures_take_time()
         .call(raw("S")).dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep)})
         .dumped().wants({})
         .after(5s).fires(Timer::Capture).wants({drops(Artifact::Screenshot), closes(1)});
   }},
  {.rule = "MOD-93",
   .says = "the captures of an ending run side by side, 5 s together, and the result waits",
   .run = [](Talk& talk) {
     talk.captures_take_time()
         .call(raw("")).modality(dialog).wants({screenshot(Stage::Gate), dump(Stage::Gate)})
         .after(3s).shot().wants({})
         .after(2s).fires(Timer::Capture)
         .wants({drops(Artifact::ThreadDump), schedules_refresh,
                 fails(Stage::Gate, Reason::DialogAtGate, dialog)});
   }},
  {.rule = "MOD-93", .says = "a result goes out as soon as its last artifact has come",
   .run = [](Talk& talk) {
     talk.captures_take_time()
         .call(raw("")).modality(dialog).wants({screenshot(Stage::Gate), dump(Stage::Gate)})
         .after(1s).shot().wants({})
         .after(1s).dumped().wants({schedules_refresh,
                                    fails(Stage::Gate, Reason::DialogAtGate, dialog)});
   }},
  {.rule = "MOD-93", .says = "what a sweep captures is given up when the sweep is cut short",
   .run = [](Talk& talk) {
     Request request{.mode = Mode::Unleashed};
     request.body_timeout = 2s;
     talk.captures_take_time()
         .call(request)
         .method(0, Method::CloseModalDialogs)
         .dialogs({1}).wants({dump(Stage::Sweep), screenshot(Stage::Sweep)})
         .dumped().wants({})
         .after(2s).fires(Timer::Body)
         .wants({drops(Artifact::Screenshot), cancels_body, dump(Stage::Body)})
         .dumped().wants({schedules_refresh, fails(Stage::Body, Reason::BodyTimedOut)})
         .counts(2);
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> capture_checks() { return capture_rows; }

}  // namespace conformance::modality
