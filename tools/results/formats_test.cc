// What CI systems read: that it is what their formats ask for, whatever a name or a print holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"
#include "results/formats.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;
using nlohmann::json;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

const CheckResult broken{.rule = "MOD-05",
                         .area = "modality",
                         .check = "scenario/modality/a # `b` | <c>\n",
                         .outcome = Outcome::Fail,
                         .message = "FAIL MOD-05, 100%\n  want  \x1b[31mone\xff\n",
                         .replay = "orrery replay x"};

std::vector<CheckResult> one_of_each() {
  std::vector<CheckResult> out(7, broken);
  out[1].rule = "MOD-40";
  out[1].level = spec::Level::Should;
  out[2].rule = "";  // An end that a scenario does not expect.
  out[3].outcome = Outcome::Pass;
  out[4].outcome = Outcome::Error;
  out[5] = {.rule = "MOD-13",
            .area = "modality",
            .check = "exercised/MOD-13",
            .outcome = Outcome::NotExercised};
  out[6] = out[5];
  out[6].level = spec::Level::Proposed;
  return out;
}

// Of what SARIF 2.1.0 asks for, all that concerns the members that are written.
void expect_sarif(const json& log) {
  EXPECT_EQ(log.at("version"), "2.1.0");
  EXPECT_THAT(log.at("$schema").get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  const auto& run = log.at("runs").at(0);
  const auto& driver = run.at("tool").at("driver");
  EXPECT_FALSE(driver.at("name").get<std::string>().empty());
  std::set<std::string> ids, prints;
  const std::set<std::string> levels{"error", "warning", "note", "none"};
  for (const auto& rule : driver.at("rules")) {
    EXPECT_TRUE(ids.insert(rule.at("id")).second) << rule;
    EXPECT_FALSE(rule.at("shortDescription").at("text").get<std::string>().empty());
    EXPECT_TRUE(levels.contains(rule.at("defaultConfiguration").at("level")));
  }
  for (const auto& result : run.at("results")) {
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    EXPECT_TRUE(levels.contains(result.at("level")));
    if (result.contains("ruleId")) {
      EXPECT_EQ(driver["rules"].at(result.at("ruleIndex").get<std::size_t>()).at("id"),
                result["ruleId"]);
    }
    const auto& print = result.at("partialFingerprints").at("orreryCase/v1");
    EXPECT_THAT(print.get<std::string>(), MatchesRegex("[0-9a-f]{16}"));
    EXPECT_TRUE(prints.insert(print).second) << "one fingerprint for each case: " << result;
    for (const auto& place : result.at("locations")) {
      if (!place.contains("physicalLocation")) continue;
      const auto& at = place["physicalLocation"];
      EXPECT_THAT(at.at("artifactLocation").at("uri").get<std::string>(),
                  MatchesRegex("([A-Za-z0-9._~/-]|%[0-9A-F]{2})+"));
      EXPECT_GE(at.at("region").at("startLine").get<int>(), 1);
    }
  }
  EXPECT_TRUE(run.at("invocations").at(0).at("executionSuccessful").is_boolean());
}

TEST(Sarif, HasAResultForEachFailureAndTheRulesOfAll) {
  const TemporaryFolder folder;
  auto results = one_of_each();
  results[0].file = folder.file("a b.json", "\n\"MOD-05\"\n");
  const auto text = sarif_json(results, Places(folder.file(""), "engine"),
                               {Verdict::Broken, exit_code::harness, "no rows"});
  const auto log = json::parse(text, nullptr, false);
  ASSERT_FALSE(log.is_discarded()) << text;
  expect_sarif(log);
  const auto& run = log["runs"][0];
  ASSERT_EQ(run["results"].size(), 4u) << "two that fail, one end, one MUST that nothing met";
  const auto& place = run["results"][0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(place["artifactLocation"]["uri"], "a%20b.json");
  EXPECT_EQ(place["region"]["startLine"], 2);
  EXPECT_EQ(run["results"][1]["level"], "warning");
  EXPECT_FALSE(run["results"][2].contains("ruleId"));
  EXPECT_EQ(run["results"][3]["message"]["text"], "not exercised");
  EXPECT_GT(run["tool"]["driver"]["rules"].size(), 150u);
  EXPECT_EQ(run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(run["invocations"][0]["toolExecutionNotifications"].size(), 2u)
      << "how the gate ended, and the error";
  EXPECT_EQ(run["properties"]["verdict"], "error");
}

// What is judged may stand in no file that could be told, or in a compiled one that nobody reads.
TEST(Place, IsWhereSarifAndAnnotationsStand) {
  const TemporaryFolder folder;
  const auto file = folder.file("out.sarif");
  const std::string words =
      "conform ack --rule ACK-03 --runs 1 --max-states 200 --subject mutant:ok_at_dispatch";
  const auto ran = run_shell("GITHUB_ACTIONS=true \"$orrery\" " + words +
                             " --place src/agent.ts:12 --sarif " + file);
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("::error file=src/agent.ts,line=12,"));
  const auto log = json::parse(text_of(file), nullptr, false);
  std::size_t there = 0;
  for (const auto& result : log["runs"][0]["results"])
    for (const auto& place : result["locations"]) {
      const auto at = place.value("physicalLocation", json::object());
      there += at.value("artifactLocation", json::object()).value("uri", "") == "src/agent.ts" &&
               at["region"]["startLine"] == 12;
    }
  EXPECT_GT(there, 0u) << text_of(file);
  EXPECT_EQ(run_orrery(words + " --place src/agent.ts:0").code, 2);
}

TEST(Tap, HasAPointForEachCheck) {
  const auto text = tap_text(one_of_each(), {Verdict::Incomplete, 0, "0 of 40 rows"});
  EXPECT_THAT(text, StartsWith("TAP version 14\n# INCOMPLETE: 0 of 40 rows\n1..7\nnot ok 1 - "
                               "modality/scenario/modality/a \\# "
                               "`b` | <c>\n  ---\n  rule: \"MOD-05\"\n  message: \"FAIL MOD-05, "));
  EXPECT_THAT(text, HasSubstr("\nok 4 - modality/"));
  EXPECT_THAT(text, HasSubstr("\nnot ok 5 - modality/"));
  EXPECT_THAT(text, HasSubstr("\nnot ok 6 - modality/exercised/MOD-13\n"));
  EXPECT_THAT(text, HasSubstr("\nok 7 - modality/exercised/MOD-13 # SKIP not exercised\n"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Tap, AKnownFailureIsToBeDone) {
  auto results = one_of_each();
  results[0].outcome = Outcome::Known;
  results[0].known_because = "it reads once #7";
  EXPECT_THAT(tap_text(results, {Verdict::Passed, 0, {}}),
              HasSubstr("\nnot ok 1 - modality/scenario/modality/a \\# `b` | <c> # TODO it reads "
                        "once \\#7\nnot ok 2 - "));
}

TEST(Annotations, StandBesideTheScenario) {
  const TemporaryFolder folder;
  auto result = broken;
  result.check = "one";
  result.message = "two";
  result.file = folder.file("a,b.json", "{}");
  EXPECT_EQ(github_annotations({&result, 1}, Places(folder.file(""), "engine")),
            "::error file=a%2Cb.json,line=1,title=one::two%0Areplay: orrery replay x\n");
  result.file = "";
  const Places places(folder.file(""), "exec:python3 '" + folder.file("mine.py", "") + "' --fast");
  EXPECT_EQ(places.of(result), std::nullopt);
  EXPECT_THAT(github_annotations({&result, 1}, places),
              StartsWith("::error file=mine.py,line=1,title=one::"));
}

// Rows of one area that fail in several worlds.
TEST(Formats, TellEachFailureOfACheckApart) {
  const TemporaryFolder folder;
  run_orrery("conform ack --runs 1 --max-states 2000 --subject mutant:ok_on_giving_up --sarif " +
             folder.file("sarif") + " --junit " + folder.file("junit"));
  const auto log = json::parse(text_of(folder.file("sarif")), nullptr, false);
  EXPECT_GT(log.at("runs").at(0).at("results").size(), 20u);
  expect_sarif(log);
  std::set<std::string> names;
  const auto junit = text_of(folder.file("junit"));
  const std::regex name("<testcase (classname=\"[^\"]*\" name=\"[^\"]*\")");
  for (std::sregex_iterator at(junit.begin(), junit.end(), name), end; at != end; ++at)
    EXPECT_TRUE(names.insert((*at)[1]).second) << (*at)[1];
  EXPECT_GT(names.size(), 100u);
}

TEST(Markdown, HoldsNoMarkupOfOthers) {
  EXPECT_EQ(markdown_escaped("a|b\n<c> `d` \x1b"), "a\\|b \\<c\\> \\`d\\` \\\\x1b");
  EXPECT_EQ(markdown_fenced("a\n```\nb"), "````text\na\n```\nb\n````\n");
}

TEST(StepSummary, IsAddedToByTheGateAndByMerge) {
  const TemporaryFolder folder;
  const auto page = folder.file("page", "Before.\n");
  const std::string tiny =
      "conform modality --max-states 200 --runs 5 --rule MOD-05 --subject mutant:result_sent_twice";
  const auto summarised = "GITHUB_STEP_SUMMARY=" + page + " \"$orrery\" ";
  run_shell(summarised + tiny + " --results " + folder.file("results") + " --sarif " +
            folder.file("sarif") + " --tap " + folder.file("tap"));
  const auto first = text_of(page);
  EXPECT_THAT(first, StartsWith("Before.\n### orrery FAILED\\: "));
  EXPECT_THAT(first, HasSubstr("\n|:--|--:|--:|--:|--:|--:|:--|\n| modality | "));
  EXPECT_THAT(first, HasSubstr("\n#### MOD\\-05: "));
  EXPECT_THAT(first, HasSubstr("\n```text\norrery replay modality/"));
  EXPECT_THAT(first, ContainsRegex("scenarios/modality/[a-z\\_]+.json\\\\:[0-9]+\n"));
  EXPECT_THAT(text_of(folder.file("tap")), HasSubstr("\nnot ok "));
  const auto log = json::parse(text_of(folder.file("sarif")), nullptr, false);
  expect_sarif(log);
  EXPECT_THAT(log.dump(), HasSubstr("\"uri\":\"scenarios/modality/"));
  run_shell(summarised + "merge " + folder.file("results"));
  EXPECT_GT(text_of(page).size(), first.size() + first.size() / 2);
  const auto nowhere =
      run_shell("GITHUB_STEP_SUMMARY=/nonexistent/page \"$orrery\" " + tiny + " --tap /dev/null");
  EXPECT_EQ(nowhere.code, 1) << nowhere.err;
  EXPECT_THAT(nowhere.err, HasSubstr("/nonexistent/page: cannot write"));
}

}  // namespace
}  // namespace tools
