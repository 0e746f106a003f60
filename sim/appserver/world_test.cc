// The world around a client of an app-server, run with a stub.
#include "sim/appserver/world.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/stub_testing.h"
#include "port/appserver/show.h"
#include "sim/appserver/outcome.h"
#include "sim/search/explore.h"
#include "sim/state/digest.h"

namespace sim::appserver {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

// The worlds of a plan as a model, with what its runs came to.
class StubModel {
 public:
  struct State {
    World world;
    Outcome outcome{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    std::map<std::string, int> ends;
    std::uint8_t fired = 0;  // Of the plan's faults, in some run that has ended.
    bool all_fired = true;   // In each of these.
    bool flooded = false;
    void merge(const Tally& other) {
      for (const auto& [end, count] : other.ends) ends[end] += count;
      fired |= other.fired;
      all_fired &= other.all_fired;
      flooded |= other.flooded;
    }
  };

  explicit StubModel(const Plan& plan) : worlds_(plan, stub_) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, Choices& out) const { worlds_.choices(state.world, out); }
  void apply(State& state, const Choice& choice, Tally& tally) const {
    worlds_.apply(state.world, choice, state.outcome);
    tally.flooded |= state.world.flooded;
    if (!worlds_.final(state.world)) return;
    ++tally.ends[show(state.outcome)];
    for (std::size_t i = 0; i < worlds_.plan().server.faults.size(); ++i) {
      const bool fired = state.world.server.faults[i].fired > 0;
      if (fired) tally.fired |= static_cast<std::uint8_t>(1u << i);
      tally.all_fired &= fired;
    }
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  Status status(const State& state) const {
    return worlds_.final(state.world) ? Status::Final : Status::Running;
  }
  std::uint8_t cell(const State&) const { return no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  Stub stub_;
  Worlds worlds_;
};

using Found = Exploration<StubModel::Tally>;
Found explored(const Plan& plan) {
  EXPECT_EQ(fault_of(plan), "");
  const StubModel model(plan);
  auto found = explore(model, {.states_max = 4'000'000, .stop_at_first = false});
  EXPECT_TRUE(found.complete()) << found.states;
  EXPECT_EQ(found.hangs, 0u);
  EXPECT_EQ(found.lost.value_or(1), 0u);
  EXPECT_FALSE(found.tally.flooded);
  return found;
}

Plan one_turn(TurnScript turn = {}) {
  Plan plan;
  plan.user = one_turn_of_a_chat();
  plan.server.turns = {std::move(turn)};
  return plan;
}
const ItemScript asking{.kind = ItemKind::Command, .subject = {1}, .asks = true};

// The natural run, as an observer sees it.
struct Log {
  std::vector<std::string> lines;
  void heard(const Happening& what) { lines.push_back(show(what)); }
  void noticed(const Fact& fact) { lines.push_back(show(fact)); }
  void commanded(const Command& command) { lines.push_back(show(command)); }
};
Log natural_run(const Plan& plan) {
  const Stub stub;
  const Worlds worlds(plan, stub);
  auto world = worlds.initial();
  Log log;
  Choices offered;
  for (int i = 0; i < 1'000 && !worlds.final(world); ++i) {
    offered.clear();
    worlds.choices(world, offered);
    if (offered.empty()) break;
    EXPECT_FALSE(worlds.label(world, offered[0]).text.empty());
    worlds.apply(world, offered[0], log);
  }
  EXPECT_TRUE(worlds.final(world));
  return log;
}

TEST(AppserverWorld, ATurnRunsToItsEndAndTheServerEndsWithItsInput) {
  const auto log = natural_run(one_turn());
  EXPECT_THAT(log.lines, Contains("TurnEnded chat=1 turn=1 completed"));
  const auto exited = std::ranges::find(log.lines, "ProcessExited process=1");
  EXPECT_NE(std::find(exited, log.lines.end(), "ProcessGone process=1"), log.lines.end());
}

TEST(AppserverWorld, EveryScheduleOfOneTurnEndsAlike) {
  const auto found = explored(one_turn());
  ASSERT_EQ(found.tally.ends.size(), 1u);
  EXPECT_THAT(found.tally.ends.begin()->first,
              testing::StartsWith("turns 1, end completed, ready true"));
}

TEST(AppserverWorld, NobodyOpensBesideTheScript) {
  auto plan = one_turn();
  plan.beside.push_back({{.what = ActKind::Open}, {0, 0}});
  const Stub stub;
  const Worlds worlds(plan, stub);
  auto world = worlds.initial();
  Log log;
  Choices offered;
  worlds.choices(world, offered);
  worlds.apply(world, offered[0], log);
  offered.clear();
  worlds.choices(world, offered);
  for (const auto& choice : offered) {
    auto next = world;
    worlds.apply(next, choice, log);
  }
  EXPECT_EQ(std::ranges::count(log.lines, "Opened"), 1);
}

TEST(AppserverWorld, AStopAtAnyMomentInterruptsOrComesTooLate) {
  auto plan = one_turn({.items = {{}, {}}});
  plan.free = {{.what = ActKind::Stop}};
  plan.free_max = 1;
  std::set<std::string> ends;
  for (const auto& [end, count] : explored(plan).tally.ends)
    ends.insert(end.substr(0, end.find(", ready")));
  EXPECT_THAT(ends, ElementsAre("turns 1, end completed", "turns 1, end interrupted"));
}

TEST(AppserverWorld, ATimerThatIsNotCancelledFires) {
  auto plan = one_turn();
  plan.server.faults = {{.what = Fault::DropResponse, .method = Method::Initialize}};
  plan.user.pop_back();
  EXPECT_THAT(natural_run(plan).lines, Contains("TimerFired Timer deadline of=1"));
}

TEST(AppserverWorld, AFaultIsNamedWhereItHappensAndNowhereElse) {
  auto plan = one_turn();
  plan.server.faults = {{.what = Fault::DropResponse, .nth = any_opportunity}};
  const Stub stub;
  const Worlds worlds(plan, stub);
  auto world = worlds.initial();
  Choices offered;
  int happened = 0, passed_over = 0;
  for (int i = 0; i < 100 && !worlds.final(world); ++i) {
    offered.clear();
    worlds.choices(world, offered);
    for (const auto& choice : offered) {
      auto after = world;
      Log log;
      worlds.apply(after, choice, log);
      const bool fired = after.server.faults[0].fired > 0;
      const auto text = worlds.label(world, choice).text;
      EXPECT_EQ(text.ends_with(", and drop_response happens"), fired) << text;
      EXPECT_EQ(text.find("fault"), std::string::npos) << text;
      happened += fired;
      passed_over += !fired && choice.alternative != 0;
    }
    Log log;
    worlds.apply(world, offered[0], log);
  }
  EXPECT_GT(happened, 0);
  EXPECT_GT(passed_over, 0);
}

TEST(AppserverWorld, WhatIsUnderWayWhenAProcessDiesArrivesInOrderOrIsLost) {
  auto plan = one_turn();
  plan.server.faults = {{.what = Fault::CrashInTurn, .nth = 3}};
  const auto found = explored(plan);
  EXPECT_TRUE(found.tally.all_fired);
  // What arrives from the first process is a beginning of what it said.
  EXPECT_GT(found.tally.ends.size(), 0u);
}

TEST(AppserverWorld, ALateAnswerOfAnOldProcessReachesItsClient) {
  auto plan = one_turn();
  plan.latencies.late = {0, 1'000};
  plan.server.faults = {{.what = Fault::DelayResponse, .method = Method::TurnStart},
                        {.what = Fault::CrashInTurn}};
  const Stub stub;
  const Worlds worlds(plan, stub);
  auto world = worlds.initial();
  Log log;
  Choices offered;
  while (!worlds.final(world)) {
    offered.clear();
    worlds.choices(world, offered);
    ASSERT_FALSE(offered.empty());
    // As late as it can be.
    const auto other = std::ranges::find_if(
        offered, [](const Choice& choice) { return choice.slot != slot::late; });
    worlds.apply(world, other == offered.end() ? offered.back() : *other, log);
  }
  const auto spawned = std::ranges::find(log.lines, "ProcessStarted process=2");
  EXPECT_NE(std::find(spawned, log.lines.end(), "Received process=1 Response id=3 turn=1"),
            log.lines.end());
}

// Faults of the process and of lines, in the natural run; the lines are those of an observer.
struct OfProcess {
  std::vector<PlannedFault> faults;
  std::vector<std::string> wanted;  // In this order, others between them.
};
class AppserverProcess : public testing::TestWithParam<OfProcess> {};

TEST_P(AppserverProcess, HasTheFault) {
  auto plan = one_turn();
  plan.server.faults = GetParam().faults;
  const auto log = natural_run(plan);
  auto from = log.lines.begin();
  for (const auto& wanted : GetParam().wanted) {
    from = std::find(from, log.lines.end(), wanted);
    ASSERT_NE(from, log.lines.end()) << wanted << " in " << testing::PrintToString(log.lines);
    ++from;
  }
}

TEST(AppserverWorld, ALineThatIsCutCostsItsMessageAlone) {
  auto plan = one_turn();
  plan.server.faults = {{.what = Fault::LoseLine, .message = kind_of<TurnStarted>()}};
  EXPECT_THAT(natural_run(plan).lines,
              Not(Contains("Received process=1 TurnStarted thread=1 turn=1")));
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(Rows, AppserverProcess, testing::Values(
  OfProcess{{{.what = Fault::RefuseSpawn}},
    {"Spawn process=1", "ProcessGone process=1", "Spawn process=2"}},
  OfProcess{{{.what = Fault::CrashAtStart, .times = 2}},
    {"ProcessStarted process=1", "ProcessExited process=1 code=101", "ProcessGone process=1",
     "ProcessExited process=2 code=101", "ProcessStarted process=3"}},
  OfProcess{{{.what = Fault::CrashAfterTurn}},
    {"Received process=1 TurnCompleted thread=1 turn=1 completed", "ProcessGone process=1",
     "Spawn process=2"}},
  OfProcess{{{.what = Fault::ExitZero}},
    {"ProcessExited process=1", "ProcessGone process=1", "Spawn process=2"}},
  OfProcess{{{.what = Fault::CloseOutput}}, {"ProcessGone process=1", "Spawn process=2", "Closed"}},
  OfProcess{{{.what = Fault::CloseInput}}, {"ProcessGone process=1", "Spawn process=2", "Closed"}},
  OfProcess{{{.what = Fault::NeverGreet}},
    {"ProcessStarted process=1", "ProcessExited process=1", "ProcessGone process=1",
     "Spawn process=2"}},
  OfProcess{{{.what = Fault::Hang, .method = Method::TurnStart}},
    {"Closed", "Terminate process=1", "ProcessGone process=1"}},
  OfProcess{{{.what = Fault::IgnoreTerminate}, {.what = Fault::Hang, .method = Method::TurnStart}},
    {"Closed", "Terminate process=1", "TimePassed time_ms=2000", "Kill process=1",
     "ProcessGone process=1"}},
  OfProcess{{{.what = Fault::LoseLine, .message = kind_of<TurnStarted>()}},
    {"Received process=1 TurnCompleted thread=1 turn=1 completed"}},
  OfProcess{{{.what = Fault::MergeLines}},
    {"ComposerReady chat=1", "Received process=1 ThreadStarted thread=1"}}),
  [](const testing::TestParamInfo<OfProcess>& row) {
    return std::string(port::word(row.param.faults[0].what));
  });
// clang-format on

struct Small {
  std::string name;
  Plan plan;
  std::uint64_t most;
};
class AppserverSpace : public testing::TestWithParam<Small> {};

TEST_P(AppserverSpace, IsSmall) {
  const auto found = explored(GetParam().plan);
  EXPECT_LE(found.states, GetParam().most);
  EXPECT_EQ(found.tally.fired, GetParam().plan.server.faults.empty() ? 0 : 1);
  RecordProperty("states", std::to_string(found.states));
}

// Two items, one of which asks, with a decision and a stop at any moment.
Plan bounded(std::vector<PlannedFault> faults) {
  auto plan = one_turn({.items = {{.parts = 2}, asking}, .usage = true});
  plan.free = {{.what = ActKind::Stop},
               {.what = ActKind::Decide},
               {.what = ActKind::Decide, .decision = Decision::Decline}};
  plan.free_max = 2;
  plan.server.faults = std::move(faults);
  return plan;
}
std::vector<Small> small_spaces() {
  std::vector<Small> out{{"None", bounded({}), 3'000'000}};
  const auto add = [&](Fault what) {
    out.push_back({std::string(port::word(what)), bounded({{.what = what, .nth = any_opportunity}}),
                   3'000'000});
  };
  for (const auto what : {Fault::DropNotice, Fault::DuplicateNotice, Fault::AskTwice,
                          Fault::IgnoreInterrupt, Fault::CrashInTurn, Fault::CrashMidLine})
    add(what);
  return out;
}
INSTANTIATE_TEST_SUITE_P(Rows, AppserverSpace, testing::ValuesIn(small_spaces()),
                         [](const testing::TestParamInfo<Small>& row) { return row.param.name; });

}  // namespace
}  // namespace sim::appserver
