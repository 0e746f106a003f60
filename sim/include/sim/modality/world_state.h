// One "execute code" call in a simulated IDE: an engine, the IDE around it, its script,
// and what is pending. A flat value; World<Engine> copies and hashes as bytes.
#pragma once
#include <array>
#include <cstdint>

#include "port/modality/commands.h"
#include "sim/modality/ide.h"
#include "sim/modality/world_parts.h"

namespace sim::modality {

// An Engine has step(event, commands) and rebase(now) as engine::modality::Engine does.
template <class Engine>
struct World {
  Engine engine;
  IdeAgenda agenda;
  Operations operations{};
  Body body;
  Setup setup;
  std::uint8_t background_left = 0;
  bool edt_held = false;  // By the caller: no EDT operation ever starts (MOD-90).
  bool finished = false;
  std::array<std::uint8_t, 2> zero{};  // No padding: a world is hashed as bytes.
  Ide ide;
  bool operator==(const World&) const = default;
};

// Nothing is watched: the sink of a run that only wants the final world.
struct NoSink {
  void passed(std::int32_t) {}
  void happened(const Happening&) {}
  void commanded(const Command&) {}
  void noticed(const Fact&) {}
};

}  // namespace sim::modality
