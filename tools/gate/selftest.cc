// orrery selftest: a gate that cannot fail shows nothing.
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/gate/selftest.h"
#include "conformance/gate/suite.h"
#include "conformance/run/explored.h"
#include "conformance/run/sample.h"
#include "conformance/run/shrink.h"
#include "gate/results_reader.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::SelftestRow;

using conformance::PlanFailure;
using conformance::RunSize;

// orrery selftest --shrink: how small the counterexamples of known defects become.

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

struct ShrinkRow {
  conformance::AnyScenario scenario;
  std::string subject, rules;
  Shrinking own = {}, random = {};
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

bool names(const std::string& rules, const std::string& rule) {
  return std::ranges::count(words_of(rules), rule) > 0;
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

void shrink_own(ShrinkRow& row) {
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
void shrink_random(ShrinkRow& row) {
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

std::vector<ShrinkRow> rows_of_scenarios() {
  std::vector<ShrinkRow> rows;
  for_each_scenario([&](const ScenarioFile&, const conformance::AnyScenario& scenario) {
    // Worlds of two engines are not made smaller.
    if (scenario.mutant.empty() || scenario.plan.area()->judges().size() > 1) return;
    const auto subject = "mutant:" + scenario.mutant;
    rows.push_back(
        {.scenario = scenario, .subject = subject, .rules = rules_of_mutant(scenario.mutant)});
  });
  return rows;
}

void print_text(const std::vector<ShrinkRow>& rows, double seconds) {
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

// Each defect that has a scenario: its failure there, and one that random runs of far larger
// worlds meet, each before and after shrinking. Gives the exit code.
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
  const auto wrong = [](const ShrinkRow& row) {
    return row.own.world.empty() || !row.own.error.empty() || !row.random.error.empty();
  };
  return std::ranges::any_of(rows, wrong) ? exit_code::failed : exit_code::passed;
}

constexpr Help selftest_help{
    .command = "selftest",
    .operands = "[AREA...]",
    .says =
        "Runs every mutant, an engine with one defect, against the rules that it names. A\n"
        "mutant that is not caught by one of them means that the gate has a hole: exit 1. With\n"
        "--shrink, shows instead how small the failures of those with a scenario become, and\n"
        "those that random runs of larger worlds meet. With --clauses, switches off each clause\n"
        "that can fail, and shows which mutant escapes the searches then: a long campaign.",
    .examples =
        "orrery selftest\norrery selftest ack\norrery selftest modality --json -j 4\norrery "
        "selftest modality --shrink\norrery selftest ack --clauses --rule ACK-13"};

nlohmann::ordered_json to_json(const SelftestRow& row) {
  return {{"mutant", row.mutant},
          {"rules", row.rules},
          {"caught", row.caught},
          {"caught_by", row.caught_by},
          {"caught_by_rule", row.caught_by_rule},
          {"led_by", row.led_by},
          {"states", row.states},
          {"run_length", row.run_length},
          {"scenario_length", row.scenario_length},
          {"world", row.world},
          {"message", row.message}};
}

std::string how(const SelftestRow& row) {
  if (row.caught_by == "check" || row.run_length == 0) return row.caught_by;
  auto out = fmt::format("{}, {}", row.caught_by, counted(row.run_length, "choice"));
  if (row.scenario_length > 0) out += fmt::format(" of {}", row.scenario_length);
  if (!row.world.empty()) out += " in " + row.world;
  return out;
}

std::string row_text(const SelftestRow& row, std::size_t name_width, const Paint& paint) {
  auto out = fmt::format("  {:<{}}  {:<8}", row.mutant, name_width, row.caught_by_rule);
  out += row.caught ? paint.good("caught") : paint.bad("MISSED");
  if (!row.caught_by.empty()) out += fmt::format("  by {}", how(row));
  if (row.states > 0) out += fmt::format("  ({} states)", grouped(row.states));
  if (!row.led_by.empty()) out += fmt::format("  led by {}", row.led_by);
  if (!row.caught) out += fmt::format("  wanted one of: {}", row.rules);
  if (!row.message.empty()) out += fmt::format("\n      {}", row.message);
  return out + "\n";
}

std::string json_of(const std::vector<SelftestRow>& rows) {
  const auto caught = std::ranges::count_if(rows, &SelftestRow::caught);
  nlohmann::ordered_json out{{"mutants", nlohmann::ordered_json::array()}};
  for (const auto& row : rows) out["mutants"].push_back(to_json(row));
  out["caught"] = caught;
  out["missed"] = std::ssize(rows) - caught;
  return dump(out, 2) + "\n";
}

// Of `all` mutants, as far as it came.
std::string summary_of(const std::vector<SelftestRow>& rows, std::size_t all, const Paint& paint) {
  const auto caught = std::ranges::count_if(rows, &SelftestRow::caught);
  const auto verdict = caught_signal() != 0         ? paint.doubtful("INTERRUPTED")
                       : caught == std::ssize(rows) ? paint.good("passed")
                                                    : paint.bad("FAILED");
  const auto explored = std::ranges::count_if(
      rows, [](const SelftestRow& row) { return row.caught && row.run_length > 0; });
  const auto misled =
      std::ranges::count_if(rows, [](const SelftestRow& row) { return !row.led_by.empty(); });
  return fmt::format(
      "{}: {} of {} mutants caught by a rule that they name, {} by a search, {} by a directed "
      "check; {} led by another rule\n",
      verdict, caught, all, explored, caught - explored, misled);
}

std::vector<std::string> files_of(const conformance::Area& area) {
  std::vector<std::string> out;
  for (const auto& file : scenario_files())
    if (has_scenario(area, file.name) && is_judged_by(load_named_scenario(file.path).plan, area))
      out.push_back(file.path);
  return out;
}

// How many clauses of an area have a mutant that only they catch.
int selftest_clauses(const std::vector<const conformance::Area*>& areas,
                     const spec::RuleScope& rules, const sim::Parallel& parallel, bool json) {
  ProgressLine progress;
  auto list = nlohmann::ordered_json::array();
  for (const auto* area : areas) {
    const auto& facts = area->facts();
    std::size_t needed = 0, done = 0, tried = 0;
    const auto decided = [&](const conformance::NeededRow& row) {
      const auto& clause = facts.clauses[row.clause];
      const auto rule = facts.rules[clause.rule].id;
      const bool escapes = !row.mutant.empty();
      ++done;
      tried += row.tried > 0 ? 1 : 0;
      needed += escapes ? 1 : 0;
      auto told = tools::to_json(clause, facts.rules);
      told["area"] = facts.name;
      told["rule"] = rule;
      told["mutants"] = row.tried;
      told["escapes"] = row.mutant;
      list.push_back(std::move(told));
      progress.clear();
      if (json) return;
      print_out(fmt::format("  {:<8} {}\n", rule, line_of(clause)));
      print_out(escapes
                    ? fmt::format("           without it {} escapes\n", row.mutant)
                    : fmt::format("           none of {} escapes\n", counted(row.tried, "mutant")));
    };
    const auto keep_going = [&] {
      if (progress.due()) progress.show(fmt::format("{}: {} clauses", facts.name, done));
      return caught_signal() == 0;
    };
    conformance::try_clauses(*area, rules, files_of(*area), parallel, decided, keep_going);
    progress.clear();
    if (!json && done > 0)
      print_out(
          fmt::format("{}: of {} that can fail, {} have a mutant that a search catches, and "
                      "without {} of these one escapes\n",
                      facts.name, counted(done, "clause"), tried, needed));
  }
  if (json) print_out(dump(list, 2) + "\n");
  if (!list.empty()) return exit_code::passed;
  print_error("orrery selftest: no clause of these rules can fail\n");
  return exit_code::nothing_selected;
}

}  // namespace

int selftest(Arguments arguments) {
  CommandLine line(selftest_help);
  add_jobs_option(line);
  line.flag("json", "Print JSON instead of text.");
  line.flag("shrink", "Show how small the counterexamples become.");
  line.flag("clauses", "Show which mutant escapes without which clause.");
  add_rule_options(line);
  if (!line.parse(arguments)) return exit_code::passed;
  const auto areas = areas_of(line, false);  // With mutants of their own.
  const auto rules = rules_of(line);
  if (line.has("shrink")) return shrink_selftest(line);

  const bool json = line.has("json");
  const auto parallel = parallel_of(line);
  if (line.has("clauses")) return selftest_clauses(areas, rules, *parallel, json);
  if (has_rules(line)) throw UsageError("--rule and --level need --clauses");
  const Paint paint(STDOUT_FILENO);
  std::size_t width = 0, all = 0;
  for (const auto* area : areas) {
    for (const auto& mutant : area->checks().mutants()) {
      width = std::max(width, mutant.name.size());
      ++all;
    }
  }
  ProgressLine progress;
  std::size_t done = 0;
  const auto decided = [&](const SelftestRow& row) {
    ++done;
    progress.clear();
    if (!json) print_out(row_text(row, width, paint));
  };
  const auto keep_going = [&] {
    if (progress.due()) progress.show(fmt::format("selftest: {} of {} mutants", done, all));
    return caught_signal() == 0;
  };
  std::vector<SelftestRow> rows;
  for (const auto* area : areas) {
    const auto files = files_of(*area);
    const auto part = conformance::run_selftest(*area, files, *parallel, decided, keep_going);
    rows.insert(rows.end(), part.begin(), part.end());
  }
  progress.clear();

  const auto caught = std::ranges::count_if(rows, &SelftestRow::caught);
  const bool missed = caught != std::ssize(rows);
  print_out(json ? json_of(rows) : summary_of(rows, all, paint));
  if (rows.empty()) return exit_code::nothing_selected;
  return missed ? exit_code::failed : exit_code::passed;
}

}  // namespace tools
