#include "sim/plan.h"

#include <fmt/format.h>

namespace sim {

using policy::Method;

const char* name(EntryKind kind) {
  static constexpr std::array names{
      "closable",     "slow",    "refusing", "reopening", "questioning",
      "unresponsive", "passing", "question", "progress",  "endless_progress"};
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
                                    "commit_asks"};
  static_assert(names.size() == background_kinds);
  return names[static_cast<std::size_t>(what)];
}

const char* name(Index index) {
  static constexpr std::array names{"smart", "dumb_ending", "dumb_endless"};
  return names[static_cast<std::size_t>(index)];
}

const char* name(Op op) {
  static constexpr std::array names{"call",           "edit",          "write_disk", "open",
                                    "open_non_modal", "close_top",     "sleep",      "read_index",
                                    "throw",          "ignore_cancel", "never"};
  return names[static_cast<std::size_t>(op)];
}

const char* name(Method method) {
  static constexpr std::array names{"closeModalDialogs",
                                    "monitorAndCloseModalDialogs",
                                    "allowModalDialog",
                                    "withModalDialogAllowed {",
                                    "} of withModalDialogAllowed",
                                    "syncDocuments",
                                    "saveProject",
                                    "waitForSmartMode",
                                    "assertNonModal",
                                    "isModal",
                                    "isSmartMode",
                                    "awaitProgress"};
  return names[static_cast<std::size_t>(method)];
}

std::string show(const Instruction& instruction) {
  switch (instruction.op) {
    case Op::Call: {
      std::string text = name(instruction.call.method);
      if (instruction.call.force) text += "(force)";
      if (instruction.call.project_only) text += "(projectOnly)";
      if (instruction.call.method == Method::CloseModalDialogs && !instruction.call.await_dispose)
        text += "(awaitDispose=false)";
      return text;
    }
    case Op::Open: return fmt::format("open {}", name(instruction.kind));
    case Op::Sleep: return fmt::format("sleep {} ms", instruction.ms);
    case Op::Edit:
    case Op::WriteDisk:
    case Op::OpenNonModal:
    case Op::CloseTop:
    case Op::ReadIndex:
    case Op::Throw:
    case Op::IgnoreCancel:
    case Op::Never: break;
  }
  return name(instruction.op);
}

policy::Limits short_limits() {
  using engine::Duration;
  return {.monitor_period = Duration{1'000},
          .sync_bound = Duration{2'000},
          .smart_bound = Duration{2'000},
          .poll_period = Duration{500},
          .wait_budget = Duration{2'000},
          .note_period = Duration{1'500},
          .dispose_bound = Duration{1'000}};
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
  Latencies out{.write = {0, 2'000}, .indexing = {1'000, 90'000}};
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
  of(EntryKind::Progress).ends = {100, 150'000};
  return out;
}

std::vector<Program> script_alphabet(std::int32_t period_ms) {
  using policy::MethodCall;
  const auto call = [](MethodCall what) { return Instruction{.op = Op::Call, .call = what}; };
  const auto sleep = [](std::int32_t ms) { return Instruction{.op = Op::Sleep, .ms = ms}; };
  const auto then_wait = [&](Instruction first) {
    return std::vector<Instruction>{first, sleep(period_ms)};
  };
  const auto open = [&](EntryKind kind) { return then_wait({.op = Op::Open, .kind = kind}); };
  return {
      {"close_dialogs", {call({.method = Method::CloseModalDialogs})}},
      {"close_dialogs_no_await",
       {call({.method = Method::CloseModalDialogs, .await_dispose = false})}},
      {"monitor", then_wait(call({.method = Method::MonitorAndCloseModalDialogs}))},
      {"allow_then_open",
       {call({.method = Method::AllowModalDialog}),
        {.op = Op::Open, .kind = EntryKind::Closable},
        sleep(period_ms)}},
      {"allowed_block",
       {call({.method = Method::EnterModalDialogAllowed}),
        {.op = Op::Open, .kind = EntryKind::Closable},
        sleep(period_ms),
        call({.method = Method::LeaveModalDialogAllowed}),
        sleep(period_ms)}},
      {"sync_documents", {call({.method = Method::SyncDocuments})}},
      {"sync_forced", {call({.method = Method::SyncDocuments, .force = true})}},
      {"sync_project", {call({.method = Method::SyncDocuments, .project_only = true})}},
      {"save_project", {call({.method = Method::SaveProject})}},
      {"wait_smart", {call({.method = Method::WaitForSmartMode})}},
      {"assert_non_modal", {call({.method = Method::AssertNonModal})}},
      {"is_modal", {call({.method = Method::IsModal})}},
      {"is_smart", {call({.method = Method::IsSmartMode})}},
      {"await_progress", {call({.method = Method::AwaitProgress})}},
      {"edit", {{.op = Op::Edit}}},
      {"write_disk", {{.op = Op::WriteDisk}}},
      {"open_closable", open(EntryKind::Closable)},
      {"open_slow", open(EntryKind::Slow)},
      {"open_refusing", open(EntryKind::Refusing)},
      {"open_reopening", open(EntryKind::Reopening)},
      {"open_questioning", open(EntryKind::Questioning)},
      {"open_passing", open(EntryKind::Passing)},
      {"open_non_modal", then_wait({.op = Op::OpenNonModal})},
      {"close_top", {{.op = Op::CloseTop}, sleep(period_ms / 2)}},
      {"start_progress", open(EntryKind::Progress)},
      {"start_endless_progress", open(EntryKind::EndlessProgress)},
      {"sleep", {sleep(2 * period_ms)}},
      {"read_index", {{.op = Op::ReadIndex}}},
      {"throw", {{.op = Op::Throw}}},
      {"throw_in_block", {call({.method = Method::EnterModalDialogAllowed}), {.op = Op::Throw}}},
      {"ignore_cancel",
       {{.op = Op::IgnoreCancel}, sleep(2 * period_ms), call({.method = Method::IsModal})}},
      {"never", {{.op = Op::Never}}},
  };
}

}  // namespace sim
