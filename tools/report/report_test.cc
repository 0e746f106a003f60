// The options --html, --trace and --report of the program as a person uses them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "conformance/gate/report.h"
#include "report/report.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string defect = " --subject mutant:result_sent_twice ";

TEST(StoryOptions, WriteTheRunThatFails) {
  const TemporaryFolder folder;
  const auto run = run_orrery("explore modality/tick_races_return" + defect + "--html " +
                              folder.file("a.html") + " --trace " + folder.file("a.json"));
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(text_of(folder.file("a.html")), HasSubstr("MOD-05"));
  EXPECT_TRUE(json::parse(text_of(folder.file("a.json"))).is_array());
}

TEST(StoryOptions, OfAReplayNeedNoFailure) {
  const TemporaryFolder folder;
  const auto run = run_orrery("replay modality/tick_races_return --html " + folder.file("a.html"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(text_of(folder.file("a.html")), HasSubstr("BodyReturned"));
  EXPECT_THAT(text_of(folder.file("a.html")), Not(HasSubstr(">FAIL<")));
}

TEST(StoryOptions, TellTheNaturalRunWhereNothingFails) {
  const TemporaryFolder folder;
  const auto run = run_orrery("explore modality/tick_races_return --html " + folder.file("a.html"));
  EXPECT_EQ(run.code, 0) << run.err;
  const auto page = text_of(folder.file("a.html"));
  EXPECT_THAT(page, Not(HasSubstr(">FAIL<")));
  EXPECT_THAT(page, HasSubstr("modality/tick_races_return"));
  EXPECT_THAT(page, HasSubstr("no way from any of them fails"));
}

TEST(StoryOptions, SayThatTheNaturalRunEndsAsNobodyExpects) {
  const TemporaryFolder folder;
  auto scenario = json::parse(text_of(ORRERY_SOURCE_DIR "/scenarios/ack/deadline_tie.json"));
  auto& results = scenario["expect"]["results"];
  ASSERT_EQ(results.size(), 2u);
  results.erase(0);
  run_orrery("explore " + folder.file("other.json", scenario.dump()) + " --max-states 3 --html " +
             folder.file("a.html"));
  EXPECT_THAT(text_of(folder.file("a.html")), HasSubstr(">FAIL<"));
}

TEST(StoryOptions, HoldTheGraphOfASmallScenarioAsTheSearchSawIt) {
  const TemporaryFolder folder;
  const auto file = folder.file("a.html");
  const auto run =
      run_orrery("explore modality/tick_races_return" + defect + "--json --html " + file);
  const auto found = json::parse(run.out);
  const auto page = text_of(file);
  EXPECT_THAT(page, HasSubstr(std::to_string(found["states"].get<int>()) + " states. From "));
  EXPECT_THAT(page, HasSubstr("\"breaks MOD-05\""));
  EXPECT_THAT(page, Not(HasSubstr(folder.file(""))));
  run_orrery("explore modality/tick_races_return" + defect + "--html " + folder.file("b.html"));
  EXPECT_EQ(page, text_of(folder.file("b.html"))) << "equal bytes";
}

// What the walk in the page of a defect shows after each of these moves.
std::vector<json> walked(const std::string& page, const std::string& moves) {
  const auto run =
      run_shell("node \"" ORRERY_SOURCE_DIR "/tools/story/walk_test.js\" " + page + " " + moves);
  EXPECT_EQ(run.code, 0) << run.err;
  std::vector<json> out;
  std::istringstream lines(run.out);
  for (std::string line; std::getline(lines, line);) out.push_back(json::parse(line));
  return out;
}

TEST(StoryOptions, LetAReaderTakeAnotherTurn) {
  if (run_shell("node --version").code != 0) GTEST_SKIP() << "node is not installed";
  const TemporaryFolder folder;
  const auto page = folder.file("a.html");
  run_orrery("explore modality/tick_races_return" + defect + "--html " + page);
  const auto seen = walked(page, "start 0 back fail good run");
  ASSERT_EQ(seen.size(), 7u);
  EXPECT_THAT(seen[0]["standing"], HasSubstr("some ways fail")) << "where it could be avoided";
  EXPECT_THAT(seen[0]["next"].dump(), HasSubstr("every way fails"));
  EXPECT_THAT(seen[2]["standing"], HasSubstr("After 1 choice:"));
  EXPECT_EQ(seen[3], seen[1]) << "back where it started";
  EXPECT_THAT(seen[4]["standing"], HasSubstr("breaks MOD-"));
  EXPECT_THAT(seen[5]["standing"], HasSubstr("ends well")) << "from a failure, too";
  EXPECT_THAT(seen[6]["standing"], HasSubstr("breaks MOD-05"));
  const auto replayed = [](const json& place) {
    const auto command = place["command"].get<std::string>();
    return run_orrery(command.substr(command.find(' ') + 1)).code;
  };
  EXPECT_EQ(replayed(seen[4]), 1);
  EXPECT_EQ(replayed(seen[5]), 0);
  EXPECT_EQ(replayed(seen[6]), 1);
}

TEST(StoryOptions, SayWhyALargeWorldHasNoGraph) {
  const TemporaryFolder folder;
  const auto run =
      run_orrery("explore sample:0:1:1 --max-states 30000 --html " + folder.file("a.html"));
  EXPECT_THAT(run.code, ::testing::AnyOf(0, 6)) << run.err;
  const auto page = text_of(folder.file("a.html"));
  EXPECT_THAT(page, HasSubstr("at most 20,000 states"));
  EXPECT_THAT(page, Not(HasSubstr("id=\"graph\"")));
}

TEST(StoryOptions, RefuseWhatCannotBeAFile) {
  const TemporaryFolder folder;
  const auto run = run_orrery("explore modality/tick_races_return --html " + folder.file(""));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("is a folder"));
  const auto other = run_orrery("replay modality/blink_dialog --trace /nonexistent/a.json");
  EXPECT_EQ(other.code, 2);
  EXPECT_THAT(other.err, HasSubstr("there is no folder \"/nonexistent\""));
}

TEST(Report, RemovesItsOldPagesAndNothingElse) {
  const TemporaryFolder folder;
  const std::filesystem::path report(folder.file("report"));
  std::filesystem::create_directories(report / "runs");
  const auto page = folder.file("report/runs/001_copy.html", "a page of somebody");
  prepare_report(report.string());
  EXPECT_TRUE(std::filesystem::exists(page)) << "there was no report in this folder";
  const auto own = folder.file("report/runs/001_measured.csv", "1;2");
  prepare_report(report.string());
  EXPECT_FALSE(std::filesystem::exists(page));
  EXPECT_EQ(text_of(own), "1;2");
}

TEST(Report, RefusesAFileBeforeTheGate) {
  const TemporaryFolder folder;
  const auto run = run_orrery("conform --report " + folder.file("there", "a file"));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("is a file; name a folder"));
  EXPECT_EQ(run.out, "");
}

std::multiset<std::string> found_in(const std::string& text, const std::string& pattern) {
  const std::regex wanted(pattern);
  std::multiset<std::string> out;
  for (std::sregex_iterator at(text.begin(), text.end(), wanted), end; at != end; ++at)
    out.insert((*at)[1].str());
  return out;
}

// Every link leads to a file of the report, or to a place in it or in its page; no place is twice.
void expect_whole(const std::filesystem::path& page) {
  const auto text = text_of(page.string());
  const auto places = found_in(text, " id=\"([^\"]*)\"");
  for (const auto& place : places) EXPECT_EQ(places.count(place), 1u) << page << " " << place;
  for (const auto& href : found_in(text, "href=\"([^\"]*)\"")) {
    if (href.starts_with("#"))
      EXPECT_EQ(places.count(href.substr(1)), 1u) << page << " " << href;
    else
      EXPECT_TRUE(std::filesystem::exists(page.parent_path() / href)) << page << " " << href;
  }
}

TEST(Report, LinksEachFailureToItsStory) {
  const TemporaryFolder folder;
  const auto run = run_orrery("conform --rule MOD-67 --max-states 20000 --runs 1 -j 1" + defect +
                              "--report " + folder.file("report"));
  EXPECT_EQ(run.code, 1) << run.err;
  const std::filesystem::path report(folder.file("report"));
  const auto index = text_of((report / "index.html").string());
  EXPECT_THAT(index, HasSubstr(">Failed</h1>"));
  EXPECT_THAT(index, HasSubstr("href=\"failures/001_"));
  expect_whole(report / "index.html");
  std::size_t stories = 0;
  for (const auto& file : std::filesystem::directory_iterator(report / "failures")) {
    if (file.path().extension() != ".html") continue;
    ++stories;
    expect_whole(file.path());
    const auto capsule = file.path().string();
    const auto again = run_orrery("replay " + capsule.substr(0, capsule.size() - 5) + ".capsule");
    EXPECT_EQ(again.code, 1) << again.err;
    EXPECT_THAT(again.out, HasSubstr("The failure is still there."));
  }
  EXPECT_GT(stories, 0u);
}

TEST(Report, LeadsFromEveryDotToItsCheckAndFromAScenarioToARunOfIt) {
  const TemporaryFolder folder;
  const auto run = run_orrery("conform monitor --runs 1 --max-states 2000 -j 1 --report " +
                              folder.file("report"));
  EXPECT_THAT(run.code, ::testing::AnyOf(0, 6)) << run.err;
  const std::filesystem::path report(folder.file("report"));
  expect_whole(report / "index.html");
  const auto index = text_of((report / "index.html").string());
  const auto dots = found_in(index, "href=\"#(check-[0-9]*)\" tabindex=\"-1\"><circle");
  const auto rows = found_in(index, "<tr id=\"(check-[0-9]*)\"");
  EXPECT_EQ(dots, rows);
  EXPECT_GT(rows.size(), 30u);
  const auto runs = found_in(index, "href=\"(runs/[^\"]*)\"");
  const std::set<std::string> pages(runs.begin(), runs.end());
  const std::filesystem::directory_iterator scenarios(ORRERY_SOURCE_DIR "/scenarios/monitor");
  EXPECT_EQ(static_cast<std::ptrdiff_t>(pages.size()), std::distance(begin(scenarios), {}));
  for (const auto& page : pages) {
    expect_whole(report / page);
    EXPECT_THAT(text_of((report / page).string()), HasSubstr("id=\"graph\""));
  }
  EXPECT_THAT(index, HasSubstr("<tr id=\"mutant-"));
}

// An area with one row, which has a cell of each sign and an empty one.
ReportData with_matrix() {
  ReportData out;
  auto& matrix = out.matrices.emplace_back();
  matrix.area = "ack";
  matrix.words = {.column = "frontend",
                  .says = "by row and frontend",
                  .columns = {"honest", "lying", "unseen", "outside", "none"},
                  .classes = {"Alpha", "Beta", "Gamma", "Delta", "Eps", "Zeta", "Eta"},
                  .letters = {'A', 'B', 'C', 'D', 'E', 'Z', 'H'},
                  .false_ok_rule = "ACK-31",
                  .false_timeout_rule = "ACK-30"};
  conformance::Soundness honest{.kinds = {7, 3, 0, 0, 0}};
  conformance::Soundness lying{.kinds = {500, 100, 60, 5, 1}, .classes = {0, 65, 0, 9, 0, 0, 0}};
  conformance::Soundness unseen{.kinds = {1, 1, 0, 0, 4}};
  conformance::Soundness outside{.kinds = {1, 1, 2, 0, 0}, .false_ok = 2};
  matrix.rows = {{.name = "copy", .cells = {honest, lying, unseen, outside, {}}, .total = lying}};
  matrix.examples[1] = {{.kind = conformance::Truth::FalseOk, .world = "w", .path = {0, 1}}};
  return out;
}

TEST(Report, ShowsACellOfSoundnessAsASignAndTwoNumbersAtMost) {
  ReportPages pages;
  pages.lies[{"ack", {1, 0}}] = "runs/001_beta.html";
  const auto section = soundness_section(with_matrix(), pages);
  const auto cells = found_in(section, ": [0-9][^\"]*\">([^<]*<small>[^<]*)</small>");
  EXPECT_EQ(cells,
            (std::multiset<std::string>{"\xe2\x9c\x93<small>10", "BD<small>65/666",
                                        "\xe2\x97\x8c<small>4/6", "\xe2\x9c\x95<small>2/4"}));
  EXPECT_LT(section.find("class=\"legend\""), section.find("class=\"matrix\""));
  EXPECT_THAT(section,
              HasSubstr("<a href=\"runs/001_beta.html\">the shortest false OK, 2 choices"));
  EXPECT_THAT(section, HasSubstr("id=\"endings-ack/copy\""));
  EXPECT_THAT(
      section,
      HasSubstr(
          "<tr id=\"row-ack/copy\" data-area=\"ack\" data-rules=\"\" data-outcome=\"fail\">"));
  EXPECT_THAT(section, HasSubstr(">500</td>")) << "all numbers stand below";
}

TEST(Report, HasNoLinkToWhatIsNotThere) {
  ReportData data;
  data.results = {{.rule = "MOD-05", .area = "modality", .check = "directed/MOD-05 once"}};
  const auto page = report_index(data, {});
  EXPECT_THAT(page, HasSubstr("<a href=\"#MOD-05\">MOD-05</a>"));
  EXPECT_THAT(page, HasSubstr("<span>MOD-67</span>")) << "of a mutant";
  const auto places = found_in(page, " id=\"([^\"]*)\"");
  for (const auto& href : found_in(page, "href=\"#([^\"]*)\""))
    EXPECT_EQ(places.count(href), 1u) << href;
}

TEST(Report, LeadsFromARowToTheCheckThatItFails) {
  ReportData data;
  data.results = {{.area = "modality", .check = "table/1 STRICT"},
                  {.rule = "MOD-05",
                   .area = "modality",
                   .check = "sampled/1 STRICT",
                   .outcome = conformance::Outcome::Fail}};
  data.rows = {{.area = "modality", .name = "1 STRICT"}};
  const auto page = report_index(data, {});
  EXPECT_THAT(page, HasSubstr("<a href=\"#check-1\">1 STRICT</a>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#row-modality/1_STRICT\">row</a>"));
  EXPECT_THAT(page, HasSubstr("<li><a href=\"#check-1\">sampled/1 STRICT</a><details>"));
}

TEST(Report, SaysOfEachEntryByWhatItIsFiltered) {
  ReportData data;
  data.results = {{.rule = "MOD-05",
                   .area = "modality",
                   .check = "directed/MOD-05 once",
                   .outcome = conformance::Outcome::Fail}};
  EXPECT_THAT(report_index(data, {}),
              HasSubstr("<tr id=\"check-0\" data-area=\"modality\" data-rules=\"MOD-05\" "
                        "data-outcome=\"fail\">"));
  const auto form = filter_form(data);
  for (const char* field : {"area", "outcome", "rule", "word"})
    EXPECT_THAT(form, HasSubstr("name=\"" + std::string(field) + "\""));
  EXPECT_THAT(form, HasSubstr("<option>modality</option>"));
}

ReportData harmful() {
  const std::string harm = "<script>alert('x')</script>";
  ReportData out;
  out.options.subject = harm;
  out.results = {{.rule = "MOD-67",
                  .check = "directed/" + harm,
                  .outcome = conformance::Outcome::Fail,
                  .message = harm},
                 {.check = "scenario/" + harm, .outcome = conformance::Outcome::Error}};
  out.rows = {{.name = harm, .key = "TFT"}};
  return out;
}

TEST(Report, EscapesEveryText) {
  const auto page =
      report_index(harmful(), {.stories = {{.result = 0, .page = "\"><script>alert"}}});
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert"));
}

TEST(Report, ShowsTheProofOfDeterminismWithTheOtherChecks) {
  ReportData data;
  data.results = {{.rule = "DET-01",
                   .check = "determinism/modality/blink_dialog",
                   .outcome = conformance::Outcome::Fail}};
  const auto page = report_index(data, {});
  EXPECT_THAT(page, HasSubstr("<title>determinism/modality/blink_dialog: fail</title>"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"DET-01\" data-area=\""));
  EXPECT_THAT(page, HasSubstr("somebody reported")) << "the scenario is listed";
}

TEST(Report, SaysHowTheGateEnded) {
  ReportData data;
  EXPECT_THAT(report_index(data, {}), HasSubstr(">Passed</h1>"));
  data.end = {Verdict::Incomplete, 0, "0 of 40 rows"};
  EXPECT_THAT(report_index(data, {}), HasSubstr(">Incomplete</h1>"));
  data.end = {Verdict::Failed, 1, {}};
  EXPECT_THAT(report_index(data, {}), HasSubstr(">Failed</h1>"));
  data.end = {Verdict::JudgedNothing, 5, {}};
  EXPECT_THAT(report_index(data, {}), HasSubstr("<h1 class=\"bad\">Nothing judged</h1>"));
  data.end = {Verdict::Interrupted, 130, {}};
  EXPECT_THAT(report_index(data, {}), HasSubstr(">Interrupted</h1>"));
}

TEST(Report, NamesTheCommandThatRunsTheGateAgain) {
  ReportData data;
  auto& options = data.options;
  for (const char* area : {"modality", "ack", "appserver", "monitor"})
    data.results.push_back({.area = area});
  EXPECT_EQ(gate_command(data), "orrery conform --seed 1");
  data.results.pop_back();
  EXPECT_EQ(gate_command(data), "orrery conform modality ack appserver --seed 1");
  options.subject = "mutant:result_sent_twice";
  options.rule = "MOD-67";
  options.level = spec::Level::Must;
  options.budget = conformance::Budget::Full;
  options.random_runs = 5;
  options.states_max = 100;
  EXPECT_EQ(gate_command(data),
            "orrery conform --subject mutant:result_sent_twice --rule MOD-67 --level must "
            "--budget full --runs 5 --max-states 100 --seed 1");
}

}  // namespace
}  // namespace tools
