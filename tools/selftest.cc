// orrery selftest: a gate that cannot fail shows nothing.
#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "conformance/mutant.h"
#include "conformance/suite.h"
#include "jobs.h"
#include "numbers.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "results.h"
#include "selection.h"
#include "selftest_shrink.h"
#include "signals.h"
#include "terminal.h"

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
        "those that random runs of larger worlds meet.",
    .examples =
        "orrery selftest\norrery selftest modality --json -j 4\norrery selftest modality --shrink"};

nlohmann::ordered_json to_json(const SelftestRow& row) {
  return {{"mutant", row.mutant},
          {"rules", row.rules},
          {"caught", row.caught},
          {"caught_by", row.caught_by},
          {"caught_by_rule", row.caught_by_rule},
          {"states", row.states},
          {"run_length", row.run_length},
          {"scenario_length", row.scenario_length},
          {"message", row.message}};
}

std::string how(const SelftestRow& row) {
  if (row.caught_by == "check" || row.run_length == 0) return row.caught_by;
  auto out = fmt::format("{}, {}", row.caught_by, counted(row.run_length, "choice"));
  if (row.scenario_length > 0) out += fmt::format(" of {}", row.scenario_length);
  return out;
}

std::string row_text(const SelftestRow& row, std::size_t name_width, const Paint& paint) {
  auto out = fmt::format("  {:<{}}  {:<8}", row.mutant, name_width, row.caught_by_rule);
  out += row.caught ? paint.good("caught") : paint.bad("MISSED");
  if (!row.caught_by.empty()) out += fmt::format("  by {}", how(row));
  if (row.states > 0) out += fmt::format("  ({} states)", grouped(row.states));
  if (!row.caught) out += fmt::format("  wanted one of: {}", row.rules);
  if (!row.message.empty()) out += fmt::format("\n      {}", row.message);
  return out + "\n";
}

}  // namespace

int selftest(Arguments arguments) {
  CommandLine line(selftest_help);
  add_jobs_option(line);
  line.flag("json", "Print JSON instead of text.");
  line.flag("shrink", "Show how small the counterexamples become.");
  if (!line.parse(arguments)) return exit_code::passed;
  areas_of(line);
  if (line.has("shrink")) return shrink_selftest(line);
  std::vector<std::string> files;
  for (const auto& file : scenario_files())
    if (file.name.starts_with("modality/")) files.push_back(file.path);

  const bool json = line.has("json");
  const Paint paint(STDOUT_FILENO);
  std::size_t width = 0;
  for (const auto& mutant : conformance::mutants()) width = std::max(width, mutant.name.size());
  ProgressLine progress;
  std::size_t done = 0;
  const auto decided = [&](const SelftestRow& row) {
    ++done;
    progress.clear();
    if (!json) print_out(row_text(row, width, paint));
  };
  const auto keep_going = [&] {
    if (progress.due())
      progress.show(fmt::format("selftest: {} of {} mutants", done, conformance::mutants().size()));
    return caught_signal() == 0;
  };
  const auto rows =
      conformance::run_modality_selftest(files, *parallel_of(line), decided, keep_going);
  progress.clear();

  const auto caught = std::ranges::count_if(rows, &SelftestRow::caught);
  const auto missed = std::ssize(rows) - caught;
  if (json) {
    nlohmann::ordered_json out{{"mutants", nlohmann::ordered_json::array()}};
    for (const auto& row : rows) out["mutants"].push_back(to_json(row));
    out["caught"] = caught;
    out["missed"] = missed;
    print_out(dump(out, 2) + "\n");
  } else {
    const auto verdict = caught_signal() != 0 ? paint.doubtful("INTERRUPTED")
                         : missed == 0        ? paint.good("passed")
                                              : paint.bad("FAILED");
    const auto explored = std::ranges::count_if(
        rows, [](const SelftestRow& row) { return row.caught && row.run_length > 0; });
    print_out(
        fmt::format("{}: {} of {} mutants caught by a rule that they name, {} by a search, {} "
                    "by a directed check\n",
                    verdict, caught, conformance::mutants().size(), explored, caught - explored));
  }
  if (caught_signal() != 0) return exit_code::interrupted + caught_signal();
  if (rows.empty()) return exit_code::nothing_selected;
  return missed == 0 ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
