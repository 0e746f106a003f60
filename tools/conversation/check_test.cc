// orrery check as a person runs it: what is refused, what is printed, how it ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* recordings = ORRERY_SOURCE_DIR "/recordings/samples/";

TEST(Check, RefusesWhatIsNoRecordingAndJudgesTheOthers) {
  const TemporaryFolder folder;
  const auto missing = folder.file("missing"), empty = folder.file("empty", "");
  const auto binary = folder.file("binary", std::string("\0\1\2", 3));
  const auto run = run_orrery("check " + missing + " " + empty + " " + binary + " " +
                              folder.file("") + " " + recordings + "b1_text.jsonl");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr(missing + ": it cannot be read"));
  EXPECT_THAT(run.err, HasSubstr(empty + ": it holds no recorded line"));
  EXPECT_THAT(run.err, HasSubstr(binary + ":1: no line of a recording"));
  EXPECT_THAT(run.err, HasSubstr("it is a folder; name the recordings in it"));
  EXPECT_THAT(run.out, HasSubstr("b1_text.jsonl: passed"));
  EXPECT_EQ(run_orrery("check").code, 2);
  EXPECT_EQ(run_orrery("check --dialect klingon x").code, 2);
}

// A device may say for ever what is no line.
TEST(Check, RefusesADeviceByNameAndAsItsInput) {
  for (const std::string how : {"/dev/zero", "/dev/full --json", "/dev/zero --area ack",
                                "/dev/zero --area monitor", "- < /dev/zero"}) {
    const auto run = run_orrery("check " + how);
    EXPECT_EQ(run.code, 2) << how;
    EXPECT_THAT(run.err, HasSubstr("it is a device, which may have no end; name a recording"));
  }
}

// What is wrong with a file, and the words that say where and what to do.
struct BadFile {
  const char* name;
  const char* file;  // Its name.
  std::string_view bytes;
  const char* says;
};

class CheckOfBadFile : public ::testing::TestWithParam<BadFile> {};

TEST_P(CheckOfBadFile, NamesFilePlaceAndRemedy) {
  const TemporaryFolder folder;
  const auto file = folder.file(GetParam().file, GetParam().bytes);
  for (const auto* more : {"", " --json", " --cross-check"}) {
    const auto run = run_orrery("check " + file + more);
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, HasSubstr("orrery check: " + file + GetParam().says));
  }
}

using namespace std::string_view_literals;
INSTANTIATE_TEST_SUITE_P(
    Files, CheckOfBadFile,
    testing::Values(
        BadFile{"empty", "a.jsonl", "", ": it holds no recorded line; record"},
        BadFile{"empty_direction", "a.s2c", "", ": it holds no line; record"},
        BadFile{"binary", "a.bin", "\0\1\2\n"sv, ":1: no line of a recording"},
        BadFile{"gzip", "a.jsonl.gz", "\x1f\x8b\x08\0\0"sv,
                ": it is compressed; unpack it first: gunzip"},
        BadFile{"gzip_of_a_direction", "a.c2s", "\x1f\x8b\x08\0\0"sv, ": it is compressed; unpack"},
        BadFile{"zstd", "a.zst", "\x28\xb5\x2f\xfd..."sv,
                ": it is compressed; unpack it first: zstd"},
        BadFile{"xz", "a.xz",
                "\xfd"
                "7zXZ\0"sv,
                ": it is compressed; unpack it first: xz"},
        BadFile{"bzip2", "a.bz2", "BZh91AY&SY"sv, ": it is compressed; unpack it first: bzip2"},
        BadFile{"zip", "a.zip", "PK\3\4..."sv, ": it is an archive; unpack it"},
        BadFile{"utf_16", "a.jsonl", "\xff\xfe{\0"sv, ": it is UTF-16; save it as UTF-8"},
        BadFile{"plain_messages", "a.jsonl", "{\"id\":1,\"method\":\"x\"}\n"sv,
                ":1: \"dir\" is missing"},
        BadFile{"a_bad_line_later", "a.jsonl", "{\"dir\":\"c2s\",\"raw\":\"{}\"}\n\nhello\n"sv,
                ":3: no line of a recording (no JSON"}),
    [](const auto& row) { return row.param.name; });

TEST(Check, SaysWhatCannotBeOpenedOrRead) {
  const TemporaryFolder folder;
  const auto locked = folder.file("locked", "{}");
  std::filesystem::permissions(locked, std::filesystem::perms::none);
  if (::geteuid() != 0) {
    EXPECT_THAT(run_orrery("check " + locked).err,
                HasSubstr(locked + ": it cannot be read: Permission denied; check its name"));
  }
  // Can be opened by anyone, and read by no one.
  const auto run = run_orrery("check /proc/self/mem");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("/proc/self/mem: it cannot be read: Input/output error; check a"));
}

TEST(Check, ReadsStdinOnlyOnce) {
  const auto run = run_shell("\"$orrery\" check - - <" + std::string(recordings) + "b1_text.jsonl");
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("stdin can be read only once"));
}

TEST(Check, TheLastLineNeedsNoNewline) {
  const TemporaryFolder folder;
  const auto recording = folder.file("a.jsonl", R"({"dir":"c2s","raw":"{bad"})");
  const auto run = run_orrery("check " + recording);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr(recording + ":1: WIRE-02"));
  const auto torn = folder.file(
      "b.jsonl", "{\"dir\":\"c2s\",\"raw\":\"{\\\"method\\\":\\\"x\\\"}\"}\n{\"dir\":\"c2");
  const auto torn_run = run_orrery("check " + torn);
  EXPECT_EQ(torn_run.code, 2);  // Of the rest nothing can be judged.
  EXPECT_THAT(torn_run.out, HasSubstr(torn + ":2: note: the file ends within a line"));
  const auto plain = folder.file("a.c2s", R"({"method":"x"})");
  EXPECT_EQ(run_orrery("check " + plain).code, 0);
}

TEST(Check, ReadsStdin) {
  const auto run = run_shell("\"$orrery\" check - <" + std::string(recordings) + "c6_twice.jsonl");
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr("stdin:19 at 0.9182 s: APR-01 MUST"));
}

// For nlohmann a NUL ends the text: what stands before it may well be JSON.
TEST(Check, BothLibrariesRefuseALineWithANul) {
  const TemporaryFolder folder;
  for (const auto bytes : {"1\0\n"sv, "[] \0 x\n"sv, "{\"method\":\"x\"}\0\n"sv, "\0\n"sv}) {
    const auto run = run_orrery("check --cross-check " + folder.file("a.c2s", bytes));
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("WIRE-02"));
    EXPECT_THAT(run.out, HasSubstr("NUL"));
  }
}

TEST(Check, PrintsOneObjectPerLine) {
  const auto run =
      run_orrery("check --json --cross-check " + std::string(recordings) + "c6_twice.jsonl");
  EXPECT_EQ(run.code, 1);
  std::vector<nlohmann::json> lines;
  std::istringstream text(run.out);
  for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0]["rule"], "APR-01");
  EXPECT_EQ(lines[0]["line"], 19);
  EXPECT_EQ(lines[0]["about_line"], 18);
  EXPECT_EQ(lines[1]["summary"]["rules"]["APR-01"], "fail");
  EXPECT_EQ(lines[1]["summary"]["rules"]["ITM-04"], "not_judgeable");
  EXPECT_EQ(lines[2]["summary"]["exit"], 1);
}

TEST(Check, JudgesAPairOfPlainFilesTogether) {
  const TemporaryFolder folder;
  const auto client = folder.file("a.c2s",
                                  "{\"id\":1,\"method\":\"initialize\"}\n"
                                  "{\"method\":\"initialized\"}\n"
                                  "{\"id\":2,\"method\":\"model/list\"}\n{bad\n");
  const auto server = folder.file("a.s2c",
                                  "{\"id\":1,\"result\":{}}\n{\"id\":2,\"result\":{}}\n"
                                  "{\"id\":2,\"result\":{}}\n");
  const auto run = run_orrery("check " + server + " " + client);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr(client + ":4: WIRE-02"));
  EXPECT_THAT(run.out, HasSubstr(server + ":3: SRV-03"));
  EXPECT_THAT(run.out, Not(HasSubstr("RPC-01")));
  EXPECT_THAT(run.out, HasSubstr(client + " and " + server + ": FAILED"));
}

TEST(Check, JudgesTheLinesOnlyIfTheOtherDirectionIsMissing) {
  const TemporaryFolder folder;
  const auto client = folder.file("a.c2s",
                                  "{\"id\":7,\"result\":{}}\n{bad\n"
                                  "{\"id\":1,\"method\":\"initialize\"}\n"
                                  "{\"id\":2,\"method\":\"thread/start\"}\n");
  const auto run = run_orrery("check " + client);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out, HasSubstr(client + ":2: WIRE-02"));
  EXPECT_THAT(run.out, HasSubstr("note: incomplete recording: the other direction is missing"));
  EXPECT_THAT(run.out, HasSubstr(client + ": FAILED: broken WIRE-02;"));
  EXPECT_THAT(run.out, Not(HasSubstr(" and ")));
}

TEST(Check, JudgesNothingIfTheOtherFileCannotBeRead) {
  const TemporaryFolder folder;
  const auto client = folder.file("a.c2s", "{bad\n"), server = folder.file("a.s2c");
  const auto run = run_orrery("check " + client + " " + server);
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr(server + ": it cannot be read"));
}

TEST(Check, SkipsNotesBesideRecordings) {
  const TemporaryFolder folder;
  const auto notes = folder.file("a.notes.jsonl", "{\"note\":\"x\"}\n");
  const auto run = run_orrery("check " + notes + " " + recordings + "b1_text.jsonl");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.err, HasSubstr(notes + ": skipped"));
  EXPECT_EQ(run_orrery("check " + notes).code, 2);
}

TEST(Check, ALongLineOfAPlainFileIsOneBreach) {
  const TemporaryFolder folder;
  const auto file = folder.file("long.s2c", "{\"id\":\"" + std::string(70'000'000, 'x') +
                                                "\",\"result\":{}}\n{\"id\":1,\"result\":{}}\n");
  const auto run = run_orrery("check " + file);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.out,
              HasSubstr(file + ":1: WIRE-04 MUST (server): no message of the server: the line is "
                               "longer than the limit"));
  EXPECT_THAT(run.out, HasSubstr("2 lines"));
}

// What a conversation with one breach of each side is told as.
std::string two_breaches() {
  std::string out;
  for (const auto& [direction, raw] : std::vector<std::pair<std::string, std::string>>{
           {"c2s", R"({"id":1,"method":"initialize","params":{}})"},
           {"s2c", R"({"id":1,"result":{}})"},
           {"c2s", R"({"method":"initialized"})"},
           {"c2s", R"({"id":2,"method":"model/list"})"},
           {"s2c", R"({"id":2,"result":{}})"},
           {"s2c", R"({"id":2,"result":{}})"},
           {"c2s", R"({"id":7,"result":{}})"}})
    out += nlohmann::json{{"dir", direction}, {"raw", raw}}.dump() + "\n";
  return out;
}

TEST(Check, SaysWhoseFaultItIsAndJudgesOneSide) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.jsonl", two_breaches());
  const auto both = run_orrery("check " + file);
  EXPECT_THAT(both.out, HasSubstr(":6: SRV-03 MUST (server)"));
  EXPECT_THAT(both.out, HasSubstr(":7: RPC-04 MUST (client)"));
  const auto client = run_orrery("check --judge client " + file);
  EXPECT_EQ(client.code, 1);
  EXPECT_THAT(client.out, Not(HasSubstr("SRV-03")));
  const auto server = run_orrery("check --json --judge server " + file);
  EXPECT_EQ(server.code, 1);
  EXPECT_THAT(server.out, HasSubstr(R"("side":"server")"));
  EXPECT_THAT(server.out, HasSubstr(R"("RPC-04":"not_judgeable")"));
  EXPECT_EQ(run_orrery("check --judge nobody " + file).code, 2);
}

TEST(Check, KnownFailuresAreGreenUntilTheyPass) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.jsonl", two_breaches()), known = folder.file("known.json");
  EXPECT_EQ(run_orrery("check --write-known " + known + " " + file).code, 1);
  const auto run = run_orrery("check --known " + known + " " + file);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("known to fail: not looked at yet"));
  const auto other =
      folder.file("b.jsonl", two_breaches() + R"({"dir":"c2s","raw":"{bad"})" + "\n");
  EXPECT_EQ(run_orrery("check --known " + known + " " + other).code, 1);
  const auto right = run_orrery("check --known " + known + " " + recordings + "b1_text.jsonl");
  EXPECT_EQ(right.code, 1);
  EXPECT_THAT(right.out, HasSubstr("says that SRV-03 is broken (recording), and it is not"));
  EXPECT_EQ(run_orrery("check --known " + file + " " + file).code, 2);
}

TEST(Check, IsNotPassedByWhatHoldsNothingToJudge) {
  const TemporaryFolder folder;
  const auto file = folder.file(
      "a.jsonl", R"({"t_ms":0,"dir":"c2s","raw":"{\"id\":1,\"method\":\"initialize\"}"})");
  const auto run = run_orrery("check " + file);
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, HasSubstr("not judged: nothing happens in it but the handshake"));
  EXPECT_THAT(run.out, Not(HasSubstr(": passed")));
}

TEST(Check, LooksDeviationsUpByTheVersionOfTheServer) {
  const auto as = [](const std::string& version) {
    std::string text = text_of(std::string(recordings) + "v169_review.jsonl");
    for (auto at = text.find("0.169.0"); at != text.npos; at = text.find("0.169.0", at + 1))
      text.replace(at, 7, version);
    const TemporaryFolder folder;
    return run_orrery("check " + folder.file("a.jsonl", text));
  };
  EXPECT_THAT(as("0.169.0").out, HasSubstr("known of this version: SRV-05"));
  EXPECT_EQ(as("0.169.0").code, 0);
  const auto newer = as("0.999.2");
  EXPECT_EQ(newer.code, 0);
  EXPECT_THAT(newer.out, HasSubstr("version 0.999.2 was not measured: it is judged as 0.171"));
  EXPECT_EQ(as("x.y.z").code, 1);
}

}  // namespace
}  // namespace tools
