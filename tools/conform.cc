// orrery conform: the gate.
#include <algorithm>
#include <array>

#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "annotations.h"
#include "commands.h"
#include "conformance/suite.h"
#include "gate_report.h"
#include "jobs.h"
#include "junit.h"
#include "options.h"
#include "output.h"
#include "selection.h"

namespace tools {
namespace {

constexpr Help help{
    .command = "conform",
    .operands = "[AREA...]",
    .says =
        "Judges a subject by every rule: directed checks, every schedule of each scenario, every\n"
        "world of the behaviour table within the bounds of the budget, and random runs of larger\n"
        "worlds with the real constants. Areas: modality. Prints the table, then what failed.",
    .examples =
        "orrery conform\n"
        "orrery conform modality --budget full -j 8\n"
        "orrery conform --subject mutant:result_sent_twice\n"
        "orrery conform --rule MOD-42 --list\n"
        "orrery conform --budget 5m --results results.jsonl --junit junit.xml\n"
        "orrery conform --json | jq .summary"};

const std::array<std::string, 3> levels{"must", "should", "proposed"};
const std::array<std::string, 3> budgets{"quick", "full", "nightly"};

void add_options(CommandLine& line) {
  line.option("subject", "NAME", "What is judged: engine (the default) or mutant:NAME.");
  line.option("rule", "ID", "Only what concerns this rule.");
  line.option("level", "must|should|proposed",
              "The weakest level that counts; proposed by default.");
  line.option("budget", "quick|full|nightly|DURATION",
              "Bounds of the search and number of random runs. A duration such as 30s or 5m: the "
              "quick bounds, then random runs until it is over.");
  line.option("seed", "N", "Of the random runs; 1 by default.");
  line.option("runs", "N", "Random runs for each line of the table.");
  line.option("max-memory", "BYTES", "Of a search, such as 12G (the default) or 512M.");
  line.option("max-states", "N", "Of a search.");
  line.flag("prove",
            "Take every choice twice, to show that nothing but the world and the choices decides. "
            "By default, those of one state and one random run in 64.");
  add_jobs_option(line);
  line.option("results", "FILE", "One JSON object per line and check; - is stdout.");
  line.option("junit", "FILE", "JUnit XML.");
  line.flag("json", "Print JSON instead of the table.");
  line.flag("list", "Print what would run, and run nothing.");
}

// With a duration, as many random runs as there is time for.
constexpr std::uint64_t runs_without_end = 1'000'000'000'000;

std::optional<std::chrono::seconds> take_budget(const CommandLine& line,
                                                conformance::GateOptions& gate) {
  const auto text = line.text("budget");
  if (!text) return std::nullopt;
  const auto duration = parse_duration(*text);
  if (!duration) {
    const auto index = std::ranges::find(budgets, *text) - budgets.begin();
    if (index == std::ssize(budgets))
      line.refuse("budget", unknown_word("one of its values, nor a duration such as 30s or 5m",
                                         *text, budgets));
    gate.budget = static_cast<conformance::Budget>(index);
    return std::nullopt;
  }
  if (gate.random_runs == 0) gate.random_runs = runs_without_end;
  return duration;
}

conformance::GateOptions gate_options(const CommandLine& line) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  conformance::GateOptions gate;
  gate.subject = subject_of(line);
  if (const auto rule = line.text("rule")) gate.rule = rule_named(*rule).id;
  if (const auto level = line.one_of("level", levels))
    gate.level = static_cast<spec::Level>(*level);
  gate.random_runs = line.number("runs", 1, runs_without_end).value_or(0);
  gate.seed = line.number("seed", 0, most).value_or(gate.seed);
  gate.memory_max = line.bytes("max-memory").value_or(gate.memory_max);
  gate.states_max = line.number("max-states", 1, most).value_or(gate.states_max);
  if (line.has("prove")) gate.prove_every = 1;
  for (const auto& file : scenario_files()) {
    if (!file.name.starts_with("modality/")) continue;
    load_named_scenario(file.path);  // A file that cannot be read is refused before anything runs.
    gate.scenarios.push_back(file.path);
  }
  return gate;
}

int print_list(const conformance::GateOptions& gate, bool json) {
  const auto lines = conformance::list_modality_gate(gate);
  std::string out;
  for (const auto& text : lines) out += text + "\n";
  if (json) out = dump(nlohmann::ordered_json(lines), 2) + "\n";
  print_out(out);
  return lines.empty() ? exit_code::nothing_selected : exit_code::passed;
}

// Results on stdout leave no room for anything else there.
void print_end(const GateReport& report, bool json, bool results_on_stdout) {
  const int descriptor = results_on_stdout ? STDERR_FILENO : STDOUT_FILENO;
  const auto& output = results_on_stdout ? standard_error() : standard_output();
  output->write(json ? report.json() : report.text(Paint(descriptor)));
  if (!on_github()) return;
  const auto& other = json || results_on_stdout ? standard_error() : standard_output();
  other->write(github_annotations(report.results()));
}

}  // namespace

int conform(Arguments arguments) {
  CommandLine line(help);
  add_options(line);
  if (!line.parse(arguments)) return exit_code::passed;
  areas_of(line);
  auto gate = gate_options(line);
  const auto time = take_budget(line, gate);
  if (line.has("list")) return print_list(gate, line.has("json"));
  const auto results = line.text("results");
  const auto junit = line.text("junit");
  auto junit_file = junit ? open_output(*junit) : nullptr;
  GateReport report(results ? open_output(*results) : nullptr, time);
  const auto parallel = parallel_of(line);
  const auto summary = conformance::run_modality_gate(gate, *parallel, report);
  report.finish(summary, gate);
  if (junit_file) junit_file->write(junit_xml(report.results()));
  print_end(report, line.has("json"), results == "-");
  const bool unwritten = junit_file && junit_file->failed();
  return unwritten ? exit_code::harness : report.exit_code();
}

}  // namespace tools
