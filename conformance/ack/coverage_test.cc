// No rule of the acknowledgement without a check, and no check that everything passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "conformance/ack/area.h"
#include "conformance/ack/checks/check.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/run/explored.h"
#include "sim/search/parallel.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

std::string subject_of(const MutantLine& mutant) { return "mutant:" + std::string(mutant.name); }

class AckChecks : public testing::TestWithParam<std::size_t> {};

TEST_P(AckChecks, HoldForTheEngineAndFailOnSomeMutant) {
  const auto& check = checks()[GetParam()];
  const auto verdict = check.run(subjects("engine"));
  EXPECT_TRUE(verdict.holds) << explain(check.rule, check.says, verdict);
  EXPECT_TRUE(std::ranges::any_of(
      mutants(),
      [&](const MutantLine& mutant) { return !check.run(subjects(subject_of(mutant))).holds; }))
      << check.rule << " " << check.says << " is failed by no mutant";
}

INSTANTIATE_TEST_SUITE_P(All, AckChecks, testing::Range(std::size_t{0}, checks().size()));

TEST(AckCoverage, EveryCheckNamesARuleAndSaysSomethingOfItsOwn) {
  std::set<std::string_view> said;
  for (const auto& check : checks()) {
    EXPECT_NE(find_rule(check.rule), nullptr) << check.rule;
    EXPECT_TRUE(said.insert(check.says).second) << "twice: " << check.says;
  }
}

TEST(AckCoverage, EveryRuleHasADirectedCheckOrIsMetBySearches) {
  spec::Exercised met;
  for (const auto* name :
       {"ack:r1:sort", "ack:r1:dialog_close_file_viewer_one", "ack:r1:pairs:mkdir",
        "ack:r1:replies", "ack:r1:refused", "ack:r1:dialog_close_about", "ack:r1:slow"}) {
    const auto found =
        explore_plan(*plan_named(name), "engine", {}, {.stop_at_first = false}, sim::Serial());
    EXPECT_TRUE(found.failures.empty()) << name;
    met |= found.exercised_in(area());
  }
  for (std::size_t i = 0; i < spec::ack::ack_rules.size(); ++i) {
    const auto id = spec::ack::ack_rules[i].id;
    const bool directed = std::ranges::count(checks(), id, &Check::rule) != 0;
    EXPECT_TRUE(directed || met.has(i)) << id;
  }
}

// A subject that faults says so itself.
TEST(AckCoverage, AFailingCheckSaysWhatItWantedAndGot) {
  for (const auto& mutant : mutants()) {
    for (const auto& check : area().checks().directed()) {
      const auto verdict = check.verdict_of(subject_of(mutant));
      if (verdict.holds || verdict.faulted) continue;
      EXPECT_FALSE(verdict.want.empty()) << mutant.name << " " << check.description;
      EXPECT_NE(verdict.want, verdict.got) << mutant.name << " " << check.description;
      EXPECT_FALSE(verdict.trace.empty()) << mutant.name << " " << check.description;
    }
  }
}

}  // namespace
}  // namespace conformance::ack
