// The words of a result. What failed, what blocked it, and what its caller can do.
#include <fmt/core.h>

#include <string_view>

#include "engine/modality/engine.h"
#include "engine/modality/surface.h"

namespace engine::modality {

namespace {

std::string_view blocker_text(Modality modality) {
  switch (modality) {
    case Modality::None: return "nothing modal";
    case Modality::Progress: return "a progress without a dialog";
    case Modality::Dialog: return "a modal dialog";
  }
  return "";
}

// `{}` stands for what blocks.
fmt::string_view fault_text(Reason reason) {
  switch (reason) {
    case Reason::None: return "The script ran and returned.";
    case Reason::UnknownMode: return "The value of `modal` is not a mode.";
    case Reason::FormerParameter: return "A parameter that `modal` replaced was given.";
    case Reason::BadTimeout: return "The timeout is not a finite number of seconds above zero.";
    case Reason::CalledFromEdt: return "The call came from the event dispatch thread.";
    case Reason::DialogAtGate:
    case Reason::ProgressAtGate: return "The IDE is blocked by {}.";
    case Reason::ProgressOutlivedBudget:
      return "The IDE is still blocked by {} after all the time that a call may wait for it.";
    case Reason::ModalBeforeSync: return "Documents cannot be synced: the IDE is blocked by {}.";
    case Reason::ModalDuringSync: return "Syncing documents raised {}.";
    case Reason::SyncTimedOut: return "Syncing documents took too long and was cancelled.";
    case Reason::ModalBeforeSmart:
      return "Waiting for smart mode makes no sense: the IDE is blocked by {}.";
    case Reason::ModalAfterSmart: return "Smart mode was reached, but the IDE is blocked by {}.";
    case Reason::SmartTimedOut: return "Indexing took too long.";
    case Reason::ModalAsserted: return "assertNonModal() failed: the IDE is blocked by {}.";
    case Reason::DialogDuringBody: return "While the script ran, the IDE was blocked by {}.";
    case Reason::BodyThrew: return "The script threw an error.";
    case Reason::BodyTimedOut: return "The script ran into the timeout of the call.";
    case Reason::IdeNotResponding:
      return "The IDE's event thread does not answer: no dialog is known to be in the way.";
    case Reason::Cancelled: return "The caller has withdrawn.";
  }
  return "";
}

// Past a blocked gate, by mode (MOD-35).
std::string_view gate_text(Mode mode) {
  switch (mode) {
    case Mode::SmartNonModal:
      return "Deal with it in the IDE, or pass modal=unleashed to run under it.";
    case Mode::NonModal:
      return "Pass modal=smart_non_modal to have dialogs closed and progresses waited for, or "
             "modal=unleashed to run under it: the script can then call closeModalDialogs().";
    case Mode::Unleashed: return "Call closeModalDialogs() first.";
    case Mode::Raw: return "Close dialogs on start, or allow modal at the gate.";
  }
  return "";
}

std::string_view remedy_text(Mode mode, const Finish& finish) {
  switch (finish.reason) {
    case Reason::None: return "";
    case Reason::UnknownMode:
    case Reason::FormerParameter: return valid_modes_text;
    case Reason::BadTimeout: return "Pass such a number, or leave it out.";
    case Reason::CalledFromEdt: return "Call from a background thread.";
    case Reason::DialogAtGate:
    case Reason::ProgressAtGate:
    case Reason::ModalAsserted: return gate_text(mode);
    case Reason::ProgressOutlivedBudget:
      return "Retrying later can help; modal=unleashed runs under it.";
    case Reason::ModalBeforeSync:
    case Reason::ModalDuringSync:
    case Reason::ModalBeforeSmart:
    case Reason::ModalAfterSmart:
      // Under `unleashed` these are of a method that the script itself has called.
      return mode == Mode::Unleashed
                 ? "Deal with it in the IDE and retry, or call closeModalDialogs() first."
                 : "Deal with it in the IDE and retry, or pass modal=unleashed to run under it.";
    case Reason::SyncTimedOut:
    case Reason::SmartTimedOut:
      return mode == Mode::Unleashed ? "Retrying later can help."
                                     : "Retrying later can help; modal=unleashed runs without it.";
    case Reason::DialogDuringBody:
      return "What was closed is listed in this result. A script that opens a dialog of its own "
             "calls allowModalDialog() or withModalDialogAllowed { } first.";
    case Reason::BodyThrew: return "";
    case Reason::BodyTimedOut: return "Pass a longer `timeout`, or do less.";
    case Reason::IdeNotResponding:
      return "Retrying later can help; the thread dump shows what holds it.";
    case Reason::Cancelled: return "";
  }
  return "";
}

std::string fault_with(Reason reason, std::string_view blocker) {
  return fmt::vformat(fault_text(reason), fmt::make_format_args(blocker));
}

}  // namespace

std::string message(Mode mode, const Finish& finish) {
  std::string text = fault_with(finish.reason, blocker_text(finish.blocked_by));
  if (finish.verdict == Verdict::Ok) return text;
  const bool script_ran = finish.stage == Stage::Monitor || finish.stage == Stage::Body;
  if (!script_ran) text += " The script did not run.";
  if (const std::string_view remedy = remedy_text(mode, finish); !remedy.empty()) {
    text += ' ';
    text += remedy;
  }
  return fmt::format("{} [stage {}, modal={}]", text, word(finish.stage), word(mode));
}

std::string message(const Warn& warning) {
  switch (warning.warning) {
    case Warning::SyncSkipped:
      return "Documents were not synced before the script, since the IDE is modal: it may have "
             "seen old text.";
    case Warning::SmartSkipped:
      return "Smart mode was not waited for, since the IDE is modal: indexes may be incomplete.";
    case Warning::PostSyncSkipped:
      return "Documents were not synced after the script, since the IDE is modal now: its edits "
             "may not be on disk yet.";
    case Warning::PostSyncFailed:
      return "Syncing documents after the script failed, so its edits may not be on disk: " +
             fault_with(warning.reason, "a modal dialog or progress");
  }
  return "";
}

}  // namespace engine::modality
