// One or two tool calls with their judge in one flat value.
// What runs and judges that is for the searches alone, and tests of them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

#include "conformance/area/soundness.h"
#include "conformance/run/judged.h"
#include "conformance/run/plan.h"
#include "port/ack/facts.h"
#include "port/ack/show.h"
#include "sim/ack/outcome.h"
#include "sim/ack/world.h"
#include "sim/state/fields.h"
#include "spec/ack/judge.h"
#include "spec/ack/rules.h"

namespace conformance::ack {

using JudgedWorld = JudgedState<sim::ack::World, spec::ack::Situation>;

// Every part of it by name: complete, and of fixed names.
sim::Fields fields(const JudgedWorld& state);

static_assert(sim::ack::calls_max <= spec::ack::calls_max, "the judge follows every call");

inline void add(const spec::ack::Verdict& verdict, Soundness& out) {
  ++out.kinds[static_cast<std::size_t>(verdict.kind)];
  for (std::size_t bit = 0; bit < out.classes.size(); ++bit)
    out.classes[bit] += verdict.classes >> bit & 1u;
  if (verdict.classes != 0) return;
  out.false_ok += verdict.kind == spec::ack::Kind::FalseOk;
  out.false_timeout += verdict.kind == spec::ack::Kind::FalseTimeout;
}

// The columns of the soundness matrix: how the frontend treated the call, by
// sim::ack::Behaviour, and at last those that ended before they were dispatched.
inline constexpr std::size_t not_dispatched = sim::ack::behaviours;
inline constexpr std::size_t frontends = sim::ack::behaviours + 1;

// What many runs met, and endings of calls: each once for every choice, in every state, that ends
// one.
struct Tally : AnyModel::Tally {
  std::array<Soundness, frontends> ended{};
  void merge(const Tally& other) {
    AnyModel::Tally::merge(other);
    for (std::size_t i = 0; i < ended.size(); ++i) ended[i] += other.ended[i];
  }
};

struct Traits
    : UsualTraits<sim::ack::Worlds, spec::ack::Judge, sim::ack::Subject, sim::ack::Outcome> {
  using Tally = ack::Tally;
  using Event = port::ack::Heard;
  using Fact = port::ack::Fact;
  using TimePassed = port::ack::TimePassed;
  static constexpr const auto& rules = spec::ack::ack_rules;

  static bool is_observed(const Event& heard) {
    return !std::holds_alternative<port::ack::TimerFired>(heard.what);
  }
  static bool is_observed(const Command& command) { return !is_timer(command); }
  static sim::Fields fields(const State& state) { return ack::fields(state); }
  static std::uint8_t actor(const sim::Choice& choice) {
    return static_cast<std::uint8_t>(sim::ack::actor_of(choice));
  }
  // In the names of the table.
  static std::string text(const sim::ack::Plan& plan, const auto& what) {
    return port::ack::show(plan.table->names(), what);
  }
  static void count(const State&, const Findings& findings, AnyModel::Tally& tally) {
    for (const auto& verdict : findings.verdicts)
      tally.lies = static_cast<std::uint16_t>(tally.lies | verdict.classes);
  }
  static void count(const State& state, const Findings& findings, Tally& tally) {
    count(state, findings, static_cast<AnyModel::Tally&>(tally));
    for (const auto& verdict : findings.verdicts)
      add(verdict, tally.ended[frontend_of(state.world, verdict.call)]);
  }
  static std::size_t frontend_of(const sim::ack::World& world, port::ack::CallId call) {
    const auto& ended = world.frontend.actions[call.value - 1u];
    return ended.told ? static_cast<std::size_t>(ended.behaviour) : not_dispatched;
  }
};
using JudgedWorlds = Judged<Traits>;

// Of the subject, by the rules that it is judged by.
JudgedWorlds judged_worlds(const sim::ack::Plan& plan, const Candidate& subject);
// For all drivers. Instantiated in search.cc, with the searches of these worlds.
std::unique_ptr<const AnyModel> model_of(const JudgedWorlds& judged);

}  // namespace conformance::ack
