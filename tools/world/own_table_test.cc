// --table: a tool table of whoever asks, as one more revision.
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {

// --limits: bounds of whoever asks, in place of the real ones.

namespace {

using testing::HasSubstr;

const std::string slow = " --limits " ORRERY_SOURCE_DIR "/examples/limits/slow.json";

// A shard of a few units: those of others are missing.
TEST(OwnLimits, ArePartOfACampaign) {
  const TemporaryFolder folder;
  const auto results = folder.file("results");
  const auto run =
      run_orrery("conform modality --runs 1" + slow + " --shard 60/60 --results " + results);
  EXPECT_EQ(run.code, exit_code::passed) << run.out << run.err;
  EXPECT_THAT(run_orrery("merge " + results + slow).err, HasSubstr("missing"));
  const auto without = run_orrery("merge " + results);
  EXPECT_EQ(without.code, exit_code::usage);
  EXPECT_THAT(without.err, HasSubstr("was made by another program"));
}

TEST(OwnLimits, StandInEveryLineThatTakesARunAgain) {
  const auto found = run_orrery("explore sample:0:1:1 --strategy random --runs 50" + slow +
                                " --subject mutant:result_sent_twice");
  EXPECT_EQ(found.code, exit_code::failed) << found.out << found.err;
  const auto at = found.out.find("orrery replay ");
  ASSERT_NE(at, found.out.npos);
  const auto line = found.out.substr(at + 7, found.out.find('\n', at) - at - 7);
  EXPECT_THAT(line, HasSubstr(slow));
  EXPECT_EQ(run_orrery(line).code, exit_code::failed) << line;
}

TEST(OwnLimits, AreWhatALogIsJudgedByThatSaysNone) {
  const TemporaryFolder folder;
  const auto log = folder.file("log");
  const auto replay = run_orrery("replay sample:0:1:1" + slow + " --record " + log);
  EXPECT_EQ(replay.code, exit_code::passed) << replay.err;
  const auto text = text_of(log);
  EXPECT_THAT(text, HasSubstr("\"smart_bound_ms\":30000"));
  EXPECT_EQ(run_orrery("check --area modality " + log).code, exit_code::passed);
}

TEST(OwnLimits, AreRefusedWithTheirPlace) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& text) {
    const auto file = folder.file("mine.json", text);
    const auto run = run_orrery("replay sample:0:1:1 --limits " + file);
    EXPECT_EQ(run.code, exit_code::usage) << text;
    return run.err;
  };
  EXPECT_THAT(refused(R"({"limits": 1, "smart_bound_ms": 0})"), HasSubstr("/smart_bound_ms"));
  EXPECT_THAT(refused(R"({"limits": 1, "smart": 5})"), HasSubstr("smart"));
  EXPECT_THAT(refused("{"), HasSubstr("mine.json:1:"));
  EXPECT_EQ(run_orrery("replay sample:0:1:1 --limits /nothing").code, exit_code::usage);
}

TEST(OwnLimits, AreTakenByTheirSchema) {
  if (run_shell("python3 -c 'import jsonschema'").code != 0) GTEST_SKIP() << "no jsonschema";
  const auto valid = [](const std::string& file) {
    return run_shell(fmt::format(
        "python3 -c 'import json, sys, jsonschema; jsonschema.validate(*(json.load(open(path)) "
        "for path in sys.argv[1:]))' {} {}/scenarios/limits.schema.json",
        file, ORRERY_SOURCE_DIR));
  };
  EXPECT_EQ(valid(ORRERY_SOURCE_DIR "/examples/limits/slow.json").code, 0);
  const TemporaryFolder folder;
  EXPECT_NE(valid(folder.file("no.json", R"({"limits": 1, "smart_bound_ms": 0})")).code, 0);
}

using nlohmann::json;
using testing::Not;

const std::string tables = ORRERY_SOURCE_DIR "/examples/tables/";
const std::string archive = " --table " + tables + "archive.json";

TEST(OwnTable, OfAStrangerIsJudgedAndWhatIsNotApplicableIsListed) {
  const auto run = run_orrery("conform ack --runs 5 --json" + archive);
  EXPECT_EQ(run.code, exit_code::passed) << run.err;
  const auto out = json::parse(run.out, nullptr, false);
  EXPECT_EQ(out["summary"]["revision"], "archive");
  EXPECT_EQ(out["summary"]["rows_exhausted"], 15);
  EXPECT_EQ(out["summary"]["not_exercised"], 0);
  std::size_t left_out = 0;
  for (const auto& check : out["checks"]) {
    const auto message = check.value("message", "");
    if (check["outcome"] == "not_applicable") {
      ++left_out;
      EXPECT_NE(message, "");
    }
    if (check["check"] == "scenario/ack/deadline_tie") {
      EXPECT_EQ(message, "it is of the table r1");
    }
  }
  EXPECT_EQ(left_out, out["summary"]["not_applicable"]);
  EXPECT_GT(left_out, 50u);
}

// A few rows of it: programs are slow. What none of them exercises keeps the gate from passing.
TEST(OwnTable, IsToldToASubjectInAnotherLanguage) {
  if (python().empty()) GTEST_SKIP() << "no python3";
  auto table = json::parse(text_of(tables + "archive.json"));
  auto few = json::array();
  for (const auto row : {0, 1, 15}) few.push_back(table["rows"][static_cast<std::size_t>(row)]);
  table["rows"] = few;
  const TemporaryFolder folder;
  const auto words = "conform ack --runs 2 --json --table " + folder.file("few.json", table.dump());
  const auto run = run_orrery(words + " --subject 'exec:" + python() +
                              " " ORRERY_SOURCE_DIR "/examples/subjects/python/ack.py'");
  EXPECT_EQ(json::parse(run.out, nullptr, false)["summary"]["failed"], 0) << run.out << run.err;
  const auto ours = run_orrery(words);
  const auto states = [](const ProgramRun& ran) {
    std::uint64_t out = 0;
    const auto told = json::parse(ran.out, nullptr, false);
    for (const auto& search : told["summary"]["searches"])
      out += search["states"].get<std::uint64_t>();
    return out;
  };
  EXPECT_EQ(states(run), states(ours));
}

// It follows r1, whatever table it is told of.
TEST(OwnTable, IsWhatASubjectIsJudgedByThatFollowsAnother) {
  if (python().empty()) GTEST_SKIP() << "no python3";
  const TemporaryFolder folder;
  const std::string examples = ORRERY_SOURCE_DIR "/examples/subjects/python/";
  folder.file("orrery.py", text_of(examples + "orrery.py"));
  auto subject = text_of(examples + "ack.py");
  const std::string_view takes = "self.setup.get(\"table\")";
  const auto at = subject.find(takes);
  ASSERT_NE(at, subject.npos);
  const auto stubborn = folder.file("ack.py", subject.replace(at, takes.size(), "None"));
  auto document = json::parse(text_of(tables + "r1.json"), nullptr, false);
  document["name"] = "mine";
  for (auto& row : document["rows"])
    if (row["tool"] == "sort") row["budget_ms"] = 1'000;
  const auto file = folder.file("mine.json", document.dump());
  const auto explored = [&](const std::string& world, const std::string& program) {
    return run_orrery("explore ack:mine:" + world + " --table " + file +
                      " --subject 'exec:" + python() + " " + program + "'");
  };
  const auto failed = explored("sort", stubborn);
  EXPECT_EQ(failed.code, exit_code::failed) << failed.err;
  EXPECT_THAT(failed.out, HasSubstr("FAIL ACK-19"));
  EXPECT_EQ(explored("tab", stubborn).code, exit_code::passed);
  EXPECT_EQ(explored("sort", examples + "ack.py").code, exit_code::passed);
}

// What a failure says to type shows it again, and what is left of it needs the table, too.
TEST(OwnTable, StandsInEveryLineThatTakesARunAgain) {
  const TemporaryFolder folder;
  const auto capsule = folder.file("failed");
  const auto found = run_orrery("explore ack:archive:archive_pack_asking" + archive +
                                " --subject mutant:slow_poll");
  EXPECT_EQ(found.code, exit_code::failed) << found.err;
  EXPECT_THAT(found.out, HasSubstr("pack-confirmation open"));
  const auto at = found.out.find("orrery replay ");
  ASSERT_NE(at, found.out.npos);
  const auto line = found.out.substr(at + 7, found.out.find('\n', at) - at - 7);
  EXPECT_THAT(line, HasSubstr(archive));
  EXPECT_EQ(run_orrery(line).code, exit_code::failed) << line;

  const auto shrunk = folder.file("shrunk.json");
  const auto shrink =
      run_orrery("shrink ack:archive:archive_pack_asking" + archive +
                 " --subject mutant:slow_poll --scenario " + shrunk + " --capsule " + capsule);
  EXPECT_EQ(shrink.code, exit_code::failed) << shrink.err;
  EXPECT_EQ(json::parse(text_of(shrunk), nullptr, false)["revision"], "archive");
  EXPECT_EQ(run_orrery("replay " + capsule + archive).code, exit_code::failed);
  EXPECT_EQ(run_orrery("explore " + shrunk + archive).code, exit_code::passed);
  const auto without = run_orrery("explore " + shrunk);
  EXPECT_EQ(without.code, exit_code::usage);
  EXPECT_THAT(without.err, HasSubstr("/revision"));
}

TEST(OwnTable, IsWhatATraceIsJudgedBy) {
  const TemporaryFolder folder;
  const auto trace = folder.file("trace");
  const auto replay =
      run_orrery("replay ack:archive:archive_pack_auto_confirm" + archive + " --record " + trace);
  EXPECT_EQ(replay.code, exit_code::passed) << replay.err;
  EXPECT_THAT(text_of(trace), HasSubstr("archive_pack"));
  const auto good = run_orrery("check --area ack " + trace + archive);
  EXPECT_EQ(good.code, exit_code::passed) << good.out << good.err;
  EXPECT_EQ(run_orrery("check --area ack " + trace).code, exit_code::usage);
  EXPECT_EQ(run_orrery("check --area modality " + trace + archive).code, exit_code::usage);
}

TEST(OwnTable, IsNamedByTheReportOfItsGate) {
  const TemporaryFolder folder;
  const auto report = folder.file("report");
  EXPECT_EQ(run_orrery("conform --runs 1 --max-states 200 --report " + report + archive).code,
            exit_code::incomplete);
  const auto page = text_of(report + "/index.html");
  EXPECT_THAT(page, HasSubstr(archive));
  EXPECT_THAT(page, Not(HasSubstr("--revision archive")));
}

TEST(OwnTable, HasScenariosOfItsOwn) {
  const TemporaryFolder folder;
  folder.file("slow_pack.json", R"({"area": "ack", "format": 1, "story": "It packs for long.",
    "rules": ["ACK-19"], "revision": "archive",
    "call": {"tool": "archive_pack", "auto_confirm": true, "meets": "slow"},
    "frontend": {"latencies": {"slow_ms": 7000}}, "expect": {"results": [{"status": "ok"}]}})");
  const auto judged =
      "conform ack --rule ACK-19 --runs 1 --max-states 200 --scenarios " + folder.file("");
  const auto run = run_orrery(judged + " --json" + archive);
  EXPECT_EQ(run.code, exit_code::incomplete) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("slow_pack.json\""));
  const auto mutant = run_orrery(judged + archive + " --subject mutant:short_operation_start");
  EXPECT_EQ(mutant.code, exit_code::incomplete);  // None of its rows has that budget.
  const auto without = run_orrery(judged);
  EXPECT_EQ(without.code, exit_code::usage);
  EXPECT_THAT(without.err, HasSubstr("Valid: r1, r2, relist, r3."));
}

TEST(OwnTable, OfARevisionIsWhatTableAsFilePrints) {
  for (const std::string name : {"r1", "r2", "relist", "r3"}) {
    const auto file = tables + name + ".json";
    EXPECT_EQ(run_orrery("table ack --as-file --revision " + name).out, text_of(file));
    EXPECT_EQ(run_orrery("table ack --table " + file).out,
              run_orrery("table ack --revision " + name).out);
  }
  EXPECT_EQ(json::parse(run_orrery("table ack --as-file" + archive).out, nullptr, false)["rows"],
            json::parse(text_of(tables + "archive.json"), nullptr, false)["rows"]);
}

TEST(OwnTable, IsTakenByItsSchema) {
  if (run_shell("python3 -c 'import jsonschema'").code != 0) GTEST_SKIP() << "no jsonschema";
  const auto valid = [](const std::string& file) {
    return run_shell(fmt::format(
        "python3 -c 'import json, sys, jsonschema; jsonschema.validate(*(json.load(open(path)) "
        "for path in sys.argv[1:]))' {} {}/scenarios/table.schema.json",
        file, ORRERY_SOURCE_DIR));
  };
  for (const char* name : {"r1", "r2", "relist", "r3", "archive"}) {
    const auto run = valid(tables + name + ".json");
    EXPECT_EQ(run.code, 0) << run.err;
  }
  const TemporaryFolder folder;
  auto document = json::parse(text_of(tables + "archive.json"), nullptr, false);
  document["rows"][0]["budget_ms"] = 60'001;
  EXPECT_NE(valid(folder.file("long.json", document.dump())).code, 0);
}

TEST(OwnTable, ShardsAreMergedWithItAndOfAnotherOneNotGoneOnWith) {
  const TemporaryFolder folder;
  std::string files;
  for (const std::string shard : {"1", "2"}) {
    files += " " + folder.file(shard);
    const auto run = run_orrery("conform ack --runs 2" + archive + " --shard " + shard +
                                "/2 --results " + folder.file(shard));
    EXPECT_EQ(run.code, exit_code::passed) << run.err;
  }
  EXPECT_EQ(run_orrery("merge" + files + archive).code, exit_code::passed);
  EXPECT_EQ(run_orrery("merge" + files).code, exit_code::usage);
  auto document = json::parse(text_of(tables + "archive.json"), nullptr, false);
  document["rows"][2]["budget_ms"] = 3'001;
  const auto changed = folder.file("changed.json", document.dump());
  const auto other = run_orrery("conform ack --runs 2 --resume --shard 1/2 --table " + changed +
                                " --results " + folder.file("1"));
  EXPECT_EQ(other.code, exit_code::usage);
  EXPECT_THAT(other.err, HasSubstr("units_digest"));
}

struct RefusedUse {
  const char* name;
  std::string line, says;
};

class OwnTableRefuses : public testing::TestWithParam<RefusedUse> {};

TEST_P(OwnTableRefuses, WhatItIsNotFor) {
  const auto run = run_orrery(GetParam().line);
  EXPECT_EQ(run.code, exit_code::usage) << run.out;
  EXPECT_THAT(run.err, HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, OwnTableRefuses,
    testing::Values(
        RefusedUse{"ARevisionBeside", "conform ack --revision r2" + archive, "--revision"},
        RefusedUse{"AnotherArea", "conform modality" + archive, "is of the area ack"},
        RefusedUse{"AWorldOfARevision", "explore ack:r1:sort" + archive, "is of the table r1"},
        RefusedUse{"AScenarioOfARevision", "replay ack/deadline_tie" + archive,
                   "is of the table r1"},
        RefusedUse{"AWorldOfAnotherArea", "shrink modality/blink_dialog" + archive,
                   "a world of modality"},
        RefusedUse{"AWorldWithoutIt", "explore ack:archive:pane_swap", "or that of --table"},
        RefusedUse{"ATableOfAnotherArea", "table modality" + archive, "tables are of ack"},
        RefusedUse{"TheFormerSurface", "table modality --former --as-file", "--as-file"},
        RefusedUse{"AFileOfNoTable", "table modality --as-file", "is no file"},
        RefusedUse{"Selftest", "selftest ack" + archive, "--table"},
        RefusedUse{"Export", "export ack" + archive, "--table"},
        RefusedUse{"NoFile", "conform ack --table nothing.json", "nothing.json: There is no"},
        RefusedUse{"AScenario",
                   "conform ack --table " ORRERY_SOURCE_DIR "/scenarios/ack/deadline_tie.json",
                   "deadline_tie.json:3:"}),
    [](const testing::TestParamInfo<RefusedUse>& row) { return row.param.name; });

}  // namespace
}  // namespace tools
