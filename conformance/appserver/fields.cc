#include "sim/state/fields.h"
#include "conformance/appserver/judged.h"
#include "run/state_fields.h"
#include "sim/appserver/world.h"

namespace conformance::appserver {
namespace {

namespace slot = sim::appserver::slot;

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
  for (std::size_t i = 0; i < slot::count; ++i) {
    const auto& [earliest, latest] = agenda.at(i);
    out.text("agenda." + slot_name(i),
             agenda.pending(i) ? end_of_window(earliest) + " to " + end_of_window(latest) : "-");
  }
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  FieldWriter out(all);
  using sim::appserver::Process, sim::appserver::RunningTimer, sim::appserver::World;
  const auto& world = state.world;
  list(world.agenda, out);
  out.add("process", world.process.id);
  list_members<&Process::phase, &Process::input_closed, &Process::told_to_end, &Process::started>(
      "process", world.process, out);
  out.add("to_server.size", static_cast<std::uint32_t>(world.to_server.size()));
  out.add("to_client.size", static_cast<std::uint32_t>(world.to_client.size()));
  out.add("user.step", world.user.step);
  list_members<&World::flooded, &World::screen_held, &World::frame_waits>({}, world, out);
  for (std::size_t i = 0; i < world.timers.size(); ++i)
    list_members<&RunningTimer::kind, &RunningTimer::of>(numbered("timers", i), world.timers[i],
                                                         out);
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
