// What a command line may name: subjects, rules, areas and scenario files.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "command/options.h"
#include "conformance/area/areas.h"
#include "conformance/gate/suite.h"
#include "conformance/run/scenario.h"
#include "sim/files/scenario_file.h"
#include "sim/search/parallel.h"

namespace tools {

// The rule of this id, in whichever case it was typed, or null.
const spec::Rule* rule_typed(const std::string& id);
// Each throws a UsageError with the nearest match for what does not exist.
const spec::Rule& rule_named(const std::string& id);
std::string subject_of(const CommandLine& line);  // "engine" if none was given.
// Likewise; it must be one of the area of this plan.
std::string subject_of(const CommandLine& line, const conformance::PlanRef& plan);
// `own` if none was given: of a capsule. A program is not started because a file names it.
std::string subject_of(const CommandLine& line, const conformance::PlanRef& plan,
                       const std::string& own);
// Likewise of any area; `what` names the file: "the capsule is".
std::string subject_of_file(const CommandLine& line, const std::string& own, std::string_view what);
// --level and --rule: by which rules a subject is judged.
void add_rule_options(CommandLine& line);
bool has_rules(const CommandLine& line);
spec::RuleScope rules_of(const CommandLine& line);
// The areas that were typed, or else all; those that are made of others are none of them unless
// this is so.
std::vector<const conformance::Area*> areas_of(const CommandLine& line, bool with_parts);
// Of these only those that the subject, the rule and a table of others belong to: a mutant is of
// one area, and so are most rules. Throws a UsageError if an area was typed to which they do not
// belong.
std::vector<const conformance::Area*> judged_areas(const CommandLine& line,
                                                   const conformance::GateOptions& options,
                                                   const conformance::Area* of_table = nullptr);

// Where the scenarios are, and the schemas of files: those beside the program, if it is an
// installed one, wherever that was moved; else those of the tree that it was built of. Empty:
// neither is there.
std::filesystem::path scenario_folder();
// Every scenario file, by name ("modality/blink_dialog"): those installed with the program, or else
// of the source tree, and of the areas that have a folder of their own.
struct ScenarioFile {
  std::string name, path;
};
std::vector<ScenarioFile> scenario_files();
// As they were when the program was built, inside it: by paths that no file system has, below
// "orrery:/scenarios/".
std::span<const sim::OwnFile> own_scenarios();

// --scenarios: files of whoever asks, which are judged as well.
void add_scenarios_option(CommandLine& line);
// Their paths, each once, in order. Throws a UsageError if a folder has none.
std::vector<std::string> more_scenarios_of(const CommandLine& line);

// Calls use(file, scenario) for each; what is wrong with the others is said on stderr. False if
// there were such.
bool for_each_scenario(
    const std::function<void(const ScenarioFile&, const conformance::AnyScenario&)>& use);

// A file, or the name of one of these.
std::string scenario_path(const std::string& typed);
// Throws a UsageError that says where and why.
conformance::AnyScenario load_named_scenario(const std::string& typed);

// The processors that a search may use: -j.

void add_jobs_option(CommandLine& line);
// As many threads as were asked for; as there are processors if none were.
std::unique_ptr<sim::Parallel> parallel_of(const CommandLine& line);

// What the help of a command says of the areas that there are: paragraphs below what the command
// does.

std::string help_of_gates();   // The areas that `orrery conform` judges.
std::string help_of_tables();  // Those that `orrery table` prints.
std::string help_of_worlds();  // The names of worlds that are no scenarios.
std::string help_of_words();   // What the areas have words of their own for.

// "Of the tables that have some (ack: r1, r2); the first by default."
std::string help_of_revisions();

}  // namespace tools
