#include "conformance/area/areas.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "conformance/ack/area.h"
#include "conformance/appserver/area.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/joint/area.h"
#include "conformance/modality/area.h"
#include "conformance/monitor/area.h"
#include "sim/state/text_digest.h"
#include "spec/general_rules.h"

namespace conformance {
namespace {

// The one list of areas.
std::vector<const Area*>& listed() {
  static std::vector<const Area*> all{&modality::area(), &ack::area(), &joint::area(),
                                      &appserver::area(), &monitor::area()};
  return all;
}

struct Typed {
  std::string letters;  // In capitals.
  int number = -1;      // Minus one: no digits.
};

Typed parse(std::string_view id) {
  Typed typed;
  for (char c : id) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isalpha(letter) != 0) typed.letters += static_cast<char>(std::toupper(letter));
    if (std::isdigit(letter) == 0) continue;
    if (typed.number < 100'000) typed.number = std::max(typed.number, 0) * 10 + (c - '0');
  }
  return typed;
}

// Smaller is nearer. Another area's prefix weighs more than any number.
int distance(const Typed& typed, const RuleTable& table, const spec::Rule& rule) {
  const int letters = typed.letters.empty() || typed.letters == table.prefix ? 0 : 1'000'000;
  if (typed.number < 0) return letters;
  return letters + std::abs(parse(rule.id).number - typed.number);
}

}  // namespace

std::span<const Area* const> areas() { return listed(); }

void add_area(const Area& area) { listed().push_back(&area); }

const Area* area_named(std::string_view name) {
  const auto found = std::ranges::find(areas(), name, &Area::name);
  return found == areas().end() ? nullptr : *found;
}

const Area* area_of_subject(std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  subject.remove_prefix(mutant_prefix.size());
  for (const auto* area : areas())
    for (const auto& mutant : area->checks().mutants())
      if (mutant.name == subject) return area;
  return nullptr;
}

bool has_scenario(const Area& area, std::string_view scenario) {
  const auto* of = area_named(scenario.substr(0, scenario.find('/')));
  return of != nullptr && (of == &area || std::ranges::count(of->judges(), &area) > 0);
}

bool is_judged_by(const AnyPlan& plan, const Area& area) {
  const auto* of = plan.area();
  return of == &area ||
         (std::ranges::count(of->judges(), &area) > 0 && of->worlds().has_part(plan, area));
}

std::vector<std::string> revisions() {
  std::vector<std::string> out;
  for (const auto* area : areas())
    for (auto& revision : area->worlds().revisions())
      if (std::ranges::count(out, revision) == 0) out.push_back(std::move(revision));
  return out;
}

std::vector<RuleTable> rule_tables() {
  std::vector<RuleTable> out;
  for (const auto* area : areas()) {
    const auto& facts = area->facts();
    out.insert(out.end(), facts.rule_parts.begin(), facts.rule_parts.end());
    if (!facts.rules.empty() && facts.rule_parts.empty())
      out.push_back({facts.name, facts.rule_prefix, facts.description, facts.rules});
  }
  out.push_back({"every", "DET", "What holds in every area: equal choices lead to equal states.",
                 spec::determinism_rules});
  out.push_back(
      {"every", "FLT", "What holds in every area: a subject does not fail.", spec::fault_rules});
  return out;
}

std::uint64_t rules_version() {
  std::string text;
  for (const auto& table : rule_tables())
    for (const auto& rule : table.rules)
      for (const std::string_view part :
           {rule.id, rule.clause, std::string_view(&"012"[static_cast<int>(rule.level)], 1),
            rule.text}) {
        text += part;
        text += '\0';  // "ab" "c" is not "a" "bc".
      }
  return sim::digest_text(text);
}

bool all_count(std::span<const std::string> rules, spec::Level weakest) {
  return std::ranges::all_of(rules, [&](const std::string& id) {
    const auto* rule = find_rule(id);
    return rule == nullptr || rule->level <= weakest;
  });
}

const spec::Rule* find_rule(std::string_view id) {
  for (const auto& table : rule_tables()) {
    const auto found = std::ranges::find(table.rules, id, &spec::Rule::id);
    if (found != table.rules.end()) return &*found;
  }
  return nullptr;
}

std::vector<const spec::Rule*> near_rules(std::string_view id, std::size_t most) {
  struct Candidate {
    int distance;
    const spec::Rule* rule;
  };
  const Typed typed = parse(id);
  std::vector<Candidate> candidates;
  for (const auto& table : rule_tables())
    for (const auto& rule : table.rules)
      candidates.push_back({distance(typed, table, rule), &rule});
  std::ranges::stable_sort(candidates, {}, &Candidate::distance);
  std::vector<const spec::Rule*> near;
  for (const Candidate& candidate : candidates)
    if (near.size() < most) near.push_back(candidate.rule);
  return near;
}

}  // namespace conformance
