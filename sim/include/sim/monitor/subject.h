// What a world runs as the monitor: an engine, a broken one, or anything that hears and says what
// the port has.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>

#include "port/monitor/commands.h"
#include "port/monitor/events.h"
#include "sim/state/subject_fault.h"
#include "sim/state/subject_state.h"

namespace sim::monitor {

inline constexpr std::size_t subject_bytes = 156;
using SubjectState = sim::SubjectState<subject_bytes>;

// An event, and when it comes: from the origin of the subject's time. Engines of ours do not look;
// whatever a monitor waits for has a timer.
struct TimedEvent {
  port::Instant at;
  port::monitor::Event what;
};

// Pure: equal states and events give equal states and commands.
class Subject {
 public:
  virtual ~Subject() = default;
  // As every run finds it.
  virtual SubjectState initial() const = 0;
  // Appends what it says; `out` is empty.
  virtual void step(SubjectState& state, const TimedEvent& event,
                    port::monitor::Commands& out) const = 0;
  // Its origin of time is now.
  virtual void rebase(SubjectState& state, port::Instant now) const = 0;
};

// An Engine is made of its limits, its seed and its State, and has step(), state(), limits() and
// seed().
template <class Engine>
class EngineSubject final : public Subject {
 public:
  // As it is at the beginning of a run.
  explicit EngineSubject(const Engine& engine) : engine_(engine) {}

  SubjectState initial() const override { return SubjectState::holding(engine_.state()); }
  void step(SubjectState& state, const TimedEvent& event,
            port::monitor::Commands& out) const override {
    using State = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
    Engine engine(engine_.limits(), engine_.seed(), state.get<State>());
    step_subject([&] { engine.step(event.what, out); });
    state.put(engine.state());
  }
  void rebase(SubjectState&, port::Instant) const override {}

 private:
  Engine engine_;
};

}  // namespace sim::monitor
