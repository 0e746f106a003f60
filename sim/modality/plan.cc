#include "sim/modality/plan.h"

#include <fmt/format.h>

namespace sim::modality {

const char* name(EntryKind kind) {
  static constexpr std::array names{
      "closable", "slow",   "refusing", "reopening", "questioning",      "unresponsive", "passing",
      "question", "parent", "child",    "progress",  "endless_progress", "non_modal"};
  static_assert(names.size() == entry_kinds);
  return names[static_cast<std::size_t>(kind)];
}

const char* name(Background what) {
  static constexpr std::array names{"open_closable",
                                    "open_slow",
                                    "open_refusing",
                                    "open_reopening",
                                    "open_questioning",
                                    "open_unresponsive",
                                    "open_passing",
                                    "open_non_modal",
                                    "top_closes",
                                    "progress_starts",
                                    "endless_progress_starts",
                                    "indexing_starts",
                                    "endless_indexing_starts",
                                    "import_finishes",
                                    "disk_changes",
                                    "save_asks",
                                    "commit_asks",
                                    "ui_busy",
                                    "ui_freezes",
                                    "ui_thaws",
                                    "cancelled",
                                    "second_cancelled"};
  static_assert(names.size() == background_kinds);
  return names[static_cast<std::size_t>(what)];
}

const char* name(Index index) {
  static constexpr std::array names{"smart", "dumb_ending", "dumb_endless"};
  return names[static_cast<std::size_t>(index)];
}

const char* name(Op op) {
  static constexpr std::array names{
      "call",      "launch",        "edit",       "write_disk",     "read_psi",
      "read_disk", "read_vfs",      "open",       "open_non_modal", "close_top",
      "sleep",     "read_index",    "smart_read", "read_model",     "await_configured",
      "throw",     "ignore_cancel", "never",      "hold_thread"};
  return names[static_cast<std::size_t>(op)];
}

std::string name(Method method) {
  if (method == Method::EnterModalDialogAllowed) return "withModalDialogAllowed {";
  if (method == Method::LeaveModalDialogAllowed) return "} of withModalDialogAllowed";
  return std::string(port::word(method));
}

std::string show(const MethodCall& call) {
  std::string text = name(call.method);
  if (call.force) text += "(force)";
  if (call.project_only) text += "(projectOnly)";
  if (call.method == Method::CloseModalDialogs && !call.await_dispose)
    text += "(awaitDispose=false)";
  return text;
}

std::string show(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Call: return show(instruction.call);
    case Op::Launch: return "launch " + show(instruction.call);
    case Op::Open: return fmt::format("open {}", name(instruction.kind));
    case Op::Sleep: return fmt::format("sleep {} ms", instruction.ms);
    case Op::HoldThread: return fmt::format("hold the event thread for {} ms", instruction.ms);
    case Op::Edit:
    case Op::WriteDisk:
    case Op::ReadPsi:
    case Op::ReadDisk:
    case Op::ReadVfs:
      if (instruction.document == DocumentName::Project) break;
      return fmt::format("{} {}", name(instruction.op), port::word(instruction.document));
    case Op::OpenNonModal:
    case Op::CloseTop:
    case Op::ReadIndex:
    case Op::SmartRead:
    case Op::ReadModel:
    case Op::AwaitConfigured:
    case Op::Throw:
    case Op::IgnoreCancel:
    case Op::Never: break;
  }
  return name(instruction.op);
}

std::string call_name(const Request& request) {
  if (request.mode != Mode::Raw) return std::string(port::word(request.mode));
  std::string out = "tuple";
  const auto add = [&](bool set, char letter) {
    if (set) out += fmt::format(" {}", letter);
  };
  add(request.raw.close_on_start, 'S');
  add(request.raw.allow_at_gate, 'A');
  add(request.raw.close_while_running, 'R');
  add(request.raw.sync_documents, 'D');
  add(request.raw.wait_smart, 'W');
  return out;
}

Options former_options(bool dialog_killer, bool allow_modal) {
  return {.close_on_start = dialog_killer,
          .allow_at_gate = allow_modal,
          .close_while_running = dialog_killer,
          .sync_documents = true,
          .wait_smart = true};
}

Limits short_limits() {
  using port::Duration;
  return {.monitor_period = Duration{1'000},
          .sync_bound = Duration{2'000},
          .smart_bound = Duration{2'000},
          .poll_period = Duration{500},
          .wait_budget = Duration{2'000},
          .note_period = Duration{1'500},
          .dispose_bound = Duration{1'000},
          .capture_bound = Duration{1'000},
          .look_bound = Duration{2'500}};
}

Limits real_limits() {
  using port::Duration;
  return {.monitor_period = Duration{1'000},
          .sync_bound = Duration{60'000},
          .smart_bound = Duration{60'000},
          .poll_period = Duration{500},
          .wait_budget = Duration{120'000},
          .note_period = Duration{20'000},
          .dispose_bound = Duration{5'000},
          .capture_bound = Duration{5'000},
          .look_bound = Duration{8'000}};
}

Latencies short_latencies() {
  Latencies out{.write = {0, 500}, .indexing = {500, 2'000}};
  const auto of = [&](EntryKind kind) -> Behaviour& {
    return out.entries[static_cast<std::size_t>(kind)];
  };
  of(EntryKind::Closable) = {.answer = {0, 0}, .dispose = {0, 500}};
  of(EntryKind::Slow) = {.answer = {0, 500}, .dispose = {500, 1'500}};
  of(EntryKind::Unresponsive).answer = {};
  of(EntryKind::Passing).ends = {500, 500};
  of(EntryKind::Progress).ends = {500, 2'000};
  return out;
}

Latencies real_latencies() {
  Latencies out{.write = {0, 2'000}, .indexing = {1'000, 90'000}, .busy = {0, 3'000}};
  const auto of = [&](EntryKind kind) -> Behaviour& {
    return out.entries[static_cast<std::size_t>(kind)];
  };
  of(EntryKind::Closable) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Slow) = {.answer = {0, 500}, .dispose = {1'000, 7'000}};
  of(EntryKind::Reopening) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Questioning) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Unresponsive).answer = {};
  of(EntryKind::Passing).ends = {100, 900};
  of(EntryKind::Question) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Parent) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Child) = {.answer = {0, 20}, .dispose = {0, 200}};
  of(EntryKind::Progress).ends = {100, 150'000};
  return out;
}

namespace {

Instruction call(MethodCall what) { return {.op = Op::Call, .call = what}; }
Instruction launch(MethodCall what) { return {.op = Op::Launch, .call = what}; }
Instruction sleep(std::int32_t ms) { return {.op = Op::Sleep, .ms = ms}; }
Instruction open(EntryKind kind) { return {.op = Op::Open, .kind = kind}; }

// Waits that end between two ticks of the monitor see the one before them for sure.
std::vector<Program> monitor_steps(std::int32_t period_ms) {
  const auto past_a_tick = sleep(period_ms * 3 / 2);
  const auto half = sleep(period_ms / 2);
  const auto monitor = call({.method = Method::MonitorAndCloseModalDialogs});
  const auto allow = call({.method = Method::AllowModalDialog});
  const auto enter = call({.method = Method::EnterModalDialogAllowed});
  const auto leave = call({.method = Method::LeaveModalDialogAllowed});
  const auto dialog = open(EntryKind::Closable);
  return {
      {"monitor", {monitor, past_a_tick}},
      {"monitor_again", {half, monitor, sleep(period_ms)}},
      {"allow_then_open", {allow, dialog, sleep(period_ms)}},
      {"allow_then_monitor", {allow, half, monitor, past_a_tick}},
      {"allowed_block", {enter, dialog, sleep(period_ms), leave, past_a_tick}},
      {"allow_in_block", {enter, allow, leave, dialog, past_a_tick}},
      {"monitored_block", {monitor, enter, dialog, sleep(period_ms), leave, past_a_tick}},
      {"rearmed_in_block", {enter, allow, monitor, leave, dialog, past_a_tick}},
      {"throw_in_block", {enter, {.op = Op::Throw}}},
  };
}

std::vector<Program> method_steps() {
  return {
      {"close_dialogs", {call({.method = Method::CloseModalDialogs})}},
      {"close_dialogs_no_await",
       {call({.method = Method::CloseModalDialogs, .await_dispose = false})}},
      {"sync_documents", {call({.method = Method::SyncDocuments})}},
      {"sync_forced", {call({.method = Method::SyncDocuments, .force = true})}},
      {"sync_project", {call({.method = Method::SyncDocuments, .project_only = true})}},
      {"sync_project_forced",
       {call({.method = Method::SyncDocuments, .force = true, .project_only = true})}},
      {"save_project", {call({.method = Method::SaveProject})}},
      {"wait_smart", {call({.method = Method::WaitForSmartMode})}},
      {"assert_non_modal", {call({.method = Method::AssertNonModal})}},
      {"is_modal", {call({.method = Method::IsModal})}},
      {"is_smart", {call({.method = Method::IsSmartMode})}},
      {"await_progress", {call({.method = Method::AwaitProgress})}},
  };
}

// What only the documents that are outside a scope show (MOD-48).
std::vector<Program> scope_steps() {
  return {
      {"sync_project_beside",
       {{.op = Op::WriteDisk, .document = DocumentName::Outside},
        call({.method = Method::SyncDocuments, .project_only = true})}},
  };
}

// Calls during calls, and returns during them (MOD-75).
std::vector<Program> launched_steps() {
  const auto is_modal = call({.method = Method::IsModal});
  return {
      {"call_during_sync", {launch({.method = Method::SyncDocuments}), is_modal}},
      {"call_during_sweep", {launch({.method = Method::CloseModalDialogs}), is_modal}},
      {"call_during_smart_wait", {launch({.method = Method::WaitForSmartMode}), is_modal}},
  };
}

std::vector<Program> ide_steps(std::int32_t period_ms) {
  const auto period = sleep(period_ms);
  return {
      {"edit", {{.op = Op::Edit}}},
      {"edit_outside", {{.op = Op::Edit, .document = DocumentName::Outside}}},
      {"write_disk", {{.op = Op::WriteDisk}}},
      {"read_documents", {{.op = Op::ReadPsi}, {.op = Op::ReadDisk}, {.op = Op::ReadVfs}}},
      {"open_closable", {open(EntryKind::Closable), period}},
      {"open_slow", {open(EntryKind::Slow), period}},
      {"open_refusing", {open(EntryKind::Refusing), period}},
      {"open_reopening", {open(EntryKind::Reopening), period}},
      {"open_questioning", {open(EntryKind::Questioning), period}},
      {"open_passing", {open(EntryKind::Passing), period}},
      {"open_parent", {open(EntryKind::Parent), period}},
      {"open_non_modal", {{.op = Op::OpenNonModal}, period}},
      {"close_top", {{.op = Op::CloseTop}, sleep(period_ms / 2)}},
      {"start_progress", {open(EntryKind::Progress), period}},
      {"start_endless_progress", {open(EntryKind::EndlessProgress), period}},
      {"sleep", {sleep(2 * period_ms)}},
      {"read_index", {{.op = Op::ReadIndex}}},
      {"smart_read", {{.op = Op::SmartRead}}},
      {"read_model", {{.op = Op::ReadModel}}},
      {"await_configured", {{.op = Op::AwaitConfigured}}},
      {"throw", {{.op = Op::Throw}}},
      {"ignore_cancel",
       {{.op = Op::IgnoreCancel}, sleep(2 * period_ms), call({.method = Method::IsModal})}},
      {"never", {{.op = Op::Never}}},
  };
}

}  // namespace

std::vector<Program> script_alphabet(std::int32_t period_ms) {
  auto all = monitor_steps(period_ms);
  for (auto& programs : {method_steps(), scope_steps(), launched_steps(), ide_steps(period_ms)})
    all.insert(all.end(), programs.begin(), programs.end());
  return all;
}

}  // namespace sim::modality
