// What the coarse grid finds, beside what the reference grid finds, in generated small worlds.
//
// docs/decisions/0010-grids.md draws its conclusion from the figures that the last test prints:
//
//   build/release/conformance/conformance_tests --gtest_also_run_disabled_tests \
//     --gtest_filter='Grid.*Many*'
#include <array>
#include <cstdint>
#include <iostream>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "expecting.h"
#include "sim/explore.h"
#include "sim/outcome.h"
#include "sim/plan.h"
#include "sim/rng.h"
#include "spec/policy_rules.h"
#include "subject.h"

namespace conformance {
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
template <class Engine>
class OutcomeWorlds {
  using Base = ExpectingWorlds<Engine>;

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

  OutcomeWorlds(const sim::Plan& plan, const Engine& engine) : base_(plan, engine, nothing_) {}

  State initial() const { return base_.initial(); }
  void choices(const State& state, sim::Choices& out) const { base_.choices(state, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    base_.apply(state, choice, tally.base);
    if (base_.status(state) == sim::Status::Final) tally.outcomes.insert(show(state.outcome));
  }
  std::uint64_t digest(const State& state) const { return base_.digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return base_.status(state); }
  std::uint8_t cell(const State& state) const { return base_.cell(state); }
  std::uint64_t kind(const State& state) const { return base_.kind(state); }

 private:
  sim::Expectation nothing_;
  Base base_;
};

struct Searched {
  Verdicts verdicts;
  std::uint64_t states = 0;
  bool complete = false;
};

template <class Engine>
Searched search_with(const Engine& engine, const sim::Plan& plan) {
  constexpr std::uint64_t small = 20'000;
  const OutcomeWorlds<Engine> model(plan, engine);
  const auto found = sim::explore(
      model, {.states_max = small, .stop_at_first = false, .findings_max = 128, .edges = true});
  Searched out{.states = found.states, .complete = found.complete()};
  for (const auto& finding : found.findings) {
    const bool hang = finding.cause == sim::Finding::Cause::Hang;
    out.verdicts.failures.insert(
        hang ? "hang" : "broken " + std::string(spec::policy::policy_rules[finding.kind - 1].id));
  }
  if (found.lasso) out.verdicts.failures.insert("endless");
  out.verdicts.outcomes = found.tally.outcomes;
  out.verdicts.exercised = found.tally.base.judged.exercised;
  return out;
}

Searched search(const sim::Plan& plan, std::string_view subject, std::int32_t step_ms) {
  auto on_grid = plan;
  on_grid.grid.step_ms = step_ms;
  return with_subject(subject, plan.limits,
                      [&](const auto& engine) { return search_with(engine, on_grid); });
}

// Worlds.

std::int32_t steps(Rng& rng, std::uint32_t most, std::int32_t step_ms) {
  return step_ms * static_cast<std::int32_t>(rng.below(most + 1));
}

sim::Window window(Rng& rng, std::uint32_t begin, std::uint32_t width, std::int32_t step_ms) {
  const auto earliest = steps(rng, begin, step_ms);
  return {earliest, earliest + steps(rng, width, step_ms)};
}

template <class T>
const T& one_of(Rng& rng, const std::vector<T>& from) {
  return from[rng.below(static_cast<std::uint32_t>(from.size()))];
}

sim::Latencies latencies(Rng& rng, std::int32_t step_ms) {
  auto out = sim::short_latencies();
  for (auto& entry : out.entries) {
    if (entry.answer.latest >= 0) entry.answer = window(rng, 1, 2, step_ms);
    entry.dispose = window(rng, 2, 2, step_ms);
    if (entry.ends.latest >= 0) entry.ends = window(rng, 3, 3, step_ms);
  }
  out.write = window(rng, 1, 2, step_ms);
  out.indexing = window(rng, 3, 3, step_ms);
  return out;
}

sim::policy::Request request(Rng& rng) {
  using namespace sim::policy;
  Request out{.mode = static_cast<Mode>(rng.below(4)), .body_timeout = sim::short_body_timeout};
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
sim::Plan small_world(Rng& rng, std::int32_t step_ms) {
  sim::Plan plan;
  plan.limits = sim::short_limits();
  plan.latencies = latencies(rng, step_ms);
  plan.calls.push_back({.request = request(rng), .cell = 0, .name = "call"});
  for (auto left = rng.below(3); left > 0; --left)
    plan.start.stack.push_back(static_cast<sim::EntryKind>(rng.below(sim::entry_kinds - 3)));
  if (rng.below(4) == 0) plan.start.stack.push_back(sim::EntryKind::Progress);
  plan.start.documents.push_back(rng.below(2) == 0 ? sim::clean : sim::uncommitted);
  plan.start.index = static_cast<sim::Index>(rng.below(3));
  const auto alphabet = sim::script_alphabet(1'000);
  for (auto left = rng.below(3); left > 0; --left) {
    const auto& step = one_of(rng, alphabet).instructions;
    plan.body.instructions.insert(plan.body.instructions.end(), step.begin(), step.end());
  }
  for (auto left = rng.below(3); left > 0; --left)
    plan.background.push_back({.what = static_cast<sim::Background>(
                                   rng.below(static_cast<std::uint32_t>(sim::background_kinds))),
                               .window = window(rng, 8, 4, step_ms)});
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

TEST(Grid, DISABLED_ManyMoreWorlds) {
  Comparison sum;
  for (std::uint64_t run = 0; run < 20'000; ++run) compare(run, sum, true);
  std::cout << fmt::format(
      "{} worlds, {} with equal verdicts; {} differ in failures, {} in outcomes, {} in rules "
      "exercised; {} states on the reference grid, {} on the coarse one\n",
      sum.worlds, sum.equal, sum.unlike_failures, sum.unlike_outcomes, sum.unlike_exercised,
      sum.reference_states, sum.coarse_states);
}

}  // namespace
}  // namespace conformance
