// One "execute code" call in a simulated IDE: an engine, the IDE around it, its script,
// and what is pending. A flat value; it is copied and hashed as bytes.
#pragma once
#include <array>
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
  bool waits = false;       // Its call is still to come, from another world.
  Ide ide;
  bool operator==(const World&) const = default;
};

// Nothing is watched: the sink of a run that only wants the final world.
struct NoSink {
  void heard(const Happening&) {}
  void commanded(const Command&) {}
  void noticed(const Fact&) {}
};

}  // namespace sim::modality
