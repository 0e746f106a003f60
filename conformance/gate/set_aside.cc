#include "gate/set_aside.h"

#include <algorithm>

#include "conformance/area/worlds.h"

namespace conformance {
namespace {

// Why the plan is none of the table that is judged; empty: it is one, or has become one.
std::string other_table(const Area& area, AnyPlan& plan, const GateOptions& options) {
  const auto& worlds = area.worlds();
  const auto revision = worlds.revision_of(plan);
  if (revision.empty()) return {};
  if (options.revision.empty())
    return worlds.works_by(options.subject, revision) ? ""
                                                      : "the subject does not work by " + revision;
  if (revision == options.revision) return {};
  const bool ships = std::ranges::count(worlds.facts().revisions, options.revision) > 0;
  auto own = ships ? std::nullopt : worlds.over_table(plan, options.revision);
  if (!own) return "it is of the table " + revision;
  plan = std::move(*own);
  return {};
}

}  // namespace

std::string rule_of(const AnyScenario& scenario, const GateOptions& options) {
  if (options.rule && std::ranges::count(scenario.rules, *options.rule) > 0) return *options.rule;
  return scenario.rules.empty() ? std::string() : scenario.rules.front();
}

CheckResult set_aside(std::string_view rule, const std::string& check, const std::string& why) {
  return {
      .rule = std::string(rule), .check = check, .outcome = Outcome::NotApplicable, .message = why};
}

std::string says_nothing(const Area& area, AnyPlan& plan, const GateOptions& options) {
  auto why = other_table(area, plan, options);
  return why.empty() ? plan.area()->worlds().lacking(plan, options.candidate()) : why;
}

}  // namespace conformance
