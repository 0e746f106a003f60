// A turnstile, the visitors who come to it, and its timer: what may happen next, and how it
// happens.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "port/turnstile/words.h"
#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim::turnstile {

inline constexpr std::size_t acts_max = 8;

// Of a visitor: Coin or Push.
struct Act {
  port::turnstile::Event what = port::turnstile::Event::Coin;
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

// The worlds of all plans in which only the schedule is open: the same run in one of them.
struct Pinned {
  Plan plan;
  std::vector<Choice> choices;
};
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

// What is judged, as bytes; how it steps is told by whoever knows it.
struct SubjectState {
  std::array<std::uint8_t, 4> bytes{};
  bool operator==(const SubjectState&) const = default;
};
class Subject {
 public:
  virtual ~Subject() = default;
  virtual port::turnstile::Commands step(SubjectState& state,
                                         port::turnstile::Event event) const = 0;
};

namespace slot {
inline constexpr std::size_t free = acts_max, timer = acts_max + 1, count = acts_max + 2;
}

struct World {
  SubjectState subject;
  Agenda<slot::count> agenda;
  std::uint8_t free_left = 0;
  std::array<std::uint8_t, 3> zero{};  // No padding: a world is hashed as bytes.
  bool operator==(const World&) const = default;
};

class Worlds {
 public:
  // The plan outlives it.
  Worlds(const Plan& plan, std::shared_ptr<const Subject> subject)
      : plan_(plan), subject_(std::move(subject)) {}

  World initial() const;
  void choices(const World& world, Choices& out) const;
  // Tells the sink all that an observer sees, in order: see(TimePassed), see(Event), see(Command).
  template <class Sink>
  void apply(World& world, const Choice& choice, Sink& sink) const {
    if (choice.after_ms > 0) sink.see(port::turnstile::TimePassed{choice.after_ms});
    const auto event = take(world, choice);
    sink.see(event);
    for (const auto command : subject_->step(world.subject, event)) {
      sink.see(command);
      if (command == port::turnstile::Command::Wake)
        world.agenda.schedule(slot::timer, {plan_.wait_ms, plan_.wait_ms});
    }
  }
  bool final(const World& world) const { return world.agenda == Agenda<slot::count>{}; }
  Label label(const Choice& choice) const;

 private:
  port::turnstile::Event event_of(const Choice& choice) const;
  port::turnstile::Event take(World& world, const Choice& choice) const;

  const Plan& plan_;
  std::shared_ptr<const Subject> subject_;
};

}  // namespace sim::turnstile
