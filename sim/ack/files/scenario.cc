#include "sim/ack/scenario.h"

#include "ack/files/formats.h"
#include "port/ack/show.h"

namespace sim::ack {
namespace {

using namespace format;

constexpr ScenarioArea in_files{.name = area};

bool has_second(const Plan& plan) { return !plan.second.empty(); }
bool has_steps(const Plan& plan) { return !plan.steps.empty(); }

// What the first call is about decides what may be said of the rest: it is read first.
constexpr Row plan_rows[] = {
    part(itself<Plan>, &revision_format),
    {"call", itself<Plan>, &call_format, "The tool call.", Is::Required},
    {"second", itself<Plan>, &second_format, "Another call, made while the first may be in flight.",
     Is::Last, when<&has_second>},
    {"frontend", itself<Plan>, &frontend_format,
     "How it stands at the first call, and how long it takes.", Is::Last},
    {"session", at<&Plan::steps>, &session_format,
     "What follows the first call, in the place of a second one: more calls, and what happens "
     "beside them.",
     Is::Last, when<&has_steps>},
    {"background", at<&Plan::planned>, &background_format, "What happens beside the calls.",
     Is::Last}};
// A check of the whole plan, since the events do not know the call.
void check_plan(Reader& reader, const JsonValue& root, Plan& plan) {
  check_session(reader, root, plan);
  if (!reader.failed()) check_background(reader, root, plan);
}
constexpr Type plan_type = object(plan_rows).lastly(check<&check_plan>);

std::vector<Delay> all_delays(const Scenario& scenario) { return delays_of(scenario.plan); }

constexpr Row scenario_rows[] = {
    head<Scenario, in_files>,
    part(at<&Scenario::plan>, plan_type),
    grid<Scenario, &plan_grid<Scenario>, &all_delays, &keep_grid<Scenario>>,
    {"expect", at<&Scenario::expect>, &expectation_format, expectation_says}};
constexpr Type scenario_type =
    object(scenario_rows,
           "One or two tool calls, the frontend that they meet, and what may come of them.");

const char* not_fixed(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  const bool fixed = plan.calls.size() == 1 && plan.second.size() <= 1 && plan.starts.size() == 1 &&
                     plan.background_max == 0;
  return fixed ? nullptr : format::leaves_more_open;
}

}  // namespace

Latencies scenario_latencies() { return {.slow = {0, 10'000}, .late = {6'000, 6'000}}; }

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(in_files, "Orrery scenario of tool calls",
                                            scenario_type, {{"defaults", {.plan = plan_base()}}},
                                            &port::ack::meanings(), &not_fixed);
  return out;
}

}  // namespace sim::ack
