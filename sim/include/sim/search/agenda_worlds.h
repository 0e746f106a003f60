// Worlds in which what is pending is all that there is to choose, and all there is of them beside
// their subject.
#pragma once
#include <cstddef>

#include "sim/search/agenda_choices.h"
#include "sim/state/agenda.h"

namespace sim {

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
