// orrery explain: what a rule asks for, and what would notice if it were broken; what a mutant
// does wrong; what an area's own word, such as a tool, stands for; what an area is about.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/words.h"
#include "conformance/story/print.h"
#include "results/words.h"
#include "rules/explained.h"

namespace tools {
namespace {

constexpr Help explain_help{
    .command = "explain",
    .operands = "RULE|MUTANT|AREA|WORD",
    .says =
        "Prints a rule, its clauses as they are written, its directed checks, the mutants that\n"
        "break it and the scenarios that are about it; of a mutant what it does wrong, and which\n"
        "rules must catch it; of a word of an area's own what its table says of it; of an area\n"
        "or a prefix of rules what it has; of a word of messages, traces or scenario files what\n"
        "it means and where it stands; of any other word what it stands in.",
    .examples =
        "orrery explain MOD-42\norrery explain ITM-06\norrery explain capture_after_dispatch\n"
        "orrery explain nav_to_parent\norrery explain ack\norrery explain APR\norrery explain "
        "generation\norrery explain budget\norrery explain MOD-42 --json",
    .says_of_areas = help_of_words};

struct Explanation {
  std::vector<std::string> checks;
  std::vector<std::pair<std::string, std::string>> mutants, scenarios;  // Name, what it says.
  std::vector<spec::ClauseText> clauses = {};
  std::span<const spec::Rule> rules = {};  // Of the area that has the clauses.
  std::string other_evidence = {};
  bool has_slack = false;  // Logs of its area are judged with one.
};

// What the slack of `orrery check` does to clauses of each form, in logs whose lines may stand
// late.
constexpr std::array<std::string_view, 5> with_slack{
    "what calls for it may stand up to a slack behind the act in the log",
    "an act that is forbidden as the lines stand is not judged where another order of lines within "
    "the slack allows it",
    "an act that lacks what it needs is not judged where another order of lines within the slack "
    "has it",
    "a time that the act tells may differ by the slack",
    "it is late only behind its bound and the slack: of a bound that is not longer than the slack "
    "nothing is seen"};

// Of each form of these clauses, once.
std::string slack_text(std::span<const spec::ClauseText> clauses) {
  std::string out;
  for (std::size_t form = 0; form < with_slack.size(); ++form)
    if (std::ranges::count(clauses, static_cast<spec::Form>(form), &spec::ClauseText::form) > 0)
      out += conformance::print_field(std::string(spec::form_words[form]), with_slack[form]);
  return out.empty() ? out : "\nIn a log, by the slack:\n" + out;
}

Explanation look_up(const spec::Rule& rule) {
  const auto about = [&](const std::vector<std::string>& rules) {
    return std::ranges::find(rules, rule.id) != rules.end();
  };
  Explanation out;
  for (const auto* area : conformance::areas()) {
    for (const auto& check : area->checks().directed())
      if (check.rule == rule.id) out.checks.emplace_back(check.description);
    const auto& facts = area->facts();
    if (std::ranges::find(facts.rules, rule.id, &spec::Rule::id) != facts.rules.end())
      out.other_evidence = area->checks().other_evidence(rule, !out.checks.empty());
    for (const auto& clause : facts.clauses) {
      if (facts.rules[clause.rule].id != rule.id) continue;
      out.clauses.push_back(clause);
      out.rules = facts.rules;
      out.has_slack = area->checks().facts().trace_slack.has_value();
    }
    for (const auto& mutant : area->checks().mutants())
      if (about(words_of(mutant.rules))) out.mutants.emplace_back(mutant.name, mutant.description);
  }
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    if (about(scenario.rules)) out.scenarios.emplace_back(file.name, scenario.story);
  });
  return out;
}

std::string text(const spec::Rule& rule, const Explanation& explanation) {
  auto out = fmt::format("{} ({}, {})\n", rule.id, rule.clause, conformance::show(rule.level)) +
             conformance::print_field("", rule.text);
  if (!explanation.clauses.empty()) out += "\nClauses:\n";
  for (const auto& clause : explanation.clauses) {
    out += fmt::format("  {}\n", line_of(clause));
    if (clause.given != spec::no_rule)
      out += fmt::format("            given {}\n", explanation.rules[clause.given].id);
  }
  if (explanation.has_slack) out += slack_text(explanation.clauses);
  out += "\nChecks:\n";
  for (const auto& check : explanation.checks) out += fmt::format("  {}\n", check);
  if (!explanation.other_evidence.empty()) out += fmt::format("  {}\n", explanation.other_evidence);
  return out + titled("Mutants that break it", explanation.mutants) +
         titled("Scenarios about it", explanation.scenarios);
}

nlohmann::ordered_json explanation_json(const spec::Rule& rule, const Explanation& explanation) {
  nlohmann::ordered_json out{{"id", rule.id},
                             {"clause", rule.clause},
                             {"level", word(rule.level)},
                             {"text", rule.text},
                             {"clauses", nlohmann::ordered_json::array()},
                             {"checks", explanation.checks},
                             {"mutants", nlohmann::ordered_json::array()},
                             {"scenarios", nlohmann::ordered_json::array()}};
  for (const auto& clause : explanation.clauses) {
    out["clauses"].push_back(tools::to_json(clause, explanation.rules));
    if (explanation.has_slack)
      out["clauses"].back()["slack"] = with_slack[static_cast<std::size_t>(clause.form)];
  }
  for (const auto& [name, says] : explanation.mutants)
    out["mutants"].push_back({{"name", name}, {"says", says}});
  for (const auto& [name, story] : explanation.scenarios)
    out["scenarios"].push_back({{"name", name}, {"story", story}});
  return out;
}

// `form` with what each area that has words of its own calls one, and with its name.
std::string own_words_text(const char* form) {
  std::string out;
  for (const auto* area : conformance::areas())
    if (const auto word = area->words().facts().item_noun; !word.empty())
      out += fmt::format(fmt::runtime(form), word, area->name());
  return out;
}

// A name may be several things: a tool and a command.
Explained together(std::vector<Explained> all) {
  if (all.size() == 1) return std::move(all.front());
  Explained out{{}, {{"meanings", nlohmann::ordered_json::array()}}};
  for (auto& each : all) {
    out.text += (out.text.empty() ? "" : "\n") + each.text;
    out.json["meanings"].push_back(std::move(each.json));
  }
  return out;
}

Explained explained(const std::string& name) {
  if (const auto* rule = rule_typed(name)) {
    const auto explanation = look_up(*rule);
    return {text(*rule, explanation), explanation_json(*rule, explanation)};
  }
  std::vector<Explained> all;
  for (const auto look :
       {explained_mutant, explained_word, explained_area, explained_prefix, explained_port_word})
    if (auto out = look(name)) all.push_back(std::move(*out));
  if (!all.empty()) return together(std::move(all));
  if (auto out = explained_anywhere(name)) return std::move(*out);
  const auto near = nearest_explained(name);
  throw UsageError(fmt::format(
      "\"{}\" is no rule, mutant{}, area or word.{} Valid: those of `orrery list rules`, `orrery "
      "list mutants` and `orrery list words`, {}and the areas {}.",
      name, own_words_text(", {}"), near.empty() ? "" : " Nearest: " + near + ".",
      own_words_text("the {0}s of `orrery table {1}`, "), explained_areas()));
}

}  // namespace

int explain(Arguments arguments) {
  CommandLine line(explain_help);
  line.flag("json", "Print JSON.");
  if (!line.parse(arguments)) return exit_code::passed;
  const auto what = explained(line.operand("a rule, a mutant, a word of an area or an area"));
  print_out(line.has("json") ? dump(what.json, 2) + "\n" : what.text);
  return exit_code::passed;
}

}  // namespace tools
