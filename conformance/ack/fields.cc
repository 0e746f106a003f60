#include "conformance/ack/judged_world.h"

#include <fmt/format.h>

#include "conformance/ack/mutants/mutant.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

using sim::FieldWriter;
namespace world = sim::ack;

std::string numbered(std::string_view name, std::size_t i) {
  return fmt::format("{}[{}]", name, i);
}
std::string subject(port::ack::SubjectId id) {
  return id == port::ack::no_subject ? "-" : std::to_string(id.value);
}

void list(const engine::ack::State& state, FieldWriter& out) {
  out.time("engine.now", state.now);
  out.add("engine.panes.generation", state.panes.generation);
  out.add("engine.panes.version", state.panes.version);
  out.add("engine.panes.exists", state.panes.exists);
  out.add("engine.requests", state.requests);
  out.add("engine.calls.size", static_cast<std::uint32_t>(state.calls.size()));
  for (std::size_t i = 0; i < state.calls.capacity(); ++i) {
    const auto name = numbered("engine.calls", i);
    const auto& call = state.calls[i];
    out.time(name + ".dispatched", call.dispatched);
    out.time(name + ".looks_at", call.looks_at);
    out.add(name + ".bound", call.bound);
    out.add(name + ".request", call.request.value);
    out.add(name + ".id", call.id.value);
    out.add(name + ".row", call.row);
    out.add(name + ".phase", call.phase);
    out.add(name + ".path", call.path.value);
    out.add(name + ".condition", call.condition);
    out.add(name + ".done", call.done);
  }
}

// The engine's own state has zeros behind it, where a mutant remembers what it needs.
static_assert(sizeof(MutantState) == sim::ack::subject_bytes);
void list(const MutantState& state, FieldWriter& out) {
  list(state.engine, out);
  out.add("mutant", state.id);
  out.add("mutant.stage", state.stage);
  out.add("mutant.call", state.call);
  out.add("mutant.value", state.value);
}

std::string slot_name(std::size_t which) {
  if (which == world::slot::call) return "call";
  if (which == world::slot::start) return "start";
  if (which == world::slot::second) return "second";
  if (which >= world::slot::again && which < world::slot::background)
    return numbered("again", which - world::slot::again);
  if (which == world::slot::background) return "background";
  if (which > world::slot::background) return numbered("planned", which - world::slot::planned);
  return fmt::format("call[{}].{}", which / world::slot::per_call,
                     FieldWriter::enumerator<world::Due>(which % world::slot::per_call));
}

void list(const world::FrontendAgenda& agenda, FieldWriter& out) {
  const auto end = [](std::int32_t ms) {
    return ms == sim::never ? std::string("never") : FieldWriter::seconds(ms);
  };
  for (std::size_t which = 0; which < world::slot::count; ++which) {
    const auto& window = agenda.at(which);
    out.text("agenda." + slot_name(which),
             window == sim::Window{}
                 ? "-"
                 : fmt::format("[{}, {}]", end(window.earliest), end(window.latest)));
  }
}

void list(const std::string& name, const port::ack::Probe& probe, FieldWriter& out) {
  out.add(name + ".kind", probe.kind);
  out.text(name + ".subject", subject(probe.subject));
  out.add(name + ".path", probe.path.value);
}

void list(const std::string& name, const port::ack::SubjectSet& set, FieldWriter& out) {
  for (std::size_t i = 0; i < set.bits.size(); ++i) out.bits<int>(numbered(name, i), set.bits[i]);
}

void list(const world::Frontend& frontend, FieldWriter& out) {
  for (std::size_t i = 0; i < world::calls_max; ++i) {
    const auto name = numbered("frontend.actions", i);
    const auto& action = frontend.actions[i];
    list(numbered("frontend.captures", i), frontend.captures[i], out);
    list(numbered("frontend.looks", i), frontend.looks[i], out);
    out.add(name + ".request", action.request);
    out.add(name + ".behaviour", action.behaviour);
    out.add(name + ".outcome", action.outcome);
    out.add(name + ".changed", action.changed);
    out.add(name + ".told", action.told);
    out.add(name + ".withheld", action.withheld);
    out.add(name + ".replied", action.replied);
    out.add(name + ".version", action.version);
  }
  list("frontend.tracked", frontend.tracked, out);
  list("frontend.shown", frontend.shown, out);
  list("frontend.windows", frontend.windows, out);
  out.add("frontend.no_items", frontend.no_items);
  out.add("frontend.no_path", frontend.no_path);
  for (std::size_t i = 0; i < frontend.events.size(); ++i)
    out.add(numbered("frontend.events", i), frontend.events[i]);
  for (std::size_t i = 0; i < frontend.viewers.size(); ++i)
    out.add(numbered("frontend.viewers", i), frontend.viewers[i].value);
  out.add("frontend.version", frontend.version);
  out.text("frontend.about", subject(frontend.about));
  out.add("frontend.has_tracker", frontend.has_tracker);
  out.add("frontend.has_windows", frontend.has_windows);
  out.add("frontend.stalled", frontend.stalled);
  out.add("frontend.blocked", frontend.blocked);
}

void list(const spec::ack::Situation& judge, FieldWriter& out) {
  for (std::size_t i = 0; i < judge.calls.size(); ++i) {
    const auto name = numbered("judge.calls", i);
    const auto& call = judge.calls[i];
    out.add(name + ".age", call.age);
    out.bits<int>(name + ".flags", call.flags);
    out.add(name + ".row", call.row);
    out.add(name + ".stage", call.stage);
    out.add(name + ".value", call.value);
    out.add(name + ".cause", call.cause);
    out.add(name + ".pending", call.pending);
    out.add(name + ".foreign_opened", call.foreign_opened);
    out.add(name + ".path", call.path);
    out.add(name + ".version", call.version);
    out.add(name + ".refusal", call.refusal);
    out.add(name + ".conditions", call.conditions);
  }
  out.bits<int>("judge.exists", judge.exists);
  out.add("judge.generation", judge.generation);
  out.add("judge.version", judge.version);
  list("judge.open", judge.open, out);
  out.add("judge.dialogs", judge.dialogs);
  out.add("judge.no_items", judge.no_items);
  out.add("judge.no_path", judge.no_path);
  out.add("judge.done_late", judge.done_late);
  out.add("judge.viewers", judge.viewers);
  for (std::size_t i = 0; i < judge.showing.size(); ++i)
    out.add(numbered("judge.showing", i), judge.showing[i]);
  out.add("judge.reply_due", judge.reply_due);
  out.add("judge.reads_own", judge.reads_own);
  out.add("judge.least", judge.least);
  out.add("judge.requests_next", judge.requests_next);
  for (std::size_t i = 0; i < judge.requests.size(); ++i)
    out.add(numbered("judge.requests", i), judge.requests[i].value);
}

std::string broken(std::uint32_t index_plus_one) {
  const auto& rules = spec::ack::ack_rules;
  if (index_plus_one == 0) return "-";
  if (index_plus_one > rules.size()) return std::to_string(index_plus_one);
  return std::string(rules[index_plus_one - 1u].id);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  all.reserve(192);
  FieldWriter out(all);
  const auto& world = state.world;
  list(world.subject.get<MutantState>(), out);
  list(world.agenda, out);
  list(world.frontend, out);
  for (std::size_t i = 0; i < sim::ack::calls_max; ++i) {
    out.add(numbered("calls", i) + ".phase", world.phases[i]);
    out.add(numbered("calls", i) + ".chosen", world.calls[i]);
    out.add(numbered("calls", i) + ".looks", world.looks[i]);
  }
  out.add("background_left", world.background_left);
  out.add("session_left", world.session_left);
  list(state.judge, out);
  out.text("broken", broken(state.broken));
  return all;
}

}  // namespace conformance::ack
