#include "conformance/story/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <variant>

#include "conformance/run/scenario.h"
#include "sim/modality/scenario.h"
#include "sim/search/state_graph.h"
#include "story/lanes.h"

namespace conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// A dialog opens under a body that does not end by itself.
sim::modality::Scenario race() {
  auto loaded = sim::modality::scenarios().parse(R"({
    "format": 1,
    "story": "A dialog opens under the body.",
    "rules": ["MOD-61"],
    "call": {"modal": "unleashed"},
    "limits": "short",
    "body": [{"open": "closable"}, {"sleep_ms": 500}],
    "expect": {"results": [{"verdict": "failed", "stage": "body", "reason": "body_threw"}]}
  })",
                                                 "race");
  if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
    throw std::runtime_error(show(*error));
  return std::get<sim::modality::Scenario>(std::move(loaded));
}

sim::Path path_of(const Rerun& run) {
  sim::Path path;
  for (const auto& step : run.steps) path.push_back(step.index);
  return path;
}

TEST(Print, ShowsRuleWantGotAndOneLanePerActor) {
  const auto scenario = race();
  const auto path = path_of(rerun({.plan = scenario.plan, .path = {}, .natural_steps = 100}));
  const Complaint complaint{
      .rule = "MOD-05", .says = {}, .want = "Finish ok", .got = "Finish ok Finish ok"};
  EXPECT_EQ("\n" + print_failure({.plan = scenario.plan,
                                  .path = path,
                                  .complaint = &complaint,
                                  .searched = "12 states, breadth first: no shorter run fails",
                                  .replay = "orrery replay race --schedule 0,1"}),
            R"(
FAIL MOD-05 (Surface, MUST)
  rule      A call has exactly one result, and nothing comes after it: no tick and no command.
  want      Finish ok
  got       Finish ok Finish ok
  run       4 choices
  given     call unleashed
             script                           engine             IDE
     0.000s  Called unleashed timeout=3000ms  > ScheduleRefresh  ImportFinished
                                              > StartBody
     0.000s  open closable                                       DialogOpened d1
     0.000s  sleep 500 ms
     0.500s  BodyReturned                     > Decide ok
                                              > ScheduleRefresh
                                              > Finish ok
  searched  12 states, breadth first: no shorter run fails
  replay    orrery replay race --schedule 0,1
)");
}

TEST(Print, SaysWhatTheScenarioExpects) {
  const auto scenario = race();
  const auto path = path_of(rerun({.plan = scenario.plan, .path = {}, .natural_steps = 100}));
  const auto text =
      print_failure({.plan = scenario.plan, .path = path, .expect = &scenario.expect});
  EXPECT_THAT(text, HasSubstr("FAIL the run ends as the scenario does not expect\n"));
  EXPECT_THAT(text, HasSubstr("  want      failed at body: body_threw\n"));
  EXPECT_THAT(text, HasSubstr("  got       ok"));
}

// What a mutant does wrong in the natural run of a scenario.
struct WrongRow {
  const char *name, *scenario, *mutant, *says;
};
class PrintsWrong : public testing::TestWithParam<WrongRow> {};
TEST_P(PrintsWrong, ByWhatTellsItFromTheRight) {
  const auto& row = GetParam();
  const auto loaded = parse_any_scenario(row.scenario, "wrong");
  const auto* error = std::get_if<sim::ScenarioError>(&loaded);
  ASSERT_EQ(error, nullptr) << show(*error);
  const auto& plan = std::get<AnyScenario>(loaded).plan;
  const Candidate subject(row.mutant);
  const auto path =
      path_of(rerun({.plan = plan, .subject = subject, .path = {}, .natural_steps = 400}));
  EXPECT_THAT(print_failure({.plan = plan, .subject = subject, .path = path}), HasSubstr(row.says));
}
INSTANTIATE_TEST_SUITE_P(
    Rows, PrintsWrong,
    testing::Values(
        WrongRow{"OneMember", R"({
          "area": "monitor", "format": 1, "story": "s",
          "markers": [{"pid": 7, "created": 9, "url": 1}, {"pid": 7, "created": 9, "url": 2}],
          "ides": [{"pid": 7, "marker": 0, "url": 1}],
          "events": [{"event": "marker_written", "number": 1, "at_ms": 3000}]})",
                 "mutant:asks_the_old_address", "  differs   url=1, not url=2\n"},
        WrongRow{"TooEarly", R"({
          "area": "ack", "format": 1, "story": "s", "frontend": {"settings_open": true},
          "call": {"tool": "dialog_focus", "target": "settings"}})",
                 "mutant:no_note", "  want      nothing yet\n  got       Respond call=1 ok\n"},
        WrongRow{"OtherContent", R"({
          "format": 1, "story": "s", "call": {"modal": "smart_non_modal"},
          "ide": {"index": "dumb_endless"}})",
                 "mutant:retry_never_said",
                 "  want      Finish failed stage=smart reason=smart_timed_out artifacts=1 "
                 "retry_later\n"}),
    [](const auto& row) { return std::string(row.param.name); });

// The second run goes on when the first has its result, and that is no difference.
TEST(Print, KnowsWhoseResultACallerHas) {
  const auto loaded = parse_any_scenario(R"({
    "format": 1, "story": "s",
    "calls": [{"modal": "unleashed", "timeout_ms": 1000, "body": [{"hold_thread_ms": 10000}]},
              {"modal": "non_modal", "at_ms": 500}]})",
                                         "two");
  const auto& plan = std::get<AnyScenario>(loaded).plan;
  const Candidate subject("mutant:silence_not_retried");
  const auto path =
      path_of(rerun({.plan = plan, .subject = subject, .path = {}, .natural_steps = 100}));
  const auto text = print_failure({.plan = plan, .subject = subject, .path = path});
  EXPECT_THAT(text, HasSubstr("run 2: Finish"));
  EXPECT_THAT(text, testing::Not(HasSubstr("goes on")));
}

TEST(Print, EqualRequestsGiveEqualDigests) {
  const auto scenario = race();
  const RerunRequest request{.plan = scenario.plan, .path = {}, .natural_steps = 100};
  const auto first = rerun(request);
  const auto second = rerun(request);
  ASSERT_EQ(first.steps.size(), second.steps.size());
  ASSERT_EQ(first.end, Rerun::End::Final);
  for (std::size_t i = 0; i < first.steps.size(); ++i)
    EXPECT_EQ(first.steps[i].digest, second.steps[i].digest);
}

TEST(Rerun, SaysWhereThereIsNoSuchChoice) {
  const auto scenario = race();
  const sim::Path path{0, 77};
  const auto run = rerun({.plan = scenario.plan, .path = path});
  EXPECT_EQ(run.end, Rerun::End::NoChoice);
  EXPECT_EQ(run.steps.size(), 1u);
  EXPECT_GT(run.choices_left, 0u);
}

TEST(Lanes, BreakLongTextsAtWords) {
  EXPECT_THAT(break_at_words("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(break_at_words("undivided", 4), ElementsAre("undivided"));
  EXPECT_THAT(break_at_words("", 4), ElementsAre(""));
}

TEST(Lanes, GrowDownwardsAndLeaveOutTheEmptyOnes) {
  Lanes lanes({"script", "engine", "IDE"});
  lanes.row("0.000s");
  lanes.cell(2, "d1 disposed");
  lanes.cell(1, "> A");
  lanes.row({});
  lanes.cell(1, "> B");
  lanes.row("1.000s", "!");
  lanes.cell(1, "tick");
  EXPECT_EQ("\n" + lanes.text(100), R"(
             engine  IDE
     0.000s  > A     d1 disposed
             > B
!    1.000s  tick
)");
}

}  // namespace
}  // namespace conformance
