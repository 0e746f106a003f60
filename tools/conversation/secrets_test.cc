// A secret that is planted into a conversation is in no print of it, whoever prints: what is shown,
// told and found is masked, whole or torn. The record alone is raw.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using testing::HasSubstr;
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
