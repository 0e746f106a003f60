// Broken dialog-less waits (MOD-20 to MOD-23).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

// What a look of the wait saw; null for any other event.
const ModalityRead* looked(const Turn& turn) {
  return turn.was().step == Step::WaitLook ? turn.got<ModalityRead>() : nullptr;
}

bool saw(const Turn& turn, Modality modality) {
  const auto* read = looked(turn);
  return read != nullptr && read->modality == modality;
}

// Has the Poll timer, which the engine does not use now, tell when to read again.
void read_after(Turn& turn, Duration after) {
  turn.memory().stage = 1;
  turn.add(StartTimer{Timer::Poll, after});
}

bool reads_again(Turn& turn) {
  if (turn.memory().stage != 1 || !turn.fired(Timer::Poll)) return false;
  turn.memory().stage = 0;
  turn.add(ReadModality{OperationId::Main});
  return true;
}

template <class Change>
void on_outlived_budget(Turn& turn, Change change) {
  turn.pass();
  turn.change_result([&](Finish& finish) {
    if (finish.reason == Reason::ProgressOutlivedBudget) change(finish);
  });
}

constexpr Deviation wait_rows[]{
    {"no_dialogless_wait", "MOD-20", "modality/dialogless_freeze",
     "goes to the gate without waiting out a progress", After{[](Turn& turn) {
       if (turn.asks(Step::WaitLook)) turn.answer(Modality::None);
     }}},
    {"wait_first_look_late", "MOD-20", "", "waits for a poll period before its first look",
     [](Turn& turn) {
       if (reads_again(turn)) return turn.ignore();
       turn.pass();
       if (!turn.asks(Step::WaitLook) || turn.was().step == Step::WaitPoll) return;
       turn.take_back();
       read_after(turn, turn.limits().poll_period);
     }},
    {"wait_without_last_look", "MOD-20", "", "gives up at the budget without a last look",
     After{[](Turn& turn) {
       const bool last = turn.now().waited >= turn.limits().wait_budget;
       if (last && turn.asks(Step::WaitLook)) turn.answer(Modality::Progress);
     }}},
    {"wait_polls_slowly", "MOD-20", "", "polls at half the rate", changes([](StartTimer& start) {
       if (start.timer == Timer::Poll) start.after *= 2;
     })},
    {"wait_lists_dialogs", "MOD-20", "", "looks for dialogs when the IDE is not modal",
     [](Turn& turn) {
       auto& stage = turn.memory().stage;
       if (stage == 0 && saw(turn, Modality::None)) {
         stage = 1;
         turn.ignore();
         return turn.add(ListDialogs{OperationId::Main});
       }
       if (stage != 1 || turn.got<DialogsListed>() == nullptr) return turn.pass();
       stage = 0;
       turn.tell(ModalityRead{OperationId::Main, Modality::None});
     }},
    {"wait_despite_zero_budget", "MOD-20 MOD-33", "", "waits once although the budget is zero",
     [](Turn& turn) {
       if (reads_again(turn)) return turn.ignore();
       auto& waits = turn.memory().count;
       if (const auto* called = turn.got<Called>()) {
         const bool smart = called->request.mode == Mode::SmartNonModal;
         if (smart && turn.limits().wait_budget == Duration::zero()) waits = 1;
       }
       const auto* read = turn.got<ModalityRead>();
       const bool progress = read != nullptr && read->modality == Modality::Progress;
       if (waits == 0 || turn.was().step != Step::GateRead || !progress) return turn.pass();
       waits = 0;
       turn.ignore();
       read_after(turn, turn.limits().poll_period);
     }},
    {"wait_sweeps_dialog", "MOD-21", "modality/dialog_during_freeze_wait",
     "closes a dialog that a poll sees",
     [](Turn& turn) {
       if (own_sweep(turn)) return;
       if (turn.memory().stage != 0 || !saw(turn, Modality::Dialog)) return turn.pass();
       turn.ignore();
       begin_own_sweep(turn);
     }},
    {"wait_ignores_dialog", "MOD-21", "", "takes a dialog that a poll sees for one more progress",
     [](Turn& turn) {
       if (!saw(turn, Modality::Dialog)) return turn.pass();
       turn.tell(ModalityRead{OperationId::Main, Modality::Progress});
     }},
    {"gate_reads_after_wait_dialog", "MOD-21", "",
     "lets a second read decide about a dialog that a poll saw",
     [](Turn& turn) {
       if (!saw(turn, Modality::Dialog)) return turn.pass();
       turn.tell(ModalityRead{OperationId::Main, Modality::None});
     }},
    {"wait_hears_dialogs", "MOD-21", "", "fails over a dialog that came and went between two polls",
     [](Turn& turn) {
       auto& heard = turn.memory().stage;
       const auto* opened = turn.got<DialogOpened>();
       if (opened != nullptr && opened->modal && turn.now().step == Step::WaitPoll) heard = 1;
       if (heard == 0 || looked(turn) == nullptr) return turn.pass();
       heard = 0;
       turn.tell(ModalityRead{OperationId::Main, Modality::Dialog});
     }},
    {"freeze_reported_as_dialog", "MOD-22", "modality/freeze_outlives_budget",
     "blames a dialog when the wait ran out",
     [](Turn& turn) {
       on_outlived_budget(turn, [](Finish& finish) {
         finish.reason = Reason::DialogAtGate;
         finish.blocked_by = Modality::Dialog;
       });
     }},
    {"freeze_reason_lost", "MOD-22", "", "does not say that it waited before it failed",
     [](Turn& turn) {
       on_outlived_budget(turn, [](Finish& finish) { finish.reason = Reason::ProgressAtGate; });
     }},
    {"wait_never_gives_up", "MOD-22 MOD-20 MOD-91", "", "goes on polling past the budget",
     [](Turn& turn) {
       auto& goes_on = turn.memory().count;
       if (reads_again(turn)) return turn.ignore();
       const auto* read = turn.got<ModalityRead>();
       const bool progress = read != nullptr && read->modality == Modality::Progress;
       const bool spent = turn.age_of_wait() >= turn.limits().wait_budget;
       if (goes_on == 0 && progress && spent && turn.was().step == Step::WaitLook) {
         goes_on = 1;
         turn.abandon();  // Its age would grow for ever.
       }
       if (goes_on == 0 || read == nullptr) return turn.pass();
       turn.ignore();
       turn.drop(Cancel{OperationId::Main});
       if (progress) return read_after(turn, turn.limits().poll_period);
       goes_on = 0;
       turn.fail(
           {Verdict::Failed, Stage::Gate, Reason::ProgressOutlivedBudget, Modality::Progress});
     }},
    {"no_progress_note", "MOD-23", "", "says nothing while it waits",
     After{[](Turn& turn) { turn.drop<ReportProgress>(); }}},
    {"note_at_every_poll", "MOD-23", "", "gives a note at every poll", After{[](Turn& turn) {
       if (turn.fired(Timer::Poll) && turn.asks(Step::WaitLook) && !turn.has<ReportProgress>())
         turn.add_first(ReportProgress{turn.now().waited});
     }}},
};

}  // namespace

std::span<const Deviation> wait_deviations() { return wait_rows; }

}  // namespace conformance::modality::mutation
