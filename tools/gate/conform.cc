// orrery conform: the gate.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/worlds.h"
#include "conformance/gate/suite.h"
#include "conformance/run/programs.h"
#include "gate/journal.h"
#include "gate/known_failures.h"
#include "gate/report.h"
#include "results/words.h"
#include "subject/programs.h"
#include "world/identity.h"
#include "world/own_table.h"

namespace tools {
namespace {

constexpr Help conform_help{
    .command = "conform",
    .operands = "[AREA...]",
    .says =
        "Judges a subject by every rule: directed checks, every schedule of each scenario, every\n"
        "world of an area's table within the bounds of the budget, and random runs of larger\n"
        "worlds with the real constants. Prints the verdict, a line for each area, and of each "
        "rule\n"
        "that broke its shortest story.",
    .examples =
        "orrery conform\n"
        "orrery conform modality --budget full -j 8\n"
        "orrery conform ack --revision r2\n"
        "orrery conform ack --table mine.json --subject exec:./mine\n"
        "orrery conform --subject mutant:result_sent_twice\n"
        "orrery conform --rule MOD-42 --list\n"
        "orrery conform --report build/report\n"
        "orrery conform --budget 5m --results results.jsonl --junit junit.xml\n"
        "orrery conform --budget nightly --shard 2/8 --results shard-2.jsonl --resume\n"
        "orrery conform --json | jq .summary",
    .says_of_areas = help_of_gates};

// Of a search over a program, unless it is to be exhausted.
constexpr std::uint64_t program_states_max = 100'000;

const std::vector<std::string> budgets(budget_words.begin(), budget_words.end());

void add_options(CommandLine& line) {
  subject::add_subject_option(line, "engine (the default), mutant:NAME");
  line.option("revision", "NAME", help_of_revisions().c_str());
  add_table_option(line);
  add_limits_option(line);
  add_rule_options(line);
  line.option("budget", "quick|full|nightly|DURATION",
              "Bounds of the search and number of random runs. A duration such as 30s or 5m: the "
              "quick bounds, then random runs until it is over.");
  line.option("seed", "N", "Of the random runs; 1 by default.");
  line.option("runs", "N", "Random runs for each line of the table.");
  line.option("max-memory", "BYTES", "Of a search, such as 12G (the default) or 512M.");
  line.option("max-states", "N", "Of a search.");
  line.flag(
      "exhaust",
      "Search worlds of a program to their end, not to 100000 states each, and fail if a limit "
      "comes first.");
  line.flag("prove",
            "Take every choice twice, to show that nothing but the world and the choices decides. "
            "By default, those of one state and one random run in 64.");
  add_scenarios_option(line);
  add_jobs_option(line);
  GateOutputs::add_options(line);
  line.flag("resume", "Go on with the campaign in the results file, if it holds one.");
  line.option("shard", "I/N",
              "Only part I of N, from 1 to N; `orrery merge` puts the results together.");
  line.option("known", "FILE",
              "What the subject is known to fail, check by check, with a reason each: it counts, "
              "and does not fail the gate; what is listed and fails otherwise, or no longer, does "
              "(docs/SUBJECTS.md).");
  line.output("write-known", "Such a file, of what fails now; crashes are never known.");
  line.flag("list", "Print what would run, and run nothing.");
}

std::optional<std::chrono::milliseconds> take_budget(const CommandLine& line,
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
  for (const char* option : {"shard", "resume"})
    if (line.has(option))
      line.refuse(option,
                  "a budget that is a duration has no parts that could be told apart. Use "
                  "quick, full or nightly, and --runs N");
  gate.timed = true;
  if (gate.random_runs == 0) gate.random_runs = runs_without_end;
  return duration;
}

// A program says whose tables it works by.
void refuse_missing_revision(const CommandLine& line, const conformance::GateOptions& gate) {
  const auto program = conformance::program_of(gate.subject);
  if (program == nullptr || program->revisions().empty()) return;
  auto wanted = conformance::revisions();
  if (!gate.revision.empty()) wanted = {gate.revision};
  const auto has = [&](const std::string& name) {
    if (gate.revision.empty()) return std::ranges::count(program->revisions(), name) > 0;
    return std::ranges::any_of(conformance::areas(), [&](const conformance::Area* area) {
      const auto all = area->worlds().revisions();
      return std::ranges::count(all, name) > 0 && area->worlds().may_work_by(gate.subject, name);
    });
  };
  if (wanted.empty() || std::ranges::any_of(wanted, has)) return;
  line.refuse(line.has("table")      ? "table"
              : line.has("revision") ? "revision"
                                     : "subject",
              fmt::format("the subject {}, and not by {}. Name it among the \"revisions\" of its "
                          "greeting, or leave them out",
                          program->leaves_out(), fmt::join(wanted, ", ")));
}

conformance::GateOptions gate_options(const CommandLine& line,
                                      const std::optional<AddedTable>& table) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  conformance::GateOptions gate;
  gate.subject = subject_of(line);
  gate.more_scenarios = more_scenarios_of(line);
  const auto revisions = conformance::revisions();
  if (const auto revision = line.one_of("revision", revisions))
    gate.revision = revisions[*revision];
  if (table) gate.revision = table->revision;
  refuse_missing_revision(line, gate);
  const auto rules = rules_of(line);
  gate.level = rules.weakest;
  if (!rules.only.empty()) gate.rule = rules.only;
  gate.remarks = conformance::names_program(gate.subject) && !has_rules(line);
  gate.random_runs = line.number("runs", 1, runs_without_end).value_or(0);
  gate.seed = line.number("seed", 0, most).value_or(gate.seed);
  gate.memory_max = line.bytes("max-memory").value_or(gate.memory_max);
  const bool program = conformance::program_of(gate.subject) != nullptr;
  if (line.has("exhaust") && !program) line.refuse("exhaust", "only of a program.");
  gate.exhausts = !program || line.has("exhaust");
  gate.states_max = line.number("max-states", 1, most)
                        .value_or(gate.exhausts ? gate.states_max : program_states_max);
  if (line.has("prove")) gate.prove_every = 1;
  return gate;
}

// Scenarios of a folder that belong to areas which are not judged. Refuses a folder of nothing
// else.
void tell_what_is_not_judged(const CommandLine& line, const std::vector<std::string>& files,
                             const std::vector<const conformance::Area*>& areas) {
  std::size_t judged = 0;
  std::string others;
  for (const auto& file : files) {
    const auto plan = load_named_scenario(file).plan;
    if (std::ranges::any_of(areas, [&](const auto* area) { return is_judged_by(plan, *area); }))
      ++judged;
    else
      others += fmt::format("{}{} ({})", others.empty() ? "" : ", ", file, plan.area()->name());
  }
  if (others.empty()) return;
  const auto says = "of areas that are not judged here: " + others;
  if (judged == 0) line.refuse("scenarios", "all are " + says);
  print_error(fmt::format("orrery: conform: --scenarios: left out, since {} {}\n",
                          files.size() - judged == 1 ? "it is" : "they are", says));
}

conformance::Shard shard_option(const CommandLine& line) {
  const auto text = line.text("shard");
  if (!text) return {};
  if (const auto shard = parse_shard(*text)) return *shard;
  line.refuse("shard", fmt::format("\"{}\" is no part I/N with I from 1 to N. Where numbers begin "
                                   "with 0, such as JOB_COMPLETION_INDEX, add 1",
                                   *text));
}

std::vector<bool> units_of(const conformance::Campaign& campaign, const conformance::Shard& shard) {
  std::vector<bool> out;
  for (const auto owner : conformance::shards_of(campaign.units(), shard.count))
    out.push_back(owner == shard.index);
  return out;
}

// The units of the shard, those of one chain once.
std::vector<std::string> listed(const conformance::Campaign& campaign,
                                const conformance::Shard& shard) {
  std::vector<std::string> out;
  const auto todo = units_of(campaign, shard);
  for (std::size_t i = 0; i < todo.size(); ++i) {
    const auto& unit = campaign.units()[i];
    const auto& name = unit.chain.empty() || shard.count > 1 ? unit.name : unit.chain;
    if (todo[i] && (out.empty() || out.back() != name)) out.push_back(name);
  }
  return out;
}

int print_list(const std::vector<std::string>& lines, bool json) {
  std::string out;
  for (const auto& text : lines) out += text + "\n";
  if (json) out = dump(nlohmann::ordered_json(lines), 2) + "\n";
  print_out(out);
  return lines.empty() ? exit_code::nothing_selected : exit_code::passed;
}

std::unique_ptr<Journal> open_journal(const CommandLine& line,
                                      const conformance::Campaign& campaign,
                                      const conformance::Shard& shard) {
  const auto path = line.text("results");
  if (!path && line.has("resume"))
    line.refuse("resume", "there is nothing to go on with without --results FILE");
  if (!path) return nullptr;
  const bool timed = campaign.options().timed;
  const auto identity = identity_of(campaign, shard, timed ? line.text("budget") : std::nullopt);
  return line.has("resume") ? Journal::go_on(*path, identity) : Journal::begin(*path, identity);
}

conformance::UnitResults recorded_results(const Journal* journal,
                                          const conformance::Campaign& campaign) {
  conformance::UnitResults out(campaign.units().size());
  if (journal == nullptr || !journal->recorded().identity) return out;
  std::vector<std::string> from;
  take_units(journal->recorded(), campaign, out, from);
  print_error(fmt::format("orrery conform: {} holds {} of {} units, which are not run again\n",
                          journal->recorded().file, journal->recorded().units.size(),
                          campaign.units().size()));
  return out;
}

bool write_known(const std::string& file, const std::vector<conformance::CheckResult>& results) {
  const auto known = known_failures_of(results);
  if (!write_whole_file(file, known.text)) return false;
  print_error(fmt::format(
      "orrery conform: {} lists {}.{}\n", file, counted(known.listed, "finding"),
      known.refused == 0 ? ""
                         : fmt::format(" {} of a subject that crashes, or that is not the "
                                       "same twice, cannot be known, and stay red.",
                                       counted(known.refused, "finding"))));
  return true;
}

}  // namespace

int conform(Arguments arguments) {
  CommandLine line(conform_help);
  add_options(line);
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.has("table") && line.has("revision"))
    line.refuse("revision", "the table is a revision itself.");
  const auto table = take_table(line);
  take_limits(line);
  auto options = gate_options(line, table);
  const auto time = take_budget(line, options);
  const auto shard = shard_option(line);
  const auto areas = judged_areas(line, options, table ? table->area : nullptr);
  tell_what_is_not_judged(line, options.more_scenarios, areas);
  const auto campaign = make_campaign(options, areas);
  if (line.has("list")) return print_list(listed(campaign, shard), line.has("json"));
  const GateOutputs outputs(line);
  auto journal = open_journal(line, campaign, shard);
  auto results = recorded_results(journal.get(), campaign);
  GateReport report(std::move(journal), campaign, time);
  report.dated(now_as_date(), digest_of_subject(options.subject));
  if (const auto known = line.text("known")) report.know(KnownFailures(*known, campaign));
  const auto known_to_be = line.output_file("write-known");
  const auto parallel = parallel_of(line);
  const auto summary = campaign.run(units_of(campaign, shard), results, *parallel, report);
  report.finish(summary, options, shard);
  if (known_to_be && !write_known(*known_to_be, report.results())) return exit_code::harness;
  return outputs.write(report);
}

}  // namespace tools
