// A subject that fails wherever it is told something: in every area, at each event and early or
// late in a run, through all that a gate does with it. What fails is a finding with its schedule;
// what is a bound of ours, or the wish to stop, is none; and nothing is thrown out of the gate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "sim/program/stepper.h"
#include "sim/search/parallel.h"

namespace conformance {
namespace {

using nlohmann::json;

constexpr auto name = "exec:failing";

struct Point {
  std::string event;    // Of this name,
  std::size_t earlier;  // after so many others of the run.
};

// Our engine, until it comes to that point.
class FailingProgram final : public sim::Program {
 public:
  // `fails()` throws, or gives the fault.
  FailingProgram(const Area& area, Point point, std::function<std::string()> fails)
      : area_(area), point_(std::move(point)), fails_(std::move(fails)) {}

  bool speaks(std::string_view area) const override { return area == area_.name(); }
  bool tells_state() const override { return false; }
  sim::ProgramState begin(std::string_view setup) override {
    const auto [root, is_new] = roots_.emplace(std::string(setup), told_.size());
    if (is_new) {
      told_.push_back({area_.checks().stepper("engine", json::parse(setup)), {}, 0});
      if (told_.back().engine == nullptr) throw sim::SubjectFault{"its setup is the check's own"};
    }
    return state_of(root->second);
  }
  std::shared_ptr<const sim::ProgramStep> tell(const sim::ProgramState& state,
                                               std::int32_t after_ms, std::string_view event,
                                               const Read& read) override {
    const auto from = state.key[0];
    const auto number = told_[from].length + 1;
    const auto what = json::parse(fmt::format("{{{}}}", event));
    const bool is_it = what.contains(point_.event) && told_[from].length >= point_.earlier;
    met = met || is_it;
    if (is_it)
      return std::make_shared<sim::ProgramStep>(
          sim::ProgramStep{.next = state, .says = nullptr, .fault = fails_()});
    const auto [next, is_new] =
        told_[from].next.emplace(fmt::format("{} {}", after_ms, event), told_.size());
    if (is_new) {
      Told told{told_[from].engine->copy(), {}, number};
      told.answer = told.engine->hear(after_ms, what);
      told_.push_back(std::move(told));
    }
    return std::make_shared<sim::ProgramStep>(
        sim::ProgramStep{.next = state_of(next->second), .says = read(told_[next->second].answer)});
  }

  bool met = false;

 private:
  struct Told {
    std::unique_ptr<sim::Stepper> engine;
    json answer;
    std::size_t length;
    std::map<std::string, std::size_t> next = {};
  };
  static sim::ProgramState state_of(std::size_t number) {
    return {{static_cast<std::uint32_t>(number)}};
  }

  const Area& area_;
  Point point_;
  std::function<std::string()> fails_;
  std::deque<Told> told_;
  std::map<std::string, std::size_t> roots_;
};

class Silent final : public Listener {
 public:
  void decided(const CheckResult&) override {}
  void row(const RowResult&) override {}
  void searched(std::string_view, const SearchTotals&) override {}
  void progress(const Progress&) override {}
  bool keep_going() override { return true; }
};

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
  out.subject = name;
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

  // For each event that the area knows, and early and late.
  void at_each_point(const std::function<std::string()>& fails,
                     const std::function<void(const std::string& unit, const UnitResult&)>& look) {
    const auto words = json::parse(area().checks().facts().vocabulary);
    std::set<std::string> met;
    for (const auto& [event, members] : words.at("events").items())
      for (const std::size_t earlier : {0u, 3u, 8u}) {
        const Point point{event, earlier};
        const auto program = std::make_shared<FailingProgram>(area(), point, fails);
        add_program(name, program);
        const auto options = small_gate(area());
        const auto gate = area_gate(area(), options);
        Silent listener;
        for (const auto unit : some_units(*gate)) {
          program->met = false;
          SCOPED_TRACE(fmt::format("{} at {} after {}", gate->units()[unit].name, event, earlier));
          UnitResult result;
          ASSERT_NO_THROW(result = gate->run(unit, sim::Serial(), listener));
          if (program->met) met.insert(event);
          if (program->met) look(gate->units()[unit].name, result);
        }
        add_program(name, nullptr);
      }
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
