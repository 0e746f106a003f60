#include "sim/turnstile/scenario.h"

namespace sim::turnstile {
namespace {

using namespace format;

constexpr Word act_words[] = {{"coin", Event::Coin}, {"push", Event::Push}};
constexpr Row act_rows[] = {{"does", at<&Act::what>, one_of("an act", act_words),
                             "A coin is put in, or somebody pushes.", Is::Required},
                            {"at_ms", at<&Act::at>, window(), "From the beginning on."}};
constexpr Type act_type = object(act_rows, "What a visitor does, and when.");

constexpr Row result_rows[] = {
    {"passed", at<&ExpectedResult::passed>, integer(0, acts_max), "So many visitors came through."},
    {"given_back", at<&ExpectedResult::given_back>, integer(0, acts_max),
     "So many coins came back."}};
constexpr Type result_type = object(result_rows, "One result. What is left out may be anything.");
constexpr Type results_type = results(result_type, 8);
constexpr Row expectation_rows[] = {results_row<Expectation>(results_type)};

std::vector<Delay> delays_of(const Scenario& scenario) {
  const auto wait_ms = scenario.plan.wait_ms;
  std::vector<Delay> out{{"wait_ms", {wait_ms, wait_ms}}};
  for (const auto& act : scenario.plan.acts) out.push_back({"a visitor's at_ms", act.at});
  return out;
}

constexpr ScenarioArea in_files{.name = "turnstile"};
constexpr Row scenario_rows[] = {
    head<Scenario, in_files>,
    {"wait_ms", at<&Scenario::plan, &Plan::wait_ms>, milliseconds(1),
     "How long it stays unlocked if nobody pushes."},
    {"visitors", at<&Scenario::plan, &Plan::acts>,
     list(act_type, {.what = "visitors", .most = acts_max}), "What visitors do.", Is::Required},
    grid<Scenario, &plan_grid<Scenario>, &delays_of, &keep_grid<Scenario>>,
    {"expect", at<&Scenario::expect>, expectation<Expectation>(expectation_rows),
     expectation_says}};
constexpr Type scenario_type = object(scenario_rows, "A turnstile, and who comes to it.");

}  // namespace

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(in_files, "Orrery scenario of a turnstile",
                                            scenario_type, {{"defaults", {}}});
  return out;
}

}  // namespace sim::turnstile
