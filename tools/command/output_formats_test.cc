#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "command/options.h"
#include "command/output.h"
#include "command/program_testing.h"
#include "command/words.h"
#include "results/formats.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::CheckResult;
using conformance::Outcome;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const CheckResult broken_check{.rule = "MOD-05",
                               .area = "modality",
                               .check = "scenario/modality/\"a\" & <b>",
                               .outcome = Outcome::Fail,
                               .message = "FAIL MOD-05, 100%\n  want  \x1b[31mone\n",
                               .replay = "orrery replay x"};

TEST(Junit, EscapesWhatXmlCannotHold) {
  EXPECT_EQ(xml_escaped("a<b>&\"c\"\n\t"), "a&lt;b&gt;&amp;&quot;c&quot;\n\t");
  EXPECT_EQ(xml_escaped(std::string_view("\0\x1b\r\x7f", 4)), "\\x00\\x1b\\x0d\\x7f");
  EXPECT_EQ(xml_escaped("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(xml_escaped("\xff \xc3 \xed\xa0\x80 \xef\xbf\xbf"),
            "\\xff \\xc3 \\xed\\xa0\\x80 \\xef\\xbf\\xbf");
}

TEST(Junit, HasACasePerCheckInASuitePerKind) {
  const std::vector<CheckResult> results{
      broken_check,
      {.rule = "MOD-02", .area = "modality", .check = "directed/fine"},
      {.rule = "MOD-12",
       .area = "modality",
       .level = spec::Level::Proposed,
       .check = "exercised/nowhere",
       .outcome = Outcome::NotExercised},
      {.rule = "MOD-13",
       .area = "modality",
       .check = "exercised/nowhere",
       .outcome = Outcome::NotExercised}};
  const auto xml = junit_xml(results, Places("engine"), {Verdict::Failed, 1, "no rows"});
  EXPECT_THAT(xml, HasSubstr("<testsuites name=\"orrery\" tests=\"5\" failures=\"2\" errors=\"0\" "
                             "skipped=\"1\">"));
  EXPECT_THAT(xml, HasSubstr("<system-out>FAILED: no rows\n"));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"modality.scenario\" tests=\"1\" failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"scenario/modality/&quot;a&quot; &amp; &lt;b&gt;\""));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"FAIL MOD-05, 100%\" type=\"rule broken\">"));
  EXPECT_THAT(xml, HasSubstr("\\x1b[31mone"));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"not exercised\"/>"));
  EXPECT_THAT(xml, Not(HasSubstr("\x1b")));
}

TEST(Junit, TellsWhatWasMeasuredAndWhereAScenarioStands) {
  const TemporaryFolder folder;
  auto measured = broken_check;
  measured.file = folder.file("a&b.json", "{\n  \"rules\": [\n    \"MOD-05\"]}\n");
  measured.seconds = 0.00025;
  auto elsewhere = broken_check;
  elsewhere.file = ORRERY_SOURCE_DIR "/README.md";
  const std::vector<CheckResult> results{measured, elsewhere};
  const auto xml = junit_xml(results, Places(folder.file(""), "engine"), {Verdict::Failed, 1, {}});
  EXPECT_THAT(xml, HasSubstr("skipped=\"0\" time=\"0.000250\">"));
  EXPECT_THAT(xml, HasSubstr("&lt;b&gt;\" file=\"a&amp;b.json\" line=\"3\" time=\"0.000250\">\n"));
  EXPECT_THAT(xml, HasSubstr("&lt;b&gt;\">\n")) << "neither of what is elsewhere, unmeasured";
}

TEST(Junit, OfAGateHasTimesAndScenarios) {
  const TemporaryFolder folder;
  const auto file = folder.file("junit.xml");
  const std::string tiny = "conform modality --max-states 200 --runs 5 --rule MOD-67 ";
  run_orrery(tiny + "--results " + folder.file("results") + " --junit " + file);
  const auto conformed = text_of(file);
  EXPECT_THAT(conformed, ContainsRegex("name=\"directed/MOD-67 [^>]* time=\"0\\.[0-9]{6}\">"));
  EXPECT_THAT(conformed, ContainsRegex("name=\"scenario/(modality/[a-z_]+)\" "
                                       "file=\"scenarios/modality/[a-z_]+\\.json\" "
                                       "line=\"[0-9]+\" time=\"[0-9]+\\.[0-9]{6}\">"));
  EXPECT_THAT(conformed, ContainsRegex("name=\"exercised/MOD-67\">"));
  run_orrery("merge " + folder.file("results") + " --junit " + file);
  EXPECT_EQ(text_of(file), conformed) << "what was measured is in the results";
}

TEST(Annotations, EscapeLinesAndPercents) {
  const std::vector<CheckResult> results{broken_check};
  EXPECT_EQ(github_annotations(results, Places("engine")),
            "::error title=scenario/modality/\"a\" & <b>::FAIL MOD-05, 100%25%0A  want  "
            "\x1b[31mone%0A%0Areplay: orrery replay x\n");
}

TEST(Annotations, AreNoMoreThanGithubShows) {
  const std::vector<CheckResult> results(30, broken_check);
  const auto text = github_annotations(results, Places("engine"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, HasSubstr("and 21 more"));
}

TEST(Nearest, FindsWhatWasMeantAndNothingElse) {
  const std::vector<std::string> words{"--seed", "--subject", "--list"};
  EXPECT_EQ(nearest("--sed", words), "--seed");
  EXPECT_EQ(nearest("--subejct", words), "--subject");
  EXPECT_EQ(nearest("--sub", words), "--subject");
  EXPECT_EQ(nearest("--verbose", words), "");
  EXPECT_EQ(edit_distance("ab", "ba"), 1u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
}

TEST(Numbers, AreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(1'234'567), "1,234,567");
  EXPECT_EQ(counted(1, "rule"), "1 rule");
  EXPECT_EQ(counted(0, "rule"), "0 rules");
}

TEST(Durations, HaveAUnit) {
  EXPECT_EQ(parse_duration("30s"), std::chrono::seconds(30));
  EXPECT_EQ(parse_duration("5m"), std::chrono::seconds(300));
  EXPECT_EQ(parse_duration("250ms"), std::chrono::milliseconds(250));
  for (const char* wrong : {"", "5", "s", "0s", "ms", "5d", "-5s", "9999999999999999999h", "5 s"})
    EXPECT_EQ(parse_duration(wrong), std::nullopt) << wrong;
}

TEST(Schedules, LeaveOutTheZerosAtTheEnd) {
  EXPECT_EQ(replay_command("a/b", "engine", sim::Path{0, 2, 0, 0}),
            "orrery replay a/b --schedule 0,2");
  EXPECT_EQ(replay_command("a b", "mutant:x", sim::Path{0, 0}),
            "orrery replay 'a b' --subject mutant:x");
  EXPECT_EQ(parse_schedule("0,2,1"), (sim::Path{0, 2, 1}));
  for (const char* wrong : {"", "0,,1", "0,70000", "a", "-1"})
    EXPECT_THROW(parse_schedule(wrong), UsageError) << wrong;
}

TEST(Shown, IsWhatCanDoNothing) {
  EXPECT_EQ(shown("a\x1b[2J\r\n\x7f b"), "a\\x1b[2J\\x0d\n\\x7f b");
  EXPECT_EQ(shown("gr\u00fc\u00df \u65e5\u672c \U0001f600"),
            "gr\u00fc\u00df \u65e5\u672c \U0001f600");
  EXPECT_EQ(shown("\xc2\x9b"), "\\xc2\\x9b");  // A control of two bytes.
  EXPECT_EQ(shown("a\u202eb\u2066"), "a\\xe2\\x80\\xaeb\\xe2\\x81\\xa6");
  EXPECT_EQ(shown("\xff\xc3( \xed\xa0\x80"), "\\xff\\xc3( \\xed\\xa0\\x80");
  EXPECT_EQ(shown("::error::x\n  ::stop-commands::y a::b"),
            "\\x3a:error::x\n  \\x3a:stop-commands::y a::b");
}

}  // namespace
}  // namespace tools
