// Scenario files of the turnstile, and what their runs come to.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "port/turnstile/words.h"
#include "sim/files/scenario.h"
#include "sim/files/scenario_file.h"
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
struct Expectation {
  std::vector<ExpectedResult> results = {};
  bool operator==(const Expectation&) const = default;
};

// Bit i: the outcome is results[i].
std::uint32_t matching(const Expectation& expect, const Outcome& outcome);
std::string show(const Outcome& outcome);
std::string show(const ExpectedResult& result);

using Scenario = ScenarioOf<Plan, Expectation>;

std::variant<Scenario, ScenarioError> read_scenario(const ParsedFile& file);
std::variant<nlohmann::ordered_json, NotWritable> write_scenario(const Scenario& scenario);

}  // namespace sim::turnstile
