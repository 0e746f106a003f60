// What the documents of scenarios of all areas share.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <nlohmann/json.hpp>

#include "sim/files/scenario_error.h"
#include "sim/state/agenda.h"

namespace sim {

// 500, [0, 500], [0, "never"], or "never" of no window.
nlohmann::ordered_json window_json(const Window& window);

// The document with which every scenario begins.
template <class S>
nlohmann::ordered_json head_json(const S& scenario, std::string_view area) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  if (area != default_area) out["area"] = area;
  out["format"] = scenario_format;
  out["story"] = scenario.story;
  if (!scenario.rules.empty()) out["rules"] = scenario.rules;
  if (!scenario.mutant.empty()) out["mutant"] = scenario.mutant;
  return out;
}

// Of a plan of any area.
template <class Plan>
const Grid& grid_of(const Plan& plan) {
  if constexpr (requires { plan.grid; })
    return plan.grid;
  else
    return plan.policy.grid;
}

// Written without a grid, the file has the computed one; if that is another, it is named.
// What `parse(text, name)` reads back must be equal.
template <class S, class Parse>
std::variant<nlohmann::ordered_json, NotWritable> with_grid(const S& scenario,
                                                            nlohmann::ordered_json out,
                                                            Parse parse) {
  const auto read = [&] { return parse(out.dump(), scenario.name); };
  auto loaded = read();
  const auto* first = std::get_if<S>(&loaded);
  const bool named = first != nullptr && grid_of(first->plan) != grid_of(scenario.plan);
  if (named) {
    const auto step = grid_of(scenario.plan).step_ms;
    out["grid_ms"] = step == 0 ? nlohmann::ordered_json("coarse") : nlohmann::ordered_json(step);
    loaded = read();
  }
  if (const auto* error = std::get_if<ScenarioError>(&loaded)) return NotWritable{error->what};
  const auto& back = std::get<S>(loaded);
  const bool same = back.plan == scenario.plan && back.expect == scenario.expect &&
                    back.story == scenario.story && back.rules == scenario.rules &&
                    back.mutant == scenario.mutant;
  if (!same) return NotWritable{"the format of scenarios has no word for a part of this plan"};
  return out;
}

}  // namespace sim
