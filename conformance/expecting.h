// A judged world that also keeps what the run came to, as a scenario's expectation asks.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "plan_failure.h"
#include "sim/digest.h"
#include "sim/model.h"

namespace conformance {

template <class Outcome>
struct OutcomeRecorder {
  Outcome& outcome;
  void fact(const auto&) {}
  void act(const auto&) {}
  void command(const auto& command) { outcome.commanded(command); }
  void notice(const auto&... fact) { outcome.noticed(fact...); }
};

// A judged model that also keeps what the run came to: merged histories must agree on it.
template <class Judged>
class ExpectingWorlds {
 public:
  using Outcome = typename Judged::Outcome;
  struct State {
    typename Judged::State judged;
    Outcome outcome;
    // No padding: a state is hashed as bytes.
    std::array<std::uint8_t, 4 - sizeof(Outcome) % 4> zero{};
    bool operator==(const State&) const = default;
  };
  struct Tally {
    typename Judged::Tally judged;
    std::uint32_t results_met = 0;
    void merge(const Tally& other) {
      judged.merge(other.judged);
      results_met |= other.results_met;
    }
  };
  static_assert(std::has_unique_object_representations_v<State>);

  // What is given outlives it.
  ExpectingWorlds(const Judged& judged, const typename Judged::Expectation& expect)
      : judged_(judged), expect_(expect) {}

  State initial() const { return {.judged = judged_.initial(), .outcome = {}}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    OutcomeRecorder<Outcome> recorder{state.outcome};
    typename Judged::Findings findings;
    judged_.apply(state.judged, choice, tally.judged, findings, recorder);
    if (judged_.status(state.judged) != sim::Status::Final) return;
    const auto met = matching(expect_, state.outcome);
    tally.results_met |= met;
    if (met == 0 && !expect_.results.empty()) state.judged.broken = unexpected_kind;
  }
  std::uint64_t digest(const State& state) const { return sim::digest(state); }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return judged_.status(state.judged); }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }
  std::uint64_t kind(const State& state) const { return judged_.kind(state.judged); }

 private:
  const Judged& judged_;
  const typename Judged::Expectation& expect_;
};

}  // namespace conformance
