// Files that are wrong: exit code 2, with the file and the place.
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view good = R"({
  "format": 1,
  "story": "A call in an idle IDE.",
  "rules": ["MOD-05"],
  "call": {"modal": "unleashed"},
  "expect": {"results": [{"verdict": "ok"}]}
}
)";

std::string changed(std::string_view from, std::string_view to) {
  std::string text(good);
  return text.replace(text.find(from), from.size(), to);
}

void expect_refused(const std::string& file, const std::string& place) {
  for (const char* command : {"explore ", "replay "}) {
    const auto run = run_orrery(command + file);
    EXPECT_EQ(run.code, 2) << run.out << run.err;
    EXPECT_THAT(run.err, HasSubstr(file + place));
    EXPECT_EQ(run.out, "");
  }
}

TEST(CliInput, AGoodScenarioIsTaken) {
  const TemporaryFolder folder;
  const auto run = run_orrery("explore " + folder.file("idle.json", good));
  EXPECT_EQ(run.code, 0) << run.err << run.out;
}

TEST(CliInput, AScenarioOfOnesOwnIsFoundWithoutItsEnding) {
  const TemporaryFolder folder;
  const auto path = folder.file("mine.json", good);
  EXPECT_EQ(run_orrery("explore " + path.substr(0, path.size() - 5)).code, 0);
}

TEST(CliInput, WrongScenariosAreRefusedWithTheirPlace) {
  const TemporaryFolder folder;
  expect_refused(folder.file("field.json", changed("\"call\"", "\"cal\"")), ":5:");
  expect_refused(folder.file("type.json", changed("\"unleashed\"", "7")), ":5:");
  expect_refused(folder.file("rule.json", changed("MOD-05", "MOD-999")), ":4:13: /rules/0: ");
  expect_refused(folder.file("other.json", changed("MOD-05", "ACK-05")),
                 ":4:13: /rules/0: `ACK-05` is a rule of `ack`.");
  expect_refused(folder.file("cut.json", good.substr(0, 60)), ":");
  expect_refused(folder.file("empty.json", ""), ":");
  expect_refused(folder.file("mutant.json", changed("\"rules\"", "\"mutant\": \"no\", \"rules\"")),
                 ":4:13: /mutant: ");
}

TEST(CliInput, AReversedWindowIsRefused) {
  const TemporaryFolder folder;
  const auto text =
      changed("\"expect\"",
              "\"background\": [{\"event\": \"open_closable\", \"at_ms\": [900, 100]}],"
              "\n  \"expect\"");
  expect_refused(folder.file("window.json", text), ":6:");
}

TEST(CliInput, WhatIsNoFileOfSensibleSizeIsNotRead) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("folder.json"));
  expect_refused(folder.file("folder.json"), ":");
  const auto large = folder.file("large.json", "{");
  std::filesystem::resize_file(large, 100u << 20);
  expect_refused(large, ":");
}

TEST(CliInput, AFileThatIsNotThereIsSaidSo) {
  const auto run = run_orrery("explore /nonexistent/race.json");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("/nonexistent/race.json: there is no such file"));
}

TEST(CliInput, AFileThatCannotBeReadIsRefusedByAll) {
  expect_refused("/proc/self/mem", ": The file cannot be read.");
}

TEST(CliInput, NamesOfWorldsAreTakenWhole) {
  expect_refused("sample:0:1:2:3", "");
  expect_refused("ack:r1:nosuch", "");
  EXPECT_THAT(run_orrery("explore ack:r1:nosuch").err, Not(HasSubstr("Did you mean \"\"")));
}

TEST(CliInput, WrongOptionsAreRefusedEvenWhereNothingNeedsThem) {
  for (const char* line : {"replay modality/blink_dialog -j abc", "conform --list -j abc",
                           "conform --list --jobs 0", "explore modality/blink_dialog -j 2000"}) {
    const auto run = run_orrery(line);
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_THAT(run.err, HasSubstr("--jobs: ")) << line;
  }
}

TEST(CliInput, TwoOutputsAreTwoFiles) {
  const TemporaryFolder folder;
  const auto one = folder.file("one");
  const auto same = folder.file("./one");
  const std::vector<std::string> lines{
      "conform --list --results " + one + " --junit " + same,
      "conform --list --results - --junit -",
      "explore modality/blink_dialog --html " + one + " --trace " + same,
      "shrink modality/blink_dialog --capsule " + one + " --scenario " + one};
  for (const auto& line : lines) {
    const auto run = run_orrery(line);
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_THAT(run.err, HasSubstr("Name two files.")) << line;
  }
  EXPECT_FALSE(std::filesystem::exists(one));
  const auto twice = run_orrery("conform --list --results /dev/null --junit /dev/null");
  EXPECT_EQ(twice.code, 0) << twice.err;
}

// By whatever name: what a command reads is not lost to what it writes.
TEST(CliInput, WhatIsReadIsNotWritten) {
  const TemporaryFolder folder;
  const auto scenario = folder.file("idle.json", good);
  const auto known = folder.file("known.json", R"({"format": 1, "known": []})");
  const auto link = folder.file("link"), twin = folder.file("twin");
  std::filesystem::create_symlink(scenario, link);
  std::filesystem::create_hard_link(scenario, twin);
  const std::vector<std::string> lines{
      "replay " + scenario + " --record " + scenario,
      "replay " + scenario.substr(0, scenario.size() - 5) + " --html " + link,
      "explore " + scenario + " --trace " + twin,
      "shrink " + scenario + " --scenario " + scenario,
      "merge " + scenario + " --results " + scenario,
      "conform --list --known " + known + " --junit " + known,
      "fuzz lines --replay " + scenario + " --save " + scenario + " -- cat",
      "explore ack/deadline_tie --subject 'exec:cat " + scenario + "' --html " + scenario,
      "explore ack/deadline_tie --subject exec --html " + scenario + " -- cat " + scenario,
      "conform --list --results " ORRERY_SOURCE_DIR "/scenarios/ack/deadline_tie.json",
      "replay ack/deadline_tie --record " ORRERY_SOURCE_DIR "/scenarios/ack/deadline_tie.json",
      "conform --list --scenarios " + folder.file("") + " --results " + scenario};
  for (const auto& line : lines) {
    const auto run = run_orrery(line);
    EXPECT_EQ(run.code, 2) << line;
    EXPECT_THAT(run.err, HasSubstr(" is read, too. Name another file.")) << line;
  }
  EXPECT_EQ(text_of(scenario), good);
  // What only has its name is another file.
  folder.file("ack.json", good);
  for (const auto* arguments : {"conform ack --list --results ack.json",
                                "conform --list --rule ACK-05 --subject engine --tap ack.json",
                                "fuzz lines --time 1s --save ack.json -- cat"})
    EXPECT_NE(run_shell("cd '" + folder.file("") + "' && \"$orrery\" " + arguments).code, 2)
        << arguments;
  const auto another = folder.file("another.json", good);
  const auto beside = run_orrery("proxy --record " + another + " -- ls " + folder.file(""));
  EXPECT_EQ(beside.code, 0) << beside.err;
  const auto run = run_orrery("replay " + scenario + " --record " + another);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(text_of(another), good);
}

class WrongCapsules : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto file = folder_.file("good.capsule");
    run_orrery("explore modality/tick_races_return --subject mutant:result_sent_twice --capsule " +
               file);
    capsule_ = json::parse(text_of(file), nullptr, false);
    ASSERT_TRUE(capsule_.is_object());
  }
  void expect_refused_at(const std::string& pointer) {
    const auto file = folder_.file("wrong.capsule", capsule_.dump());
    const auto run = run_orrery("replay " + file);
    EXPECT_EQ(run.code, 2) << run.out;
    EXPECT_THAT(run.err, HasSubstr(file + ":1:"));
    EXPECT_THAT(run.err, HasSubstr(": " + pointer + ": "));
  }

  TemporaryFolder folder_;
  json capsule_;
};

TEST_F(WrongCapsules, OfAnotherFormat) {
  capsule_["capsule"] = 4;
  expect_refused_at("/capsule");
}

TEST_F(WrongCapsules, WithAnUnknownField) {
  capsule_["chioces"] = 1;
  expect_refused_at("/chioces");
}

TEST_F(WrongCapsules, WithAWrongType) {
  capsule_["choices"][3]["index"] = "0";
  expect_refused_at("/choices/3/index");
}

TEST_F(WrongCapsules, WithAnUnknownRule) {
  capsule_["broken"]["rule"] = "MOD-999";
  expect_refused_at("/broken/rule");
}

TEST_F(WrongCapsules, WithAWrongScenario) {
  capsule_["scenario"]["file"]["call"]["modal"] = "unleash";
  expect_refused_at("/scenario/file/call/modal");
}

TEST_F(WrongCapsules, AnotherScheduleSaysWhereItDiverges) {
  capsule_["build"] = "0000000000000000";
  capsule_["choices"].back()["label"] = "something else";
  const auto run = run_orrery("replay " + folder_.file("old.capsule", capsule_.dump()));
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("something else"));
}

TEST(DriveLogin, TakesNoFileForAKeyThatIsNone) {
  const TemporaryFolder folder;
  for (const std::string& bytes :
       {std::string("\n"), std::string("sk-one\nsk-two\n"), std::string("sk\0one", 6),
        std::string("sk-\xff\x01"), std::string("a key")}) {
    const auto file = folder.file("key", bytes);
    const auto run = run_orrery("drive --login key:" + file + " -- true");
    EXPECT_EQ(run.code, 2) << bytes;
    EXPECT_THAT(run.err, HasSubstr(file + " holds no key: write one line of visible ASCII"));
  }
}

// The acknowledgement gate as a person and a build machine run it.

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
