// Broken waits for smart mode (MOD-50 to MOD-57).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

void no_smart_dump(Turn& turn, Reason reason) {
  turn.pass();
  const auto* decision = turn.decision();
  if (decision != nullptr && decision->reason == reason) turn.skip(Artifact::ThreadDump);
}

constexpr Deviation smart_rows[]{
    {"smart_before_sync", "MOD-50 MOD-40", "", "waits for smart mode before the sync",
     [](Turn& turn) {
       auto& stage = turn.memory().stage;
       if (stage == 1 && turn.got<SmartReached>() != nullptr) {
         stage = 2;
         turn.ignore();
         return turn.add(ReadModality{OperationId::Main});
       }
       turn.pass();
       const bool both = turn.now().phase == Phase::PreFlight && turn.now().options.wait_smart;
       if (stage != 0 || !both || !turn.asks(Step::SyncAssert)) return;
       stage = 1;
       turn.take_back();
       turn.add(AwaitSmart{OperationId::Main});
     }},
    {"smart_under_modal", "MOD-50 MOD-57", "", "waits for smart mode although the gate read modal",
     [](Turn& turn) {
       const auto* read = turn.got<ModalityRead>();
       const Options& options = turn.was().options;
       const bool tolerated = options.allow_at_gate || options.progress == ProgressAtGate::Tolerate;
       const bool waits = turn.was().step == Step::GateRead && options.wait_smart &&
                          !options.sync_documents && tolerated;
       if (read == nullptr || !waits || read->modality == Modality::None) return turn.pass();
       turn.tell(ModalityRead{read->operation, Modality::None});
       if (turn.asks(Step::SmartAssert)) turn.answer(Modality::None);
     }},
    {"smart_without_assert", "MOD-51 MOD-104", "", "does not look before it waits",
     [](Turn& turn) { without_look(turn, Step::SmartAssert); }},
    {"smart_assert_without_dump", "MOD-51 MOD-104", "",
     "fails before the wait without a thread dump",
     [](Turn& turn) { no_smart_dump(turn, Reason::ModalBeforeSmart); }},
    {"smart_failure_says_gate", "MOD-51 MOD-52 MOD-56 MOD-73", "",
     "blames the gate for a wait that failed", changes_result([](Finish& finish) {
       if (finish.stage == Stage::Smart) finish.stage = Stage::Gate;
     })},
    {"smart_wait_unbounded", "MOD-52 MOD-91", "modality/unbounded_smart_wait",
     "waits for the end of indexing for ever", After{[](Turn& turn) {
       if (turn.asks(Step::SmartWait))
         turn.drop(StartTimer{Timer::Bound, turn.limits().smart_bound});
     }}},
    {"smart_timeout_without_dump", "MOD-52 MOD-104", "", "fails at the bound without a thread dump",
     [](Turn& turn) { no_smart_dump(turn, Reason::SmartTimedOut); }},
    {"smart_expiry_goes_on", "MOD-52 MOD-104", "", "goes on as if smart when the bound expires",
     [](Turn& turn) {
       if (!turn.fired(Timer::Bound) || turn.was().step != Step::SmartWait) return turn.pass();
       turn.add(Cancel{OperationId::Main});
       turn.add(StartTimer{Timer::Bound, turn.limits().smart_bound});
       turn.tell(SmartReached{OperationId::Main});
     }},
    {"smart_wait_unreported", "MOD-53", "", "does not say how long it waited",
     After{[](Turn& turn) { turn.drop<ReportSmartWait>(); }}},
    {"smart_wait_time_off", "MOD-53 MOD-104", "", "always says that it did not have to wait",
     After{[](Turn& turn) {
       if (turn.was().step != Step::SmartAfter) return;
       turn.change<ReportSmartWait>(
           [](ReportSmartWait& report) { report.waited = Duration::zero(); });
       turn.change<Return>([](Return& returned) { returned.value = 0; });
     }}},
    {"smart_must_last", "MOD-54", "modality/indexing_restarts",
     "fails when indexing starts again during the body",
     [](Turn& turn) {
       auto& waited = turn.memory().stage;
       if (turn.got<SmartReached>() != nullptr && turn.was().phase == Phase::PreFlight) waited = 1;
       turn.pass();
       const bool running = turn.now().phase == Phase::Body;
       if (waited == 0 || !running || turn.got<IndexingStarted>() == nullptr) return;
       waited = 0;
       turn.fail({Verdict::Failed, Stage::Smart, Reason::SmartTimedOut, Modality::None});
     }},
    {"smart_waits_for_import", "MOD-55", "modality/import_still_running",
     "waits for the build import as well",
     [](Turn& turn) {
       auto& [held, imported, dialog, value] = turn.memory();
       if (turn.got<ImportFinished>() != nullptr) imported = 1;
       if (turn.got<SmartReached>() != nullptr && imported == 0) {
         held = 1;
         return turn.ignore();
       }
       turn.pass();
       if (held == 0 || imported == 0) return;
       held = 0;
       turn.tell(SmartReached{OperationId::Main});
     }},
    {"no_look_after_smart", "MOD-56", "", "does not look again after the wait",
     [](Turn& turn) { without_look(turn, Step::SmartAfter); }},
    {"no_smart_skip_warning", "MOD-57 MOD-33", "", "skips the wait without a warning",
     After{[](Turn& turn) {
       turn.drop(Warn{Warning::SmartSkipped, Reason::None});
     }}},
    {"smart_skip_blames_sync", "MOD-57 MOD-33", "", "warns of the wrong step",
     changes([](Warn& warning) {
       if (warning.warning == Warning::SmartSkipped) warning.warning = Warning::SyncSkipped;
     })},
};

}  // namespace

std::span<const Deviation> smart_deviations() { return smart_rows; }

}  // namespace conformance::modality::mutation
