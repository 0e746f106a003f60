#include "sim/modality/world_parts.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "sim/modality/script.h"
#include "sim/modality/world_state.h"

namespace sim::modality {
namespace {

std::string dialog_name(const StackEntry& entry) {
  if (!is_dialog(entry.kind)) return name(entry.kind);
  return fmt::format("d{} ({})", entry.id.value, name(entry.kind));
}

std::string timer_label(Timer timer) {
  static constexpr std::array names{"disposal bound", "poll",          "bound",     "monitor tick",
                                    "body timeout",   "capture bound", "look bound"};
  return names[static_cast<std::size_t>(timer)];
}

std::string operation_label(const Operation& operation) {
  static constexpr std::array names{"nothing",         "modality read",  "dialogs listed",
                                    "smart mode read", "close answered", "commit ends",
                                    "save ends",       "refresh ends",   "smart mode reached"};
  std::string text = names[static_cast<std::size_t>(operation.kind)];
  if (operation.kind == OperationKind::Close) text += fmt::format(" d{}", operation.dialog.value);
  return text;
}

std::string script_label(const Body& body, const Plan& plan, std::uint8_t alternative) {
  if (body.awaited == Awaited::Hop) return "its edit runs";
  if (body.thrown != 0) return body.blocks > 0 ? "throw leaves a block" : "throws";
  if (body.program != 0) return show(peek_instruction(body, plan));
  return alternative == 0 ? "returns" : "step " + plan.alphabet[alternative - 1u].name;
}

std::string setup_label(const Setup& setup, const Plan& plan, std::uint8_t taken) {
  switch (setup.stage) {
    case SetupStage::Call: return "call " + plan.calls[taken].name;
    case SetupStage::Stack:
      return taken == 0 ? "no more modal entries"
                        : fmt::format("{} on the stack", name(plan.start_kinds[taken - 1u]));
    case SetupStage::Documents: return fmt::format("documents {}", taken);
    case SetupStage::Index: return fmt::format("index {}", name(plan.start_index[taken]));
    case SetupStage::Done: break;
  }
  return {};
}

}  // namespace

Window answer_window(const Ide& ide, const Latencies& latencies, DialogId dialog) {
  for (const auto& entry : ide.stack)
    if (is_dialog(entry.kind) && entry.id == dialog) return behaviour(latencies, entry.kind).answer;
  return {0, 0};
}

Window write_window(const Ide& ide, const Latencies& latencies, const Operation& operation) {
  const auto scope = operation.scope;
  switch (operation.kind) {
    case OperationKind::Commit: return has_to_commit(ide, scope) ? latencies.write : Window{0, 0};
    case OperationKind::Save: {
      const bool works = operation.extent == Extent::All || has_to_save(ide, scope);
      return works ? latencies.write : Window{0, 0};
    }
    case OperationKind::Refresh: return has_to_refresh(ide, scope) ? latencies.write : Window{0, 0};
    case OperationKind::None:
    case OperationKind::ReadModality:
    case OperationKind::ListDialogs:
    case OperationKind::ReadSmart:
    case OperationKind::Close:
    case OperationKind::AwaitSmart: break;
  }
  return {0, 0};
}

const EntryKind* opens(Background what) {
  struct Row {
    Background what;
    EntryKind kind;
  };
  static constexpr std::array rows{
      Row{Background::OpenClosable, EntryKind::Closable},
      Row{Background::OpenSlow, EntryKind::Slow},
      Row{Background::OpenRefusing, EntryKind::Refusing},
      Row{Background::OpenReopening, EntryKind::Reopening},
      Row{Background::OpenQuestioning, EntryKind::Questioning},
      Row{Background::OpenUnresponsive, EntryKind::Unresponsive},
      Row{Background::OpenPassing, EntryKind::Passing},
      Row{Background::ProgressStarts, EntryKind::Progress},
      Row{Background::EndlessProgressStarts, EntryKind::EndlessProgress},
      Row{Background::OpenNonModal, EntryKind::NonModal},
  };
  const auto found = std::ranges::find(rows, what, &Row::what);
  return found == rows.end() ? nullptr : &found->kind;
}

bool matters(Background what, const Ide& ide) {
  switch (what) {
    case Background::TopCloses: return modality(ide) == Modality::Dialog;
    case Background::IndexingStarts:
    case Background::EndlessIndexingStarts: return ide.index == Index::Smart;
    case Background::ImportFinishes: return !ide.configured;
    case Background::SaveAsks: return !ide.save_asks;
    case Background::CommitAsks: return !ide.commit_asks;
    case Background::UiBusy:
    case Background::UiFreezes: return ide.holder == Holder::Nobody;
    case Background::UiThaws: return ide.holder == Holder::Frost;
    case Background::OpenNonModal:
    case Background::DiskChanges:
    case Background::Cancelled:
    case Background::SecondCancelled: return true;
    case Background::OpenClosable:
    case Background::OpenSlow:
    case Background::OpenRefusing:
    case Background::OpenReopening:
    case Background::OpenQuestioning:
    case Background::OpenUnresponsive:
    case Background::OpenPassing:
    case Background::ProgressStarts:
    case Background::EndlessProgressStarts: return !ide.stack.full();
  }
  return true;
}

void drop_what_no_longer_matters(Ide& ide, IdeAgenda& agenda, std::uint8_t& background_left) {
  ide = {};
  background_left = 0;
  for (const auto which : {slot::indexing, slot::thread, slot::question}) agenda.cancel(which);
  for (std::size_t which = slot::entry; which < slot::count; ++which) agenda.cancel(which);
}

void exchange(World& world, Run& run) {
  std::swap(world.subject, run.subject);
  std::swap(world.operations, run.operations);
  std::swap(world.body, run.body);
  std::swap(world.finished, run.finished);
  std::swap(world.shot_waits, run.shot_waits);
  std::swap(world.waits, run.waits);
  const auto put = [](auto& agenda, std::size_t which, const Window& window) {
    agenda.cancel(which);
    if (window.latest >= 0) agenda.schedule(which, window);
  };
  for (std::size_t own = slot::timer; own < run_slot::count; ++own) {
    const auto which = run_slot::in_world(own);
    const auto window = world.agenda.at(which);
    put(world.agenda, which, run.agenda.at(own));
    put(run.agenda, own, window);
  }
}

Actor actor_of(const Choice& choice) {
  const std::size_t which = choice.slot;
  if (which == slot::setup) return Actor::Setup;
  if (which < slot::operation) return Actor::Engine;
  if (which == slot::script) return Actor::Script;
  return which < slot::background ? Actor::Ide : Actor::Background;
}

Label label_of(const Ide& ide, const Operations& operations, const Body& body, const Setup& setup,
               const Plan& plan, const Choice& choice) {
  const std::size_t which = choice.slot;
  if (which == slot::setup) return {"setup", setup_label(setup, plan, choice.alternative)};
  if (which < slot::operation)
    return {"engine", timer_label(static_cast<Timer>(which - slot::timer))};
  if (which < slot::capture) return {"IDE", operation_label(operations[which - slot::operation])};
  if (which < slot::indexing)
    return {"IDE", which == slot::capture ? "screenshot comes" : "thread dump comes"};
  if (which == slot::indexing) return {"IDE", "indexing ends"};
  if (which == slot::thread) return {"IDE", "event thread is free"};
  if (which == slot::question) return {"IDE", "question of a refresh"};
  if (which == slot::script) return {"script", script_label(body, plan, choice.alternative)};
  if (which < slot::background) {
    const auto& entry = ide.stack[which - slot::entry];
    return {"IDE", dialog_name(entry) + (is_dialog(entry.kind) ? " disposed" : " ends")};
  }
  const auto what = which < slot::free_background ? plan.background[which - slot::background].what
                                                  : plan.free_background[choice.alternative];
  return {"background", name(what)};
}

}  // namespace sim::modality
