// Random worlds of tool calls under the judge: no rule is broken and every call ends, in one of
// four kinds. RC_PARAMS="seed=... max_success=..." repeats or widens a run.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "ack/subject.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/run/plan.h"
#include "engine/ack/engine.h"
#include "modality/property_testing.h"
#include "sim/ack/outcome.h"
#include "sim/search/run.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

namespace world = sim::ack;
using property::below, property::prove;
using spec::ack::Kind;
using spec::ack::Revision;

// A window of time: from so many steps on, and so many steps wide.
struct Span {
  std::uint8_t from = 0, width = 0;
};
// One call of a tool, and how the frontend treats it.
struct Asked {
  std::uint8_t row = 0;  // Of the table; beyond it, a request that no row is for.
  std::uint8_t behaviour = 0;
};
struct Beside {
  std::uint8_t what = 0;
  Span when;
};

// A world in plain numbers, so that each can shrink on its own: towards one call to a frontend
// that is up and answers at once, nothing beside it, and the natural schedule.
struct Situation {
  bool second_revision = false, fine_grid = false;
  Asked first;
  std::vector<Asked> second;  // At most one.
  Span second_at;
  std::uint8_t start = 0;  // Store, tracker, windows missing; settings, dialog open: a bit each.
  std::uint8_t viewers = 0;
  Span process, slow, notify, late;
  std::vector<Beside> planned;           // At most four.
  std::vector<std::uint8_t> background;  // Which may come at any instant,
  std::uint8_t background_max = 0;       // so many of them.
  std::vector<std::uint16_t> choices;    // Which of those offered, modulo their number; then 0.
};

constexpr std::int32_t step_ms = 50;
constexpr std::size_t choices_max = 5'000;  // Far beyond the longest run that ends.
constexpr std::size_t rows_at_most = 44;

sim::Window window_of(Span span, std::int32_t step) {
  return {span.from * step, (span.from + span.width) * step};
}

Revision revision_of(const Situation& situation) {
  return situation.second_revision ? Revision::R2 : Revision::R1;
}

// Rows, and then the requests that are refused.
world::Call call_of(const Situation& situation, std::uint8_t row) {
  const auto& rows = rows_of(revision_of(situation));
  if (row < rows.size()) return rows[row];
  const auto refused = plan_of(revision_of(situation), PlanKind::Refused).calls;
  return refused[(row - rows.size()) % refused.size()];
}

bool is_round_trip(const world::Plan& plan, const world::Call& call) {
  const auto* row = engine::ack::find_row(*plan.table, call.request);
  return row != nullptr && row->signal == port::ack::SignalKind::RoundTrip;
}

// The frontend answers at once where the action cannot meet what was drawn.
world::Behaviour behaviour_of(const world::Plan& plan, const world::Call& call, Asked asked) {
  const auto behaviour = static_cast<world::Behaviour>(asked.behaviour);
  const bool met = applies(behaviour, call.effect, is_round_trip(plan, call));
  return met ? behaviour : world::Behaviour::Responsive;
}

world::Plan plan_of(const Situation& situation) {
  auto plan = world::plan_over(table_of(revision_of(situation)));
  plan.grid = {.step_ms = situation.fine_grid ? step_ms : 0};
  plan.latencies = {.process = window_of(situation.process, step_ms),
                    .slow = window_of(situation.slow, 10 * step_ms),
                    .notify = window_of(situation.notify, step_ms),
                    .late = window_of(situation.late, 10 * step_ms)};
  plan.calls = {call_of(situation, situation.first.row)};
  plan.behaviours = {behaviour_of(plan, plan.calls[0], situation.first)};
  if (!situation.second.empty()) {
    plan.second = {call_of(situation, situation.second[0].row)};
    plan.second_behaviours = {behaviour_of(plan, plan.second[0], situation.second[0])};
    plan.second_window = window_of(situation.second_at, step_ms);
  }
  const auto has = [&](unsigned bit) { return (situation.start >> bit & 1u) != 0; };
  plan.starts = {{.store = !has(0),
                  .tracker = !has(1),
                  .windows = !has(2),
                  .settings = has(3),
                  .viewers = situation.viewers,
                  .dialog = has(4)}};
  for (const auto what : situation.background)
    plan.background.push_back(static_cast<world::Background>(what));
  plan.background_max = situation.background.empty() ? 0 : situation.background_max;
  for (const auto& beside : situation.planned)
    if (plan.planned.size() < world::planned_max)
      plan.planned.push_back(
          {static_cast<world::Background>(beside.what), window_of(beside.when, step_ms)});
  return plan;
}

std::string text_of(sim::Window window) {
  return "[" + std::to_string(window.earliest) + ", " + std::to_string(window.latest) + "]";
}

// Printed with a counterexample.
std::ostream& operator<<(std::ostream& out, const Situation& situation) {
  const auto plan = plan_of(situation);
  out << name_of(revision_of(situation)) << (situation.fine_grid ? ", fine grid" : "") << ", start "
      << int{situation.start} << ", viewers " << int{situation.viewers}
      << "\n  call: " << plan.calls[0].name << " meets " << name(plan.behaviours[0]);
  if (!plan.second.empty())
    out << "\n  second at " << text_of(plan.second_window) << ": " << plan.second[0].name
        << " meets " << name(plan.second_behaviours[0]);
  out << "\n  process " << text_of(plan.latencies.process) << ", slow "
      << text_of(plan.latencies.slow) << ", notify " << text_of(plan.latencies.notify) << ", late "
      << text_of(plan.latencies.late) << "\n  planned:";
  for (const auto& event : plan.planned) out << ' ' << name(event.what) << text_of(event.window);
  out << "\n  beside, at most " << int{plan.background_max} << ':';
  for (const auto what : plan.background) out << ' ' << name(what);
  out << "\n  choices:";
  for (const auto choice : situation.choices) out << ' ' << choice;
  return out << '\n';
}

rc::Gen<Span> spans(std::size_t from, std::size_t width) {
  using namespace rc;
  return gen::build<Span>(gen::set(&Span::from, below(from)), gen::set(&Span::width, below(width)));
}

// Of either revision.
std::vector<std::uint8_t> round_trips() {
  std::vector<std::uint8_t> out;
  for (const auto revision : {Revision::R1, Revision::R2}) {
    const auto plan = world::plan_over(table_of(revision));
    const auto& rows = rows_of(revision);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (is_round_trip(plan, rows[i])) out.push_back(static_cast<std::uint8_t>(i));
  }
  return out;
}

rc::Gen<Asked> calls() {
  using namespace rc;
  // Round trips are few among the tools, and have rules that nothing else meets.
  static const auto trips = round_trips();
  const auto trip = gen::map(below(trips.size()), [](std::size_t which) { return trips[which]; });
  // Most calls are of a tool that there is, and meet a frontend that does something.
  return gen::build<Asked>(gen::set(&Asked::row, gen::oneOf(below(rows_at_most), trip)),
                           gen::set(&Asked::behaviour, gen::oneOf(gen::just(std::uint8_t{0}),
                                                                  below(world::behaviours))));
}

rc::Gen<Situation> situations() {
  using namespace rc;
  const auto beside = gen::build<Beside>(gen::set(&Beside::what, below(world::background_kinds)),
                                         gen::set(&Beside::when, spans(120, 10)));
  const auto few = [](auto gen) {
    return gen::resize(2, gen::container<std::vector<typename decltype(gen)::ValueType>>(gen));
  };
  return gen::build<Situation>(
      gen::set(&Situation::second_revision, gen::arbitrary<bool>()),
      gen::set(&Situation::fine_grid, gen::arbitrary<bool>()), gen::set(&Situation::first, calls()),
      gen::set(&Situation::second, gen::resize(1, gen::container<std::vector<Asked>>(calls()))),
      gen::set(&Situation::second_at, spans(40, 4)),
      gen::set(&Situation::start, gen::oneOf(gen::just(std::uint8_t{0}), below(32))),
      gen::set(&Situation::viewers, below(4)), gen::set(&Situation::process, spans(40, 20)),
      gen::set(&Situation::slow, spans(20, 10)), gen::set(&Situation::notify, spans(4, 20)),
      gen::set(&Situation::late, spans(20, 8)), gen::set(&Situation::planned, few(beside)),
      gen::set(&Situation::background, few(below(world::background_kinds))),
      gen::set(&Situation::background_max, below(4)),
      gen::set(&Situation::choices,
               gen::container<std::vector<std::uint16_t>>(gen::inRange<std::uint16_t>(0, 1'000))));
}

// Running one.

struct Ran {
  sim::RunEnd end = sim::RunEnd::None;
  std::string_view broken;  // The rule.
  std::vector<spec::ack::Verdict> verdicts;
  Tally tally;
  world::Outcome outcome;
  std::vector<std::uint64_t> digests;  // After each step.
};

// What the frontend and the engine say themselves, beside what the judge makes of it.
struct OutcomeRecorder {
  world::Outcome& outcome;
  void fact(const port::ack::Heard& heard) { outcome.heard(heard); }
  void fact(const port::ack::Fact& fact) { outcome.noticed(fact); }
  void act(const port::ack::Command& command) { outcome.commanded(command); }
};

Ran run(const Situation& situation, const world::Plan& plan, std::string_view subject) {
  const JudgedWorlds model(plan, subject_of(subject, *plan.table),
                           spec::ack::Judge(revision_of(situation)));
  sim::ModelRun<JudgedWorlds> run(model);
  Ran ran;
  OutcomeRecorder recorder{ran.outcome};
  while (run.offer(model, choices_max)) {
    const std::size_t step = run.path.size();
    const std::size_t wanted = step < situation.choices.size() ? situation.choices[step] : 0;
    const auto index = wanted % run.choices.size();
    spec::ack::Findings findings;
    model.apply(run.state, run.choices[index], findings, recorder);
    model.count(run.state, findings, ran.tally);
    run.path.push_back(static_cast<std::uint16_t>(index));
    ran.verdicts.insert(ran.verdicts.end(), findings.verdicts.begin(), findings.verdicts.end());
    ran.digests.push_back(model.digest(run.state));
  }
  ran.end = run.end;
  if (run.state.broken != 0) ran.broken = spec::ack::ack_rules[run.state.broken - 1u].id;
  return ran;
}

Ran run_engine(const Situation& situation) {
  const auto plan = plan_of(situation);
  return run(situation, plan, "engine");
}

Ran run_mutant(const Situation& situation, std::string_view name) {
  const auto plan = plan_of(situation);
  return run(situation, plan, "mutant:" + std::string(name));
}

// What is asserted. Each says what is wrong, or nothing.

std::string wrong_end(const Ran& ran) {
  if (ran.end == sim::RunEnd::Broken) return "breaks " + std::string(ran.broken);
  return ran.end == sim::RunEnd::Final ? "" : "does not end";
}

// Each call has one response and one verdict of one kind, but one whose client left; a lie has a
// class, and one of a round trip one of the last, which are the frontend's own fault.
std::string wrong_kinds(const world::Plan& plan, const Ran& ran) {
  const std::size_t made = plan.second.empty() ? 1 : 2;
  std::array<int, world::calls_max> verdicts{};
  std::uint64_t endings = 0;
  for (const auto& verdict : ran.verdicts) {
    const auto index = static_cast<std::size_t>(verdict.call.value - 1u);
    ++verdicts[index];
    const bool lie = verdict.kind == Kind::FalseOk || verdict.kind == Kind::FalseTimeout;
    if (lie && verdict.classes == 0) return "a lie outside the classes";
    const bool twice = verdict.classes == spec::ack::classes::twice;
    if (!lie && verdict.classes != 0 && !twice) return "a truth with a class";
    if (lie && verdict.classes < spec::ack::classes::early_reply &&
        is_round_trip(plan, (index == 0 ? plan.calls : plan.second)[0]))
      return "a round trip that lies";
  }
  for (std::size_t i = 0; i < world::calls_max; ++i) {
    const bool left = ran.outcome.calls[i].status == port::ack::Status::Cancelled;
    const int wanted = i < made && !left ? 1 : 0;
    endings += static_cast<std::uint64_t>(wanted);
    if (verdicts[i] != wanted) return "not one verdict for each call";
    if (ran.outcome.calls[i].responses != wanted) return "not one response for each call";
  }
  Soundness counted, told;
  for (const auto& ended : ran.tally.ended) counted += ended;
  for (const auto& verdict : ran.verdicts) add(verdict, told);
  if (counted != told || counted.total() != endings) return "the counts are not those of the calls";
  return "";
}

// What an expectation may ask for is what the judge takes for true.
std::string wrong_expectation(const world::Plan& plan, const Ran& ran) {
  for (const auto& verdict : ran.verdicts) {
    const auto& came = ran.outcome.calls[verdict.call.value - 1u];
    const bool ok = came.status == port::ack::Status::Ok;
    if (ok != (verdict.kind == Kind::TrueOk || verdict.kind == Kind::FalseOk))
      return "the judge heard another response";
    if (ok && came.processed != (verdict.kind == Kind::TrueOk)) return "OK is judged otherwise";
    if (verdict.kind == Kind::FalseTimeout && !came.processed)
      return "a false timeout of what was not carried out";
  }
  const auto exactly = [&](std::size_t index) {
    const auto& came = ran.outcome.calls[index];
    return world::ExpectedCall{.status = came.status,
                               .processed = came.processed,
                               .dispatches = came.dispatches,
                               .noted = came.noted,
                               .noted_open = came.noted_open,
                               .elapsed_ms = came.elapsed_ms};
  };
  world::Expectation expect{.results = {{.call = exactly(0)}}};
  if (!plan.second.empty()) expect.results[0].second = exactly(1);
  unsigned told = 0;
  for (const auto& verdict : ran.verdicts) told |= verdict.classes;
  const auto lies = static_cast<std::uint16_t>(told);
  expect.classes = lies;
  if (matching(expect, ran.outcome) == 0) return "is not what it came to";
  return unexpected_lies(&expect, lies).empty() ? "" : "has other lies than those it told";
}

std::string wrong(const world::Plan& plan, const Ran& ran) {
  if (auto what = wrong_end(ran); !what.empty()) return what;
  if (auto what = wrong_kinds(plan, ran); !what.empty()) return what;
  return wrong_expectation(plan, ran);
}

TEST(AckProperty, NoRuleIsBrokenAndEachCallEndsInOneOfFiveKinds) {
  prove([] {
    const Situation situation = *situations();
    if (const auto what = wrong(plan_of(situation), run_engine(situation)); !what.empty())
      RC_FAIL(what);
  });
}

TEST(AckProperty, TheSameChoicesGiveTheSameDigestAfterEveryStep) {
  prove([] {
    const Situation situation = *situations();
    RC_ASSERT(run_engine(situation).digests == run_engine(situation).digests);
  });
}

// Green must not be vacuous: the worlds of the first property meet every rule that a run can
// meet, lies of every class and every kind of ending. Captures take no time here (ACK-29), and no
// row has a second signal (ACK-34).
TEST(AckProperty, ItsWorldsMeetTheRulesTheClassesAndTheKinds) {
  Tally met;
  prove([&] { met.merge(run_engine(*situations()).tally); });
  const auto rules = rules_of(spec::ack::clause_texts(), met.clauses[0]);
  for (std::size_t i = 0; i < spec::ack::ack_rules.size(); ++i) {
    const std::string_view rule = spec::ack::ack_rules[i].id;
    const bool without_runs = std::ranges::count(spec::ack::rules_without_runs, rule) > 0;
    EXPECT_TRUE(rules.has(i) || without_runs || rule == "ACK-29" || rule == "ACK-34") << rule;
  }
  Soundness all;
  for (const auto& ended : met.ended) all += ended;
  for (const auto count : all.kinds) EXPECT_GT(count, 0u);
  for (const auto count : all.classes) EXPECT_GT(count, 0u);
}

// The property fails of what is broken, and what is left of it is small.

struct Shrunk {
  Situation situation;
  std::string what;
};

Shrunk shrink_failure_of(std::string_view mutant) {
  Shrunk shrunk;
  EXPECT_TRUE(property::fails([&] {
    const Situation situation = *situations();
    const auto what = wrong(plan_of(situation), run_mutant(situation, mutant));
    if (what.empty()) return;
    shrunk = {situation, what};
    RC_FAIL(what);
  })) << mutant
      << " is not caught";
  return shrunk;
}

std::size_t things(const Situation& situation) {
  return situation.second.size() + situation.planned.size() + situation.background.size();
}

// The first call may be a round trip, which captures nothing: then a second one shows it.
TEST(AckProperty, ALateCaptureIsCaughtInASmallWorld) {
  const auto shrunk = shrink_failure_of("capture_after_dispatch");
  EXPECT_EQ(shrunk.what, "breaks ACK-01");
  EXPECT_LE(things(shrunk.situation), 1u) << shrunk.situation;
}

TEST(AckProperty, OkOnGivingUpIsCaughtInASmallWorld) {
  const auto shrunk = shrink_failure_of("ok_on_giving_up");
  EXPECT_TRUE(shrunk.what.starts_with("breaks ACK-")) << shrunk.what;
  EXPECT_LE(things(shrunk.situation), 1u) << shrunk.situation;
}

TEST(AckProperty, AShortBudgetOfNavigationsIsCaughtInASmallWorld) {
  const auto shrunk = shrink_failure_of("short_navigation");
  EXPECT_EQ(shrunk.what, "breaks ACK-19");
  EXPECT_LE(things(shrunk.situation), 1u) << shrunk.situation;
}

}  // namespace
}  // namespace conformance::ack
