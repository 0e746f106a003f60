// What runs and judges that: for the searches alone, and tests of them.
#pragma once
#include <cstdint>

#include "conformance/modality/judged_world.h"
#include "conformance/run/judged.h"
#include "conformance/run/plan.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "port/modality/show.h"
#include "sim/modality/outcome.h"
#include "sim/modality/world.h"
#include "sim/modality/world_parts.h"
#include "sim/search/path_cost.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {

struct Traits : UsualTraits<sim::modality::Worlds, spec::modality::Judge, sim::modality::Subject,
                            sim::modality::Outcome> {
  using State = JudgedWorld;
  using Event = port::modality::Happening;
  using Fact = port::modality::Fact;
  using TimePassed = port::modality::TimePassed;
  static constexpr const auto& rules = spec::modality::policy_rules;

  static bool is_observed(const auto& what) { return port::modality::is_observed(what); }
  static sim::Fields fields(const State& state) { return modality::fields(state); }
  static std::uint8_t actor(const sim::Choice& choice) {
    static_assert(static_cast<std::uint8_t>(sim::modality::Actor::Setup) == sim::nobody);
    return static_cast<std::uint8_t>(sim::modality::actor_of(choice));
  }
  // The row is known as soon as the call is chosen; later states belong to all rows that
  // lead to them.
  static std::uint8_t cell(const sim::modality::Plan& plan, const State& state) {
    const auto& setup = state.world.setup;
    if (setup.stage == sim::modality::SetupStage::Call ||
        setup.stage == sim::modality::SetupStage::Done)
      return sim::no_cell;
    return plan.calls[setup.call].cell;
  }
};
using JudgedWorlds = Judged<Traits>;

// Of the subject, by the rules that it is judged by.
JudgedWorlds judged_worlds(const sim::modality::Plan& plan, const Candidate& subject);
// For all drivers. Instantiated in search.cc, with the searches of these worlds.
std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged);
// The same of a plan that has another run, instantiated in runs_search.cc.
std::unique_ptr<const AnyModel> model_of_runs(const JudgedWorlds& one);

}  // namespace conformance::modality
