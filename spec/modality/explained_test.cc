// Why a call may end: of each reason a situation that explains it, and one beside it that does
// not; and which clauses a weaker level leaves on.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "modality/follow.h"
#include "modality/wrong_body_runs_testing.h"

namespace spec::modality {
namespace {

struct Explained {
  std::string_view name;
  Reason reason;
  Story run, beside;
};

Situation after(const Story& run) {
  const Judge judge(test_limits);
  Told told;
  for (const Seen& seen : run)
    std::visit([&](const auto& what) { judge.see(told.state, what, told.findings); }, seen);
  EXPECT_FALSE(told.findings.breach) << explain(told);
  return told.state;
}

std::vector<Explained> explained_rows() {
  const Options refusing{.progress = ProgressAtGate::Refuse};
  const Story called{call(Mode::Unleashed)};
  return {
      {"UnknownMode", Reason::UnknownMode, bad_call({.defect = Defect::UnknownMode}), called},
      {"FormerParameter", Reason::FormerParameter, bad_call({.defect = Defect::FormerParameter}),
       called},
      {"BadTimeout", Reason::BadTimeout, bad_call({}), called},
      {"CalledFromEdt", Reason::CalledFromEdt, bad_call(from_edt), called},
      {"DialogAtGate", Reason::DialogAtGate, one_shows(plain), begins(plain)},
      {"DialogInTheWait", Reason::DialogAtGate, frozen() + Story{pass(400), opened(1)},
       frozen() + Story{pass(400), opened(1), disposed(1), pass(100)}},
      {"ProgressAtGate", Reason::ProgressAtGate, Story{freezes} + begins(refusing),
       Story{freezes} + begins(plain)},
      {"ProgressOutlivedBudget", Reason::ProgressOutlivedBudget, frozen() + at_the_budget,
       frozen() + Story{pass(500)}},
      {"ModalBeforeSync", Reason::ModalBeforeSync, begins(syncing) + Story{freezes},
       Story{freezes} + begins(syncing)},
      {"ModalDuringSync", Reason::ModalDuringSync, begins(syncing) + Story{commit, freezes, ended},
       begins(syncing) + Story{commit, freezes}},
      {"SyncTimedOut", Reason::SyncTimedOut, begins(syncing) + Story{commit, pass(2'000)},
       begins(syncing) + Story{commit, pass(1'999)}},
      {"ModalBeforeSmart", Reason::ModalBeforeSmart, begins(smartening) + Story{freezes},
       begins(syncing) + Story{freezes}},
      {"ModalAfterSmart", Reason::ModalAfterSmart,
       begins(smartening) + Story{await_smart, freezes, reached},
       begins(smartening) + Story{await_smart, freezes}},
      {"SmartTimedOut", Reason::SmartTimedOut, begins(smartening) + Story{await_smart, pass(1'750)},
       begins(smartening) + Story{await_smart, pass(1'749)}},
      {"ModalAsserted", Reason::ModalAsserted, in_body({Method::AssertNonModal}) + Story{freezes},
       in_body({Method::IsModal}) + Story{freezes}},
      {"DialogDuringBody", Reason::DialogDuringBody, dialog_shows_in_body() + Story{pass(750)},
       dialog_shows_in_body() + Story{pass(749)}},
      {"BodyThrew", Reason::BodyThrew, starts() + Story{threw}, starts() + Story{returned}},
      {"BodyTimedOut", Reason::BodyTimedOut, starts() + Story{pass(2'750)},
       starts() + Story{pass(2'749)}},
      {"Success", Reason::None, starts() + Story{returned}, starts()},
  };
}

class PolicyExplained : public testing::TestWithParam<Explained> {};
TEST_P(PolicyExplained, ByWhatHappened) {
  const auto& row = GetParam();
  EXPECT_TRUE(explained(after(row.run), test_limits).has(row.reason));
  EXPECT_FALSE(explained(after(row.beside), test_limits).has(row.reason));
}
INSTANTIATE_TEST_SUITE_P(EachReason, PolicyExplained, testing::ValuesIn(explained_rows()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(PolicyExplained, TwoReasonsMayBeTrueAtOnce) {
  const auto bounds = explained(
      after(unleashes() + Story{pass(750), calls(Method::SyncDocuments), commit, pass(2'000)}),
      test_limits);
  EXPECT_TRUE(bounds.has(Reason::SyncTimedOut));
  EXPECT_TRUE(bounds.has(Reason::BodyTimedOut));
}

// Levels.

TEST(PolicyLevels, ARunThatBreaksAWeakerRuleIsRightWithoutIt) {
  for (const auto& row : wrong_runs()) {
    const auto* const rule = std::ranges::find(policy_rules, row.rule, &Rule::id);
    if (rule->level == Level::Must) continue;
    const auto told = judge(row.run, {.weakest = Level::Must});
    // What the run still owes at its end is another matter.
    EXPECT_EQ(told.at, with_captures(row.run).size())
        << row.rule << " " << row.name << ": " << explain(told);
  }
}

TEST(PolicyLevels, ARuleAloneIsJudgedAlone) {
  for (const auto& row : wrong_runs()) {
    const auto alone = judge(row.run, {.only = row.rule});
    EXPECT_EQ(broken(alone).substr(0, row.rule.size()), row.rule) << row.name;
    const auto right = judge(row.right, {.only = row.rule});
    EXPECT_FALSE(right.findings.breach) << row.name << ": " << explain(right);
  }
}

TEST(PolicyLevels, AClauseThatPresupposesARuleIsOffWithIt) {
  const auto texts = clause_texts();
  const auto must = clauses_of({.weakest = Level::Must});
  int given = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].given == no_rule) continue;
    ++given;
    EXPECT_FALSE(must.has(i)) << texts[i].when;
  }
  EXPECT_GT(given, 0);
}

}  // namespace
}  // namespace spec::modality
