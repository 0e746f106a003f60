// The acknowledgement engine and its mutants in every call of the simulated frontend, and in two
// at once, with the judge beside them.
#include <gmock/gmock.h>

#include <set>
#include <string>
#include <vector>

#include "conformance/ack_mutant.h"
#include "conformance/ack_observe.h"
#include "sim/ack_world.h"
#include "sim/digest.h"
#include "sim/explore.h"
#include "spec/ack_judge.h"
#include "spec/ack_rules.h"

namespace conformance::acks {
namespace {

namespace world = sim::acks;

// The worlds of a plan as a model, with a judge.
template <class Subject>
class Judged {
 public:
  struct State {
    world::World<Subject> world;
    spec::ack::JudgeState judge{};
    std::uint32_t broken = 0;  // Index of the rule plus one.
    bool operator==(const State&) const = default;
  };
  struct Tally {
    int lies = 0;
    void merge(const Tally& other) { lies += other.lies; }
  };

  Judged(const world::Plan& plan, const Subject& subject, spec::ack::Revision revision)
      : worlds_(plan, subject), judge_(revision) {}

  State initial() const { return {.world = worlds_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { worlds_.choices(state.world, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    spec::ack::Findings findings;
    Sink sink{judge_, state, findings};
    worlds_.apply(state.world, choice, sink);
    if (!findings.breach && worlds_.final(state.world)) judge_.end(state.judge, findings);
    if (findings.breach) state.broken = findings.breach->rule + 1u;
    for (const auto& verdict : findings.verdicts) tally.lies += verdict.classes != 0;
  }
  std::uint64_t digest(const State& state) const {
    return sim::digest(state.world) ^ sim::digest(state.judge) * 31 ^ state.broken;
  }
  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.world) ? sim::Status::Final : sim::Status::Running;
  }
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  struct Sink {
    const spec::ack::Judge& judge;
    State& state;
    spec::ack::Findings& findings;

    void see(const auto& what) { judge.see(state.judge, what, findings); }
    // The judge knows of a cause only while its call is in flight and carried out.
    engine::ack::CallId cause(engine::ack::CallId by) const {
      if (by.value == 0) return by;
      const auto index = world::index_of(by);
      const bool known = state.world.phases[index] == world::CallPhase::InFlight &&
                         state.world.frontend.actions[index].changed;
      return known ? by : engine::ack::CallId{};
    }
    void passed(std::int32_t ms) { see(spec::ack::Fact{spec::ack::TimePassed{ms}}); }
    void captured(engine::ack::CallId call, engine::ack::Probe probe,
                  engine::ack::Reading reading) {
      see(spec::ack::Fact{
          spec::ack::Captured{twin::call(call), twin::probe(probe), twin::reading(reading)}});
    }
    void looked(engine::ack::CallId call, engine::ack::Probe probe, engine::ack::Reading reading) {
      see(spec::ack::Fact{
          spec::ack::Looked{twin::call(call), twin::probe(probe), twin::reading(reading)}});
    }
    void happened(engine::ack::CallId by, const engine::ack::Happening& what) {
      engine::ack::CallId for_call{};
      if (const auto* replied = std::get_if<engine::ack::Replied>(&what))
        for (std::size_t i = 0; i < world::calls_max; ++i)
          if (state.world.phases[i] == world::CallPhase::InFlight &&
              state.world.frontend.actions[i].request == replied->request.value)
            for_call = world::id_of(i);
      if (const auto fact = observe(cause(by), what, for_call)) see(*fact);
    }
    void noticed(engine::ack::CallId by, const world::Fact& fact) {
      const auto index = by.value == 0 ? 0 : world::index_of(by);
      const bool over = by.value != 0 && state.world.phases[index] == world::CallPhase::Over;
      if (fact.kind == world::FactKind::Processed) {
        if (!over) see(observe(by, fact));
      } else {
        see(observe(cause(by), fact));
      }
    }
    void commanded(const engine::ack::Command& command) {
      if (const auto act = observe(command)) see(*act);
    }
  };

  world::Worlds<Subject> worlds_;
  spec::ack::Judge judge_;
};

world::Plan plan_of(const engine::ack::Table& table) {
  using world::Background;
  using world::Behaviour;
  return {
      .table = &table,
      .settings = {0},
      .viewer = {1},
      .grid = {.step_ms = 0},
      .latencies = {.process = {0, 2'000},
                    .slow = {0, 10'000},
                    .notify = {0, 100},
                    .late = {6'000, 6'000}},
      .calls = world::calls_of(table),
      .behaviours = {Behaviour::Responsive, Behaviour::Stalled, Behaviour::Silent,
                     Behaviour::Unchanged, Behaviour::OtherDialog, Behaviour::Refuses,
                     Behaviour::RepliesToOther, Behaviour::RepliesTwice, Behaviour::RepliesLate},
      .starts = {{},
                 {.settings = true, .viewers = 3, .dialog = true},
                 {.store = false, .tracker = false, .windows = false}},
      .background = {Background::PushRight, Background::PushTabs, Background::PushUnknown,
                     Background::MoveFocus, Background::ViewerCloses},
      .background_max = 1};
}

// A second call beside the first: one waits for a dialog and the other for its own, one that
// the frontend may carry out while it loses the other.
world::Plan plan_of_two(const engine::ack::Table& table) {
  auto plan = plan_of(table);
  plan.calls.clear();
  for (const auto& call : world::calls_of(table)) {
    if (call.name == "mkdir") plan.calls.push_back(call);
    if (call.name == "mkfile") plan.second.push_back(call);
  }
  plan.second_window = {0, 300};
  plan.behaviours = {world::Behaviour::Responsive, world::Behaviour::Drops};
  plan.starts = {{}};
  plan.background_max = 0;
  return plan;
}

template <class Subject>
std::set<std::string> broken_rules(const world::Plan& plan, const Subject& subject, bool second) {
  const auto revision = second ? spec::ack::Revision::R2 : spec::ack::Revision::R1;
  const auto found = sim::explore(Judged<Subject>(plan, subject, revision),
                                  {.stop_at_first = false, .findings_max = 64, .edges = false});
  EXPECT_TRUE(found.complete());
  EXPECT_EQ(found.hangs, 0u);
  std::set<std::string> out;
  for (const auto& finding : found.findings)
    if (finding.kind != 0) out.insert(std::string(spec::ack::ack_rules[finding.kind - 1].id));
  return out;
}

TEST(AckJudged, TheEngineIsBlamedForNothing) {
  for (const bool second : {false, true}) {
    const auto& table = second ? engine::ack::table_r2() : engine::ack::table_r1();
    for (const auto& plan : {plan_of(table), plan_of_two(table)})
      EXPECT_THAT(broken_rules(plan, engine::ack::Engine(table), second), testing::IsEmpty());
  }
}

TEST(AckJudged, MutantsAreCaughtByARuleThatTheyName) {
  for (std::size_t id = 0; id < mutants().size(); ++id) {
    const auto& mutant = mutants()[id];
    std::set<std::string> broken;
    for (const bool second : {false, true}) {
      const auto& revision = second ? engine::ack::table_r2() : engine::ack::table_r1();
      const auto& table = table_for(id, revision);
      const Mutant subject(table, MutantState{.engine = {}, .id = static_cast<std::uint8_t>(id)});
      for (const auto& plan : {plan_of(revision), plan_of_two(revision)})
        broken.merge(broken_rules(plan, subject, second));
    }
    bool caught = false;
    for (const auto& rule : broken) caught = caught || mutant.rules.find(rule) != mutant.rules.npos;
    EXPECT_TRUE(caught) << mutant.name << " names " << mutant.rules << " and breaks "
                        << testing::PrintToString(broken);
  }
}

}  // namespace
}  // namespace conformance::acks
