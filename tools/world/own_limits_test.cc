// --limits: bounds of whoever asks, in place of the real ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
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

}  // namespace
}  // namespace tools
