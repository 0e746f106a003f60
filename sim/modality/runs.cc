#include "sim/modality/runs.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/modality/outcome.h"

namespace sim::modality {

TwoRuns RunsWorlds::initial() const {
  CHECK(!plan().another.empty());
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
    const auto alternatives = own == run_slot::call     ? calls(called(world)).size()
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

bool RunsWorlds::is_over(const World& world, std::size_t place) {
  const auto& body = place == 0 ? world.first.body : world.second.body;
  const bool goes_on = body.phase == BodyPhase::Running && body.awaited != Awaited::Nothing;
  if (!finished(world, place) || goes_on) return false;
  for (std::size_t own = slot::timer; own < run_slot::count; ++own)
    if (place == 0 ? world.first.agenda.pending(run_slot::in_world(own))
                   : world.second.agenda.pending(own))
      return false;
  return true;
}

void RunsWorlds::make_room(World& world, std::size_t run) const {
  if (run < 2) return;
  auto& second = world.second;
  Run fresh{.subject = one_.subject().initial(), .agenda = {}, .body = {}};
  fresh.later = static_cast<std::uint8_t>(second.later + 1);
  if (place_of(run) == 1) {
    second = fresh;
  } else {
    second.later = fresh.later;
    exchange(world.first, fresh);
  }
}

void RunsWorlds::let_next_come(World& world) const {
  const auto next = called(world);
  if (next < 2 || all_were_called(world) || world.second.agenda.pending(run_slot::call)) return;
  if (!finished(world, place_of(next - 1)) || !is_over(world, place_of(next))) return;
  world.second.agenda.schedule(run_slot::call, plan().another[next - 1].at);
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
  if (!is_of_second(choice)) {
    auto out = one_.label(world.first, choice);
    const auto run = run_in(0, called(world));
    const bool of_run =
        choice.slot == slot::script || (choice.slot >= slot::timer && choice.slot < slot::indexing);
    if (run > 0 && of_run) out.text += fmt::format(" of the {} run", run_names[run]);
    return out;
  }
  const auto own = choice.slot - first_slot_of_second;
  if (own == run_slot::call)
    return {"background", fmt::format("{} call: {}", run_names[called(world)],
                                      calls(called(world))[choice.alternative].name)};
  auto of_first = choice;
  of_first.slot = static_cast<std::uint8_t>(run_slot::in_world(own));
  const auto& first = world.first;
  auto out = label_of(first.ide, world.second.operations, world.second.body, first.setup, plan(),
                      of_first);
  out.text += fmt::format(" of the {} run", run_names[run_in(1, called(world))]);
  return out;
}

}  // namespace sim::modality
