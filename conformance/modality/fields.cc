#include "conformance/modality/judged_runs.h"

#include <fmt/format.h>

#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/engine.h"
#include "run/state_fields.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

std::string dialog(std::uint8_t id) { return id == 0 ? "-" : fmt::format("d{}", id); }

// The engine.

void list(const engine::modality::Engine& engine, FieldWriter& out) {
  using engine::modality::Ending, engine::modality::State;
  using port::modality::Limits, port::modality::Options;
  const State& state = engine.state();
  list_times<&State::now, &State::waited, &State::noted, &State::body_timeout, &State::watched>(
      "engine", state, out);
  list_members<&State::phase, &State::step>("engine", state, out);
  out.bits<port::modality::Timer>("engine.timers", state.timers);
  out.bits<port::modality::OperationId>("engine.asked", state.asked);
  out.bits<port::modality::Artifact>("engine.capturing", state.capturing);
  list_members<&State::blocks>("engine", state, out);
  out.bits<int>("engine.blocks_armed", state.blocks_armed);
  list_members<&State::call, &State::looks_beside, &State::project_only, &State::awaits_dispose>(
      "engine", state, out);
  list_members<&Options::close_on_start, &Options::allow_at_gate, &Options::close_while_running,
               &Options::sync_documents, &Options::wait_smart, &Options::await_dispose,
               &Options::await_progress, &Options::sync_after, &Options::progress>(
      "engine.options", state.options, out);
  list_members<&State::sweep_next>("engine", state, out);
  const auto& sweep = state.sweep;
  out.add("engine.sweep.size", static_cast<std::uint8_t>(sweep.size()));
  for (std::size_t i = 0; i < sweep.capacity(); ++i) {
    const auto name = numbered("engine.sweep", i);
    const bool absent = i >= sweep.size() && sweep[i] == engine::modality::SweepEntry{};
    out.text(name + ".dialog", absent ? "-" : dialog(sweep[i].dialog.value));
    out.text(name + ".fate", absent ? "-" : FieldWriter::show(sweep[i].fate));
  }
  list_members<&Ending::verdict, &Ending::stage, &Ending::reason, &Ending::blocked_by,
               &Ending::artifacts, &Ending::text>("engine.result", state.result, out);
  list_times<&Limits::monitor_period, &Limits::sync_bound, &Limits::smart_bound,
             &Limits::poll_period, &Limits::wait_budget, &Limits::note_period,
             &Limits::dispose_bound, &Limits::capture_bound, &Limits::look_bound>(
      "engine.limits", engine.limits(), out);
}

// The engine has zeros behind it, where a mutant remembers what it needs.
static_assert(sizeof(Mutant) == sim::modality::subject_bytes);
void list(const Mutant& mutant, FieldWriter& out) {
  list(mutant.engine(), out);
  const auto id = static_cast<std::size_t>(mutant.id());
  const bool known = id < mutants().size();
  out.text("mutant", known ? std::string(mutants()[id].name) : std::to_string(id));
  out.add("mutant.stage", mutant.memory().stage);
  out.add("mutant.count", mutant.memory().count);
  out.add("mutant.dialog", mutant.memory().dialog);
  out.add("mutant.value", mutant.memory().value);
}

// The world around it.

void list(const sim::modality::IdeAgenda& agenda, FieldWriter& out) {
  namespace slot = sim::modality::slot;
  const auto list = [&](std::size_t slot, const std::string& name) {
    list_window(name, agenda.at(slot), out);
  };
  list(slot::setup, "setup");
  for (std::size_t i = 0; i < port::modality::timer_count; ++i)
    list(slot::timer + i, "timer." + FieldWriter::enumerator<port::modality::Timer>(i));
  for (std::size_t i = 0; i < 2; ++i)
    list(slot::operation + i,
         "operation." + FieldWriter::enumerator<port::modality::OperationId>(i));
  for (std::size_t i = 0; i < port::modality::artifact_kinds; ++i)
    list(slot::capture + i, "capture." + FieldWriter::enumerator<port::modality::Artifact>(i));
  list(slot::indexing, "indexing");
  list(slot::thread, "thread");
  list(slot::question, "question");
  list(slot::script, "script");
  for (std::size_t i = 0; i < sim::modality::stack_max; ++i)
    list(slot::entry + i, numbered("entry", i));
  for (std::size_t i = 0; i < sim::modality::background_max; ++i)
    list(slot::background + i, numbered("background", i));
  list(slot::free_background, "free_background");
}

void list(const sim::modality::Operations& operations, FieldWriter& out) {
  using sim::modality::Operation;
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto name = "operation." + FieldWriter::enumerator<port::modality::OperationId>(i);
    list_members<&Operation::kind, &Operation::scope, &Operation::extent>(name, operations[i], out);
    out.text(name + ".dialog", dialog(operations[i].dialog.value));
    list_members<&Operation::withheld, &Operation::begun, &Operation::forced, &Operation::answered>(
        name, operations[i], out);
  }
}

void list(const sim::modality::Ide& ide, FieldWriter& out) {
  using sim::modality::Ide;
  out.add("ide.stack.size", static_cast<std::uint8_t>(ide.stack.size()));
  for (std::size_t i = 0; i < sim::modality::stack_max; ++i) {
    const auto name = numbered("ide.stack", i);
    const auto& entry = ide.stack[i];
    const bool absent = i >= ide.stack.size() && entry == sim::modality::StackEntry{};
    const auto kind = static_cast<std::size_t>(entry.kind);
    const auto word =
        kind < sim::modality::entry_kinds ? sim::modality::name(entry.kind) : std::to_string(kind);
    out.text(name + ".dialog", absent ? "-" : dialog(entry.id.value));
    out.text(name + ".kind", absent ? "-" : word);
    out.text(name + ".state", absent ? "-" : FieldWriter::show(entry.state));
  }
  list_members<&Ide::index, &Ide::next_dialog, &Ide::configured, &Ide::save_asks, &Ide::commit_asks,
               &Ide::holder>("ide", ide, out);
  out.text("ide.question", dialog(ide.question.value));
  list_members<&Ide::posted_now>("ide", ide, out);
  for (std::size_t i = 0; i < ide.documents.size(); ++i) {
    const auto& [editor, psi, vfs, disk] = ide.documents[i];
    out.text(numbered("ide.documents", i),
             fmt::format("editor {}, psi {}, vfs {}, disk {}", editor, psi, vfs, disk));
  }
}

// The judge.

void list(const port::FlatList<port::modality::DialogId, port::modality::dialogs_max>& dialogs,
          const std::string& name, FieldWriter& out) {
  out.add(name + ".size", static_cast<std::uint8_t>(dialogs.size()));
  for (std::size_t i = 0; i < dialogs.capacity(); ++i)
    out.text(numbered(name, i), dialog(dialogs[i].value));
}

void list(const spec::modality::Situation& judge, FieldWriter& out) {
  using spec::modality::Situation;
  list_times<&Situation::age, &Situation::note_age, &Situation::tick_age, &Situation::body_left,
             &Situation::capture_age>("judge", judge, out);
  for (std::size_t i = 0; i < judge.looking.size(); ++i) {
    out.time(numbered("judge.look_age", i), judge.look_age[i]);
    out.add(numbered("judge.looking", i), judge.looking[i]);
  }
  out.bits<spec::modality::Flag>("judge.flags",
                                 judge.flags[0] | std::uint64_t{judge.flags[1]} << 32);
  list(judge.showing, "judge.showing", out);
  list(judge.targets, "judge.targets", out);
  for (std::size_t i = 0; i < port::modality::dialogs_max; ++i)
    out.add(numbered("judge.fates", i), judge.fate(i));
  out.bits<int>("judge.fresh", judge.fresh);
  list_members<&Situation::deeper, &Situation::progress>("judge", judge, out);
  out.bits<port::modality::Modality>("judge.seen", judge.seen.bits);
  out.bits<port::modality::Modality>("judge.at_tick", judge.at_tick.bits);
  list_members<&Situation::phase, &Situation::sweep, &Situation::watch, &Situation::written>(
      "judge", judge, out);
  list_each("judge.running", judge.running, out);
  list_members<&Situation::mode, &Situation::reason, &Situation::stage, &Situation::method,
               &Situation::call, &Situation::refused>("judge", judge, out);
  for (std::size_t i = 0; i < judge.documents.size(); ++i)
    out.bits<int>(numbered("judge.documents", i), judge.documents[i]);
  list(judge.closed, "judge.closed", out);
  list_members<&Situation::blocks, &Situation::restore>("judge", judge, out);
  out.bits<port::modality::Artifact>("judge.capturing", judge.capturing);
  out.bits<port::modality::Artifact>("judge.cut", judge.cut);
  list_members<&Situation::artifacts, &Situation::text>("judge", judge, out);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  all.reserve(256);
  FieldWriter out(all);
  using sim::modality::Body, sim::modality::Setup, sim::modality::World;
  const auto& world = state.world;
  list(world.subject.get<Mutant>(), out);
  list(world.agenda, out);
  list(world.operations, out);
  list_members<&Body::phase, &Body::program, &Body::instruction, &Body::steps_left, &Body::calls,
               &Body::blocks, &Body::entering, &Body::awaited, &Body::thrown, &Body::ignores_cancel,
               &Body::edits>("body", world.body, out);
  list_members<&Setup::stage, &Setup::entries_left, &Setup::call>("setup", world.setup, out);
  list_members<&World::background_left, &World::shot_waits, &World::finished, &World::waits>(
      {}, world, out);
  list(world.ide, out);
  list(state.judge, out);
  list_broken(state.broken, spec::modality::policy_rules, out);
  return all;
}

sim::Fields fields(const JudgedRuns& state) {
  JudgedWorld one{.judge = state.judges[0],
                  .broken = static_cast<std::uint8_t>(state.broken),
                  .world = state.world.first};
  auto all = fields(one);
  auto second = state.world.second;
  exchange(one.world, second);
  one.judge = state.judges[1];
  for (auto& field : fields(one)) all.push_back({"second." + field.name, std::move(field.value)});
  FieldWriter out(all);
  const auto& call = state.world.second.agenda.at(sim::modality::run_slot::call);
  list_members<&sim::Window::earliest, &sim::Window::latest>("second.call", call, out);
  out.add("second.later", state.world.second.later);
  return all;
}

}  // namespace conformance::modality
