#include "sim/modality/scenario.h"

#include "modality/files/formats.h"
#include "port/modality/show.h"

namespace sim::modality {
namespace {

using namespace format;

constexpr ScenarioArea in_files{.name = area, .unless_named = true};

constexpr auto revision_says = sentences(
    "the public table, with its addendum: `smart_non_modal` waits for a progress without "
    "a dialog, and no mode lets one pass the gate",
    "the table before it: no mode waits for such a progress, and each lets it pass");

std::vector<Delay> all_delays(const Scenario& scenario) { return delays_of(scenario.plan); }

constexpr Row revision_rows[] = {
    {"revision", at<&Plan::revision>,
     one_of("a revision", port::words<port::modality::Revision>, revision_says),
     "Whose table says what a mode stands for."}};
constexpr Type revision_format = object(revision_rows);

constexpr Row scenario_rows[] = {
    head<Scenario, in_files>,
    part(at<&Scenario::plan>, &revision_format),
    part(at<&Scenario::plan>, &plan_format),
    grid<Scenario, &plan_grid<Scenario>, &all_delays, &keep_grid<Scenario>>,
    {"expect", at<&Scenario::expect>, &expectation_format, expectation_says}};
constexpr Type scenario_type =
    object(scenario_rows, "One call in one simulated IDE, and what may come of it.");

}  // namespace

const format::ScenarioFormat<Scenario>& scenarios() {
  static const ScenarioFormat<Scenario> out(
      in_files, "Orrery scenario", scenario_type,
      {{"short limits", {.plan = plan_bases()[0].plan}},
       {"real limits", {.plan = plan_bases()[1].plan}}},
      &port::modality::meanings(),
      [](const Scenario& scenario) { return not_fixed(scenario.plan); });
  return out;
}

}  // namespace sim::modality
