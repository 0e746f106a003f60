// A judged world that also keeps what the run came to, as a scenario's expectation asks.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "conformance/judged.h"
#include "plan_failure.h"
#include "sim/outcome.h"
#include "sim/plan.h"

namespace conformance {

// JudgedWorlds that also keep what the run came to: merged histories must agree on it.
template <class Engine>
class ExpectingWorlds {
 public:
  struct State {
    JudgedWorld<Engine> judged;
    sim::Outcome outcome;
    // No padding: a state is hashed as bytes.
    std::array<std::uint8_t, 4 - sizeof(sim::Outcome) % 4> zero{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    conformance::Tally judged;
    std::uint32_t results_met = 0;
    void merge(const Tally& other) {
      judged.merge(other.judged);
      results_met |= other.results_met;
    }
  };
  static_assert(std::has_unique_object_representations_v<State>);

  ExpectingWorlds(const sim::Plan& plan, const Engine& engine, const sim::Expectation& expect)
      : judged_(plan, engine), expect_(expect) {}

  State initial() const { return {.judged = judged_.initial(), .outcome = {}}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    Recorder recorder{state.outcome};
    spec::policy::Findings findings;
    judged_.apply(state.judged, choice, tally.judged, findings, recorder);
    if (judged_.status(state.judged) != sim::Status::Final) return;
    const auto met = sim::matching(expect_, state.outcome);
    tally.results_met |= met;
    if (met == 0 && !expect_.results.empty()) state.judged.broken = unexpected_kind;
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return judged_.status(state.judged); }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }
  std::uint64_t kind(const State& state) const { return judged_.kind(state.judged); }

 private:
  struct Recorder {
    sim::Outcome& outcome;
    void fact(const spec::policy::Fact&) {}
    void act(const spec::policy::Act&) {}
    void command(const engine::policy::Command& command) { outcome.commanded(command); }
    void notice(const sim::Fact& fact) { outcome.noticed(fact); }
  };

  JudgedWorlds<Engine> judged_;
  const sim::Expectation& expect_;
};

}  // namespace conformance
