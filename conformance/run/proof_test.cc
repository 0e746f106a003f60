#include "conformance/run/proof.h"
#include "conformance/area/worlds.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "conformance/modality/judged.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/sample.h"
#include "sim/search/twin.h"

namespace conformance {
namespace {

using ::testing::HasSubstr;
using Kind = PlanFailure::Kind;

// Small enough to search in a test: one call, nothing beside it.
sim::modality::Plan small_plan() {
  auto plan = modality::table_plan(Budget::Quick, modality::one_cell(0));
  plan.bounds.background = 0;
  plan.alphabet.clear();
  plan.bounds.steps = 0;
  return plan;
}

Explored explored(const std::string& subject, std::uint64_t prove_every) {
  sim::SearchOptions options;
  options.stop_at_first = false;
  options.prove_every = prove_every;
  return explore_plan(small_plan(), subject, nullptr, options, sim::Serial());
}

class Proof : public ::testing::TestWithParam<const char*> {
 protected:
  std::string subject_ = std::string("mutant:") + GetParam();
};
INSTANTIATE_TEST_SUITE_P(Mutants, Proof,
                         testing::Values("hidden_clock", "address_decides", "unordered_iteration"),
                         [](const auto& row) { return std::string(row.param); });

TEST_P(Proof, OfASearchFindsIt) {
  const auto found = explored(subject_, 1);
  ASSERT_EQ(found.failures.size(), 1u);
  EXPECT_EQ(found.failures[0].kind, Kind::Nondeterministic);
  EXPECT_EQ(found.failures[0].rule, determinism_rule);
  EXPECT_EQ(found.proved, found.transitions);
}

TEST_P(Proof, OfASampleOfASearchFindsIt) {
  sim::SearchOptions options;
  options.prove_every = prove_sample;
  const auto plan = modality::table_plan(Budget::Quick);
  const auto found = explore_plan(plan, subject_, nullptr, options, sim::Serial());
  ASSERT_FALSE(found.failures.empty());
  EXPECT_EQ(found.failures[0].kind, Kind::Nondeterministic);
}

TEST_P(Proof, OfASearchDepthFirstFindsIt) {
  sim::DepthFirstOptions options;
  options.search.prove_every = 1;
  options.search.stop_at_first = false;
  const auto found = explore_plan_depth_first(small_plan(), subject_, nullptr, options);
  ASSERT_EQ(found.failures.size(), 1u);
  EXPECT_EQ(found.failures[0].kind, Kind::Nondeterministic);
  EXPECT_EQ(found.proved, found.transitions);
  const auto plan = small_plan();
  EXPECT_TRUE(rerun({.plan = plan, .subject = subject_, .path = found.failures[0].path}).two_ways);
}

// What is not taken twice shows nothing: they break no rule of the policy.
TEST_P(Proof, AloneFindsIt) {
  const auto found = explored(subject_, 0);
  EXPECT_TRUE(found.failures.empty());
  EXPECT_EQ(found.proved, 0u);
}

TEST_P(Proof, OfRandomRunsFindsIt) {
  const auto found = modality::area().worlds().sample(
      {.subject = subject_, .runs = 1, .prove_every = prove_sample}, sim::Serial(),
      [](std::uint64_t) { return true; });
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->kind, Kind::Nondeterministic);
  EXPECT_EQ(found.proved, 1u);
}

TEST_P(Proof, NamesTheChoiceTheFieldAndBothValues) {
  const auto found = explored(subject_, 1);
  ASSERT_FALSE(found.failures.empty());
  const auto& path = found.failures[0].path;
  const auto plan = small_plan();
  const auto run = rerun({.plan = plan, .subject = subject_, .path = path});
  ASSERT_TRUE(run.two_ways);
  EXPECT_EQ(run.two_ways->step, path.size());
  EXPECT_THAT(run.two_ways->field.name, HasSubstr("agenda.timer."));
  EXPECT_NE(run.two_ways->field.before, run.two_ways->field.after);
  const auto print = print_failure({.plan = plan, .subject = subject_, .path = path});
  EXPECT_THAT(print, HasSubstr("FAIL DET-01 (Determinism, MUST)"));
  EXPECT_THAT(print, HasSubstr("second time: " + run.two_ways->field.name));
}

TEST(ProofOfTheEngine, FindsNoDifference) {
  const auto plain = explored("engine", 0);
  const auto proved = explored("engine", 1);
  EXPECT_TRUE(proved.failures.empty());
  EXPECT_EQ(proved.proved, proved.transitions);
  EXPECT_EQ(proved.fingerprint, plain.fingerprint);
  const auto sampled =
      modality::area().worlds().sample({.runs = 200, .prove_every = prove_sample}, sim::Serial(),
                                       [](std::uint64_t) { return true; });
  EXPECT_FALSE(sampled.failure);
  EXPECT_EQ(sampled.proved, 4u);
}

// The address mutant is caught for sure because of this.
TEST(TwinPlace, IsNeverAtAnAddressAlike) {
  using State = modality::JudgedWorld;
  static_assert(alignof(State) == alignof(modality::Mutant));
  sim::TwinPlace<State> place;
  std::array<State, 2> states{};
  for (const auto& state : states) {
    const auto& twin = place.copy(state, state);
    const auto bit = [](const State& at) {
      return reinterpret_cast<std::uintptr_t>(&at) / alignof(State) % 2;
    };
    EXPECT_NE(bit(twin), bit(state));
    EXPECT_EQ(twin, state);
  }
}

}  // namespace
}  // namespace conformance
