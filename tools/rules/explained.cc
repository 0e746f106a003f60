#include "rules/explained.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/nearest.h"
#include "command/selection.h"
#include "command/words.h"
#include "conformance/gate/areas.h"
#include "conformance/story/print.h"
#include "rules/table_ack.h"
#include "spec/rules.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using Entries = std::vector<std::pair<std::string, std::string>>;

struct AreaWords {
  std::string_view name, says, table;
};
// A table that another command prints, or none.
constexpr std::array area_words{
    AreaWords{"modality",
              "Script calls of an IDE while something modal is open: what is swept, waited for, "
              "refused and reported.",
              "orrery table modality"},
    AreaWords{"ack",
              "Action tools: OK is said when the frontend processed the action, and never later "
              "than the budget.",
              "orrery table ack"},
    AreaWords{
        "joint",
        "A tool that is called while the modality policy runs in the same IDE. It has no rules "
        "of its own: its scenarios are judged in the gates of both.",
        ""},
    AreaWords{"every", "What holds in every area: equal choices lead to equal states.", ""},
    AreaWords{"wire", "App-server: lines and what they hold.", ""},
    AreaWords{"calls", "App-server: requests, responses and their ids.", ""},
    AreaWords{"sessions", "App-server: threads and turns, from the handshake to the interrupt.",
              ""},
    AreaWords{"items", "App-server: items of a turn and their parts.", ""},
    AreaWords{"approvals", "App-server: what the server asks and the client answers.", ""},
    AreaWords{"server", "App-server: what the server owes.", ""},
};

std::string text_of_rule(const std::string& id) {
  const auto* rule = spec::find_rule(id);
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

bool calls_tool(const conformance::AnyScenario& scenario, std::string_view tool) {
  const auto is_of = [&](const sim::ack::Plan& plan) {
    return std::ranges::any_of(std::array{&plan.calls, &plan.second}, [&](const auto* calls) {
      return !calls->empty() && tool_of((*calls)[0].name) == tool;
    });
  };
  if (const auto* plan = std::get_if<sim::ack::Plan>(&scenario.plan)) return is_of(*plan);
  const auto* both = std::get_if<sim::joint::Plan>(&scenario.plan);
  return both != nullptr && is_of(both->tool);
}

std::vector<std::string> mutant_names() {
  std::vector<std::string> out;
  for (const auto& area : conformance::gated_areas())
    for (const auto& mutant : area.mutants()) out.emplace_back(mutant.name);
  return out;
}

std::vector<std::string> area_names() {
  std::vector<std::string> out;
  for (const auto& area : area_words) out.emplace_back(area.name);
  return out;
}

const spec::Area* rules_of_area(std::string_view name) {
  const auto tables = spec::rule_tables();
  const auto found = std::ranges::find(tables, name, &spec::Area::name);
  return found == tables.end() ? nullptr : &*found;
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
  for (const auto& area : conformance::gated_areas()) {
    const auto mutants = area.mutants();
    const auto found = std::ranges::find(mutants, name, &conformance::MutantLine::name);
    if (found == mutants.end()) continue;
    const auto rules = words_of(found->rules);
    Entries caught_by;
    for (const auto& rule : rules) caught_by.emplace_back(rule, text_of_rule(rule));
    const auto shown_by = scenarios_of(
        [&](const ScenarioFile&, const auto& scenario) { return scenario.mutant == name; });
    return Explained{fmt::format("{} (a broken engine of the area {})\n", name, area.name) +
                         conformance::print_field("", found->says) +
                         titled("Rules of which one must catch it", caught_by) +
                         titled("Scenarios that show it", shown_by) +
                         fmt::format("\n  judge it   orrery conform --subject mutant:{}\n", name),
                     {{"mutant", name},
                      {"area", area.name},
                      {"says", found->says},
                      {"rules", rules},
                      {"scenarios", names_of(shown_by)}}};
  }
  return std::nullopt;
}

std::optional<Explained> explained_tool(const std::string& name) {
  const auto rows = ack_rows_of(name);
  if (rows.text.empty()) return std::nullopt;
  Entries rules;
  for (const auto& rule : rows.rules) rules.emplace_back(rule, text_of_rule(rule));
  const auto called_in = scenarios_of(
      [&](const ScenarioFile&, const auto& scenario) { return calls_tool(scenario, name); });
  return Explained{fmt::format("{} (a tool of the area ack)\n\n", name) + rows.text +
                       titled("Rules of its rows", rules) +
                       titled("Scenarios that call it", called_in),
                   {{"tool", name},
                    {"area", "ack"},
                    {"rows", rows.json},
                    {"rules", rows.rules},
                    {"scenarios", names_of(called_in)}}};
}

std::optional<Explained> explained_area(const std::string& name) {
  const auto words = std::ranges::find(area_words, name, &AreaWords::name);
  if (words == area_words.end()) return std::nullopt;
  const auto* rules = rules_of_area(name);
  const auto* gated = conformance::gated_area(name);
  const auto scenarios = scenarios_of([&](const ScenarioFile& file, const auto&) {
    return gated == nullptr ? file.name.starts_with(name + "/")
                            : conformance::has_scenario(*gated, file.name);
  });
  ordered_json json{{"area", name}, {"says", words->says}};
  auto text =
      fmt::format("{} (an area)\n", name) + conformance::print_field("", words->says) + "\n";
  const auto add = [&](const char* what, std::size_t count) {
    json[what] = count;
    text += fmt::format("  {:<9} {:>4}\n", what, count);
  };
  add("rules", rules == nullptr ? 0 : rules->rules.size());
  if (gated != nullptr) {
    add("checks", gated->checks().size());
    add("mutants", gated->mutants().size());
  }
  add("scenarios", scenarios.size());
  text += "\n";
  if (rules != nullptr)
    text += fmt::format("  its rules  orrery list rules | grep {}-\n", rules->prefix);
  if (!words->table.empty()) text += fmt::format("  its table  {}\n", words->table);
  if (gated != nullptr) text += fmt::format("  its gate   orrery conform {}\n", name);
  return Explained{std::move(text), std::move(json)};
}

std::string nearest_explained(const std::string& name) {
  std::string out;
  const auto add = [&](std::string_view near) {
    if (!near.empty()) out += fmt::format("{}{}", out.empty() ? "" : ", ", near);
  };
  const bool has_number = std::ranges::any_of(
      name, [](char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; });
  if (has_number)
    for (const auto* rule : spec::near_rules(name)) add(rule->id);
  for (const auto& names : {mutant_names(), ack_tool_names(), area_names()})
    add(nearest(name, names));
  return out;
}

std::string explained_areas() { return fmt::format("{}", fmt::join(area_names(), ", ")); }

}  // namespace tools
