// The model of a simulated call: what may happen next in a world, and how it happens.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/modality/beside_turn.h"
#include "sim/modality/plan.h"
#include "sim/modality/script_turn.h"
#include "sim/modality/setup.h"
#include "sim/modality/thread_turn.h"
#include "sim/modality/world_state.h"
#include "sim/modality/world_turn.h"
#include "sim/search/model.h"

namespace sim::modality {

// Choices and their effects. `plan` and `subject` outlive it.
class Worlds {
 public:
  using World = sim::modality::World;

  Worlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  World initial() const;
  // Those up to an instant that is not after the first deadline, if the world is only a part
  // of one that has others.
  void choices(const World& world, Choices& out, std::int32_t until_ms = never) const;
  // Tells the sink, in order, of facts, such as the time that passes, of what the engine hears, and
  // of what it commands.
  void apply(World& world, const Choice& choice, auto& sink) const;
  // The same, and the IDE stays as it is after the result: somebody else may still look at it.
  void happen(World& world, const Choice& choice, auto& sink) const;
  // Time passes and nothing happens; not beyond the first deadline.
  void pass(World& world, std::int32_t ms, auto& sink) const;
  // What another world makes happen now: a background event; the call, if the plan says that it
  // waits; and that a dialog opens, or goes. The only run is 0.
  static constexpr std::size_t runs = 1;
  void befall(World& world, Background what, std::size_t, auto& sink) const {
    now(world, sink, [&](auto& turn) { turn.befall(what); });
  }
  void begin(World& world, std::size_t, auto& sink) const {
    now(world, sink, [&](auto& turn) { turn.call(plan_.calls[0].request, 0); });
  }
  void open_dialog(World& world, EntryKind kind, auto& sink) const {
    now(world, sink, [&](auto& turn) { turn.open_dialog(kind); });
  }
  void dispose(World& world, DialogId dialog, auto& sink) const {
    now(world, sink, [&](auto& turn) { turn.dispose(dialog); });
  }
  static bool waits(const World& world, std::size_t) { return world.waits; }
  static bool finished(const World& world, std::size_t) { return world.finished; }
  static std::int32_t deadline(const World& world) { return world.agenda.deadline(); }
  // The call has ended and nothing of it is left, or it has not begun.
  bool final(const World& world) const;
  Label label(const World& world, const Choice& choice) const;
  const Plan& plan() const { return plan_; }

  const Subject& subject() const { return subject_; }

 private:
  template <class Sink, class Do>
  void now(World& world, Sink& sink, const Do& act) const {
    Turn<Sink> turn(plan_, subject_, world, nullptr, port::Instant{}, sink);
    act(turn);
  }

  const Plan& plan_;
  const Subject& subject_;
};

void Worlds::apply(World& world, const Choice& choice, auto& sink) const {
  happen(world, choice, sink);
  if (world.finished) drop_what_no_longer_matters(world.ide, world.agenda, world.background_left);
}

void Worlds::pass(World& world, std::int32_t ms, auto& sink) const {
  if (ms == 0) return;
  if (!world.waits) sink.noticed(Fact{port::modality::TimePassed{port::Duration{ms}}});
  world.agenda.advance(ms);
  subject_.rebase(world.subject, port::Instant{port::Duration{ms}});
}

template <class Sink>
void Worlds::happen(World& world, const Choice& choice, Sink& sink) const {
  const port::Instant at{port::Duration{choice.after_ms}};
  if (choice.slot == slot::setup) {
    const Plan::Call* called = set_up(world.setup, world.ide, world.agenda, plan_, choice);
    if (called == nullptr) return;
    Turn<Sink> turn(plan_, subject_, world, nullptr, at, sink);
    turn.begin_background();
    if (!plan_.waits) turn.call(called->request, 0);
  } else {
    if (choice.after_ms > 0 && !world.waits)
      sink.noticed(Fact{port::modality::TimePassed{port::Duration{choice.after_ms}}});
    world.agenda.advance(choice.after_ms);
    Turn<Sink>(plan_, subject_, world, nullptr, at, sink).take(choice);
  }
  subject_.rebase(world.subject, at);
}

}  // namespace sim::modality
