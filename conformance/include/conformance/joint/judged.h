// Several areas in one world, with the judge of each beside its part.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "conformance/ack/judged.h"
#include "conformance/appserver/judged.h"
#include "conformance/modality/judged.h"
#include "conformance/modality/judged_runs.h"
#include "conformance/run/judged.h"
#include "sim/joint/plan.h"
#include "sim/joint/world.h"
#include "sim/search/path_cost.h"

namespace conformance::joint {

// `Policy` is the judged world of one run in the IDE, or of two.
template <class Policy>
struct JudgedWorld {
  Policy policy;
  ack::JudgedWorld tool;
  appserver::JudgedWorld talk;
  sim::joint::Links links;
  // Of any judge, or zero: see kinds_of_judge. Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedWorld&) const = default;
};

// Every part of it by name: complete, and of fixed names. Those of the other sides begin with
// "tool." and "talk.".
template <class Policy>
sim::Fields fields(const JudgedWorld<Policy>& state) {
  auto out = modality::fields(state.policy);
  const auto add = [&](std::string_view side, sim::Fields its) {
    for (auto& field : its) out.push_back({std::string(side) + field.name, std::move(field.value)});
  };
  add("tool.", ack::fields(state.tool));
  add("talk.", appserver::fields(state.talk));
  sim::FieldWriter(out).bytes("links", state.links);
  out.push_back({"broken_kind", std::to_string(state.broken)});
  return out;
}

struct Findings {
  spec::modality::Findings policy;
  spec::ack::Findings tool;
  spec::appserver::clauses::Findings talk;
  bool breach() const {
    return policy.breach.has_value() || tool.breach.has_value() || talk.breach.has_value();
  }
};

// One run in the IDE, or two: how each is judged.
struct OneRun {
  using Policies = modality::JudgedWorlds;
  using Ides = sim::modality::Worlds;
  static auto sink(const Policies& policies, Policies::State& state,
                   spec::modality::Findings& findings, auto& recorder) {
    using Recorder = std::remove_reference_t<decltype(recorder)>;
    return Policies::Sink<Recorder>{policies.judge(), state.judge, findings, recorder};
  }
  static void end(const Policies& policies, Policies::State& state,
                  spec::modality::Findings& findings) {
    if (!state.world.waits) policies.end(state, findings);
  }
};
struct RunsAtOnce {
  using Policies = modality::JudgedRunsWorlds;
  using Ides = sim::modality::RunsWorlds;
  static auto sink(const Policies& policies, Policies::State& state,
                   spec::modality::Findings& findings, auto& recorder) {
    return policies.sink(state, findings, recorder);
  }
  // Nothing is owed of a run that has not begun.
  static void end(const Policies& policies, Policies::State& state,
                  spec::modality::Findings& findings) {
    policies.end(state, findings);
  }
};

// The worlds as one, each with its judge. `plan` outlives it.
template <class Runs>
class JudgedWorlds : public JudgedModel<JudgedWorlds<Runs>,
                                        JudgedWorld<typename Runs::Policies::State>, Findings> {
  using Base =
      JudgedModel<JudgedWorlds<Runs>, JudgedWorld<typename Runs::Policies::State>, Findings>;
  using Policies = typename Runs::Policies;
  using Worlds = sim::joint::Worlds<typename Runs::Ides>;

 public:
  using typename Base::State, typename Base::Tally;
  using Outcome = sim::joint::Outcome;

  JudgedWorlds(const sim::joint::Plan& plan, modality::JudgedWorlds policies,
               std::optional<ack::JudgedWorlds> tools, std::optional<appserver::JudgedWorlds> talks)
      : tools_(std::move(tools)),
        talks_(std::move(talks)),
        worlds_(plan, policies.subject(), tools_ ? &tools_->worlds() : nullptr,
                talks_ ? &talks_->worlds() : nullptr),
        policies_(std::move(policies)) {}

  State initial() const {
    State out{};
    worlds_.begin(world_of(out));
    return out;
  }
  void choices(const State& state, sim::Choices& out) const {
    worlds_.choices(state.policy.world, state.tool.world, state.talk.world, out);
  }
  bool is_final(const State& state) const {
    return worlds_.final(state.policy.world, state.tool.world, state.talk.world);
  }

  using Base::apply;
  template <class Recorder>
  void apply(State& state, const sim::Choice& choice, Findings& findings,
             Recorder& recorder) const {
    Sinks<Recorder> sinks{
        Runs::sink(policies_, state.policy, findings.policy, recorder),
        {tools_ ? &tools_->judge() : nullptr, state.tool.judge, findings.tool, recorder},
        {talks_ ? &talks_->judge() : nullptr, state.talk.judge, findings.talk, recorder},
        recorder};
    worlds_.apply(world_of(state), choice, sinks);
    if (!findings.breach() && is_final(state)) end(state, findings);
    if (findings.policy.breach)
      state.broken = findings.policy.breach->rule() + 1u;
    else if (findings.tool.breach)
      state.broken = kinds_of_judge + findings.tool.breach->rule + 1u;
    else if (findings.talk.breach)
      state.broken = 2 * kinds_of_judge + findings.talk.breach->rule + 1u;
  }
  // Nothing can happen any more: what is still owed is missing.
  void end(State& state, Findings& findings) const {
    Runs::end(policies_, state.policy, findings.policy);
    if (tools_) tools_->end(state.tool, findings.tool);
    if (talks_) talks_->end(state.talk, findings.talk);
  }
  static void count(const State& state, const Findings& findings, Tally& tally) {
    Policies::count(state.policy, findings.policy, tally);
    Tally tool, talk;
    ack::JudgedWorlds::count(state.tool, findings.tool, tool);
    appserver::JudgedWorlds::count(state.talk, findings.talk, talk);
    tally.clauses[1] |= tool.clauses[0];
    tally.clauses[2] |= talk.clauses[0];
    tally.lies = static_cast<std::uint16_t>(tally.lies | tool.lies);
    tally.fired = static_cast<std::uint8_t>(tally.fired | talk.fired);
    tally.lost_sight = tally.lost_sight || talk.lost_sight;
  }

  std::optional<Breach> breach_of(const Findings& findings, const State& state) const {
    auto breach = policies_.breach_of(findings.policy, state.policy);
    if (!breach && tools_) breach = tools_->breach_of(findings.tool, state.tool);
    if (!breach && talks_) breach = talks_->breach_of(findings.talk, state.talk);
    return breach;
  }
  std::optional<Seen> seen(const auto& what) const {
    if constexpr (requires { sim::joint::show(what); })
      return Seen::fact(what, static_cast<std::size_t>(what.what), sim::joint::show(what));
    else if constexpr (requires { tools_->seen(what); })
      return tools_->seen(what);
    else if constexpr (requires { talks_->seen(what); })
      return talks_->seen(what);
    else
      return policies_.seen(what);
  }
  // Who acts when a choice is taken: for counting changes from one to another. As labels name
  // them: all worlds have one setup and one background.
  std::uint8_t actor(const sim::Choice& choice) const {
    using enum sim::ack::Actor;
    using Policy = sim::modality::Actor;
    constexpr auto after_policy =
        static_cast<std::uint8_t>(Policy::Background) + 3;  // Of two runs.
    constexpr auto after_tool = after_policy + 2;
    static_assert(after_tool + 3 < sim::actors_max);  // A client, its server and its user.
    const auto own = sim::joint::of_side(choice);
    switch (sim::joint::side_of(choice)) {
      case sim::joint::Side::Ide: return policies_.actor(own);
      case sim::joint::Side::Talk:
        return static_cast<std::uint8_t>(after_tool + appserver::Traits::actor(own));
      case sim::joint::Side::Tool: break;
    }
    switch (sim::ack::actor_of(own)) {
      case Setup: return static_cast<std::uint8_t>(Policy::Setup);
      case Background: return static_cast<std::uint8_t>(Policy::Background);
      case Client: return after_policy;
      case Engine: return after_policy + 1;
      case Frontend: return after_policy + 2;
    }
    return sim::nobody;
  }
  sim::Label label(const State& state, const sim::Choice& choice) const {
    return worlds_.label(state.policy.world, state.tool.world, state.talk.world, choice);
  }
  static sim::Fields fields(const State& state) { return joint::fields(state); }

 private:
  // A side that a plan does not have has no judge, and tells nothing.
  template <class Judge, class Situation, class Findings, class Recorder>
  struct SideSink {
    const Judge* judge;
    Situation& state;
    Findings& findings;
    Recorder& recorder;

    auto own() {
      return JudgingSink<Judge, Situation, Findings, Recorder>{*judge, state, findings, recorder};
    }
    void heard(const auto& what) { own().heard(what); }
    void noticed(const auto& what) { own().noticed(what); }
    void commanded(const auto& what) { own().commanded(what); }
  };
  template <class Recorder>
  struct Sinks {
    decltype(Runs::sink(std::declval<const Policies&>(), std::declval<typename Policies::State&>(),
                        std::declval<spec::modality::Findings&>(), std::declval<Recorder&>())) ide;
    SideSink<ack::JudgedWorlds::Judge, decltype(ack::JudgedWorld::judge), spec::ack::Findings,
             Recorder>
        tool;
    SideSink<appserver::JudgedWorlds::Judge, decltype(appserver::JudgedWorld::judge),
             spec::appserver::clauses::Findings, Recorder>
        talk;
    Recorder& recorder;
    void noticed(const auto& what) { recorder.fact(what); }
  };

  static typename Worlds::World world_of(State& state) {
    return {state.policy.world, state.tool.world, state.talk.world, state.links};
  }

  std::optional<ack::JudgedWorlds> tools_;
  std::optional<appserver::JudgedWorlds> talks_;
  Worlds worlds_;
  Policies policies_;  // Keeps the subject of the worlds.
};

}  // namespace conformance::joint
