#include "conformance/random_walk.h"

#include <string>

#include "conformance/judged.h"
#include "conformance/proof.h"
#include "conformance/rerun.h"
#include "sim/rng.h"
#include "sim/twin.h"
#include "spec/policy_rules.h"
#include "subject.h"

namespace conformance {
namespace {

// Far beyond the longest run that ends.
constexpr std::size_t choices_max = 5'000;

struct OutcomeRecorder {
  sim::Outcome& outcome;
  void fact(const spec::policy::Fact&) {}
  void act(const spec::policy::Act&) {}
  void command(const engine::policy::Command& command) { outcome.commanded(command); }
  void notice(const sim::Fact& fact) { outcome.noticed(fact); }
};

template <class Engine>
class Walker {
 public:
  Walker(const WalkRequest& request, const Engine& engine)
      : request_(request), model_(request.plan, engine) {}

  Walks walk(const std::function<bool(std::uint64_t)>& go_on) {
    const sim::Rng rng(request_.seed);
    while (out_.runs < request_.runs && !out_.failure && go_on(out_.runs)) {
      out_.failure = one(rng.fork(out_.runs));
      ++out_.runs;
    }
    return out_;
  }

 private:
  using Kind = PlanFailure::Kind;

  std::optional<PlanFailure> one(sim::Rng rng) {
    auto state = model_.initial();
    sim::Outcome outcome;
    OutcomeRecorder recorder{outcome};
    path_.clear();
    const bool proves = request_.prove_every != 0 && out_.runs % request_.prove_every == 0;
    if (proves) {
      ++out_.proved;
      shadow_.begin(model_, state);
    }
    while (model_.status(state) == sim::Status::Running) {
      choices_.clear();
      model_.choices(state, choices_);
      if (choices_.empty()) return stuck(Kind::Hang);
      if (path_.size() == choices_max) return stuck(Kind::Endless);
      const auto index = rng.below(static_cast<std::uint32_t>(choices_.size()));
      path_.push_back(static_cast<std::uint16_t>(index));
      spec::policy::Findings findings;
      model_.apply(state, choices_[index], tally_, findings, recorder);
      ++out_.choices;
      if (!proves) continue;
      shadow_(state, choices_[index], state);
      if (shadow_.differs_after()) return nondeterministic_failure(path_);
    }
    if (state.broken != 0) {
      const auto& rule = spec::policy::policy_rules[state.broken - 1u];
      return PlanFailure{Kind::Breach, std::string(rule.id), path_};
    }
    if (request_.expect == nullptr || request_.expect->results.empty()) return std::nullopt;
    const auto met = sim::matching(*request_.expect, outcome);
    out_.results_met |= met;
    if (met != 0) return std::nullopt;
    return PlanFailure{Kind::Unexpected, "", path_};
  }

  PlanFailure stuck(Kind kind) const {
    const auto run = rerun({.plan = request_.plan,
                            .subject = request_.subject,
                            .path = path_,
                            .endless = kind == Kind::Endless});
    const auto rule = run.breach ? run.breach->rule : spec::policy::rule_index("MOD-91");
    return {kind, std::string(spec::policy::policy_rules[rule].id), path_};
  }

  const WalkRequest& request_;
  JudgedWorlds<Engine> model_;
  sim::Shadow<JudgedWorlds<Engine>> shadow_;
  sim::Choices choices_;
  sim::Path path_;
  Tally tally_;
  Walks out_;
};

}  // namespace

Walks random_walks(const WalkRequest& request, const std::function<bool(std::uint64_t)>& go_on) {
  return with_subject(request.subject, request.plan.limits,
                      [&](const auto& engine) { return Walker(request, engine).walk(go_on); });
}

}  // namespace conformance
