// The acknowledgement gate as a person and a build machine run it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string whole_gate = "conform ack --runs 1 ";
// Enough of each search for what most tests look at.
const std::string gate_command = whole_gate + "--max-states 2000 ";

// One gate with all that it writes, for several tests.
struct Written {
  TemporaryFolder folder;
  std::string results = folder.file("results.jsonl"), report = folder.file("report");
  ProgramRun run = run_orrery(whole_gate + "--json --results " + results + " --report " + report);
};
const Written& written() {
  static const Written all;
  return all;
}

TEST(AckCli, TheGatePassesAndShowsTheClassesOfLies) {
  const auto run = run_orrery(whole_gate + "--details");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  for (const auto* name : {"FireAndForget", "ForeignPush", "AlreadyHeld", "StartUpDefault",
                           "ForeignWindow", "Transient"})
    EXPECT_THAT(run.out, HasSubstr(name));
  EXPECT_THAT(run.out, HasSubstr("outside the classes: 0 false OK, 0 false timeout"));
  EXPECT_THAT(run.out, HasSubstr("orrery replay ack:r1:refresh --schedule 0,0"));
  EXPECT_THAT(run.out, Not(HasSubstr("r2 removes")));
}

TEST(AckCli, TheSecondRevisionSaysWhatItRemoves) {
  const auto run = run_orrery(gate_command + "--revision r2 --details");
  EXPECT_EQ(run.code, exit_code::incomplete) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("r2 removes FireAndForget"));
  EXPECT_THAT(run.out, HasSubstr("r2 removes ForeignPush"));
  EXPECT_THAT(run.out, HasSubstr("nav_to_path"));
}

TEST(AckCli, ResultsHaveALineForEachCellAndExample) {
  const auto whole = json::parse(written().run.out);
  std::set<std::string> frontends, classes;
  for (const auto& cell : whole["soundness"]) frontends.insert(cell["frontend"]);
  for (const auto& example : whole["example"]) classes.insert(example["class"]);
  EXPECT_EQ(frontends.size(), 21u);
  EXPECT_EQ(classes.size(), 9u);
  const auto text = text_of(written().results);
  EXPECT_THAT(text, HasSubstr("\n{\"soundness\":{\"area\":\"ack\",\"row\":\"copy auto_confirm\","
                              "\"frontend\":\"responsive\",\"true_ok\":"));
  EXPECT_THAT(text, HasSubstr("\n{\"example\":{\"area\":\"ack\",\"class\":\"FireAndForget\""));
}

TEST(AckCli, MergedShardsAreOneUninterruptedRun) {
  const TemporaryFolder folder;
  std::string files;
  for (const auto* shard : {"1", "2", "3"}) {
    files += " " + folder.file(shard);
    run_orrery(gate_command + "--shard " + shard + "/3 --results " + folder.file(shard));
  }
  auto merged = json::parse(run_orrery("merge" + files + " --json").out);
  auto whole = json::parse(run_orrery(gate_command + "--json").out);
  for (const auto* part : {"soundness", "example", "rows", "checks"})
    EXPECT_EQ(merged[part], whole[part]) << part;
}

TEST(AckCli, ResultsOfAnotherRevisionAreNotGoneOnWith) {
  const TemporaryFolder folder;
  const auto results = "--shard 1/50 --resume --results " + folder.file("results");
  EXPECT_EQ(run_orrery(gate_command + results).code, exit_code::incomplete);
  const auto other = run_orrery(gate_command + "--revision r2 " + results);
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("revision: \"r2\" here, \"addendum, r1\" in "));
}

TEST(AckCli, AMutantIsJudgedInItsOwnArea) {
  const auto run =
      run_orrery("conform --runs 1 --max-states 2000 --subject mutant:short_navigation");
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, HasSubstr("FAIL ACK-19"));
  EXPECT_THAT(run.out, Not(HasSubstr("STRICT")));
  const auto other = run_orrery("conform modality --subject mutant:short_navigation");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("is of the area ack, not of modality"));
}

TEST(AckCli, ARuleIsLookedForInItsOwnArea) {
  const auto run = run_orrery("conform --rule ACK-07 --runs 1 --max-states 2000");
  EXPECT_EQ(run.code, exit_code::incomplete) << run.out << run.err;
  EXPECT_EQ(run_orrery("conform ack --rule MOD-42").code, 2);
}

TEST(AckCli, AReportHasTheMatrixAndTheStoriesOfTheExamples) {
  EXPECT_EQ(written().run.code, 0);
  const auto& report = written().report;
  const auto page = text_of(report + "/index.html");
  EXPECT_THAT(page, HasSubstr("id=\"soundness\""));
  const auto link = page.find("<a href=\"runs/", page.find("class=\"legend\""));
  ASSERT_NE(link, page.npos);
  const auto name = page.substr(link + 9, page.find('"', link + 9) - link - 9);
  const auto story = text_of(report + "/" + name);
  EXPECT_THAT(story, HasSubstr("orrery replay ack:r1:"));
  EXPECT_THAT(story, HasSubstr("The shortest false OK of the class "));
}

TEST(AckCli, AFailedRunHasItsPage) {
  const TemporaryFolder folder;
  const auto report = folder.file("report");
  const auto run = run_orrery(gate_command +
                              "--rule ACK-19 --subject mutant:short_navigation --report " + report);
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(text_of(report + "/index.html"), HasSubstr("failures/"));
}

}  // namespace
}  // namespace tools
