#include "conformance/run/shrink.h"

#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/area/worlds.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/explored.h"
#include "conformance/run/failure_place.h"
#include "conformance/run/sample.h"
#include "sim/modality/scenario.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using testing::HasSubstr;

sim::modality::Scenario scenario_of(const std::string& text) {
  const auto loaded = sim::modality::scenarios().parse(text, "test");
  const auto* error = std::get_if<sim::ScenarioError>(&loaded);
  EXPECT_EQ(error, nullptr) << (error == nullptr ? "" : show(*error));
  return error == nullptr ? std::get<sim::modality::Scenario>(loaded) : sim::modality::Scenario{};
}

sim::modality::Scenario scenario_file(const std::string& name) {
  const auto loaded = sim::modality::scenarios().load(std::string(ORRERY_SOURCE_DIR) +
                                                      "/scenarios/modality/" + name + ".json");
  return std::get<sim::modality::Scenario>(loaded);
}

// The shortest failure by this rule.
PlanFailure failure_in(const sim::modality::Plan& plan, const std::string& subject,
                       const std::string& rule) {
  sim::SearchOptions options;
  options.stop_at_first = false;
  const auto found = explore_plan(plan, subject, nullptr, options, sim::Serial());
  for (const auto& failure : found.failures)
    if (failure.rule == rule) return failure;
  ADD_FAILURE() << subject << " does not break " << rule;
  return {};
}

Shrunk shrunk(const sim::modality::Plan& plan, const std::string& subject,
              const PlanFailure& failure, std::uint64_t budget = 5'000) {
  auto result = shrink_failure(
      {.plan = plan, .subject = subject, .failure = failure, .name = "test", .budget = budget});
  const auto* error = std::get_if<ShrinkError>(&result);
  EXPECT_EQ(error, nullptr) << (error == nullptr ? "" : error->what);
  return error == nullptr ? std::get<Shrunk>(std::move(result)) : Shrunk{};
}

const sim::modality::Plan& modality(const Shrunk& shrunk) {
  return shrunk.scenario.plan.as<sim::modality::Plan>();
}

FailurePlace place_in(const Shrunk& shrunk, const std::string& subject) {
  const auto run = rerun_failure(shrunk.scenario.plan, subject, shrunk.failure);
  return place_of(shrunk.scenario.plan, run, shrunk.scenario.expect).value_or(FailurePlace{});
}

// modality/tick_races_return with all that a careless reporter could have left in.
constexpr auto junk = R"({
  "format": 1, "story": "s", "call": {"modal": "smart_non_modal", "timeout_ms": 3000},
  "limits": "short",
  "ide": {"stack": ["slow"], "documents": ["uncommitted", "clean"], "index": "dumb_ending"},
  "body": ["edit", "ignore_cancel", {"call": "isModal"}, {"sleep_ms": 500}, "write_disk",
           {"open": "closable"}, {"sleep_ms": 500}],
  "background": [{"event": "disk_changes", "at_ms": [500, 1000]},
                 {"event": "save_asks", "at_ms": 2000}]
})";

TEST(Shrinking, TakesTheJunkFromAroundAKnownRace) {
  const auto plan = scenario_of(junk).plan;
  const std::string subject = "mutant:result_sent_twice";
  const auto out = shrunk(plan, subject, failure_in(plan, subject, "MOD-05"));
  const auto race = scenario_file("tick_races_return").plan;
  EXPECT_LE(out.after.parts[0].count, race.body.instructions.size());
  EXPECT_EQ(out.after.parts[1].count, 0u);
  EXPECT_EQ(out.after.parts[2].count, 0u);
  EXPECT_EQ(out.after.parts[3].count, 0u);
  EXPECT_EQ(modality(out).start.index, sim::modality::Index::Smart);
  EXPECT_EQ(out.before.parts[0].count, 7u);
  EXPECT_EQ(out.before.parts[3].count, 2u);
  EXPECT_LT(out.after.choices, out.before.choices);
  EXPECT_EQ(out.end, sim::ShrinkEnd::Fixpoint);
  EXPECT_TRUE(out.simplest);
  EXPECT_EQ(place_in(out, subject).rule, "MOD-05");
}

TEST(Shrinking, GivesTheSameBytesTwice) {
  const auto plan = scenario_of(junk).plan;
  const std::string subject = "mutant:result_sent_twice";
  const auto failure = failure_in(plan, subject, "MOD-05");
  const auto once = shrunk(plan, subject, failure);
  const auto twice = shrunk(plan, subject, failure);
  EXPECT_EQ(once.document, twice.document);
  EXPECT_EQ(once.failure.path, twice.failure.path);
  EXPECT_EQ(once.tried, twice.tried);
}

TEST(Shrinking, StopsAtItsBudgetAndStillFailsTheSame) {
  const auto plan = scenario_of(junk).plan;
  const std::string subject = "mutant:result_sent_twice";
  const auto failure = failure_in(plan, subject, "MOD-05");
  const auto out = shrunk(plan, subject, failure, 3);
  EXPECT_EQ(out.tried, 3u);
  EXPECT_EQ(out.end, sim::ShrinkEnd::Budget);
  EXPECT_EQ(place_in(out, subject).rule, "MOD-05");
  EXPECT_THAT(show(out), HasSubstr("3 candidates tried; not to the end"));
}

// In the smallest world of all, without the dialog, this engine breaks another rule.
TEST(Shrinking, KeepsTheRuleAndThePlaceAlthoughLessBreaksAnother) {
  const auto table = modality::table_plan(Budget::Quick, modality::one_cell(modality::table_rows));
  std::size_t several = 0;
  for (const auto& mutant : modality::mutants()) {
    if (several == 3) break;
    const auto subject = "mutant:" + std::string(mutant.name);
    sim::SearchOptions options;
    options.stop_at_first = false;
    options.states_max = 30'000;
    const auto found = explore_plan(table, subject, nullptr, options, sim::Serial());
    if (found.failures.size() < 2) continue;
    ++several;
    for (const auto& failure : found.failures) {
      const auto place = place_of(table, rerun_failure(table, subject, failure), nullptr);
      const auto out = shrunk(table, subject, failure);
      EXPECT_EQ(place_in(out, subject), *place) << subject;
      EXPECT_EQ(out.scenario.rules, std::vector<std::string>{failure.rule});
    }
  }
  EXPECT_EQ(several, 3u);
}

TEST(Shrinking, MakesAScenarioOfARandomRunWithTheRealConstants) {
  const std::string subject = "mutant:result_sent_twice";
  const auto cell = modality::table_rows;  // smart_non_modal
  const auto sampled =
      modality::area().worlds().sample({.subject = subject, .row = cell, .seed = 1, .runs = 20'000},
                                       sim::Serial(), [](std::uint64_t) { return true; });
  ASSERT_TRUE(sampled.failure);
  const auto plan = modality::sampled_plan(cell, 1, sampled.failed_run);
  const auto out = shrunk(plan, subject, *sampled.failure);
  const auto parts = [](const RunSize& size) { return size.parts_together(); };
  EXPECT_LE(parts(out.after), 4u) << out.document;  // As many as modality/tick_races_return has.
  EXPECT_GT(parts(out.before), parts(out.after));
}

TEST(Shrinking, KeepsACallThatNeverEnds) {
  const auto scenario = scenario_file("called_from_edt");
  const std::string subject = "mutant:edt_not_checked";
  sim::SearchOptions options;
  options.stop_at_first = false;
  const auto found = explore_plan(scenario.plan, subject, nullptr, options, sim::Serial());
  ASSERT_FALSE(found.failures.empty());
  for (const auto& failure : found.failures) {
    const auto out = shrunk(scenario.plan, subject, failure);
    EXPECT_EQ(out.failure.rule, failure.rule);
  }
}

// What the scenario expects decides here, so it is kept as it is.
TEST(Shrinking, KeepsAnEndThatNothingExpects) {
  auto scenario = scenario_of(R"({
    "format": 1, "story": "s", "call": {"modal": "smart_non_modal"},
    "body": ["edit", {"sleep_ms": 500}, "throw"],
    "expect": {"results": [{"verdict": "ok"}]}
  })");
  const auto found = explore_plan(scenario.plan, "engine", &scenario.expect, {}, sim::Serial());
  ASSERT_FALSE(found.failures.empty());
  ASSERT_EQ(found.failures[0].kind, PlanFailure::Kind::Unexpected);
  auto result = shrink_failure({.plan = scenario.plan,
                                .expect = &scenario.expect,
                                .failure = found.failures[0],
                                .name = "test"});
  const auto& out = std::get<Shrunk>(result);
  EXPECT_EQ(out.scenario.expect.as<sim::modality::Expectation>(), scenario.expect);
  EXPECT_EQ(modality(out).body.instructions,
            std::vector<sim::modality::Instruction>{{.op = sim::modality::Op::Throw}});
  EXPECT_EQ(out.failure.kind, PlanFailure::Kind::Unexpected);
}

TEST(Shrinking, RefusesARunThatDoesNotFail) {
  const auto scenario = scenario_file("blink_dialog");
  const PlanFailure none{PlanFailure::Kind::Breach, "MOD-12", {0}};
  const auto result = shrink_failure({.plan = scenario.plan, .failure = none, .name = "test"});
  const auto* error = std::get_if<ShrinkError>(&result);
  ASSERT_NE(error, nullptr);
  EXPECT_THAT(error->what, HasSubstr("does not fail"));
  EXPECT_FALSE(error->ours);
}

std::vector<RunPart> parts(std::size_t instructions, std::size_t entries) {
  return {{"instruction", "instructions", instructions},
          {"modal entry", "modal entries", entries},
          {"document", "documents", 0}};
}

TEST(Shrinking, SaysHowMuchSmallerItIs) {
  Shrunk out;
  out.before = {.choices = 21, .switches = 5, .parts = parts(3, 2), .ms = 1'500};
  out.after = {.choices = 9, .switches = 2, .parts = parts(1, 1), .ms = 500};
  out.tried = 412;
  EXPECT_EQ(show(out),
            "3 instructions to 1, 2 modal entries to 1, 21 choices to 9, 5 context switches to 2, "
            "1500 ms to 500 (412 candidates tried)");
}

}  // namespace
}  // namespace conformance
