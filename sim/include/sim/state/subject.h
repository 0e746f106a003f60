// What is judged in a world, of any area: an engine, a broken one, or anything that receives and
// sends what the port has. A world holds the state of its subject; its model knows how that steps.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "port/time.h"
#include "sim/state/subject_fault.h"
#include "sim/state/subject_state.h"

namespace sim {

// Pure: equal states and events give equal states and commands.
template <std::size_t bytes, class TheEvent, class TheCommands>
class Subject {
 public:
  using State = SubjectState<bytes>;
  using Event = TheEvent;
  using Commands = TheCommands;

  virtual ~Subject() = default;
  // As every run finds it.
  virtual State initial() const = 0;
  // Appends what it commands; `out` is empty.
  virtual void step(State& state, const Event& event, Commands& out) const = 0;
  // Moves the origin of time to `now`, at or after the last event.
  virtual void rebase(State& state, port::Instant now) const = 0;
};

// An engine of ours as a subject of an area. An Engine has step() and mostly rebase(). It is a flat
// value; or it is made of a table and its state(), or of limits(), a seed() and its state().
template <class Base, class Engine>
class EngineSubject : public Base {
 public:
  using typename Base::State, typename Base::Event, typename Base::Commands;

  // As it is at the beginning of a run. What it refers to is in `kept`, or outlives it.
  explicit EngineSubject(const Engine& engine, std::shared_ptr<const void> kept = nullptr)
      : engine_(engine), kept_(std::move(kept)) {}

  State initial() const override {
    if constexpr (is_flat)
      return State::holding(engine_);
    else
      return State::holding(engine_.state());
  }
  void step(State& state, const Event& event, Commands& out) const override {
    with(state, [&](Engine& engine) {
      step_subject([&] {
        if constexpr (requires { engine.step(event, out); })
          engine.step(event, out);
        else
          engine.step(event.what, out);
      });
    });
  }
  void rebase(State& state, port::Instant now) const override {
    if constexpr (requires(Engine & engine) { engine.rebase(now); })
      with(state, [&](Engine& engine) { engine.rebase(now); });
  }

 protected:
  static constexpr bool has_table = requires(const Engine& engine) { engine.table(); };
  static constexpr bool has_seed = requires(const Engine& engine) {
    engine.limits();
    engine.seed();
  };
  static constexpr bool is_flat = !has_table && !has_seed;

  // Has it in this state, which becomes that which it is left in.
  void with(State& state, auto&& use) const {
    if constexpr (is_flat) {
      use(state.template in_place<Engine>());
    } else {
      using Own = std::remove_cvref_t<decltype(std::declval<const Engine&>().state())>;
      auto engine = [&] {
        if constexpr (has_table)
          return Engine(engine_.table(), state.template get<Own>());
        else
          return Engine(engine_.limits(), engine_.seed(), state.template get<Own>());
      }();
      use(engine);
      state.put(engine.state());
    }
  }

 private:
  Engine engine_;
  std::shared_ptr<const void> kept_;
};

// Of an engine that refers to its limits, which are kept with it.
template <class Base, class Engine, class Limits, class Begin>
std::shared_ptr<const Base> subject_with(const Limits& limits, std::uint32_t seed,
                                         const Begin& begin) {
  auto kept = std::make_shared<const Limits>(limits);
  return std::make_shared<EngineSubject<Base, Engine>>(Engine(*kept, seed, begin), kept);
}

}  // namespace sim
