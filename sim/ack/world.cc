#include "sim/ack/world.h"

#include "sim/search/agenda_choices.h"
namespace sim::ack {

World Worlds::initial() const {
  World world{.subject = subject_.initial(), .agenda = {}, .frontend = {}};
  world.agenda.schedule(slot::call, {0, 0});
  return world;
}

namespace {

// Slots by which reads are answered that have been asked for; and, since a look is answered behind
// the dispatch of its call, that one. Whether a path is there is no read of the frontend.
bool answers_a_read(const World& world, std::size_t which) {
  const std::size_t index = which / slot::per_call;
  if (index >= calls_max || !world.agenda.pending(which)) return false;
  if (which == due(index, Due::Look)) return true;
  if (which == due(index, Due::Dispatch)) return world.looks[index];
  return which == due(index, Due::Capture) &&
         world.frontend.captures[index].kind != port::ack::ProbeKind::Path;
}
bool waits_for_a_read(const World& world) {
  for (std::size_t which = 0; which < calls_max * slot::per_call; ++which)
    if (answers_a_read(world, which)) return true;
  return false;
}

}  // namespace

void Worlds::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  const bool store = subject_.panes(world.subject).exists;
  const bool reads_first = plan_.without.slow_reads && waits_for_a_read(world);
  const auto alternatives = [&](std::size_t which) {
    return reads_first && !answers_a_read(world, which) ? 0 : alternatives_of(plan_, which);
  };
  const auto may = [&](std::size_t which, std::size_t alternative, std::int32_t) {
    return may_happen(plan_, world.frontend, world.calls, store, which, alternative);
  };
  const auto deadline = std::min(until_ms, world.agenda.deadline());
  add_choices(world.agenda, 0, plan_.grid, deadline, alternatives, may, out);
}

bool Worlds::final(const World& world) const {
  const auto is_over = [&](std::size_t index) {
    if (world.phases[index] == CallPhase::Over || world.phases[index] == CallPhase::GivenUp)
      return true;
    return world.phases[index] == CallPhase::Left && is_quiet(world, index);
  };
  if (plan_.session > 0) {
    const auto is_over_or_unmade = [&](std::size_t index) {
      return is_over(index) || world.phases[index] == CallPhase::NotMade;
    };
    const bool begun = world.phases[0] != CallPhase::NotMade;
    return begun && world.session_left == 0 && is_over_or_unmade(0) && is_over_or_unmade(1) &&
           is_over_or_unmade(2);
  }
  return is_over(0) && (plan_.second.empty() || is_over(1));
}

Label Worlds::label(const World& world, const Choice& choice) const {
  return label_of(plan_, world.calls, choice);
}

}  // namespace sim::ack
