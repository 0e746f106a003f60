#include <fmt/format.h>

#include "turnstile/judged.h"

namespace conformance::turnstile {

sim::Fields fields_of(const JudgedWorld& state) {
  sim::Fields all;
  sim::FieldWriter out(all);
  const auto& [world, judge, broken] = state;
  for (std::size_t i = 0; i < world.subject.bytes.size(); ++i)
    out.add(fmt::format("subject[{}]", i), world.subject.bytes[i]);
  for (std::size_t i = 0; i < sim::turnstile::slot::count; ++i) {
    const auto& window = world.agenda.at(i);
    const auto name = i == sim::turnstile::slot::timer  ? "agenda.timer"
                      : i == sim::turnstile::slot::free ? "agenda.free"
                                                        : fmt::format("agenda.act[{}]", i);
    out.text(name, world.agenda.pending(i) ? fmt::format("[{}, {}]", window.earliest, window.latest)
                                           : "-");
  }
  out.add("free_left", world.free_left);
  out.add("judge.unlocked", judge.unlocked);
  out.add("judge.owed", judge.owed);
  out.add("judge.cause", judge.cause);
  out.time("judge.unlocked_ms", judge.unlocked_ms);
  out.add("broken", broken);
  return all;
}

}  // namespace conformance::turnstile
