// What a gate ended with is one value: the terminal, the page, JUnit, SARIF, the results file and
// the JSON of one gate say the same, of each kind of end, and their counts agree.
#include <cctype>
#include <regex>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// The example in Python, with one bad row.
std::string subject_of(const TemporaryFolder& folder) {
  return "exec:" + python() + " " +
         folder.file("mine.py", fmt::format(R"(import sys
sys.path.insert(0, "{}/examples/subjects/python")
import orrery
from ack import *
class Mine(Ack):
    def called(self, call, request):
        if request["tool"] == "mkdir":
            self.say("dispatch", call=call, request=0)
            return self.respond(call, "ok")
        super().called(call, request)
orrery.serve(Mine, "ack", revisions=["r1"])
)",
                                            ORRERY_SOURCE_DIR));
}

constexpr auto of_a_row = "conform ack --rule ACK-03 --runs 1 ";
constexpr auto small = "--max-states 30 --runs 1 --revision r1 --rule ACK-03 ";

struct GateCase {
  const char *kind, *verdict, *printed;
  int exit;
};
class Outputs : public testing::TestWithParam<GateCase> {
 protected:
  // The command of each kind, without its outputs.
  std::string command(const TemporaryFolder& folder) const {
    const std::string kind = GetParam().kind;
    if (kind == "NoSubject") return "conform joint ";
    if (kind == "Mutant")
      return std::string(of_a_row) + "--max-states 2000 --subject mutant:ok_at_dispatch ";
    if (kind == "Incomplete") return std::string(of_a_row) + "--max-states 100 ";
    if (kind == "EmptyShard") return "conform monitor --rule MON-40 --shard 9999/9999 ";
    const auto program = fmt::format("conform ack {}--subject '{}' ", small, subject_of(folder));
    if (kind == "Program") return program;
    const auto known = folder.file("known.json");
    EXPECT_EQ(run_orrery(program + "--write-known " + known).code, 1);
    return program + "--known " + known + " ";
  }
};

std::size_t number_in(const std::string& text, const std::string& before) {
  std::smatch found;
  const bool is_there = std::regex_search(text, found, std::regex(before + "([0-9]+)"));
  return is_there ? std::stoul(found[1]) : 0;
}
std::size_t counted_in(std::string text, const std::string& what) {
  std::erase(text, ',');
  std::smatch found;
  const bool is_there = std::regex_search(text, found, std::regex("([0-9]+) " + what));
  return is_there ? std::stoul(found[1]) : 0;
}

std::string as_heading(std::string printed) {
  for (std::size_t i = 0; i < printed.size(); ++i) {
    const auto letter = static_cast<unsigned char>(printed[i]);
    printed[i] = static_cast<char>(i == 0 ? std::toupper(letter) : std::tolower(letter));
  }
  return printed;
}

void expect_junit(const std::string& junit, const GateCase& of, const std::string& terminal) {
  EXPECT_THAT(junit, HasSubstr(fmt::format(R"(classname="orrery.verdict" name="{}")", of.verdict)));
  EXPECT_THAT(junit, HasSubstr(std::string("<system-out>") + of.printed));
  const auto first = terminal.substr(0, terminal.find('\n'));
  EXPECT_THAT(junit, HasSubstr("<system-out>" + first)) << "the same sentence";
  // The suite of the verdict is none of the checks.
  EXPECT_EQ(number_in(junit, R"(name="orrery.verdict" tests="1" failures=")"), 0u);
  const auto failures = number_in(junit, R"(<testsuites name="orrery" tests="[0-9]+" failures=")");
  EXPECT_EQ(failures,
            counted_in(terminal, "failed") + counted_in(terminal, "of a MUST not exercised"))
      << terminal;
  std::size_t cases = 0;
  for (auto at = junit.find("<testcase"); at != junit.npos; at = junit.find("<testcase", at + 1))
    ++cases;
  EXPECT_EQ(number_in(junit, R"(<testsuites name="orrery" tests=")"), cases);
}

TEST_P(Outputs, SayTheSame) {
  const auto& of = GetParam();
  const TemporaryFolder folder;
  const auto gate = command(folder);
  if (gate.find("exec:") != gate.npos && python().empty())
    GTEST_SKIP() << "python3 is not installed";
  const auto ran = run_orrery(fmt::format("{}--report {} --junit {} --sarif {} --results {}", gate,
                                          folder.file("page"), folder.file("junit"),
                                          folder.file("sarif"), folder.file("results")));
  EXPECT_EQ(ran.code, of.exit) << ran.out << ran.err;
  EXPECT_THAT(ran.out, StartsWith(std::string(of.printed) + ": "));
  const auto page = text_of(folder.file("page/index.html"));
  EXPECT_THAT(page, HasSubstr(">" + as_heading(of.printed) + "</h1>"));
  EXPECT_THAT(page, HasSubstr("<title>" + as_heading(of.printed) + " "));
  expect_junit(text_of(folder.file("junit")), of, ran.out);

  const auto sarif = json::parse(text_of(folder.file("sarif")), nullptr, false);
  ASSERT_FALSE(sarif.is_discarded());
  const auto& log = sarif["runs"][0];
  EXPECT_EQ(log["properties"]["verdict"], of.verdict);
  EXPECT_EQ(log["invocations"][0]["exitCode"], of.exit);
  EXPECT_THAT(ran.out, StartsWith(log["properties"]["says"].get<std::string>()));

  const auto results = text_of(folder.file("results"));
  const auto last = results.rfind("{\"summary\"");
  ASSERT_NE(last, results.npos);
  const auto summary = json::parse(results.substr(last), nullptr, false)["summary"];
  const auto whole = json::parse(run_orrery(gate + "--json").out, nullptr, false)["summary"];
  for (const auto& each : {summary, whole}) {
    EXPECT_EQ(each["verdict"], of.verdict);
    EXPECT_EQ(each["exit"], of.exit);
    EXPECT_EQ(each["failed"], counted_in(ran.out, "failed"));
    EXPECT_EQ(each["known"], counted_in(ran.out, "known to fail"));
    EXPECT_EQ(each["not_applicable"], counted_in(ran.out, "not applicable"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, Outputs,
                         testing::Values(GateCase{"NoSubject", "passed", "passed", 0},
                                         GateCase{"Mutant", "failed", "FAILED", 1},
                                         GateCase{"Program", "failed", "FAILED", 1},
                                         GateCase{"Known", "incomplete", "INCOMPLETE", 0},
                                         GateCase{"Incomplete", "incomplete", "INCOMPLETE", 6},
                                         GateCase{"EmptyShard", "nothing_selected",
                                                  "NOTHING SELECTED", 5}),
                         [](const auto& row) { return row.param.kind; });

// What a red gate says to a person: the verdict first, and of each rule that broke one story. A
// green one: command/transcripts_test.cc.

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t out = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++out;
  return out;
}

TEST(GateText, ARedGateTellsOneStoryForEachRule) {
  const std::string gate =
      "conform modality --rule MOD-05 --runs 1 --max-states 5000 --subject "
      "mutant:result_sent_twice";
  const auto run = run_orrery(gate);
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, StartsWith("FAILED: "));
  EXPECT_EQ(count(run.out, "\nFAIL "), 1u) << run.out;
  // A run of both sides, not a directed check.
  EXPECT_THAT(run.out, HasSubstr("\n  replay    orrery replay "));
  EXPECT_THAT(run.out, HasSubstr("\n  MOD-05    "));
  const auto whole = run_orrery(gate + " --details");
  EXPECT_GE(count(whole.out, "\nFAIL "), 3u) << whole.out;
}

// Not that of the least id, which may be of a consequence.
// Of so many states of each row as show it.
ProgramRun gate_of(const std::string& mutant, int states) {
  return run_orrery(
      fmt::format("conform ack --runs 1 --max-states {} --subject mutant:{}", states, mutant));
}
void expect_led(const ProgramRun& run, const std::string& by, const std::string& before) {
  ASSERT_EQ(run.code, 1) << run.err;
  const auto first = run.out.find("\nFAIL ");
  ASSERT_NE(first, std::string::npos) << run.out;
  EXPECT_THAT(run.out.substr(first + 1), StartsWith("FAIL " + by + " ")) << run.out;
  EXPECT_THAT(run.out, HasSubstr("\n  " + before + "    "));
}

TEST(GateText, TheRuleThatMostRowsBlameLeads) {
  expect_led(gate_of("short_navigation", 32'000), "ACK-19", "ACK-18");
}
TEST(GateText, OfAsManyRowsTheShortestRunLeads) {
  expect_led(gate_of("close_waits_for_tracker", 2'000), "ACK-22", "ACK-04");
}

// The second call of a number may be one of another row: "mkdir" does nothing wrong here.
TEST(GateText, AFindingIsOfTheLastCallOfItsNumber) {
  const auto run = gate_of("refresh_by_generation", 16'000);
  ASSERT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(run.out, testing::ContainsRegex("\n  mkdir  [^\n]* through refresh\n"));
}

}  // namespace
}  // namespace tools
