// The version stands in one place, CMakeLists.txt, and the program, the changelog and a campaign's
// files tell the same; and what the program brings along is what the tree has.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "command/build_id.h"
#include "command/program_testing.h"
#include "command/selection.h"

namespace tools {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Version, IsToldWithBuildRulesAndPorts) {
  const auto run = run_orrery("--version");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("orrery " ORRERY_VERSION "\nbuild  "));
  EXPECT_THAT(run.out, ContainsRegex("\nbuild  [A-Za-z]*, compiled by [A-Z].*[0-9]+\\.[0-9]"));
  EXPECT_THAT(run.out, HasSubstr("\nruns   " + build_id() + "\n"));
  EXPECT_THAT(run.out, ContainsRegex("\nrules  [0-9]+: modality [0-9]+, ack [0-9]+, .*; " +
                                     rules_id() + "\n"));
  for (const auto& port : port_versions())
    EXPECT_THAT(run.out, HasSubstr(std::string(port.area) + " " + port.digest));
  EXPECT_GE(port_versions().size(), 3u);
  if (run_shell("git -C " ORRERY_SOURCE_DIR " rev-parse HEAD").code == 0) {
    EXPECT_THAT(run.out, ContainsRegex(", revision [0-9a-f]{12}\n"));
  }
}

TEST(Version, IsTheFirstOfTheChangelog) {
  const auto text = text_of(ORRERY_SOURCE_DIR "/CHANGELOG.md");
  EXPECT_THAT(text.substr(text.find("\n## ")), StartsWith("\n## [" ORRERY_VERSION "]"));
}

TEST(OwnScenarios, AreThoseOfTheTree) {
  std::vector<std::string> own;
  for (const auto& file : own_scenarios()) {
    const auto path = std::string(file.path).substr(std::string_view("orrery:").size());
    own.push_back(path);
    EXPECT_EQ(text_of(ORRERY_SOURCE_DIR + path), file.text) << path;
  }
  std::vector<std::string> named;
  for (const auto& file : scenario_files()) named.push_back("/scenarios/" + file.name + ".json");
  EXPECT_THAT(own, testing::UnorderedElementsAreArray(named));
}

}  // namespace
}  // namespace tools
