#include "sim/joint/plan.h"

#include <algorithm>

#include <fmt/format.h>

namespace sim::joint {

bool is_called_by_agent(const Plan& plan) {
  return plan.talk && std::ranges::any_of(plan.talk->plan.server.turns, [](const auto& turn) {
           return std::ranges::any_of(turn.items, &appserver::ItemScript::in_ide);
         });
}

std::string fault_of(const Plan& plan) {
  if (!plan.tool && !plan.talk)
    return "nothing stands beside the call in the IDE; give `tool` or `talk`";
  if (plan.tool && plan.tool->at.latest == never) return "the tool may never be called";
  if (plan.talk && plan.talk->approvals && !modality::is_dialog(*plan.talk->approvals))
    return "an approval shows as a dialog, not as a progress";
  if (plan.talk)
    for (const auto& turn : plan.talk->plan.server.turns)
      for (const auto& item : turn.items)
        if (item.in_ide && item.end != appserver::ItemEnd::Done)
          return "an item in the IDE ends as its call does; take its `end` out";
  const auto& another = plan.policy.another;
  if (another.size() > 1) return "two calls in the IDE are the most here";
  const bool timed = !another.empty() && another[0].at != Window{0, 0};
  if (timed && is_called_by_agent(plan))
    return "an item of the agent's begins the second call too; take its `at_ms` out";
  return {};
}

std::string show(const Coupled& what) {
  switch (what.what) {
    case Coupling::ApprovalShown:
      return fmt::format("approval {} shows as dialog {}", what.of, what.dialog);
    case Coupling::ApprovalSettled:
      return fmt::format("approval {} is settled: dialog {} goes", what.of, what.dialog);
    case Coupling::ApprovalClosed:
      return fmt::format("dialog {} is closed{}: approval {} is declined", what.dialog,
                         what.flag ? " by the policy" : "", what.of);
    case Coupling::CallBegun: return fmt::format("item {} calls the IDE", what.of);
    case Coupling::CallEnded:
      return fmt::format("item {} has its result: {}", what.of, what.flag ? "failed" : "done");
    case Coupling::CallWithdrawn:
      return fmt::format("nobody waits for item {} any more: its call is withdrawn", what.of);
    case Coupling::FrontendBlocked:
    case Coupling::ScreenHeld:
    case Coupling::ApprovalBehind: break;
  }
  return std::string(couplings[static_cast<std::size_t>(what.what)].name);
}

}  // namespace sim::joint
