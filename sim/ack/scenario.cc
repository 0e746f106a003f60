#include "sim/ack/scenario.h"

#include "ack/scenario_reader.h"
#include "files/scenario_file.h"

namespace sim::ack {

// What the first call is about decides what may be said of the rest: it is read first.
Scenario read_scenario(Reader& reader, const JsonValue& root) {
  using Value = const JsonValue&;
  Scenario scenario;
  auto& plan = scenario.plan;
  const JsonValue* grid = nullptr;
  const JsonValue* second = nullptr;
  const JsonValue* frontend = nullptr;
  const JsonValue* background = nullptr;
  const auto later = [](const JsonValue*& place) { return [&place](Value v) { place = &v; }; };
  read_table(reader, root, plan);
  auto fields = head_fields(reader, {scenario.story, scenario.rules, scenario.mutant});
  fields.insert(fields.end(),
                {{"revision", [](Value) {}},  // Read with the table.
                 {"call", [&](Value v) { read_call(reader, v, plan); }, true},
                 {"second", later(second)},
                 {"frontend", later(frontend)},
                 {"background", later(background)},
                 {"grid_ms", later(grid)},
                 {"expect", [&](Value v) { read_expectation(reader, v, scenario.expect); }}});
  reader.fields(root, fields);
  if (!reader.failed() && second != nullptr) read_second(reader, *second, plan);
  if (!reader.failed() && frontend != nullptr) read_frontend(reader, *frontend, plan);
  if (!reader.failed() && background != nullptr) read_background(reader, *background, plan);
  if (!reader.failed())
    choose_grid(reader, grid, delays_of(plan), {plan.grid, scenario.coarse_because});
  return scenario;
}

Latencies scenario_latencies() { return {.slow = {0, 10'000}, .late = {6'000, 6'000}}; }

LoadedScenario load_scenario(const std::string& path) {
  return load_as<Scenario>(path, area, read_scenario);
}

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return parse_as<Scenario>(text, name, name, area, read_scenario);
}

}  // namespace sim::ack
