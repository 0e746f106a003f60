// The dialog-less wait of smart_non_modal (MOD-20 to MOD-23).
#include "modality/checks/talk.h"

namespace conformance::modality {

namespace {

constexpr Limits with_budget(Duration budget) {
  Limits limits = real_limits();
  limits.wait_budget = budget;
  return limits;
}
constexpr Limits no_wait = with_budget(0s);
constexpr Limits odd_budget = with_budget(1'200ms);

// clang-format off
constexpr PolicyCheck wait_rows[] = {
  {.rule = "MOD-20",
   .says = "no tuple has it, whatever it says: a progress at the gate is refused at once",
   .run = [](Talk& talk) {
     Options tuple = raw("", ProgressAtGate::Refuse);
     tuple.await_progress = true;
     talk.call(tuple)
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress));
   }},
  {.rule = "MOD-20",
   .says = "looks at once, and every 500 ms while a progress shows; then comes the gate",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .dialogs({}).wants({reads})
         .modality(progress).wants({})
         .after(500ms).fires(Timer::Poll).wants({reads})
         .modality(progress).wants({})
         .after(500ms).fires(Timer::Poll).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({commits});
   }},
  {.rule = "MOD-20", .says = "an IDE that is not modal is not waited for",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal)
         .dialogs({}).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads});
   }},
  {.rule = "MOD-20", .says = "the budget is 120 s, and at its end it looks a last time",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(239).wants({reads})
         .modality(progress).wants({})
         .after(500ms).fires(Timer::Poll).wants({notes(120s), reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads});
   }},
  {.rule = "MOD-20", .says = "the last look is at the budget, also when no poll falls on it",
   .run = [](const PolicySubjects& subjects) {
     return Talk(subjects, odd_budget)
         .call(Mode::SmartNonModal).dialogs({})
         .polls(2).wants({reads})
         .modality(progress).wants({})
         .after(200ms).fires(Timer::Poll).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads})
         .verdict();
   }},
  {.rule = "MOD-20",
   .says = "a budget of 0 disables the wait: a progress at the gate is refused as such",
   .run = [](const PolicySubjects& subjects) {
     return Talk(subjects, no_wait)
         .call(Mode::SmartNonModal)
         .dialogs({}).wants({reads})
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress))
         .verdict();
   }},
  {.rule = "MOD-20",
   .says = "a raw tuple does not wait, though its letters are those of smart_non_modal",
   .run = [](Talk& talk) {
     talk.call(raw("SRDW", ProgressAtGate::Refuse))
         .dialogs({}).wants({reads})
         .modality(progress).wants(fails_at_gate(Reason::ProgressAtGate, progress));
   }},

  {.rule = "MOD-21",
   .says = "a dialog at the first look decides: no second read, and it is not swept",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-21", .says = "a dialog at a later poll decides as well",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(3)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog))
         .after(1h);
   }},
  {.rule = "MOD-21", .says = "a dialog at the last look decides, not the budget",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(240)
         .modality(dialog).wants(fails_at_gate(Reason::DialogAtGate, dialog));
   }},
  {.rule = "MOD-21", .says = "a dialog that comes and goes between two polls is not seen",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .modality(progress).wants({})
         .after(100ms).opened(1).wants({})
         .after(300ms).disposed(1).wants({})
         .after(100ms).fires(Timer::Poll).wants({reads})
         .modality(none).wants({reads})
         .modality(none).wants({reads});
   }},

  {.rule = "MOD-22", .says = "a progress that outlives the 120 s has a reason of its own",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(240).wants({notes(120s), reads})
         .modality(progress).wants(fails_at_gate(Reason::ProgressOutlivedBudget, progress));
   }},
  {.rule = "MOD-22",
   .says = "its message names the progress, no dialog, and says that retrying later can help",
   .run = [](const PolicySubjects& subjects) {
     const Finish result = fails(Stage::Gate, Reason::ProgressOutlivedBudget, progress);
     const std::string text = message(Mode::SmartNonModal, result);
     return Talk(subjects, odd_budget)
         .call(Mode::SmartNonModal).dialogs({})
         .polls(2).modality(progress).after(200ms).fires(Timer::Poll)
         .modality(progress).wants(fails_at_gate(Reason::ProgressOutlivedBudget, progress))
         .says({"progress", "Retrying later can help"})
         .wants_that(text.find("modal dialog") == std::string::npos, "no word of a dialog", text)
         .verdict();
   }},

  {.rule = "MOD-23", .says = "a progress note comes about every 20 s and is no part of the result",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(39).wants({reads})
         .polls(1).wants({notes(20s), reads})
         .polls(39).wants({reads})
         .polls(1).wants({notes(40s), reads})
         .modality(none).wants({reads})
         .modality(none).synced().made_smart()
         .returned().modality(none).synced().wants({schedules_refresh, succeeds});
   }},
  {.rule = "MOD-23",
   .says = "each wait of the body's counts the 20 s to its note from its own first look",
   .run = [](Talk& talk) {
     talk.call(Mode::SmartNonModal).dialogs({})
         .polls(39).modality(none).wants({reads})
         .modality(none).synced().made_smart()
         .method(1, Method::AllowModalDialog).wants({returns(1)})
         .method(2, Method::AwaitProgress).wants({reads})
         .polls(39).wants({reads})
         .polls(1).wants({notes(20s), reads})
         .polls(1).modality(none).wants({returns(2)})
         .method(3, Method::AwaitProgress).wants({reads})
         .polls(39).wants({reads})
         .polls(1).wants({notes(20s), reads})
         .modality(none).wants({returns(3)});
   }},
};
// clang-format on

}  // namespace

std::span<const PolicyCheck> wait_checks() { return wait_rows; }

}  // namespace conformance::modality
