// A client of the app-server and all that is around it, with the judge in one flat value.
// What runs and judges that is for the searches alone, and tests of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <variant>

#include "conformance/run/judged.h"
#include "conformance/run/plan.h"
#include "port/appserver/facts.h"
#include "port/appserver/show.h"
#include "sim/appserver/outcome.h"
#include "sim/appserver/world.h"
#include "sim/state/fields.h"
#include "spec/appserver/clause_judge.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {

using JudgedWorld = JudgedState<sim::appserver::World, spec::appserver::clauses::Situation>;

// Every part of it by name.
sim::Fields fields(const JudgedWorld& state);

struct Traits : UsualTraits<sim::appserver::Worlds, spec::appserver::clauses::Judge,
                            sim::appserver::Subject, sim::appserver::Outcome> {
  using Event = port::appserver::Happening;
  using Fact = port::appserver::Fact;
  using TimePassed = port::appserver::TimePassed;
  static constexpr const auto& rules = spec::appserver::protocol_rules;

  static bool is_observed(const Event& what) {
    return !std::holds_alternative<port::appserver::TimerFired>(what);
  }
  static bool is_observed(const Command& command) {
    return !std::holds_alternative<port::appserver::SetTimer>(command) &&
           !std::holds_alternative<port::appserver::CancelTimer>(command);
  }
  static sim::Fields fields(const State& state) { return appserver::fields(state); }
  // Server, user or client.
  static std::uint8_t actor(const sim::Choice& choice) {
    namespace slot = sim::appserver::slot;
    if (choice.slot < slot::frame) return 1;
    return choice.slot >= slot::timer && choice.slot < slot::beside ? 3 : 2;
  }
  // Sight is lost where the judge had no slot for something, or the world no room.
  static void count(const State& state, const Findings&, AnyModel::Tally& tally) {
    tally.lost_sight = tally.lost_sight || state.judge.unfollowed() || state.world.flooded;
    unsigned fired = 0;
    for (std::size_t i = 0; i < state.world.server.faults.size(); ++i)
      if (state.world.server.faults[i].fired > 0) fired |= 1u << i;
    tally.fired = static_cast<std::uint8_t>(tally.fired | fired);
  }
};
using JudgedWorlds = conformance::Judged<Traits>;

// Of the subject, by the rules that it is judged by.
JudgedWorlds judged_worlds(const sim::appserver::Plan& plan, const Candidate& subject);
// For all drivers. Instantiated in search.cc, with the searches of these worlds.
std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged);

}  // namespace conformance::appserver
