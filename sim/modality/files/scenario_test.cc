#include "sim/modality/scenario.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/modality/profiles.h"
#include "files/scenario_texts.h"
#include "sim/modality/scenario.h"

namespace sim::modality {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Plan plan_of(const std::string& text) {
  const auto loaded = scenarios().parse(text, "test");
  EXPECT_EQ(message_of(loaded), "no error");
  const auto* scenario = std::get_if<Scenario>(&loaded);
  return scenario == nullptr ? Plan{} : scenario->plan;
}

// Files.

// A file that is gone at the end of its test, in a folder of its own: tests may run twice at the
// same time.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name) {
    auto folder = testing::TempDir() + "orrery_scenario_XXXXXX";
    if (::mkdtemp(folder.data()) != nullptr) path_ = std::filesystem::path(folder) / name;
  }
  ~TemporaryFile() { std::filesystem::remove_all(path_.parent_path()); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST(ScenarioFile, IsRefusedWhenItIsMissingOrADirectory) {
  EXPECT_THAT(message_of(scenarios().load("no/such.json")),
              testing::AllOf(HasSubstr("no/such.json"), HasSubstr("no such file")));
  EXPECT_THAT(message_of(scenarios().load(testing::TempDir())), HasSubstr("is a directory"));
  EXPECT_THAT(message_of(scenarios().load("")), HasSubstr("no path"));
  EXPECT_THAT(message_of(scenarios().load("/dev/zero")), HasSubstr("no regular file"));
}

TEST(ScenarioFile, IsRefusedBySizeWithoutBeingRead) {
  const TemporaryFile file("large.json");
  std::ofstream(file.path()) << "{";
  std::filesystem::resize_file(file.path(), 100'000'000);  // A hole: nothing is written.
  EXPECT_THAT(message_of(scenarios().load(file.path())), HasSubstr("100000000 bytes"));
}

TEST(ScenarioFile, IsNamedByItsPathBelowScenarios) {
  const std::string source_dir = ORRERY_SOURCE_DIR;
  const auto loaded = scenarios().load(source_dir + "/scenarios/modality/blink_dialog.json");
  ASSERT_EQ(message_of(loaded), "no error");
  EXPECT_EQ(std::get<Scenario>(loaded).name, "modality/blink_dialog");
  const TemporaryFile file("alone.json");
  std::ofstream(file.path()) << with("");
  const auto alone = scenarios().load(file.path());
  ASSERT_EQ(message_of(alone), "no error");
  EXPECT_EQ(std::get<Scenario>(alone).name, "alone");
}

// Read.

TEST(Scenario, HasDefaultsForAllButItsCall) {
  const auto plan = plan_of(with(""));
  ASSERT_EQ(plan.calls.size(), 1u);
  EXPECT_EQ(plan.calls[0].request.mode, Mode::Unleashed);
  EXPECT_EQ(plan.calls[0].request.body_timeout, short_body_timeout);
  EXPECT_EQ(plan.limits, short_limits());
  EXPECT_EQ(plan.grid.step_ms, 500);
  EXPECT_TRUE(plan.start.stack.empty() && plan.start.documents.empty());
  EXPECT_TRUE(plan.body.instructions.empty() && plan.background.empty());
  EXPECT_EQ(plan.bounds.entries + plan.bounds.background + plan.bounds.steps, 0);
}

TEST(Scenario, TakesChangesToASetOfLimitsWhereverItStands) {
  const auto plan = plan_of(
      R"({"limits": {"sync_bound_ms": 700, "base": "real"}, "story": "s",
          "call": {"tuple": {"S": true, "progress_at_gate": "refuse"}}, "format": 1})");
  auto limits = engine::modality::real_limits();
  limits.sync_bound = port::Duration{700};
  EXPECT_EQ(plan.limits, limits);
  const auto& request = plan.calls[0].request;
  EXPECT_EQ(request.body_timeout, engine::modality::default_body_timeout);
  EXPECT_EQ(request.mode, Mode::Raw);
  EXPECT_EQ(request.raw, (Options{.close_on_start = true, .progress = ProgressAtGate::Refuse}));
}

Instruction calling(Method method) { return {.op = Op::Call, .call = {.method = method}}; }

TEST(Scenario, PutsBlocksBetweenTheirTwoCalls) {
  const auto plan =
      plan_of(with(R"("body": [{"allowed": [{"open": "slow"}, {"allowed": ["throw"]}]}])"));
  const auto enter = calling(Method::EnterModalDialogAllowed);
  EXPECT_THAT(plan.body.instructions,
              ElementsAre(enter, Instruction{.op = Op::Open, .kind = EntryKind::Slow}, enter,
                          Instruction{.op = Op::Throw}));
  const auto former = plan_of(with(R"("body": [{"call": "doNotCancelOnModalityStateChange"}])"));
  EXPECT_EQ(former.body.instructions[0].call.method, port::modality::Method::AllowModalDialog);
  const auto closed = plan_of(with(R"("body": [{"allowed": []}, "edit"])"));
  const auto leave = calling(Method::LeaveModalDialogAllowed);
  EXPECT_THAT(closed.body.instructions, ElementsAre(enter, leave, Instruction{.op = Op::Edit}));
}

TEST(Scenario, GoesToTheCapacitiesOfTheWorld) {
  const auto plan =
      plan_of(with(R"("ide": {"stack": [)" + listed("\"slow\"", 6) + R"(], "documents": [)" +
                   listed("\"stale\"", 3) + R"(]}, "background": [)" +
                   listed(R"({"event": "open_slow", "at_ms": [0, "never"]})", 4) +
                   R"(], "body": [)" + repeated(R"({"allowed": [)", 8) +
                   listed("{\"sleep_ms\": 1036800000}", 234) + repeated("]}", 8) + "]"));
  EXPECT_EQ(plan.start.stack.size(), 6u);
  EXPECT_EQ(plan.start.documents.size(), documents_max);
  EXPECT_EQ(plan.background.size(), background_max);
  EXPECT_EQ(plan.body.instructions.size(), scenario_instructions_max);
}

TEST(Scenario, DefaultsOfAnExpectationHoldForEachResultThatDoesNotSayOtherwise) {
  const auto loaded = scenarios().parse(
      with(R"("expect": {"closed": 1, "warnings": ["smart_skipped", "sync_skipped"], "results": [
               {"verdict": "ok"},
               {"verdict": "failed", "stage": "body", "reason": "body_threw", "closed": 0}]})"),
      "test");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& results = std::get<Scenario>(loaded).expect.results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(show(results[0]), "ok, closed 1, warnings sync_skipped+smart_skipped");
  EXPECT_EQ(show(results[1]),
            "failed at body: body_threw, closed 0, warnings sync_skipped+smart_skipped");
}

TEST(Scenario, SaysWhereThroughTheEscapesOfItsStrings) {
  const auto message = message_of(scenarios().parse(
      "{\"format\": 1,\n \"story\": \"\\\\\\\" \xc3\xa9\", \"call\": {\"modal\":\n  \"\\\"x\"}}",
      "t"));
  EXPECT_THAT(message, testing::StartsWith("t:3:3: /call/modal: "));
}

// The grid.

TEST(ScenarioGrid, IsTheDivisorOfTheDelaysInPlay) {
  EXPECT_EQ(plan_of(with(R"("body": [{"sleep_ms": 250}])")).grid.step_ms, 250);
  // A kind that this world never shows does not count.
  const std::string odd = R"("ide": {"latencies": {"slow": {"answer_ms": [0, 7]}})";
  EXPECT_EQ(plan_of(with(odd + "}")).grid.step_ms, 500);
  EXPECT_EQ(plan_of(with(odd + R"(, "stack": ["slow"]})")).grid.step_ms, 1);
}

TEST(ScenarioGrid, IsTheFixedOneIfThatDividesAllDelays) {
  EXPECT_EQ(plan_of(with(R"("grid_ms": 100)")).grid.step_ms, 100);
}

TEST(ScenarioGrid, NamesTheNumbersThatMakeItFine) {
  const auto why = [](const std::string& fields) {
    return std::get<Scenario>(scenarios().parse(with(fields), "test")).fine_because;
  };
  EXPECT_EQ(why(R"("body": [{"sleep_ms": 501}, {"sleep_ms": 1000}])"),
            "the grid is 1 ms for 501 ms (a sleep); it would be 500 ms without");
  EXPECT_EQ(why(R"("body": [{"sleep_ms": 1000}])"), "");
  EXPECT_EQ(why(R"("grid_ms": 50)"), "`grid_ms` makes the grid 50 ms; 500 would do");
}

TEST(ScenarioGrid, IsCoarseWhereTheReferenceHasTooManyInstants) {
  const auto loaded = scenarios().parse(
      with(R"("background": [{"event": "save_asks", "at_ms": [1, 20000]}])"), "test");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<Scenario>(loaded);
  EXPECT_EQ(scenario.plan.grid.step_ms, 0);
  EXPECT_THAT(scenario.coarse_because, HasSubstr("20000 in save_asks"));
}

// Windows that each would do may be too many together.
TEST(ScenarioGrid, IsCoarseWhereWindowsTogetherHaveTooManyInstants) {
  const auto loaded =
      scenarios().parse(with(R"("background": [{"event": "disk_changes", "at_ms": [1, 9999]},
                             {"event": "disk_changes", "at_ms": [1, 9999]}])"),
                        "test");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<Scenario>(loaded);
  EXPECT_EQ(scenario.plan.grid.step_ms, 0);
  EXPECT_THAT(scenario.coarse_because, HasSubstr("9999 in disk_changes, 9999 in disk_changes"));
  // So may be equal entries of the stack: 4 progresses, each of 7,500 instants.
  const auto progresses = scenarios().parse(
      with(R"("limits": "real", "ide": {"stack": [)" + listed(R"("progress")", 4) +
           R"(], "latencies": {"progress": {"ends_ms": [20, 150000]}}})"),
      "test");
  ASSERT_EQ(message_of(progresses), "no error");
  EXPECT_EQ(std::get<Scenario>(progresses).plan.grid.step_ms, 0);
}

// Outcomes.

TEST(ScenarioOutcome, IsNoResultWhenTwoAreSent) {
  const Expectation expect{{{.first = {.verdict = Verdict::Ok}}}};
  Outcomes outcomes;
  auto& outcome = outcomes.runs[0];
  EXPECT_EQ(matching(expect, outcomes), 0u);
  const Command finish = Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None};
  outcome.commanded(finish);
  EXPECT_EQ(matching(expect, outcomes), 1u);
  outcome.commanded(finish);
  EXPECT_EQ(matching(expect, outcomes), 0u);
}

TEST(ScenarioOutcome, HasToAgreeInAllThatIsAskedFor) {
  Outcome outcome;
  outcome.commanded(StartBody{});
  outcome.commanded(CloseDialog{OperationId::Main, DialogId{2}});
  outcome.commanded(ReportDialog{DialogId{2}, port::modality::Outcome::Closed});
  outcome.heard(Captured{Artifact::ThreadDump});
  outcome.commanded(DropCapture{Artifact::Screenshot});
  outcome.commanded(Warn{Warning::SmartSkipped, Reason::None});
  outcome.noticed(DocumentTouched{DocumentName::Project, TouchedBy::Edit, true, true, false, true});
  outcome.noticed(StaleRead{DocumentName::Project});
  outcome.noticed(WriteBegan{OperationId::Main});
  outcome.commanded(Finish{Verdict::Failed, Stage::Body, Reason::BodyThrew, Modality::None});
  // After the result.
  outcome.noticed(
      DocumentTouched{DocumentName::Project, TouchedBy::Write, false, false, false, false});
  EXPECT_EQ(show(outcome),
            "failed at body: body_threw, body_starts true, on_disk false, stale_reads 1, "
            "lost_texts 0, closed 1, warnings smart_skipped, screenshots 0, thread_dumps 1, lost "
            "1, writes 1, looks 0, close_order [2]");
  ExpectedResult wanted{
      .first = {.verdict = Verdict::Failed, .stage = Stage::Body, .reason = Reason::BodyThrew}};
  wanted.first.close_order = {2};
  wanted.first.writes = std::uint8_t{1};
  Outcomes outcomes{.runs = {outcome}};
  EXPECT_EQ(matching({{wanted}}, outcomes), 1u);
  auto other = wanted;
  other.first.close_order = {2, 1};
  auto third = wanted;
  third.first.on_disk = true;
  EXPECT_EQ(matching({{other, wanted, third}}, outcomes), 2u);
  auto second = wanted;
  second.second = ExpectedRun{.verdict = Verdict::Ok};
  EXPECT_EQ(matching({{second}}, outcomes), 0u);
  outcomes.runs[1].commanded(Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None});
  EXPECT_EQ(matching({{second}}, outcomes), 1u);
  auto fourth = second;
  fourth.fourth =
      ExpectedRun{.verdict = Verdict::Failed, .stage = Stage::Gate, .reason = Reason::DialogAtGate};
  EXPECT_EQ(matching({{fourth}}, outcomes), 0u);
  outcomes.commanded(
      {Finish{Verdict::Failed, Stage::Gate, Reason::DialogAtGate, Modality::Dialog}, 3});
  EXPECT_EQ(matching({{fourth, second}}, outcomes), 3u);
  EXPECT_NE(show(outcomes).find("; the fourth run: failed at gate: dialog_at_gate"),
            std::string::npos);
}

// What one run edits is a stranger's for the other, and what the IDE does is both runs'.
TEST(ScenarioOutcome, OfTwoRunsIsEachOnesOwn) {
  Outcomes outcomes;
  outcomes.noticed(
      {DocumentTouched{DocumentName::Project, TouchedBy::Edit, true, true, false, true}, true});
  outcomes.noticed({StaleRead{DocumentName::Project}, false});
  outcomes.noticed({TextLost{DocumentName::Project}, false});
  EXPECT_TRUE(outcomes.runs[0].on_disk);
  EXPECT_FALSE(outcomes.runs[1].on_disk);
  EXPECT_EQ(outcomes.runs[0].stale_reads, 1);
  EXPECT_EQ(outcomes.runs[1].stale_reads, 0);
  EXPECT_EQ(outcomes.runs[1].lost_texts, 1);
}

TEST(ScenarioFile, HasTwoCallsEachWithItsScript) {
  const auto loaded = scenarios().parse(
      R"({"format": 1, "story": "s", "limits": "short", "calls": [
           {"modal": "unleashed", "timeout_ms": 1000,
            "body": ["ignore_cancel", {"hold_thread_ms": 500}]},
           {"at_ms": 1500, "tuple": {"R": true}}],
          "expect": {"results": [{"verdict": "ok", "second": {"verdict": "ok", "closed": 1}}]}})",
      "two");
  const auto* scenario = std::get_if<Scenario>(&loaded);
  ASSERT_NE(scenario, nullptr) << std::get<ScenarioError>(loaded).what;
  const auto& plan = scenario->plan;
  ASSERT_EQ(plan.another.size(), 1u);
  EXPECT_EQ(plan.calls[0].request.body_timeout, port::Duration{1'000});
  EXPECT_EQ(plan.another[0].calls[0].request.body_timeout, short_body_timeout);
  EXPECT_EQ(plan.another[0].at, (Window{1'500, 1'500}));
  EXPECT_EQ(plan.body.instructions[1].op, Op::HoldThread);
  EXPECT_EQ(scenario->expect.results[0].second->closed, 1);
}

}  // namespace
}  // namespace sim::modality
