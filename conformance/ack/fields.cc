#include "conformance/ack/judged.h"

#include "conformance/ack/mutants/mutant.h"
#include "run/state_fields.h"
#include "spec/ack/rules.h"

namespace conformance::ack {
namespace {

namespace world = sim::ack;

std::string subject(port::ack::SubjectId id) {
  return id == port::ack::no_subject ? "-" : std::to_string(id.value);
}

void list(const engine::ack::State& state, FieldWriter& out) {
  using engine::ack::Call, engine::ack::PaneStore;
  list_times<&engine::ack::State::now>("engine", state, out);
  list_members<&PaneStore::generation, &PaneStore::version, &PaneStore::exists>("engine.panes",
                                                                                state.panes, out);
  list_members<&engine::ack::State::requests>("engine", state, out);
  out.add("engine.calls.size", static_cast<std::uint32_t>(state.calls.size()));
  for (std::size_t i = 0; i < state.calls.capacity(); ++i) {
    const auto name = numbered("engine.calls", i);
    list_times<&Call::dispatched, &Call::looks_at>(name, state.calls[i], out);
    list_members<&Call::bound, &Call::request, &Call::id, &Call::row, &Call::phase, &Call::path,
                 &Call::condition, &Call::done>(name, state.calls[i], out);
  }
}

// The engine's own state has zeros behind it, where a mutant remembers what it needs.
static_assert(sizeof(MutantState) == sim::ack::subject_bytes);
void list(const MutantState& state, FieldWriter& out) {
  list(state.engine, out);
  out.add("mutant", state.id);
  list_members<&MutantState::stage, &MutantState::call, &MutantState::value>("mutant", state, out);
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

void list(const std::string& name, const port::ack::Probe& probe, FieldWriter& out) {
  using port::ack::Probe;
  list_members<&Probe::kind>(name, probe, out);
  out.text(name + ".subject", subject(probe.subject));
  list_members<&Probe::path>(name, probe, out);
}

void list(const std::string& name, const port::ack::SubjectSet& set, FieldWriter& out) {
  for (std::size_t i = 0; i < set.bits.size(); ++i) out.bits<int>(numbered(name, i), set.bits[i]);
}

void list(const world::Frontend& frontend, FieldWriter& out) {
  using world::Action, world::Frontend;
  for (std::size_t i = 0; i < world::calls_max; ++i) {
    list(numbered("frontend.captures", i), frontend.captures[i], out);
    list(numbered("frontend.looks", i), frontend.looks[i], out);
    list_members<&Action::request, &Action::behaviour, &Action::outcome, &Action::changed,
                 &Action::told, &Action::withheld, &Action::replied, &Action::version>(
        numbered("frontend.actions", i), frontend.actions[i], out);
  }
  list("frontend.tracked", frontend.tracked, out);
  list("frontend.shown", frontend.shown, out);
  list("frontend.windows", frontend.windows, out);
  list_members<&Frontend::no_items, &Frontend::no_path>("frontend", frontend, out);
  list_each("frontend.events", frontend.events, out);
  list_each("frontend.viewers", frontend.viewers, out);
  list_members<&Frontend::version>("frontend", frontend, out);
  out.text("frontend.about", subject(frontend.about));
  list_members<&Frontend::has_tracker, &Frontend::has_windows, &Frontend::stalled,
               &Frontend::blocked>("frontend", frontend, out);
}

void list(const spec::ack::Situation& judge, FieldWriter& out) {
  using spec::ack::Situation;
  using Call = spec::ack::CallSituation;
  for (std::size_t i = 0; i < judge.calls.size(); ++i) {
    const auto name = numbered("judge.calls", i);
    const auto& call = judge.calls[i];
    list_members<&Call::age>(name, call, out);
    out.bits<int>(name + ".flags", call.flags);
    list_members<&Call::row, &Call::stage, &Call::value, &Call::cause, &Call::pending,
                 &Call::foreign_opened, &Call::path, &Call::version, &Call::refusal,
                 &Call::conditions>(name, call, out);
  }
  out.bits<int>("judge.exists", judge.exists);
  list_members<&Situation::generation, &Situation::version>("judge", judge, out);
  list("judge.open", judge.open, out);
  list_members<&Situation::dialogs, &Situation::no_items, &Situation::no_path,
               &Situation::done_late, &Situation::viewers>("judge", judge, out);
  list_each("judge.showing", judge.showing, out);
  list_members<&Situation::reply_due, &Situation::reads_own, &Situation::least,
               &Situation::requests_next>("judge", judge, out);
  list_each("judge.requests", judge.requests, out);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  all.reserve(192);
  FieldWriter out(all);
  const auto& world = state.world;
  list(world.subject.get<MutantState>(), out);
  for (std::size_t which = 0; which < world::slot::count; ++which)
    list_window(slot_name(which), world.agenda.at(which), out);
  list(world.frontend, out);
  for (std::size_t i = 0; i < sim::ack::calls_max; ++i) {
    out.add(numbered("calls", i) + ".phase", world.phases[i]);
    out.add(numbered("calls", i) + ".chosen", world.calls[i]);
    out.add(numbered("calls", i) + ".looks", world.looks[i]);
  }
  list_members<&sim::ack::World::background_left, &sim::ack::World::session_left>({}, world, out);
  list(state.judge, out);
  list_broken(state.broken, spec::ack::ack_rules, out);
  return all;
}

}  // namespace conformance::ack
