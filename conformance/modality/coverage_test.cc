// No rule without a check, and no check that everything passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "conformance/area/areas.h"
#include "conformance/modality/checks/check.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/run/fault.h"
#include "conformance/run/proof.h"
#include "modality/checks/talk.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

// The sentences are the engine's own: no subject says any, so what fails these checks are changes
// of the engine's source (tools/mutate), not mutants.
bool is_of_sentences(const PolicyCheck& check) {
  return std::ranges::any_of(text_checks(),
                             [&](const PolicyCheck& text) { return text.says == check.says; });
}

PolicySubjects subjects_of(const MutantLine& mutant, const PolicyCheck& check) {
  return policy_subjects("mutant:" + std::string(mutant.name), check.revision);
}

TEST(Coverage, EveryRuleHasACheck) {
  for (const spec::Rule& rule : spec::modality::policy_rules) {
    EXPECT_TRUE(std::ranges::any_of(
        policy_checks(), [&](const PolicyCheck& check) { return check.rule == rule.id; }))
        << rule.id << " has no check: " << rule.text;
  }
}

TEST(Coverage, EveryCheckNamesARuleAndSaysSomethingOfItsOwn) {
  std::set<std::string> seen;
  for (const PolicyCheck& check : policy_checks()) {
    EXPECT_NE(find_rule(check.rule), nullptr) << check.rule;
    EXPECT_FALSE(check.says.empty()) << check.rule;
    const std::string name = std::string(check.rule) + " " + std::string(check.says);
    EXPECT_TRUE(seen.insert(name).second) << "twice: " << name;
  }
}

TEST(Coverage, EveryCheckFailsOnSomeMutant) {
  for (const PolicyCheck& check : policy_checks()) {
    const bool killed = std::ranges::any_of(mutants(), [&](const MutantLine& mutant) {
      return mutant.rules != fault_rule && !check.run(subjects_of(mutant, check)).holds;
    });
    EXPECT_NE(killed, is_of_sentences(check)) << check.rule << " " << check.says;
  }
}

TEST(Coverage, EveryMutantFailsACheckOfARuleThatItNames) {
  for (const MutantLine& mutant : mutants()) {
    // No single run shows it: ProofTest has the searches and runs that do.
    if (mutant.rules == determinism_rule || mutant.rules == fault_rule) continue;
    EXPECT_TRUE(std::ranges::any_of(policy_checks(),
                                    [&](const PolicyCheck& check) {
                                      return names_rule(mutant.rules, check.rule) &&
                                             !check.run(subjects_of(mutant, check)).holds;
                                    }))
        << mutant.name << " passes all checks of " << mutant.rules;
  }
}

TEST(Coverage, AFailingCheckSaysWhatItWantedAndGot) {
  for (const MutantLine& mutant : mutants()) {
    for (const PolicyCheck& check : policy_checks()) {
      if (!names_rule(mutant.rules, check.rule)) continue;
      const CheckVerdict verdict = check.run(subjects_of(mutant, check));
      if (verdict.holds) continue;
      EXPECT_FALSE(verdict.want.empty()) << mutant.name << " " << check.says;
      EXPECT_FALSE(verdict.got.empty()) << mutant.name << " " << check.says;
      EXPECT_NE(verdict.want, verdict.got) << mutant.name << " " << check.says;
      EXPECT_FALSE(verdict.trace.empty()) << mutant.name << " " << check.says;
    }
  }
}

}  // namespace
}  // namespace conformance::modality
