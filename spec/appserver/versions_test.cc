#include "spec/appserver/versions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/appserver/rules.h"

namespace spec::appserver {
namespace {

TEST(Versions, AreReadFromWhatAServerCallsItself) {
  EXPECT_EQ(version_in("my-ide/0.169.0 (Debian 12.0.0; x86_64) unknown (my-ide; 0.1.0)"),
            (Version{0, 169, 0}));
  EXPECT_EQ(version_in("x/1.2.3-alpha.4"), (Version{1, 2, 3}));
  EXPECT_EQ(version_in("@scope/my-ide/0.163.0 (Mac OS 15.1; arm64) iTerm.app/3.5.0"),
            (Version{0, 163, 0}));
  EXPECT_EQ(version_in("My IDE (a/b)/0.98.0 (Debian)"), (Version{0, 98, 0}));
  for (const auto* text : {"", "0.169.0", "x/", "x/0.169", "x/a.b.c", "x/0.99999.1", "x/-1.2.3"})
    EXPECT_FALSE(version_in(text).is_known()) << text;
  EXPECT_EQ(text_of(version_in("x/1.2.3-alpha.4")), "1.2.3");
  EXPECT_EQ(text_of(version_in("x/")), "");
}

TEST(Versions, AreJudgedAsTheNewestKnownThatIsNotNewer) {
  EXPECT_EQ(judged_as({0, 169, 3}), (Version{0, 169, 0}));
  EXPECT_EQ(judged_as({2, 0, 0}), measured_versions().back());
  EXPECT_EQ(judged_as({0, 139, 9}), (Version{0, 130, 0}));
  EXPECT_FALSE(judged_as({0, 1, 0}).is_known());
  EXPECT_FALSE(judged_as({}).is_known());
}

TEST(Versions, HaveRowsOfKnownRulesBetweenMeasuredVersions) {
  const auto measured = measured_versions();
  EXPECT_TRUE(std::ranges::is_sorted(measured));
  for (const auto& row : version_rows()) {
    EXPECT_TRUE(is_rule(row.rule)) << row.rule;
    EXPECT_LE(row.from, row.to) << row.what;
    for (const auto& end : {row.from, row.to})
      EXPECT_EQ(std::ranges::count(measured, end), 1) << row.what;
    EXPECT_FALSE(row.why.empty()) << row.what;
    EXPECT_EQ(find_deviation(row.to, row.rule, row.what), &row) << row.what;
    EXPECT_EQ(find_deviation({}, row.rule, row.what), nullptr) << row.what;
    const bool in_use = row.to >= Version{0, 115, 0};
    EXPECT_EQ(find_deviation(row.rule, row.what, false) != nullptr, in_use) << row.what;
    EXPECT_NE(find_deviation(row.rule, row.what, true), nullptr) << row.what;
  }
}

}  // namespace
}  // namespace spec::appserver
