// What must be fast: the engine and the mutants in their judged worlds, searched and sampled.
#include <cstdint>
#include <type_traits>

#include "ack/lacks.h"
#include "ack/program.h"
#include "ack/subject.h"
#include "conformance/ack/judged.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/ack/sampled_runs.h"
#include "conformance/run/programs.h"
#include "conformance/run/searched_model.h"
#include "engine/ack/engine.h"
#include "port/check.h"

namespace conformance::ack {
namespace {

// Judged worlds of one tool call in which a lie of a class is a finding, so that a search keeps
// the shortest run to each.
struct TellingWorld {
  JudgedWorld judged;
  std::uint32_t lie = 0;  // kind_of_lie() of the call that ended, or zero.
  bool operator==(const TellingWorld&) const = default;
};

// Kinds of findings above the indices of rules: the sets of classes of either lie.
constexpr std::uint32_t lies_begin = 0x100;
constexpr std::uint32_t class_sets = 1u << spec::ack::classes::count;

std::uint32_t kind_of_lie(const spec::ack::Verdict& verdict) {
  const bool ok = verdict.kind == spec::ack::Kind::FalseOk;
  return lies_begin + (ok ? 0 : class_sets) + verdict.classes;
}
Truth truth_of_kind(std::uint64_t kind) {
  return kind < lies_begin + class_sets ? Truth::FalseOk : Truth::FalseTimeout;
}
std::uint16_t classes_of_kind(std::uint64_t kind) {
  return static_cast<std::uint16_t>((kind - lies_begin) % class_sets);
}

class TellingWorlds {
 public:
  using State = TellingWorld;
  using Tally = ack::Tally;
  static_assert(std::has_unique_object_representations_v<State>);

  // `judged` outlives it.
  explicit TellingWorlds(const JudgedWorlds& judged)
      : judged_(judged),
        one_call_(judged.worlds().plan().second.empty() && judged.worlds().plan().session == 0) {}

  State initial() const { return {.judged = judged_.initial()}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    spec::ack::Findings findings;
    or_fault(state.judged, tally, [&] { judged_.apply(state.judged, choice, findings, none); });
    judged_.count(state.judged, findings, tally);
    if (!one_call_ || findings.breach) return;
    for (const auto& verdict : findings.verdicts)
      if (verdict.classes != 0) state.lie = kind_of_lie(verdict);
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }

  // A run that ends with a lie is as final as another: broken is only what the search calls it.
  sim::Status status(const State& state) const {
    return state.lie != 0 ? sim::Status::Broken : judged_.status(state.judged);
  }
  std::uint64_t kind(const State& state) const {
    return state.lie != 0 ? state.lie : judged_.kind(state.judged);
  }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }

 private:
  const JudgedWorlds& judged_;
  bool one_call_;
};

// As many kinds of findings as there are.
constexpr std::size_t findings_max = 256;

template <class Found>
std::vector<LieRun> take_lies(Found& found) {
  std::vector<LieRun> out;
  std::erase_if(found.findings, [&](const sim::Finding& finding) {
    if (finding.kind < lies_begin) return false;
    out.push_back({truth_of_kind(finding.kind), classes_of_kind(finding.kind), finding.path});
    return true;
  });
  return out;
}

}  // namespace

std::shared_ptr<const sim::ack::Subject> subject_of(std::string_view name,
                                                    const port::ack::Table& table) {
  if (name == "engine")
    return std::make_shared<sim::ack::EngineSubject<engine::ack::Engine>>(
        engine::ack::Engine(table));
  if (auto program = program_of(name)) return program_subject(std::move(program), table);
  const auto* mutant = mutant_named(mutants(), name);
  CHECK(mutant != nullptr);
  return std::make_shared<sim::ack::EngineSubject<Mutant>>(made(*mutant, table));
}

JudgedWorlds judged_worlds(const sim::ack::Plan& plan, const Candidate& subject) {
  const spec::ack::Judge judge(judged_rows(revision_of(plan)),
                               spec::ack::clauses_of(subject.rules));
  auto stepped = subject_of(subject.name, *plan.table);
  const auto without = without_of(subject.name);
  if (without == sim::ack::Without()) return {plan, std::move(stepped), judge};
  return JudgedWorlds::of_own(plan_for(plan, without), std::move(stepped), judge);
}

void sampled_runs(const sim::ack::Plan& plan, std::span<const std::uint32_t> runs,
                  const EachRun<port::ack::Seen>& each) {
  record_runs(judged_worlds(plan, {}), runs, each);
}

std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged) { return searched(judged); }

std::unique_ptr<const AnyModel> model_of(const sim::ack::Plan& plan, const Candidate& subject) {
  return searched(judged_worlds(plan, subject));
}

Explored explore_calls(const sim::ack::Plan& plan, const Candidate& subject,
                       const sim::SearchOptions& options, const sim::Parallel& parallel) {
  const auto judged = judged_worlds(plan, subject);
  auto with_lies = options;
  with_lies.findings_max = findings_max;
  auto found = sim::explore(TellingWorlds(judged), with_lies, parallel);
  auto lies = take_lies(found);
  auto out = summary(found, found.tally, plan, subject);
  // They are told by the matrix.
  out.lies = 0;
  // The search took lies for failures, which they are not: runs that they end are final.
  for (auto& failure : out.failures) failure.unavoidable_after.reset();
  if (!plan.second.empty() || plan.session > 0) return out;
  out.ended.assign(found.tally.ended.begin(), found.tally.ended.end());
  out.lie_runs = std::move(lies);
  return out;
}

}  // namespace conformance::ack
