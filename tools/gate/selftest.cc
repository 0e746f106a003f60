// orrery selftest: a gate that cannot fail shows nothing.
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/gate/selftest.h"
#include "conformance/gate/suite.h"
#include "gate/results_reader.h"
#include "gate/selftest_shrink.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::SelftestRow;

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
