// The model of a search for one failure: nothing else ends it.
#pragma once
#include <cstdint>
#include <memory>

#include "conformance/run/failure_place.h"
#include "conformance/run/fault.h"
#include "run/seek.h"
#include "sim/search/path_cost.h"

namespace conformance {

class SeekingWorlds {
 public:
  using Outcome = AnyModel::Outcome;
  struct State {
    AnyModel::State judged;
    Outcome outcome;         // Kept if an unexpected one is looked for.
    std::uint8_t found = 0;  // The failure that is looked for.
    bool operator==(const State&) const = default;
  };
  using Tally = AnyModel::Tally;

  // What is given outlives it.
  explicit SeekingWorlds(const Seek& seek)
      : seek_(seek), judged_(any_model(seek.plan, seek.subject)) {}

  State initial() const {
    return {.judged = judged_->initial(), .outcome = judged_->initial_outcome()};
  }
  void choices(const State& state, sim::Choices& out) const { judged_->choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    const AnyModel::Watch watch{.outcome = unexpected() ? &state.outcome : nullptr};
    if (const auto breach = judged_->apply(state.judged, choice, tally, watch)) {
      state.found = seek_.place == place_of(*breach);
    } else if (unexpected() && judged_->status(state.judged) == sim::Status::Final &&
               judged_->kind(state.judged) != left_out_kind) {
      state.found = seek_.expect && matching(seek_.expect, state.outcome) == 0 &&
                    seek_.place == place_of({&seek_.plan.area(), state.outcome});
    }
  }

  // Two breaches of one rule may differ in what came, which the judged world does not keep.
  std::uint64_t digest(const State& state) const {
    const auto digest =
        unexpected() ? judged_->digest(state.judged, state.outcome) : judged_->digest(state.judged);
    return digest ^ (state.found != 0 ? found_mark : 0);
  }
  bool equal(const State& a, const State& b) const { return a == b; }

  // Another failure is an end like any other.
  sim::Status status(const State& state) const {
    if (state.found != 0) return sim::Status::Broken;
    const auto status = judged_->status(state.judged);
    return status == sim::Status::Broken ? sim::Status::Final : status;
  }
  std::uint8_t cell(const State&) const { return sim::no_cell; }

  std::uint8_t actor(const sim::Choice& choice) const { return judged_->actor(choice); }
  bool wanted_hang(const State& state) const {
    return seek_.place.kind == FailurePlace::Kind::NeverEnds &&
           seek_.place == place_of_end(seek_.plan, judged_->end(state.judged));
  }

 private:
  static constexpr std::uint64_t found_mark = 0x9e3779b97f4a7c15;

  bool unexpected() const { return seek_.place.kind == FailurePlace::Kind::Unexpected; }

  const Seek& seek_;
  std::unique_ptr<const AnyModel> judged_;
};

}  // namespace conformance
