// The words of a result. What failed, what blocked it, and what its caller can do.
#include <fmt/core.h>

#include <cstdint>
#include <span>
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

// What helps whom (MOD-35): of the rows for a reason the first whose place and mode are those of
// the failure. A method that failed is not mended by another mode: it would fail just so.
enum class Place : std::uint8_t { BeforeScript, InScript, Anywhere };
constexpr unsigned bit(Mode mode) { return 1u << static_cast<unsigned>(mode); }
constexpr unsigned any_mode = 15;
constexpr unsigned but_unleashed = any_mode & ~bit(Mode::Unleashed);

struct Advice {
  Reason reason;
  Place place;
  unsigned modes;
  std::string_view text;
};

constexpr std::string_view run_under_it =
    "Deal with it in the IDE and retry, or pass modal=unleashed to run under it.";
constexpr std::string_view run_without_it =
    "Retrying later can help; modal=unleashed runs without it.";
constexpr std::string_view retry_later = "Retrying later can help.";
constexpr std::string_view close_first = "Call closeModalDialogs() first.";
constexpr std::string_view close_and_retry =
    "Deal with it in the IDE and retry, or call closeModalDialogs() first.";

// clang-format off
constexpr Advice advice[] = {
  {Reason::UnknownMode,            Place::Anywhere,     any_mode,
   valid_modes_text},
  {Reason::FormerParameter,        Place::Anywhere,     any_mode,
   valid_modes_text},
  {Reason::BadTimeout,             Place::Anywhere,     any_mode,
   "Pass such a number, or leave it out."},
  {Reason::CalledFromEdt,          Place::Anywhere,     any_mode,
   "Call from a background thread."},
  {Reason::DialogAtGate,           Place::InScript,     any_mode,                  close_first},
  {Reason::DialogAtGate,           Place::Anywhere,     bit(Mode::SmartNonModal),
   "Deal with it in the IDE, or pass modal=unleashed to run under it."},
  {Reason::DialogAtGate,           Place::Anywhere,     bit(Mode::NonModal),
   "Pass modal=smart_non_modal to have dialogs closed and progresses waited for, or "
   "modal=unleashed to run under it: the script can then call closeModalDialogs()."},
  {Reason::DialogAtGate,           Place::Anywhere,     bit(Mode::Unleashed),      close_first},
  {Reason::DialogAtGate,           Place::Anywhere,     bit(Mode::Raw),
   "Close dialogs on start, or allow modal at the gate."},
  {Reason::ProgressAtGate,         Place::Anywhere,     bit(Mode::NonModal),
   "Retrying later can help; pass modal=smart_non_modal to have it waited for, or modal=unleashed "
   "to run under it."},
  {Reason::ProgressAtGate,         Place::Anywhere,     but_unleashed,
   "Retrying later can help; modal=unleashed runs under it."},
  {Reason::ProgressAtGate,         Place::Anywhere,     any_mode,                  retry_later},
  {Reason::ModalAsserted,          Place::Anywhere,     any_mode,
   "Call closeModalDialogs() before assertNonModal(), or deal with it in the IDE and retry."},
  {Reason::ProgressOutlivedBudget, Place::BeforeScript, but_unleashed,
   "Retrying later can help; modal=unleashed runs under it."},
  {Reason::ProgressOutlivedBudget, Place::Anywhere,     any_mode,                  retry_later},
  {Reason::ModalBeforeSync,        Place::BeforeScript, but_unleashed,             run_under_it},
  {Reason::ModalBeforeSync,        Place::Anywhere,     any_mode,
   "Deal with it in the IDE and retry, or call closeModalDialogs() first; syncDocuments(force) "
   "saves under a dialog."},
  {Reason::ModalDuringSync,        Place::BeforeScript, but_unleashed,             run_under_it},
  {Reason::ModalDuringSync,        Place::Anywhere,     any_mode,
   "Answer it in the IDE and retry, or call closeModalDialogs() and sync again."},
  {Reason::ModalBeforeSmart,       Place::BeforeScript, but_unleashed,             run_under_it},
  {Reason::ModalBeforeSmart,       Place::Anywhere,     any_mode,                  close_and_retry},
  {Reason::ModalAfterSmart,        Place::BeforeScript, but_unleashed,             run_under_it},
  {Reason::ModalAfterSmart,        Place::Anywhere,     any_mode,                  close_and_retry},
  {Reason::SyncTimedOut,           Place::BeforeScript, but_unleashed,             run_without_it},
  {Reason::SyncTimedOut,           Place::Anywhere,     any_mode,                  retry_later},
  {Reason::SmartTimedOut,          Place::BeforeScript, but_unleashed,             run_without_it},
  {Reason::SmartTimedOut,          Place::Anywhere,     any_mode,                  retry_later},
  {Reason::DialogDuringBody,       Place::Anywhere,     any_mode,
   "What was closed is listed in this result. A script that opens a dialog of its own calls "
   "allowModalDialog() or withModalDialogAllowed { } first."},
  {Reason::BodyTimedOut,           Place::Anywhere,     any_mode,
   "Pass a longer `timeout`, or do less."},
  {Reason::IdeNotResponding,       Place::Anywhere,     any_mode,
   "Retrying later can help; the thread dump shows what holds it."},
};
// clang-format on

std::string_view remedy_text(Mode mode, const Finish& finish) {
  const auto place = finish.stage == Stage::Body ? Place::InScript : Place::BeforeScript;
  for (const auto& row : advice)
    if (row.reason == finish.reason && (row.modes & bit(mode)) != 0 &&
        (row.place == place || row.place == Place::Anywhere))
      return row.text;
  return "";
}

// A caller finds them without asking the IDE again (MOD-74).
std::string listed(const Finish& finish, std::span<const Capture> kept) {
  if (finish.artifacts == 0) return "";
  if (kept.empty()) return fmt::format(" Artifacts in this result: {}.", finish.artifacts);
  std::string out;
  for (const auto& each : kept)
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", word(each.artifact), word(each.cause));
  return fmt::format(" In this result, in this order: {}.", out);
}

std::string fault_with(Reason reason, std::string_view blocker) {
  return fmt::vformat(fault_text(reason), fmt::make_format_args(blocker));
}

}  // namespace

std::string message(Mode mode, const Finish& finish, std::span<const Capture> kept) {
  std::string text = fault_with(finish.reason, blocker_text(finish.blocked_by));
  if (finish.verdict == Verdict::Ok) return text;
  const bool script_ran = finish.stage == Stage::Monitor || finish.stage == Stage::Body;
  if (!script_ran) text += " The script did not run.";
  if (const std::string_view remedy = remedy_text(mode, finish); !remedy.empty()) {
    text += ' ';
    text += remedy;
  }
  text += listed(finish, kept);
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
