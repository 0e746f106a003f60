#include "conformance/explored.h"

#include "conformance/proof.h"
#include "conformance/rerun.h"
#include "sim/explore.h"
#include "spec/policy_rules.h"
#include "subject.h"

namespace conformance {
namespace {

// What JudgedWorld::broken says of a run whose outcome the scenario does not allow.
constexpr std::uint8_t unexpected = 0xff;

// JudgedWorlds that also keep what the run came to: merged histories must agree on it.
template <class Engine>
class ExpectingWorlds {
 public:
  struct State {
    JudgedWorld<Engine> judged;
    sim::Outcome outcome;
    // No padding: a state is hashed as bytes.
    std::array<std::uint8_t, 4 - sizeof(sim::Outcome) % 4> zero{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    conformance::Tally judged;
    std::uint32_t results_met = 0;
    void merge(const Tally& other) {
      judged.merge(other.judged);
      results_met |= other.results_met;
    }
  };
  static_assert(std::has_unique_object_representations_v<State>);

  ExpectingWorlds(const sim::Plan& plan, const Engine& engine, const sim::Expectation& expect)
      : judged_(plan, engine), expect_(expect) {}

  State initial() const { return {.judged = judged_.initial(), .outcome = {}}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    Recorder recorder{state.outcome};
    spec::policy::Findings findings;
    judged_.apply(state.judged, choice, tally.judged, findings, recorder);
    if (judged_.status(state.judged) != sim::Status::Final) return;
    const auto met = sim::matching(expect_, state.outcome);
    tally.results_met |= met;
    if (met == 0 && !expect_.results.empty()) state.judged.broken = unexpected;
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return judged_.status(state.judged); }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }
  std::uint64_t kind(const State& state) const { return judged_.kind(state.judged); }

 private:
  struct Recorder {
    sim::Outcome& outcome;
    void fact(const spec::policy::Fact&) {}
    void act(const spec::policy::Act&) {}
    void command(const engine::policy::Command& command) { outcome.commanded(command); }
    void notice(const sim::Fact& fact) { outcome.noticed(fact); }
  };

  JudgedWorlds<Engine> judged_;
  const sim::Expectation& expect_;
};

// A hang has no breach of its own: what the judge says of a run that stands still names it.
std::string rule_of(const sim::Plan& plan, std::string_view subject, const sim::Path& path,
                    bool endless) {
  const auto run = rerun({.plan = plan, .subject = subject, .path = path, .endless = endless});
  if (!run.breach) return "MOD-91";
  return std::string(spec::policy::policy_rules[run.breach->rule].id);
}

PlanFailure failure_of(const sim::Plan& plan, std::string_view subject,
                       const sim::Finding& finding) {
  using Kind = PlanFailure::Kind;
  if (finding.cause == sim::Finding::Cause::Hang)
    return {Kind::Hang, rule_of(plan, subject, finding.path, false), finding.path};
  if (finding.cause == sim::Finding::Cause::Nondeterministic)
    return nondeterministic_failure(finding.path);
  if (finding.kind == unexpected) return {Kind::Unexpected, "", finding.path};
  return {Kind::Breach, std::string(spec::policy::policy_rules[finding.kind - 1].id), finding.path};
}

template <class Exploration>
Explored summary(const Exploration& found, const sim::Plan& plan, std::string_view subject) {
  Explored out{.end = found.end,
               .states = found.states,
               .transitions = found.transitions,
               .finals = found.finals,
               .bytes_peak = found.bytes_peak,
               .proved = found.proved,
               .levels = found.levels,
               .fingerprint = found.fingerprint,
               .collisions = found.collisions,
               .collision_probability = found.collision_probability,
               .tally = {},
               .reachable_per_cell = found.reachable_per_cell,
               .failures = {}};
  for (const auto& finding : found.findings)
    out.failures.push_back(failure_of(plan, subject, finding));
  if (found.lasso) {
    const auto& way_in = found.lasso->way_in;
    out.failures.push_back(
        {PlanFailure::Kind::Endless, rule_of(plan, subject, way_in, true), way_in});
  }
  return out;
}

template <class Engine>
Explored explore_with(const Engine& engine, const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel) {
  if (expect == nullptr) {
    const JudgedWorlds<Engine> model(plan, engine);
    const auto found = sim::explore(model, options, parallel);
    auto out = summary(found, plan, subject);
    out.tally = found.tally;
    return out;
  }
  const ExpectingWorlds<Engine> model(plan, engine, *expect);
  const auto found = sim::explore(model, options, parallel);
  auto out = summary(found, plan, subject);
  out.tally = found.tally.judged;
  out.results_met = found.tally.results_met;
  return out;
}

}  // namespace

Explored explore_plan(const sim::Plan& plan, std::string_view subject,
                      const sim::Expectation* expect, const sim::SearchOptions& options,
                      const sim::Parallel& parallel) {
  return with_subject(subject, plan.limits, [&](const auto& engine) {
    return explore_with(engine, plan, subject, expect, options, parallel);
  });
}

}  // namespace conformance
