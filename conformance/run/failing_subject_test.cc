// A subject that fails wherever it is told something: in every area, at each event and early or
// late in a run, through all that a gate does with it. What fails is a finding with its schedule;
// what is a bound of ours, or the wish to stop, is none; and nothing is thrown out of the gate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <new>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "run/engine_program_testing.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using nlohmann::json;

constexpr auto failing_program = "exec:failing";

// Some units of each kind: directed checks, scenarios, rows of the table, random runs.
std::vector<std::size_t> some_units(const AreaGate& gate) {
  constexpr std::size_t of_each = 4;
  std::map<std::string, std::size_t> seen;
  std::vector<std::size_t> out;
  const auto& units = gate.units();
  for (std::size_t i = 0; i < units.size(); ++i)
    if (++seen[units[i].name.substr(0, units[i].name.find('/'))] <= of_each) out.push_back(i);
  return out;
}

GateOptions small_gate(const Area& area) {
  GateOptions out;
  out.subject = failing_program;
  out.random_runs = 1;
  out.states_max = 60;
  for (const auto* file : {"modality/blink_dialog", "ack/deadline_tie",
                           "appserver/approval_after_interrupt", "monitor/moved_port_same_pid"})
    if (std::string_view(file).starts_with(area.name()))
      out.scenarios = {fmt::format("{}/scenarios/{}.json", ORRERY_SOURCE_DIR, file)};
  return out;
}

class FailingSubject : public testing::TestWithParam<const char*> {
 protected:
  const Area& area() const { return *area_named(GetParam()); }

  // For each event that the area knows, and early and late: the units in which that comes.
  void at_each_point(const std::function<std::string()>& fails,
                     const std::function<void(const std::string& unit, const UnitResult&)>& look) {
    const auto words = json::parse(area().checks().facts().vocabulary);
    // How late each event comes, at most.
    std::map<std::string, std::size_t> latest;
    std::string failing;  // At this event, after so many others of the run.
    std::size_t earlier = 0;
    const auto at_point = [&](const auto& before, const json& what) -> std::string {
      for (const auto& [event, members] : what.items()) {
        auto& last = latest.emplace(event, before.size()).first->second;
        last = std::max(last, before.size());
        if (event == failing && before.size() >= earlier) return fails();
      }
      return {};
    };
    add_program(failing_program, std::make_shared<EngineProgram>(area(), at_point));
    const auto gate = area_gate(area(), small_gate(area()));
    Silent listener;
    const auto run = [&](std::size_t unit) {
      UnitResult result;
      EXPECT_NO_THROW(result = gate->run(unit, sim::Serial(), listener));
      return result;
    };
    std::set<std::string> met;
    for (const auto unit : some_units(*gate)) {
      failing.clear();
      latest.clear();
      run(unit);
      const auto come = latest;
      for (const auto& [event, last] : come) {
        if (!words.at("events").contains(event)) continue;
        for (const std::size_t after : {0u, 3u, 8u}) {
          if (after > last) continue;
          met.insert(failing = event);
          earlier = after;
          SCOPED_TRACE(fmt::format("{} at {} after {}", gate->units()[unit].name, event, after));
          look(gate->units()[unit].name, run(unit));
        }
      }
    }
    add_program(failing_program, nullptr);
    EXPECT_GT(met.size(), 3u) << "of " << words.at("events").size();
  }
};

TEST_P(FailingSubject, IsAFindingWithItsScheduleAtEachPoint) {
  at_each_point([] { return "it gave up"; },
                [&](const std::string& unit, const UnitResult& result) {
                  EXPECT_TRUE(result.finished);
                  // Its pilots may meet what its only run does not.
                  if (unit.starts_with("random/") && result.decided.empty()) return;
                  const auto found =
                      std::ranges::find(result.decided, fault_rule, &CheckResult::rule);
                  ASSERT_NE(found, result.decided.end());
                  EXPECT_THAT(found->message, testing::HasSubstr("it gave up"));
                  EXPECT_TRUE(!found->replay.empty() || found->check.starts_with("directed/"));
                });
}

TEST_P(FailingSubject, ABoundOfOursIsNoFinding) {
  at_each_point([]() -> std::string { throw sim::OutOfRoom{"no more than this"}; },
                [&](const std::string&, const UnitResult& result) {
                  EXPECT_TRUE(result.incomplete || !result.searches.empty());
                  for (const auto& check : result.decided)
                    EXPECT_NE(check.rule, fault_rule) << check.message;
                });
}

TEST_P(FailingSubject, NorIsThatThereIsNoMemory) {
  at_each_point([]() -> std::string { throw std::bad_alloc(); },
                [&](const std::string&, const UnitResult& result) {
                  EXPECT_TRUE(result.incomplete);
                  for (const auto& check : result.decided)
                    EXPECT_NE(check.rule, fault_rule) << check.message;
                });
}

TEST_P(FailingSubject, NorIsTheWishToStop) {
  at_each_point(
      []() -> std::string { throw sim::StoppedWaiting(); },
      [&](const std::string&, const UnitResult& result) { EXPECT_FALSE(result.finished); });
}

INSTANTIATE_TEST_SUITE_P(All, FailingSubject,
                         testing::Values("modality", "ack", "appserver", "monitor"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace conformance
