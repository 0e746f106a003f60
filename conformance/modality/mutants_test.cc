#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/area/areas.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/fault.h"
#include "conformance/run/proof.h"
#include "modality/subject.h"
#include "sim/modality/plan.h"
#include "sim/modality/runs.h"
#include "sim/modality/world.h"
#include "sim/search/parallel.h"
#include "sim/search/rng.h"
#include "sim/state/digest.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

using port::Duration;
using port::modality::Command;
using port::modality::Method;
using sim::modality::Op;

std::vector<std::string> words(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

// The table.

TEST(Mutants, HaveUniqueNamesByWhichTheyAreFound) {
  std::set<std::string_view> names;
  std::set<MutantId> ids;
  for (const MutantLine& mutant : mutants()) {
    EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    EXPECT_TRUE(ids.insert(id_of(mutant)).second) << mutant.name;
    const MutantLine* found = find_mutant(mutants(), mutant.name);
    ASSERT_NE(found, nullptr) << mutant.name;
    EXPECT_EQ(found, &mutant) << mutant.name;
    EXPECT_FALSE(mutant.description.empty()) << mutant.name;
  }
  EXPECT_EQ(find_mutant(mutants(), ""), nullptr);
  EXPECT_EQ(find_mutant(mutants(), "no_such_mutant"), nullptr);
}

TEST(Mutants, NameKnownRulesEachOnce) {
  for (const MutantLine& mutant : mutants()) {
    const auto rules = words(mutant.rules);
    EXPECT_FALSE(rules.empty()) << mutant.name;
    for (const auto& rule : rules) {
      EXPECT_NE(find_rule(rule), nullptr) << mutant.name << " names " << rule;
      EXPECT_EQ(std::ranges::count(rules, rule), 1) << mutant.name << " names " << rule;
    }
  }
}

TEST(Mutants, BreakEveryRule) {
  for (const spec::Rule& rule : spec::modality::policy_rules) {
    const bool broken = std::ranges::any_of(mutants(), [&](const MutantLine& mutant) {
      const auto rules = words(mutant.rules);
      return std::ranges::find(rules, rule.id) != rules.end();
    });
    EXPECT_TRUE(broken) << rule.id << " is named by no mutant";
  }
}

TEST(Mutants, ShowEachRaceByOneOfThem) {
  std::set<std::string_view> scenarios;
  for (const MutantLine& mutant : mutants()) {
    if (mutant.scenario.empty()) continue;
    EXPECT_TRUE(mutant.scenario.starts_with("modality/")) << mutant.name;
    EXPECT_TRUE(scenarios.insert(mutant.scenario).second) << mutant.scenario;
  }
}

// Runs.

sim::modality::Instruction call(Method method) {
  return {.op = Op::Call, .call = {.method = method}};
}

// What one step of the usual alphabet cannot show.
std::vector<sim::modality::Program> longer_programs() {
  const sim::modality::Instruction sleep{.op = Op::Sleep, .ms = 1'500};
  const sim::modality::Instruction open{.op = Op::Open};
  return {
      {"allow inside a block",
       {call(Method::MonitorAndCloseModalDialogs), call(Method::EnterModalDialogAllowed),
        call(Method::AllowModalDialog), call(Method::LeaveModalDialogAllowed), open, sleep}},
      {"start the monitor twice",
       {call(Method::MonitorAndCloseModalDialogs),
        {.op = Op::Sleep, .ms = 500},
        call(Method::MonitorAndCloseModalDialogs),
        sleep}},
      {"start the monitor again",
       {call(Method::MonitorAndCloseModalDialogs), call(Method::AllowModalDialog), open,
        call(Method::MonitorAndCloseModalDialogs), sleep}},
      {"return in spite of the monitor",
       {{.op = Op::IgnoreCancel},
        call(Method::MonitorAndCloseModalDialogs),
        {.op = Op::Open, .kind = sim::modality::EntryKind::Unresponsive},
        sleep}},
  };
}

// More at once than a search could exhaust.
sim::modality::Plan crowded_plan() {
  sim::modality::Plan plan = table_plan(Budget::Full);
  plan.bounds = {.entries = 2, .background = 2, .steps = 3};
  for (auto& program : longer_programs()) plan.alphabet.push_back(std::move(program));
  return plan;
}

sim::modality::Plan impatient_plan() {
  sim::modality::Plan plan = crowded_plan();
  plan.limits.wait_budget = Duration::zero();
  return plan;
}

sim::modality::Plan plan_with(TableAlphabet alphabet) {
  for (const auto& part : table_parts(Budget::Quick))
    if (part.alphabet == alphabet) return plan_of(part);
  return {};
}

// The default mode alone, beside little that is likely to disturb it.
sim::modality::Plan default_mode_plan() {
  sim::modality::Plan plan = table_plan(Budget::Full, one_cell(table_rows));
  plan.bounds = {.entries = 1, .background = 1, .steps = 1};
  plan.start_kinds = {sim::modality::EntryKind::Progress};
  plan.start_index = {sim::modality::Index::Smart};
  plan.free_background = {sim::modality::Background::OpenPassing,
                          sim::modality::Background::ProgressStarts};
  plan.background = {{sim::modality::Background::IndexingStarts, {1'000, 4'000}}};
  plan.alphabet = {{"sleep", {{.op = Op::Sleep, .ms = 2'000}}}};
  return plan;
}

struct Commanded {
  std::vector<Command> commands;

  void heard(const port::modality::Happening&) {}
  void noticed(const port::modality::Fact&) {}
  void commanded(const Command& command) { commands.push_back(command); }
};

constexpr int choices_max = 400;

// One run, one choice at a time. Equal subjects take equal runs from equal seeds.
template <class Worlds>
class WalkOf {
 public:
  WalkOf(const sim::modality::Plan& plan, std::string_view subject, std::uint64_t seed)
      : subject_(subject_of(subject, plan.limits)),
        worlds_(plan, *subject_),
        world_(worlds_.initial()),
        rng_(seed) {}

  // False at the end. What it commanded is left in `seen`.
  bool go(Commanded& seen) {
    seen.commands.clear();
    choices_.clear();
    if (worlds_.final(world_)) return false;
    worlds_.choices(world_, choices_);
    if (choices_.empty()) return false;
    const auto index = rng_.below(static_cast<std::uint32_t>(choices_.size()));
    worlds_.apply(world_, choices_[index], seen);
    return true;
  }

  std::uint64_t digest() const { return sim::digest(world_); }

 private:
  std::shared_ptr<const sim::modality::Subject> subject_;
  Worlds worlds_;
  typename Worlds::World world_;
  sim::Rng rng_;
  sim::Choices choices_;
};

using Walk = WalkOf<sim::modality::Worlds>;

// Whether the two part ways in this run. Up to there their worlds are the same.
template <class Walk>
bool differ(const sim::modality::Plan& plan, std::string_view mutant, std::uint64_t seed) {
  Walk right(plan, "engine", seed);
  Walk wrong(plan, mutant, seed);
  Commanded wanted, got;
  for (int i = 0; i < choices_max; ++i) {
    const bool goes_on = right.go(wanted);
    if (wrong.go(got) != goes_on || wanted.commands != got.commands) return true;
    if (!goes_on) return false;
  }
  return false;
}

bool differs(const sim::modality::Plan& plan, std::string_view mutant, std::uint64_t seed) {
  if (plan.another.empty()) return differ<Walk>(plan, mutant, seed);
  return differ<WalkOf<sim::modality::RunsWorlds>>(plan, mutant, seed);
}

TEST(Mutants, DifferFromTheEngineInSomeRun) {
  constexpr std::uint64_t seeds = 40'000;
  auto left_while_captured = plan_with(TableAlphabet::Captures);
  left_while_captured.free_background = {sim::modality::Background::Cancelled};
  // Call 1 syncs and does not sweep.
  auto frozen_sync = plan_with(TableAlphabet::Thread);
  frozen_sync.calls = {frozen_sync.calls[1]};
  frozen_sync.bounds = {.background = 1};
  frozen_sync.free_background = {sim::modality::Background::UiFreezes};
  auto frozen_watch = frozen_sync;
  frozen_watch.calls = plan_of({"", {}, TableAlphabet::Thread}, one_cell(table_rows)).calls;
  frozen_watch.limits.look_bound = Duration{1'000};
  frozen_watch.alphabet = {{"sleep", {{.op = Op::Sleep, .ms = 2'750}}}};
  frozen_watch.start_documents.clear();
  frozen_watch.bounds.steps = 1;
  const std::array plans{crowded_plan(),
                         impatient_plan(),
                         default_mode_plan(),
                         plan_with(TableAlphabet::Captures),
                         plan_with(TableAlphabet::Thread),
                         left_while_captured,
                         frozen_sync,
                         frozen_watch,
                         plan_with(TableAlphabet::Runs)};
  for (const MutantLine& mutant : mutants()) {
    if (mutant.rules == determinism_rule) continue;  // Each differs from itself.
    if (mutant.rules == fault_rule) continue;        // Its steps throw.
    // A write that runs under a progress holds the event thread: no look is answered there.
    if (mutant.name == "progress_fails_write") continue;
    bool differed = false;
    for (std::uint64_t seed = 1; seed <= seeds && !differed; ++seed)
      differed = differs(plans[seed % plans.size()], "mutant:" + std::string(mutant.name), seed);
    EXPECT_TRUE(differed) << mutant.name;
  }
}

// What belongs to one run taken for another's, and what is done for who has left: found by random
// runs of several calls alone, if not always by the rule of the mutant first: what follows from a
// stolen return is wrong, too.
TEST(Mutants, OfSeveralRunsAreFoundByRandomRuns) {
  constexpr std::array names{
      "zombie_return_taken",        "zombie_error_taken",      "stranger_withdraws_both",
      "ends_with_stranger",         "monitor_shared",          "hop_left_behind",
      "second_monitor_stops_first", "stranger_allows_for_all", "goes_on_for_nobody",
      "answers_who_has_left",       "withdrawn_script_runs_on"};
  for (const std::string name : names) {
    const auto subject = "mutant:" + name;
    const SampleRequest request{
        .subject = std::string_view(subject), .row = runs_line, .runs = 30'000};
    const auto found = sample_line(request, sim::Serial(), [](std::uint64_t) { return true; });
    EXPECT_TRUE(found.failure) << name;
    RecordProperty(name, std::to_string(found.failed_run));
  }
}

TEST(Mutants, TakeEqualRunsFromEqualSeeds) {
  const sim::modality::Plan plan = crowded_plan();
  for (const MutantLine& mutant : mutants()) {
    if (mutant.rules == determinism_rule || mutant.rules == fault_rule) continue;
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const auto name = "mutant:" + std::string(mutant.name);
      Walk first(plan, name, seed);
      Walk second(plan, name, seed);
      Commanded one, other;
      for (int i = 0; i < choices_max && first.go(one); ++i) {
        ASSERT_TRUE(second.go(other)) << mutant.name << " seed " << seed;
        ASSERT_EQ(one.commands, other.commands) << mutant.name << " seed " << seed;
        ASSERT_EQ(first.digest(), second.digest()) << mutant.name << " seed " << seed;
      }
    }
  }
}

TEST(Mutants, CopyIntoIndependentRuns) {
  const Mutant mutant(engine::modality::real_limits(), id_of(mutants()[0]));
  Mutant copy = mutant;
  EXPECT_EQ(sim::digest(copy), sim::digest(mutant));
  port::modality::Commands out;
  copy.step({port::Instant{},
             port::modality::Called{{.body_timeout = engine::modality::default_body_timeout}}},
            out);
  EXPECT_FALSE(out.empty());
  EXPECT_NE(copy, mutant);
}

}  // namespace
}  // namespace conformance::modality
