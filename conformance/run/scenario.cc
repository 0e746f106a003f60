#include "conformance/run/scenario.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "conformance/ack/area.h"
#include "conformance/area/areas.h"
#include "conformance/joint/area.h"
#include "conformance/modality/area.h"
#include "sim/files/any_scenario.h"

namespace conformance {
namespace {

LoadedAnyScenario of_any(sim::LoadedAnyScenario loaded) {
  return std::visit(
      []<class From>(From& from) -> LoadedAnyScenario {
        if constexpr (std::is_same_v<From, sim::ScenarioError>) {
          return std::move(from);
        } else {
          AnyScenario out{.name = std::move(from.name),
                          .story = std::move(from.story),
                          .rules = std::move(from.rules),
                          .mutant = std::move(from.mutant),
                          .expect = std::move(from.expect),
                          .plan = std::move(from.plan)};
          if constexpr (requires { from.coarse_because; })
            out.coarse_because = std::move(from.coarse_because);
          return out;
        }
      },
      loaded);
}

}  // namespace

LoadedAnyScenario load_any_scenario(const std::string& path) {
  return of_any(sim::load_any_scenario(path));
}

LoadedAnyScenario parse_any_scenario(std::string_view text, const std::string& name) {
  return of_any(sim::parse_any_scenario(text, name));
}

std::variant<nlohmann::ordered_json, std::string> write_any_scenario(const AnyScenario& scenario) {
  return scenario.plan.area()->write(scenario);
}

std::variant<AnyPinned, std::string> pin_any(const PlanRef& plan,
                                             std::span<const sim::Choice> choices) {
  return plan.area().pin(plan, choices);
}

}  // namespace conformance
