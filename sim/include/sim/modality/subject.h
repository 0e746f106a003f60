// What runs the calls of a world.
#pragma once
#include <cstddef>

#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/state/subject.h"

namespace sim::modality {

inline constexpr std::size_t subject_bytes = 108;
using SubjectState = sim::SubjectState<subject_bytes>;

class Subject
    : public sim::Subject<subject_bytes, port::modality::Event, port::modality::Commands> {
 public:
  // A broken one may listen to what it is not told; a right one has no ear for it.
  virtual void overhear(SubjectState&, port::Instant, const port::modality::Fact&,
                        port::modality::Commands&) const {}
  // Likewise of another run in the IDE: what happened to it, and what was commanded for it.
  virtual void overhear_run(SubjectState&, port::Instant, const port::modality::Happening&,
                            const port::modality::Commands&, port::modality::Commands&) const {}
};

// An Engine may have overhear().
template <class Engine>
class EngineSubject : public sim::EngineSubject<Subject, Engine> {
 public:
  using sim::EngineSubject<Subject, Engine>::EngineSubject;

  void overhear(SubjectState& state, port::Instant at, const port::modality::Fact& fact,
                port::modality::Commands& out) const override {
    if constexpr (requires(Engine & engine) { engine.overhear(at, fact, out); })
      step_subject([&] { state.in_place<Engine>().overhear(at, fact, out); });
  }
  void overhear_run(SubjectState& state, port::Instant at, const port::modality::Happening& what,
                    const port::modality::Commands& commands,
                    port::modality::Commands& out) const override {
    if constexpr (requires(Engine & engine) { engine.overhear(at, what, commands, out); })
      step_subject([&] { state.in_place<Engine>().overhear(at, what, commands, out); });
  }
};

}  // namespace sim::modality
