// What a description of the tool lacks or contradicts, and what explains the modes.
#include "modality/contract.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/area/areas.h"
#include "modality/contract_facts.h"

namespace conformance::modality {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// "+fact" of one that is contradicted, "-fact" of one that is lacking.
std::vector<std::string> found(std::string_view text) {
  std::vector<std::string> out;
  for (const auto& finding : judged_description(text))
    out.push_back((finding.contradicted ? "+" : "-") + finding.fact);
  return out;
}
std::string all_but(std::string_view name) {
  std::string out;
  for (const auto& fact : contract_facts)
    if (fact.name != name) out += "- " + std::string(fact.says) + "\n";
  return out;
}

TEST(Contract, ADescriptionThatTellsAllOfItPasses) { EXPECT_THAT(found(all_but("")), IsEmpty()); }

TEST(Contract, AMethodThatIsNotNamedIsLacking) {
  for (const auto& fact : contract_facts) {
    if (!fact.name.starts_with("method_")) continue;
    auto text = all_but("");
    const auto method = std::string(fact.methods);
    for (auto at = text.find(method); at != text.npos; at = text.find(method))
      text.replace(at, method.size(), "it");
    EXPECT_THAT(found(text), Contains("-" + std::string(fact.name)));
  }
}

TEST(Contract, AnEmptyPromiseIsAContradiction) {
  const auto with = [](std::string_view wrong) { return found(all_but("") + std::string(wrong)); };
  EXPECT_THAT(with("- A dialog that appears is closed and the script continues.\n"),
              ElementsAre("+closes_and_fails"));
  EXPECT_THAT(with("- The indexes are guaranteed to stay smart.\n"), ElementsAre("+point_in_time"));
  EXPECT_THAT(with("- A modal dialog is closed as soon as it opens.\n"), ElementsAre("+polls"));
  EXPECT_THAT(with("- The timeout is for the whole call.\n"),
              ElementsAre("+timeout_covers_the_script"));
  EXPECT_THAT(with("- waitForSmartMode() always runs automatically before your script.\n"),
              ElementsAre("+automatic_wait_only_in_default"));
  EXPECT_THAT(with("- For its screenshot call take_screenshot.\n"), ElementsAre("+artifacts"));
  EXPECT_THAT(with("- Under non_modal dialogs are closed during the run.\n"),
              ElementsAre("+start_only"));
}

TEST(Contract, EachFactIsLackingWhereNothingIsSaid) {
  const auto lacking = found("Evaluates what it is given.\n");
  EXPECT_EQ(lacking.size(), contract_facts.size());
  EXPECT_THAT(lacking, testing::Each(testing::StartsWith("-")));
}

TEST(Contract, WhatIsDeniedIsNoPromise) {
  const auto text = all_but("") +
                    "- There is no mode that closes a dialog and keeps going.\n"
                    "- Under non_modal dialogs are not closed during the run.\n"
                    "- The indexes do not stay smart.\n";
  EXPECT_THAT(found(text), IsEmpty());
}

TEST(Contract, SaysInWhichLineItIsContradicted) {
  const auto findings = judged_description("# A tool\n\nThe timeout is for the whole call.\n");
  const auto at = std::ranges::find(findings, true, &DescriptionFinding::contradicted);
  ASSERT_NE(at, findings.end());
  EXPECT_EQ(at->line, 3u);
}

TEST(Contract, EachFactRestsOnRules) {
  for (const auto& fact : contract_facts) {
    const auto id = fact.rules.substr(0, fact.rules.find(' '));
    EXPECT_NE(find_rule(id), nullptr) << fact.name;
  }
}

TEST(Contract, EachModeAndMethodIsExplained) {
  EXPECT_THAT(contract_words(), Contains("smart_non_modal"));
  for (const auto& word : contract_words()) ASSERT_TRUE(explained_contract(word)) << word;
  EXPECT_FALSE(explained_contract("nothing"));
  EXPECT_THAT(explained_contract("unleashed")->text, Not(testing::HasSubstr("60000")));
  EXPECT_THAT(explained_contract("smart_non_modal")->text, testing::HasSubstr("1000 ms"));
}

}  // namespace
}  // namespace conformance::modality
