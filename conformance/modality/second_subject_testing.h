// The second engine as the subject of a world.
#pragma once
#include "modality/second_engine_testing.h"
#include "sim/modality/subject.h"

namespace conformance::modality::second {

// The subject.
class Engine final : public sim::modality::Subject {
 public:
  explicit Engine(const Limits& limits) : limits_(limits) {}

  sim::modality::SubjectState initial() const override {
    return sim::modality::SubjectState::holding(second::State{});
  }
  void step(sim::modality::SubjectState& state, const Event& event, Commands& out) const override {
    Step(limits_, state.in_place<second::State>(), event.at.time_since_epoch().count(), out)
        .hear(event.what);
  }
  void rebase(sim::modality::SubjectState& state, port::Instant now) const override {
    second::rebase(state.in_place<second::State>(), now.time_since_epoch().count());
  }

 private:
  Limits limits_;
};

}  // namespace conformance::modality::second
