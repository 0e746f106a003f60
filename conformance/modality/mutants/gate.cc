// Broken gates (MOD-30 to MOD-35).
#include <array>

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

void gate_decides_on_wait_read(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::GateRead) && turn.was().step == Step::WaitLook) turn.answer(Modality::None);
}

void gate_read_before_sweep(Turn& turn) {
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
}

void gate_reads_twice(Turn& turn) {
  if (gate_read(turn) == nullptr || turn.memory().stage != 0) return turn.pass();
  turn.memory().stage = 1;
  turn.ignore();
  turn.add(ReadModality{OperationId::Main});
}

void gate_reads_for_nothing(Turn& turn) {
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
}

void gate_lets_dialog_pass(Turn& turn) {
  if (gate_saw(turn, Modality::Dialog)) return gate_sees(turn, Modality::None);
  turn.pass();
}

void gate_without(Turn& turn, Artifact artifact) {
  turn.pass();
  if (fails_at_gate(turn)) turn.skip(artifact);
}
void gate_without_dump(Turn& turn) { gate_without(turn, Artifact::ThreadDump); }
void gate_without_screenshot(Turn& turn) { gate_without(turn, Artifact::Screenshot); }

void gate_dump_first(Turn& turn) {
  turn.pass();
  if (!fails_at_gate(turn)) return;
  turn.drop<Capture>();
  turn.add_before<ScheduleRefresh>(Capture{Artifact::ThreadDump, Stage::Gate});
  turn.add_before<ScheduleRefresh>(Capture{Artifact::Screenshot, Stage::Gate});
}

// The script is to run whatever the gate says.
void gate_after_body_start(Turn& turn) {
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
}

void allowed_modal_captured(Turn& turn) {
  turn.pass();
  if (!gate_saw(turn, Modality::Dialog) || turn.has<Finish>()) return;
  turn.add_first(Capture{Artifact::ThreadDump, Stage::Gate});
  turn.add_first(Capture{Artifact::Screenshot, Stage::Gate});
}

void refused_progress_passes(Turn& turn) {
  if (gate_saw(turn, Modality::Progress)) return gate_sees(turn, Modality::None);
  turn.pass();
}

void progress_reported_as_dialog(Turn& turn) {
  turn.pass();
  turn.change_result([](Finish& finish) {
    if (finish.reason != Reason::ProgressAtGate) return;
    finish.reason = Reason::DialogAtGate;
    finish.blocked_by = Modality::Dialog;
  });
}

void progress_hides_dialog(Turn& turn) {
  auto& showing = turn.memory().count;
  if (turn.got<ProgressStarted>() != nullptr) ++showing;
  if (turn.got<ProgressEnded>() != nullptr && showing > 0) --showing;
  if (showing > 0 && gate_saw(turn, Modality::Dialog)) return gate_sees(turn, Modality::Progress);
  turn.pass();
}

void gate_waits_out_progress(Turn& turn) {
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
}

void non_modal_dialog_counts(Turn& turn) {
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
}

void blocker_not_named(Turn& turn) {
  turn.pass();
  turn.change<Finish>([](Finish& finish) {
    if (finish.stage == Stage::Gate) finish.blocked_by = Modality::None;
  });
}

// clang-format off
constexpr std::array gate_rows{
  Deviation{"gate_decides_on_wait_read", "MOD-30 MOD-20", "",
            "lets the last look of the wait decide", gate_decides_on_wait_read},
  Deviation{"gate_read_before_sweep", "MOD-30", "",
            "decides on a read from before the sweep", gate_read_before_sweep},
  Deviation{"gate_reads_twice", "MOD-30", "",
            "reads twice and lets the second read decide", gate_reads_twice},
  Deviation{"gate_reads_for_nothing", "MOD-30 MOD-02", "",
            "reads where nothing depends on it", gate_reads_for_nothing},
  Deviation{"gate_lets_dialog_pass", "MOD-31 MOD-06", "",
            "goes on under a dialog that is not allowed", gate_lets_dialog_pass},
  Deviation{"gate_without_dump", "MOD-31 MOD-33", "modality/gate_without_dump",
            "fails at the gate with a screenshot only", gate_without_dump},
  Deviation{"gate_without_screenshot", "MOD-31 MOD-33", "",
            "fails at the gate with a thread dump only", gate_without_screenshot},
  Deviation{"gate_dump_first", "MOD-31 MOD-33", "",
            "takes the thread dump before the screenshot", gate_dump_first},
  Deviation{"gate_after_body_start", "MOD-70 MOD-31", "modality/leftover_under_non_modal",
            "starts the body before it reads at the gate", gate_after_body_start},
  Deviation{"allowed_modal_captured", "MOD-32", "",
            "takes artifacts of a dialog that is allowed", allowed_modal_captured},
  Deviation{"refused_progress_passes", "MOD-33", "",
            "goes on under a progress that is refused", refused_progress_passes},
  Deviation{"progress_reported_as_dialog", "MOD-33 MOD-35", "",
            "blames a dialog for a progress", progress_reported_as_dialog},
  Deviation{"progress_hides_dialog", "MOD-33 MOD-31", "",
            "overlooks the dialog when there is a progress too", progress_hides_dialog},
  Deviation{"gate_waits_out_progress", "MOD-33 MOD-30", "",
            "waits at the gate for a progress to end", gate_waits_out_progress},
  Deviation{"non_modal_dialog_counts", "MOD-34", "",
            "takes a window that blocks nothing for a modal dialog", non_modal_dialog_counts},
  Deviation{"blocker_not_named", "MOD-35", "",
            "does not say what blocks", blocker_not_named},
};
// clang-format on

}  // namespace

std::span<const Deviation> gate_deviations() { return gate_rows; }

}  // namespace conformance::modality::mutation
