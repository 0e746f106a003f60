#include "rules/explained.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/words.h"
#include "conformance/story/print.h"
#include "rules/port_words.h"
#include "sim/files/document.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using Entries = std::vector<std::pair<std::string, std::string>>;

std::string text_of_rule(const std::string& id) {
  const auto* rule = conformance::find_rule(id);
  return rule == nullptr ? std::string() : std::string(rule->text);
}

// The scenarios that it is true of, with their stories.
template <class Predicate>
Entries scenarios_of(Predicate predicate) {
  Entries out;
  for_each_scenario([&](const ScenarioFile& file, const conformance::AnyScenario& scenario) {
    if (predicate(file, scenario)) out.emplace_back(file.name, scenario.story);
  });
  return out;
}

ordered_json names_of(const Entries& entries) {
  auto out = ordered_json::array();
  for (const auto& [name, says] : entries) out.push_back(name);
  return out;
}

std::vector<std::string> mutant_names() {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants()) out.emplace_back(mutant.name);
  return out;
}

std::vector<std::string> area_names() {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas()) out.emplace_back(area->name());
  for (const auto& table : conformance::rule_tables())
    if (std::ranges::count(out, table.name) == 0) out.emplace_back(table.name);
  return out;
}

std::vector<std::string> all_port_words() {
  std::vector<std::string> out;
  for (auto& word : port_words()) out.push_back(std::move(word.word));
  return out;
}

std::vector<std::string> own_words() {
  std::vector<std::string> out;
  for (const auto* area : conformance::areas())
    for (auto& word : area->words().explained_words()) out.push_back(std::move(word));
  return out;
}

}  // namespace

std::string titled(std::string_view title, const Entries& entries) {
  if (entries.empty()) return {};
  auto out = fmt::format("\n{}:\n", title);
  for (const auto& [name, says] : entries) {
    out += fmt::format("  {}\n", name);
    if (!says.empty()) out += conformance::print_field("", first_sentence(says));
  }
  return out;
}

std::optional<Explained> explained_mutant(const std::string& name) {
  for (const auto* area : conformance::areas()) {
    const auto mutants = area->checks().mutants();
    const auto found = std::ranges::find(mutants, name, &conformance::MutantLine::name);
    if (found == mutants.end()) continue;
    const auto rules = words_of(found->rules);
    Entries caught_by;
    for (const auto& rule : rules) caught_by.emplace_back(rule, text_of_rule(rule));
    const auto shown_by = scenarios_of(
        [&](const ScenarioFile&, const auto& scenario) { return scenario.mutant == name; });
    return Explained{fmt::format("{} (a broken engine of the area {})\n", name, area->name()) +
                         conformance::print_field("", found->description) +
                         titled("Rules of which one must catch it", caught_by) +
                         titled("Scenarios that show it", shown_by) +
                         fmt::format("\n  judge it   orrery conform --subject mutant:{}\n", name),
                     {{"mutant", name},
                      {"area", area->name()},
                      {"says", found->description},
                      {"rules", rules},
                      {"scenarios", names_of(shown_by)}}};
  }
  return std::nullopt;
}

std::optional<Explained> explained_word(const std::string& name) {
  for (const auto* area : conformance::areas()) {
    const auto word = area->words().explain(name);
    if (!word) continue;
    Entries rules;
    for (const auto& rule : word->rules) rules.emplace_back(rule, text_of_rule(rule));
    const auto called_in = scenarios_of(
        [&](const ScenarioFile&, const auto& scenario) { return word->shown_by(scenario); });
    return Explained{fmt::format("{} ({} of the area {})\n\n", name, word->kind, area->name()) +
                         word->text + titled("Rules of its rows", rules) +
                         titled("Scenarios that call it", called_in),
                     {{word->kind.substr(word->kind.find(' ') + 1), name},
                      {"area", area->name()},
                      {"rows", *word->json},
                      {"rules", word->rules},
                      {"scenarios", names_of(called_in)}}};
  }
  return std::nullopt;
}

std::optional<Explained> explained_area(const std::string& name) {
  const auto tables = conformance::rule_tables();
  const auto table = std::ranges::find(tables, name, &conformance::RuleTable::name);
  const auto* area = conformance::area_named(name);
  if (area == nullptr && table == tables.end()) return std::nullopt;
  const auto says = area == nullptr ? table->description : area->facts().description;
  const auto scenarios = scenarios_of([&](const ScenarioFile& file, const auto&) {
    return area != nullptr && conformance::has_scenario(*area, file.name);
  });
  ordered_json json{{"area", name}, {"says", says}};
  auto text = fmt::format("{} (an area)\n", name) + conformance::print_field("", says) + "\n";
  const auto add = [&](const char* what, std::size_t count) {
    json[what] = count;
    text += fmt::format("  {:<9} {:>4}\n", what, count);
  };
  add("rules", table == tables.end() ? 0 : table->rules.size());
  if (area != nullptr && !area->has_parts()) {
    add("checks", area->checks().directed().size());
    add("mutants", area->checks().mutants().size());
  }
  add("scenarios", scenarios.size());
  text += "\n";
  if (table != tables.end())
    text += fmt::format("  its rules  orrery list rules | grep {}-\n", table->prefix);
  if (area != nullptr && !area->words().facts().table_description.empty())
    text += fmt::format("  its table  orrery table {}\n", name);
  if (area != nullptr) text += fmt::format("  its gate   orrery conform {}\n", name);
  return Explained{std::move(text), std::move(json)};
}

std::optional<Explained> explained_prefix(const std::string& name) {
  const auto tables = conformance::rule_tables();
  const auto table = std::ranges::find(tables, name, &conformance::RuleTable::prefix);
  if (table == tables.end()) return std::nullopt;
  Entries rules;
  for (const auto& rule : table->rules) rules.emplace_back(rule.id, rule.text);
  return Explained{fmt::format("{} (the rules of {})\n", name, table->name) +
                       conformance::print_field("", table->description) + titled("Rules", rules),
                   {{"prefix", name},
                    {"of", table->name},
                    {"says", table->description},
                    {"rules", names_of(rules)}}};
}

std::optional<Explained> explained_port_word(const std::string& name) {
  const auto words = port_words_named(name);
  if (words.empty()) return std::nullopt;
  std::string text;
  auto json = ordered_json::array();
  for (const auto& word : words) {
    if (!text.empty()) text += "\n";
    text += fmt::format("{} ({}{}{})\n", word.word, word.kind, word.area.empty() ? "" : " of ",
                        word.area) +
            conformance::print_field("", word.says);
    if (!word.shape.empty()) text += conformance::print_field("members", word.shape);
    if (!word.stands_in.empty())
      text +=
          conformance::print_field("stands in", fmt::format("{}", fmt::join(word.stands_in, ", ")));
    json.push_back({{"word", word.word},
                    {"kind", word.kind},
                    {"area", word.area},
                    {"says", word.says},
                    {"stands_in", word.stands_in}});
    if (!word.shape.empty()) json.back()["members"] = sim::own_document<ordered_json>(word.shape);
  }
  return Explained{std::move(text), {{"words", std::move(json)}}};
}

std::optional<Explained> explained_anywhere(const std::string& letters) {
  constexpr std::size_t fewest_letters = 3;
  if (letters.size() < fewest_letters) return std::nullopt;
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  const auto has = [&](std::string_view text) {
    return std::search(text.begin(), text.end(), letters.begin(), letters.end(), same) !=
           text.end();
  };
  Entries rules, mutants;
  for (const auto& table : conformance::rule_tables())
    for (const auto& rule : table.rules)
      if (has(rule.clause) || has(rule.text)) rules.emplace_back(rule.id, rule.text);
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants())
      if (has(mutant.name) || has(mutant.description))
        mutants.emplace_back(mutant.name, mutant.description);
  const auto scenarios = scenarios_of([&](const ScenarioFile& file, const auto& scenario) {
    return has(file.name) || has(scenario.story);
  });
  if (rules.empty() && mutants.empty() && scenarios.empty()) return std::nullopt;
  return Explained{fmt::format("\"{}\" stands in these.\n", letters) + titled("Rules", rules) +
                       titled("Mutants", mutants) + titled("Scenarios", scenarios),
                   {{"letters", letters},
                    {"rules", names_of(rules)},
                    {"mutants", names_of(mutants)},
                    {"scenarios", names_of(scenarios)}}};
}

std::string nearest_explained(const std::string& name) {
  std::string out;
  const auto add = [&](std::string_view near) {
    if (!near.empty()) out += fmt::format("{}{}", out.empty() ? "" : ", ", near);
  };
  const bool has_number = std::ranges::any_of(
      name, [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; });
  if (has_number)
    for (const auto* rule : conformance::near_rules(name)) add(rule->id);
  for (const auto& names : {mutant_names(), own_words(), area_names(), all_port_words()})
    add(nearest(name, names));
  return out;
}

std::string explained_areas() { return fmt::format("{}", fmt::join(area_names(), ", ")); }

}  // namespace tools
