#include "conformance/area/areas.h"

#include <algorithm>

#include "conformance/ack/area.h"
#include "conformance/appserver/area.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/joint/area.h"
#include "conformance/modality/area.h"
#include "conformance/monitor/area.h"
#include "spec/determinism_rules.h"
#include "spec/fault_rules.h"

namespace conformance {
namespace {

// The one list of areas.
std::vector<const Area*>& listed() {
  static std::vector<const Area*> all{&modality::area(), &ack::area(), &joint::area(),
                                      &appserver::area(), &monitor::area()};
  return all;
}

}  // namespace

std::span<const Area* const> areas() { return listed(); }

void add_area(const Area& area) { listed().push_back(&area); }

const Area* area_named(std::string_view name) {
  const auto found = std::ranges::find(areas(), name, &Area::name);
  return found == areas().end() ? nullptr : *found;
}

const Area* area_of_subject(std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  subject.remove_prefix(mutant_prefix.size());
  for (const auto* area : areas())
    for (const auto& mutant : area->checks().mutants())
      if (mutant.name == subject) return area;
  return nullptr;
}

bool has_scenario(const Area& area, std::string_view scenario) {
  const auto* of = area_named(scenario.substr(0, scenario.find('/')));
  return of != nullptr && (of == &area || std::ranges::count(of->judges(), &area) > 0);
}

bool is_judged_by(const AnyPlan& plan, const Area& area) {
  const auto* of = plan.area();
  return of == &area ||
         (std::ranges::count(of->judges(), &area) > 0 && of->worlds().has_part(plan, area));
}

std::vector<std::string> revisions() {
  std::vector<std::string> out;
  for (const auto* area : areas())
    for (auto& revision : area->worlds().revisions())
      if (std::ranges::count(out, revision) == 0) out.push_back(std::move(revision));
  return out;
}

std::vector<RuleTable> rule_tables() {
  std::vector<RuleTable> out;
  for (const auto* area : areas()) {
    const auto& facts = area->facts();
    out.insert(out.end(), facts.rule_parts.begin(), facts.rule_parts.end());
    if (!facts.rules.empty() && facts.rule_parts.empty())
      out.push_back({facts.name, facts.rule_prefix, facts.description, facts.rules});
  }
  out.push_back({"every", "DET", "What holds in every area: equal choices lead to equal states.",
                 spec::determinism_rules});
  out.push_back(
      {"every", "FLT", "What holds in every area: a subject does not fail.", spec::fault_rules});
  return out;
}

}  // namespace conformance
