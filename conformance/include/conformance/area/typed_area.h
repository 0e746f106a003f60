// Files and words of an area whose plans, expectations and outcomes have types of its own, in a
// namespace that has matching(), show() and pin() for them; and grid_of(), where a plan has no
// member `grid`; and scenarios().write(), where files are not read by a format alone.
#pragma once
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/area/files.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "sim/files/held.h"
#include "sim/files/scenario_error.h"

namespace conformance {

// What argument-dependent lookup finds, outside the members that have the same names.
namespace of_type {
std::string text(const auto& value) { return show(value); }
auto match(const auto& expect, const auto& outcome) { return matching(expect, outcome); }
const auto& grid(const auto& plan) {
  if constexpr (requires { plan.grid; })
    return plan.grid;
  else
    return grid_of(plan);
}
template <class Plan>
concept Pinnable = requires(const Plan& plan, std::span<const sim::Choice> choices) {
  pin(plan, choices);
};
auto fix(const auto& plan, std::span<const sim::Choice> choices) { return pin(plan, choices); }
}  // namespace of_type

template <class Outcome>
Outcome typed(const AnyModel::Outcome& outcome) {
  static_assert(std::is_trivially_copyable_v<Outcome>);
  Outcome out;
  std::memcpy(static_cast<void*>(&out), outcome.bytes.data(), sizeof(out));
  return out;
}

// `scenarios` gives their sim::format::ScenarioFormat.
template <class Scenario, class Outcome, auto scenarios>
class TypedFiles : public AreaFiles {
 public:
  using Plan = decltype(Scenario::plan);
  using Expectation = decltype(Scenario::expect);

  LoadedAnyScenario read(const sim::ParsedFile& file) const final {
    auto loaded = scenarios().read(file);
    if (auto* error = std::get_if<sim::ScenarioError>(&loaded)) return std::move(*error);
    auto& from = std::get<Scenario>(loaded);
    AnyScenario out{.name = std::move(from.name),
                    .story = std::move(from.story),
                    .rules = std::move(from.rules),
                    .mutant = std::move(from.mutant),
                    .expect = std::move(from.expect),
                    .plan = std::move(from.plan),
                    .coarse_because = std::move(from.coarse_because),
                    .fine_because = std::move(from.fine_because)};
    return out;
  }
  std::variant<nlohmann::ordered_json, std::string> write(const AnyScenario& from) const override {
    Scenario scenario;
    scenario.name = from.name;
    scenario.story = from.story;
    scenario.rules = from.rules;
    scenario.mutant = from.mutant;
    scenario.expect = from.expect.as<Expectation>();
    scenario.plan = from.plan.as<Plan>();
    scenario.coarse_because = from.coarse_because;
    auto written = scenarios().write(scenario);
    if (auto* why = std::get_if<sim::NotWritable>(&written)) return std::move(why->why);
    return std::move(std::get<nlohmann::ordered_json>(written));
  }
  std::variant<AnyPinned, std::string> pin(const PlanRef& ref,
                                           std::span<const sim::Choice> choices) const override {
    const auto& plan = ref.as<Plan>();
    if constexpr (of_type::Pinnable<Plan>) {
      auto pinned = of_type::fix(plan, choices);
      if (auto* why = std::get_if<std::string>(&pinned)) return std::move(*why);
      auto& out = std::get<0>(pinned);
      return AnyPinned{std::move(out.plan), std::move(out.choices)};
    } else {
      return AnyPinned{plan, {choices.begin(), choices.end()}};
    }
  }
  nlohmann::ordered_json schema() const final { return scenarios().schema(); }
  bool has_coarse_grid(const PlanRef& ref) const final {
    return of_type::grid(ref.as<Plan>()).step_ms == 0;
  }
  std::uint32_t matching(const AnyExpectation& expect,
                         const AnyModel::Outcome& outcome) const override {
    return of_type::match(*expect.get<Expectation>(), typed<Outcome>(outcome));
  }
};

template <class Scenario, class Outcome>
class TypedWords : public AreaWords {
 public:
  std::vector<std::string> texts_of(const AnyExpectation& expect) const override {
    std::vector<std::string> out;
    for (const auto& result : expect.get<decltype(Scenario::expect)>()->results)
      out.push_back(of_type::text(result));
    return out;
  }
  std::string show(const AnyModel::Outcome& outcome) const override {
    return of_type::text(typed<Outcome>(outcome));
  }

 protected:
  using AreaWords::AreaWords;
};

// The one area that gives these.
template <class Worlds, class Files, class Checks, class Words>
const Area& made_area(AreaFacts facts) {
  static const Worlds worlds;
  static const Files files;
  static const Checks checks;
  static const Words words;
  static const Area area(std::move(facts), worlds, files, checks, words);
  return area;
}

}  // namespace conformance
