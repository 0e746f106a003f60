// One "execute code" call in a simulated IDE: an engine, the IDE around it, its script,
// and what is pending; and one more run in that IDE. Flat values, copied and hashed as bytes.
#pragma once
#include <cstdint>

#include "port/modality/commands.h"
#include "sim/modality/ide.h"
#include "sim/modality/subject.h"
#include "sim/modality/world_parts.h"

namespace sim::modality {

struct World {
  SubjectState subject;
  IdeAgenda agenda;
  Operations operations{};
  Body body;
  Setup setup;
  std::uint8_t background_left = 0;
  bool finished = false;
  bool shot_waits = false;  // A screenshot, for the event thread.
  bool waits = false;       // Its call has not come.
  Ide ide;
  bool operator==(const World&) const = default;
};

// What may be pending of a run, by slot of its own agenda.
namespace run_slot {
inline constexpr std::size_t call = 0;                 // It comes.
inline constexpr std::size_t script = slot::indexing;  // Timers, operations and captures before it
inline constexpr std::size_t count = script + 1;       // have the slots of a world.
constexpr std::size_t in_world(std::size_t own) { return own == script ? slot::script : own; }
}  // namespace run_slot

// A run beside that of a world: all that is not its IDE's.
struct Run {
  SubjectState subject;
  Agenda<run_slot::count> agenda;
  Operations operations{};
  Body body;
  bool finished = false;
  bool shot_waits = false;
  bool waits = true;
  std::uint8_t later = 0;  // Runs behind the first two that have been called.
  std::uint8_t zero = 0;
  bool operator==(const Run&) const = default;
};
// They change places.
void exchange(World& world, Run& run);

// Two runs in one IDE, which is the first's. One that has ended gives its place to the next.
struct TwoRuns {
  World first;
  Run second;
  bool operator==(const TwoRuns&) const = default;
};

// Nothing is watched: the sink of a run that only wants the final world.
struct NoSink {
  void heard(const Happening&) {}
  void commanded(const Command&) {}
  void noticed(const Fact&) {}
};

}  // namespace sim::modality
