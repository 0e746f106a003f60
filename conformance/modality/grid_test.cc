// What the coarse grid finds, beside what the reference grid finds, in generated small worlds.
//
// docs/decisions/0010-grids.md draws its conclusion from the figures that Grid.DISABLED_Many
// prints; `conformance_tests --gtest_also_run_disabled_tests --gtest_filter=Grid.*Many` runs it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "conformance/area/words.h"
#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "run/expecting.h"
#include "sim/modality/outcome.h"
#include "sim/modality/plan.h"
#include "sim/modality/scenario.h"
#include "sim/search/explore.h"
#include "sim/search/rng.h"
#include "sim/state/agenda.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

using sim::Rng;

// What a person could learn from a whole search.
struct Verdicts {
  std::set<std::string> failures;  // "broken MOD-05", "hang", "endless"
  std::set<std::string> outcomes;  // Of the calls that ended, in full.
  spec::Exercised exercised;
  bool operator==(const Verdicts&) const = default;
};

// Keeps the outcomes that calls ended with.
class OutcomeWorlds {
  using Base = ExpectingWorlds;

 public:
  using State = typename Base::State;
  struct Tally {
    typename Base::Tally base;
    std::set<std::string> outcomes;
    void merge(const Tally& other) {
      base.merge(other.base);
      outcomes.insert(other.outcomes.begin(), other.outcomes.end());
    }
  };

  OutcomeWorlds(const sim::modality::Plan& plan, std::string_view subject)
      : judged_(any_model(plan, subject)) {}

  State initial() const { return base_.initial(); }
  void choices(const State& state, sim::Choices& out) const { base_.choices(state, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    base_.apply(state, choice, tally.base);
    if (base_.status(state) == sim::Status::Final)
      tally.outcomes.insert(area().words().show(state.outcome));
  }
  std::uint64_t digest(const State& state) const { return base_.digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return base_.status(state); }
  std::uint8_t cell(const State& state) const { return base_.cell(state); }
  std::uint64_t kind(const State& state) const { return base_.kind(state); }

 private:
  std::unique_ptr<const AnyModel> judged_;
  AnyExpectation nothing_;
  Base base_{*judged_, nothing_};
};

struct Searched {
  Verdicts verdicts;
  std::uint64_t states = 0;
  bool complete = false;
};

Searched search(const sim::modality::Plan& plan, std::string_view subject, std::int32_t step_ms) {
  auto on_grid = plan;
  on_grid.grid.step_ms = step_ms;
  constexpr std::uint64_t small = 20'000;
  const OutcomeWorlds model(on_grid, subject);
  const auto found = sim::explore(
      model, {.states_max = small, .stop_at_first = false, .findings_max = 128, .edges = true});
  Searched out{.verdicts = {}, .states = found.states, .complete = found.complete()};
  for (const auto& finding : found.findings) {
    const bool hang = finding.cause == sim::Finding::Cause::Hang;
    out.verdicts.failures.insert(
        hang ? "hang" : "broken " + std::string(spec::modality::policy_rules[finding.kind - 1].id));
  }
  if (found.lasso) out.verdicts.failures.insert("endless");
  out.verdicts.outcomes = found.tally.outcomes;
  out.verdicts.exercised =
      rules_of(spec::modality::clause_texts(), found.tally.base.judged.clauses[0]);
  return out;
}

// Worlds.

// A window that begins and lasts at most so long, in multiples of the grid.
sim::Window window(Rng& rng, std::int32_t begin_ms, std::int32_t width_ms, std::int32_t step_ms) {
  const auto drawn = [&](std::int32_t most_ms) {
    const auto most = static_cast<std::uint32_t>(most_ms / step_ms);
    return step_ms * static_cast<std::int32_t>(rng.below(most + 1));
  };
  const auto earliest = drawn(begin_ms);
  return {earliest, earliest + drawn(width_ms)};
}

sim::modality::Latencies latencies(Rng& rng, std::int32_t step_ms) {
  auto out = sim::modality::short_latencies();
  for (auto& entry : out.entries) {
    if (entry.answer.latest >= 0) entry.answer = window(rng, 500, 1'000, step_ms);
    entry.dispose = window(rng, 1'000, 1'000, step_ms);
    if (entry.ends.latest >= 0) entry.ends = window(rng, 1'500, 1'500, step_ms);
  }
  out.write = window(rng, 500, 1'000, step_ms);
  out.indexing = window(rng, 1'500, 1'500, step_ms);
  return out;
}

port::modality::Request request(Rng& rng) {
  using namespace engine::modality;
  Request out{.mode = static_cast<Mode>(rng.below(4)),
              .body_timeout = sim::modality::short_body_timeout};
  if (out.mode != Mode::Raw) return out;
  const auto drawn = [&] { return rng.below(2) == 1; };
  out.raw = {.close_on_start = drawn(),
             .allow_at_gate = drawn(),
             .close_while_running = drawn(),
             .sync_documents = drawn(),
             .wait_smart = drawn(),
             .await_dispose = drawn(),
             .progress = drawn() ? ProgressAtGate::Refuse : ProgressAtGate::Tolerate};
  return out;
}

// All delays are multiples of `step_ms`, which divides those of the short constants.
sim::modality::Plan small_world(Rng& rng, std::int32_t step_ms) {
  const auto below = [&](std::size_t count) {
    return rng.below(static_cast<std::uint32_t>(count));
  };
  sim::modality::Plan plan;
  plan.limits = sim::modality::short_limits();
  plan.latencies = latencies(rng, step_ms);
  plan.calls.push_back({.request = request(rng), .cell = 0, .name = "call"});
  for (auto left = rng.below(3); left > 0; --left)
    plan.start.stack.push_back(
        static_cast<sim::modality::EntryKind>(below(sim::modality::entry_kinds)));
  plan.start.documents.push_back(rng.below(2) == 0 ? sim::modality::clean
                                                   : sim::modality::uncommitted);
  plan.start.index = static_cast<sim::modality::Index>(rng.below(3));
  const auto alphabet = sim::modality::script_alphabet(1'000);
  for (auto left = rng.below(3); left > 0; --left) {
    const auto& step = alphabet[below(alphabet.size())].instructions;
    plan.body.instructions.insert(plan.body.instructions.end(), step.begin(), step.end());
  }
  for (auto left = 1 + rng.below(3); left > 0; --left)
    plan.background.push_back(
        {.what = static_cast<sim::modality::Background>(below(sim::modality::background_kinds)),
         .window = window(rng, 2'500, 3'000, step_ms)});
  return plan;
}

constexpr std::array subjects{"engine", "mutant:result_sent_twice", "mutant:wait_without_last_look",
                              "mutant:monitor_timeout_wins", "mutant:bound_per_operation"};

struct Comparison {
  int worlds = 0, equal = 0, unlike_failures = 0, unlike_outcomes = 0, unlike_exercised = 0;
  std::uint64_t reference_states = 0, coarse_states = 0;
};

bool includes(const std::set<std::string>& all, const std::set<std::string>& some) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

std::string only_in(const std::set<std::string>& all, const std::set<std::string>& some) {
  std::string out;
  for (const auto& text : all)
    if (!some.contains(text)) out += "\n      " + text;
  return out;
}

void compare(std::uint64_t run, Comparison& sum, bool tells) {
  Rng rng = Rng(31).fork(run);
  const std::int32_t step_ms = rng.below(2) == 0 ? 500 : 250;
  const auto plan = small_world(rng, step_ms);
  const auto subject = subjects[run % subjects.size()];
  const auto reference = search(plan, subject, step_ms);
  const auto coarse = search(plan, subject, 0);
  if (!reference.complete || !coarse.complete) return;
  ++sum.worlds;
  sum.reference_states += reference.states;
  sum.coarse_states += coarse.states;
  const auto& all = reference.verdicts;
  const auto& some = coarse.verdicts;
  sum.equal += all == some;
  sum.unlike_failures += all.failures != some.failures;
  sum.unlike_outcomes += all.outcomes != some.outcomes;
  sum.unlike_exercised += !(all.exercised == some.exercised);
  EXPECT_TRUE(includes(all.failures, some.failures)) << run;
  EXPECT_TRUE(includes(all.outcomes, some.outcomes)) << run;
  if (tells && !(all == some))
    std::cout << fmt::format("world {} of {}, grid {} ms:{}{}\n", run, subject, step_ms,
                             only_in(all.failures, some.failures),
                             only_in(all.outcomes, some.outcomes));
}

Comparison compare_worlds(int count, bool tells) {
  Comparison sum;
  for (int run = 0; run < count; ++run) compare(static_cast<std::uint64_t>(run), sum, tells);
  return sum;
}

// That the coarse grid finds nothing that the reference grid does not, compare() expects.
void expect_nearly_all(const Comparison& sum, int count) {
  EXPECT_GT(sum.worlds * 100, count * 97);
  EXPECT_GE(sum.equal * 100, sum.worlds * 98);
  EXPECT_LT(sum.coarse_states, sum.reference_states);
}

TEST(Grid, TheCoarseOneFindsNearlyAll) {
  constexpr int count = 400;
  expect_nearly_all(compare_worlds(count, false), count);
}

// Minutes.
TEST(Grid, DISABLED_Many) {
  constexpr int count = 20'000;
  const auto sum = compare_worlds(count, true);
  expect_nearly_all(sum, count);
  std::cout << fmt::format(
      "{} worlds, {} with equal verdicts; {} differ in failures, {} in outcomes, {} in rules "
      "exercised; {} states on the reference grid, {} on the coarse one\n",
      sum.worlds, sum.equal, sum.unlike_failures, sum.unlike_outcomes, sum.unlike_exercised,
      sum.reference_states, sum.coarse_states);
}

// Why it does not find all: something happens at any instant of a window, and something else
// follows half a second later. Two others have instants of their own.
enum Slot : std::size_t { Cause, Effect, First, Second };
using Four = sim::Agenda<4>;

void add_orders(const Four& agenda, sim::Grid grid, const std::string& before,
                std::set<std::string>& out) {
  bool over = true;
  for (const std::size_t slot : {Cause, Effect, First, Second}) {
    agenda.for_each_instant(slot, grid, agenda.deadline(), [&](std::int32_t after_ms) {
      over = false;
      auto next = agenda;
      next.advance(after_ms);
      next.cancel(slot);
      if (slot == Cause) next.schedule(Effect, {500, 500});
      add_orders(next, grid, before + "CE12"[slot], out);
    });
  }
  if (over) out.insert(before);
}

// Two windows of so many milliseconds, on the grid that the file is given.
void expect_searchable(std::int32_t latest_ms) {
  const auto event = fmt::format(R"({{"event":"disk_changes","at_ms":[1,{}]}})", latest_ms);
  const auto loaded = sim::modality::scenarios().parse(
      fmt::format(R"({{"format":1,"story":"two wide windows","call":{{"modal":"unleashed"}},
                      "limits":"real","body":["never"],"background":[{0},{0}]}})",
                  event),
      "wide");
  const auto* scenario = std::get_if<sim::modality::Scenario>(&loaded);
  ASSERT_NE(scenario, nullptr);
  const sim::SearchOptions options{.states_max = 10'000};
  const auto found =
      explore_plan(scenario->plan, "engine", &scenario->expect, options, sim::Serial());
  EXPECT_GT(found.states, 0u);
  sim::DepthFirstOptions deep{.search = options};
  deep.search.states_max = 1'000;
  EXPECT_GT(explore_plan_depth_first(scenario->plan, "engine", &scenario->expect, deep).states, 0u);
}

TEST(Grid, OfAFileLeavesNoStateMoreChoicesThanASearchCanNumber) {
  expect_searchable(7'950);  // Nearly as many as a file may have,
  expect_searchable(9'999);  // and more.
}

TEST(Grid, TheCoarseOneMissesAnEffectBetweenTwoInstantsAfterItsCause) {
  Four agenda;
  agenda.schedule(Cause, {0, 1'500});
  agenda.schedule(First, {750, 750});
  agenda.schedule(Second, {1'000, 1'000});
  std::set<std::string> reference, coarse;
  add_orders(agenda, {.step_ms = 250}, "", reference);
  add_orders(agenda, {.step_ms = 0}, "", coarse);
  // Where a window begins the effect comes before the first, or after the second.
  EXPECT_TRUE(reference.contains("C1E2"));
  EXPECT_FALSE(coarse.contains("C1E2"));
  EXPECT_TRUE(includes(reference, coarse));
}

}  // namespace
}  // namespace conformance::modality
