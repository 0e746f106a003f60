// Every part of a judged world by name.
#include <fmt/format.h>

#include "conformance/monitor/judged_world.h"
#include "conformance/monitor/mutants/mutant.h"

namespace conformance::monitor {
namespace {

using namespace port::monitor;
using sim::FieldWriter;
namespace slot = sim::monitor::slot;

std::string at(std::string_view name, std::size_t i) { return fmt::format("{}[{}]", name, i); }

void list(const std::string& name, const Marker& marker, FieldWriter& out) {
  out.add(name + ".pid", marker.pid.value);
  out.add(name + ".created", marker.created.value);
  out.add(name + ".url", marker.target.url.value);
  out.add(name + ".token", marker.target.token.value);
  out.add(name + ".port", marker.target.port);
  out.add(name + ".build", marker.build.value);
  out.add(name + ".stream", marker.stream.value);
  out.add(name + ".sse", marker.sse.value);
  out.add(name + ".own_port", marker.own_port);
  out.add(name + ".web_port", marker.web_port);
}

// The engine's own state has zeros behind it, where a mutant remembers what it needs.
static_assert(sizeof(MutantState) == sim::monitor::subject_bytes);
void list(const MutantState& state, FieldWriter& out) {
  const auto& engine = state.engine;
  out.add("engine.ides.size", static_cast<std::uint32_t>(engine.ides.size()));
  for (std::size_t i = 0; i < engine.ides.capacity(); ++i) {
    const auto name = at("engine.ides", i);
    const auto& ide = engine.ides[i];
    list(name, ide.marker, out);
    out.add(name + ".seq", ide.seq);
    out.add(name + ".connection", ide.connection.value);
    out.add(name + ".projects", ide.projects.value);
    out.add(name + ".work", ide.work);
    out.add(name + ".failures", ide.failures);
    out.add(name + ".fresh", ide.fresh);
    out.add(name + ".counted", ide.counted);
    out.add(name + ".own", ide.own);
    out.add(name + ".woke", ide.woke);
    out.add(name + ".seat", ide.seat);
  }
  out.add("engine.refusals.size", static_cast<std::uint32_t>(engine.refusals.size()));
  out.add("engine.left.size", static_cast<std::uint32_t>(engine.left.size()));
  out.add("engine.probing.size", static_cast<std::uint32_t>(engine.probing.size()));
  for (std::size_t i = 0; i < engine.refusals.capacity(); ++i) {
    out.add(at("engine.refusals", i) + ".pid", engine.refusals[i].pid.value);
    out.add(at("engine.refusals", i) + ".reading", engine.refusals[i].reading);
    out.add(at("engine.refusals", i) + ".field", engine.refusals[i].field.value);
    out.add(at("engine.left", i), engine.left[i].value);
  }
  for (std::size_t i = 0; i < engine.probing.capacity(); ++i)
    out.add(at("engine.probing", i), engine.probing[i]);
  for (std::size_t i = 0; i < engine.ports.size(); ++i) {
    out.add(at("engine.ports", i) + ".build", engine.ports[i].build.value);
    out.add(at("engine.ports", i) + ".marked", engine.ports[i].marked);
  }
  out.add("engine.next_port", engine.next_port);
  out.add("engine.life", engine.life);
  out.add("engine.scan", engine.scan);
  out.add("engine.scan_due", engine.scan_due);
  out.add("engine.failed", engine.failed);
  for (std::size_t i = 1; i < engine.closing.size(); ++i)
    out.add(at("engine.closing", i), engine.closing[i]);
  out.add("mutant", state.id);
  out.add("mutant.number", state.number);
  out.add("mutant.stage", state.stage);
  out.add("mutant.connection", state.connection);
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
    if (which >= first) return at(name, which - first);
  return {};
}

void list(const sim::monitor::WorldAgenda& agenda, FieldWriter& out) {
  const auto end = [](std::int32_t ms) {
    return ms == sim::never ? std::string("never") : FieldWriter::seconds(ms);
  };
  for (std::size_t which = 0; which < slot::count; ++which) {
    const auto& window = agenda.at(which);
    out.text("agenda." + slot_name(which),
             agenda.pending(which)
                 ? fmt::format("[{}, {}]", end(window.earliest), end(window.latest))
                 : "-");
  }
}

void list(const std::string& name, const sim::monitor::Addresses& addresses, FieldWriter& out) {
  out.add(name + ".size", static_cast<std::uint32_t>(addresses.size()));
  for (std::size_t i = 0; i < addresses.capacity(); ++i) out.add(at(name, i), addresses[i].value);
}
void list(const sim::monitor::World& world, FieldWriter& out) {
  for (std::size_t i = 0; i < world.machines.size(); ++i) {
    const auto name = at("ide", i);
    const auto& machine = world.machines[i];
    out.add(name + ".began", machine.began.value);
    out.add(name + ".url", machine.url.value);
    out.add(name + ".token", machine.token.value);
    out.add(name + ".projects", machine.projects.value);
    out.add(name + ".is", machine.is);
    out.add(name + ".alive", machine.alive);
    out.add(name + ".silent", machine.silent);
    list(name + ".asked.stream", world.asked[i].stream, out);
    list(name + ".asked.sse", world.asked[i].sse, out);
    out.add(name + ".file", world.files[i].is);
    out.add(name + ".content", world.files[i].content);
  }
  for (std::size_t i = 0; i < world.ports.size(); ++i) out.add(at("port", i), world.ports[i]);
  for (std::size_t i = 0; i < world.streams.size(); ++i) {
    const auto name = at("stream", i);
    const auto& stream = world.streams[i];
    out.add(name + ".id", stream.id.value);
    out.add(name + ".next_seq", stream.next_seq);
    out.add(name + ".is", stream.is);
    out.add(name + ".ide", stream.ide);
    out.add(name + ".stalled", stream.stalled);
    out.add(name + ".owed", stream.owed);
    out.add(name + ".items.size", static_cast<std::uint32_t>(stream.items.size()));
    for (std::size_t j = 0; j < stream.items.capacity(); ++j) {
      const auto& item = stream.items[j];
      const auto its = at(name + ".items", j);
      out.add(its + ".kind", item.kind);
      out.add(its + ".line", item.line);
      out.add(its + ".number", item.number);
      out.add(its + ".seq", item.seq);
      out.add(its + ".instance", item.instance);
    }
  }
  out.add("folder", world.folder);
  out.add("reading", world.reading);
  out.add("free_left", world.free_left);
  out.add("stopped", world.stopped);
  out.add("flooded", world.flooded);
}

void list(const std::string& name, const spec::monitor::FileSituation& file, FieldWriter& out) {
  list(name + ".told", file.told, out);
  list(name + ".found", file.found, out);
  out.add(name + ".seq", file.seq);
  out.add(name + ".connection", file.connection.value);
  out.add(name + ".list", file.list.value);
  out.add(name + ".age", file.age);
  out.bits<int>(name + ".flags", file.flags);
  out.add(name + ".failures", file.failures);
  out.add(name + ".look", file.look);
  out.add(name + ".reading", file.reading);
  out.add(name + ".refused", file.refused);
  out.add(name + ".field", file.field.value);
  out.add(name + ".refused_field", file.refused_field.value);
  out.add(name + ".link", file.link);
  out.add(name + ".shown", file.shown);
  out.add(name + ".own", file.own);
  out.add(name + ".head", file.head);
  out.add(name + ".seat", file.seat);
}
void list(const spec::monitor::Situation& s, FieldWriter& out) {
  for (std::size_t i = 0; i < s.files.size(); ++i) list(at("judge.files", i), s.files[i], out);
  for (std::size_t i = 0; i < s.streams.size(); ++i) {
    const auto name = at("judge.streams", i);
    const auto& stream = s.streams[i];
    out.add(name + ".pid", stream.pid.value);
    out.add(name + ".id", stream.id.value);
    out.add(name + ".age", stream.age);
    out.add(name + ".seq", stream.seq);
    out.add(name + ".instance", stream.instance);
    out.add(name + ".list", stream.list.value);
    out.add(name + ".server", stream.server);
    out.add(name + ".client", stream.client);
    out.add(name + ".authorized", stream.authorized);
    out.add(name + ".announced", stream.announced);
    out.add(name + ".owes", stream.owes);
    out.add(name + ".began", stream.began);
    out.add(name + ".stalled", stream.stalled);
  }
  for (std::size_t i = 0; i < s.ports.size(); ++i) {
    const auto name = at("judge.ports", i);
    const auto& port = s.ports[i];
    out.add(name + ".answered", port.answered.value);
    out.add(name + ".shown", port.shown.value);
    out.add(name + ".age", port.age);
    out.add(name + ".probing", port.probing);
    out.add(name + ".marked", port.marked);
    out.add(name + ".left", port.left);
    out.add(name + ".timer", port.timer);
    out.add(name + ".own", port.own);
  }
  out.add("judge.scan_age", s.scan_age);
  out.add("judge.wake_age", s.wake_age);
  out.add("judge.woke", s.woke);
  out.add("judge.failed", s.failed);
  out.add("judge.failure_told", s.failure_told);
  out.add("judge.started", s.started);
  out.add("judge.stopped", s.stopped);
  out.add("judge.listing", s.listing);
  out.add("judge.listed", s.listed);
  out.add("judge.scan_timer", s.scan_timer);
  out.add("judge.round_timer", s.round_timer);
  out.add("judge.lost", s.lost);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  FieldWriter out(all);
  list(state.world.subject.get<MutantState>(), out);
  list(state.world.agenda, out);
  list(state.world, out);
  list(state.judge, out);
  out.add("broken", state.broken);
  return all;
}

}  // namespace conformance::monitor
