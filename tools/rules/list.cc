// orrery list: the names that other commands take.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/story/print.h"
#include "results/words.h"
#include "rules/port_words.h"
#include "sim/files/scenario_error.h"
#include "world/own_table.h"

namespace tools {
namespace {

using nlohmann::ordered_json;

constexpr Help list_help{
    .command = "list",
    .operands = "rules|scenarios|mutants|words [AREA]",
    .says =
        "Names what there is, one per line; of one area, if one is named. Words are those of\n"
        "messages, traces and scenario files.",
    .examples =
        "orrery list rules\n"
        "orrery list rules ack\n"
        "orrery list scenarios --json\n"
        "orrery list mutants | grep MOD-05\n"
        "orrery list words monitor"};

const std::array<std::string, 4> things{"rules", "scenarios", "mutants", "words"};

struct Listing {
  std::vector<std::array<std::string, 3>> lines;
  ordered_json json = ordered_json::array();
  bool whole = true;  // Everything there is could be read.
};

// Whether a table of rules is that of `of`, an area, a part of its rules or their prefix.
bool is_of(const conformance::RuleTable& table, std::string_view of) {
  if (of.empty() || table.name == of || table.prefix == of) return true;
  const auto* area = conformance::area_named(of);
  return area != nullptr &&
         std::ranges::find(area->facts().rule_parts, table.name, &conformance::RuleTable::name) !=
             area->facts().rule_parts.end();
}

Listing rules(std::string_view of) {
  Listing out;
  for (const auto& area : conformance::rule_tables()) {
    if (!is_of(area, of)) continue;
    for (const auto& rule : area.rules) {
      out.lines.push_back({std::string(rule.id), std::string(conformance::show(rule.level)),
                           std::string(first_sentence(rule.text))});
      out.json.push_back({{"id", rule.id},
                          {"area", area.name},
                          {"clause", rule.clause},
                          {"level", word(rule.level)},
                          {"text", rule.text}});
    }
  }
  return out;
}

Listing mutants(std::string_view of) {
  Listing out;
  for (const auto* area : conformance::areas()) {
    if (!of.empty() && of != area->name()) continue;
    for (const auto& mutant : area->checks().mutants()) {
      out.lines.push_back(
          {std::string(mutant.name), std::string(mutant.rules), std::string(mutant.description)});
      out.json.push_back({{"name", mutant.name},
                          {"area", area->name()},
                          {"rules", words_of(mutant.rules)},
                          {"scenario", mutant.scenario},
                          {"says", mutant.description}});
    }
  }
  return out;
}

Listing scenarios(std::string_view of) {
  Listing out;
  out.whole =
      for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
        if (!of.empty() && file.name.substr(0, file.name.find('/')) != of) return;
        out.lines.push_back(
            {file.name, joined(scenario.rules), std::string(first_sentence(scenario.story))});
        out.json.push_back({{"name", file.name},
                            {"file", file.path},
                            {"rules", scenario.rules},
                            {"mutant", scenario.mutant},
                            {"story", scenario.story}});
      });
  return out;
}

Listing words(std::string_view of) {
  Listing out;
  for (const auto& word : port_words(of)) {
    out.lines.push_back(
        {word.word, word.area.empty() ? word.kind : word.area + " " + word.kind, word.says});
    out.json.push_back({{"word", word.word},
                        {"area", word.area},
                        {"kind", word.kind},
                        {"says", word.says},
                        {"stands_in", word.stands_in}});
  }
  return out;
}

constexpr Listing (*listings[])(std::string_view) = {rules, scenarios, mutants, words};

// The area that the second operand names; empty: there is none, and all are meant.
std::string area_of(const std::vector<std::string>& operands) {
  if (operands.size() < 2) return {};
  if (operands.size() > 2) throw UsageError("one area at most can be listed.");
  std::vector<std::string> names;
  for (const auto* area : conformance::areas()) names.emplace_back(area->name());
  for (const auto& table : conformance::rule_tables()) {
    if (std::ranges::count(names, table.name) == 0) names.emplace_back(table.name);
    names.emplace_back(table.prefix);
  }
  if (std::ranges::count(names, operands[1]) == 0)
    throw UsageError(unknown_word("an area", operands[1], names));
  return operands[1];
}

std::string text_of(const Listing& listing) {
  constexpr std::size_t second_most = 24;
  std::size_t first = 0, second = 0;
  for (const auto& line : listing.lines) {
    first = std::max(first, line[0].size());
    second = std::max(second, std::min(line[1].size(), second_most));
  }
  std::string out;
  for (const auto& line : listing.lines)
    out += fmt::format("{:<{}}  {:<{}}  {}\n", line[0], first, line[1], second, line[2]);
  return out;
}

}  // namespace

int list(Arguments arguments) {
  CommandLine line(list_help);
  line.flag("json", "Print JSON, with everything that is known of each.");
  if (!line.parse(arguments)) return exit_code::passed;
  const auto& operands = line.operands();
  if (operands.empty())
    throw UsageError("say what is to be listed: rules, scenarios, mutants or words.");
  const auto index = std::ranges::find(things, operands[0]) - things.begin();
  if (index == std::ssize(things))
    throw UsageError(unknown_word("something to list", operands[0], things));
  const auto listing = listings[index](area_of(operands));
  print_out(line.has("json") ? dump(listing.json, 2) + "\n" : text_of(listing));
  if (!listing.whole) return exit_code::usage;
  return listing.lines.empty() ? exit_code::nothing_selected : exit_code::passed;
}

// orrery table: the tables of the areas as the specification has them.

namespace {

constexpr Help table_help{.command = "table",
                          .operands = "AREA",
                          .says = "Prints the table of an area as the specification has it.",
                          .examples =
                              "orrery table modality\norrery table modality --json\n"
                              "orrery table ack --revision r2\n"
                              "orrery table ack --revision r2 --as-file > mine.json\n"
                              "orrery table ack --table mine.json",
                          .says_of_areas = help_of_tables};

}  // namespace

int table(Arguments arguments) {
  CommandLine line(table_help);
  line.option("revision", "NAME", help_of_revisions().c_str());
  add_table_option(line);
  line.flag("json", "Print JSON.");
  line.flag("as-file", "Print it as the file that --table takes (ack).");
  line.flag("former", "Print how calls of a former surface map to rows of the table (modality).");
  if (!line.parse(arguments)) return exit_code::passed;
  std::vector<std::string> names;
  for (const auto* area : conformance::areas())
    if (!area->words().facts().table_description.empty()) names.emplace_back(area->name());
  const auto& which = line.operand(fmt::format("{}", fmt::join(names, " or ")));
  if (std::ranges::find(names, which) == names.end())
    throw UsageError(unknown_word("a table", which, names));
  const auto* area = conformance::area_named(which);
  if (line.has("former")) {
    for (const char* other : {"table", "as-file"})
      if (line.has(other)) line.refuse(other, "not with --former.");
    const auto former = area->words().former_text();
    if (former.empty()) line.refuse("former", fmt::format("{} has no former surface.", which));
    print_out(former);
    return exit_code::passed;
  }
  const auto& revisions = area->worlds().facts().revisions;
  std::string revision(revisions.empty() ? "" : revisions.front());
  if (line.has("revision")) {
    if (revisions.empty())
      line.refuse("revision", fmt::format("the table of {} has no revisions.", which));
    const std::vector<std::string> valid(revisions.begin(), revisions.end());
    revision = valid[line.one_of("revision", valid).value_or(0)];
  }
  const auto table = take_table(line);
  if (table && (table->area != area || line.has("revision")))
    line.refuse("table", table->area != area ? fmt::format("tables are of {}.", table->area->name())
                                             : "it is a revision itself; leave --revision out.");
  if (table) revision = table->revision;
  if (line.has("as-file")) {
    if (!area->files().takes_tables())
      line.refuse("as-file", fmt::format("the table of {} is no file.", which));
    print_out(sim::scenario_text(area->files().table_document(revision)));
    return exit_code::passed;
  }
  print_out(line.has("json") ? dump(area->words().table_json(revision), 2) + "\n"
                             : area->words().table_text(revision));
  return exit_code::passed;
}

}  // namespace tools
