// Limits of others: our engine holds to those that it is told, and one that holds to the real ones
// in one of them breaks the rule that owns it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "conformance/modality/judged.h"
#include "conformance/modality/plans.h"
#include "engine/modality/profiles.h"
#include "modality/subject.h"
#include "sim/modality/plan.h"
#include "sim/search/random.h"
#include "spec/modality/rules.h"
#include "spec/modality/words.h"

namespace conformance::modality {
namespace {

using port::Duration;
using port::modality::Limits;

// None is that of ours, and each is now longer, now shorter.
constexpr Limits others{.monitor_period = Duration{1'700},
                        .sync_bound = Duration{40'000},
                        .smart_bound = Duration{30'000},
                        .poll_period = Duration{300},
                        .wait_budget = Duration{90'000},
                        .note_period = Duration{15'000},
                        .dispose_bound = Duration{7'000},
                        .capture_bound = Duration{3'000},
                        .look_bound = Duration{6'000}};

// The rules that random runs of each line break where a subject is told one and works by another.
std::set<std::string> broken(const Limits& judged, const Limits& subject, std::uint64_t runs) {
  std::set<std::string> out;
  for (std::size_t line = 0; line < table_cells; ++line) {
    for (std::uint64_t run = 0; run < runs; ++run) {
      auto plan = sampled_plan(line, 1, run);
      plan.limits = judged;
      const JudgedWorlds model(plan, subject_of("engine", subject),
                               spec::modality::Judge(plan.limits));
      constexpr sim::RandomStrategy portfolio{sim::RandomStrategy::Kind::Portfolio};
      const sim::Picker picker(sim::strategy_of(portfolio, run), 30,
                               sim::Rng(1).fork(line).fork(2 * run + 1));
      const auto end = sim::random_run(model, picker, 5'000, sim::VisitNothing());
      if (end.end == sim::RunEnd::Final) continue;
      const auto kind = end.state.broken;
      out.insert(kind == 0 ? "no end" : std::string(spec::modality::policy_rules[kind - 1].id));
    }
  }
  return out;
}

// Engine, world and specification each write them down.
TEST(OwnLimits, TheRealOnesAreTheSameToAll) {
  EXPECT_EQ(engine::modality::real_limits(), spec::modality::real_limits);
  EXPECT_EQ(sim::modality::real_limits(), spec::modality::real_limits);
  EXPECT_EQ(engine::modality::default_body_timeout, spec::modality::default_body_timeout);
  EXPECT_EQ(sim::modality::real_body_timeout, spec::modality::default_body_timeout);
}

TEST(OwnLimits, ASubjectThatHoldsToThemBreaksNoRule) {
  EXPECT_EQ(broken(others, others, 200), std::set<std::string>{});
}

struct Kept {
  const char* name;
  Duration Limits::*limit;
  const char* rule;
};

class OwnLimitsKept : public testing::TestWithParam<Kept> {};

TEST_P(OwnLimitsKept, ARealOneInstead) {
  auto kept = others;
  kept.*GetParam().limit = spec::modality::real_limits.*GetParam().limit;
  EXPECT_THAT(broken(others, kept, 300), testing::Contains(GetParam().rule));
}

INSTANTIATE_TEST_SUITE_P(All, OwnLimitsKept,
                         testing::Values(Kept{"monitor_period", &Limits::monitor_period, "MOD-60"},
                                         Kept{"sync_bound", &Limits::sync_bound, "MOD-107"},
                                         Kept{"smart_bound", &Limits::smart_bound, "MOD-52"},
                                         Kept{"poll_period", &Limits::poll_period, "MOD-21"},
                                         Kept{"wait_budget", &Limits::wait_budget, "MOD-22"},
                                         Kept{"note_period", &Limits::note_period, "MOD-23"},
                                         Kept{"dispose_bound", &Limits::dispose_bound, "MOD-12"},
                                         Kept{"capture_bound", &Limits::capture_bound, "MOD-93"},
                                         Kept{"look_bound", &Limits::look_bound, "MOD-94"}),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace conformance::modality
