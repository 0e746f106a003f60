#include <fmt/format.h>

#include "conformance/appserver/judged_world.h"
#include "sim/appserver/world.h"
#include "sim/state/fields.h"

namespace conformance::appserver {
namespace {

using sim::FieldWriter;
namespace slot = sim::appserver::slot;

std::string numbered(std::string_view name, std::size_t i) {
  return fmt::format("{}[{}]", name, i);
}

// What a party keeps is told by the words of its bytes: it is nobody's to read but its own.
template <class T>
void list_words(std::string_view name, const T& value, FieldWriter& out) {
  static_assert(sizeof(T) % sizeof(std::uint32_t) == 0);
  using Words = std::array<std::uint32_t, sizeof(T) / sizeof(std::uint32_t)>;
  const auto words = FieldWriter::raw<Words>(value);
  for (std::size_t i = 0; i < words.size(); ++i) out.add(numbered(name, i), words[i]);
}

std::string slot_name(std::size_t which) {
  if (which == slot::process) return "process";
  if (which == slot::to_server) return "to_server";
  if (which == slot::to_client) return "to_client";
  if (which == slot::late) return "late";
  if (which == slot::exit) return "exit";
  if (which == slot::frame) return "frame";
  if (which == slot::user) return "user";
  if (which == slot::free) return "free";
  if (which < slot::late) return numbered("turn", which - slot::turn);
  if (which < slot::beside) return numbered("timer", which - slot::timer);
  return numbered("beside", which - slot::beside);
}

void list(const sim::appserver::WorldAgenda& agenda, FieldWriter& out) {
  const auto end = [](std::int32_t ms) {
    return ms == sim::never ? std::string("never") : FieldWriter::seconds(ms);
  };
  for (std::size_t i = 0; i < slot::count; ++i) {
    const auto& window = agenda.at(i);
    out.text("agenda." + slot_name(i),
             agenda.pending(i) ? end(window.earliest) + " to " + end(window.latest) : "-");
  }
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  FieldWriter out(all);
  const auto& world = state.world;
  list(world.agenda, out);
  out.add("process", world.process.id);
  out.add("process.phase", world.process.phase);
  out.add("process.input_closed", world.process.input_closed);
  out.add("process.told_to_end", world.process.told_to_end);
  out.add("process.started", world.process.started);
  out.add("to_server.size", static_cast<std::uint32_t>(world.to_server.size()));
  out.add("to_client.size", static_cast<std::uint32_t>(world.to_client.size()));
  out.add("user.step", world.user.step);
  out.add("flooded", world.flooded);
  out.add("screen_held", world.screen_held);
  out.add("frame_waits", world.frame_waits);
  for (std::size_t i = 0; i < world.timers.size(); ++i) {
    out.add(numbered("timers", i) + ".kind", world.timers[i].kind);
    out.add(numbered("timers", i) + ".of", world.timers[i].of);
  }
  list_words("client", world.subject, out);
  list_words("server", world.server, out);
  list_words("to_server", world.to_server, out);
  list_words("to_client", world.to_client, out);
  list_words("late", world.late, out);
  out.add("late.of", world.late_of);
  list_words("judge", state.judge, out);
  out.add("broken", state.broken);
  return all;
}

}  // namespace conformance::appserver
