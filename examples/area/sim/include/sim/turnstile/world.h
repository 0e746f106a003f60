// A turnstile and those who come to it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "port/turnstile/words.h"
#include "sim/search/agenda_worlds.h"
#include "sim/search/pinned.h"
#include "sim/state/agenda.h"
#include "sim/state/subject.h"

namespace sim::turnstile {

using port::turnstile::Event;

inline constexpr std::size_t acts_max = 8;

// Of a visitor: Coin or Push.
struct Act {
  Event what = Event::Coin;
  Window at{0, 0};
  bool open = false;  // It may be the other one, too; a run decides. Then `what` is Coin.
  bool operator==(const Act&) const = default;
};
struct Plan {
  std::int32_t wait_ms = 1'000;
  std::vector<Act> acts = {};  // At most acts_max.
  Grid grid{500};
  bool operator==(const Plan&) const = default;
};

using Subject = sim::Subject<4, Event, port::turnstile::Commands>;

// What is pending: the acts, each in the slot of its index, and the wait.
inline constexpr std::size_t wait_slot = acts_max, slots = acts_max + 1;

inline Event event_of(const Plan& plan, const Choice& choice) {
  if (choice.slot == wait_slot) return Event::Woken;
  return choice.alternative == 0 ? plan.acts[choice.slot].what : Event::Push;
}

struct Worlds : AgendaWorlds<Plan, Subject, slots> {
  using AgendaWorlds::AgendaWorlds;

  World initial() const {
    World out{subject().initial(), {}};
    for (std::size_t i = 0; i < plan().acts.size(); ++i) out.agenda.schedule(i, plan().acts[i].at);
    return out;
  }
  void choices(const World& world, Choices& out) const {
    const auto alternatives = [&](auto slot) {
      return slot != wait_slot && plan().acts[slot].open ? 2 : 1;
    };
    add_choices(
        world.agenda, 0, plan().grid, world.agenda.deadline(), alternatives,
        [](auto...) { return true; }, out);
  }
  // Tells the sink all that an observer sees, in order.
  void apply(World& world, const Choice& choice, auto& sink) const {
    if (choice.after_ms > 0) sink.noticed(port::turnstile::TimePassed{choice.after_ms});
    world.agenda.advance(choice.after_ms);
    world.agenda.cancel(choice.slot);
    const auto event = event_of(plan(), choice);
    sink.heard(event);
    port::turnstile::Commands commands;
    subject().step(world.subject, event, commands);
    for (const auto command : commands) {
      sink.commanded(command);
      if (command == port::turnstile::Command::Wake)
        world.agenda.schedule(wait_slot, {plan().wait_ms, plan().wait_ms});
    }
  }
  Label label(const World&, const Choice& choice) const {
    if (choice.slot == wait_slot) return {"engine", "the wait is over"};
    return {"visitor", event_of(plan(), choice) == Event::Coin ? "puts in a coin" : "pushes"};
  }
};

// Of a run, the plan in which nothing is open but the schedule.
using Pinned = PinnedOf<Plan>;
inline std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinned out{plan, {choices.begin(), choices.end()}};
  for (auto& act : out.plan.acts) act.open = false;
  std::int32_t now_ms = 0;
  for (auto& choice : out.choices) {
    now_ms += choice.after_ms;
    if (choice.slot == wait_slot) continue;
    out.plan.acts[choice.slot] = {event_of(plan, choice), {now_ms, now_ms}};
    choice.alternative = 0;
  }
  return out;
}

}  // namespace sim::turnstile
