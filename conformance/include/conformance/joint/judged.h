// An action tool called while the policy runs, with both judges beside the two worlds.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "conformance/ack/judged.h"
#include "conformance/modality/judged.h"
#include "conformance/run/judged.h"
#include "sim/joint/plan.h"
#include "sim/joint/world.h"

namespace conformance::joint {

struct JudgedWorld {
  conformance::modality::JudgedWorld policy;
  ack::JudgedWorld tool;
  // Of either judge, or zero: see kinds_of_judge. Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name: complete, and of fixed names. Those of the tool's side begin with
// "tool.".
inline sim::Fields fields(const JudgedWorld& state) {
  auto out = modality::fields(state.policy);
  for (auto& field : ack::fields(state.tool))
    out.push_back({"tool." + field.name, std::move(field.value)});
  out.push_back({"broken_kind", std::to_string(state.broken)});
  return out;
}

struct Findings {
  spec::modality::Findings policy;
  spec::ack::Findings tool;
  bool breach() const { return policy.breach.has_value() || tool.breach.has_value(); }
};

// The two worlds as one, each with its judge. `plan` outlives it.
class JudgedWorlds : public JudgedModel<JudgedWorlds, JudgedWorld, Findings> {
 public:
  using Outcome = sim::joint::Outcome;

  JudgedWorlds(const sim::joint::Plan& plan, modality::JudgedWorlds policies,
               ack::JudgedWorlds tools)
      : policies_(std::move(policies)),
        tools_(std::move(tools)),
        worlds_(plan, policies_.subject(), tools_.subject()) {}

  State initial() const {
    return {.policy = {.judge = {}, .world = worlds_.initial_ide()},
            .tool = {.world = worlds_.initial_tool()}};
  }
  void choices(const State& state, sim::Choices& out) const {
    worlds_.choices(state.policy.world, state.tool.world, out);
  }
  bool is_final(const State& state) const {
    return worlds_.final(state.policy.world, state.tool.world);
  }

  using JudgedModel::apply;
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    modality::JudgedWorlds::Sink<Recorder> policy{policies_.judge(), state.policy.judge,
                                                  findings.policy, recorder};
    ack::JudgedWorlds::Sink<Recorder> tool{tools_.judge(), state.tool.judge, findings.tool,
                                           recorder};
    worlds_.apply(state.policy.world, state.tool.world, choice, policy, tool);
    if (!findings.breach() && is_final(state)) end(state, findings);
    if (findings.policy.breach) {
      state.broken = findings.policy.breach->rule() + 1u;
    } else if (findings.tool.breach) {
      state.broken = kinds_of_judge + findings.tool.breach->rule + 1u;
    }
  }
  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const {
    policies_.end(state.policy, findings.policy);
    tools_.end(state.tool, findings.tool);
  }
  static void count(const State& state, const Findings& findings, Tally& tally) {
    Tally tool;
    ack::JudgedWorlds::count(state.tool, findings.tool, tool);
    modality::JudgedWorlds::count(state.policy, findings.policy, tally);
    tally.clauses[1] |= tool.clauses[0];
    tally.lies = static_cast<std::uint16_t>(tally.lies | tool.lies);
  }

  std::optional<Breach> breach_of(const Findings& findings) const {
    auto breach = policies_.breach_of(findings.policy);
    return breach ? breach : tools_.breach_of(findings.tool);
  }
  std::optional<Seen> seen(const auto& what) const {
    if constexpr (requires { tools_.seen(what); })
      return tools_.seen(what);
    else
      return policies_.seen(what);
  }
  // Who acts when a choice is taken: for counting changes from one to another. As labels name
  // them: both worlds have one setup and one background.
  std::uint8_t actor(const sim::Choice& choice) const {
    using enum sim::ack::Actor;
    const auto number = [](sim::modality::Actor of_policy) {
      return static_cast<std::uint8_t>(of_policy);
    };
    if (!sim::joint::is_of_tool(choice)) return number(sim::modality::actor_of(choice));
    constexpr auto after_policy = static_cast<std::uint8_t>(sim::modality::Actor::Background) + 1;
    switch (sim::ack::actor_of(sim::joint::of_tool(choice))) {
      case Setup: return number(sim::modality::Actor::Setup);
      case Background: return number(sim::modality::Actor::Background);
      case Client: return after_policy;
      case Engine: return after_policy + 1;
      case Frontend: return after_policy + 2;
    }
    return sim::nobody;
  }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.policy.world, state.tool.world, choice);
  }
  static sim::Fields fields(const State& state) { return joint::fields(state); }

 private:
  modality::JudgedWorlds policies_;
  ack::JudgedWorlds tools_;
  sim::joint::Worlds worlds_;
};

}  // namespace conformance::joint
