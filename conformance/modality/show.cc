#include "conformance/modality/show.h"

#include <fmt/core.h>

#include <array>
#include <string_view>

#include "engine/modality/surface.h"
#include "port/overload.h"

namespace conformance::modality {

namespace {

using namespace engine::modality;

template <std::size_t count, class Enum>
std::string_view word(const std::array<std::string_view, count>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

std::string_view word(OperationId id) {
  return word(std::array<std::string_view, 2>{"Main", "Monitor"}, id);
}

std::string_view word(Modality modality) {
  return word(std::array<std::string_view, 3>{"None", "Progress", "Dialog"}, modality);
}

std::string_view word(CloseAnswer answer) {
  return word(std::array<std::string_view, 3>{"Accepted", "Refused", "Gone"}, answer);
}

std::string_view word(Timer timer) {
  return word(std::array<std::string_view, 5>{"Dispose", "Poll", "Bound", "Tick", "Body"}, timer);
}

std::string_view word(Artifact artifact) {
  return word(std::array<std::string_view, 2>{"Screenshot", "ThreadDump"}, artifact);
}

std::string_view word(Scope scope) {
  return word(std::array<std::string_view, 3>{"All", "Project", "Settings"}, scope);
}

std::string_view word(Stage stage) {
  return word(std::array<std::string_view, 9>{"Surface", "Sweep", "Wait", "Gate", "Sync", "Smart",
                                              "Monitor", "Body", "Post"},
              stage);
}

std::string_view word(Verdict verdict) {
  return word(std::array<std::string_view, 2>{"Ok", "Failed"}, verdict);
}

std::string_view word(Outcome outcome) {
  return word(std::array<std::string_view, 3>{"Closed", "Refused", "Pending"}, outcome);
}

std::string_view word(Warning warning) {
  return word(std::array<std::string_view, 4>{"SyncSkipped", "SmartSkipped", "PostSyncSkipped",
                                              "PostSyncFailed"},
              warning);
}

std::string_view word(Reason reason) {
  return word(
      std::array<std::string_view, 18>{
          "None", "UnknownMode", "FormerParameter", "BadTimeout", "CalledFromEdt", "DialogAtGate",
          "ProgressAtGate", "ProgressOutlivedBudget", "ModalBeforeSync", "ModalDuringSync",
          "SyncTimedOut", "ModalBeforeSmart", "ModalAfterSmart", "SmartTimedOut", "ModalAsserted",
          "DialogDuringBody", "BodyThrew", "BodyTimedOut"},
      reason);
}

std::string_view word(Method method) {
  return word(std::array<std::string_view, 12>{"closeModalDialogs", "monitorAndCloseModalDialogs",
                                               "allowModalDialog", "withModalDialogAllowed-begins",
                                               "withModalDialogAllowed-ends", "syncDocuments",
                                               "saveProject", "waitForSmartMode", "assertNonModal",
                                               "isModal", "isSmartMode", "awaitProgress"},
              method);
}

std::string show_request(const Request& request) {
  const std::string_view defect =
      word(std::array<std::string_view, 4>{"", " UnknownMode", " FormerParameter", " BadTimeout"},
           request.defect);
  std::string text(mode_name(request.mode));
  if (request.mode == Mode::Raw) {
    const Options& raw = request.raw;
    const auto letter = [](bool set, char c) { return set ? c : '-'; };
    text += fmt::format(" {}{}{}{}{}", letter(raw.close_on_start, 'S'),
                        letter(raw.allow_at_gate, 'A'), letter(raw.close_while_running, 'R'),
                        letter(raw.sync_documents, 'D'), letter(raw.wait_smart, 'W'));
    text += raw.progress == ProgressAtGate::Refuse ? " progress=refuse" : " progress=tolerate";
    if (!raw.await_dispose) text += " await_dispose=false";
  }
  return fmt::format("{}{}{} timeout={}", text, defect, request.from_edt ? " from_edt" : "",
                     show(request.body_timeout));
}

std::string show_method(const MethodCalled& called) {
  std::string options;
  if (!called.method.await_dispose) options += " await_dispose=false";
  if (called.method.force) options += " force";
  if (called.method.project_only) options += " project_only";
  return fmt::format("MethodCalled{{#{} {}{}}}", called.call.value, word(called.method.method),
                     options);
}

std::string show_dialogs(const DialogList& dialogs) {
  std::string text;
  for (const DialogId dialog : dialogs) text += fmt::format(" d{}", dialog.value);
  return text;
}

std::string show_finish(const Finish& finish) {
  return fmt::format("Finish{{{} stage={} reason={} blocked_by={}}}", word(finish.verdict),
                     word(finish.stage), word(finish.reason), word(finish.blocked_by));
}

std::string show_warning(const Warn& warn) {
  if (warn.reason == Reason::None) return fmt::format("Warn{{{}}}", word(warn.warning));
  return fmt::format("Warn{{{} reason={}}}", word(warn.warning), word(warn.reason));
}

}  // namespace

std::string show(port::Duration duration) {
  return fmt::format("{}.{:03}s", duration.count() / 1000, duration.count() % 1000);
}

std::string show(port::Instant instant) { return show(instant.time_since_epoch()); }

std::string show(const Happening& happening) {
  const port::Overload text{
      [](const Called& e) { return fmt::format("Called{{{}}}", show_request(e.request)); },
      [](const ModalityRead& e) {
        return fmt::format("ModalityRead{{{} {}}}", word(e.operation), word(e.modality));
      },
      [](const DialogsListed& e) {
        return fmt::format("DialogsListed{{{}{}}}", word(e.operation), show_dialogs(e.dialogs));
      },
      [](const SmartRead& e) {
        return fmt::format("SmartRead{{{} {}}}", word(e.operation), e.smart ? "smart" : "dumb");
      },
      [](const CloseAnswered& e) {
        return fmt::format("CloseAnswered{{d{} {}}}", e.dialog.value, word(e.answer));
      },
      [](const WriteEnded&) { return std::string("WriteEnded"); },
      [](const SmartReached&) { return std::string("SmartReached"); },
      [](const TimerFired& e) { return fmt::format("TimerFired{{{}}}", word(e.timer)); },
      [](const MethodCalled& e) { return show_method(e); },
      [](const BodyReturned&) { return std::string("BodyReturned"); },
      [](const BodyThrew&) { return std::string("BodyThrew"); },
      [](const DialogOpened& e) {
        return fmt::format("DialogOpened{{d{}{}}}", e.dialog.value, e.modal ? "" : " non-modal");
      },
      [](const DialogDisposed& e) { return fmt::format("DialogDisposed{{d{}}}", e.dialog.value); },
      [](const ProgressStarted&) { return std::string("ProgressStarted"); },
      [](const ProgressEnded&) { return std::string("ProgressEnded"); },
      [](const IndexingStarted&) { return std::string("IndexingStarted"); },
      [](const IndexingEnded&) { return std::string("IndexingEnded"); },
      [](const ImportFinished&) { return std::string("ImportFinished"); },
  };
  return std::visit(text, happening);
}

std::string show(const Event& event) {
  return fmt::format("{} {}", show(event.at), show(event.what));
}

std::string show(const Command& command) {
  const port::Overload text{
      [](const ReadModality& c) { return fmt::format("ReadModality{{{}}}", word(c.operation)); },
      [](const ListDialogs& c) { return fmt::format("ListDialogs{{{}}}", word(c.operation)); },
      [](const ReadSmart& c) { return fmt::format("ReadSmart{{{}}}", word(c.operation)); },
      [](const CloseDialog& c) { return fmt::format("CloseDialog{{d{}}}", c.dialog.value); },
      [](const Commit& c) { return fmt::format("Commit{{{}}}", word(c.scope)); },
      [](const Save& c) { return fmt::format("Save{{{}}}", word(c.scope)); },
      [](const Refresh&) { return std::string("Refresh"); },
      [](const AwaitSmart&) { return std::string("AwaitSmart"); },
      [](const Cancel& c) { return fmt::format("Cancel{{{}}}", word(c.operation)); },
      [](const StartTimer& c) {
        return fmt::format("StartTimer{{{} {}}}", word(c.timer), show(c.after));
      },
      [](const StopTimer& c) { return fmt::format("StopTimer{{{}}}", word(c.timer)); },
      [](const Capture& c) {
        return fmt::format("Capture{{{} cause={}}}", word(c.artifact), word(c.cause));
      },
      [](const ScheduleRefresh&) { return std::string("ScheduleRefresh"); },
      [](const StartBody&) { return std::string("StartBody"); },
      [](const CancelBody&) { return std::string("CancelBody"); },
      [](const Return& c) { return fmt::format("Return{{#{} {}}}", c.call.value, c.value); },
      [](const Refuse& c) { return fmt::format("Refuse{{#{}}}", c.call.value); },
      [](const ReportDialog& c) {
        return fmt::format("ReportDialog{{d{} {}}}", c.dialog.value, word(c.outcome));
      },
      [](const ReportSmartWait& c) { return fmt::format("ReportSmartWait{{{}}}", show(c.waited)); },
      [](const ReportProgress& c) { return fmt::format("ReportProgress{{{}}}", show(c.waited)); },
      [](const Warn& c) { return show_warning(c); },
      [](const Finish& c) { return show_finish(c); },
  };
  return std::visit(text, command);
}

std::string show(std::span<const Command> commands) {
  std::string text;
  for (const Command& command : commands) {
    if (!text.empty()) text += ' ';
    text += show(command);
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace conformance::modality
