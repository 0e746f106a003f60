// A monitor and the machine that it watches, with the judge in one flat value.
// What runs and judges that is for the searches alone, and tests of them.
#pragma once
#include <cstdint>
#include <variant>

#include "conformance/run/judged.h"
#include "conformance/run/plan.h"
#include "port/monitor/facts.h"
#include "port/monitor/show.h"
#include "sim/monitor/outcome.h"
#include "sim/monitor/world.h"
#include "sim/monitor/world_state.h"
#include "sim/state/fields.h"
#include "spec/monitor/judge.h"
#include "spec/monitor/rules.h"

namespace conformance::monitor {

using JudgedWorld = JudgedState<sim::monitor::World, spec::monitor::Situation>;

// Every part of it by name.
sim::Fields fields(const JudgedWorld& state);

struct Traits : UsualTraits<sim::monitor::Worlds, spec::monitor::Judge, sim::monitor::Subject,
                            sim::monitor::Outcome> {
  using Event = port::monitor::Event;
  using Fact = port::monitor::Fact;
  using TimePassed = port::monitor::TimePassed;
  static constexpr const auto& rules = spec::monitor::monitor_rules;
  static constexpr bool timers_are_judged = true;  // A stopped monitor has none.

  static bool is_observed(const Event& event) {
    return !std::holds_alternative<port::monitor::TimerFired>(event);
  }
  static bool is_observed(const Command& command) { return !is_timer(command); }
  static sim::Fields fields(const State& state) { return monitor::fields(state); }
  // The monitor, the IDEs, or whatever else there is on the machine.
  static std::uint8_t actor(const sim::Choice& choice) {
    namespace slot = sim::monitor::slot;
    if (choice.slot >= slot::scan && choice.slot < slot::free) return 1;
    return choice.slot >= slot::deliver && choice.slot < slot::probe ? 2 : 3;
  }
  // Sight is lost where the judge could not follow something, or the world had no room.
  static void count(const State& state, const Findings&, AnyModel::Tally& tally) {
    tally.lost_sight = tally.lost_sight || state.judge.lost || state.world.flooded;
  }
};
using JudgedWorlds = Judged<Traits>;

// Of the subject, by the rules that it is judged by.
JudgedWorlds judged_worlds(const sim::monitor::Plan& plan, const Candidate& subject);
// For all drivers. Instantiated in search.cc, with the searches of these worlds.
std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged);

}  // namespace conformance::monitor
