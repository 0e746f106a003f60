// What a world runs as the client of an app-server: an engine, a broken one, or anything that hears
// and says what the port has.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include "port/appserver/commands.h"
#include "port/appserver/events.h"
#include "sim/state/subject_fault.h"
#include "sim/state/subject_state.h"

namespace sim::appserver {

inline constexpr std::size_t subject_bytes = 640;
using SubjectState = sim::SubjectState<subject_bytes>;

// Pure: equal states and events give equal states and commands.
class Subject {
 public:
  virtual ~Subject() = default;
  // As every run finds it.
  virtual SubjectState initial() const = 0;
  // Appends what it says; `out` is empty.
  virtual void step(SubjectState& state, const port::appserver::Event& event,
                    port::appserver::Commands& out) const = 0;
  // Moves the origin of time to `now`, at or after the last event.
  virtual void rebase(SubjectState& state, port::Instant now) const = 0;
};

// An Engine is made of its limits, its seed and its State, and has step(), rebase(), state(),
// limits() and seed().
template <class Engine>
class EngineSubject final : public Subject {
 public:
  // As it is at the beginning of a run.
  explicit EngineSubject(const Engine& engine) : engine_(engine) {}

  SubjectState initial() const override { return SubjectState::holding(engine_.state()); }
  void step(SubjectState& state, const port::appserver::Event& event,
            port::appserver::Commands& out) const override {
    auto engine = with(state);
    step_subject([&] { engine.step(event, out); });
    state.put(engine.state());
  }
  void rebase(SubjectState& state, port::Instant now) const override {
    auto engine = with(state);
    engine.rebase(now);
    state.put(engine.state());
  }

 private:
  using State = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
  Engine with(const SubjectState& state) const {
    return Engine(engine_.limits(), engine_.seed(), state.get<State>());
  }

  Engine engine_;
};

}  // namespace sim::appserver
