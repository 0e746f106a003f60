#include "gate/selftest_shrink.h"

#include <algorithm>
#include <chrono>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/run/explored.h"
#include "conformance/run/sample.h"
#include "conformance/run/shrink.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using conformance::RunSize;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t random_seed = 1;
constexpr std::uint64_t random_runs = 5'000;  // Per line of the table, to find a failure.

struct Shrinking {
  std::string world;  // "sample:3:1:17"; empty if no failure was met.
  std::string rule;
  std::uint64_t looked_at = 0;  // States or runs until it was met.
  RunSize before, after;
  std::uint64_t tried = 0;
  bool simplest = false;
  double find_seconds = 0, shrink_seconds = 0;
  std::string error;
};

struct Row {
  conformance::AnyScenario scenario;
  std::string subject, rules;
  Shrinking own, random;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool names(const std::string& rules, const std::string& rule) {
  std::istringstream words(rules);
  for (std::string word; words >> word;)
    if (word == rule) return true;
  return false;
}

void shrink(const conformance::PlanRef& plan, const PlanFailure& failure,
            const std::string& subject, Shrinking& out) {
  out.rule = failure.rule;
  const auto begin = Clock::now();
  const auto result = conformance::shrink_failure(
      {.plan = plan, .subject = subject, .failure = failure, .name = out.world, .keep_going = [] {
         return caught_signal() == 0;
       }});
  out.shrink_seconds = seconds_since(begin);
  if (const auto* error = std::get_if<conformance::ShrinkError>(&result)) {
    out.error = error->what;
    return;
  }
  const auto& shrunk = std::get<conformance::Shrunk>(result);
  out.before = shrunk.before;
  out.after = shrunk.after;
  out.tried = shrunk.tried;
  out.simplest = shrunk.simplest;
}

void shrink_own(Row& row) {
  const auto begin = Clock::now();
  sim::SearchOptions options;
  options.stop_at_first = false;
  const auto found =
      conformance::explore_plan(row.scenario.plan, row.subject, nullptr, options, sim::Serial());
  row.own.looked_at = found.states;
  row.own.find_seconds = seconds_since(begin);
  for (const auto& failure : found.failures) {
    if (!names(row.rules, failure.rule)) continue;
    row.own.world = row.scenario.name;
    return shrink(row.scenario.plan, failure, row.subject, row.own);
  }
}

// The first failure of a rule that the defect is known for, in random runs of one line of
// the table after the other.
void shrink_random(Row& row) {
  const auto& area = *row.scenario.plan.area();
  if (!area.worlds().facts().samples_are_large) return;
  const auto begin = Clock::now();
  for (std::size_t cell = 0; cell < area.worlds().sampled_rows({}) && caught_signal() == 0;
       ++cell) {
    const conformance::SampleRequest request{
        .subject = row.subject, .row = cell, .seed = random_seed, .runs = random_runs};
    const auto sampled = area.worlds().sample(request, sim::Serial(),
                                              [](std::uint64_t) { return caught_signal() == 0; });
    row.random.looked_at += sampled.runs;
    if (!sampled.failure || !names(row.rules, sampled.failure->rule)) continue;
    row.random.find_seconds = seconds_since(begin);
    const auto world = area.worlds().sampled(request, sampled.failed_run);
    row.random.world = world.name;
    return shrink(world.plan, *sampled.failure, row.subject, row.random);
  }
}

nlohmann::ordered_json to_json(const Shrinking& shrinking) {
  const auto size = [](const RunSize& of) {
    return nlohmann::ordered_json{{"parts", of.parts_together()},
                                  {"choices", of.choices},
                                  {"context_switches", of.switches},
                                  {"virtual_ms", of.ms}};
  };
  return {{"world", shrinking.world},
          {"rule", shrinking.rule},
          {"looked_at", shrinking.looked_at},
          {"before", size(shrinking.before)},
          {"after", size(shrinking.after)},
          {"tried", shrinking.tried},
          {"simplest", shrinking.simplest},
          {"find_seconds", shrinking.find_seconds},
          {"shrink_seconds", shrinking.shrink_seconds},
          {"error", shrinking.error}};
}

std::string cells(const Shrinking& shrinking, const char* looked_at) {
  if (shrinking.world.empty())
    return fmt::format("not met  ({} {})", grouped(shrinking.looked_at), looked_at);
  if (!shrinking.error.empty()) return shrinking.error;
  const auto change = [](std::size_t from, std::size_t to) {
    return fmt::format("{} to {}", from, to);
  };
  const auto& before = shrinking.before;
  const auto& after = shrinking.after;
  return fmt::format("{:<7} {:<10} {:<10} {:<9} {:>9} {}  {:>6.2f} s  {:>6.2f} s", shrinking.rule,
                     change(before.parts_together(), after.parts_together()),
                     change(before.choices, after.choices), change(before.switches, after.switches),
                     grouped(shrinking.looked_at), looked_at, shrinking.find_seconds,
                     shrinking.shrink_seconds);
}

std::string rules_of_mutant(const std::string& name) {
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants())
      if (mutant.name == name) return std::string(mutant.rules);
  return {};
}

std::vector<Row> rows_of_scenarios() {
  std::vector<Row> rows;
  for_each_scenario([&](const ScenarioFile&, const conformance::AnyScenario& scenario) {
    // Worlds of two engines are not made smaller.
    if (scenario.mutant.empty() || scenario.plan.area()->judges().size() > 1) return;
    const auto subject = "mutant:" + scenario.mutant;
    rows.push_back({.scenario = scenario,
                    .subject = subject,
                    .rules = rules_of_mutant(scenario.mutant),
                    .own = {},
                    .random = {}});
  });
  return rows;
}

void print_text(const std::vector<Row>& rows, double seconds) {
  for (const auto& row : rows)
    print_out(fmt::format("{}, {}\n  scenario  {}\n  random    {}\n", row.scenario.name,
                          row.scenario.mutant, cells(row.own, "states"),
                          cells(row.random, "runs")));
  print_out(
      fmt::format("Rule, parts (instructions, modal entries, documents, background events), "
                  "choices, context\nswitches, what was looked at, time to find and to shrink. "
                  "{} in {:.1f} s\n",
                  counted(rows.size(), "scenario"), seconds));
}

}  // namespace

int shrink_selftest(const CommandLine& line) {
  auto rows = rows_of_scenarios();
  if (rows.empty()) return exit_code::nothing_selected;
  ProgressLine progress;
  progress.show(fmt::format("shrinking the failures of {}", counted(rows.size(), "scenario")));
  const auto begin = Clock::now();
  parallel_of(line)->run(2 * rows.size(), sim::TaskRef([&](std::size_t task) {
                           auto& row = rows[task / 2];
                           if (caught_signal() != 0) return;
                           task % 2 == 0 ? shrink_own(row) : shrink_random(row);
                         }));
  const auto seconds = seconds_since(begin);
  progress.clear();
  if (line.has("json")) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& row : rows)
      out.push_back({{"scenario", row.scenario.name},
                     {"mutant", row.scenario.mutant},
                     {"own", to_json(row.own)},
                     {"random", to_json(row.random)}});
    print_out(dump({{"shrinkings", out}, {"seconds", seconds}}, 2) + "\n");
  } else {
    print_text(rows, seconds);
  }
  const auto wrong = [](const Row& row) {
    return row.own.world.empty() || !row.own.error.empty() || !row.random.error.empty();
  };
  return std::ranges::any_of(rows, wrong) ? exit_code::failed : exit_code::passed;
}

}  // namespace tools
