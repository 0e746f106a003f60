#include "sim/modality/world.h"

#include <algorithm>
#include <cstddef>
#include "sim/search/agenda_choices.h"

namespace sim::modality {

World Worlds::initial() const {
  World world{.subject = subject_.initial(), .agenda = {}, .body = {}, .setup = {}, .ide = {}};
  world.waits = plan_.waits;
  begin_setup(world.setup, world.ide, world.agenda, plan_);
  return world;
}

void Worlds::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  if (world.agenda.pending(slot::setup)) return setup_choices(world.setup, plan_, out);
  const auto alternatives = [&](std::size_t which) {
    return which == slot::script            ? script_alternatives(world.body, plan_)
           : which == slot::free_background ? plan_.free_background.size()
                                            : std::size_t{1};
  };
  const auto may = [&](std::size_t which, std::size_t alternative, std::int32_t after_ms) {
    // The event thread takes tasks in the order in which they came: a question that was posted
    // comes before whatever is asked later in that instant.
    if (which == slot::question)
      return after_ms > 0 || world.ide.posted_now || world.agenda.at(which).latest == 0;
    return which != slot::free_background || matters(plan_.free_background[alternative], world.ide);
  };
  const auto deadline = std::min(until_ms, world.agenda.deadline());
  add_choices(world.agenda, slot::timer, plan_.grid, deadline, alternatives, may, out);
}

bool Worlds::final(const World& world) const {
  if (world.agenda.pending(slot::setup)) return false;
  if (!world.finished && !world.waits) return false;
  for (std::size_t which = 0; which < slot::entry; ++which)
    if ((which < slot::indexing || which == slot::script) && world.agenda.pending(which))
      return false;
  return true;
}

Label Worlds::label(const World& world, const Choice& choice) const {
  return label_of(world.ide, world.operations, world.body, world.setup, plan_, choice);
}

}  // namespace sim::modality
