// orrery list: the names that other commands take.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/story/print.h"
#include "results/words.h"

namespace tools {
namespace {

using nlohmann::ordered_json;

constexpr Help list_help{.command = "list",
                         .operands = "rules|scenarios|mutants",
                         .says = "Names what there is, one per line.",
                         .examples =
                             "orrery list rules\n"
                             "orrery list scenarios --json\n"
                             "orrery list mutants | grep MOD-05"};

const std::array<std::string, 3> things{"rules", "scenarios", "mutants"};

struct Listing {
  std::vector<std::array<std::string, 3>> lines;
  ordered_json json = ordered_json::array();
  bool whole = true;  // Everything there is could be read.
};

Listing rules() {
  Listing out;
  for (const auto& area : conformance::rule_tables()) {
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

Listing mutants() {
  Listing out;
  for (const auto* area : conformance::areas()) {
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

Listing scenarios() {
  Listing out;
  out.whole =
      for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
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
  const auto& what = line.operand("rules, scenarios or mutants");
  const auto index = std::ranges::find(things, what) - things.begin();
  if (index == std::ssize(things))
    throw UsageError(unknown_word("something to list", what, things));
  const auto listing = index == 0 ? rules() : index == 1 ? scenarios() : mutants();
  print_out(line.has("json") ? dump(listing.json, 2) + "\n" : text_of(listing));
  if (!listing.whole) return exit_code::usage;
  return listing.lines.empty() ? exit_code::nothing_selected : exit_code::passed;
}

}  // namespace tools
