#include "sim/modality/runs.h"

#include <algorithm>
#include <cstddef>

namespace sim::modality {

TwoRuns RunsWorlds::initial() const {
  CHECK(plan().another.size() == 1);
  return {.first = one_.initial(),
          .second = {.subject = one_.subject().initial(), .agenda = {}, .body = {}}};
}

void RunsWorlds::choices(const World& world, Choices& out, std::int32_t until_ms) const {
  const auto& first = world.first;
  const auto& second = world.second;
  const auto begin = out.size();
  const auto deadline = std::min(until_ms, RunsWorlds::deadline(world));
  one_.choices(first, out, deadline);
  if (first.agenda.pending(slot::setup)) return;
  // Nobody hears it any more.
  std::erase_if(out, [&](const Choice& choice) {
    if (choice.slot != slot::free_background) return false;
    const auto what = plan().free_background[choice.alternative];
    return (what == Background::Cancelled && (first.finished || first.waits)) ||
           (what == Background::SecondCancelled && (second.finished || second.waits));
  });
  for (std::size_t own = 0; own < run_slot::count; ++own) {
    if (!second.agenda.pending(own)) continue;
    const auto alternatives = own == run_slot::call     ? plan().another[0].calls.size()
                              : own == run_slot::script ? script_alternatives(second.body, plan())
                                                        : std::size_t{1};
    second.agenda.for_each_instant(own, plan().grid, deadline, [&](std::int32_t after_ms) {
      for (std::size_t alternative = 0; alternative < alternatives; ++alternative)
        out.push_back({static_cast<std::uint8_t>(first_slot_of_second + own),
                       static_cast<std::uint8_t>(alternative), 0, after_ms});
    });
  }
  order_naturally(out, begin);
}

bool RunsWorlds::final(const World& world) const {
  const auto& second = world.second;
  if (!one_.final(world.first)) return false;
  if (!second.finished && !second.waits) return false;
  for (std::size_t own = 0; own < run_slot::count; ++own)
    if (second.agenda.pending(own)) return false;
  return true;
}

Label RunsWorlds::label(const World& world, const Choice& choice) const {
  if (!is_of_second(choice)) return one_.label(world.first, choice);
  const auto own = choice.slot - first_slot_of_second;
  if (own == run_slot::call)
    return {"background", "second call: " + plan().another[0].calls[choice.alternative].name};
  auto of_first = choice;
  of_first.slot = static_cast<std::uint8_t>(run_slot::in_world(own));
  const auto& first = world.first;
  auto out = label_of(first.ide, world.second.operations, world.second.body, first.setup, plan(),
                      of_first);
  out.text += " of the second run";
  return out;
}

}  // namespace sim::modality
