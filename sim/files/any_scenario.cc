#include "sim/files/any_scenario.h"

#include "ack/scenario_reader.h"
#include "files/scenario_file.h"
#include "joint/scenario_reader.h"
#include "modality/scenario_reader.h"

namespace sim {
namespace {

template <class S, class Read>
LoadedAnyScenario any_of(const ParsedFile& parsed, std::string_view area, Read read) {
  auto out = read_as<S>(parsed, area, read);
  if (auto* error = std::get_if<ScenarioError>(&out)) return std::move(*error);
  return std::move(std::get<S>(out));
}

LoadedAnyScenario parse(std::string_view text, const std::string& file, const std::string& name) {
  auto parsed = parse_file(text, file, name);
  if (auto* error = std::get_if<ScenarioError>(&parsed)) return std::move(*error);
  const auto& whole = std::get<ParsedFile>(parsed);
  const auto* named = member_of(whole.root, "area");
  const auto area = named == nullptr ? std::string_view() : std::string_view(named->text);
  if (area == ack::area) return any_of<ack::Scenario>(whole, area, ack::read_scenario);
  if (area == joint::area) return any_of<joint::Scenario>(whole, area, joint::read_scenario);
  // What is no area at all is refused there.
  return any_of<modality::Scenario>(whole, default_area, modality::read_scenario);
}

}  // namespace

LoadedAnyScenario load_any_scenario(const std::string& path) {
  auto text = scenario_file_text(path);
  if (auto* error = std::get_if<ScenarioError>(&text)) return std::move(*error);
  return parse(std::get<std::string>(text), path, scenario_name(path));
}

LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name) {
  return parse(text, name, name);
}

}  // namespace sim
