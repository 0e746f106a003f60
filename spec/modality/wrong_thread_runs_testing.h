// Of the rules on looks that take time and on callers who leave: runs that break them, and right
// ones.
#pragma once
#include <vector>

#include "modality/wrong_runs_testing.h"

namespace spec::modality {

inline const Command looks_at = ReadModality{OperationId::Main};
inline const Command monitor_lists = ListDialogs{OperationId::Monitor};
inline const Command cancel_tick = Cancel{OperationId::Monitor};
inline const Happening sees_none = ModalityRead{OperationId::Main, Modality::None};
inline const Happening tick_sees_none = DialogsListed{OperationId::Monitor, {}};
inline Happening tick_sees(std::uint8_t id) {
  DialogsListed out{OperationId::Monitor, {}};
  out.dialogs.push_back({id});
  return out;
}
inline const Happening withdraws = Cancelled{};
inline constexpr auto silent = Reason::IdeNotResponding;

inline Story silence_at_the_gate() { return begins(Mode::NonModal) + Story{looks_at, pass(1'600)}; }
inline const Story silence_ends{decide(Stage::Gate, silent), cancel, thread_dump(Stage::Gate),
                                schedule, failed(Stage::Gate, silent)};
inline Command no_retry(Stage stage, Reason reason) {
  return Finish{Verdict::Failed, stage, reason, Modality::None};
}
inline Story leaves(Stage stage) { return {withdraws, decide(stage, Reason::Cancelled)}; }
inline Story left(Stage stage) { return {failed(stage, Reason::Cancelled)}; }
inline Story one_at_gate_decided() {
  return one_shows(plain) + Story{decide(Stage::Gate, Reason::DialogAtGate)};
}

// Asked in time, and answered when a note is overdue: it comes with the next poll.
inline const Happening sees_progress = ModalityRead{OperationId::Main, progress};
inline const Story late_look{pass(900), looks_at, pass(700), sees_progress};
inline const Story late_note{pass(500), note(2'100), pass(150), looks_at, pass(300), sees_progress};

inline std::vector<Wrong> look_runs() {
  const Story asks = begins(syncing) + Story{commit, opened(1)};
  const Story ticks = starts(watched) + Story{pass(750), monitor_lists};
  const Story long_ticks{
      Called{{.mode = Mode::Raw, .raw = watched, .body_timeout = Duration{9'000}}}, schedule, start,
      pass(750), monitor_lists};
  return {
      {"MOD-49", "WaitsOnUnderAQuestion", asks + Story{pass(501)},
       asks + Story{pass(500), decide(Stage::Sync, Reason::ModalDuringSync), cancel,
                    shot(Stage::Sync), thread_dump(Stage::Sync), schedule,
                    failed(Stage::Sync, Reason::ModalDuringSync, dialog)}},
      {"MOD-23", "NoNoteThoughALateLookWasAnswered", frozen() + late_look + Story{pass(501)},
       frozen() + late_look + late_note + gate_fails(Reason::ProgressOutlivedBudget, progress)},
      {"MOD-94", "ALookIsWaitedForForEver", silence_at_the_gate() + Story{pass(1)},
       silence_at_the_gate() + silence_ends},
      {"MOD-94", "ALookIsGivenUpEarly",
       begins(Mode::NonModal) + Story{looks_at, pass(1'599), decide(Stage::Gate, silent)},
       begins(Mode::NonModal) + Story{looks_at, pass(1'599), sees_none, start, returned} + ends},
      {"MOD-94", "AnotherStepIsBlamed", silence_at_the_gate() + Story{decide(Stage::Smart, silent)},
       begins(smartening) + Story{looks_at, pass(1'600), decide(Stage::Smart, silent), cancel,
                                  thread_dump(Stage::Smart), schedule,
                                  failed(Stage::Smart, silent)}},
      {"MOD-94", "AScreenshotIsWanted",
       silence_at_the_gate() + Story{decide(Stage::Gate, silent), cancel, shot(Stage::Gate)},
       silence_at_the_gate() + silence_ends},
      {"MOD-94", "NoThreadDump",
       silence_at_the_gate() + Story{decide(Stage::Gate, silent), cancel, schedule},
       silence_at_the_gate() + silence_ends},
      {"MOD-94", "TheLookIsLeftBehind",
       silence_at_the_gate() +
           Story{decide(Stage::Gate, silent), thread_dump(Stage::Gate), schedule},
       silence_at_the_gate() + silence_ends},
      {"MOD-114", "ASilenceIsNotCalledWorthATry",
       silence_at_the_gate() + Story{decide(Stage::Gate, silent), cancel, thread_dump(Stage::Gate),
                                     schedule, no_retry(Stage::Gate, silent)},
       silence_at_the_gate() + silence_ends},
      {"MOD-94", "TheMonitorWaitsForEver", long_ticks + Story{pass(2'351)},
       long_ticks + Story{pass(2'250), cancel_tick, monitor_lists, tick_sees_none, returned} +
           ends},
      {"MOD-95", "TheMonitorAsksTwice", ticks + Story{pass(750), monitor_lists},
       ticks + Story{pass(750), pass(100), tick_sees_none, returned} + ends},
      {"MOD-61", "ALateAnswerIsIgnored", ticks + Story{pass(100), opened(1), tick_sees(1), pass(1)},
       ticks + Story{pass(100), opened(1), tick_sees(1)} + trip_ends},
      {"MOD-61", "WhatALookShowsIsIgnored",
       starts(watched) + Story{opened(1), pass(750), monitor_lists, tick_sees(1), pass(1)},
       starts(watched) + Story{opened(1), pass(750), monitor_lists, tick_sees(1)} + trip_ends},
      {"MOD-60", "ALookBeforeTheDialogIsTheLast",
       starts(watched) + Story{pass(750), monitor_lists, tick_sees_none, opened(1), pass(751)},
       starts(watched) + Story{pass(750), monitor_lists, tick_sees_none, opened(1), pass(750)} +
           trip_ends},
  };
}

inline std::vector<Wrong> close_runs() {
  const Story asks_to_close = Story{opened(1)} + begins({.close_on_start = true}) +
                              Story{thread_dump(Stage::Sweep), shot(Stage::Sweep), close(1)};
  return {
      {"MOD-94", "ACloseIsTakenForLostEarly",
       asks_to_close + Story{pass(1'599), decide(Stage::Sweep, silent)},
       asks_to_close + Story{pass(1'600), decide(Stage::Sweep, silent), cancel,
                             thread_dump(Stage::Sweep), report(1, Outcome::Pending), schedule,
                             failed(Stage::Sweep, silent)}},
      {"MOD-91", "ACloseIsWaitedForForEver", asks_to_close + Story{pass(1'601)},
       asks_to_close + Story{pass(1'250), cancel, report(1, Outcome::Pending)} +
           gate_fails(Reason::DialogAtGate, dialog)},
      {"MOD-34", "ANonModalDialogTripsTheMonitor",
       starts(watched) + Story{DialogOpened{{1}, false}, pass(750),
                               decide(Stage::Monitor, Reason::DialogDuringBody)},
       starts(watched) + Story{DialogOpened{{1}, false}, pass(750)} + return_ends},
  };
}

inline std::vector<Wrong> withdrawal_runs() {
  const Story gate = begins(Mode::NonModal);
  const Story gate_left = gate + leaves(Stage::Gate) + left(Stage::Gate);
  const Story body_left =
      unleashes() + leaves(Stage::Body) + Story{cancel_body} + left(Stage::Body);
  return {
      {"MOD-110", "GoesOnForNobody", gate + Story{withdraws, start}, gate_left},
      {"MOD-110", "HearsNothing", gate + Story{withdraws, pass(1)}, gate_left},
      {"MOD-110", "SaysThatItTookTooLong",
       unleashes() + Story{withdraws, decide(Stage::Body, Reason::BodyTimedOut)}, body_left},
      {"MOD-110", "NobodyHasLeft", unleashes() + Story{decide(Stage::Body, Reason::Cancelled)},
       body_left},
      {"MOD-110", "TheScriptRunsOn", unleashes() + leaves(Stage::Body) + left(Stage::Body),
       body_left},
      {"MOD-110", "TheScriptIsCancelledLater", unleashes() + leaves(Stage::Body) + Story{pass(1)},
       body_left},
      {"MOD-110", "CapturesForNobody",
       unleashes() + leaves(Stage::Body) + Story{cancel_body, thread_dump(Stage::Body)}, body_left},
      {"MOD-111", "ALateWithdrawalOverturns",
       one_at_gate_decided() + Story{withdraws, shot(Stage::Gate), thread_dump(Stage::Gate),
                                     schedule, failed(Stage::Gate, Reason::Cancelled, dialog)},
       one_at_gate_decided() + Story{withdraws, shot(Stage::Gate), thread_dump(Stage::Gate),
                                     schedule, failed(Stage::Gate, Reason::DialogAtGate, dialog)}},
  };
}

}  // namespace spec::modality
