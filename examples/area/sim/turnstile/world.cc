#include "sim/turnstile/world.h"

#include <fmt/format.h>

namespace sim::turnstile {

using port::turnstile::Event;

World Worlds::initial() const {
  World out;
  for (std::size_t i = 0; i < plan_.acts.size(); ++i) out.agenda.schedule(i, plan_.acts[i].at);
  out.free_left = plan_.free_acts;
  if (out.free_left > 0) out.agenda.schedule(slot::free, plan_.free_window);
  return out;
}

void Worlds::choices(const World& world, Choices& out) const {
  const auto begin = out.size();
  const auto deadline = world.agenda.deadline();
  for (std::size_t which = 0; which < slot::count; ++which) {
    const std::uint8_t alternatives = which == slot::free ? 2 : 1;
    world.agenda.for_each_instant(which, plan_.grid, deadline, [&](std::int32_t after_ms) {
      for (std::uint8_t alternative = 0; alternative < alternatives; ++alternative)
        out.push_back({static_cast<std::uint8_t>(which), alternative, 0, after_ms});
    });
  }
  order_naturally(out, begin);
}

Event Worlds::event_of(const Choice& choice) const {
  if (choice.slot == slot::timer) return Event::Woken;
  if (choice.slot == slot::free) return choice.alternative == 0 ? Event::Coin : Event::Push;
  return plan_.acts[choice.slot].what;
}

Event Worlds::take(World& world, const Choice& choice) const {
  world.agenda.advance(choice.after_ms);
  world.agenda.cancel(choice.slot);
  if (choice.slot == slot::free && --world.free_left > 0)
    world.agenda.schedule(slot::free, plan_.free_window);
  return event_of(choice);
}

Label Worlds::label(const Choice& choice) const {
  switch (event_of(choice)) {
    case Event::Coin: return {"visitor", "puts in a coin"};
    case Event::Push: return {"visitor", "pushes"};
    case Event::Woken: return {"engine", "the wait is over"};
  }
  return {};
}

std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinned out{plan, {}};
  out.plan.free_acts = 0;
  out.plan.free_window = {0, 0};
  std::int32_t now_ms = 0;
  for (auto choice : choices) {
    now_ms += choice.after_ms;
    if (choice.slot == slot::free) {
      const auto what = choice.alternative == 0 ? Event::Coin : Event::Push;
      choice.slot = static_cast<std::uint8_t>(out.plan.acts.size());
      choice.alternative = 0;
      out.plan.acts.push_back({what, {now_ms, now_ms}});
    }
    out.choices.push_back(choice);
  }
  if (out.plan.acts.size() > acts_max)
    return fmt::format("{} acts; a fixed plan has room for {}", out.plan.acts.size(), acts_max);
  return out;
}

}  // namespace sim::turnstile
