// Every part of a judged world by name.
#include "conformance/monitor/judged.h"
#include "conformance/monitor/mutants/mutant.h"
#include "run/state_fields.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;
namespace slot = sim::monitor::slot;

void list(const std::string& name, const Marker& marker, FieldWriter& out) {
  list_members<&Marker::pid, &Marker::created>(name, marker, out);
  list_members<&Target::url, &Target::token, &Target::port>(name, marker.target, out);
  list_members<&Marker::build, &Marker::stream, &Marker::sse, &Marker::own_port, &Marker::web_port>(
      name, marker, out);
}

// The engine's own state has zeros behind it, where a mutant remembers what it needs.
static_assert(sizeof(MutantState) == sim::monitor::subject_bytes);
void list(const MutantState& state, FieldWriter& out) {
  using engine::monitor::Ide, engine::monitor::Refusal, engine::monitor::SeenPort;
  const auto& engine = state.engine;
  out.add("engine.ides.size", static_cast<std::uint32_t>(engine.ides.size()));
  for (std::size_t i = 0; i < engine.ides.capacity(); ++i) {
    const auto name = numbered("engine.ides", i);
    const auto& ide = engine.ides[i];
    list(name, ide.marker, out);
    list_members<&Ide::seq, &Ide::connection, &Ide::projects, &Ide::work, &Ide::failures,
                 &Ide::fresh, &Ide::counted, &Ide::own, &Ide::woke, &Ide::seat>(name, ide, out);
  }
  out.add("engine.refusals.size", static_cast<std::uint32_t>(engine.refusals.size()));
  out.add("engine.left.size", static_cast<std::uint32_t>(engine.left.size()));
  out.add("engine.probing.size", static_cast<std::uint32_t>(engine.probing.size()));
  for (std::size_t i = 0; i < engine.refusals.capacity(); ++i) {
    list_members<&Refusal::pid, &Refusal::reading, &Refusal::field>(numbered("engine.refusals", i),
                                                                    engine.refusals[i], out);
    out.add(numbered("engine.left", i), engine.left[i].value);
  }
  list_each("engine.probing", engine.probing, out);
  for (std::size_t i = 0; i < engine.ports.size(); ++i)
    list_members<&SeenPort::build, &SeenPort::marked>(numbered("engine.ports", i), engine.ports[i],
                                                      out);
  list_members<&Engine::State::next_port, &Engine::State::life, &Engine::State::scan,
               &Engine::State::scan_due, &Engine::State::failed>("engine", engine, out);
  for (std::size_t i = 1; i < engine.closing.size(); ++i)
    out.add(numbered("engine.closing", i), engine.closing[i]);
  out.add("mutant", state.id);
  list_members<&MutantState::number, &MutantState::stage, &MutantState::connection>("mutant", state,
                                                                                    out);
}

std::string slot_name(std::size_t which) {
  struct First {
    std::size_t slot;
    std::string_view name;
  };
  constexpr First firsts[] = {
      {slot::stop, "stop"},         {slot::free, "free"},           {slot::probing, "timer.probe"},
      {slot::round, "timer.round"}, {slot::worker, "timer.worker"}, {slot::scan, "timer.scan"},
      {slot::head, "head"},         {slot::tried, "tried"},         {slot::probe, "probe"},
      {slot::ping, "ping"},         {slot::deliver, "deliver"},     {slot::read, "read"},
      {slot::folder, "folder"},     {slot::planned, "planned"},     {slot::start, "start"}};
  for (const auto& [first, name] : firsts)
    if (which >= first) return numbered(name, which - first);
  return {};
}

void list(const std::string& name, const sim::monitor::Addresses& addresses, FieldWriter& out) {
  out.add(name + ".size", static_cast<std::uint32_t>(addresses.size()));
  list_each(name, addresses, out);
}
void list(const sim::monitor::World& world, FieldWriter& out) {
  using sim::monitor::Item, sim::monitor::Machine, sim::monitor::Stream, sim::monitor::World;
  for (std::size_t i = 0; i < world.machines.size(); ++i) {
    const auto name = numbered("ide", i);
    const auto& machine = world.machines[i];
    list_members<&Machine::began, &Machine::url, &Machine::token, &Machine::projects, &Machine::is,
                 &Machine::alive, &Machine::silent>(name, machine, out);
    list(name + ".asked.stream", world.asked[i].stream, out);
    list(name + ".asked.sse", world.asked[i].sse, out);
    out.add(name + ".file", world.files[i].is);
    out.add(name + ".content", world.files[i].content);
  }
  list_each("port", world.ports, out);
  for (std::size_t i = 0; i < world.streams.size(); ++i) {
    const auto name = numbered("stream", i);
    const auto& stream = world.streams[i];
    list_members<&Stream::id, &Stream::next_seq, &Stream::is, &Stream::ide, &Stream::stalled,
                 &Stream::owed>(name, stream, out);
    out.add(name + ".items.size", static_cast<std::uint32_t>(stream.items.size()));
    for (std::size_t j = 0; j < stream.items.capacity(); ++j) {
      const auto& item = stream.items[j];
      const auto its = numbered(name + ".items", j);
      list_members<&Item::kind, &Item::line, &Item::number, &Item::seq, &Item::instance>(its, item,
                                                                                         out);
    }
  }
  list_members<&World::folder, &World::reading, &World::free_left, &World::stopped,
               &World::flooded>({}, world, out);
}

void list(const std::string& name, const spec::monitor::FileSituation& file, FieldWriter& out) {
  using spec::monitor::FileSituation;
  list(name + ".told", file.told, out);
  list(name + ".found", file.found, out);
  list_members<&FileSituation::seq, &FileSituation::connection, &FileSituation::list,
               &FileSituation::age>(name, file, out);
  out.bits<int>(name + ".flags", file.flags);
  list_members<&FileSituation::failures, &FileSituation::look, &FileSituation::reading,
               &FileSituation::refused, &FileSituation::field, &FileSituation::refused_field,
               &FileSituation::link, &FileSituation::shown, &FileSituation::own,
               &FileSituation::head, &FileSituation::seat>(name, file, out);
}
void list(const spec::monitor::Situation& s, FieldWriter& out) {
  using spec::monitor::PortSituation, spec::monitor::Situation, spec::monitor::StreamSituation;
  for (std::size_t i = 0; i < s.files.size(); ++i)
    list(numbered("judge.files", i), s.files[i], out);
  for (std::size_t i = 0; i < s.streams.size(); ++i) {
    const auto name = numbered("judge.streams", i);
    const auto& stream = s.streams[i];
    list_members<&StreamSituation::pid, &StreamSituation::id, &StreamSituation::age,
                 &StreamSituation::seq, &StreamSituation::instance, &StreamSituation::list,
                 &StreamSituation::server, &StreamSituation::client, &StreamSituation::authorized,
                 &StreamSituation::announced, &StreamSituation::owes, &StreamSituation::began,
                 &StreamSituation::stalled>(name, stream, out);
  }
  for (std::size_t i = 0; i < s.ports.size(); ++i) {
    const auto name = numbered("judge.ports", i);
    const auto& port = s.ports[i];
    list_members<&PortSituation::answered, &PortSituation::shown, &PortSituation::age,
                 &PortSituation::probing, &PortSituation::marked, &PortSituation::left,
                 &PortSituation::timer, &PortSituation::own>(name, port, out);
  }
  list_members<&Situation::scan_age, &Situation::wake_age, &Situation::woke, &Situation::failed,
               &Situation::failure_told, &Situation::started, &Situation::stopped,
               &Situation::listing, &Situation::listed, &Situation::scan_timer,
               &Situation::round_timer, &Situation::lost>("judge", s, out);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  FieldWriter out(all);
  list(state.world.subject.get<MutantState>(), out);
  for (std::size_t which = 0; which < slot::count; ++which)
    list_window(slot_name(which), state.world.agenda.at(which), out);
  list(state.world, out);
  list(state.judge, out);
  out.add("broken", state.broken);
  return all;
}

}  // namespace conformance::monitor
