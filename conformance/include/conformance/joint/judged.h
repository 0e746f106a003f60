// An action tool called while the policy runs, with both judges beside the two worlds: what
// the drivers of sim explore.
#pragma once
#include <cstdint>
#include <memory>
#include <type_traits>

#include "conformance/ack/judged.h"
#include "conformance/modality/judged.h"
#include "conformance/run/fault.h"
#include "sim/joint/plan.h"
#include "sim/joint/world.h"
#include "sim/search/model.h"
#include "sim/state/digest.h"

namespace conformance::joint {

struct JudgedWorld {
  conformance::modality::JudgedWorld policy;
  ack::JudgedWorld tool;
  // Of either judge, or zero: kind_of_policy(), kind_of_tool(). Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedWorld&) const = default;
};

// The kinds of broken rules, by their index in the table of their area.
constexpr std::uint32_t kind_of_policy(std::size_t rule) {
  return static_cast<std::uint32_t>(rule + 1);
}
inline constexpr std::uint32_t tool_kinds = 0x100;
constexpr std::uint32_t kind_of_tool(std::size_t rule) {
  return static_cast<std::uint32_t>(tool_kinds + rule + 1);
}

// Every part of it by name: see fields.h.
sim::Fields fields(const JudgedWorld& state);

struct Findings {
  spec::modality::Findings policy;
  spec::ack::Findings tool;
  bool breach() const { return policy.breach.has_value() || tool.breach.has_value(); }
};

// Nothing is recorded: only the judges listen.
struct NoRecorder {
  void event(const auto&) {}
  void command(const auto&) {}
  void fact(const auto&) {}
  void act(const auto&) {}
};

// The model that a search explores: sim::joint::Worlds with both judges. `plan` outlives it.
class JudgedWorlds {
 public:
  using State = JudgedWorld;
  using Tally = AnyModel::Tally;
  using Findings = joint::Findings;
  using Outcome = sim::joint::Outcome;
  using Expectation = sim::joint::Expectation;
  static_assert(std::has_unique_object_representations_v<State>);

  JudgedWorlds(const sim::joint::Plan& plan, std::shared_ptr<const sim::modality::Subject> policy,
               std::shared_ptr<const sim::ack::Subject> tool, spec::ack::ToolTable rows,
               const spec::RuleScope& rules)
      : policy_(std::move(policy)),
        tool_(std::move(tool)),
        worlds_(plan, *policy_, *tool_),
        policy_judge_(plan.policy.limits, spec::modality::clauses_of(rules)),
        tools_(plan.tool, tool_, rows, rules) {}

  State initial() const {
    return {.policy = {.judge = {}, .world = worlds_.initial_ide()},
            .tool = {.world = worlds_.initial_tool()}};
  }
  void choices(const State& state, sim::Choices& out) const {
    worlds_.choices(state.policy.world, state.tool.world, out);
  }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    NoRecorder none;
    Findings findings;
    or_fault(state, [&] { apply(state, choice, findings, none); });
    count(findings, tally);
  }
  static void count(const Findings& findings, Tally& tally) {
    AnyModel::Tally tool;
    ack::JudgedWorlds::count(findings.tool, tool);
    tally.clauses[0] |= findings.policy.met;
    tally.clauses[1] |= findings.tool.met;
    tally.lies = static_cast<std::uint8_t>(tally.lies | tool.lies);
  }
  std::optional<Breach> breach_of(const Findings& findings) const {
    auto breach = modality::JudgedWorlds::breach_of(findings.policy);
    return breach ? breach : tools_.breach_of(findings.tool);
  }
  std::optional<Seen> seen(const auto& what) const {
    if constexpr (requires { tools_.seen(what); })
      return tools_.seen(what);
    else
      return modality::JudgedWorlds::seen(what);
  }
  static sim::Fields fields(const State& state) { return joint::fields(state); }

  // The same, telling `recorder` of every fact and act of both, and what the judges found.
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    using PolicySink = conformance::modality::JudgedWorlds::Sink<Recorder>;
    using ToolSink = ack::JudgedWorlds::Sink<Recorder>;
    PolicySink policy{policy_judge_, state.policy, findings.policy, recorder};
    ToolSink tool{tools_.judge(), state.tool, findings.tool, recorder};
    worlds_.apply(state.policy.world, state.tool.world, choice, policy, tool);
    if (!findings.breach() && worlds_.final(state.policy.world, state.tool.world))
      end(state, findings);
    if (findings.policy.breach) {
      state.broken = kind_of_policy(findings.policy.breach->rule());
    } else if (findings.tool.breach) {
      state.broken = kind_of_tool(findings.tool.breach->rule);
    }
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const {
    if (state.broken != 0) return sim::Status::Broken;
    return worlds_.final(state.policy.world, state.tool.world) ? sim::Status::Final
                                                               : sim::Status::Running;
  }
  // One finding is kept for each broken rule.
  std::uint64_t kind(const State& state) const { return state.broken; }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

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
  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const {
    policy_judge_.end(state.policy.judge, findings.policy);
    tools_.judge().end(state.tool.judge, findings.tool);
  }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.policy.world, state.tool.world, choice);
  }

  const sim::joint::Worlds& worlds() const { return worlds_; }

 private:
  std::shared_ptr<const sim::modality::Subject> policy_;
  std::shared_ptr<const sim::ack::Subject> tool_;
  sim::joint::Worlds worlds_;
  spec::modality::Judge policy_judge_;
  ack::JudgedWorlds tools_;  // Its judge and its names.
};

}  // namespace conformance::joint
