// Broken syncs (MOD-40 to MOD-45, MOD-107, MOD-108).
#include <array>

#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

bool in_sync(Step step) { return step >= Step::SyncAssert && step <= Step::SyncAfterRefresh; }

bool is_write(Step step) {
  return step == Step::SyncCommit || step == Step::SyncSave || step == Step::SyncRefresh ||
         step == Step::ForcedSave || step == Step::ForcedRefresh;
}

bool is_later_look(Step step) {
  return step == Step::SyncAfterCommit || step == Step::SyncAfterSave ||
         step == Step::SyncAfterRefresh || step == Step::SettingsAfterSave;
}

// Whether this step failed the run, or the post-flight, for that reason.
bool sync_failed_for(Turn& turn, Reason reason) {
  const auto* decision = turn.decision();
  bool failed = decision != nullptr && decision->reason == reason;
  turn.change<Warn>([&](Warn& warning) { failed = failed || warning.reason == reason; });
  return failed;
}

void no_sync_dump(Turn& turn, Reason reason) {
  turn.pass();
  if (sync_failed_for(turn, reason)) turn.skip(Artifact::ThreadDump);
}
void sync_assert_without_dump(Turn& turn) { no_sync_dump(turn, Reason::ModalBeforeSync); }
void modal_in_sync_without_dump(Turn& turn) { no_sync_dump(turn, Reason::ModalDuringSync); }
void sync_timeout_without_dump(Turn& turn) { no_sync_dump(turn, Reason::SyncTimedOut); }

void without_write(Turn& turn, Step step) {
  turn.pass();
  if (turn.asks(step)) turn.answer_written();
}
void sync_without_commit(Turn& turn) { without_write(turn, Step::SyncCommit); }
void sync_without_save(Turn& turn) { without_write(turn, Step::SyncSave); }
void sync_without_refresh(Turn& turn) { without_write(turn, Step::SyncRefresh); }

void sync_saves_before_commit(Turn& turn) {
  turn.pass();
  for (Command& command : turn.out()) {
    const auto* commit = std::get_if<Commit>(&command);
    const auto* save = std::get_if<Save>(&command);
    if (commit != nullptr && turn.now().step == Step::SyncCommit) {
      command = Save{commit->operation, commit->scope};
    } else if (save != nullptr && turn.now().step == Step::SyncSave) {
      command = Commit{save->operation, save->scope};
    }
  }
}

void clean_save_asks(Turn& turn) {
  turn.pass();
  turn.change<Save>([](Save& save) { save.extent = Extent::All; });
}

void commit_of_project_alone(Turn& turn) {
  turn.pass();
  turn.change<Commit>([](Commit& commit) { commit.scope = Scope::Project; });
}

void refresh_of_settings_alone(Turn& turn) {
  turn.pass();
  turn.change<Refresh>([](Refresh& refresh) { refresh.scope = Scope::Settings; });
}

void project_refreshes_all(Turn& turn) {
  turn.pass();
  turn.change<Refresh>([](Refresh& refresh) { refresh.scope = Scope::All; });
}

void sync_refresh_not_awaited(Turn& turn) {
  turn.pass();
  if (!turn.asks(Step::SyncRefresh)) return;
  turn.take_back();
  turn.add(ScheduleRefresh{});
  turn.tell(WriteEnded{OperationId::Main});
}

void sync_without_assert(Turn& turn) { without_look(turn, Step::SyncAssert); }
void no_look_after_commit(Turn& turn) { without_look(turn, Step::SyncAfterCommit); }
void no_look_after_save(Turn& turn) { without_look(turn, Step::SyncAfterSave); }
void no_look_after_refresh(Turn& turn) { without_look(turn, Step::SyncAfterRefresh); }

void sync_looks_once(Turn& turn) {
  turn.pass();
  if (is_later_look(turn.now().step) && turn.asks(turn.now().step)) turn.answer(Modality::None);
}

void overlook(Turn& turn, Modality overlooked) {
  const auto* read = turn.got<ModalityRead>();
  if (read == nullptr || !is_later_look(turn.was().step) || read->modality != overlooked)
    return turn.pass();
  turn.tell(ModalityRead{read->operation, Modality::None});
}
void sync_tolerates_progress(Turn& turn) { overlook(turn, Modality::Progress); }
void sync_goes_on_under_dialog(Turn& turn) { overlook(turn, Modality::Dialog); }

void sync_failure_says_gate(Turn& turn) {
  turn.pass();
  turn.change_result([](Finish& finish) {
    if (finish.stage == Stage::Sync) finish.stage = Stage::Gate;
  });
}

void sync_unbounded(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::SyncAssert) || turn.asks(Step::SettingsAssert) || turn.asks(Step::ForcedSave))
    turn.drop(StartTimer{Timer::Bound, turn.limits().sync_bound});
}

void bound_per_operation(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::SyncSave) || turn.asks(Step::SyncRefresh) || turn.asks(Step::ForcedRefresh))
    turn.add(StartTimer{Timer::Bound, turn.limits().sync_bound});
}

void withheld_not_cancelled(Turn& turn) {
  turn.pass();
  if (sync_failed_for(turn, Reason::SyncTimedOut)) turn.drop(Cancel{OperationId::Main});
}

void sync_expiry_goes_on(Turn& turn) {
  if (!turn.fired(Timer::Bound) || !is_write(turn.was().step)) return turn.pass();
  turn.add(Cancel{OperationId::Main});
  turn.add(StartTimer{Timer::Bound, turn.limits().sync_bound});
  turn.tell(WriteEnded{OperationId::Main});
}

void no_sync_skip_warning(Turn& turn) {
  turn.pass();
  turn.drop(Warn{Warning::SyncSkipped, Reason::None});
}

void sync_skip_warned_twice(Turn& turn) {
  turn.pass();
  const Warn warning{Warning::SyncSkipped, Reason::None};
  if (turn.has(Command{warning})) turn.add_first(warning);
}

void sync_under_modal(Turn& turn) {
  auto& forced = turn.memory().stage;
  const auto* read = turn.got<ModalityRead>();
  const State& was = turn.was();
  const bool tolerated =
      was.options.allow_at_gate || was.options.progress == ProgressAtGate::Tolerate;
  if (read != nullptr && was.step == Step::GateRead && was.options.sync_documents && tolerated &&
      read->modality != Modality::None) {
    forced = 1;
    turn.tell(ModalityRead{read->operation, Modality::None});
  } else {
    turn.pass();
  }
  if (forced == 0) return;
  if (!in_sync(turn.now().step)) {
    forced = 0;
  } else if (turn.asks(Step::SyncAssert) || is_later_look(turn.now().step)) {
    turn.answer(Modality::None);
  }
}

// clang-format off
constexpr std::array sync_rows{
  Deviation{"sync_without_commit", "MOD-46", "modality/stale_read_after_ok",
            "saves documents without committing them", sync_without_commit},
  Deviation{"sync_without_save", "MOD-46 MOD-85", "",
            "commits documents without saving them", sync_without_save},
  Deviation{"sync_without_refresh", "MOD-40 MOD-103", "",
            "does not refresh the VFS", sync_without_refresh},
  Deviation{"clean_save_asks", "MOD-47", "modality/clean_save_asks",
            "saves clean documents as well", clean_save_asks},
  Deviation{"commit_of_project_alone", "MOD-46", "",
            "commits the project's documents alone", commit_of_project_alone},
  Deviation{"refresh_of_settings_alone", "MOD-46", "",
            "refreshes the project's settings alone", refresh_of_settings_alone},
  Deviation{"project_refreshes_all", "MOD-48", "",
            "refreshes everything in syncDocuments(projectOnly)", project_refreshes_all},
  Deviation{"sync_saves_before_commit", "MOD-40 MOD-103", "",
            "saves first and commits then", sync_saves_before_commit},
  Deviation{"sync_refresh_not_awaited", "MOD-40 MOD-84 MOD-103", "",
            "schedules the refresh instead of awaiting it", sync_refresh_not_awaited},
  Deviation{"sync_without_assert", "MOD-41 MOD-103", "",
            "does not look before it syncs", sync_without_assert},
  Deviation{"sync_assert_without_dump", "MOD-41 MOD-103", "",
            "fails before the sync without a thread dump", sync_assert_without_dump},
  Deviation{"sync_failure_says_gate", "MOD-41 MOD-43 MOD-73 MOD-42", "",
            "blames the gate for a sync that failed", sync_failure_says_gate},
  Deviation{"sync_unbounded", "MOD-42 MOD-107 MOD-91", "modality/unbounded_sync",
            "waits for withheld work for ever", sync_unbounded},
  Deviation{"bound_per_operation", "MOD-42 MOD-107", "",
            "bounds commit, save and refresh one by one", bound_per_operation},
  Deviation{"withheld_not_cancelled", "MOD-42", "",
            "leaves the withheld operation behind when the bound expires",
            withheld_not_cancelled},
  Deviation{"sync_timeout_without_dump", "MOD-42", "",
            "fails at the bound without a thread dump", sync_timeout_without_dump},
  Deviation{"sync_expiry_goes_on", "MOD-42 MOD-107", "",
            "skips the operation that ran into the bound", sync_expiry_goes_on},
  Deviation{"sync_looks_once", "MOD-43", "modality/sync_opens_dialog",
            "looks before the sync only", sync_looks_once},
  Deviation{"no_look_after_commit", "MOD-43", "",
            "does not look after the commit", no_look_after_commit},
  Deviation{"no_look_after_save", "MOD-43", "",
            "does not look after the save", no_look_after_save},
  Deviation{"no_look_after_refresh", "MOD-43", "",
            "does not look after the refresh", no_look_after_refresh},
  Deviation{"sync_tolerates_progress", "MOD-43 MOD-45", "",
            "goes on under a progress that the sync raised", sync_tolerates_progress},
  Deviation{"sync_goes_on_under_dialog", "MOD-43 MOD-45", "",
            "starts the next operation although it saw a dialog", sync_goes_on_under_dialog},
  Deviation{"modal_in_sync_without_dump", "MOD-43", "",
            "fails over a modal in the sync without a thread dump", modal_in_sync_without_dump},
  Deviation{"no_sync_skip_warning", "MOD-44 MOD-33", "",
            "skips the sync without a warning", no_sync_skip_warning},
  Deviation{"sync_skip_warned_twice", "MOD-44 MOD-33", "",
            "warns twice of a skipped sync", sync_skip_warned_twice},
  Deviation{"sync_under_modal", "MOD-45 MOD-40 MOD-44", "",
            "syncs although the gate read modal", sync_under_modal},
};
// clang-format on

}  // namespace

std::span<const Deviation> sync_deviations() { return sync_rows; }

}  // namespace conformance::modality::mutation
