#include "conformance/run/scenario.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "sim/files/reader.h"
#include "sim/files/scenario_file.h"
#include "sim/state/text_digest.h"

namespace conformance {
namespace {

std::string nearest_mutant(const Area& area, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto* judge : area.judges())
    for (const auto& mutant : judge->checks().mutants()) names.push_back(mutant.name);
  return sim::nearest_of(name, names);
}

// Whose judge knows a rule that no judge of this area does; null: no other, either.
const Area* other_judge(const Area& area, std::string_view rule) {
  const auto knows = [&](const Area* judge) {
    return std::ranges::count(judge->facts().rules, rule, &spec::Rule::id) > 0;
  };
  if (std::ranges::any_of(area.judges(), knows)) return nullptr;
  const auto found = std::ranges::find_if(areas(), knows);
  return found == areas().end() ? nullptr : *found;
}

// The names of rules and of the mutant, which no format of an area knows.
void check_names(const AnyScenario& scenario, const sim::JsonValue& root, sim::Reader& reader) {
  for (std::size_t i = 0; i < scenario.rules.size(); ++i) {
    const auto& id = scenario.rules[i];
    const auto& area = *scenario.plan.area();
    if (const auto* other = other_judge(area, id))
      reader.fail(sim::member_of(root, "rules")->items[i],
                  fmt::format("{} is a rule of `{}`.", sim::echo(id), other->name()),
                  fmt::format("`orrery list rules {}` prints those of this area.", area.name()));
    if (find_rule(id) != nullptr) continue;
    std::string near;
    for (const auto* rule : near_rules(id))
      near += fmt::format("{}{}", near.empty() ? "Nearest: " : ", ", rule->id);
    reader.fail(
        sim::member_of(root, "rules")->items[i], fmt::format("{} is not a rule.", sim::echo(id)),
        fmt::format("{}{}`orrery list rules` prints them all.", near, near.empty() ? "" : ". "));
  }
  if (scenario.mutant.empty() ||
      is_subject(scenario.plan, std::string(mutant_prefix) + scenario.mutant))
    return;
  const auto near = nearest_mutant(*scenario.plan.area(), scenario.mutant);
  reader.fail(
      *sim::member_of(root, "mutant"),
      fmt::format("{} is not a mutant.", sim::echo(scenario.mutant)),
      fmt::format("{}{}`orrery list mutants` prints them all.", near, near.empty() ? "" : " "));
}

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
  auto loaded = areas()[std::get<std::size_t>(which)]->files().read(file);
  const auto* scenario = std::get_if<AnyScenario>(&loaded);
  if (scenario == nullptr) return loaded;
  sim::Reader reader;
  check_names(*scenario, file.root, reader);
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return loaded;
}

LoadedAnyScenario load_any_scenario(const std::string& path) {
  return read_of(sim::load_file(path));
}

LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name) {
  return read_of(sim::parse_file(text, name));
}

std::uint64_t digest_of_scenario(const std::string& path) {
  const auto text = sim::text_of_file(path, {"scenario", sim::scenario_bytes_max});
  const auto* bytes = std::get_if<std::string>(&text);
  return sim::digest_text(bytes == nullptr ? std::string() : *bytes);
}

std::variant<nlohmann::ordered_json, std::string> write_any_scenario(const AnyScenario& scenario) {
  return scenario.plan.area()->files().write(scenario);
}

std::variant<AnyPinned, std::string> pin_any(const PlanRef& plan,
                                             std::span<const sim::Choice> choices) {
  return plan.area().files().pin(plan, choices);
}

}  // namespace conformance
