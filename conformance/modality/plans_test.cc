#include "conformance/modality/plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <variant>

#include "conformance/run/explored.h"
#include "sim/modality/plan.h"
#include "sim/modality/scenario.h"

namespace conformance::modality {
namespace {

using port::modality::Limits;
using port::modality::Method;
using port::modality::MethodCall;
using port::modality::Options;
using port::modality::ProgressAtGate;

std::array<bool, 7> letters_of(const Options& options) {
  return {options.close_on_start,
          options.allow_at_gate,
          options.close_while_running,
          options.sync_documents,
          options.wait_smart,
          options.await_dispose,
          options.progress == ProgressAtGate::Refuse};
}

TEST(Pairwise, AnyTwoOptionsHaveEachOfTheirPairsOfValues) {
  const auto tuples = pairwise_options();
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = i + 1; j < 7; ++j)
      for (const bool first : {false, true})
        for (const bool second : {false, true})
          EXPECT_TRUE(std::ranges::any_of(tuples,
                                          [&](const Options& options) {
                                            const auto letters = letters_of(options);
                                            return letters[i] == first && letters[j] == second;
                                          }))
              << i << "=" << first << " " << j << "=" << second;
  EXPECT_LE(tuples.size(), 9u);
}

// Arguments that a method has none of stay as they are.
TEST(MethodVariants, HaveEachMethodWithEachOfItsArguments) {
  std::set<Method> methods;
  std::set<std::array<bool, 2>> syncs;
  std::set<bool> sweeps;
  for (const MethodCall& call : method_variants()) {
    methods.insert(call.method);
    if (call.method == Method::SyncDocuments) syncs.insert({call.force, call.project_only});
    if (call.method == Method::CloseModalDialogs) sweeps.insert(call.await_dispose);
  }
  EXPECT_EQ(methods.size(), port::words<Method>.size());
  EXPECT_EQ(syncs.size(), 4u);
  EXPECT_EQ(sweeps.size(), 2u);
}

TEST(TableLimits, KeepBoundsApartThatCouldBeTakenForEachOther) {
  const Limits limits = table_limits();
  const std::set bounds{limits.sync_bound, limits.smart_bound, limits.wait_budget,
                        sim::modality::short_body_timeout};
  EXPECT_EQ(bounds.size(), 4u);
  EXPECT_NE(limits.dispose_bound, limits.capture_bound);
  const std::set waits{limits.poll_period, limits.note_period, limits.wait_budget};
  EXPECT_EQ(waits.size(), 3u);
  EXPECT_NE(limits.wait_budget.count() % limits.poll_period.count(), 0);
  EXPECT_GT(3 * table_latencies().write.latest, limits.sync_bound.count());
}

// More dialogs than a listing has (docs/decisions/0028).

// Six dialogs show, and the script opens three more before it has them closed.
sim::modality::Scenario crowded() {
  auto loaded = sim::modality::scenarios().parse(R"({
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
