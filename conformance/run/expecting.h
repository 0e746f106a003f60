// A judged world that also keeps what the run came to, as a scenario's expectation asks.
#pragma once
#include <cstdint>

#include "conformance/run/fault.h"
#include "conformance/run/plan.h"
#include "sim/search/model.h"

namespace conformance {

// Merged histories must agree on what the run came to.
class ExpectingWorlds {
 public:
  struct State {
    AnyModel::State judged;
    AnyModel::Outcome outcome;
    bool operator==(const State&) const = default;
  };
  struct Tally {
    AnyModel::Tally judged;
    std::uint32_t results_met = 0;
    void merge(const Tally& other) {
      judged.merge(other.judged);
      results_met |= other.results_met;
    }
  };

  // What is given outlives it.
  ExpectingWorlds(const AnyModel& judged, const AnyExpectation& expect)
      : judged_(judged), expect_(expect) {}

  State initial() const {
    return {.judged = judged_.initial(), .outcome = judged_.initial_outcome()};
  }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }
  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    judged_.apply(state.judged, choice, tally.judged, {.outcome = &state.outcome});
    const bool ended = judged_.status(state.judged) == sim::Status::Final;
    if (!ended || judged_.kind(state.judged) == left_out_kind) return;
    const auto met = matching(expect_, state.outcome);
    tally.results_met |= met;
    if (met == 0 && expect_) judged_.end_unexpected(state.judged);
  }
  std::uint64_t digest(const State& state) const {
    return judged_.digest(state.judged, state.outcome);
  }
  bool equal(const State& a, const State& b) const { return a == b; }
  sim::Status status(const State& state) const { return judged_.status(state.judged); }
  std::uint8_t cell(const State& state) const { return judged_.cell(state.judged); }
  std::uint64_t kind(const State& state) const { return judged_.kind(state.judged); }

 private:
  const AnyModel& judged_;
  const AnyExpectation& expect_;
};

}  // namespace conformance
