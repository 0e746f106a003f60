#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/commands.h"
#include "command/program_testing.h"
#include "command/selection.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// Small enough for a test; far from exhausted.
constexpr const char* small_gate = "conform modality --max-states 2000 --runs 1 -j 1 ";

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct Mistake {
  const char* name;
  const char* arguments;
  const char* says;
};

class UsageMistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(UsageMistakes, AreRefusedWithExitCodeTwo) {
  const auto run = run_orrery(GetParam().arguments);
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr(GetParam().says));
  EXPECT_EQ(run.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Cli, UsageMistakes,
    testing::Values(
        Mistake{"NoCommand", "", "orrery --help lists the commands."},
        Mistake{"UnknownCommand", "confrom", "Did you mean \"conform\"?"},
        Mistake{"UnknownOption", "conform --sed 3", "Did you mean \"--seed\"?"},
        Mistake{"ValueAsOption", "conform --quick", "Did you mean \"--budget quick\"?"},
        Mistake{"ValueLikeAnotherOption", "serve --fast", "Did you mean \"--speed fast\"?"},
        Mistake{"AbbreviatedOption", "conform --bud quick", "Did you mean \"--budget\"?"},
        Mistake{"MissingValue", "conform --seed", "--seed"},
        Mistake{"BadNumber", "conform --seed 3x", "\"3x\" is not a whole number"},
        Mistake{"NegativeNumber", "conform --runs=-1", "1 to"},
        Mistake{"UnknownLevel", "conform --level mist", "Did you mean \"must\"?"},
        Mistake{"UnknownBudget", "conform --budget quik", "Did you mean \"quick\"?"},
        Mistake{"BudgetOfNothing", "conform --budget 0s", "--budget"},
        Mistake{"BadMemory", "conform --max-memory lots", "no amount of memory"},
        Mistake{"UnknownArea", "conform modalty", "Did you mean \"modality\"?"},
        Mistake{"UnknownRule", "conform --rule MOD-999", "is not a rule"},
        Mistake{"TwoRules", "conform --rule MOD-42 --rule MOD-43", "--rule: it takes one rule. "},
        Mistake{"ListOfRules", "conform --rule MOD-42,MOD-43", "--rule: it takes one rule. "},
        Mistake{"MisspeltRule", "explain mod42", "Nearest: MOD-42"},
        Mistake{"UnknownSubject", "conform --subject mutant:result_send_twice",
                "Did you mean \"mutant:result_sent_twice\"?"},
        Mistake{"ListOfNothing", "list", "say what is to be listed"},
        Mistake{"ListOfUnknown", "list rule", "Did you mean \"rules\"?"},
        Mistake{"TwoOperands", "explain MOD-01 MOD-02", "one operand too many"},
        Mistake{"UnknownTable", "table modalities", "is not a table"},
        Mistake{"UnknownScenario", "explore modality/tick_races_retrun",
                "Did you mean \"modality/tick_races_return\"?"},
        Mistake{"OptionOfOtherStrategy", "explore modality/blink_dialog --seed 3",
                "only with --strategy random, pct, delay, portfolio"},
        Mistake{"ExactRandomRuns", "explore modality/blink_dialog --strategy random --exact",
                "only with --strategy bfs, dfs, iterative"},
        Mistake{"DepthOfOtherStrategy",
                "explore modality/blink_dialog --strategy delay --pct-depth 2",
                "only with --strategy pct"},
        Mistake{"DepthOfZero", "explore modality/blink_dialog --strategy pct --pct-depth 0",
                "1 to 64"},
        Mistake{"UnknownStrategy", "explore modality/blink_dialog --strategy ptc",
                "Did you mean \"pct\"?"},
        Mistake{"BadSchedule", "replay modality/blink_dialog --schedule 0,x", "\"x\" is not"},
        Mistake{"NoSuchChoice", "replay modality/blink_dialog --schedule 77", "choice 1 is 77"},
        Mistake{"ShardsFromZero", "conform --shard 0/4", "JOB_COMPLETION_INDEX, add 1"},
        Mistake{"ShardBeyondTheLast", "conform --shard 5/4", "I from 1 to N"},
        Mistake{"NoShard", "conform --shard 2", "I from 1 to N"},
        Mistake{"ShardOfADuration", "conform --shard 1/2 --budget 5m", "a duration has no parts"},
        Mistake{"ResumeOfNothing", "conform --resume", "without --results FILE"},
        Mistake{"MergeOfNothing", "merge", "merge needs the results"},
        Mistake{"MergeOfNoFile", "merge /nonexistent/r.jsonl", "cannot read"},
        Mistake{"TableOfAFolder", "table ack --table .", "Name a table file in it."},
        Mistake{"HistoriesOfNoFile", "subject again --histories /nonexistent/h.json -- true",
                "--histories: /nonexistent/h.json: There is no such file."},
        Mistake{"UnwritableResults", "conform --results /nonexistent/r.jsonl",
                "/nonexistent/r.jsonl: cannot write"},
        Mistake{"UnwritableJunit", "conform --junit /nonexistent/j.xml", "there is no folder"}),
    [](const auto& row) { return row.param.name; });

TEST(Cli, EveryCommandHasHelpWithExamplesThatFitsAScreen) {
  const auto fits = [](const std::string& text) {
    EXPECT_LT(std::ranges::count(text, '\n'), 24) << text;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  };
  fits(run_orrery("--help").out);
  for (const CommandTable commands : {CommandTable(gate_commands), CommandTable(field_commands)})
    for (const auto& command : commands) {
      const std::string name(command.name);
      const auto run = run_orrery(name + " --help");
      EXPECT_EQ(run.code, 0) << name;
      EXPECT_THAT(run.out, HasSubstr("Examples:\n  orrery ")) << name;
      fits(run.out);
      EXPECT_EQ(run_orrery("--help " + name).out, run.out);
      EXPECT_THAT(run_orrery(name + " --help-all").out, HasSubstr("Say this.")) << name;
    }
}

TEST(Cli, TheFrontDoorKnowsTheGatesCommands) {
  std::string words;
  for (const auto& command : gate_commands)
    words += (words.empty() ? "" : "|") + std::string(command.name);
  EXPECT_THAT(text_of(ORRERY_SOURCE_DIR "/orrery"), HasSubstr("  " + words + ")"));
}

TEST(Cli, ExplainFindsAnyWord) {
  const auto run = run_orrery("explain BUDGET");
  EXPECT_EQ(run.code, 0) << run.err;
  for (const auto* line : {"\n  MOD-20\n", "\n  long_budget\n", "\n  ack/deadline_tie\n"})
    EXPECT_THAT(run.out, HasSubstr(line));
}

TEST(Cli, SelftestShowsWhichMutantEscapesWithoutAClause) {
  const auto run = run_orrery("selftest monitor --clauses --json --rule MON-20");
  EXPECT_EQ(run.code, 0) << run.err;
  const auto rows = json::parse(run.out);
  ASSERT_FALSE(rows.empty());
  std::size_t escapes = 0;
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("rule"), "MON-20");
    EXPECT_NE(row.at("form"), "calls for");
    escapes += row.at("escapes").get<std::string>().empty() ? 0 : 1;
  }
  EXPECT_GT(escapes, 0u) << run.out;
  EXPECT_EQ(run_orrery("selftest ack --clauses --rule MOD-42").code, 5);
  EXPECT_EQ(run_orrery("selftest ack --rule ACK-06").code, 2);
}

TEST(Cli, AClosedPipeIsTheReadersWish) {
  const auto run = run_shell("{ \"$orrery\" list rules; echo $? >&2; } | head -n 1");
  EXPECT_THAT(run.out, HasSubstr("MOD-01"));
  EXPECT_EQ(run.err, "0\n");
}

TEST(Cli, OutputThatIsLostIsAFailureOfTheHarness) {
  EXPECT_EQ(run_shell("\"$orrery\" list rules >/dev/full").code, 3);
  EXPECT_EQ(run_shell("\"$orrery\" list rules >&-").code, 3);
}

TEST(Cli, ALimitBeforeTheEndMakesTheGateIncomplete) {
  const auto run = run_orrery(small_gate);
  EXPECT_EQ(run.code, 6) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("INCOMPLETE"));
  EXPECT_THAT(run.out, Not(HasSubstr("\x1b"))) << "colours are for terminals";
}

TEST(Cli, ResultsAreOneObjectPerLineAndEndWithTheSummary) {
  const TemporaryFolder folder;
  const auto file = folder.file("results.jsonl");
  run_orrery(std::string(small_gate) + "--results " + file);
  const auto lines = split_lines(text_of(file));
  ASSERT_GT(lines.size(), 100u);
  EXPECT_TRUE(json::parse(lines.front()).contains("campaign"));
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    const auto object = json::parse(lines[i]);
    if (object.contains("unit")) continue;
    for (const char* key : {"rule", "area", "level", "check", "outcome", "worlds", "states", "runs",
                            "message", "replay"})
      EXPECT_TRUE(object.contains(key)) << lines[i];
  }
  EXPECT_EQ(json::parse(lines.back())["summary"]["exit"], 6);
}

TEST(Cli, ResultsOnStdoutStandAlone) {
  const auto run = run_orrery(std::string(small_gate) + "--results -");
  for (const auto& line : split_lines(run.out)) EXPECT_TRUE(json::accept(line)) << line;
  EXPECT_THAT(run.err, HasSubstr("INCOMPLETE"));
}

TEST(Cli, WhatProgramsReadIsJson) {
  for (const char* arguments :
       {"list rules --json", "list mutants --json", "list scenarios --json",
        "table modality --json", "explain MOD-05 --json", "explain slow_poll --json",
        "explain refresh --json", "explain ack --json", "conform --list --json"}) {
    const auto run = run_orrery(arguments);
    EXPECT_EQ(run.code, 0) << arguments << run.err;
    EXPECT_TRUE(json::accept(run.out)) << arguments;
  }
  EXPECT_EQ(json::parse(run_orrery(std::string(small_gate) + "--json").out)["summary"]["exit"], 6);
}

TEST(Cli, EveryAreaIsExplained) {
  std::set<std::string> areas{"joint"};
  for (const auto& rule : json::parse(run_orrery("list rules --json").out))
    areas.insert(rule["area"]);
  EXPECT_GE(areas.size(), 9u);
  for (const auto& area : areas) {
    const auto run = run_orrery("explain " + area);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr(area + " (an area)"));
  }
}

TEST(Cli, AnInterruptedRunLeavesWholeLines) {
  for (const auto& [signal, code] : {std::pair{"INT", 130}, std::pair{"TERM", 143}}) {
    const TemporaryFolder folder;
    const auto file = folder.file("results.jsonl");
    // Not before it has begun, however long that takes.
    const auto run =
        run_shell("\"$orrery\" conform --budget full --results " + file + " & until [ -s " + file +
                  " ] || ! kill -0 $!; do sleep 0.1; done; kill -" + signal + " $!; wait $!");
    EXPECT_EQ(run.code, code) << run.err;
    const auto text = text_of(file);
    EXPECT_TRUE(text.ends_with("\n"));
    for (const auto& line : split_lines(text)) EXPECT_TRUE(json::accept(line)) << line;
    EXPECT_EQ(json::parse(split_lines(text).back())["summary"]["interrupted"], true);
  }
}

TEST(Cli, ACapsuleShowsTheSameFailureAgain) {
  const TemporaryFolder folder;
  const auto capsule = folder.file("race.capsule");
  const auto explored = run_orrery(
      "explore modality/tick_races_return --subject mutant:result_sent_twice --capsule " + capsule);
  EXPECT_EQ(explored.code, 1) << explored.err;
  EXPECT_THAT(explored.out, HasSubstr("FAIL MOD-"));
  EXPECT_THAT(explored.out, HasSubstr("orrery replay " + capsule));
  const auto replayed = run_orrery("replay " + capsule);
  EXPECT_EQ(replayed.code, 1);
  EXPECT_THAT(replayed.out, HasSubstr("as recorded, after every choice"));
  EXPECT_THAT(replayed.out, HasSubstr("The failure is still there."));
  const auto mended = run_orrery("replay " + capsule + " --subject engine");
  EXPECT_EQ(mended.code, 0) << mended.out;
  EXPECT_THAT(mended.out, HasSubstr("is gone: no schedule shows it."));
}

TEST(Cli, AReplayLineOfAPrintShowsTheSameFailureAgain) {
  const auto explored =
      run_orrery("explore modality/tick_races_return --subject mutant:result_sent_twice");
  const auto at = explored.out.find("orrery replay ");
  ASSERT_NE(at, std::string::npos) << explored.out;
  const auto replayed = run_orrery(explored.out.substr(at + 7));
  EXPECT_EQ(replayed.code, 1) << replayed.err;
  EXPECT_EQ(replayed.out.substr(0, replayed.out.find("subject")),
            explored.out.substr(0, explored.out.find("subject")));
}

TEST(Cli, RandomSchedulesFindItToo) {
  const auto run = run_orrery(
      "explore modality/tick_races_return --subject mutant:result_sent_twice --strategy random "
      "--runs 1000 --seed 7");
  EXPECT_EQ(run.code, 1) << run.out;
  EXPECT_THAT(run.out, HasSubstr("seed 7"));
}

TEST(Cli, FailuresAreAnnotatedOnGithub) {
  const auto run = run_shell("GITHUB_ACTIONS=true \"$orrery\" " + std::string(small_gate) +
                             "--subject mutant:result_sent_twice");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("\n::error title="));
}

// What the program prints, to the letter. After a wanted change:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Golden
//
// and review tools/golden/ as a diff.

struct Golden {
  const char* name;
  const char* arguments;
};

class GoldenOutput : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenOutput, IsUnchanged) {
  const auto file = std::string(ORRERY_SOURCE_DIR "/tools/golden/") + GetParam().name + ".txt";
  const auto run = run_orrery(GetParam().arguments);
  const auto text = "$ orrery " + std::string(GetParam().arguments) + "\n" + run.out + run.err +
                    "exit " + std::to_string(run.code) + "\n";
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(text, text_of(file));
}

INSTANTIATE_TEST_SUITE_P(
    Cli, GoldenOutput,
    testing::Values(
        Golden{"check_recordings", "check recordings/samples/*.jsonl"},
        Golden{"check_draft", "check --dialect draft recordings/samples/draft/session.jsonl"},
        Golden{"explain_in_one_dialect", "explain ITM-05"},
        Golden{"explain_mutant", "explain capture_after_dispatch"},
        Golden{"explain_tool", "explain refresh"},
        Golden{"explain_unknown", "explain nav_to_parnt"},
        Golden{"explain_judged", "explain ITM-06"}, Golden{"explain_not_judged", "explain ITM-04"},
        Golden{"table_modality", "table modality"}, Golden{"unknown_option", "conform --sed 3"},
        Golden{"explore_passes", "explore modality/tick_races_return"},
        Golden{"explore_fails",
               "explore modality/tick_races_return "
               "--subject mutant:result_sent_twice"}),
    [](const auto& row) { return row.param.name; });

// The version stands in one place, CMakeLists.txt, and the program, the changelog and a campaign's
// files tell the same; and what the program brings along is what the tree has.

using ::testing::ContainsRegex;
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
