// Scenarios of any area, written and read back.
#pragma once
#include <variant>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "files/scenario_texts.h"
#include "sim/ack/scenario.h"
#include "sim/ack/scenario_write.h"
#include "sim/joint/scenario.h"
#include "sim/joint/scenario_write.h"
#include "sim/modality/scenario_write.h"

namespace sim {

// The one of these that a scenario belongs to.
inline modality::LoadedScenario parse_as_one(const modality::Scenario& like,
                                             const std::string& text) {
  return modality::parse_scenario(text, like.name);
}
inline ack::LoadedScenario parse_as_one(const ack::Scenario& like, const std::string& text) {
  return ack::parse_scenario(text, like.name);
}
inline joint::LoadedScenario parse_as_one(const joint::Scenario& like, const std::string& text) {
  return joint::parse_scenario(text, like.name);
}

template <class S>
S read_back(const S& scenario) {
  const auto written = write_scenario(scenario);
  const auto* why = std::get_if<NotWritable>(&written);
  EXPECT_EQ(why, nullptr) << (why == nullptr ? "" : why->why);
  if (why != nullptr) return {};
  const auto text = scenario_text(std::get<nlohmann::ordered_json>(written));
  const auto loaded = parse_as_one(scenario, text);
  EXPECT_EQ(message_of(loaded), "no error");
  const auto* out = std::get_if<S>(&loaded);
  return out == nullptr ? S{} : *out;
}

template <class S>
void expect_round_trip(const S& scenario) {
  const auto back = read_back(scenario);
  EXPECT_EQ(back.plan, scenario.plan) << scenario.name;
  EXPECT_EQ(back.expect, scenario.expect) << scenario.name;
  EXPECT_EQ(back.story, scenario.story) << scenario.name;
  EXPECT_EQ(back.rules, scenario.rules) << scenario.name;
  EXPECT_EQ(back.mutant, scenario.mutant) << scenario.name;
}

}  // namespace sim
