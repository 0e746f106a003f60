#include "sim/joint/scenario.h"

#include "ack/scenario_reader.h"
#include "files/scenario_file.h"
#include "joint/scenario_reader.h"

namespace sim::joint {
namespace {

using Value = const JsonValue&;

// A tool call as in a scenario of tool calls, and with it what belongs to the call there.
void read_tool(Reader& reader, Value value, Plan& plan) {
  ack::read_table(reader, value, plan.tool);
  const JsonValue* frontend = nullptr;
  ack::read_call(
      reader, value, plan.tool,
      {Reader::Field{"revision", [](Value) {}},  // Read with the table.
       Reader::Field{"at_ms",
                     [&](Value v) { plan.tool_at = reader.window(v, Reader::Never::AsEnd); }},
       Reader::Field{"frontend", [&](Value v) { frontend = &v; }}});
  if (!reader.failed() && frontend != nullptr) ack::read_frontend(reader, *frontend, plan.tool);
  if (!reader.failed() && plan.tool_at.latest == never)
    reader.fail(value, "The tool may never be called.", "Give `at_ms` an end.");
}

ExpectedResult read_pair(Reader& reader, Value value) {
  ExpectedResult result;
  reader.fields(
      value, {{"call", [&](Value v) { result.call = modality::read_result(reader, v); }, true},
              {"tool", [&](Value v) { result.tool = ack::read_expected_call(reader, v); }, true}});
  return result;
}

void read_expectation(Reader& reader, Value value, Expectation& expect) {
  const JsonValue* results = nullptr;
  reader.fields(value,
                {{"results", [&](Value v) { results = &v; }, true},
                 {"classes", [&](Value v) { expect.classes = ack::read_classes(reader, v); }}});
  if (reader.failed()) return;
  reader.each(*results, modality::results_max, "results",
              [&](Value item) { expect.results.push_back(read_pair(reader, item)); });
  if (!reader.failed() && expect.results.empty())
    reader.fail(*results, "No result is allowed.", "Name at least one, or leave `expect` out.");
}

void choose_grid(Reader& reader, Value root, const JsonValue* fixed, Plan& plan) {
  auto delays = modality::delays_of(plan.policy);
  for (auto& delay : ack::delays_of(plan.tool)) delays.push_back(std::move(delay));
  delays.push_back({"the tool's at_ms", plan.tool_at});
  std::string coarse_because;
  sim::choose_grid(reader, fixed, delays, {plan.policy.grid, coarse_because});
  plan.tool.grid = plan.policy.grid;
  if (reader.failed() || coarse_because.empty()) return;
  reader.fail(fixed == nullptr ? root : *fixed,
              "Two worlds at once have no coarse grid: " + coarse_because + ".",
              "Write delays with a greater common divisor.");
}

}  // namespace

Scenario read_scenario(Reader& reader, Value root) {
  Scenario scenario;
  auto& plan = scenario.plan;
  const JsonValue* grid = nullptr;
  read_base(reader, root, plan.policy);
  auto fields = head_fields(reader, {scenario.story, scenario.rules, scenario.mutant});
  add_plan_fields(reader, plan.policy, fields);
  fields.push_back({"tool", [&](Value v) { read_tool(reader, v, plan); }, true});
  fields.push_back({"grid_ms", [&](Value v) { grid = &v; }});
  fields.push_back({"expect", [&](Value v) { read_expectation(reader, v, scenario.expect); }});
  reader.fields(root, fields);
  if (!reader.failed()) choose_grid(reader, root, grid, plan);
  return scenario;
}

LoadedScenario load_scenario(const std::string& path) {
  return load_as<Scenario>(path, area, read_scenario);
}

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return parse_as<Scenario>(text, name, name, area, read_scenario);
}

}  // namespace sim::joint
