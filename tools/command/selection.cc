#include "command/selection.h"

#include <algorithm>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/output.h"
#include "command/threads.h"
#include "command/words.h"
#include "conformance/area/checks.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "subject/programs.h"

namespace tools {
namespace {

namespace fs = std::filesystem;
using conformance::Area;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

bool exists(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

std::string mutant_hint(const std::string& name) {
  std::vector<std::string> names;
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants()) names.emplace_back(mutant.name);
  const auto near = nearest(name, names);
  return near.empty() ? "" : fmt::format(" Did you mean \"mutant:{}\"?", near);
}

// Named by where they are in it. Of our own folder: only files of folders in it, and no schema.
void add_files(const fs::path& folder, std::vector<ScenarioFile>& out, bool ours = true) {
  const auto before = out.size();
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const bool schema = at->path().stem().extension() == ".schema";
    if (at->path().extension() != ".json" || (ours && (at.depth() == 0 || schema))) continue;
    auto name = at->path().lexically_relative(folder);
    out.push_back({name.replace_extension().generic_string(), at->path().string()});
  }
  if (error == std::errc::too_many_files_open || error == std::errc::too_many_files_open_in_system)
    throw std::runtime_error(fmt::format(
        "{}: {}. This program needs about 20 of them: `ulimit -n` says how many it may have.",
        folder.string(), error.message()));
  if (error || out.size() == before)
    throw UsageError(
        fmt::format("no scenario was found in {}{}{}. {}", folder.string(), error ? ": " : "",
                    error ? error.message() : std::string(),
                    ours ? "Put the folder back, or build and install again."
                         : "A scenario is a file NAME.json, in the folder or below it."));
}

}  // namespace

fs::path scenario_folder() {
  std::error_code ignored;
  const auto program = fs::read_symlink("/proc/self/exe", ignored);
  const auto installed = program.parent_path() / ORRERY_DATA_FROM_PROGRAM / "scenarios";
  if (!program.empty() && is_folder(installed)) return installed.lexically_normal();
  const auto of_tree = fs::path(ORRERY_SOURCE_DIR) / "scenarios";
  return is_folder(of_tree) ? of_tree : fs::path();
}

const spec::Rule* rule_typed(const std::string& id) {
  std::string capitals = id;
  std::ranges::transform(capitals, capitals.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return conformance::find_rule(capitals);
}

const spec::Rule& rule_named(const std::string& id) {
  if (const auto* rule = rule_typed(id)) return *rule;
  std::string near;
  for (const auto* rule : conformance::near_rules(id))
    near += fmt::format("{}{}", near.empty() ? "" : ", ", rule->id);
  throw UsageError(fmt::format(
      "\"{}\" is not a rule. Nearest: {}. Valid: those of `orrery list rules`.", id, near));
}

std::string subject_of(const CommandLine& line, const conformance::PlanRef& plan) {
  auto subject = subject_of(line);
  if (conformance::is_subject(plan, subject)) return subject;
  line.refuse("subject", fmt::format("\"{}\" belongs to another area: this is a world of {}",
                                     subject, plan.area().name()));
}

std::string subject_of(const CommandLine& line, const conformance::PlanRef& plan,
                       const std::string& own) {
  return line.has("subject") ? subject_of(line, plan)
                             : subject_of_file(line, own, "the capsule is");
}

std::string subject_of_file(const CommandLine& line, const std::string& own,
                            std::string_view what) {
  if (line.has("subject")) return subject_of(line);
  if (conformance::names_program(own))
    line.refuse("subject",
                fmt::format("{} of a program, which nobody starts unasked; say --subject {}", what,
                            conformance::shell_word(own)));
  return own;
}

std::string subject_of(const CommandLine& line) {
  if (auto program = subject::program_name(line)) return *program;
  auto subject = line.text("subject").value_or("engine");
  if (conformance::is_subject(subject)) return subject;
  const auto name = subject.starts_with("mutant:") ? subject.substr(7) : subject;
  line.refuse(
      "subject",
      fmt::format("\"{}\" is not a subject. Valid: engine, exec:COMMAND, exec -- PROGRAM ARGS, "
                  "and mutant:NAME with a name of `orrery list mutants`.{}",
                  subject, mutant_hint(name)));
}

void add_rule_options(CommandLine& line) {
  line.option("rule", "ID", "Judge by this rule alone.");
  line.option("level", "must|should|proposed",
              "Judge by the rules of this level and stronger ones. By default all, of a program "
              "those that are MUST; what weaker ones want of it are remarks.");
}

bool has_rules(const CommandLine& line) { return line.has("rule") || line.has("level"); }

spec::RuleScope rules_of(const CommandLine& line) {
  static const std::vector<std::string> levels(spec::level_words.begin(), spec::level_words.end());
  spec::RuleScope out;
  if (subject::program_name(line) && !line.has("rule")) out.weakest = spec::Level::Must;
  const auto rules = line.texts("rule");
  if (rules.size() > 1 || (rules.size() == 1 && rules[0].find(',') != std::string::npos))
    line.refuse("rule",
                "it takes one rule. To gate some now and the others later, list what fails as "
                "known: --write-known, then --known");
  if (!rules.empty()) out.only = rule_named(rules[0]).id;
  if (const auto level = line.one_of("level", levels))
    out.weakest = static_cast<spec::Level>(*level);
  return out;
}

std::vector<const Area*> areas_of(const CommandLine& line, bool with_parts) {
  std::vector<const Area*> out;
  std::vector<std::string> names;
  for (const auto* area : conformance::areas()) {
    if (area->has_parts() && !with_parts) continue;
    names.emplace_back(area->name());
    if (line.operands().empty() || std::ranges::count(line.operands(), area->name()) != 0)
      out.push_back(area);
  }
  for (const auto& typed : line.operands())
    if (std::ranges::find(names, typed) == names.end())
      throw UsageError(unknown_word("an area", typed, names));
  return out;
}

std::vector<const Area*> judged_areas(const CommandLine& line,
                                      const conformance::GateOptions& options,
                                      const Area* of_table) {
  auto out = areas_of(line, true);
  // Of an area that has parts only where it is named.
  const bool named = !line.operands().empty();
  const auto concerns = [&](const Area* area, std::string_view only) {
    return area->name() == only || (named && std::ranges::count(area->judges(), only, &Area::name));
  };
  const auto keep = [&](std::string_view only, const char* option, const std::string& what) {
    const auto other =
        std::ranges::find_if(out, [&](const Area* area) { return !concerns(area, only); });
    if (other == out.end()) return;
    if (named)
      line.refuse(option, fmt::format("{} is of the area {}, not of {}. Use `orrery conform {}`, "
                                      "or name no area",
                                      what, only, (*other)->name(), only));
    std::erase_if(out, [&](const Area* area) { return !concerns(area, only); });
  };
  if (const auto program = conformance::program_of(options.subject)) {
    const auto speaks = [&](const Area* area) {
      if (!named) return program->speaks(area->name());
      return std::ranges::any_of(area->judges(),
                                 [&](const Area* part) { return program->speaks(part->name()); });
    };
    for (const auto* area : out)
      if (named && !speaks(area))
        line.refuse("subject",
                    fmt::format("\"{}\" does not speak {}", options.subject, area->name()));
    std::erase_if(out, [&](const Area* area) { return !speaks(area); });
  }
  if (const auto* area = conformance::area_of_subject(options.subject))
    keep(area->name(), "subject", "\"" + options.subject + "\"");
  for (const auto* area : conformance::areas())
    if (options.rule &&
        std::ranges::count(area->facts().rules, *options.rule, &spec::Rule::id) != 0)
      keep(area->name(), "rule", *options.rule);
  if (of_table != nullptr) keep(of_table->name(), "table", "the table");
  if (!line.has("revision")) return out;
  const auto has_revisions = [](const Area* area) {
    return !area->worlds().facts().revisions.empty();
  };
  if (std::ranges::none_of(out, has_revisions)) {
    std::vector<std::string_view> names;
    for (const auto* area : conformance::areas())
      if (has_revisions(area)) names.push_back(area->name());
    line.refuse("revision",
                fmt::format("only these areas have revisions: {}", fmt::join(names, ", ")));
  }
  const auto has_it = [&](const Area* area) {
    return std::ranges::count(area->worlds().revisions(), options.revision) > 0;
  };
  if (std::ranges::none_of(out, has_it))
    for (const auto* area : out)
      if (has_revisions(area))
        line.refuse("revision",
                    fmt::format("the area {} has no \"{}\"", area->name(), options.revision));
  return out;
}

std::vector<ScenarioFile> scenario_files() {
  std::vector<ScenarioFile> out;
  if (const auto folder = scenario_folder(); !folder.empty()) {
    add_files(folder, out);
  } else {
    for (const auto& file : own_scenarios()) {
      const auto name = fs::path(file.path).lexically_relative("orrery:/scenarios");
      out.push_back({fs::path(name).replace_extension().generic_string(), std::string(file.path)});
    }
  }
  for (const auto* area : conformance::areas())
    if (const auto& folder = area->facts().scenario_folder; !folder.empty()) add_files(folder, out);
  std::ranges::sort(out, {}, &ScenarioFile::name);
  return out;
}

void add_scenarios_option(CommandLine& line) {
  line.option("scenarios", "DIR",
              "Judge the scenarios of this folder, too, and of those below it. They are called by "
              "their paths.");
}

std::vector<std::string> more_scenarios_of(const CommandLine& line) {
  std::vector<ScenarioFile> files;
  for (const auto& folder : line.texts("scenarios")) {
    if (!is_folder(folder)) line.refuse("scenarios", folder + " is no folder");
    add_files(folder, files, false);
  }
  std::vector<std::string> out;
  for (const auto& file : files) out.push_back(fs::path(file.path).lexically_normal().string());
  std::ranges::sort(out);
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool for_each_scenario(
    const std::function<void(const ScenarioFile&, const conformance::AnyScenario&)>& use) {
  bool all = true;
  for (const auto& file : scenario_files()) {
    try {
      use(file, load_named_scenario(file.path));
    } catch (const UsageError& error) {
      print_error(fmt::format("orrery: {}\n", error.what()));
      all = false;
    }
  }
  return all;
}

std::string scenario_path(const std::string& typed) {
  if (exists(typed)) return typed;
  std::vector<std::string> names;
  for (const auto& file : scenario_files()) {
    const auto name = typed.ends_with(".json") ? typed.substr(0, typed.size() - 5) : typed;
    if (file.name == name || file.path == typed) return file.path;
    names.push_back(file.name);
  }
  if (exists(typed + ".json")) return typed + ".json";
  const auto near = nearest(typed, names);
  throw UsageError(
      fmt::format("{}: there is no such file, and no such name in `orrery list scenarios`.{}",
                  typed, near.empty() ? "" : fmt::format(" Did you mean \"{}\"?", near)));
}

conformance::AnyScenario load_named_scenario(const std::string& typed) {
  auto loaded = conformance::load_any_scenario(scenario_path(typed));
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw UsageError(sim::show(*error));
  return std::get<conformance::AnyScenario>(std::move(loaded));
}

namespace {

constexpr std::uint64_t jobs_max = 1024;

}  // namespace

void add_jobs_option(CommandLine& line) {
  line.option("jobs,j", "N", "Threads; as many as there are processors by default.");
  line.check([&line] { line.number("jobs", 1, jobs_max); });
}

std::unique_ptr<sim::Parallel> parallel_of(const CommandLine& line) {
  const auto processors =
      std::clamp<std::uint64_t>(std::thread::hardware_concurrency(), 1, jobs_max);
  return std::make_unique<Threads>(line.number("jobs", 1, jobs_max).value_or(processors));
}

namespace {

constexpr std::size_t columns = 90;

// `says(area)` of each area for which it is not empty, below the heading.
template <class Says>
std::string listed(std::string_view heading, Says says) {
  std::string out;
  for (const auto* area : conformance::areas()) {
    const std::string text(says(*area));
    if (!text.empty()) out += conformance::print_field(area->name(), text, columns);
  }
  return out.empty() ? out : fmt::format("\n{}\n{}", heading, out);
}

}  // namespace

std::string help_of_gates() {
  return listed("Areas:", [](const auto& area) { return area.facts().description; });
}

std::string help_of_tables() {
  return listed("Tables:", [](const auto& area) { return area.words().facts().table_description; });
}

std::string help_of_worlds() {
  return listed("Worlds of the gate:", [](const auto& area) {
    return fmt::format("{}", fmt::join(area.worlds().facts().forms, ", "));
  });
}

std::string help_of_words() {
  return listed("Words:", [](const auto& area) {
    const auto noun = area.words().facts().item_noun;
    return noun.empty() ? std::string() : fmt::format("the name of a {}", noun);
  });
}

std::string help_of_revisions() {
  std::string some;
  for (const auto* area : conformance::areas()) {
    const auto& revisions = area->worlds().facts().revisions;
    if (!revisions.empty())
      some += fmt::format("{}{}: {}", some.empty() ? "" : "; ", area->name(),
                          fmt::join(revisions, ", "));
  }
  return fmt::format("Of the tables that have some ({}); the first of each by default.", some);
}

}  // namespace tools
