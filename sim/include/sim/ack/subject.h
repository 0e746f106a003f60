// What acknowledges the calls of a world: an engine, a broken one, or anything that hears and says
// what the port has.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "sim/state/subject_fault.h"
#include "sim/state/subject_state.h"

namespace sim::ack {

inline constexpr std::size_t subject_bytes = 220;
using SubjectState = sim::SubjectState<subject_bytes>;

// Pure: equal states and events give equal states and commands.
class Subject {
 public:
  virtual ~Subject() = default;
  // As every run finds it.
  virtual SubjectState initial() const = 0;
  // Appends what it says; `out` is empty.
  virtual void step(SubjectState& state, const port::ack::Event& event,
                    port::ack::Commands& out) const = 0;
  // Moves the origin of time to `now`, at or after the last event.
  virtual void rebase(SubjectState& state, port::Instant now) const = 0;
  // What a look at the generation of the panes reads: they are the subject's own.
  virtual port::ack::Reading panes(const SubjectState& state) const = 0;
};

// An Engine is made of a table and its State, and has step(), rebase(), state(), table() and
// panes_of(state).
template <class Engine>
class EngineSubject final : public Subject {
 public:
  // As it is at the beginning of a run. Its table outlives it.
  explicit EngineSubject(const Engine& engine) : engine_(engine) {}

  SubjectState initial() const override { return SubjectState::holding(engine_.state()); }
  void step(SubjectState& state, const port::ack::Event& event,
            port::ack::Commands& out) const override {
    auto engine = with(state);
    step_subject([&] { engine.step(event, out); });
    state.put(engine.state());
  }
  void rebase(SubjectState& state, port::Instant now) const override {
    auto engine = with(state);
    engine.rebase(now);
    state.put(engine.state());
  }
  port::ack::Reading panes(const SubjectState& state) const override {
    return Engine::panes_of(state.get<State>());
  }

 private:
  using State = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
  Engine with(const SubjectState& state) const {
    return Engine(engine_.table(), state.get<State>());
  }

  Engine engine_;
};

}  // namespace sim::ack
