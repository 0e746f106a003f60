// The model of a search for one failure: nothing else ends it.
#pragma once
#include <array>
#include <cstdint>

#include "conformance/failure_place.h"
#include "conformance/judged.h"
#include "seek.h"
#include "sim/path_cost.h"
#include "sim/world_parts.h"

namespace conformance {

static_assert(static_cast<std::uint8_t>(sim::Actor::Setup) == sim::nobody);

template <class Engine>
class SeekingWorlds {
 public:
  struct State {
    JudgedWorld<Engine> judged;
    sim::Outcome outcome;    // Kept if an unexpected one is looked for.
    std::uint8_t found = 0;  // The failure that is looked for.
    // No padding: a state is hashed as bytes.
    std::array<std::uint8_t, 4 - (sizeof(sim::Outcome) + 1) % 4> zero{};
    bool operator==(const State&) const = default;
  };
  using Tally = conformance::Tally;
  static_assert(std::has_unique_object_representations_v<State>);

  SeekingWorlds(const Seek& seek, const Engine& engine) : seek_(seek), judged_(seek.plan, engine) {}

  State initial() const { return {.judged = judged_.initial(), .outcome = {}}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    Recorder recorder{state.outcome, unexpected()};
    spec::policy::Findings findings;
    judged_.apply(state.judged, choice, tally, findings, recorder);
    if (findings.breach) {
      state.found = seek_.place == place_of(*findings.breach);
    } else if (unexpected() && judged_.status(state.judged) == sim::Status::Final) {
      state.found = sim::matching(*seek_.expect, state.outcome) == 0 &&
                    seek_.place == place_of(state.outcome);
    }
  }

  // Two breaches of one rule may differ in what came, which the judged world does not keep.
  std::uint64_t digest(const State& state) const {
    if (unexpected()) return sim::digest(state);
    return judged_.digest(state.judged) ^ (state.found != 0 ? found_mark : 0);
  }
  bool equal(const State& a, const State& b) const { return a == b; }

  // Another failure is an end like any other.
  sim::Status status(const State& state) const {
    if (state.found != 0) return sim::Status::Broken;
    const auto status = judged_.status(state.judged);
    return status == sim::Status::Broken ? sim::Status::Final : status;
  }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

  std::uint8_t actor(const sim::Choice& choice) const {
    return static_cast<std::uint8_t>(sim::actor_of(choice));
  }
  bool wanted_hang(const State& state) const {
    if (seek_.place.kind != FailurePlace::Kind::NeverEnds) return false;
    auto judge = state.judged.judge;
    spec::policy::Findings findings;
    judged_.judge().end(judge, findings);
    return seek_.place == place_of_end(findings.breach);
  }

 private:
  static constexpr std::uint64_t found_mark = 0x9e3779b97f4a7c15;

  struct Recorder {
    sim::Outcome& outcome;
    bool records;
    void fact(const spec::policy::Fact&) {}
    void act(const spec::policy::Act&) {}
    void command(const engine::policy::Command& command) {
      if (records) outcome.commanded(command);
    }
    void notice(const sim::Fact& fact) {
      if (records) outcome.noticed(fact);
    }
  };

  bool unexpected() const { return seek_.place.kind == FailurePlace::Kind::Unexpected; }

  const Seek& seek_;
  JudgedWorlds<Engine> judged_;
};

}  // namespace conformance
