// What a tape makes of bytes, read back by the reader of recordings.
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "conversation/tape.h"

namespace tools {
namespace {

using conformance::appserver::TranscriptReader;
using spec::appserver::Side;
using testing::ElementsAre;

struct Recorded {
  std::string text;
  Tape tape{[this](const Tape::RecordedLine& line) { text += recording_line(line); }};
};

std::vector<std::string> read_back(const std::string& text) {
  std::vector<std::string> out;
  TranscriptReader reader([&](const Tape::RecordedLine& line) {
    out.push_back((line.place.from == Side::Client ? "> " : "< ") + std::string(line.bytes) +
                  (line.no_newline ? "" : "$"));
  });
  EXPECT_TRUE(reader.feed(text) && reader.finish()) << (reader.error() ? reader.error()->says : "");
  return out;
}

TEST(Tape, GivesTheBytesOfBothSidesBackWhateverTheyAre) {
  Recorded recorded;
  recorded.tape.take(Side::Client, "{\"id\":1");
  recorded.tape.take(Side::Server, "{}\r\n\n");
  recorded.tape.take(Side::Client, std::string_view("}\n\0\xff\xfe\"\\\n", 8));
  recorded.tape.take(Side::Server, "left");
  recorded.tape.finish();
  EXPECT_THAT(read_back(recorded.text),
              ElementsAre("< {}\r$", "< $", "> {\"id\":1}$",
                          "> " + std::string("\0\xff\xfe\"\\", 5) + "$", "< left"));
}

TEST(Tape, PutsALineThatNeverEndsInParts) {
  Recorded recorded;
  const std::string half(Tape::part_bytes_max / 2 + 1, 'x');
  for (int i = 0; i < 3; ++i) recorded.tape.take(Side::Server, half);
  recorded.tape.take(Side::Server, "\n");
  const auto lines = read_back(recorded.text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), 2 + Tape::part_bytes_max);
  EXPECT_EQ(lines[0].size() + lines[1].size(), 2 + 2 + 3 * half.size() + 1);
  EXPECT_TRUE(lines[1].ends_with("x$"));
}

TEST(Tape, EndsALineOfExactlyOnePart) {
  Recorded recorded;
  recorded.tape.take(Side::Server, std::string(Tape::part_bytes_max, 'x') + "\ny\n");
  const auto lines = read_back(recorded.text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].size(), 2 + Tape::part_bytes_max + 1);
  EXPECT_EQ(lines[1], "< y$");
}

// Each process has a file of its own, and none overwrites another's.

using testing::HasSubstr;

TEST(Record, NamesItsPartsBeforeTheEndOfTheName) {
  EXPECT_EQ(name_of_part("a/talk.jsonl", 1), "a/talk.jsonl");
  EXPECT_EQ(name_of_part("a/talk.jsonl", 2), "a/talk.2.jsonl");
  EXPECT_EQ(name_of_part("a.b/talk", 3), "a.b/talk.3");
  EXPECT_EQ(name_of_part(".talk", 2), ".talk.2");
}

TEST(Record, APartThatSaysNothingHasNoFile) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  Record record(name, "test");
  Tape tape([&](const Tape::RecordedLine& line) { record.write(line); },
            [&] { record.begin_part(); });
  tape.take(Tape::Side::Client, "{}\n");
  tape.begin_part();
  EXPECT_FALSE(std::filesystem::exists(name_of_part(name, 2)));
  tape.take(Tape::Side::Client, "{\"id\":1}\n");
  tape.finish();
  EXPECT_EQ(tape.lines(), 1u);
  EXPECT_THAT(text_of(name), HasSubstr("{}"));
  EXPECT_THAT(text_of(name_of_part(name, 2)), HasSubstr("id"));
  const auto mode = std::filesystem::status(name).permissions();
  EXPECT_EQ(mode & std::filesystem::perms::all,
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// A server that ends after each handshake, and the client that starts it anew.
TEST(Record, DriveAcrossARestartPassesItsOwnCheck) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  const auto drove = run_shell("\"$orrery\" drive --patience 5s --record " + name +
                               " -- \"$orrery\" serve --speed fast --fault crash_before_turn");
  EXPECT_TRUE(std::filesystem::exists(name_of_part(name, 2))) << drove.out << drove.err;
  const auto checked = run_orrery("check " + name + " " + name_of_part(name, 2));
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST(Record, AProcessLeavesWhatAnotherHasRecorded) {
  const TemporaryFolder folder;
  const auto name = folder.file("talk.jsonl");
  const std::string serve =
      "echo '{\"id\":1,\"method\":\"model/list\"}' | \"$orrery\" serve --record ";
  run_shell(serve + name);
  const auto first = text_of(name);
  const auto second = run_shell(serve + name);
  EXPECT_EQ(text_of(name), first);
  EXPECT_THAT(text_of(name_of_part(name, 2)), HasSubstr("model/list"));
  EXPECT_THAT(second.err, HasSubstr("this process is recorded in " + name_of_part(name, 2)));
}

// A secret that is planted into a conversation is in no print of it, whoever prints: what is shown,
// told and found is masked, whole or torn. The record alone is raw.

using testing::Not;

constexpr std::string_view secret = "sk-planted0123456789abcdef";

// As JSON would hold it.
std::string command() { return fmt::format("curl -H \\\"Authorization: Bearer {}\\\" h", secret); }

// A server of a few lines of shell, which says it on its stderr, too.
std::string server(const TemporaryFolder& folder, const std::string& script) {
  return "sh " + folder.file("server.sh", fmt::format("echo 'Authorization: Bearer {}' >&2\n{}",
                                                      secret, script));
}
std::string says(const std::string& line) { return "cat <<'END'\n" + line + "\nEND\n"; }

void expect_hidden(const ProgramRun& run, const char* who) {
  EXPECT_THAT(run.out, Not(HasSubstr(std::string(secret)))) << who;
  EXPECT_THAT(run.err, Not(HasSubstr(std::string(secret)))) << who;
  EXPECT_THAT(run.out + run.err, HasSubstr("***")) << who;
}

TEST(PlantedSecret, IsInNoFindingOfATornLineWhereverItIsTorn) {
  const auto whole = fmt::format(R"({{"method":"x","params":{{"command":"{}","token":"{}"}}}})",
                                 command(), secret);
  const TemporaryFolder folder;
  std::string torn;
  for (std::size_t end = whole.find(secret) + secret.size(); end < whole.size(); ++end)
    torn +=
        nlohmann::json{{"t_ms", end}, {"dir", "s2c"}, {"raw", whole.substr(0, end)}}.dump() + "\n";
  const auto file = folder.file("torn.jsonl", torn);
  for (const auto* json : {"", "--json "})
    expect_hidden(run_shell("\"$orrery\" check " + std::string(json) + file + " 2>&1"), "check");
}

TEST(PlantedSecret, IsInNothingThatDrivePrints) {
  const TemporaryFolder folder;
  const auto torn = fmt::format(R"({{"method":"x","params":{{"command":"{})", command());
  const auto error =
      fmt::format(R"({{"method":"error","params":{{"error":{{"message":"{}"}}}}}})", command());
  const auto refusal =
      fmt::format(R"({{"id":1,"error":{{"code":-32603,"message":"{}"}}}})", command());
  const auto run = run_shell("\"$orrery\" drive --patience 1s -- " +
                             server(folder, "read line\n" + says(torn) + says(error) +
                                                says(refusal) + "cat > /dev/null\n"));
  EXPECT_THAT(run.out, HasSubstr("bad_line"));
  EXPECT_THAT(run.out, HasSubstr("problem_shown"));
  expect_hidden(run, "drive");
}

TEST(PlantedSecret, IsInNoReportOfProbe) {
  const TemporaryFolder folder;
  const auto refusal =
      fmt::format(R"({{"id":1,"error":{{"code":-32603,"message":"{}"}}}})", command());
  const auto torn = fmt::format(R"({{"method":"x","params":{{"command":"{})", command());
  const auto run = run_shell("\"$orrery\" probe --timeout 1s -- " +
                             server(folder, "read line\n" + says(torn) + says(refusal)) + " 2>&1");
  expect_hidden(run, "probe");
}

TEST(PlantedSecret, IsInTheRecordWhichSaysSoAndIsItsOwnersAlone) {
  const TemporaryFolder folder;
  const auto file = folder.file("record.jsonl");
  const auto run = run_shell("\"$orrery\" drive --patience 1s --record " + file + " -- " +
                             server(folder, "read line\n" + says(std::string(secret))));
  EXPECT_THAT(text_of(file), HasSubstr(std::string(secret)));
  EXPECT_THAT(run.err, HasSubstr("is raw, secrets included"));
  struct stat status {};
  ASSERT_EQ(::stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600u);
}

}  // namespace
}  // namespace tools
