// Broken allowModalDialog and withModalDialogAllowed (MOD-66, MOD-69, MOD-102).
#include <array>

#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

void allow_keeps_watching(Turn& turn) {
  const bool allows = turn.called(Method::AllowModalDialog) != nullptr;
  if (allows && turn.was_watching()) return turn.skip_method();
  turn.pass();
}

void allow_once(Turn& turn) {
  auto& [allowing, count, forgiven, value] = turn.memory();
  if (turn.called(Method::AllowModalDialog) != nullptr && turn.was_watching()) {
    allowing = 1;
    return turn.skip_method();
  }
  const auto* listed = turn.got<DialogsListed>();
  const bool tick = listed != nullptr && listed->operation == OperationId::Monitor;
  if (allowing == 0 || !tick || listed->dialogs.empty()) return turn.pass();
  if (forgiven == 0) forgiven = listed->dialogs[0].value;
  DialogsListed others{listed->operation, {}};
  for (const DialogId dialog : listed->dialogs)
    if (dialog.value != forgiven) others.dialogs.push_back(dialog);
  turn.tell(others);
}

void rearm_ignored(Turn& turn) {
  auto& allowed = turn.memory().stage;
  if (turn.called(Method::AllowModalDialog) != nullptr) allowed = 1;
  const bool restarts = turn.called(Method::MonitorAndCloseModalDialogs) != nullptr;
  if (restarts && allowed == 1) return turn.skip_method();
  turn.pass();
}

void block_keeps_watching(Turn& turn) {
  auto& depth = turn.memory().count;
  if (turn.was().step != Step::None) return turn.pass();  // During a method this is refused.
  if (turn.called(Method::EnterModalDialogAllowed) != nullptr && depth < 8) {
    ++depth;
    return turn.skip_method();
  }
  if (turn.called(Method::LeaveModalDialogAllowed) != nullptr && depth > 0) {
    --depth;
    return turn.skip_method();
  }
  turn.pass();
}

void block_not_restored(Turn& turn) {
  turn.pass();
  if (turn.called(Method::LeaveModalDialogAllowed) != nullptr)
    turn.drop(StartTimer{Timer::Tick, turn.limits().monitor_period});
}

void block_arms_monitor(Turn& turn) {
  turn.pass();
  const auto* left = turn.called(Method::LeaveModalDialogAllowed);
  if (left == nullptr || turn.watching() || !turn.has<Return>()) return;
  turn.drop<Return>();
  turn.tell(MethodCalled{left->call, {.method = Method::MonitorAndCloseModalDialogs}});
}

void start_in_block_forgotten(Turn& turn) {
  auto& started = turn.memory().stage;
  turn.pass();
  const bool starts = turn.called(Method::MonitorAndCloseModalDialogs) != nullptr;
  if (starts && turn.was().blocks > 0 && !turn.was_watching()) started = 1;
  const auto* left = turn.called(Method::LeaveModalDialogAllowed);
  if (left == nullptr || started == 0 || !turn.has<Return>()) return;
  started = 0;
  turn.drop<Return>();
  turn.tell(MethodCalled{left->call, {.method = Method::AllowModalDialog}});
}

void allow_in_block_forgotten(Turn& turn) {
  const bool inside = turn.was().blocks > 0;
  if (inside && turn.called(Method::AllowModalDialog) != nullptr) return turn.skip_method();
  turn.pass();
}

void ninth_block_entered(Turn& turn) {
  turn.pass();
  const auto* enter = turn.called(Method::EnterModalDialogAllowed);
  if (enter == nullptr || turn.was().step != Step::None || !turn.has(Command{Refuse{enter->call}}))
    return;
  turn.drop<Refuse>();
  turn.add(Return{enter->call, 0});
}

// clang-format off
constexpr std::array allowance_rows{
  Deviation{"allow_keeps_watching", "MOD-66 MOD-102", "modality/own_dialog_after_allow",
            "goes on watching after allowModalDialog", allow_keeps_watching},
  Deviation{"allow_once", "MOD-66 MOD-102", "modality/second_dialog_after_allow",
            "lets allowModalDialog cover one dialog only", allow_once},
  Deviation{"rearm_ignored", "MOD-66 MOD-101", "",
            "never watches again after allowModalDialog", rearm_ignored},
  Deviation{"block_keeps_watching", "MOD-69", "",
            "watches inside withModalDialogAllowed", block_keeps_watching},
  Deviation{"block_not_restored", "MOD-69", "",
            "does not watch again after withModalDialogAllowed", block_not_restored},
  Deviation{"ninth_block_entered", "MOD-69 MOD-109", "",
            "enters a block that is nested too deep", ninth_block_entered},
  Deviation{"block_arms_monitor", "MOD-69 MOD-66", "",
            "watches after withModalDialogAllowed though it did not before", block_arms_monitor},
  Deviation{"start_in_block_forgotten", "MOD-69 MOD-66", "",
            "stops at the end of a block the monitor that was started in it",
            start_in_block_forgotten},
  Deviation{"allow_in_block_forgotten", "MOD-69 MOD-66", "",
            "watches again after the block although allowModalDialog was called in it",
            allow_in_block_forgotten},
};
// clang-format on

}  // namespace

std::span<const Deviation> allowance_deviations() { return allowance_rows; }

}  // namespace conformance::modality::mutation
