#include "sim/modality/world.h"

#include <algorithm>
#include <cstddef>

namespace sim::modality {

World Worlds::initial() const {
  World world{.subject = subject_.initial(), .agenda = {}, .body = {}, .setup = {}, .ide = {}};
  world.waits = plan_.waits;
  begin_setup(world.setup, world.ide, world.agenda, plan_);
  return world;
}

void Worlds::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  const auto begin = out.size();
  if (world.agenda.pending(slot::setup)) return setup_choices(world.setup, plan_, out);
  const auto deadline = std::min(until_ms, world.agenda.deadline());
  for (std::size_t which = slot::timer; which < slot::count; ++which) {
    if (!world.agenda.pending(which)) continue;
    const auto alternatives = which == slot::script ? script_alternatives(world.body, plan_)
                              : which == slot::free_background ? plan_.free_background.size()
                                                               : std::size_t{1};
    // The event thread takes tasks in the order in which they came: a question that was posted
    // comes before whatever is asked later in that instant.
    const bool overtaken =
        which == slot::question && !world.ide.posted_now && world.agenda.at(which).latest > 0;
    world.agenda.for_each_instant(which, plan_.grid, deadline, [&](std::int32_t after_ms) {
      if (overtaken && after_ms == 0) return;
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
