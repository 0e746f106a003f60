// A turnstile and those who come to it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "port/turnstile/words.h"
#include "sim/search/agenda_choices.h"
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
  bool operator==(const Act&) const = default;
};
struct Plan {
  std::int32_t wait_ms = 1'000;
  std::vector<Act> acts = {};  // At most acts_max.
  // So many more, of which each is a coin or a push, so long after the one before.
  std::uint8_t free_acts = 0;
  Window free_window{0, 0};
  Grid grid{500};
  bool operator==(const Plan&) const = default;
};

using Subject = sim::Subject<4, Event, port::turnstile::Commands>;

namespace slot {
inline constexpr std::size_t free = acts_max, timer = acts_max + 1, count = acts_max + 2;
}

// The plan and the subject outlive it.
class Worlds {
 public:
  struct World {
    Subject::State subject;
    Agenda<slot::count> agenda;
    std::uint8_t free_left = 0;
    std::array<std::uint8_t, 3> zero{};  // No padding: a world is hashed as bytes.
    bool operator==(const World&) const = default;
  };

  Worlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  const Plan& plan() const { return plan_; }
  World initial() const {
    World out;
    out.subject = subject_.initial();
    out.free_left = plan_.free_acts;
    for (std::size_t i = 0; i < plan_.acts.size(); ++i) out.agenda.schedule(i, plan_.acts[i].at);
    if (out.free_left > 0) out.agenda.schedule(slot::free, plan_.free_window);
    return out;
  }
  void choices(const World& world, Choices& out) const {
    add_choices(
        world.agenda, plan_.grid, [](auto which) { return which == slot::free ? 2 : 1; }, out);
  }
  // Tells the sink all that an observer sees, in order.
  template <class Sink>
  void apply(World& world, const Choice& choice, Sink& sink) const {
    if (choice.after_ms > 0) sink.noticed(port::turnstile::TimePassed{choice.after_ms});
    world.agenda.advance(choice.after_ms);
    world.agenda.cancel(choice.slot);
    if (choice.slot == slot::free && --world.free_left > 0)
      world.agenda.schedule(slot::free, plan_.free_window);
    sink.heard(event_of(choice));
    port::turnstile::Commands commands;
    subject_.step(world.subject, event_of(choice), commands);
    for (const auto command : commands) {
      sink.commanded(command);
      if (command == port::turnstile::Command::Wake)
        world.agenda.schedule(slot::timer, {plan_.wait_ms, plan_.wait_ms});
    }
  }
  bool final(const World& world) const { return world.agenda == Agenda<slot::count>{}; }

  Event event_of(const Choice& choice) const {
    if (choice.slot == slot::timer) return Event::Woken;
    if (choice.slot == slot::free) return choice.alternative == 0 ? Event::Coin : Event::Push;
    return plan_.acts[choice.slot].what;
  }
  Label label(const World&, const Choice& choice) const {
    if (choice.slot == slot::timer) return {"engine", "the wait is over"};
    return {"visitor", event_of(choice) == Event::Coin ? "puts in a coin" : "pushes"};
  }

 private:
  const Plan& plan_;
  const Subject& subject_;
};

using Pinned = PinnedOf<Plan>;
inline std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices) {
  Pinned out{plan, {choices.begin(), choices.end()}};
  out.plan.free_acts = 0;
  out.plan.free_window = {0, 0};
  std::int32_t now_ms = 0;
  for (auto& choice : out.choices) {
    now_ms += choice.after_ms;
    if (choice.slot != slot::free) continue;
    if (out.plan.acts.size() == acts_max) return "more acts than a fixed plan has room for";
    out.plan.acts.push_back(
        {choice.alternative == 0 ? Event::Coin : Event::Push, {now_ms, now_ms}});
    choice.slot = static_cast<std::uint8_t>(out.plan.acts.size() - 1);
    choice.alternative = 0;
  }
  return out;
}

}  // namespace sim::turnstile
