// Scenario files of the turnstile, and what their runs come to.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "port/turnstile/words.h"
#include "sim/files/counts.h"
#include "sim/files/scenario_format.h"
#include "sim/turnstile/world.h"

namespace sim::turnstile {

struct Outcome {
  std::uint8_t passed = 0, given_back = 0;
  bool pushed = false;  // The last event is a push.

  void noticed(port::turnstile::Event event) { pushed = event == port::turnstile::Event::Push; }
  void commanded(port::turnstile::Command command) {
    if (pushed && command == port::turnstile::Command::Lock) ++passed;
    if (command == port::turnstile::Command::GiveBack) ++given_back;
  }
};

// What is left out may be anything.
struct ExpectedResult {
  std::optional<std::uint8_t> passed = {}, given_back = {};
  bool operator==(const ExpectedResult&) const = default;
};
using Expectation = ResultsOf<ExpectedResult>;

inline constexpr std::array counts{
    Count{"passed", &Outcome::passed, &ExpectedResult::passed},
    Count{"given_back", &Outcome::given_back, &ExpectedResult::given_back}};
inline auto matching(const Expectation& expect, const Outcome& outcome) {
  return matching_counts(counts, expect.results, outcome);
}
inline std::string show(const Outcome& outcome) { return show_counts(counts, outcome); }
inline std::string show(const ExpectedResult& result) { return show_counts(counts, result); }

using Scenario = ScenarioOf<Plan, Expectation>;

const format::ScenarioFormat<Scenario>& scenarios();

}  // namespace sim::turnstile
