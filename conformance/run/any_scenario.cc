#include "conformance/run/any_scenario.h"

#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/ack/pin.h"
#include "sim/ack/scenario_write.h"
#include "sim/files/any_scenario.h"
#include "sim/joint/scenario_write.h"
#include "sim/modality/pin.h"
#include "sim/modality/scenario_write.h"

namespace conformance {
namespace {

using nlohmann::ordered_json;

// Those of two engines have no coarse grid.
template <class Scenario>
std::string coarse_because(const Scenario& from) {
  if constexpr (requires { from.coarse_because; })
    return from.coarse_because;
  else
    return {};
}

LoadedAnyScenario of_any(sim::LoadedAnyScenario loaded) {
  return std::visit(
      []<class From>(From& from) -> LoadedAnyScenario {
        if constexpr (std::is_same_v<From, sim::ScenarioError>) {
          return std::move(from);
        } else {
          return AnyScenario{.name = std::move(from.name),
                             .story = std::move(from.story),
                             .rules = std::move(from.rules),
                             .mutant = std::move(from.mutant),
                             .expect = std::move(from.expect),
                             .plan = std::move(from.plan),
                             .coarse_because = coarse_because(from)};
        }
      },
      loaded);
}

template <class Scenario, class Expectation, class Plan>
Scenario as(const AnyScenario& from, const Plan& plan) {
  Scenario out;
  out.name = from.name;
  out.story = from.story;
  out.rules = from.rules;
  out.mutant = from.mutant;
  if (const auto* expect = std::get_if<Expectation>(&from.expect)) out.expect = *expect;
  out.plan = plan;
  if constexpr (requires { out.coarse_because; }) out.coarse_because = from.coarse_because;
  return out;
}

auto write(const AnyScenario& from, const sim::modality::Plan& plan) {
  return sim::modality::write_scenario(
      as<sim::modality::Scenario, sim::modality::Expectation>(from, plan));
}
auto write(const AnyScenario& from, const sim::ack::Plan& plan) {
  return sim::ack::write_scenario(as<sim::ack::Scenario, sim::ack::Expectation>(from, plan));
}
auto write(const AnyScenario& from, const sim::joint::Plan& plan) {
  return sim::joint::write_scenario(as<sim::joint::Scenario, sim::joint::Expectation>(from, plan));
}

template <class Plan>
std::variant<AnyPinned, std::string> fixed(const Plan& plan, std::span<const sim::Choice> choices) {
  auto pinned = pin(plan, choices);
  if (auto* why = std::get_if<std::string>(&pinned)) return std::move(*why);
  auto& out = std::get<0>(pinned);
  return AnyPinned{std::move(out.plan), std::move(out.choices)};
}

}  // namespace

LoadedAnyScenario load_any_scenario(const std::string& path) {
  return of_any(sim::load_any_scenario(path));
}

LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name) {
  return of_any(sim::parse_any_scenario(text, name));
}

LoadedAnyScenario read_any_scenario(const ordered_json& document, const std::string& name) {
  return parse_any_scenario(document.dump(), name);
}

std::variant<ordered_json, std::string> write_any_scenario(const AnyScenario& scenario) {
  auto written = std::visit([&](const auto& plan) { return write(scenario, plan); }, scenario.plan);
  if (auto* why = std::get_if<sim::NotWritable>(&written)) return std::move(why->why);
  return std::move(std::get<ordered_json>(written));
}

std::variant<AnyPinned, std::string> pin_any(const PlanRef& plan,
                                             std::span<const sim::Choice> choices) {
  return plan.visit([&]<class Plan>(const Plan& one) -> std::variant<AnyPinned, std::string> {
    if constexpr (std::is_same_v<Plan, sim::joint::Plan>) {
      return AnyPinned{one, {choices.begin(), choices.end()}};
    } else {
      return fixed(one, choices);
    }
  });
}

}  // namespace conformance
