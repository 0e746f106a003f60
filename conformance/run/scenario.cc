#include "conformance/run/scenario.h"

#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/areas.h"

namespace conformance {
namespace {

LoadedAnyScenario read_of(const std::variant<sim::ParsedFile, sim::ScenarioError>& parsed) {
  if (const auto* error = std::get_if<sim::ScenarioError>(&parsed)) return *error;
  return read_any_scenario(std::get<sim::ParsedFile>(parsed));
}

}  // namespace

LoadedAnyScenario read_any_scenario(const sim::ParsedFile& file) {
  std::vector<std::string_view> names;
  for (const auto* area : areas()) names.push_back(area->name());
  const auto which = sim::area_of(file, names);
  if (const auto* error = std::get_if<sim::ScenarioError>(&which)) return *error;
  return areas()[std::get<std::size_t>(which)]->read(file);
}

LoadedAnyScenario load_any_scenario(const std::string& path) {
  return read_of(sim::load_file(path));
}

LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name) {
  return read_of(sim::parse_file(text, name));
}

std::variant<nlohmann::ordered_json, std::string> write_any_scenario(const AnyScenario& scenario) {
  return scenario.plan.area()->write(scenario);
}

std::variant<AnyPinned, std::string> pin_any(const PlanRef& plan,
                                             std::span<const sim::Choice> choices) {
  return plan.area().pin(plan, choices);
}

}  // namespace conformance
