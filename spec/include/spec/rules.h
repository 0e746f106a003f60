// Finds a requirement of any area by what a person typed.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "spec/rule.h"

namespace spec {

struct Area {
  std::string_view name;    // "modality": the word on the command line.
  std::string_view prefix;  // "MOD".
  std::span<const Rule> rules;
};

// Those that a gate runs.
std::span<const Area> areas();

// The areas, and behind them, under the name "every", what holds in all of them, and the rules of
// the protocol, by which recorded conversations are judged.
std::span<const Area> rule_tables();

// Another number as soon as an id, a clause, a level or a word of any rule is another one;
// the same for equal rules on every machine.
std::uint64_t rules_version();

// The rule of exactly this id, or null.
const Rule* find_rule(std::string_view id);

// What may have been meant by an id that find_rule refuses, best first, at most `most`:
// other spellings of the same number ("mod 42", "42"), then the nearest numbers.
std::vector<const Rule*> near_rules(std::string_view id, std::size_t most = 3);

}  // namespace spec
