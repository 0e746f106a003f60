// orrery explain: what a rule asks for, and what would notice if it were broken.
#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands.h"
#include "conformance/areas.h"
#include "conformance/print.h"
#include "options.h"
#include "output.h"
#include "results.h"
#include "selection.h"
#include "spec/protocol_dialect.h"
#include "spec/protocol_rules.h"
#include "words.h"

namespace tools {
namespace {

constexpr Help explain_help{
    .command = "explain",
    .operands = "RULE",
    .says =
        "Prints a rule, its directed checks, the mutants that break it and the\n"
        "scenarios that are about it.",
    .examples = "orrery explain MOD-42\norrery explain ITM-06\norrery explain MOD-42 --json"};

struct Explanation {
  std::vector<std::string> checks;
  std::vector<std::pair<std::string, std::string>> mutants, scenarios;  // Name, what it says.
};

Explanation look_up(const spec::Rule& rule) {
  const auto about = [&](const std::vector<std::string>& rules) {
    return std::ranges::find(rules, rule.id) != rules.end();
  };
  Explanation out;
  for (const auto& area : conformance::gated_areas()) {
    for (const auto& check : area.checks())
      if (check.rule == rule.id) out.checks.emplace_back(check.says);
    for (const auto& mutant : area.mutants())
      if (about(words_of(mutant.rules))) out.mutants.emplace_back(mutant.name, mutant.says);
  }
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    if (about(scenario.rules)) out.scenarios.emplace_back(file.name, scenario.story);
  });
  return out;
}

std::string section(std::string_view title,
                    const std::vector<std::pair<std::string, std::string>>& entries) {
  if (entries.empty()) return {};
  auto out = fmt::format("\n{}:\n", title);
  for (const auto& [name, says] : entries)
    out += fmt::format("  {}\n", name) + conformance::print_field("", first_sentence(says));
  return out;
}

std::string without_checks(const spec::Rule& rule) {
  if (!spec::protocol::is_rule(rule.id))
    return "none directed: every search and random run looks for it";
  const auto why = spec::protocol::why_not_judged(rule.id);
  if (!why.empty()) return fmt::format("none in recorded conversations: {}", why);
  const auto draft = why_not_judged(spec::protocol::draft, rule.id);
  return fmt::format("orrery check looks for it in recorded conversations{}",
                     draft.empty() ? "" : fmt::format("; not in the draft: {}", draft));
}

std::string text(const spec::Rule& rule, const Explanation& explanation) {
  auto out = fmt::format("{} ({}, {})\n", rule.id, rule.clause, conformance::show(rule.level)) +
             conformance::print_field("", rule.text);
  out += "\nChecks:\n";
  if (explanation.checks.empty()) out += fmt::format("  {}\n", without_checks(rule));
  for (const auto& check : explanation.checks) out += fmt::format("  {}\n", check);
  return out + section("Mutants that break it", explanation.mutants) +
         section("Scenarios about it", explanation.scenarios);
}

std::string explanation_json(const spec::Rule& rule, const Explanation& explanation) {
  nlohmann::ordered_json out{{"id", rule.id},
                             {"clause", rule.clause},
                             {"level", word(rule.level)},
                             {"text", rule.text},
                             {"checks", explanation.checks},
                             {"mutants", nlohmann::ordered_json::array()},
                             {"scenarios", nlohmann::ordered_json::array()}};
  for (const auto& [name, says] : explanation.mutants)
    out["mutants"].push_back({{"name", name}, {"says", says}});
  for (const auto& [name, story] : explanation.scenarios)
    out["scenarios"].push_back({{"name", name}, {"story", story}});
  return dump(out, 2) + "\n";
}

}  // namespace

int explain(Arguments arguments) {
  CommandLine line(explain_help);
  line.flag("json", "Print JSON.");
  if (!line.parse(arguments)) return exit_code::passed;
  const auto& rule = rule_named(line.operand("the id of a rule"));
  const auto explanation = look_up(rule);
  print_out(line.has("json") ? explanation_json(rule, explanation) : text(rule, explanation));
  return exit_code::passed;
}

}  // namespace tools
