// The model of a search for one failure: nothing else ends it.
#pragma once
#include <array>
#include <cstdint>

#include "breach.h"
#include "conformance/failure_place.h"
#include "seek.h"
#include "sim/digest.h"
#include "sim/path_cost.h"

namespace conformance {

template <class Judged>
class SeekingWorlds {
 public:
  using Outcome = typename Judged::Outcome;
  struct State {
    typename Judged::State judged;
    Outcome outcome;         // Kept if an unexpected one is looked for.
    std::uint8_t found = 0;  // The failure that is looked for.
    // No padding: a state is hashed as bytes.
    std::array<std::uint8_t, 4 - (sizeof(Outcome) + 1) % 4> zero{};
    bool operator==(const State&) const = default;
  };
  using Tally = typename Judged::Tally;
  static_assert(std::has_unique_object_representations_v<State>);

  SeekingWorlds(const Seek& seek, const Judged& judged)
      : seek_(seek), judged_(judged), expect_(seek.expect.as<typename Judged::Expectation>()) {}

  State initial() const { return {.judged = judged_.initial(), .outcome = {}}; }
  void choices(const State& state, sim::Choices& out) const { judged_.choices(state.judged, out); }

  void apply(State& state, const sim::Choice& choice, Tally& tally) const {
    Recorder recorder{state.outcome, unexpected()};
    typename Judged::Findings findings;
    judged_.apply(state.judged, choice, tally, findings, recorder);
    if (const auto breach = breach_of(findings)) {
      state.found = seek_.place == place_of(*breach);
    } else if (unexpected() && judged_.status(state.judged) == sim::Status::Final) {
      state.found = expect_ != nullptr && matching(*expect_, state.outcome) == 0 &&
                    seek_.place == place_of(AnyOutcome(state.outcome));
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

  std::uint8_t actor(const sim::Choice& choice) const { return judged_.actor(choice); }
  bool wanted_hang(const State& state) const {
    if (seek_.place.kind != FailurePlace::Kind::NeverEnds) return false;
    auto ended = state.judged;
    typename Judged::Findings findings;
    judged_.end(ended, findings);
    return seek_.place == place_of_end(seek_.plan, breach_of(findings));
  }

 private:
  static constexpr std::uint64_t found_mark = 0x9e3779b97f4a7c15;

  struct Recorder {
    Outcome& outcome;
    bool records;
    void fact(const auto&) {}
    void act(const auto&) {}
    void command(const auto& command) {
      if (records) outcome.commanded(command);
    }
    void notice(const auto&... fact) {
      if (records) outcome.noticed(fact...);
    }
  };

  bool unexpected() const { return seek_.place.kind == FailurePlace::Kind::Unexpected; }

  const Seek& seek_;
  const Judged& judged_;
  const typename Judged::Expectation* expect_;
};

}  // namespace conformance
