#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "conformance/area/areas.h"
#include "sim/state/text_digest.h"

namespace conformance {
namespace {

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
