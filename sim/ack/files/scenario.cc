#include "sim/ack/scenario.h"

#include "ack/files/formats.h"

namespace sim::ack {
namespace {

using format::itself;

// What the first call is about decides what may be said of the rest: it is read first.
format::Object<Plan> plan_format() {
  auto out = revision_format();
  out.member("call", itself, call_format().codec(), "The tool call.").required();
  out.member("second", itself, second_format().codec(),
             "Another call, made while the first may be in flight.")
      .when([](const Plan& plan) { return !plan.second.empty(); })
      .last();
  out.member("frontend", itself, frontend_format(),
             "How it stands at the first call, and how long it takes.")
      .last();
  out.member("background", &Plan::planned, background_format(), "What happens beside the calls.")
      .last();
  // A check of the whole plan, since the events do not know the call.
  return out.at_last(check_background);
}

format::ScenarioFormat<Scenario> make_format() {
  const format::ScenarioArea about{.name = area};
  format::Object<Scenario> all(
      "One or two tool calls, the frontend that they meet, and what may come of them.");
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
  return {about,
          "Orrery scenario of tool calls",
          std::move(all),
          {{"defaults", Scenario{.plan = plan_base()}}}};
}

const format::ScenarioFormat<Scenario>& the_format() {
  static const auto out = make_format();
  return out;
}

}  // namespace

Latencies scenario_latencies() { return {.slow = {0, 10'000}, .late = {6'000, 6'000}}; }

LoadedScenario read_scenario(const ParsedFile& file) { return the_format().read(file); }

LoadedScenario parse_scenario(std::string_view text, const std::string& name) {
  return the_format().parse(text, name);
}

LoadedScenario load_scenario(const std::string& path) { return the_format().load(path); }

std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario) {
  const auto& plan = scenario.plan;
  const bool fixed = plan.calls.size() == 1 && plan.second.size() <= 1 && plan.starts.size() == 1 &&
                     plan.background_max == 0;
  if (!fixed) return NotWritable{"this plan leaves more open than the schedule"};
  return the_format().write(scenario);
}

nlohmann::ordered_json scenario_schema() { return the_format().schema(); }

}  // namespace sim::ack
