#include "spec/rules.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>

#include "spec/ack/rules.h"
#include "spec/appserver/rules.h"
#include "spec/determinism_rules.h"
#include "spec/modality/rules.h"

namespace spec {
namespace {

constexpr std::array all_tables{
    Area{"modality", "MOD", modality::policy_rules},
    Area{"ack", "ACK", ack::ack_rules},
    Area{"every", "DET", determinism_rules},
    Area{"wire", "WIRE", spec::appserver::rules_of("WIRE-")},
    Area{"calls", "RPC", spec::appserver::rules_of("RPC-")},
    Area{"sessions", "SES", spec::appserver::rules_of("SES-")},
    Area{"items", "ITM", spec::appserver::rules_of("ITM-")},
    Area{"approvals", "APR", spec::appserver::rules_of("APR-")},
    Area{"server", "SRV", spec::appserver::rules_of("SRV-")},
};
// Those before "every": a gate runs them. The others are judged in all of them, or by a judge of
// recordings.
constexpr auto area_count = static_cast<std::size_t>(
    std::ranges::find(all_tables, "every", &Area::name) - all_tables.begin());

// FNV-1a, since nothing of it is secret or long.
class Fnv {
 public:
  void add(std::string_view text) {
    for (const char c : text) add(static_cast<unsigned char>(c));
    add(static_cast<unsigned char>(0));  // "ab" "c" is not "a" "bc".
  }
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

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
int distance(const Typed& typed, const Area& area, const Rule& rule) {
  const int letters = typed.letters.empty() || typed.letters == area.prefix ? 0 : 1'000'000;
  if (typed.number < 0) return letters;
  return letters + std::abs(parse(rule.id).number - typed.number);
}

}  // namespace

std::span<const Area> areas() { return std::span(all_tables).first(area_count); }

std::span<const Area> rule_tables() { return all_tables; }

std::uint64_t rules_version() {
  Fnv digest;
  for (const Area& area : all_tables) {
    for (const Rule& rule : area.rules) {
      digest.add(rule.id);
      digest.add(rule.clause);
      digest.add(static_cast<unsigned char>(rule.level));
      digest.add(rule.text);
    }
  }
  return digest.value();
}

const Rule* find_rule(std::string_view id) {
  for (const Area& area : all_tables) {
    const auto found = std::ranges::find(area.rules, id, &Rule::id);
    if (found != area.rules.end()) return &*found;
  }
  return nullptr;
}

std::vector<const Rule*> near_rules(std::string_view id, std::size_t most) {
  struct Candidate {
    int distance;
    const Rule* rule;
  };
  const Typed typed = parse(id);
  std::vector<Candidate> candidates;
  for (const Area& area : all_tables) {
    for (const Rule& rule : area.rules) candidates.push_back({distance(typed, area, rule), &rule});
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::distance);
  std::vector<const Rule*> near;
  for (const Candidate& candidate : candidates) {
    if (near.size() < most) near.push_back(candidate.rule);
  }
  return near;
}

}  // namespace spec
