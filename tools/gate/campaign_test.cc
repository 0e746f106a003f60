// Campaigns as a person runs them: in shards, killed, gone on with, merged.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "gate/results_reader.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using ::testing::HasSubstr;
using ::testing::Not;

// Small searches, and enough random runs for several units of each line.
const std::string small_campaign = "conform modality --max-states 2000 --runs 4000 ";
const std::string smaller_campaign = "conform modality --max-states 2000 --runs 10 ";

// What is measured differs from run to run.
ordered_json without_measures(const ordered_json& value) {
  if (!value.is_structured()) return value;
  ordered_json out = value;
  for (const char* key : {"seconds", "search_seconds", "peak_bytes", "date"})
    if (out.is_object()) out.erase(key);
  for (auto& item : out) item = without_measures(item);
  return out;
}

std::string json_of(const ProgramRun& run) {
  return without_measures(ordered_json::parse(run.out, nullptr, false)).dump(1);
}

// Every line of a results file, without what was measured.
std::vector<std::string> lines_of_file(const std::string& path) {
  std::vector<std::string> out;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    out.push_back(without_measures(ordered_json::parse(line, nullptr, false)).dump());
  return out;
}

std::size_t count_of(const std::string& text, std::string_view what) {
  std::size_t out = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++out;
  return out;
}

TEST(Campaigns, MergedShardsAreOneUninterruptedRun) {
  const TemporaryFolder folder;
  for (const auto* subject : {"engine", "mutant:result_sent_twice"}) {
    const auto command = small_campaign + "--subject " + subject + " ";
    const auto whole = run_orrery(command + "--json --results " + folder.file("whole"));
    ASSERT_EQ(whole.code, std::string(subject) == "engine" ? 6 : 1) << whole.err;
    std::string files;
    for (int shard = 3; shard >= 1; --shard) {
      const auto file = folder.file(fmt::format("{}", shard));
      files += " " + file;
      const auto run = run_orrery(fmt::format("{}--shard {}/3 --results {}", command, shard, file));
      EXPECT_THAT(run.out, HasSubstr(fmt::format("shard {}/3, ", shard))) << run.err;
    }
    const auto merged = run_orrery("merge" + files + " --json --results " + folder.file("merged"));
    EXPECT_EQ(merged.code, whole.code) << merged.err;
    EXPECT_EQ(json_of(merged), json_of(whole));
    EXPECT_EQ(lines_of_file(folder.file("merged")), lines_of_file(folder.file("whole")));
  }
}

TEST(Campaigns, AShardWithoutUnitsIsNotGreenAndIsMerged) {
  const TemporaryFolder folder;
  const std::string gate = "conform monitor --rule MON-40 --max-states 20 --runs 1 ";
  const auto whole = run_orrery(gate + "--json");
  const auto empty = run_orrery(gate + "--shard 9999/9999 --results " + folder.file("empty"));
  EXPECT_EQ(empty.code, 5) << empty.err;
  run_orrery(gate + "--shard 1/1 --results " + folder.file("rest"));
  const auto alone = run_orrery("merge " + folder.file("empty"));
  EXPECT_EQ(alone.code, 6) << alone.err;
  EXPECT_THAT(alone.out, HasSubstr("INCOMPLETE: 0 of "));
  const auto merged =
      run_orrery("merge " + folder.file("empty") + " " + folder.file("rest") + " --json");
  EXPECT_EQ(merged.code, whole.code) << merged.err;
  EXPECT_EQ(json_of(merged), json_of(whole));
}

TEST(Campaigns, MergeSaysWhatIsMissing) {
  const TemporaryFolder folder;
  run_orrery(smaller_campaign + "--shard 1/2 --results " + folder.file("1"));
  EXPECT_EQ(run_orrery("merge " + folder.file("2", "")).code, 2);
  const auto one = run_orrery("merge " + folder.file("1") + " " + folder.file("2", "") +
                              " --results " + folder.file("half"));
  EXPECT_EQ(one.code, 6) << one.err;
  EXPECT_THAT(one.err, HasSubstr("units of shard 2/2 missing: \"directed/"));
  EXPECT_THAT(one.out, HasSubstr("INCOMPLETE: "));
  const auto half = text_of(folder.file("half"));
  const auto rest =
      run_orrery(smaller_campaign + "--resume --json --results " + folder.file("half"));
  EXPECT_EQ(json_of(rest), json_of(run_orrery(smaller_campaign + "--json")));
  EXPECT_TRUE(text_of(folder.file("half")).starts_with(half.substr(0, half.find("{\"summary\""))));
}

// A real process that the kernel ends as soon as a file of its would grow beyond so many bytes.
ProgramRun run_cut_off(const std::string& arguments, std::size_t bytes) {
  return run_shell(fmt::format("ulimit -c 0; ulimit -f {}; \"$orrery\" {} >/dev/null 2>&1",
                               bytes / 512, arguments));
}

TEST(Campaigns, KilledAndGoneOnWithCountNothingTwice) {
  const TemporaryFolder folder;
  const auto whole = run_orrery(small_campaign + "--json");
  const auto shard = [&](int index) { return fmt::format("--shard {}/2 ", index); };
  const auto file = folder.file("2");
  const auto all = count_of(run_orrery(small_campaign + shard(2) + "--list").out, "\n");
  run_orrery(small_campaign + shard(2) + "--results " + folder.file("uncut"));
  const auto bytes = text_of(folder.file("uncut")).size();
  std::size_t before = 0;
  for (const std::size_t eighths : {1U, 3U, 6U}) {
    const auto run =
        run_cut_off(small_campaign + shard(2) + "--resume --results " + file, eighths * bytes / 8);
    EXPECT_EQ(run.code, 128 + SIGXFSZ);
    const auto now = count_of(text_of(file), "\n{\"unit\"");
    EXPECT_GT(now, before);
    EXPECT_LT(now, all);
    before = now;
  }
  const auto rest = run_orrery(small_campaign + shard(2) + "--resume --results " + file);
  EXPECT_THAT(rest.err, HasSubstr("units, which are not run again"));
  EXPECT_EQ(count_of(text_of(file), "\n{\"unit\""), all) << "each stands there once";
  run_orrery(small_campaign + shard(1) + "--results " + folder.file("1"));
  const auto merged = run_orrery("merge " + folder.file("1") + " " + file + " --json");
  EXPECT_EQ(merged.code, whole.code) << merged.err;
  EXPECT_EQ(json_of(merged), json_of(whole));
}

TEST(Campaigns, AResultsFileMayBeTornAnywhere) {
  const TemporaryFolder folder;
  // A small part of a gate: each byte costs two readings of the file.
  const std::string command =
      "conform --max-states 200 --runs 5 -j 1 --rule MOD-67 --shard 16/16 --results ";
  const auto file = folder.file("results");
  run_orrery(command + file);
  const auto whole = lines_of_file(file);
  const auto text = text_of(file);
  const auto all = parse_results(text, file).units.size();
  EXPECT_TRUE(parse_results(text, file).ended);
  std::size_t before = 0;
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const auto torn = text.substr(0, size);
    const auto recorded = parse_results(torn, file);
    ASSERT_LE(recorded.bytes_kept, size);
    ASSERT_GE(recorded.units.size(), before) << size;
    ASSERT_LE(recorded.units.size(), before + 1) << size;
    before = recorded.units.size();
    const auto kept = parse_results(torn.substr(0, recorded.bytes_kept), file);
    ASSERT_EQ(kept.units.size(), recorded.units.size());
    ASSERT_EQ(kept.bytes_kept, recorded.bytes_kept);
  }
  EXPECT_EQ(before, all);
  const auto last_unit = text.rfind("\n{\"unit\"");
  for (const auto size : {std::size_t{0}, std::size_t{9}, text.find('\n') + 1, text.size() / 2,
                          last_unit, last_unit + 20, text.size() - 1, text.size()}) {
    folder.file("results", text.substr(0, size));
    const auto run = run_orrery(command + file + " --resume");
    EXPECT_EQ(lines_of_file(file), whole) << "cut at " << size << run.err;
  }
}

TEST(Campaigns, OtherFilesAreNotGoneOnWith) {
  const TemporaryFolder folder;
  const std::string tiny = "conform --max-states 200 --runs 5 --rule MOD-67 ";
  const auto refused = [&](const std::string& arguments, const std::string& why) {
    const auto run = run_orrery(arguments);
    EXPECT_EQ(run.code, 2) << arguments << run.out;
    EXPECT_THAT(run.err, HasSubstr(why)) << arguments;
  };
  const auto file = folder.file("results");
  run_orrery(tiny + "--results " + file);
  const auto text = text_of(file);
  const auto resume = "--resume --results " + file;
  refused(tiny + "--seed 2 " + resume, "seed: 2 here, 1 in " + file);
  refused(tiny + "--subject mutant:result_sent_twice " + resume, "behaviour: ");
  refused(tiny + "--shard 1/2 " + resume, "shard: \"1/2\" here, \"1/1\" in ");
  refused(tiny + "--resume", "without --results FILE");
  refused(tiny + "--resume --results -", "only a file can be gone on with");
  refused(tiny + "--resume --budget 5m --results " + file, "a budget that is a duration");
  EXPECT_EQ(text_of(file), text) << "a file that is refused is left alone";
  for (const char* foreign : {"hello", "hello\n", "{}\n", "{\"rule\":\"MOD-01\"}\n"}) {
    folder.file("results", foreign);
    refused(tiny + resume, file);
    EXPECT_EQ(text_of(file), foreign);
  }
  folder.file("results", text.substr(0, text.rfind("{\"summary\"")) + "damaged\n");
  refused(tiny + resume, "This is no JSON");
}

TEST(Campaigns, OtherFilesAreNotMerged) {
  const TemporaryFolder folder;
  const std::string tiny = "conform --max-states 200 --runs 5 --rule MOD-67 ";
  run_orrery(tiny + "--results " + folder.file("a"));
  run_orrery(tiny + "--seed 2 --results " + folder.file("b"));
  const auto two = run_orrery("merge " + folder.file("a") + " " + folder.file("b"));
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("seed: 1 here, 2 in " + folder.file("b")));
  auto text = text_of(folder.file("a"));
  const auto at = text.find("\"version\":\"") + 11;
  folder.file("other", text.substr(0, at) + "9" + text.substr(at));
  const auto other = run_orrery("merge " + folder.file("other"));
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("version: "));
  const auto print = text.find("\"fingerprint\":\"") + 15;
  text[print] = text[print] == '0' ? '1' : '0';
  folder.file("altered", text);
  const auto altered = run_orrery("merge " + folder.file("a") + " " + folder.file("altered"));
  EXPECT_EQ(altered.code, 3);
  EXPECT_THAT(altered.err, HasSubstr("has one result in " + folder.file("a") + " and another in " +
                                     folder.file("altered")));
  const auto foreign = run_orrery("merge " + folder.file("foreign", "{\"limits\":1}"));
  EXPECT_EQ(foreign.code, 2);
  EXPECT_THAT(foreign.err, HasSubstr("foreign:1: This is not a line of a campaign's results."));
  const auto twice = run_orrery("merge " + folder.file("a") + " " + folder.file("a") + " --json");
  EXPECT_EQ(json_of(twice), json_of(run_orrery(tiny + "--json")));
}

// It is asked what is not applicable to it, and nobody starts it because a file names it.
TEST(Campaigns, ThoseOfAProgramAreMergedWithIt) {
  const TemporaryFolder folder;
  const std::string subject = "exec:" ORRERY_EXAMPLE_SUBJECT " ack digest";
  const auto merge = "merge " + folder.file("1") + " " + folder.file("2") + " --json ";
  // A limit that comes before an end is a failure of one alone.
  for (const auto* exhaust : {"--exhaust ", ""}) {
    const auto command =
        fmt::format("conform ack --max-states 40 --runs 1 {}--subject '{}' ", exhaust, subject);
    const auto whole = run_orrery(command + "--json");
    EXPECT_EQ(whole.code, exhaust[0] == '\0' ? 0 : 6) << whole.err;
    for (const auto* shard : {"1", "2"})
      run_orrery(fmt::format("{}--shard {}/2 --results {}", command, shard, folder.file(shard)));
    const auto merged = run_orrery(fmt::format("{}--subject '{}'", merge, subject));
    EXPECT_EQ(merged.code, whole.code) << merged.err;
    EXPECT_TRUE(json_of(merged) == json_of(whole));
  }
  const auto unasked = run_orrery(merge);
  EXPECT_EQ(unasked.code, 2);
  EXPECT_THAT(unasked.err, HasSubstr("nobody starts unasked; say --subject '" + subject + "'"));
  for (const auto* other : {"engine", "exec:" ORRERY_EXAMPLE_SUBJECT " ack plain"}) {
    const auto refused = run_orrery(fmt::format("{}--subject '{}'", merge, other));
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("is of \"" + subject + "\", not of "));
  }
}

TEST(Campaigns, ScenariosOfOthersAreJudgedToo) {
  const TemporaryFolder folder;
  const std::string tiny = "cd \"" + folder.file("") +
                           "\" && mkdir -p races/deep && cp \"" ORRERY_SOURCE_DIR
                           "/scenarios/modality/tick_races_return.json\" races/deep/mine.json && "
                           "\"$orrery\" conform --runs 1 --rule MOD-05 ";
  const std::string mine = "scenario/races/deep/mine.json";
  EXPECT_THAT(run_shell(tiny + "--scenarios ./races/ --list").out, HasSubstr(mine + "\n"));
  EXPECT_THAT(run_shell(tiny + "--list").out, Not(HasSubstr(mine)));
  EXPECT_EQ(run_shell(tiny + "--scenarios deep --list").code, 2);
  const auto red = run_shell(tiny +
                             "--max-states 200 --subject mutant:result_sent_twice --details "
                             "--scenarios races --results results");
  EXPECT_EQ(red.code, 1) << red.err;
  EXPECT_THAT(red.out, HasSubstr("orrery replay races/deep/mine.json --subject"));
  const auto merge = "cd \"" + folder.file("") + "\" && \"$orrery\" merge results --details ";
  EXPECT_EQ(run_shell(merge).code, 2) << "another campaign";
  EXPECT_THAT(run_shell(merge + "--scenarios races").out, HasSubstr(mine));
}

TEST(Campaigns, ScenariosOfOthersAreNotLeftOutInSilence) {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& made) {
    return run_shell("cd \"" + folder.file("") + "\" && mkdir -p races none && cp \"" +
                     ORRERY_SOURCE_DIR "/scenarios/" + made +
                     " && \"$orrery\" conform modality --list --scenarios races");
  };
  const auto strange = run("ack/deadline_tie.json\" races/theirs.json");
  EXPECT_EQ(strange.code, 2);
  EXPECT_THAT(strange.err, HasSubstr("all are of areas that are not judged here: "
                                     "races/theirs.json (ack)"));
  const auto mixed = run("modality/tick_races_return.json\" races/mine.schema.json");
  EXPECT_EQ(mixed.code, 0);
  EXPECT_THAT(mixed.out, HasSubstr("scenario/races/mine.schema.json"));
  EXPECT_THAT(mixed.err, HasSubstr("left out, since it is of areas that are not judged here: "
                                   "races/theirs.json (ack)"));
  const auto empty = run_orrery("conform modality --list --scenarios " + folder.file("none"));
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("A scenario is a file NAME.json, in the folder or below it."));
}

TEST(Campaigns, AFileHasOneWriter) {
  const TemporaryFolder folder;
  const auto file = folder.file("results", "");
  const auto run = run_shell("flock " + file + " \"$orrery\" conform --results " + file);
  EXPECT_EQ(run.code, 2) << run.out;
  EXPECT_THAT(run.err, HasSubstr("another process is writing this file"));
}

TEST(Campaigns, WhatIsUnfinishedIsNotOverwritten) {
  const TemporaryFolder folder;
  const std::string command = "conform --max-states 200 --runs 5 --rule MOD-67 --results ";
  const auto file = folder.file("results");
  run_orrery(command + file);
  const auto text = text_of(file);
  const auto torn = text.substr(0, text.rfind("{\"summary\""));
  folder.file("results", torn);
  const auto again = run_orrery(command + file);
  EXPECT_THAT(again.err, HasSubstr("held an unfinished campaign"));
  EXPECT_EQ(text_of(file + ".unfinished"), torn);
  EXPECT_THAT(run_orrery(command + file).err, Not(HasSubstr("unfinished")));
}

}  // namespace
}  // namespace tools
