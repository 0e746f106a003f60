// Broken gates (MOD-30 to MOD-35).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

// What the gate read; null for any other event.
const ModalityRead* gate_read(const Turn& turn) {
  return turn.was().step == Step::GateRead ? turn.got<ModalityRead>() : nullptr;
}

bool gate_saw(const Turn& turn, Modality modality) {
  const auto* read = gate_read(turn);
  return read != nullptr && read->modality == modality;
}

void gate_sees(Turn& turn, Modality modality) {
  turn.tell(ModalityRead{OperationId::Main, modality});
}

bool fails_at_gate(const Turn& turn) {
  const auto* decision = turn.decision();
  return decision != nullptr && decision->stage == Stage::Gate;
}

void gate_without(Turn& turn, Artifact artifact) {
  turn.pass();
  if (fails_at_gate(turn)) turn.skip(artifact);
}

constexpr Deviation gate_rows[]{
    {"gate_decides_on_wait_read", "MOD-30 MOD-20", "", "lets the last look of the wait decide",
     After{[](Turn& turn) {
       if (turn.asks(Step::GateRead) && turn.was().step == Step::WaitLook)
         turn.answer(Modality::None);
     }}},
    {"gate_read_before_sweep", "MOD-30", "", "decides on a read from before the sweep",
     [](Turn& turn) {
       auto& [stage, count, dialog, value] = turn.memory();
       const auto* read = turn.got<ModalityRead>();
       if (stage == 1 && read != nullptr) {
         stage = 2;
         value = static_cast<std::uint8_t>(read->modality);
         turn.ignore();
         return turn.add(ListDialogs{OperationId::Main});
       }
       turn.pass();
       if (turn.got<Called>() != nullptr && turn.asks(Step::SweepList)) {
         stage = 1;
         turn.take_back();
         turn.add(ReadModality{OperationId::Main});
       }
       if (stage == 2 && turn.asks(Step::GateRead)) turn.answer(static_cast<Modality>(value));
     }},
    {"gate_reads_twice", "MOD-30", "", "reads twice and lets the second read decide",
     [](Turn& turn) {
       if (gate_read(turn) == nullptr || turn.memory().stage != 0) return turn.pass();
       turn.memory().stage = 1;
       turn.ignore();
       turn.add(ReadModality{OperationId::Main});
     }},
    {"gate_reads_for_nothing", "MOD-30 MOD-02", "", "reads where nothing depends on it",
     [](Turn& turn) {
       auto& stage = turn.memory().stage;
       if (stage == 1 && turn.got<ModalityRead>() != nullptr) {
         stage = 2;
         turn.ignore();
         return turn.add(StartBody{});
       }
       turn.pass();
       if (!turn.has<StartBody>() || turn.was().step >= Step::GateRead) return;
       stage = 1;
       turn.drop<StartBody>();
       turn.add(ReadModality{OperationId::Main});
     }},
    {"gate_lets_dialog_pass", "MOD-31 MOD-06", "", "goes on under a dialog that is not allowed",
     [](Turn& turn) {
       if (gate_saw(turn, Modality::Dialog)) return gate_sees(turn, Modality::None);
       turn.pass();
     }},
    {"gate_without_dump", "MOD-31 MOD-33", "modality/gate_without_dump",
     "fails at the gate with a screenshot only",
     [](Turn& turn) { gate_without(turn, Artifact::ThreadDump); }},
    {"gate_without_screenshot", "MOD-31 MOD-33", "", "fails at the gate with a thread dump only",
     [](Turn& turn) { gate_without(turn, Artifact::Screenshot); }},
    {"gate_dump_first", "MOD-31 MOD-33", "", "takes the thread dump before the screenshot",
     After{[](Turn& turn) {
       if (!fails_at_gate(turn)) return;
       turn.drop<Capture>();
       turn.add_before<ScheduleRefresh>(Capture{Artifact::ThreadDump, Stage::Gate});
       turn.add_before<ScheduleRefresh>(Capture{Artifact::Screenshot, Stage::Gate});
     }}},
    // The script is to run whatever the gate says.
    {"gate_after_body_start", "MOD-70 MOD-31", "modality/leftover_under_non_modal",
     "starts the body before it reads at the gate",
     [](Turn& turn) {
       auto& [stage, count, dialog, value] = turn.memory();
       const bool early = stage == 1 && turn.was().phase == Phase::PreFlight;
       const auto* called = turn.got<MethodCalled>();
       if (early && called != nullptr) {
         turn.ignore();
         return turn.add(Refuse{called->call});
       }
       if (early && turn.got<BodyReturned>() != nullptr) value = 1;
       if (early && turn.got<BodyThrew>() != nullptr) value = 2;
       turn.pass();
       if (early && turn.has<StartBody>()) {
         turn.drop<StartBody>();
         if (value == 1) turn.tell(BodyReturned{});
         if (value == 2) turn.tell(BodyThrew{});
         stage = 2;
       } else if (early && turn.has<Finish>()) {
         turn.add_before<Capture>(CancelBody{});
       }
       if (stage != 0 || !turn.asks(Step::GateRead)) return;
       stage = 1;
       turn.add_before<ReadModality>(StartBody{});
     }},
    {"allowed_modal_captured", "MOD-32", "", "takes artifacts of a dialog that is allowed",
     After{[](Turn& turn) {
       if (!gate_saw(turn, Modality::Dialog) || turn.has<Finish>()) return;
       turn.add_first(Capture{Artifact::ThreadDump, Stage::Gate});
       turn.add_first(Capture{Artifact::Screenshot, Stage::Gate});
     }}},
    {"refused_progress_passes", "MOD-33", "", "goes on under a progress that is refused",
     [](Turn& turn) {
       if (gate_saw(turn, Modality::Progress)) return gate_sees(turn, Modality::None);
       turn.pass();
     }},
    {"progress_reported_as_dialog", "MOD-33 MOD-35", "", "blames a dialog for a progress",
     changes_result([](Finish& finish) {
       if (finish.reason != Reason::ProgressAtGate) return;
       finish.reason = Reason::DialogAtGate;
       finish.blocked_by = Modality::Dialog;
     })},
    {"progress_hides_dialog", "MOD-33 MOD-31", "",
     "overlooks the dialog when there is a progress too",
     [](Turn& turn) {
       auto& showing = turn.memory().count;
       if (turn.got<ProgressStarted>() != nullptr) ++showing;
       if (turn.got<ProgressEnded>() != nullptr && showing > 0) --showing;
       if (showing > 0 && gate_saw(turn, Modality::Dialog))
         return gate_sees(turn, Modality::Progress);
       turn.pass();
     }},
    {"gate_waits_out_progress", "MOD-33 MOD-30", "", "waits at the gate for a progress to end",
     [](Turn& turn) {
       auto& [stage, rounds, dialog, value] = turn.memory();
       if (stage == 1 && turn.fired(Timer::Poll)) {
         stage = 0;
         turn.ignore();
         return turn.add(ReadModality{OperationId::Main});
       }
       const bool waits = gate_saw(turn, Modality::Progress) && rounds < 4;
       if (!waits || turn.was().options.progress == ProgressAtGate::Tolerate) return turn.pass();
       stage = 1;
       ++rounds;
       turn.ignore();
       turn.add(StartTimer{Timer::Poll, turn.limits().poll_period});
     }},
    {"non_modal_dialog_counts", "MOD-34", "",
     "takes a window that blocks nothing for a modal dialog",
     [](Turn& turn) {
       auto& window = turn.memory().dialog;
       const auto* opened = turn.got<DialogOpened>();
       if (opened != nullptr && !opened->modal) window = opened->dialog.value;
       if (window != 0 && gate_saw(turn, Modality::None)) return gate_sees(turn, Modality::Dialog);
       const auto* listed = turn.got<DialogsListed>();
       const bool tick = listed != nullptr && listed->operation == OperationId::Monitor;
       if (window == 0 || !tick || !listed->dialogs.empty()) return turn.pass();
       DialogsListed longer = *listed;
       longer.dialogs.push_back(DialogId{window});
       turn.tell(longer);
     }},
    {"blocker_not_named", "MOD-35", "", "does not say what blocks", changes([](Finish& finish) {
       if (finish.stage == Stage::Gate) finish.blocked_by = Modality::None;
     })},
};

}  // namespace

std::span<const Deviation> gate_deviations() { return gate_rows; }

}  // namespace conformance::modality::mutation
