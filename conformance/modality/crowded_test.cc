// More dialogs than a listing has (docs/decisions/0028).
#include <gtest/gtest.h>

#include <stdexcept>
#include <variant>

#include "conformance/run/explored.h"
#include "sim/modality/scenario.h"

namespace conformance::modality {
namespace {

// Six dialogs show, and the script opens three more before it has them closed.
sim::modality::Scenario crowded() {
  auto loaded = sim::modality::parse_scenario(R"({
    "format": 1,
    "story": "A script opens more dialogs than a listing has.",
    "rules": ["MOD-91", "MOD-100"],
    "call": {"modal": "unleashed"},
    "limits": "short",
    "ide": {"stack": ["refusing", "refusing", "refusing", "refusing", "refusing", "refusing"]},
    "body": [{"open": "closable"}, {"open": "closable"}, {"open": "closable"},
             {"call": "closeModalDialogs"}],
    "expect": {"results": [{"verdict": "ok", "closed": 2, "screenshots": 8,
                            "close_order": [8, 7, 6, 5, 4, 3, 2, 1]}]}
  })",
                                              "crowded");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw std::runtime_error(show(*error));
  return std::get<sim::modality::Scenario>(std::move(loaded));
}

TEST(Crowded, EveryCallEndsHoweverManyDialogsOpen) {
  const auto scenario = crowded();
  const auto found = explore_plan(scenario.plan, "engine", &scenario.expect, {}, sim::Serial());
  EXPECT_TRUE(found.complete());
  EXPECT_TRUE(found.failures.empty());
}

}  // namespace
}  // namespace conformance::modality
