#include "sim/modality/scenario.h"

#include "modality/files/formats.h"

namespace sim::modality {
namespace {

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = area, .unless_named = true};
  format::Object<Scenario> all("One call in one simulated IDE, and what may come of it.");
  format::add_head(about, all);
  all.part(&Scenario::plan, plan_format());
  format::add_grid<Scenario>(
      {.grid = [](const Scenario& scenario) -> const Grid& { return scenario.plan.grid; },
       .delays = [](const Scenario& scenario) { return delays_of(scenario.plan); },
       .set =
           [](Reader&, const JsonValue&, Scenario& into, ChosenGrid chosen) {
             into.plan.grid = chosen.grid;
             into.coarse_because = std::move(chosen.coarse_because);
             into.fine_because = std::move(chosen.fine_because);
           }},
      all);
  all.member("expect", &Scenario::expect, expectation_format(), format::expectation_says);
  std::vector<format::ScenarioBase<Scenario>> bases;
  for (const auto& base : plan_bases())
    bases.push_back({std::string(base.word) + " limits", Scenario{.plan = base.plan}});
  return {about, "Orrery scenario", std::move(all), std::move(bases)};
}

const format::ScenarioFormat<Scenario>& the_format() {
  static const auto out = make_format();
  return out;
}

}  // namespace

LoadedScenario read_scenario(const ParsedFile& file) { return the_format().read(file); }

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return the_format().parse(text, name);
}

LoadedScenario load_scenario(const std::string& path) { return the_format().load(path); }

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  if (const auto* why = not_fixed(scenario.plan)) return NotWritable{why};
  return the_format().write(scenario);
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

}  // namespace sim::modality
