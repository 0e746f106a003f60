// Scenarios of any area, written and read back.
#pragma once
#include <variant>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "files/scenario_texts.h"
#include "sim/files/scenario_format.h"

namespace sim {

// By the format of the area of S.
template <class S>
S read_back(const S& scenario, const format::ScenarioFormat<S>& scenarios) {
  const auto written = scenarios.write(scenario);
  const auto* why = std::get_if<NotWritable>(&written);
  EXPECT_EQ(why, nullptr) << (why == nullptr ? "" : why->why);
  if (why != nullptr) return {};
  const auto text = scenario_text(std::get<nlohmann::ordered_json>(written));
  const auto loaded = scenarios.parse(text, scenario.name);
  EXPECT_EQ(message_of(loaded), "no error");
  const auto* out = std::get_if<S>(&loaded);
  return out == nullptr ? S{} : *out;
}

void expect_round_trip(const auto& scenario, const auto& scenarios) {
  const auto back = read_back(scenario, scenarios);
  EXPECT_EQ(back.plan, scenario.plan) << scenario.name;
  EXPECT_EQ(back.expect, scenario.expect) << scenario.name;
  EXPECT_EQ(back.story, scenario.story) << scenario.name;
  EXPECT_EQ(back.rules, scenario.rules) << scenario.name;
  EXPECT_EQ(back.mutant, scenario.mutant) << scenario.name;
}

}  // namespace sim
