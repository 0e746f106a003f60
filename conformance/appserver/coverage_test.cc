// No directed check of the client that everything passes, and none that the client fails.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "conformance/appserver/area.h"
#include "conformance/appserver/checks/check.h"
#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/run/fault.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {
namespace {

CheckVerdict run_on(const Check& check, const MutantLine& mutant) {
  return verdict_of(check, "mutant:" + std::string(mutant.name));
}

class AppserverChecks : public testing::TestWithParam<std::size_t> {};

// Slow codecs, and such as write wrongly, are mutants of the source (docs/CODEC.md).
constexpr std::array<std::string_view, 2> mutants_of_source{
    "a line of a megabyte takes no longer than its bytes, whatever it is made of",
    "each message of the edges is written so that it reads back, or refused"};

TEST_P(AppserverChecks, HoldForTheEngineAndFailOnSomeMutantThatNamesTheirRule) {
  const auto& check = checks()[GetParam()];
  const auto verdict = verdict_of(check, "engine");
  EXPECT_TRUE(verdict.holds) << explain(check.rule, check.says, verdict);
  if (std::ranges::count(mutants_of_source, check.says) > 0) return;
  EXPECT_TRUE(std::ranges::any_of(area().checks().mutants(),
                                  [&](const MutantLine& mutant) {
                                    return mutant.rules.find(check.rule) !=
                                               std::string_view::npos &&
                                           !run_on(check, mutant).holds;
                                  }))
      << check.rule << " " << check.says << " is failed by no mutant";
}

INSTANTIATE_TEST_SUITE_P(All, AppserverChecks, testing::Range(std::size_t{0}, checks().size()));

TEST(AppserverCoverage, EveryCheckNamesARuleAndSaysSomethingOfItsOwn) {
  std::set<std::string_view> said;
  for (const auto& check : checks()) {
    EXPECT_TRUE(spec::appserver::is_rule(check.rule)) << check.rule;
    EXPECT_TRUE(said.insert(check.says).second) << "twice: " << check.says;
  }
}

// Of each check under each mutant, every so many.
void expect_failing_checks_to_say_what_they_wanted(std::size_t every) {
  std::size_t pair = 0, failing = 0;
  for (const auto& mutant : mutants()) {
    if (mutant.rules == fault_rule) continue;  // Its steps throw.
    for (const auto& check : checks()) {
      if (pair++ % every != 0) continue;
      const auto verdict = run_on(check, mutant);
      if (verdict.holds) continue;
      ++failing;
      EXPECT_FALSE(verdict.want.empty()) << mutant.name << " " << check.says;
      EXPECT_NE(verdict.want, verdict.got) << mutant.name << " " << check.says;
    }
  }
  EXPECT_GT(failing, 20u);
}

TEST(AppserverCoverage, AFailingCheckSaysWhatItWantedAndGot) {
  expect_failing_checks_to_say_what_they_wanted(23);
}

TEST(AppserverCoverage, DISABLED_EveryFailingCheckSaysWhatItWantedAndGot) {
  expect_failing_checks_to_say_what_they_wanted(1);
}

}  // namespace
}  // namespace conformance::appserver
