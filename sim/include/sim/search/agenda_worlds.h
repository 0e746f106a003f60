// Worlds in which what is pending is all that there is to choose, and all there is of them beside
// their subject.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/search/model.h"
#include "sim/state/agenda.h"

namespace sim {

// Appends, naturally ordered, a choice for each instant at which a slot may happen and each of its
// `alternatives(slot)`.
template <std::size_t slots, class Alternatives>
void add_choices(const Agenda<slots>& agenda, Grid grid, Alternatives alternatives, Choices& out) {
  const auto begin = out.size();
  for (std::size_t slot = 0; slot < slots; ++slot)
    agenda.for_each_instant(slot, grid, agenda.deadline(), [&](std::int32_t after_ms) {
      for (int one = 0; one < alternatives(slot); ++one)
        out.push_back(
            {static_cast<std::uint8_t>(slot), static_cast<std::uint8_t>(one), 0, after_ms});
    });
  order_naturally(out, begin);
}

// What such worlds have in common. The plan and the subject outlive it.
template <class Plan, class Subject, std::size_t slots>
class AgendaWorlds {
 public:
  // Without padding: it is hashed as bytes.
  struct World {
    typename Subject::State subject;
    Agenda<slots> agenda;
    bool operator==(const World&) const = default;
  };

  AgendaWorlds(const Plan& plan, const Subject& subject) : plan_(plan), subject_(subject) {}

  const Plan& plan() const { return plan_; }
  bool final(const World& world) const { return world.agenda == Agenda<slots>{}; }

 protected:
  const Subject& subject() const { return subject_; }

 private:
  const Plan& plan_;
  const Subject& subject_;
};

}  // namespace sim
