// The model of a simulated call: what may happen next in a world, and how it happens.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/modality/plan.h"
#include "sim/modality/setup.h"
#include "sim/modality/world_state.h"
#include "sim/modality/world_turn.h"
#include "sim/search/model.h"

namespace sim::modality {

// Choices and their effects. `plan` outlives it.
template <class Engine>
class Worlds {
 public:
  using World = sim::modality::World<Engine>;

  Worlds(const Plan& plan, const Engine& engine) : plan_(plan), engine_(engine) {}

  World initial() const;
  // Those up to an instant that is not after the first deadline, if the world is only a part
  // of one that has others.
  void choices(const World& world, Choices& out, std::int32_t until_ms = never) const;
  // Tells the sink, in order, of the time that passes, of what happens, and of what the
  // engine commands.
  template <class Sink>
  void apply(World& world, const Choice& choice, Sink& sink) const;
  // The same, and the IDE stays as it is after the result: somebody else may still look at it.
  template <class Sink>
  void happen(World& world, const Choice& choice, Sink& sink) const;
  // Time passes and nothing happens; not beyond the first deadline.
  template <class Sink>
  void pass(World& world, std::int32_t ms, Sink& sink) const;
  // The call has ended and nothing of it is left.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return plan_; }

 private:
  const Plan& plan_;
  Engine engine_;
};

template <class Engine>
template <class Sink>
void Worlds<Engine>::apply(World& world, const Choice& choice, Sink& sink) const {
  happen(world, choice, sink);
  if (world.finished) drop_what_no_longer_matters(world.ide, world.agenda, world.background_left);
}

template <class Engine>
template <class Sink>
void Worlds<Engine>::pass(World& world, std::int32_t ms, Sink& sink) const {
  if (ms == 0) return;
  sink.passed(ms);
  world.agenda.advance(ms);
  world.engine.rebase(port::Instant{port::Duration{ms}});
}

template <class Engine>
template <class Sink>
void Worlds<Engine>::happen(World& world, const Choice& choice, Sink& sink) const {
  const port::Instant at{port::Duration{choice.after_ms}};
  if (choice.slot == slot::setup) {
    const Plan::Call* called = set_up(world.setup, world.ide, world.agenda, plan_, choice);
    if (called == nullptr) return;
    Turn<Engine, Sink>(plan_, world, at, sink).call(called->request);
  } else {
    if (choice.after_ms > 0) sink.passed(choice.after_ms);
    world.agenda.advance(choice.after_ms);
    Turn<Engine, Sink>(plan_, world, at, sink).take(choice);
  }
  world.engine.rebase(at);
}

template <class Engine>
World<Engine> Worlds<Engine>::initial() const {
  World world{.engine = engine_, .agenda = {}, .body = {}, .setup = {}, .ide = {}};
  begin_setup(world.setup, world.ide, world.agenda, plan_);
  return world;
}

template <class Engine>
void Worlds<Engine>::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  const auto begin = out.size();
  if (world.agenda.pending(slot::setup)) return setup_choices(world.setup, plan_, out);
  const auto deadline = std::min(until_ms, world.agenda.deadline());
  for (std::size_t which = slot::timer; which < slot::count; ++which) {
    if (!world.agenda.pending(which)) continue;
    const auto alternatives = which == slot::script ? script_alternatives(world.body, plan_)
                              : which == slot::free_background ? plan_.free_background.size()
                                                               : std::size_t{1};
    world.agenda.for_each_instant(which, plan_.grid, deadline, [&](std::int32_t after_ms) {
      for (std::size_t alternative = 0; alternative < alternatives; ++alternative) {
        if (which == slot::free_background &&
            !matters(plan_.free_background[alternative], world.ide))
          continue;
        out.push_back({static_cast<std::uint8_t>(which), static_cast<std::uint8_t>(alternative), 0,
                       after_ms});
      }
    });
  }
  order_naturally(out, begin);
}

template <class Engine>
bool Worlds<Engine>::final(const World& world) const {
  if (!world.finished) return false;
  for (std::size_t which = 0; which < slot::entry; ++which)
    if (which != slot::indexing && world.agenda.pending(which)) return false;
  return true;
}

template <class Engine>
Label Worlds<Engine>::label(const World& world, const Choice& choice) const {
  return label_of(world.ide, world.operations, world.body, world.setup, plan_, choice);
}

}  // namespace sim::modality
