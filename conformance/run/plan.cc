#include "conformance/run/plan.h"

#include <algorithm>

#include "conformance/area/area.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"

namespace conformance {
namespace {

bool has_mutant(const Area& area, std::string_view name) {
  const auto mutants = area.checks().mutants();
  return std::ranges::find(mutants, name, &MutantLine::name) != mutants.end();
}

}  // namespace

bool is_subject(const PlanRef& plan, std::string_view name) {
  if (const auto program = program_of(name))
    return std::ranges::any_of(plan.area().judges(),
                               [&](const Area* area) { return program->speaks(area->name()); });
  if (!name.starts_with(mutant_prefix)) return name == "engine";
  name.remove_prefix(mutant_prefix.size());
  const auto judges = plan.area().judges();
  return std::ranges::any_of(judges, [&](const Area* area) { return has_mutant(*area, name); });
}

bool is_subject(std::string_view name) {
  return name == "engine" || area_of_subject(name) != nullptr || program_of(name) != nullptr;
}

std::unique_ptr<const AnyModel> any_model(const PlanRef& plan, const Candidate& subject) {
  return plan.area().worlds().model(plan, subject);
}

std::string_view hang_rule(const PlanRef& plan) { return plan.area().checks().facts().hang_rule; }

std::vector<std::string> texts_of(const AnyExpectation& expect) {
  return expect ? expect.area().words().texts_of(expect) : std::vector<std::string>{};
}

std::uint32_t matching(const AnyExpectation& expect, const AnyModel::Outcome& outcome) {
  return expect ? expect.area().files().matching(expect, outcome) : 0;
}

std::vector<std::string> unexpected_lies(const AnyExpectation& expect, std::uint16_t lies) {
  return expect ? expect.area().files().unexpected_lies(expect, lies) : std::vector<std::string>{};
}

bool is_unexpected(const AnyExpectation& expect, const AnyOutcome& outcome) {
  return expect && outcome.area == &expect.area() && matching(expect, outcome.outcome) == 0;
}

std::string show(const AnyOutcome& outcome) { return outcome.area->words().show(outcome.outcome); }

}  // namespace conformance
