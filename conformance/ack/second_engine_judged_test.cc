// The second engine in the worlds of the gate, judged as the first is: it may not be blamed for
// being another; and with a fault planted in it, by the rule that the fault breaks.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "ack/second_engine_testing.h"
#include "conformance/ack/area.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/plans.h"
#include "conformance/run/explored.h"
#include "sim/ack/scenario.h"
#include "sim/ack/subject.h"
#include "sim/search/parallel.h"
#include "sim/search/random.h"
#include "spec/ack/judge.h"

namespace conformance::ack {
namespace {

using port::ack::Commands;
using port::ack::Event;
using sim::ack::Plan;
using sim::ack::SubjectState;
using SecondSubject = sim::ack::EngineSubject<SecondEngine>;

// What is wrong in an engine: with what it hears, or with what it says.
struct Fault {
  const char* rule;
  const char* world;
  void (*hear)(Event&) = [](Event&) {};
  void (*say)(Commands&) = [](Commands&) {};
};

class FaultySecond final : public sim::ack::Subject {
 public:
  FaultySecond(const port::ack::Table& table, const Fault& fault)
      : second_(SecondEngine(table)), fault_(fault) {}
  SubjectState initial() const override { return second_.initial(); }
  void step(SubjectState& state, const Event& event, Commands& out) const override {
    auto heard = event;
    fault_.hear(heard);
    second_.step(state, heard, out);
    fault_.say(out);
  }
  void rebase(SubjectState& state, port::Instant now) const override { second_.rebase(state, now); }
  port::ack::Reading panes(const SubjectState& state) const override {
    return second_.panes(state);
  }

 private:
  SecondSubject second_;
  Fault fault_;
};

JudgedWorlds judged_second(const Plan& plan) {
  return {plan, std::make_shared<SecondSubject>(SecondEngine(*plan.table)),
          spec::ack::Judge(revision_of(plan))};
}

// All that is seen of a run, a line each.
struct SecondTrace {
  std::string lines = {};
  void fact(const auto& fact) { lines += "\n  " + spec::ack::show(fact); }
  void act(const auto& act) { lines += "\n      " + spec::ack::show(act); }
};
std::string told(const JudgedWorlds& model, const sim::Path& path) {
  SecondTrace trace;
  auto state = model.initial();
  JudgedWorlds::Findings findings;
  for (const auto index : path) {
    sim::Choices choices;
    model.choices(state, choices);
    model.apply(state, choices[index], findings, trace);
  }
  return trace.lines;
}

std::string rule_of(std::uint64_t kind) {
  const auto& rules = spec::ack::ack_rules;
  return kind - 1 < rules.size() ? std::string(rules[kind - 1].id) : fmt::format("kind {}", kind);
}

// Every rule that some schedule of a plan breaks, with the shortest run to it.
using BrokenRules = std::map<std::string, std::string>;
BrokenRules broken_in(const Plan& plan, const JudgedWorlds& model) {
  const auto found = model_of(model)->explore(
      plan, "engine", {.stop_at_first = false, .findings_max = 64}, sim::Serial());
  EXPECT_TRUE(found.complete());
  BrokenRules out;
  for (const auto& failure : found.failures)
    if (failure.kind == PlanFailure::Kind::Endless)
      ADD_FAILURE() << "no end" << told(model, failure.path);
    else
      out.emplace(failure.rule, told(model, failure.path));
  return out;
}

class AckSecondJudged : public testing::TestWithParam<const char*> {};

TEST_P(AckSecondJudged, IsBlamedForNothing) {
  const auto plan = *plan_named(GetParam());
  for (const auto& [rule, run] : broken_in(plan, judged_second(plan))) ADD_FAILURE() << rule << run;
}

INSTANTIATE_TEST_SUITE_P(All, AckSecondJudged,
                         testing::Values("ack:r1:sort", "ack:r1:refresh", "ack:r1:mkdir",
                                         "ack:r1:dialog_close_about", "ack:r1:refused",
                                         "ack:r1:dialog_close_file_viewer_one",
                                         "ack:r1:open_under_cursor", "ack:r1:dialog_focus_settings",
                                         "ack:r1:pairs:mkfile", "ack:r2:select"));

TEST(AckSecondRuns, AreBlamedForNothing) {
  for (const auto revision : all_revisions()) {
    for (std::size_t row = 0; row < rows_of(revision).size(); ++row) {
      const auto plan = plan_of(revision, PlanKind::Random, row);
      const auto model = judged_second(plan);
      for (std::uint64_t number = 0; number < 20; ++number) {
        const auto strategy = sim::strategy_of({sim::RandomStrategy::Kind::Portfolio}, number);
        const auto run =
            sim::random_run(model, sim::Picker(strategy, 60, sim::Rng(row).fork(number)), 5'000,
                            sim::VisitNothing());
        EXPECT_EQ(run.end, sim::RunEnd::Final)
            << rule_of(run.state.broken) << told(model, run.path);
      }
    }
  }
}

// No call comes to what a scenario does not list, and no lie is of a class that it does not name.
TEST(AckSecondScenarios, EndAsTheySay) {
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/ack")) {
    const auto loaded = sim::ack::scenarios().load(entry.path().string());
    const auto& scenario = std::get<sim::ack::Scenario>(loaded);
    const auto model = judged_second(scenario.plan);
    const auto found = explore_model(*model_of(model), scenario.plan, "engine", scenario.expect,
                                     {.stop_at_first = false, .findings_max = 64}, sim::Serial());
    EXPECT_TRUE(found.complete()) << scenario.name;
    EXPECT_EQ(found.lies, scenario.expect.classes.value_or(0)) << scenario.name;
    EXPECT_EQ(found.results_met, (1u << scenario.expect.results.size()) - 1) << scenario.name;
    for (const auto& failure : found.failures)
      ADD_FAILURE() << scenario.name << " " << failure.rule << told(model, failure.path);
  }
}

template <class Each, class Change>
void each_of(Commands& commands, Change change) {
  for (auto& command : commands)
    if (auto* one = std::get_if<Each>(&command)) change(*one);
}

void dispatch_twice(Commands& out) {
  for (std::size_t i = 0; i < out.size() && out.size() < out.capacity(); ++i)
    if (std::holds_alternative<port::ack::Dispatch>(out[i])) return out.push_back(out[i]);
}
void never_give_up(Commands& out) {
  each_of<port::ack::Respond>(out, [](auto& said) {
    if (said.response.status == port::ack::Status::Missing) said.response = {};
  });
}
void poll_half_as_often(Commands& out) {
  each_of<port::ack::SetTimer>(out, [](auto& timer) { timer.after *= 2; });
}
void take_every_reply(Event& event) {
  if (auto* reply = std::get_if<port::ack::Replied>(&event.what)) reply->request = {1};
}
void count_unknown_panes(Event& event) {
  if (auto* push = std::get_if<port::ack::Pushed>(&event.what)) push->pane = port::ack::Pane::Left;
}

void lose_versions(Event& event) {
  if (auto* push = std::get_if<port::ack::Pushed>(&event.what)) push->version = 0;
}
void miss_that_clients_leave(Event& event) {
  if (std::holds_alternative<port::ack::Cancelled>(event.what))
    event.what = port::ack::FocusMoved{port::ack::Pane::Left};
}
void note_no_path(Commands& out) {
  const auto rest = std::remove_if(out.begin(), out.end(), [](const auto& command) {
    return std::holds_alternative<port::ack::NoteStillOpen>(command);
  });
  out.erase(rest, out.end());
}

const Fault faults[] = {
    {.rule = "ACK-02", .world = "ack:r1:mkdir", .say = dispatch_twice},
    {.rule = "ACK-03", .world = "ack:r1:mkdir", .say = never_give_up},
    {.rule = "ACK-04", .world = "ack:r1:mkdir", .say = poll_half_as_often},
    {.rule = "ACK-10", .world = "ack:r1:open_under_cursor", .hear = take_every_reply},
    {.rule = "ACK-16", .world = "ack:r1:sort", .hear = count_unknown_panes},
    {.rule = "ACK-17", .world = "ack:r1:open_under_cursor", .hear = miss_that_clients_leave},
    {.rule = "ACK-24", .world = "ack:r1:sort", .hear = lose_versions},
    {.rule = "ACK-26", .world = "ack:r1:dialog_close_file_viewer_one", .say = note_no_path},
};

class AckSecondFault : public testing::TestWithParam<Fault> {};

TEST_P(AckSecondFault, IsCaughtByItsRule) {
  const auto& fault = GetParam();
  const auto plan = *plan_named(fault.world);
  const auto broken = broken_in(plan, {plan, std::make_shared<FaultySecond>(*plan.table, fault),
                                       spec::ack::Judge(revision_of(plan))});
  EXPECT_TRUE(broken.contains(fault.rule)) << testing::PrintToString(broken);
}

INSTANTIATE_TEST_SUITE_P(All, AckSecondFault, testing::ValuesIn(faults));

}  // namespace
}  // namespace conformance::ack
