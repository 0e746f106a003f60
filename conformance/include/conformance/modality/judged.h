// An "execute code" call in its IDE with the judge in one flat value.
// What runs and judges that is for the searches alone, and tests of them.
#pragma once
#include <array>
#include <cstdint>

#include "conformance/run/judged.h"
#include "conformance/run/judged_state.h"
#include "conformance/run/plan.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "port/modality/show.h"
#include "sim/modality/outcome.h"
#include "sim/modality/world.h"
#include "sim/modality/world_parts.h"
#include "sim/modality/world_state.h"
#include "sim/search/path_cost.h"
#include "sim/state/fields.h"
#include "spec/modality/judge.h"
#include "spec/modality/rules.h"

namespace conformance::modality {

struct JudgedWorld {
  spec::modality::Situation judge;
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint8_t broken = 0;
  std::array<std::uint8_t, 3> zero{};
  sim::modality::World world;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name. Complete: two worlds that differ in any byte but those named `zero`
// differ in a field. What is absent has the value "-"; lists have a field for each place that they
// could fill, so that all worlds of one engine have the same names in the same order.
sim::Fields fields(const JudgedWorld& state);

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
