// The clauses take the second engine for right in the quick table and in random runs, and find what
// is planted into it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "conformance/modality/judged_runs.h"
#include "conformance/modality/plans.h"
#include "conformance/run/explored.h"
#include "modality/second_subject_testing.h"
#include "sim/search/parallel.h"
#include "sim/search/random.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality::second {
namespace {

using sim::modality::SubjectState;

JudgedWorlds judged(const sim::modality::Plan& plan,
                    std::shared_ptr<const sim::modality::Subject> subject,
                    spec::Level weakest = spec::Level::Proposed) {
  return {plan, std::move(subject),
          spec::modality::Judge(plan.limits, spec::modality::clauses_of({.weakest = weakest}))};
}

std::string rule_of(std::uint64_t kind) {
  return kind == 0 ? "no end" : std::string(spec::modality::policy_rules[kind - 1].id);
}

// How a run of the model ends: the rule that it breaks, and nothing if it is right.
template <class Model>
void run_one(const Model& model, std::size_t line, std::uint64_t run, std::set<std::string>& out) {
  constexpr sim::RandomStrategy portfolio{sim::RandomStrategy::Kind::Portfolio};
  const sim::Picker picker(sim::strategy_of(portfolio, run), 30,
                           sim::Rng(1).fork(line).fork(2 * run + 1));
  const auto end = sim::random_run(model, picker, 5'000, sim::VisitNothing());
  if (end.end != sim::RunEnd::Final) out.insert(rule_of(end.state.broken));
}

// The rules that so many runs of each line of the table, and of several runs, break.
template <class MakeSubject>
std::set<std::string> broken(std::uint64_t runs, spec::Level weakest, MakeSubject make) {
  std::set<std::string> out;
  for (std::size_t line = 0; line < sampled_lines; ++line) {
    for (std::uint64_t run = 0; run < runs; ++run) {
      const auto plan = sampled_plan(line, 1, run);
      const auto model = judged(plan, make(plan.limits), weakest);
      if (line == runs_line)
        run_one(JudgedRunsWorlds(model), line, run, out);
      else
        run_one(model, line, run, out);
    }
  }
  return out;
}

// The profiles and the refused calls as the quick table has them; the rows without what happens
// beside the call, since tests are compiled to be built quickly.
TEST(SecondJudged, IsRightInEveryLineOfTheTable) {
  for (std::size_t line = 0; line < table_cells; ++line) {
    auto plan = table_plan(Budget::Quick, one_cell(line));
    if (line < table_rows) plan.bounds.background = 0;
    const auto found = model_of(judged(plan, std::make_shared<Engine>(plan.limits)))
                           ->explore(plan, "engine", {}, sim::Serial());
    EXPECT_EQ(found.end, sim::SearchEnd::Complete);
    for (const auto& failure : found.failures) ADD_FAILURE() << line << ": " << failure.rule;
  }
}

TEST(SecondJudged, IsRightBesideAnotherRun) {
  const auto plan = plan_of({"runs", {.background = 1, .steps = 1}, TableAlphabet::Runs});
  const auto found = model_of_runs(judged(plan, std::make_shared<Engine>(plan.limits)))
                         ->explore(plan, "engine", {}, sim::Serial());
  EXPECT_EQ(found.end, sim::SearchEnd::Complete);
  for (const auto& failure : found.failures) ADD_FAILURE() << failure.rule;
}

// With the fourth run in its place and with scripts that outlive theirs.
std::set<std::string> broken_beside_others(std::uint64_t runs) {
  std::set<std::string> out;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto plan = sampled_plan(runs_line, 1, run);
    run_one(JudgedRunsWorlds(judged(plan, std::make_shared<Engine>(plan.limits))), runs_line, run,
            out);
  }
  return out;
}
TEST(SecondJudged, IsRightInRandomRunsBesideOthers) {
  EXPECT_EQ(broken_beside_others(3'000), std::set<std::string>{});
}
TEST(SecondJudged, DISABLED_IsRightInManyRandomRunsBesideOthers) {
  EXPECT_EQ(broken_beside_others(100'000), std::set<std::string>{});
}

TEST(SecondJudged, IsRightInRandomRunsAtEveryLevel) {
  for (const auto level : {spec::Level::Must, spec::Level::Should, spec::Level::Proposed})
    EXPECT_EQ(broken(150, level, std::make_shared<Engine, const Limits&>), std::set<std::string>{});
}

// What it does wrong, and the rules that say so in random runs.
struct Fault {
  std::set<std::string> rules;
  void (*hear)(Happening&) = [](Happening&) {};
  bool (*forgets)(const Command&) = [](const Command&) { return false; };
  bool takes_ends_of_others = false;
};

class Faulty final : public sim::modality::Subject {
 public:
  Faulty(const Limits& limits, const Fault& fault) : engine_(limits), fault_(fault) {}
  SubjectState initial() const override { return engine_.initial(); }
  void step(SubjectState& state, const Event& event, Commands& out) const override {
    Event heard = event;
    Commands said;
    fault_.hear(heard.what);
    engine_.step(state, heard, said);
    for (const auto& command : said) {
      if (!fault_.forgets(command)) {
        out.push_back(command);
      } else if (const auto* capture = std::get_if<Capture>(&command)) {
        engine_.step(state, {event.at, Captured{capture->artifact}}, out);
      }
    }
  }
  void overhear_run(SubjectState& state, port::Instant at, const Happening& what, const Commands&,
                    Commands& out) const override {
    if (fault_.takes_ends_of_others && std::holds_alternative<BodyReturned>(what))
      engine_.step(state, {at, what}, out);
  }
  void rebase(SubjectState& state, port::Instant now) const override { engine_.rebase(state, now); }

 private:
  Engine engine_;
  const Fault& fault_;
};

TEST(SecondJudged, BreaksTheRuleOfAPlantedFault) {
  const std::array<Fault, 6> faults{{
      {.rules = {"MOD-112"}, .takes_ends_of_others = true},
      {.rules = {"MOD-10"},  // Closes the outermost dialog first.
       .hear =
           [](Happening& what) {
             if (auto* listed = std::get_if<DialogsListed>(&what))
               std::reverse(listed->dialogs.begin(), listed->dialogs.end());
           }},
      {.rules = {"MOD-11", "MOD-74"},  // It counts the dump that it forgot.
       .forgets =
           [](const Command& c) {
             return c == Command{Capture{Artifact::ThreadDump, Stage::Sweep}};
           }},
      {.rules = {"MOD-10", "MOD-12", "MOD-13"},
       .forgets = [](const Command& c) { return std::holds_alternative<ReportDialog>(c); }},
      {.rules = {"MOD-40", "MOD-44"},
       .forgets =
           [](const Command& c) {
             return c == Command{Warn{Warning::SyncSkipped, Reason::None}};
           }},
      {.rules = {"MOD-110", "MOD-61", "MOD-71", "MOD-96"},
       .forgets = [](const Command& c) { return std::holds_alternative<CancelBody>(c); }},
  }};
  for (const auto& fault : faults)
    EXPECT_EQ(broken(150, spec::Level::Proposed,
                     [&](const Limits& limits) { return std::make_shared<Faulty>(limits, fault); }),
              fault.rules);
}

}  // namespace
}  // namespace conformance::modality::second
