#include "gate/set_aside.h"
#include "conformance/area/worlds.h"

#include <algorithm>

namespace conformance {

std::string rule_of(const AnyScenario& scenario, const GateOptions& options) {
  if (options.rule && std::ranges::count(scenario.rules, *options.rule) > 0) return *options.rule;
  return scenario.rules.empty() ? std::string() : scenario.rules.front();
}

CheckResult set_aside(std::string_view rule, const std::string& check, const std::string& why) {
  return {.rule = std::string(rule),
          .check = check,
          .outcome = Outcome::Skipped,
          .message = "not applicable: " + why};
}

std::string other_table(const Area& area, const AnyPlan& plan, const GateOptions& options) {
  const auto& ship = area.worlds().facts().revisions;
  if (options.revision.empty() || std::ranges::count(ship, options.revision) > 0) return {};
  const auto revision = area.worlds().revision_of(plan);
  return revision == options.revision ? std::string() : "it is of the table " + revision;
}

}  // namespace conformance
