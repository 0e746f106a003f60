#include "sim/joint/scenario.h"

#include <nlohmann/json.hpp>

#include "ack/files/formats.h"
#include "modality/files/formats.h"

namespace sim::joint {
namespace {

using namespace format;
using Draft = Expected<Expectation>;

// A tool call as in a scenario of tool calls, and with it what belongs to the call there.
void check_time(Reader& reader, const JsonValue& json, const Plan& plan) {
  if (plan.tool_at.latest == never)
    reader.fail(json, "The tool may never be called.", "Give `at_ms` an end.");
}
constexpr Row tool_rows[] = {
    part(at<&Plan::tool>, &ack::call_format),
    part(at<&Plan::tool>, &ack::revision_format),
    {"frontend", at<&Plan::tool>, &ack::frontend_format,
     "How it stands at the first call, and how long it takes.", Is::Last},
    {"at_ms", at<&Plan::tool_at>, window(),
     "When, from the beginning of the policy's call on; not without an end."}};

constexpr Row result_rows[] = {{"call", at<&ExpectedResult::call>, &modality::result_format,
                                "Of the policy's call.", Is::Required},
                               {"tool", at<&ExpectedResult::tool>, &ack::expected_call_format,
                                "Of the tool call.", Is::Required}};
constexpr Type result_type = object(result_rows, "What both calls come to.");
constexpr Type results_type = results(result_type, modality::results_max);
constexpr Row expectation_rows[] = {
    results_row<Expectation>(results_type),
    {"classes", at<&Draft::expect, &Expectation::classes>, &ack::classes_format,
     "The lies that the signals bring with them and that some run tells."}};

std::vector<Delay> delays_of(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  auto out = modality::delays_of(plan.policy);
  for (auto& delay : ack::delays_of(plan.tool)) out.push_back(std::move(delay));
  out.push_back({"the tool's at_ms", plan.tool_at});
  return out;
}

void set_grid(Reader& reader, const JsonValue& place, Scenario& into, ChosenGrid chosen) {
  into.plan.policy.grid = into.plan.tool.grid = chosen.grid;
  into.fine_because = std::move(chosen.fine_because);
  if (!chosen.coarse_because.empty())
    reader.fail(place, "Two worlds at once have no coarse grid: " + chosen.coarse_because + ".",
                "Write delays with a greater common divisor.");
}

const Grid& grid_in(const Scenario& scenario) { return scenario.plan.policy.grid; }

constexpr ScenarioArea in_files{.name = area};
constexpr Row scenario_rows[] = {
    head<Scenario, in_files>,
    part(at<&Scenario::plan, &Plan::policy>, &modality::plan_format),
    {"tool", at<&Scenario::plan>, object(tool_rows).then(check<&check_time>),
     "A tool call, and how the frontend stands at it.", Is::Required},
    grid<Scenario, &grid_in, &delays_of, &set_grid>,
    {"expect", at<&Scenario::expect>, expectation<Expectation>(expectation_rows),
     expectation_says}};
constexpr Type scenario_type = object(
    scenario_rows,
    "A tool that is called while the policy runs its call in the same IDE, and what may come "
    "of both.");

Scenario usual(std::size_t base) {
  return {.plan = {modality::plan_bases()[base].plan, ack::plan_base()}};
}

const ScenarioFormat<Scenario>& the_format() {
  static const ScenarioFormat<Scenario> out(
      in_files, "Orrery scenario of a tool call beside the policy", scenario_type,
      {{"short limits", usual(0)}, {"real limits", usual(1)}});
  return out;
}

}  // namespace

LoadedScenario read_scenario(const ParsedFile& file) { return the_format().read(file); }

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return the_format().parse(text, name);
}

LoadedScenario load_scenario(const std::string& path) { return the_format().load(path); }

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  const auto& [policy, tool, at] = scenario.plan;
  if (const auto* why = modality::not_fixed(policy)) return NotWritable{why};
  if (tool.calls.size() != 1 || tool.starts.size() != 1)
    return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(spot(scenario));
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

}  // namespace sim::joint
