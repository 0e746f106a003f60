// What the judge of a world calls broken in a run, the judge of recordings calls broken in what was
// recorded of it, if a recording can show it (docs/TRANSCRIPTS.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "appserver/recorded_run_testing.h"
#include "appserver/retold_testing.h"
#include "appserver/retold_ways_testing.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "sim/search/random.h"

namespace conformance::appserver {
namespace {

using namespace retold;

// The first rule that the run breaks; it goes on behind that to its end.
std::optional<std::uint8_t> record_broken_run(const JudgedWorlds& worlds, std::uint64_t number,
                                              TalkRecorder& recorder) {
  auto state = worlds.initial();
  sim::Choices choices;
  auto rng = sim::Rng(3).fork(number);
  std::optional<std::uint8_t> rule;
  for (std::size_t steps = 0; steps < 3'000; ++steps) {
    const auto status = worlds.status(state);
    if (status == sim::Status::Broken) {
      if (!rule) rule = static_cast<std::uint8_t>(state.broken - 1);
      state.broken = 0;
      continue;
    }
    if (status == sim::Status::Final) return rule;
    choices.clear();
    worlds.choices(state, choices);
    if (choices.empty()) return rule;
    JudgedWorlds::Findings findings;
    worlds.apply(state, choices[rng.below(static_cast<std::uint32_t>(choices.size()))], findings,
                 recorder);
  }
  return rule;
}

// Mutants that break something in the sight of who records, and how many of these runs do so.
struct Visible {
  const char* mutant;
  std::size_t least;
};
constexpr Visible visible[] = {
    {"answers_twice", 60},
    {"no_initialized", 100},
    {"server_answers_twice", 60},
    {"server_ends_a_turn_twice", 60},
    {"server_ends_an_item_twice", 50},
    {"server_refuses_by_another_code", 10},
    {"server_runs_what_was_denied", 25},
    {"server_speaks_of_a_turn_that_ended", 40},
};
// The rules that are told as broken.
std::multiset<std::string> rules_in(const Lines& all, const Judging& how) {
  std::multiset<std::string> out;
  for (const auto& each : accusations(all, how)) out.insert(each.substr(0, each.find(' ')));
  return out;
}

struct Broken {
  std::size_t recordings = 0, missed = 0, tellings = 0;
};

// Runs of worlds without faults of their own, and of any.
void tell_broken_runs(std::string_view mutant, std::uint64_t runs, std::uint64_t tellings,
                      Broken& told) {
  for (std::size_t fault = 0; fault < sim::appserver::fault_kinds; ++fault)
    for (std::uint64_t run = 0; run < runs; ++run) {
      auto plan = sampled_plan(static_cast<sim::appserver::Fault>(fault), 1, run);
      if (run % 2 == 0) plan.server.faults.clear();
      const auto worlds = judged_worlds(plan, {fmt::format("mutant:{}", mutant)});
      // So far apart that the order of lines is known.
      TalkRecorder recorder(*plan.server.dialect, 2.5);
      const auto broken = record_broken_run(worlds, run, recorder);
      const Judging how{.dialect = *spec::appserver::find_dialect(plan.server.dialect->name)};
      if (!broken) continue;
      const auto rule = spec::appserver::protocol_rules[*broken].id;
      if (!why_not_judged(how.dialect, rule).empty()) continue;
      ++told.recordings;
      auto parts = recorder.take();
      const auto part = std::ranges::find_if(
          parts, [&](const auto& each) { return !rules_in(each, how).empty(); });
      if (part == parts.end()) {
        ++told.missed;
        continue;
      }
      const auto rules = rules_in(*part, how);
      for (std::uint64_t i = 0; i < tellings; ++i) {
        auto rng = sim::Rng(11).fork(told.tellings++);
        auto all = *part;
        const auto ways = tell_gently(all, rng);
        EXPECT_EQ(rules_in(all, how), rules) << mutant << ways << ":\n" << text_of(all);
      }
    }
}

TEST(TranscriptOfBrokenRuns, WhatCanBeSeenIsFoundHoweverItIsTold) {
  for (const auto& [mutant, least] : visible) {
    Broken told;
    tell_broken_runs(mutant, 4, 2, told);
    EXPECT_GE(told.recordings, least) << mutant;
    // Of some nothing is left to be seen: the client opted out, or the thread was never announced.
    EXPECT_LE(10 * told.missed, told.recordings) << mutant;
  }
}
TEST(TranscriptOfBrokenRuns, DISABLED_WhatCanBeSeenIsFoundInManyRunsHoweverTheyAreTold) {
  for (const auto& [mutant, least] : visible) {
    Broken told;
    tell_broken_runs(mutant, 100, 4, told);
    EXPECT_GE(told.recordings, 10 * least) << mutant;
    EXPECT_LE(10 * told.missed, told.recordings) << mutant;
  }
}

}  // namespace
}  // namespace conformance::appserver
