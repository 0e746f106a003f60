// The rules have a model: a subject that may do, at every moment, whatever the clauses allow,
// never gets to where every act, and doing nothing, is a breach.
//
// What it covers: each act of the alphabet below, any number of them in one instant, in every world
// of a small plan, without and with an event in the background; a result has the reason that was
// decided. What a subject reads is no matter, since judges do not look at it.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "conformance/modality/judged_runs.h"
#include "conformance/modality/plans.h"
#include "port/modality/show.h"
#include "sim/modality/subject.h"
#include "sim/modality/world.h"
#include "sim/search/explore.h"
#include "sim/state/digest.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

using namespace port::modality;
using port::Duration;
using spec::modality::Findings;
using spec::modality::Situation;

constexpr std::uint8_t act_slots[] = {250, 252}, time_slot = 251;  // Beside those of the world.

// An act as a number, and what it takes from the situation.
struct Intent {
  std::uint32_t act = 0;  // One more than its number; zero: none.
  std::int32_t age = 0;
  std::uint8_t call = 0, refused = 0, artifacts = 0, text = 0;
  DialogList closed{};
  Reason reason{};
  bool retry_later = false;
  std::uint8_t zero[1] = {};
};

constexpr Stage causes[] = {Stage::Sweep, Stage::Gate,    Stage::Sync,
                            Stage::Smart, Stage::Monitor, Stage::Body};
constexpr std::uint16_t dialogs = 6;
constexpr std::size_t reasons = port::words<Reason>.size();

using Maker = Command (*)(const Intent&, std::uint32_t);
struct Kind {
  std::uint32_t count;
  Maker make;
};
constexpr auto lane = OperationId::Main;

constexpr Kind kinds[] = {
    {dialogs,
     [](const Intent&, std::uint32_t i) -> Command {
       return CloseDialog{lane, DialogId{static_cast<std::uint8_t>(i + 1)}};
     }},
    {2 * std::size(causes),
     [](const Intent&, std::uint32_t i) -> Command {
       return Capture{static_cast<Artifact>(i % 2), causes[i / 2]};
     }},
    {12,
     [](const Intent&, std::uint32_t i) -> Command {
       return Save{lane, static_cast<Scope>(i % 3), i / 6 != 0, static_cast<Extent>(i / 3 % 2)};
     }},
    {3,
     [](const Intent&, std::uint32_t i) -> Command {
       return Commit{lane, static_cast<Scope>(i)};
     }},
    {6,
     [](const Intent&, std::uint32_t i) -> Command {
       return Refresh{lane, static_cast<Scope>(i % 3), i / 3 != 0};
     }},
    {1, [](const Intent&, std::uint32_t) -> Command { return AwaitSmart{lane}; }},
    {1, [](const Intent&, std::uint32_t) -> Command { return Cancel{lane}; }},
    {1, [](const Intent&, std::uint32_t) -> Command { return ScheduleRefresh{}; }},
    {1, [](const Intent&, std::uint32_t) -> Command { return StartBody{}; }},
    {1, [](const Intent&, std::uint32_t) -> Command { return CancelBody{}; }},
    {4,
     [](const Intent& in, std::uint32_t i) -> Command {
       const std::int32_t values[] = {0, 1, in.age, static_cast<std::int32_t>(in.closed.size())};
       return Return{CallId{in.call}, values[i], in.closed};
     }},
    {2,
     [](const Intent& in, std::uint32_t i) -> Command {
       return Refuse{CallId{i == 0 ? in.call : in.refused}};
     }},
    {3 * dialogs,
     [](const Intent&, std::uint32_t i) -> Command {
       return ReportDialog{DialogId{static_cast<std::uint8_t>(i / 3 + 1)},
                           static_cast<Outcome>(i % 3)};
     }},
    {2,
     [](const Intent& in, std::uint32_t i) -> Command {
       return ReportSmartWait{Duration{i == 0 ? 0 : in.age}};
     }},
    {1,
     [](const Intent& in, std::uint32_t) -> Command { return ReportProgress{Duration{in.age}}; }},
    {3,
     [](const Intent&, std::uint32_t i) -> Command {
       return Warn{static_cast<Warning>(i), Reason::None};
     }},
    {3,
     [](const Intent&, std::uint32_t i) -> Command {
       constexpr Reason why[] = {Reason::ModalBeforeSync, Reason::ModalDuringSync,
                                 Reason::SyncTimedOut};
       return Warn{Warning::PostSyncFailed, why[i]};
     }},
    {9 * reasons,
     [](const Intent&, std::uint32_t i) -> Command {
       return Decide{static_cast<Stage>(i % 9), static_cast<Reason>(i / 9)};
     }},
    {27,
     [](const Intent& in, std::uint32_t i) -> Command {
       return Finish{in.reason == Reason::None ? Verdict::Ok : Verdict::Failed,
                     static_cast<Stage>(i % 9),
                     in.reason,
                     static_cast<Modality>(i / 9),
                     in.artifacts,
                     TextId{in.text},
                     in.retry_later};
     }},
};

constexpr std::uint32_t acts = [] {
  std::uint32_t out = 0;
  for (const auto& kind : kinds) out += kind.count;
  return out;
}();

Command made(const Intent& intent) {
  std::uint32_t number = intent.act - 1;
  for (const auto& kind : kinds) {
    if (number < kind.count) return kind.make(intent, number);
    number -= kind.count;
  }
  return ScheduleRefresh{};
}

// Does what it is told, and nothing by itself.
class Puppet final : public sim::modality::Subject {
 public:
  sim::modality::SubjectState initial() const override { return {}; }
  void step(sim::modality::SubjectState& state, const Event& event, Commands& out) const override {
    if (!std::holds_alternative<TimerFired>(event.what)) return;
    out.push_back(made(state.get<Intent>()));
    state = {};
  }
  void rebase(sim::modality::SubjectState&, port::Instant) const override {}
};

constexpr std::uint8_t timer_slot = sim::modality::slot::timer;

// One run in an IDE, or two, each with its judge.
struct One {
  using State = JudgedWorld;
  using Worlds = sim::modality::Worlds;
  static constexpr std::size_t runs = 1;
  static auto& judge(auto& state, std::size_t) { return state.judge; }
  static auto& first(auto& state) { return state.world; }
  static sim::modality::SubjectState& woken(State& state, std::size_t) {
    state.world.agenda.schedule(timer_slot, {0, 0});
    return state.world.subject;
  }
  static auto sink(const spec::modality::Judge& judge, State& state, Findings& findings,
                   NoRecorder& none) {
    return JudgingSink<spec::modality::Judge, Situation, Findings, NoRecorder>{judge, state.judge,
                                                                               findings, none};
  }
};
struct Two {
  using State = JudgedRuns;
  using Worlds = sim::modality::RunsWorlds;
  static constexpr std::size_t runs = 2;
  static auto& judge(auto& state, std::size_t run) { return state.judges[run]; }
  static auto& first(auto& state) { return state.world.first; }
  static sim::modality::SubjectState& woken(State& state, std::size_t run) {
    if (run == 0) {
      state.world.first.agenda.schedule(timer_slot, {0, 0});
      return state.world.first.subject;
    }
    state.world.second.agenda.schedule(timer_slot, {0, 0});
    return state.world.second.subject;
  }
  static auto sink(const spec::modality::Judge& judge, State& state, Findings& findings,
                   NoRecorder& none) {
    return RunsSink<NoRecorder>(judge, state, findings, none);
  }
};

template <class Runs>
class FreeWorlds {
 public:
  using State = typename Runs::State;
  struct Tally {
    spec::ClauseSet met;
    void merge(const Tally& other) { met |= other.met; }
  };
  static_assert(std::has_unique_object_representations_v<State>);

  explicit FreeWorlds(const sim::modality::Plan& plan)
      : worlds_(plan, puppet_), judge_(plan.limits) {}

  State initial() const {
    State out{};
    out.world = worlds_.initial();
    return out;
  }

  // Only those that break nothing.
  void choices(const State& state, sim::Choices& out) const {
    std::vector<sim::Choice> possible;
    worlds_.choices(state.world, possible);
    const auto step = worlds_.plan().grid.step_ms;
    if (possible.empty() || possible.back().after_ms >= step)
      possible.push_back({.slot = time_slot, .after_ms = step});
    for (const auto& choice : possible) {
      State next = state;
      Tally tally;
      apply(next, choice, tally);
      if (next.broken == 0) out.push_back(choice);
    }
    if (Runs::first(state).setup.stage != sim::modality::SetupStage::Done) return;
    for (std::size_t run = 0; run < Runs::runs; ++run) {
      const Situation& before = Runs::judge(state, run);
      if (before.phase == spec::modality::Phase::NotCalled) continue;
      for (std::uint32_t act = 1; act <= acts; ++act) {
        Situation after = before;
        Findings findings;
        judge_.see(after, made(intent(before, act)), findings);
        if (!findings.breach && !(after == before)) out.push_back(choice_of(run, act));
      }
    }
  }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    Findings findings;
    NoRecorder none;
    auto sink = Runs::sink(judge_, state, findings, none);
    if (choice.slot == time_slot) {
      worlds_.pass(state.world, choice.after_ms, sink);
    } else if (is_act(choice)) {
      const auto run = run_of(choice);
      const auto intended = intent(Runs::judge(state, run), act_of(choice));
      Runs::woken(state, run).put(intended);
      const auto own = run == 0 ? 0 : sim::modality::first_slot_of_second;
      worlds_.apply(state.world, {.slot = static_cast<std::uint8_t>(own + timer_slot)}, sink);
    } else {
      worlds_.apply(state.world, choice, sink);
    }
    if (findings.breach) state.broken = static_cast<std::uint8_t>(findings.breach->rule() + 1);
    tally.met |= findings.met;
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  sim::Status status(const State& state) const {
    if (!worlds_.final(state.world)) return sim::Status::Running;
    Findings findings;
    for (std::size_t run = 0; run < Runs::runs; ++run)
      judge_.end(Runs::judge(state, run), findings);
    return findings.breach ? sim::Status::Running : sim::Status::Final;
  }
  std::uint8_t cell(const State&) const { return sim::no_cell; }
  bool equal(const State& a, const State& b) const { return a == b; }

  std::string label(const State& state, const sim::Choice& choice) const {
    if (choice.slot == time_slot) return "time";
    if (is_act(choice))
      return show(made(intent(Runs::judge(state, run_of(choice)), act_of(choice))));
    const auto label = worlds_.label(state.world, choice);
    return label.actor + " " + label.text;
  }

 private:
  static Intent intent(const Situation& judge, std::uint32_t act) {
    Intent out{.act = act,
               .age = judge.age,
               .call = judge.call,
               .refused = judge.refused,
               .artifacts = judge.artifacts,
               .text = judge.text,
               .reason = judge.reason,
               .retry_later = spec::modality::mends_later(judge)};
    for (const auto dialog : judge.closed) out.closed.push_back(dialog);
    return out;
  }
  static sim::Choice choice_of(std::size_t run, std::uint32_t act) {
    return {.slot = act_slots[run],
            .alternative = static_cast<std::uint8_t>(act),
            .zero = static_cast<std::uint16_t>(act >> 8)};
  }
  static bool is_act(const sim::Choice& choice) {
    return choice.slot == act_slots[0] || choice.slot == act_slots[1];
  }
  static std::size_t run_of(const sim::Choice& choice) {
    return choice.slot == act_slots[0] ? 0 : 1;
  }
  static std::uint32_t act_of(const sim::Choice& choice) {
    return choice.alternative | static_cast<std::uint32_t>(choice.zero) << 8;
  }

  Puppet puppet_;
  typename Runs::Worlds worlds_;
  spec::modality::Judge judge_;
};

// A line of the quick table: one entry at the start, one step of the script, and as much beside it.
sim::modality::Plan small_plan(std::size_t cell, std::uint8_t background) {
  auto plan = table_plan(Budget::Quick, one_cell(cell));
  plan.bounds.background = background;
  plan.start_documents.resize(1);
  return plan;
}

template <class Runs>
std::string story(const FreeWorlds<Runs>& model, const sim::Path& path) {
  std::string out;
  auto state = model.initial();
  sim::Choices choices;
  typename FreeWorlds<Runs>::Tally tally;
  for (const auto index : path) {
    choices.clear();
    model.choices(state, choices);
    out += "  " + model.label(state, choices[index]) + "\n";
    model.apply(state, choices[index], tally);
  }
  return out;
}

template <class Runs>
void expect_ends(const sim::modality::Plan& plan) {
  const FreeWorlds<Runs> model(plan);
  const auto found = sim::explore(model);
  for (const auto& finding : found.findings)
    ADD_FAILURE() << "every act is a breach, and so is doing nothing:\n"
                  << story(model, finding.path);
  EXPECT_EQ(found.lost.value_or(0), 0u);  // Known if nothing was found.
  EXPECT_GT(found.finals, 0u);
  testing::Test::RecordProperty("states", std::to_string(found.states));
}

struct Line {
  std::size_t cell = 0;
  std::uint8_t background = 0;
};
class FreeSubject : public testing::TestWithParam<Line> {};

TEST_P(FreeSubject, FindsAnEndFromWhereverTheClausesLetItGo) {
  const auto plan = small_plan(GetParam().cell, GetParam().background);
  expect_ends<One>(plan);
}

// Two runs of which each may do whatever its own judge lets it do: at once, and one behind the
// other while the script of the first goes on.
TEST(FreeSubjects, FindAnEndBesideEachOther) {
  sim::modality::Plan plan;
  plan.limits = table_limits();
  plan.grid = {.step_ms = 500};
  const auto call = [](Mode mode) {
    return sim::modality::Plan::Call{
        .request = {.mode = mode, .body_timeout = Duration{500}}, .cell = 0, .name = "call"};
  };
  plan.calls = {call(Mode::Unleashed), call(Mode::NonModal), call(Mode::Raw)};
  plan.calls[2].request.raw = {.close_while_running = true};
  plan.calls[2].request.body_timeout = Duration{1'500};
  plan.start_kinds = {sim::modality::EntryKind::Closable};
  plan.bounds.entries = 1;
  plan.another = {{.calls = plan.calls, .at = {0, 1'000}, .body = {}, .steps = 0}};
  plan.bounds.steps = 1;
  using sim::modality::Op;
  plan.alphabet = {{"outlive", {{.op = Op::IgnoreCancel}, {.op = Op::Sleep, .ms = 1'000}}},
                   {"open", {{.op = Op::Open}, {.op = Op::Sleep, .ms = 1'500}}}};
  expect_ends<Two>(plan);
}

std::vector<Line> lines(std::uint8_t background) {
  std::vector<Line> out;
  for (std::size_t cell = 0; cell < table_cells; ++cell) out.push_back({cell, background});
  return out;
}
std::string name(const testing::TestParamInfo<Line>& of) {
  return "Line" + std::to_string(of.param.cell);
}
INSTANTIATE_TEST_SUITE_P(Lines, FreeSubject, testing::ValuesIn(lines(0)), name);
INSTANTIATE_TEST_SUITE_P(BesideAnEvent, FreeSubject, testing::Values(Line{11, 1}), name);
// Minutes each.
INSTANTIATE_TEST_SUITE_P(DISABLED_BesideAnEvent, FreeSubject, testing::ValuesIn(lines(1)), name);

}  // namespace
}  // namespace conformance::modality
