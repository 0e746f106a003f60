// What a program says that it is without is met in none of its worlds, checks and scenarios; and
// whoever does not say so meets it.
#include "ack/lacks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ack/exhausted.h"
#include "conformance/ack/area.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/explored.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "gate/failed_check.h"
#include "run/engine_program_testing.h"
#include "sim/ack/scenario.h"
#include "sim/search/parallel.h"

namespace conformance::ack {
namespace {

using nlohmann::json;
using Before = std::vector<EngineProgram::Heard>;

constexpr auto name = "exec:lacks";

std::vector<std::string> scenario_files() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/ack"))
    out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

bool is_answer(const json& event) { return event.contains("captured") || event.contains("looked"); }

// What is read, of an answer to a read.
std::string read_kind(const Before& before, const json& event) {
  const auto* asked = event.contains("captured") ? "capture" : "look";
  for (auto at = before.rbegin(); at != before.rend(); ++at)
    for (const auto& command : at->answer["commands"])
      if (command.contains(asked) && command[asked]["call"] == event.front()["call"])
        return command[asked]["probe"]["kind"];
  return {};
}
bool reads_nothing(const json& event) {
  return is_answer(event) && !event.front()["reading"]["exists"].get<bool>();
}

std::string of_start_up(const Before& before, const json& event) {
  const bool ready = std::ranges::any_of(
      before, [](const auto& heard) { return heard.event.contains("store_ready"); });
  if (event.contains("called") && !ready) return "called before there is a store";
  return reads_nothing(event) && read_kind(before, event) != "windows" ? "it is not there" : "";
}
std::string of_window_list(const Before& before, const json& event) {
  return reads_nothing(event) && read_kind(before, event) == "windows" ? "no list" : "";
}
std::string of_slow_reads(const Before& before, const json& event) {
  std::set<std::pair<int, std::string>> asked;
  const auto over = [&](int call) {
    std::erase_if(asked, [=](const auto& read) { return read.first == call; });
  };
  for (const auto& [heard, answer] : before) {
    if (is_answer(heard))
      asked.erase({heard.front()["call"], heard.contains("captured") ? "capture" : "look"});
    if (heard.contains("cancelled")) over(heard["cancelled"]["call"]);
    for (const auto& command : answer["commands"]) {
      for (const auto* read : {"capture", "look"})
        if (command.contains(read) && command[read]["probe"]["kind"] != "path")
          asked.emplace(command[read]["call"], read);
      if (command.contains("respond")) over(command["respond"]["call"]);
    }
  }
  return asked.empty() || is_answer(event) ? "" : "something came before its answer";
}

struct Lacking {
  const char* word;
  EngineProgram::Fails meets;
};

// All that units decide and the rows that were left out, within small bounds.
struct Judged {
  std::vector<CheckResult> decided;
  std::set<std::string> rows_left_out;
  std::vector<CheckResult> of(Outcome outcome) const {
    std::vector<CheckResult> out;
    for (const auto& check : decided)
      if (check.outcome == outcome) out.push_back(check);
    return out;
  }
};
Judged judged(EngineProgram::Fails fails, std::set<std::string> without) {
  add_program(name, std::make_shared<EngineProgram>(area(), std::move(fails), std::move(without)));
  GateOptions options;
  options.subject = name;
  options.level = spec::Level::Must;
  options.random_runs = 1;
  options.states_max = 60;
  options.scenarios = scenario_files();
  const auto gate = area_gate(area(), options);
  Silent listener;
  Judged out;
  std::size_t rows = 0;
  for (std::size_t unit = 0; unit < gate->units().size(); ++unit) {
    // All checks and scenarios, and some rows.
    const auto& named = gate->units()[unit].name;
    const bool is_row = named.starts_with("row/") || named.starts_with("random/");
    if (is_row && rows++ % 8 != 0 && named != "row/captures that take time") continue;
    const auto result = gate->run(unit, sim::Serial(), listener);
    out.decided.insert(out.decided.end(), result.decided.begin(), result.decided.end());
    for (const auto& part : result.rows)
      if (part.left_out) out.rows_left_out.insert(gate->shape().rows[part.row].name);
  }
  add_program(name, nullptr);
  return out;
}

class Lacks : public testing::TestWithParam<Lacking> {};

TEST_P(Lacks, AreMetByNobodyWhoSaysSo) {
  const auto found = judged(GetParam().meets, {GetParam().word});
  for (const auto& check : found.of(Outcome::Fail)) ADD_FAILURE() << check.check << check.message;
  EXPECT_FALSE(found.of(Outcome::NotApplicable).empty());
  for (const auto& check : found.of(Outcome::NotApplicable))
    if (check.message.starts_with("the subject is without")) {
      EXPECT_THAT(check.message, testing::EndsWith(GetParam().word)) << check.check;
    }
}
TEST_P(Lacks, AreMetByWhoDoesNotSaySo) {
  const auto found = judged(GetParam().meets, {});
  std::set<std::string> kinds;
  for (const auto& check : found.decided)
    if (check.rule == fault_rule) kinds.insert(check.check.substr(0, check.check.find('/')));
  EXPECT_THAT(kinds, testing::IsSupersetOf({"directed", "table"}));
  EXPECT_TRUE(found.rows_left_out.empty());
}
TEST_P(Lacks, LeaveTheRestOfItsWorlds) {
  const auto fails = [](const Before&, const json& event) -> std::string {
    return event.contains("timer_fired") ? "it gave up" : "";
  };
  EXPECT_GT(judged(fails, {GetParam().word}).of(Outcome::Fail).size(), 10u);
}

INSTANTIATE_TEST_SUITE_P(All, Lacks,
                         testing::Values(Lacking{"start_up", of_start_up},
                                         Lacking{"missing_window_list", of_window_list},
                                         Lacking{"reads_at_once", of_slow_reads}),
                         [](const auto& row) { return std::string(row.param.word); });

TEST(LacksOfReads, AreAllThatARowOfSlowCapturesIsAbout) {
  const auto found = judged(of_slow_reads, {"reads_at_once"});
  EXPECT_EQ(found.rows_left_out, std::set<std::string>{"captures that take time"});
}

// A scenario asks for all of its results. Of those that are left our engine meets all but these,
// in which something has to come between a read and its answer: they are not applicable to whoever
// is without that, and to nobody else.
TEST(LacksOfScenarios, LeaveWhatTheyExpect) {
  using sim::ack::Without;
  int left_out = 0;
  std::set<std::string> less;
  const std::set<std::string> slow{"unrelated_push", "viewer_opens_while_closing"};
  for (const auto& file : scenario_files()) {
    const auto scenario = std::get<sim::ack::Scenario>(sim::ack::scenarios().load(file));
    const auto stem = std::filesystem::path(file).stem().string();
    for (const auto& without :
         {Without{.start_up = true}, Without{.window_list = true}, Without{.slow_reads = true}}) {
      const bool none = rules_out(without, scenario.plan);
      left_out += none ? 1 : 0;
      if (none) continue;
      const auto plan = plan_for(scenario.plan, without);
      const auto found =
          explore_plan(plan, {"engine"}, &scenario.expect, {.stop_at_first = false}, sim::Serial());
      EXPECT_TRUE(found.failures.empty()) << file;
      if (unmet(plan, &scenario.expect, found).empty()) continue;
      EXPECT_TRUE(without.slow_reads) << file;
      less.insert(stem);
    }
    if (!slow.contains(stem)) continue;
    for (const auto* word : {"reads_at_once", "start_up"}) {
      const auto right = [](const Before&, const json&) { return std::string(); };
      add_program(name,
                  std::make_shared<EngineProgram>(area(), right, std::set<std::string>{word}));
      const auto found = explore_plan(scenario.plan, {name}, &scenario.expect,
                                      {.stop_at_first = false}, sim::Serial());
      add_program(name, nullptr);
      EXPECT_EQ(found.left_out, std::string_view(word) == "reads_at_once") << stem;
      EXPECT_EQ(unmet(scenario.plan, &scenario.expect, found).empty(), !found.left_out) << stem;
    }
  }
  EXPECT_EQ(left_out, 2);
  EXPECT_EQ(less, slow);
}

TEST(LacksOfRows, AreCountedInWorlds) {
  const auto of = [](std::set<std::string> without) {
    const auto right = [](const Before&, const json&) { return std::string(); };
    add_program(name, std::make_shared<EngineProgram>(area(), right, std::move(without)));
    auto out = exhausted(spec::ack::Revision::R1, Budget::Quick, name).units;
    add_program(name, nullptr);
    return out;
  };
  const auto whole = of({}), part = of({"start_up", "missing_window_list"});
  ASSERT_EQ(whole.size(), part.size());
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(whole[i].rows[0].worlds_left_out, 0u);
    EXPECT_EQ(whole[i].rows[0].worlds, part[i].rows[0].worlds + part[i].rows[0].worlds_left_out);
    left_out += part[i].rows[0].worlds_left_out;
  }
  EXPECT_GT(left_out, 1000u);
}

}  // namespace
}  // namespace conformance::ack
