// Broken syncs (MOD-40 to MOD-45, MOD-107, MOD-108).
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

void without_write(Turn& turn, Step step) {
  turn.pass();
  if (turn.asks(step)) turn.answer_written();
}

void overlook(Turn& turn, Modality overlooked) {
  const auto* read = turn.got<ModalityRead>();
  if (read == nullptr || !is_later_look(turn.was().step) || read->modality != overlooked)
    return turn.pass();
  turn.tell(ModalityRead{read->operation, Modality::None});
}

constexpr Deviation sync_rows[]{
    {"sync_without_commit", "MOD-46", "modality/stale_read_after_ok",
     "saves documents without committing them",
     [](Turn& turn) { without_write(turn, Step::SyncCommit); }},
    {"sync_without_save", "MOD-46 MOD-85", "", "commits documents without saving them",
     [](Turn& turn) { without_write(turn, Step::SyncSave); }},
    {"sync_without_refresh", "MOD-40 MOD-103", "", "does not refresh the VFS",
     [](Turn& turn) { without_write(turn, Step::SyncRefresh); }},
    {"clean_save_asks", "MOD-47", "modality/clean_save_asks", "saves clean documents as well",
     changes([](Save& save) { save.extent = Extent::All; })},
    {"commit_of_project_alone", "MOD-46", "", "commits the project's documents alone",
     changes([](Commit& commit) { commit.scope = Scope::Project; })},
    {"refresh_of_settings_alone", "MOD-46", "", "refreshes the project's settings alone",
     changes([](Refresh& refresh) { refresh.scope = Scope::Settings; })},
    {"project_refreshes_all", "MOD-48", "", "refreshes everything in syncDocuments(projectOnly)",
     changes([](Refresh& refresh) { refresh.scope = Scope::All; })},
    {"sync_saves_before_commit", "MOD-40 MOD-103", "", "saves first and commits then",
     After{[](Turn& turn) {
       for (Command& command : turn.out()) {
         const auto* commit = std::get_if<Commit>(&command);
         const auto* save = std::get_if<Save>(&command);
         if (commit != nullptr && turn.now().step == Step::SyncCommit) {
           command = Save{commit->operation, commit->scope};
         } else if (save != nullptr && turn.now().step == Step::SyncSave) {
           command = Commit{save->operation, save->scope};
         }
       }
     }}},
    {"sync_refresh_not_awaited", "MOD-40 MOD-84 MOD-103", "",
     "schedules the refresh instead of awaiting it", After{[](Turn& turn) {
       if (!turn.asks(Step::SyncRefresh)) return;
       turn.take_back();
       turn.add(ScheduleRefresh{});
       turn.tell(WriteEnded{OperationId::Main});
     }}},
    {"sync_without_assert", "MOD-41 MOD-103", "", "does not look before it syncs",
     [](Turn& turn) { without_look(turn, Step::SyncAssert); }},
    {"sync_assert_without_dump", "MOD-41 MOD-103", "",
     "fails before the sync without a thread dump",
     [](Turn& turn) { no_sync_dump(turn, Reason::ModalBeforeSync); }},
    {"sync_failure_says_gate", "MOD-41 MOD-43 MOD-73 MOD-42", "",
     "blames the gate for a sync that failed", changes_result([](Finish& finish) {
       if (finish.stage == Stage::Sync) finish.stage = Stage::Gate;
     })},
    {"sync_unbounded", "MOD-42 MOD-107 MOD-91", "modality/unbounded_sync",
     "waits for withheld work for ever", After{[](Turn& turn) {
       if (turn.asks(Step::SyncAssert) || turn.asks(Step::SettingsAssert) ||
           turn.asks(Step::ForcedSave))
         turn.drop(StartTimer{Timer::Bound, turn.limits().sync_bound});
     }}},
    {"bound_per_operation", "MOD-42 MOD-107", "", "bounds commit, save and refresh one by one",
     After{[](Turn& turn) {
       if (turn.asks(Step::SyncSave) || turn.asks(Step::SyncRefresh) ||
           turn.asks(Step::ForcedRefresh))
         turn.add(StartTimer{Timer::Bound, turn.limits().sync_bound});
     }}},
    {"withheld_not_cancelled", "MOD-42", "",
     "leaves the withheld operation behind when the bound expires", After{[](Turn& turn) {
       if (sync_failed_for(turn, Reason::SyncTimedOut)) turn.drop(Cancel{OperationId::Main});
     }}},
    {"sync_timeout_without_dump", "MOD-42", "", "fails at the bound without a thread dump",
     [](Turn& turn) { no_sync_dump(turn, Reason::SyncTimedOut); }},
    {"sync_expiry_goes_on", "MOD-42 MOD-107", "", "skips the operation that ran into the bound",
     [](Turn& turn) {
       if (!turn.fired(Timer::Bound) || !is_write(turn.was().step)) return turn.pass();
       turn.add(Cancel{OperationId::Main});
       turn.add(StartTimer{Timer::Bound, turn.limits().sync_bound});
       turn.tell(WriteEnded{OperationId::Main});
     }},
    {"sync_looks_once", "MOD-43", "modality/sync_opens_dialog", "looks before the sync only",
     After{[](Turn& turn) {
       if (is_later_look(turn.now().step) && turn.asks(turn.now().step))
         turn.answer(Modality::None);
     }}},
    {"no_look_after_commit", "MOD-43", "", "does not look after the commit",
     [](Turn& turn) { without_look(turn, Step::SyncAfterCommit); }},
    {"no_look_after_save", "MOD-43", "", "does not look after the save",
     [](Turn& turn) { without_look(turn, Step::SyncAfterSave); }},
    {"no_look_after_refresh", "MOD-43", "", "does not look after the refresh",
     [](Turn& turn) { without_look(turn, Step::SyncAfterRefresh); }},
    {"sync_tolerates_progress", "MOD-43 MOD-45", "",
     "goes on under a progress that the sync raised",
     [](Turn& turn) { overlook(turn, Modality::Progress); }},
    {"sync_goes_on_under_dialog", "MOD-43 MOD-45", "",
     "starts the next operation although it saw a dialog",
     [](Turn& turn) { overlook(turn, Modality::Dialog); }},
    {"modal_in_sync_without_dump", "MOD-43", "",
     "fails over a modal in the sync without a thread dump",
     [](Turn& turn) { no_sync_dump(turn, Reason::ModalDuringSync); }},
    {"no_sync_skip_warning", "MOD-44 MOD-33", "", "skips the sync without a warning",
     After{[](Turn& turn) {
       turn.drop(Warn{Warning::SyncSkipped, Reason::None});
     }}},
    {"sync_skip_warned_twice", "MOD-44 MOD-33", "", "warns twice of a skipped sync",
     After{[](Turn& turn) {
       const Warn warning{Warning::SyncSkipped, Reason::None};
       if (turn.has(Command{warning})) turn.add_first(warning);
     }}},
    {"sync_under_modal", "MOD-45 MOD-40 MOD-44", "", "syncs although the gate read modal",
     [](Turn& turn) {
       auto& forced = turn.memory().stage;
       const auto* read = turn.got<ModalityRead>();
       const State& was = turn.was();
       const bool tolerated =
           was.options.allow_at_gate || was.options.progress == ProgressAtGate::Tolerate;
       if (read != nullptr && was.step == Step::GateRead && was.options.sync_documents &&
           tolerated && read->modality != Modality::None) {
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
     }},
};

}  // namespace

std::span<const Deviation> sync_deviations() { return sync_rows; }

}  // namespace conformance::modality::mutation
