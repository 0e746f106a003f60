// What runs the calls of a world: an engine, a broken one, or anything that hears and says what the
// port has.
#pragma once
#include <cstddef>

#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/state/subject_fault.h"
#include "sim/state/subject_state.h"

namespace sim::modality {

inline constexpr std::size_t subject_bytes = 100;
using SubjectState = sim::SubjectState<subject_bytes>;

// Pure: equal states and events give equal states and commands.
class Subject {
 public:
  virtual ~Subject() = default;
  // As every run finds it.
  virtual SubjectState initial() const = 0;
  // Appends what it says; `out` is empty.
  virtual void step(SubjectState& state, const port::modality::Event& event,
                    port::modality::Commands& out) const = 0;
  // A broken one may listen to what it is not told; a right one has no ear for it.
  virtual void overhear(SubjectState&, port::Instant, const port::modality::Fact&,
                        port::modality::Commands&) const {}
  // Moves the origin of time to `now`, at or after the last event.
  virtual void rebase(SubjectState& state, port::Instant now) const = 0;
};

// An Engine is a flat value with step() and rebase(); some have overhear().
template <class Engine>
class EngineSubject final : public Subject {
 public:
  // As it is at the beginning of a run.
  explicit EngineSubject(const Engine& engine) : initial_(SubjectState::holding(engine)) {}

  SubjectState initial() const override { return initial_; }
  void step(SubjectState& state, const port::modality::Event& event,
            port::modality::Commands& out) const override {
    step_subject([&] { state.in_place<Engine>().step(event, out); });
  }
  void overhear(SubjectState& state, port::Instant at, const port::modality::Fact& fact,
                port::modality::Commands& out) const override {
    if constexpr (requires(Engine & engine) { engine.overhear(at, fact, out); })
      step_subject([&] { state.in_place<Engine>().overhear(at, fact, out); });
  }
  void rebase(SubjectState& state, port::Instant now) const override {
    state.in_place<Engine>().rebase(now);
  }

 private:
  SubjectState initial_;
};

}  // namespace sim::modality
