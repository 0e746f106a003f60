#include "conformance/modality/judged_runs.h"

#include <fmt/format.h>

#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/engine.h"
#include "spec/modality/rules.h"

namespace conformance::modality {
namespace {

using sim::FieldWriter;

std::string numbered(std::string_view name, std::size_t i) {
  return fmt::format("{}[{}]", name, i);
}

std::string dialog(std::uint8_t id) { return id == 0 ? "-" : fmt::format("d{}", id); }

// The engine.

void list(const port::modality::Limits& limits, FieldWriter& out) {
  out.time("engine.limits.monitor_period", limits.monitor_period);
  out.time("engine.limits.sync_bound", limits.sync_bound);
  out.time("engine.limits.smart_bound", limits.smart_bound);
  out.time("engine.limits.poll_period", limits.poll_period);
  out.time("engine.limits.wait_budget", limits.wait_budget);
  out.time("engine.limits.note_period", limits.note_period);
  out.time("engine.limits.dispose_bound", limits.dispose_bound);
  out.time("engine.limits.capture_bound", limits.capture_bound);
  out.time("engine.limits.look_bound", limits.look_bound);
}

void list(const port::modality::Options& options, FieldWriter& out) {
  out.add("engine.options.close_on_start", options.close_on_start);
  out.add("engine.options.allow_at_gate", options.allow_at_gate);
  out.add("engine.options.close_while_running", options.close_while_running);
  out.add("engine.options.sync_documents", options.sync_documents);
  out.add("engine.options.wait_smart", options.wait_smart);
  out.add("engine.options.await_dispose", options.await_dispose);
  out.add("engine.options.await_progress", options.await_progress);
  out.add("engine.options.sync_after", options.sync_after);
  out.add("engine.options.progress", options.progress);
}

void list(const engine::modality::Engine& engine, FieldWriter& out) {
  const engine::modality::State& state = engine.state();
  out.time("engine.now", state.now);
  out.time("engine.waited", state.waited);
  out.time("engine.noted", state.noted);
  out.time("engine.body_timeout", state.body_timeout);
  out.time("engine.watched", state.watched);
  out.add("engine.phase", state.phase);
  out.add("engine.step", state.step);
  out.bits<port::modality::Timer>("engine.timers", state.timers);
  out.bits<port::modality::OperationId>("engine.asked", state.asked);
  out.bits<port::modality::Artifact>("engine.capturing", state.capturing);
  out.add("engine.blocks", state.blocks);
  out.bits<int>("engine.blocks_armed", state.blocks_armed);
  out.add("engine.call", state.call.value);
  out.add("engine.looks_beside", state.looks_beside);
  out.add("engine.project_only", state.project_only);
  out.add("engine.awaits_dispose", state.awaits_dispose);
  list(state.options, out);
  out.add("engine.sweep_next", state.sweep_next);
  const auto& sweep = state.sweep;
  out.add("engine.sweep.size", static_cast<std::uint8_t>(sweep.size()));
  for (std::size_t i = 0; i < sweep.capacity(); ++i) {
    const auto name = numbered("engine.sweep", i);
    const bool absent = i >= sweep.size() && sweep[i] == engine::modality::SweepEntry{};
    out.text(name + ".dialog", absent ? "-" : dialog(sweep[i].dialog.value));
    out.text(name + ".fate", absent ? "-" : FieldWriter::show(sweep[i].fate));
  }
  out.add("engine.result.verdict", state.result.verdict);
  out.add("engine.result.stage", state.result.stage);
  out.add("engine.result.reason", state.result.reason);
  out.add("engine.result.blocked_by", state.result.blocked_by);
  out.add("engine.result.artifacts", state.result.artifacts);
  out.add("engine.result.text", state.result.text.value);
  list(engine.limits(), out);
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

void list(const sim::modality::IdeAgenda& agenda, std::size_t slot, std::string name,
          FieldWriter& out) {
  const auto end = [](std::int32_t ms) {
    return ms == sim::never ? std::string("never") : FieldWriter::seconds(ms);
  };
  const auto& window = agenda.at(slot);
  out.text("agenda." + std::move(name),
           window == sim::Window{}
               ? "-"
               : fmt::format("[{}, {}]", end(window.earliest), end(window.latest)));
}

void list(const sim::modality::IdeAgenda& agenda, FieldWriter& out) {
  list(agenda, sim::modality::slot::setup, "setup", out);
  for (std::size_t i = 0; i < port::modality::timer_count; ++i)
    list(agenda, sim::modality::slot::timer + i,
         "timer." + FieldWriter::enumerator<port::modality::Timer>(i), out);
  for (std::size_t i = 0; i < 2; ++i)
    list(agenda, sim::modality::slot::operation + i,
         "operation." + FieldWriter::enumerator<port::modality::OperationId>(i), out);
  for (std::size_t i = 0; i < port::modality::artifact_kinds; ++i)
    list(agenda, sim::modality::slot::capture + i,
         "capture." + FieldWriter::enumerator<port::modality::Artifact>(i), out);
  list(agenda, sim::modality::slot::indexing, "indexing", out);
  list(agenda, sim::modality::slot::thread, "thread", out);
  list(agenda, sim::modality::slot::question, "question", out);
  list(agenda, sim::modality::slot::script, "script", out);
  for (std::size_t i = 0; i < sim::modality::stack_max; ++i)
    list(agenda, sim::modality::slot::entry + i, numbered("entry", i), out);
  for (std::size_t i = 0; i < sim::modality::background_max; ++i)
    list(agenda, sim::modality::slot::background + i, numbered("background", i), out);
  list(agenda, sim::modality::slot::free_background, "free_background", out);
}

void list(const sim::modality::Operations& operations, FieldWriter& out) {
  for (std::size_t i = 0; i < operations.size(); ++i) {
    const auto name = "operation." + FieldWriter::enumerator<port::modality::OperationId>(i);
    out.add(name + ".kind", operations[i].kind);
    out.add(name + ".scope", operations[i].scope);
    out.add(name + ".extent", operations[i].extent);
    out.text(name + ".dialog", dialog(operations[i].dialog.value));
    out.add(name + ".withheld", operations[i].withheld);
    out.add(name + ".begun", operations[i].begun);
    out.add(name + ".forced", operations[i].forced);
    out.add(name + ".answered", operations[i].answered);
  }
}

void list(const sim::modality::Body& body, FieldWriter& out) {
  out.add("body.phase", body.phase);
  out.add("body.program", body.program);
  out.add("body.instruction", body.instruction);
  out.add("body.steps_left", body.steps_left);
  out.add("body.calls", body.calls);
  out.add("body.blocks", body.blocks);
  out.add("body.entering", body.entering);
  out.add("body.awaited", body.awaited);
  out.add("body.thrown", body.thrown);
  out.add("body.ignores_cancel", body.ignores_cancel);
  out.add("body.edits", body.edits);
}

void list(const sim::modality::Setup& setup, FieldWriter& out) {
  out.add("setup.stage", setup.stage);
  out.add("setup.entries_left", setup.entries_left);
  out.add("setup.call", setup.call);
}

void list(const sim::modality::Ide& ide, FieldWriter& out) {
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
  out.add("ide.index", ide.index);
  out.add("ide.next_dialog", ide.next_dialog);
  out.add("ide.configured", ide.configured);
  out.add("ide.save_asks", ide.save_asks);
  out.add("ide.commit_asks", ide.commit_asks);
  out.add("ide.holder", ide.holder);
  out.text("ide.question", dialog(ide.question.value));
  out.add("ide.posted_now", ide.posted_now);
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
  out.time("judge.age", judge.age);
  out.time("judge.note_age", judge.note_age);
  out.time("judge.tick_age", judge.tick_age);
  out.time("judge.body_left", judge.body_left);
  out.time("judge.capture_age", judge.capture_age);
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
  out.add("judge.deeper", judge.deeper);
  out.add("judge.progress", judge.progress);
  out.bits<port::modality::Modality>("judge.seen", judge.seen.bits);
  out.bits<port::modality::Modality>("judge.at_tick", judge.at_tick.bits);
  out.add("judge.phase", judge.phase);
  out.add("judge.sweep", judge.sweep);
  out.add("judge.watch", judge.watch);
  out.add("judge.written", judge.written);
  for (std::size_t i = 0; i < judge.running.size(); ++i)
    out.add(numbered("judge.running", i), judge.running[i]);
  out.add("judge.mode", judge.mode);
  out.add("judge.reason", judge.reason);
  out.add("judge.stage", judge.stage);
  out.add("judge.method", judge.method);
  out.add("judge.call", judge.call);
  out.add("judge.refused", judge.refused);
  for (std::size_t i = 0; i < judge.documents.size(); ++i)
    out.bits<int>(numbered("judge.documents", i), judge.documents[i]);
  list(judge.closed, "judge.closed", out);
  out.add("judge.blocks", judge.blocks);
  out.add("judge.restore", judge.restore);
  out.bits<port::modality::Artifact>("judge.capturing", judge.capturing);
  out.bits<port::modality::Artifact>("judge.cut", judge.cut);
  out.add("judge.artifacts", judge.artifacts);
  out.add("judge.text", judge.text);
}

std::string broken(std::uint8_t index_plus_one) {
  const auto& rules = spec::modality::policy_rules;
  if (index_plus_one == 0) return "-";
  if (index_plus_one > rules.size()) return std::to_string(index_plus_one);
  return std::string(rules[index_plus_one - 1u].id);
}

}  // namespace

sim::Fields fields(const JudgedWorld& state) {
  sim::Fields all;
  all.reserve(256);
  FieldWriter out(all);
  const auto& world = state.world;
  list(world.subject.get<Mutant>(), out);
  list(world.agenda, out);
  list(world.operations, out);
  list(world.body, out);
  list(world.setup, out);
  out.add("background_left", world.background_left);
  out.add("shot_waits", world.shot_waits);
  out.add("finished", world.finished);
  out.add("waits", world.waits);
  list(world.ide, out);
  list(state.judge, out);
  out.text("broken", broken(state.broken));
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
  out.add("second.call.earliest", call.earliest);
  out.add("second.call.latest", call.latest);
  out.add("second.later", state.world.second.later);
  return all;
}

}  // namespace conformance::modality
