// Broken allowModalDialog and withModalDialogAllowed (MOD-66, MOD-69, MOD-102).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

constexpr Deviation allowance_rows[]{
    {"allow_keeps_watching", "MOD-66 MOD-102", "modality/own_dialog_after_allow",
     "goes on watching after allowModalDialog",
     [](Turn& turn) {
       const bool allows = turn.called(Method::AllowModalDialog) != nullptr;
       if (allows && turn.was_watching()) return turn.skip_method();
       turn.pass();
     }},
    {"allow_once", "MOD-66 MOD-102", "modality/second_dialog_after_allow",
     "lets allowModalDialog cover one dialog only",
     [](Turn& turn) {
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
     }},
    {"rearm_ignored", "MOD-66 MOD-101", "", "never watches again after allowModalDialog",
     [](Turn& turn) {
       auto& allowed = turn.memory().stage;
       if (turn.called(Method::AllowModalDialog) != nullptr) allowed = 1;
       const bool restarts = turn.called(Method::MonitorAndCloseModalDialogs) != nullptr;
       if (restarts && allowed == 1) return turn.skip_method();
       turn.pass();
     }},
    {"block_keeps_watching", "MOD-69", "", "watches inside withModalDialogAllowed",
     [](Turn& turn) {
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
     }},
    {"block_not_restored", "MOD-69", "", "does not watch again after withModalDialogAllowed",
     After{[](Turn& turn) {
       if (turn.called(Method::LeaveModalDialogAllowed) != nullptr)
         turn.drop(StartTimer{Timer::Tick, turn.limits().monitor_period});
     }}},
    {"ninth_block_entered", "MOD-69 MOD-109", "", "enters a block that is nested too deep",
     After{[](Turn& turn) {
       const auto* enter = turn.called(Method::EnterModalDialogAllowed);
       if (enter == nullptr || turn.was().step != Step::None ||
           !turn.has(Command{Refuse{enter->call}}))
         return;
       turn.drop<Refuse>();
       turn.add(Return{enter->call, 0});
     }}},
    {"block_arms_monitor", "MOD-69 MOD-66", "",
     "watches after withModalDialogAllowed though it did not before", After{[](Turn& turn) {
       const auto* left = turn.called(Method::LeaveModalDialogAllowed);
       if (left == nullptr || turn.watching() || !turn.has<Return>()) return;
       turn.drop<Return>();
       turn.tell(MethodCalled{left->call, {.method = Method::MonitorAndCloseModalDialogs}});
     }}},
    {"start_in_block_forgotten", "MOD-69 MOD-66", "",
     "stops at the end of a block the monitor that was started in it",
     [](Turn& turn) {
       auto& started = turn.memory().stage;
       turn.pass();
       const bool starts = turn.called(Method::MonitorAndCloseModalDialogs) != nullptr;
       if (starts && turn.was().blocks > 0 && !turn.was_watching()) started = 1;
       const auto* left = turn.called(Method::LeaveModalDialogAllowed);
       if (left == nullptr || started == 0 || !turn.has<Return>()) return;
       started = 0;
       turn.drop<Return>();
       turn.tell(MethodCalled{left->call, {.method = Method::AllowModalDialog}});
     }},
    {"allow_in_block_forgotten", "MOD-69 MOD-66", "",
     "watches again after the block although allowModalDialog was called in it",
     [](Turn& turn) {
       const bool inside = turn.was().blocks > 0;
       if (inside && turn.called(Method::AllowModalDialog) != nullptr) return turn.skip_method();
       turn.pass();
     }},
};

}  // namespace

std::span<const Deviation> allowance_deviations() { return allowance_rows; }

}  // namespace conformance::modality::mutation
