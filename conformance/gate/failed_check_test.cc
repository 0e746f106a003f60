// What is found once and not again when it is looked at a second time is told so: no line is
// printed that would show nothing. And what a limit ended is no verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include <fmt/format.h>

#include "conformance/ack/area.h"
#include "conformance/ack/plans.h"
#include "conformance/appserver/area.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "run/engine_program_testing.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using testing::HasSubstr;

constexpr auto name = "exec:once";

// What a scenario comes to whose subject fails the first time that it is told of a timer, and never
// again; `unsteady` is what is known by then of its being so.
CheckResult found_once(std::shared_ptr<const sim::SubjectFault> unsteady) {
  const auto left = std::make_shared<int>(1);
  const auto fails = [left](const auto&, const nlohmann::json& event) {
    return std::string(event.contains("timer_fired") && (*left)-- > 0 ? "it gave up" : "");
  };
  const auto program = std::make_shared<EngineProgram>(ack::area(), fails);
  program->unsteady = std::move(unsteady);
  add_program(name, program);
  GateOptions options;
  options.subject = name;
  options.states_max = 500;
  options.scenarios = {fmt::format("{}/scenarios/ack/deadline_tie.json", ORRERY_SOURCE_DIR)};
  const auto gate = area_gate(ack::area(), options);
  Silent listener;
  CheckResult out;
  for (std::size_t unit = 0; unit < gate->units().size(); ++unit)
    if (gate->units()[unit].name.starts_with("scenario/"))
      for (const auto& check : gate->run(unit, sim::Serial(), listener).decided)
        if (check.outcome == Outcome::Fail) out = check;
  add_program(name, nullptr);
  return out;
}

// The digest of behaviour of a results file must not change what is judged.
TEST(BehaviourDigest, IsTakenUnderTheBoundsOfTheGateAndForgotten) {
  std::shared_ptr<EngineProgram> program;
  const auto fails = [&](const auto&, const nlohmann::json&) {
    return std::string(program->bounded ? "" : "it is asked without a bound");
  };
  program = std::make_shared<EngineProgram>(ack::area(), fails);
  program->taken_max = 300;
  const auto subject = std::string(program_prefix) + "bounded";
  add_program(subject, program);
  GateOptions options;
  options.subject = subject;
  options.exhausts = false;
  area_gate(ack::area(), options)->behaviour();
  EXPECT_EQ(program->unbounded, 0u);
  EXPECT_GE(program->forgotten, 300u) << "it came to its bound";
  EXPECT_EQ(program->taken, 0u) << "what it took is forgotten";
  add_program(subject, nullptr);
}

TEST(SecondLook, WhatIsLostHasNoLine) {
  const auto check = found_once(nullptr);
  EXPECT_EQ(check.rule, fault_rule);
  EXPECT_EQ(check.replay, "") << check.message;
  EXPECT_THAT(check.message, HasSubstr("was found once and not again"));
  EXPECT_THAT(check.message, testing::Not(HasSubstr("orrery replay")));
}

// A look that ended short of what is wrong.
TEST(SecondLook, GoesOnAsTheLineDoes) {
  const auto plan = *ack::plan_named("ack:r1:mkdir");
  const RerunRequest request{.plan = plan, .subject = {"mutant:ok_at_dispatch", {}}, .path = {}};
  EXPECT_EQ(rerun(request).end, Rerun::End::Running);
  const auto run = rerun_to_failure(request);
  ASSERT_TRUE(run.breach.has_value());
  EXPECT_EQ(run.breach->rule->id, "ACK-03");
}

TEST(SecondLook, WhatIsKnownToDifferIsTheFinding) {
  const auto known = std::make_shared<const sim::Unsteadiness>(
      sim::Unsteadiness{{{"run 1", "called"}}, "orrery subject again --histories X"});
  const auto check =
      found_once(std::make_shared<const sim::SubjectFault>(sim::SubjectFault{"it leaks", known}));
  EXPECT_EQ(check.rule, fault_rule);
  EXPECT_TRUE(check.unsteady);
  EXPECT_EQ(check.replay, known->again);
  EXPECT_THAT(check.message, HasSubstr("it leaks"));
}

// A search that a limit ended has not shown that nothing more would have come.
TEST(ASearchThatALimitEnded, DoesNotSayThatAFaultIsNeverMet) {
  GateOptions options;
  options.states_max = 60;
  options.random_runs = 1;
  const auto gate = area_gate(appserver::area(), options);
  Silent listener;
  std::size_t incomplete = 0;
  for (std::size_t unit = 0; unit < gate->units().size(); ++unit)
    if (gate->units()[unit].name.starts_with("row/"))
      for (const auto& check : gate->run(unit, sim::Serial(), listener).decided) {
        EXPECT_NE(check.outcome, Outcome::NotExercised) << check.check << check.message;
        incomplete += check.outcome == Outcome::Incomplete ? 1 : 0;
      }
  EXPECT_GT(incomplete, 0u);
}

}  // namespace
}  // namespace conformance
