#include "sim/ack/world.h"

#include <gmock/gmock.h>

#include <map>
#include <string>

#include "engine/ack/engine.h"
#include "sim/ack/outcome.h"
#include "sim/search/explore.h"
#include "sim/state/digest.h"

namespace sim::ack {
namespace {

using engine::ack::Engine;
using testing::ElementsAre;
using testing::Key;
using testing::UnorderedElementsAre;

// What the calls of one run came to; part of a state, so that merged runs agree on it.
struct Ends {
  std::array<port::ack::Status, calls_max> status{};
  std::array<bool, calls_max> ended{};
  std::array<std::int32_t, calls_max> elapsed_ms{};
  bool operator==(const Ends&) const = default;
};

struct Sink {
  Ends& ends;
  void heard(const Heard&) {}
  void noticed(const Fact&) {}
  void commanded(const Command& command) {
    const auto* respond = std::get_if<Respond>(&command);
    if (respond == nullptr) return;
    const auto index = index_of(respond->call);
    EXPECT_FALSE(ends.ended[index]);
    ends.ended[index] = true;
    ends.status[index] = respond->response.status;
    ends.elapsed_ms[index] = respond->response.elapsed.count();
  }
};

// The worlds of a plan as a model, with the ends of all runs counted.
class Model {
 public:
  struct State {
    World world;
    Ends ends{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    std::map<std::pair<port::ack::Status, std::int32_t>, int> ends;  // Of the first call.
    std::map<port::ack::Status, int> second;
    void merge(const Tally& other) {
      for (const auto& [end, count] : other.ends) ends[end] += count;
      for (const auto& [end, count] : other.second) second[end] += count;
    }
  };

  explicit Model(const Plan& plan) : engine_(Engine(*plan.table)), worlds_(plan, engine_) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, Choices& out) const { worlds_.choices(state.world, out); }
  void apply(State& state, const Choice& choice, Tally& tally) const {
    Sink sink{state.ends};
    worlds_.apply(state.world, choice, sink);
    if (!worlds_.final(state.world)) return;
    ++tally.ends[{state.ends.status[0], state.ends.elapsed_ms[0]}];
    if (state.ends.ended[1]) ++tally.second[state.ends.status[1]];
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state.world); }
  Status status(const State& state) const {
    return worlds_.final(state.world) ? Status::Final : Status::Running;
  }
  std::uint8_t cell(const State&) const { return no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  EngineSubject<Engine> engine_;
  Worlds worlds_;
};

Plan plan_of(const std::string& call, Behaviour behaviour) {
  Plan plan{.table = &engine::ack::table_r2(),
            .settings = {0},
            .viewer = {1},
            .grid = {.step_ms = 0},
            .latencies = {.process = {0, 300},
                          .slow = {0, 10'000},
                          .notify = {0, 50},
                          .late = {6'000, 6'000}},
            .behaviours = {behaviour},
            .starts = {{}}};
  for (const auto& each : calls_of(*plan.table))
    if (each.name == call) plan.calls.push_back(each);
  return plan;
}

Exploration<Model::Tally> explored(const Plan& plan) {
  EXPECT_FALSE(plan.calls.empty());
  auto found = explore(Model(plan), {.stop_at_first = false, .exact = true});
  EXPECT_TRUE(found.complete());
  EXPECT_EQ(found.hangs, 0u);
  EXPECT_EQ(found.lost.value_or(1), 0u);
  return found;
}

constexpr std::pair ok{port::ack::Status::Ok, 0};

TEST(AckWorld, AResponsiveFrontendIsAlwaysAcknowledged) {
  for (const auto& call : calls_of(engine::ack::table_r2())) {
    auto plan = plan_of(call.name, Behaviour::Responsive);
    // So that there is something to close, to focus, and to open a second time.
    plan.starts = {{.settings = true, .viewers = 2, .dialog = true}};
    EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(ok))) << call.name;
  }
}

TEST(AckWorld, AStalledFrontendIsGivenUpExactlyAtTheBudget) {
  for (const auto& call : calls_of(engine::ack::table_r2())) {
    const auto plan = plan_of(call.name, Behaviour::Stalled);
    const auto* row = engine::ack::find_row(*plan.table, plan.calls[0].request);
    const std::pair missing{port::ack::Status::Missing, row->budget.count()};
    const std::pair nothing_to_close{port::ack::Status::InvalidParams, 0};
    const bool gone_already = row->signal == SignalKind::WindowDisappeared ||
                              row->signal == SignalKind::SoftDialogDisappeared;
    const bool no_viewer = row->signal == SignalKind::WindowCountBelow;
    const auto end = gone_already ? ok : no_viewer ? nothing_to_close : missing;
    EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(end))) << call.name;
  }
}

TEST(AckWorld, APushBetweenTheCaptureAndTheDispatchIsTakenForTheAnswer) {
  auto plan = plan_of("sort", Behaviour::Stalled);
  plan.background = {Background::PushRight};
  plan.background_max = 1;
  EXPECT_THAT(explored(plan).tally.ends,
              UnorderedElementsAre(Key(ok), Key(std::pair{port::ack::Status::Missing, 1'500})));
}

TEST(AckWorld, APushForAPaneThatThereIsNotIsTakenForNothing) {
  auto plan = plan_of("sort", Behaviour::Stalled);
  plan.background = {Background::PushUnknown, Background::MoveFocus};
  plan.background_max = 2;
  EXPECT_THAT(explored(plan).tally.ends,
              ElementsAre(Key(std::pair{port::ack::Status::Missing, 1'500})));
}

TEST(AckWorld, ASlowFrontendMayOrMayNotMakeIt) {
  const auto plan = plan_of("nav_to_parent", Behaviour::Slow);
  EXPECT_THAT(explored(plan).tally.ends,
              UnorderedElementsAre(Key(ok), Key(std::pair{port::ack::Status::Missing, 5'000})));
}

TEST(AckWorld, ARoundTripIsNotEndedByTheLateReplyOfAnother) {
  auto plan = plan_of("open_under_cursor", Behaviour::RepliesLate);
  plan.behaviours.push_back(Behaviour::Stalled);
  plan.second = plan.calls;
  plan.second_window = {5'500, 5'500};
  const auto tally = explored(plan).tally;
  EXPECT_THAT(tally.ends, ElementsAre(Key(std::pair{port::ack::Status::Missing, 5'000})));
  EXPECT_THAT(tally.second, ElementsAre(Key(port::ack::Status::Missing)));
}

TEST(AckWorld, WhatIsNotOpenCannotBeConfirmed) {
  auto plan = plan_of("dialog_confirm transfer-confirmation", Behaviour::Responsive);
  EXPECT_THAT(explored(plan).tally.ends,
              ElementsAre(Key(std::pair{port::ack::Status::Missing, 1'500})));
  // The user closes it before the frontend gets to it.
  plan.starts = {{.dialog = true}};
  plan.latencies.process = {200, 200};
  plan.planned = {{Background::DialogCloses, {100, 100}}};
  EXPECT_THAT(explored(plan).tally.ends,
              ElementsAre(Key(std::pair{port::ack::Status::Missing, 1'500})));
}

// Says something about calls that there are not, whatever happens.
class Inventive : public Engine {
 public:
  using Engine::Engine;
  void step(const Event& event, Commands& out) {
    Engine::step(event, out);
    if (out.size() < out.capacity()) out.push_back(Look{no_call, {}});
    if (out.size() < out.capacity()) out.push_back(SetTimer{{calls_max + 1}, port::Duration{1}});
    if (out.size() < out.capacity()) out.push_back(Respond{{0xffff}, {}});
  }
};

template <class Backend>
std::pair<Outcome, std::size_t> natural_run(const Plan& plan) {
  const EngineSubject<Backend> subject{Backend(*plan.table)};
  const Worlds worlds(plan, subject);
  auto world = worlds.initial();
  Outcome outcome;
  Choices choices;
  std::size_t steps = 0;
  for (; !worlds.final(world) && steps < 1'000; ++steps) {
    choices.clear();
    worlds.choices(world, choices);
    if (choices.empty()) break;
    worlds.apply(world, choices[0], outcome);
  }
  return {outcome, steps};
}

TEST(AckWorld, NothingIsDoneForACallThatIsNotInFlight) {
  for (const auto& call : calls_of(engine::ack::table_r2())) {
    auto plan = plan_of(call.name, Behaviour::Responsive);
    plan.starts = {{.settings = true, .viewers = 2, .dialog = true}};
    EXPECT_EQ(natural_run<Inventive>(plan), natural_run<Engine>(plan)) << call.name;
  }
}

TEST(AckWorld, ARefusalIsPassedOn) {
  const auto plan = plan_of("open_under_cursor", Behaviour::Refuses);
  EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(std::pair{port::ack::Status::Failed, 0})));
}

// Whether the action of the first call is carried out, too.
TEST(AckWorld, AReplyMayComeBeforeTheActionOrWithoutIt) {
  for (const auto& [behaviour, carries_out] :
       {std::pair{Behaviour::RepliesEarly, true}, std::pair{Behaviour::RepliesAlone, false}}) {
    auto plan = plan_of("open_under_cursor", behaviour);
    EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(ok)));
    EXPECT_FALSE(natural_run<Engine>(plan).first.calls[0].processed);
    // A viewer that opens afterwards is what the second call waits for.
    plan.second = {call_for(*plan.table, {.tool = {15}, .target = {1}})};
    plan.second_behaviours = {Behaviour::Drops};
    const auto second = explored(plan).tally.second;
    EXPECT_EQ(second.contains(port::ack::Status::Ok), carries_out);
    EXPECT_TRUE(second.contains(port::ack::Status::Missing));
  }
}

CallOutcome natural_end(const Plan& plan) { return natural_run<Engine>(plan).first.calls[0]; }

TEST(AckWorld, AViewerIsClosedByItsPath) {
  auto plan = plan_of("dialog_close file-viewer one", Behaviour::Responsive);
  plan.starts = {{.viewers = 2}};
  EXPECT_FALSE(natural_end(plan).noted_open);
  plan.starts = {{.viewers = 3}};  // Of two of the path one is left.
  EXPECT_EQ(natural_end(plan).status, port::ack::Status::Ok);
  EXPECT_TRUE(natural_end(plan).noted_open);
}

TEST(AckWorld, AnotherViewerThanTheOneAskedForMayBeClosed) {
  auto plan = plan_of("dialog_close file-viewer one", Behaviour::ClosesAnother);
  plan.starts = {{.viewers = 2}};
  EXPECT_EQ(natural_end(plan).status, port::ack::Status::Ok);
  EXPECT_FALSE(natural_end(plan).processed);
  EXPECT_TRUE(natural_end(plan).noted_open);
  plan.starts = {{.viewers = 1}};
  EXPECT_EQ(natural_end(plan).status, port::ack::Status::Missing);
}

TEST(AckWorld, AClientMayLeaveAtAnyMoment) {
  auto plan = plan_of("open_under_cursor", Behaviour::Responsive);
  plan.background = {Background::ClientLeaves};
  plan.background_max = 1;
  EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(ok)));
  plan.background_max = 0;
  plan.latencies.process = {200, 200};
  plan.planned = {{Background::ClientLeaves, {100, 100}}};
  const auto end = natural_end(plan);
  EXPECT_EQ(end.status, port::ack::Status::Cancelled);
  EXPECT_EQ(end.responses, 0);
  EXPECT_EQ(end.dispatches, 1);
}

TEST(AckWorld, WhatIsListedAndDidNotChangeIsPushedInRelistAlone) {
  for (const auto* table : {&engine::ack::table_r1(), &engine::ack::table_relist()}) {
    auto plan = plan_of("sort", Behaviour::Unchanged);
    plan.table = table;
    EXPECT_EQ(natural_end(plan).status,
              table->relists ? port::ack::Status::Ok : port::ack::Status::Missing);
  }
}

TEST(AckWorld, AReplyThatCannotBeReadIsAnError) {
  const auto plan = plan_of("open_under_cursor", Behaviour::RepliesGarbage);
  EXPECT_EQ(natural_end(plan).status, port::ack::Status::Failed);
  EXPECT_TRUE(natural_end(plan).processed);
}

// Looks and captures at once.
class Curious : public Engine {
 public:
  using Engine::Engine;
  void step(const Event& event, Commands& out) {
    Engine::step(event, out);
    const auto* called = std::get_if<Called>(&event.what);
    if (called != nullptr) out.push_back(Look{called->call, {ProbeKind::Windows, {1}}});
  }
};
struct Readings {
  std::vector<Reading> captured, looked;
  void heard(const Heard& heard) {
    if (const auto* what = std::get_if<Captured>(&heard.what)) captured.push_back(what->reading);
    if (const auto* what = std::get_if<Looked>(&heard.what)) looked.push_back(what->reading);
  }
  void noticed(const Fact&) {}
  void commanded(const Command&) {}
};

TEST(AckWorld, ALookBesideACaptureReadsWhatItIsAbout) {
  auto plan = plan_of("sort", Behaviour::Stalled);
  plan.starts = {{.viewers = 2}};
  const EngineSubject<Curious> subject{Curious(*plan.table)};
  const Worlds worlds(plan, subject);
  auto world = worlds.initial();
  Readings readings;
  for (Choices choices; readings.captured.empty(); choices.clear()) {
    worlds.choices(world, choices);
    const auto look = std::ranges::find(choices, due(0, Due::Look), &Choice::slot);
    worlds.apply(world, look == choices.end() ? choices[0] : *look, readings);
  }
  EXPECT_THAT(readings.captured, ElementsAre(Reading{true, 0}));
  EXPECT_THAT(readings.looked, ElementsAre(Reading{true, 2}));
}

TEST(AckWorld, ARestartLosesWhatWasToBeDone) {
  auto plan = plan_of("mkdir", Behaviour::Responsive);
  plan.latencies.process = {200, 200};
  plan.background = {Background::Restarts};
  plan.background_max = 1;
  EXPECT_THAT(explored(plan).tally.ends,
              UnorderedElementsAre(Key(ok), Key(std::pair{port::ack::Status::Missing, 1'500})));
}

TEST(AckWorld, StartUpIsNotOverWithoutATracker) {
  auto plan = plan_of("dialog_open about", Behaviour::Responsive);
  plan.starts = {{.tracker = false}};
  EXPECT_THAT(explored(plan).tally.ends,
              ElementsAre(Key(std::pair{port::ack::Status::Missing, 1'500})));
  plan = plan_of("dialog_close about", Behaviour::Stalled);
  plan.starts = {{.tracker = false, .dialog = true}};
  EXPECT_THAT(explored(plan).tally.ends, ElementsAre(Key(ok)));
}

}  // namespace
}  // namespace sim::ack
