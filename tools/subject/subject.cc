// orrery subject: tries a program that is to be a subject, and says in which words.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/run/vectors.h"
#include "conformance/story/print.h"
#include "sim/files/document.h"
#include "sim/state/subject_fault.h"
#include "subject/histories.h"
#include "subject/piped.h"
#include "subject/programs.h"

namespace tools {
namespace {

using subject::PipedProgram;

constexpr Help subject_help{
    .command = "subject",
    .operands = "check|again -- PROGRAM ARGS | words AREA",
    .says =
        "check: starts a program that is to be a subject (docs/SUBJECTS.md), tells it what "
        "happens\n"
        "first in a scenario of each area that it names, and prints what it answered and how fast\n"
        "it is.\n"
        "again: tells two histories, each to a process of its own, after which the program ought "
        "to\n"
        "answer alike; a finding that it does not prints this line.\n"
        "words: prints all that is said in an area, as JSON.\n"
        "\n"
        "Exit code 1: it failed, or did not answer alike; 4: it cannot be started, or greeted "
        "badly.",
    .examples =
        "orrery subject check -- python3 examples/subjects/python/ack.py\n"
        "orrery subject words ack"};

constexpr std::size_t shown_messages = 5;
constexpr std::size_t natural_steps = 200;
constexpr std::string_view only_name = "exec:";  // Of the only one.

std::vector<const conformance::Area*> speaking() {
  std::vector<const conformance::Area*> out;
  for (const auto* area : conformance::areas())
    if (!area->checks().facts().vocabulary.empty()) out.push_back(area);
  return out;
}

int print_words(const std::string& typed) {
  std::vector<std::string> names;
  for (const auto* area : speaking()) {
    if (area->name() == typed) {
      print_out(
          sim::own_document<nlohmann::ordered_json>(area->checks().facts().vocabulary).dump(2) +
          "\n");
      return exit_code::passed;
    }
    names.emplace_back(area->name());
  }
  throw UsageError(unknown_word("an area that programs can be subjects of", typed, names));
}

// A scenario of the area.
conformance::AnyScenario first_of(const conformance::Area& area) {
  for (const auto& file : scenario_files())
    if (file.name.starts_with(std::string(area.name()) + "/"))
      return load_named_scenario(file.path);
  throw UsageError(fmt::format("there is no scenario of {}.", area.name()));
}

// False: it failed.
bool try_area(const conformance::Area& area, PipedProgram& program, const std::string& words) {
  const auto scenario = first_of(area);
  print_out(fmt::format("{}: the natural run of {}\n", area.name(), scenario.name));
  std::size_t messages = 0;
  program.tap([&](std::string_view there, std::string_view back) {
    if (++messages <= shown_messages)
      print_out(shown(fmt::format("  > {}\n  < {}\n", there, back)));
  });
  const spec::RuleScope must{.weakest = spec::Level::Must};  // What decides, of a program.
  const auto natural = [&] {
    return conformance::rerun({.plan = scenario.plan,
                               .subject = {only_name, must},
                               .path = {},
                               .natural_steps = natural_steps});
  };
  auto run = natural();
  program.tap({});
  if (!conformance::broken_rule(run).empty()) {
    const conformance::Doubt doubt(only_name);
    if (auto again = natural(); again.breach) run = std::move(again);
  }
  const auto rule = conformance::broken_rule(run);
  const bool fails = rule == conformance::fault_rule;
  const auto says =
      rule.empty()
          ? "no rule was broken"
          : fmt::format("it broke {}: {}", rule,
                        run.breach && run.breach->got ? run.breach->got->text() : "nothing came");
  print_out(shown(fmt::format("  {} messages; {}\n", messages, says)));
  if (!rule.empty() && !fails)
    print_out(
        fmt::format("  replay  orrery replay {} --subject exec -- {}\n", scenario.name, words));
  return !fails;
}

// False if it failed meanwhile.
bool measure(PipedProgram& program) {
  try {
    const auto speed = program.speed(std::chrono::seconds(1));
    print_out(fmt::format("speed: {:.0f} events a second one by one, {:.0f} in batches of {}\n",
                          speed.single, speed.batch, speed.events));
    return true;
  } catch (const sim::SubjectFault& fault) {
    print_out(fmt::format("speed: it broke {}: failed: {}\n", conformance::fault_rule, fault.says));
    return false;
  }
}

int check_program(const CommandLine& line) {
  const auto program = std::make_shared<PipedProgram>(line.program(), subject::patience_of(line),
                                                      subject::kept_bytes_default);
  conformance::add_program(std::string(only_name), program);
  const auto& hello = program->hello();
  print_out(shown(fmt::format("{}: {}, of {}\n", hello.name.empty() ? "no name" : hello.name,
                              subject::grade_words[static_cast<std::size_t>(hello.grade)],
                              fmt::join(hello.areas, ", "))));
  std::string words;
  for (const auto& word : line.program())
    words += (words.empty() ? "" : " ") + conformance::shell_word(word);
  bool works = true;
  for (const auto* area : speaking())
    if (program->speaks(area->name())) works = try_area(*area, *program, words) && works;
  if (works) works = measure(*program);
  conformance::add_program(std::string(only_name), nullptr);
  return works ? exit_code::passed : exit_code::failed;
}

// JSON, or a file of it.
subject::Histories histories_of(const CommandLine& line) {
  const auto typed = line.text("histories").value_or("");
  if (typed.empty()) throw UsageError("again needs --histories, as a finding prints it.");
  if (typed.front() == '{') return subject::read_histories(typed, "the text");
  const auto read = sim::text_of_file(typed, {"histories", std::size_t{16} << 20});
  if (const auto* error = std::get_if<sim::ScenarioError>(&read))
    throw UsageError("--histories: " + sim::show(*error));
  return subject::read_histories(std::get<std::string>(read), typed);
}

int tell_again(const CommandLine& line) {
  const auto histories = histories_of(line);
  const auto found = subject::Teller(line.program(), subject::patience_of(line)).differ(histories);
  if (!found) {
    print_out("Both were answered alike.\n");
    return exit_code::passed;
  }
  print_out(shown(fmt::format("Not answered alike{}, behind {}:\n  1  {}\n  2  {}\n",
                              found->times > 1 ? fmt::format(", told {} times", found->times) : "",
                              found->event, found->first, found->second)));
  return exit_code::failed;
}

}  // namespace

int subject_command(Arguments arguments) {
  CommandLine line(subject_help);
  line.takes_program();
  line.option("histories", "JSON|FILE", "Of again: what is told to the two processes.");
  subject::add_patience_option(line);
  if (!line.parse(arguments)) return exit_code::passed;
  const auto& typed = line.operands();
  if (typed.size() == 2 && typed[0] == "words") {
    if (line.has("patience")) line.refuse("patience", "only of check and again.");
    return print_words(typed[1]);
  }
  const bool again = typed.size() == 1 && typed[0] == "again";
  if (!again && (typed.size() != 1 || typed[0] != "check"))
    throw UsageError(
        "say check -- PROGRAM ARGS, again --histories JSON -- PROGRAM ARGS, or words AREA.");
  if (line.program().empty()) throw UsageError(typed[0] + " needs a program behind --.");
  if (again) return tell_again(line);
  if (line.has("histories")) line.refuse("histories", "only of again.");
  return check_program(line);
}

// orrery export: an area's directed checks, and schedules of its scenarios, as data.

namespace {

constexpr Help export_help{
    .command = "export",
    .operands = "AREA",
    .says =
        "Prints vectors: what happens, at which instants, and what must be said then, of the\n"
        "directed checks of an area and of some schedules of its scenarios. A test of your own\n"
        "plays them in its own language, without this program: docs/VECTORS.md.\n"
        "\n"
        "What of a check is not in them is listed, with the reason.",
    .examples =
        "orrery export ack\norrery export modality -o modality.vectors.json\n"
        "orrery export ack | python3 -m json.tool"};

std::vector<std::string> exported_areas() {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    if (area->checks().vector_words()) out.emplace_back(area->name());
  return out;
}

}  // namespace

int export_command(Arguments arguments) {
  CommandLine line(export_help);
  line.option("output,o", "FILE", "Write to this file; stdout by default.");
  line.option("format", "json", "The only format that there is.");
  line.option("level", "must|should|proposed",
              "Leave out what weaker rules want; nothing by default.");
  if (!line.parse(arguments)) return exit_code::passed;
  const std::vector<std::string> formats{"json"};
  line.one_of("format", formats);
  const auto names = exported_areas();
  const auto& typed = line.operand(fmt::format("{}", fmt::join(names, " or ")));
  if (std::ranges::find(names, typed) == names.end())
    throw UsageError(unknown_word("an area that has vectors", typed, names));
  const auto& area = *conformance::area_named(typed);
  std::vector<conformance::AnyScenario> scenarios;
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    if (file.name.starts_with(typed + "/")) scenarios.push_back(scenario);
  });
  const std::vector<std::string> levels(spec::level_words.begin(), spec::level_words.end());
  const auto level = line.one_of("level", levels);
  const auto vectors = conformance::vectors_of(
      area, scenarios, level ? static_cast<spec::Level>(*level) : spec::Level::Proposed);
  // A line each, so that two versions are compared well.
  std::string text = "{";
  for (const auto& [name, value] : vectors.items()) {
    text += fmt::format("{}\n\"{}\": ", text == "{" ? "" : ",", name);
    if (!value.is_array()) {
      text += value.dump();
      continue;
    }
    text += "[";
    for (std::size_t i = 0; i < value.size(); ++i)
      text += fmt::format("{}\n{}", i == 0 ? "" : ",", value[i].dump());
    text += "\n]";
  }
  text += "\n}\n";
  const auto file = line.output_file("output").value_or("-");
  return write_whole_file(file, text) ? exit_code::passed : exit_code::harness;
}

}  // namespace tools
