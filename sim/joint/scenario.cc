#include "sim/joint/scenario.h"

#include "ack/files/formats.h"
#include "appserver/files/formats.h"
#include "modality/files/formats.h"
#include "port/modality/show.h"

namespace sim::joint {
namespace {

using namespace format;
using Draft = Expected<Expectation>;

// A tool call as in a scenario of tool calls, and with it what belongs to the call there.
void check_plan(Reader& reader, const JsonValue& json, const Plan& plan) {
  if (const auto wrong = fault_of(plan); !wrong.empty())
    reader.fail(json, "This is no joint world: " + wrong + ".");
}
constexpr Row tool_rows[] = {
    part(at<&Tool::plan>, &ack::call_format),
    part(at<&Tool::plan>, &ack::revision_format),
    {"frontend", at<&Tool::plan>, &ack::frontend_format,
     "How it stands at the first call, and how long it takes.", Is::Last},
    {"at_ms", at<&Tool::at>, window(), "When, from the beginning on; not without an end."}};
constexpr Type tool_type = object(tool_rows, "A tool call, and how the frontend stands at it.");

constexpr Row talk_rows[] = {
    part(at<&Talk::plan>, &appserver::plan_format),
    {"approvals", at<&Talk::approvals>, &modality::kind_format,
     "As which dialog of the IDE the client shows its approvals. Left out: somewhere else."}};
constexpr Type talk_type =
    object(talk_rows, "An agent, its client and its user, as in a scenario of the app-server.");

constexpr Row result_rows[] = {
    {"call", at<&ExpectedResult::call>, &modality::result_format, "Of the call in the IDE."},
    {"tool", at<&ExpectedResult::tool>, &ack::expected_call_format, "Of the tool call."},
    {"talk", at<&ExpectedResult::talk>, &appserver::result_format, "Of the agent and its client."},
    {"begun", at<&ExpectedResult::begun>, integer(0, 250),
     "So many calls in the IDE the agent's items begin."},
    {"swept", at<&ExpectedResult::swept>, integer(0, 250),
     "So many approvals lose their dialog to the policy."},
    {"closed", at<&ExpectedResult::closed>, integer(0, 250),
     "So many lose it to anybody else, before they are decided."}};
constexpr Type result_type =
    object(result_rows, "What all come to. What is left out may be anything.");
constexpr Type results_type = results(result_type, modality::results_max);
constexpr Row expectation_rows[] = {
    results_row<Expectation>(results_type),
    {"classes", at<&Draft::expect, &Expectation::classes>, &ack::classes_format,
     "The lies that the signals bring with them and that some run tells."}};

std::vector<Delay> delays_of(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  auto out = modality::delays_of(plan.policy);
  if (plan.tool) {
    for (auto& delay : ack::delays_of(plan.tool->plan)) out.push_back(std::move(delay));
    out.push_back({"the tool's at_ms", plan.tool->at});
  }
  if (!plan.talk) return out;
  const auto& [start, send, receive, step, late, exit, gone, frame, fade] =
      plan.talk->plan.latencies;
  std::vector windows{start, send, receive, step, late, exit, gone, frame};
  if (fade != appserver::Latencies{}.fade) windows.push_back(fade);  // Ours need no grid.
  for (const auto& window : windows) out.push_back({"the talk's latencies", window});
  for (const auto& each : plan.talk->plan.user) out.push_back({"the user's at_ms", each.window});
  for (const auto& each : plan.talk->plan.beside) out.push_back({"the user's at_ms", each.window});
  return out;
}

void set_grid(Reader& reader, const JsonValue& place, Scenario& into, ChosenGrid chosen) {
  into.plan.policy.grid = chosen.grid;
  into.plan.policy.waits = is_called_by_agent(into.plan);
  if (into.plan.tool) into.plan.tool->plan.grid = chosen.grid;
  if (into.plan.talk) into.plan.talk->plan.grid = chosen.grid;
  into.fine_because = std::move(chosen.fine_because);
  if (!chosen.coarse_because.empty())
    reader.fail(place, "Two worlds at once have no coarse grid: " + chosen.coarse_because + ".",
                "Write delays with a greater common divisor.");
}

const Grid& grid_in(const Scenario& scenario) { return scenario.plan.policy.grid; }

constexpr Row plan_rows[] = {
    {"tool", at<&Plan::tool>, tool_type, "A tool that is called beside the call in the IDE."},
    {"talk", at<&Plan::talk>, talk_type,
     "An agent with its client. An item that is `in_ide` makes the call in the IDE, the second of "
     "them the second of `calls`; without one, these begin by themselves."}};
constexpr Type plan_type = object(plan_rows).lastly(check<&check_plan>);

constexpr ScenarioArea in_files{.name = area};
constexpr Row scenario_rows[] = {head<Scenario, in_files>,
                                 part(at<&Scenario::plan, &Plan::policy>, &modality::plan_format),
                                 part(at<&Scenario::plan>, plan_type),
                                 grid<Scenario, &grid_in, &delays_of, &set_grid>,
                                 {"expect", at<&Scenario::expect>,
                                  expectation<Expectation>(expectation_rows), expectation_says}};
constexpr Type scenario_type = object(scenario_rows,
                                      "A call in an IDE, and beside it a tool call, or an agent "
                                      "with its client: what may come of all of them.");

Scenario usual(std::size_t base) { return {.plan = {.policy = modality::plan_bases()[base].plan}}; }

const char* not_fixed(const Scenario& scenario) {
  const auto& tool = scenario.plan.tool;
  if (const auto* why = modality::not_fixed(scenario.plan.policy)) return why;
  const bool fixed = !tool || (tool->plan.calls.size() == 1 && tool->plan.starts.size() == 1);
  return fixed ? nullptr : format::leaves_more_open;
}

}  // namespace

Tool::Tool() : plan(ack::plan_base()) {}

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(
      in_files, "Orrery scenario of a call in an IDE with an agent or a tool beside it",
      scenario_type, {{"short limits", usual(0)}, {"real limits", usual(1)}},
      &port::modality::meanings(), &not_fixed);
  return out;
}

}  // namespace sim::joint
