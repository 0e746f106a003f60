// Broken context methods (MOD-04, MOD-100 to MOD-109).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

void skip(Turn& turn, Method method) {
  if (turn.called(method) != nullptr && turn.was().step == Step::None) return turn.skip_method();
  turn.pass();
}

template <class Change>
void rewrite(Turn& turn, Method method, Change change) {
  const auto* called = turn.called(method);
  if (called == nullptr) return turn.pass();
  MethodCalled other = *called;
  change(other.method);
  turn.tell(other);
}

// A method that was called while another one was under way.
const MethodCalled* second_call(const Turn& turn) {
  const bool busy = turn.was().phase == Phase::Body && turn.was().step != Step::None;
  return busy ? turn.got<MethodCalled>() : nullptr;
}

// A method under way in the body reads this; null for any other event.
const ModalityRead* read_in(const Turn& turn, Step step) {
  return turn.was().step == step ? turn.got<ModalityRead>() : nullptr;
}

void overlook_progress(Turn& turn, Step step) {
  const auto* read = read_in(turn, step);
  if (read == nullptr || read->modality != Modality::Progress) return turn.pass();
  turn.tell(ModalityRead{read->operation, Modality::None});
}

void assert_without(Turn& turn, Artifact artifact) {
  turn.pass();
  const auto* decision = turn.decision();
  if (decision != nullptr && decision->reason == Reason::ModalAsserted) turn.skip(artifact);
}

constexpr Deviation method_rows[]{
    {"await_progress_skipped", "MOD-04 MOD-20", "",
     "does not wait out a progress when the body asks it to",
     [](Turn& turn) { skip(turn, Method::AwaitProgress); }},
    {"close_method_skipped", "MOD-100 MOD-10 MOD-04", "", "does nothing in closeModalDialogs",
     [](Turn& turn) { skip(turn, Method::CloseModalDialogs); }},
    {"close_method_no_wait", "MOD-12 MOD-100", "",
     "does not wait for disposals in closeModalDialogs",
     [](Turn& turn) {
       rewrite(turn, Method::CloseModalDialogs,
               [](MethodCall& call) { call.await_dispose = false; });
     }},
    {"monitor_method_skipped", "MOD-101", "", "does nothing in monitorAndCloseModalDialogs",
     [](Turn& turn) { skip(turn, Method::MonitorAndCloseModalDialogs); }},
    {"sync_method_skipped", "MOD-103 MOD-107 MOD-108", "", "does nothing in syncDocuments",
     [](Turn& turn) { skip(turn, Method::SyncDocuments); }},
    {"sync_failure_returned", "MOD-103 MOD-41 MOD-71", "",
     "lets the script go on after a sync that failed",
     [](Turn& turn) {
       const auto* read = turn.got<ModalityRead>();
       const bool modal = read != nullptr && read->modality != Modality::None;
       const bool syncs =
           turn.was().step >= Step::SyncAssert && turn.was().step <= Step::SmartAssert;
       if (!modal || !syncs || turn.was().phase != Phase::Body) return turn.pass();
       turn.tell(ModalityRead{read->operation, Modality::None});
       turn.pretend_sync();
     }},
    {"smart_method_skipped", "MOD-104", "", "does not wait in waitForSmartMode",
     [](Turn& turn) { skip(turn, Method::WaitForSmartMode); }},
    {"assert_without_screenshot", "MOD-105", "", "takes no screenshot when assertNonModal fails",
     [](Turn& turn) { assert_without(turn, Artifact::Screenshot); }},
    {"assert_without_dump", "MOD-105", "", "takes no thread dump when assertNonModal fails",
     [](Turn& turn) { assert_without(turn, Artifact::ThreadDump); }},
    {"assert_ignores_progress", "MOD-105 MOD-71", "", "lets assertNonModal pass under a progress",
     [](Turn& turn) { overlook_progress(turn, Step::AssertRead); }},
    {"assert_failure_returned", "MOD-105 MOD-71", "",
     "lets the script go on after assertNonModal failed",
     [](Turn& turn) {
       const auto* read = read_in(turn, Step::AssertRead);
       if (read == nullptr) return turn.pass();
       turn.tell(ModalityRead{read->operation, Modality::None});
     }},
    {"is_modal_fails_run", "MOD-106", "", "fails the run when isModal is asked under a modal",
     [](Turn& turn) {
       const auto* read = read_in(turn, Step::ModalRead);
       if (read == nullptr || read->modality == Modality::None) return turn.pass();
       turn.ignore();
       turn.fail({Verdict::Failed, Stage::Body, Reason::ModalAsserted, read->modality});
     }},
    {"is_modal_ignores_progress", "MOD-106", "", "lets isModal say no under a progress",
     [](Turn& turn) { overlook_progress(turn, Step::ModalRead); }},
    {"is_smart_always_true", "MOD-106", "", "lets isSmartMode say yes while indexing",
     [](Turn& turn) {
       const auto* read = turn.got<SmartRead>();
       if (read == nullptr) return turn.pass();
       turn.tell(SmartRead{read->operation, true});
     }},
    {"force_still_asserts", "MOD-107", "", "looks and commits in syncDocuments(force)",
     [](Turn& turn) {
       rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.force = false; });
     }},
    {"force_commits", "MOD-107", "", "commits in syncDocuments(force)",
     [](Turn& turn) {
       auto& memory = turn.memory();
       if (memory.stage == 1 && turn.got<WriteEnded>() != nullptr) {
         memory.stage = 0;
         turn.ignore();
         return turn.add(Save{OperationId::Main, Scope{memory.value}, true, Extent{memory.count}});
       }
       turn.pass();
       if (memory.stage == 1 && turn.now().step != Step::ForcedSave) memory.stage = 0;
       if (!turn.asks(Step::ForcedSave)) return;
       memory.stage = 1;
       turn.change<Save>([&](const Save& save) {
         memory.value = static_cast<std::uint8_t>(save.scope);
         memory.count = static_cast<std::uint8_t>(save.extent);
       });
       turn.take_back();
       turn.add(Commit{OperationId::Main, Scope{memory.value}});
     }},
    {"force_unbounded", "MOD-107 MOD-42 MOD-91", "", "waits in syncDocuments(force) for ever",
     After{[](Turn& turn) {
       if (turn.asks(Step::ForcedSave))
         turn.drop(StartTimer{Timer::Bound, turn.limits().sync_bound});
     }}},
    {"force_without_refresh", "MOD-107", "", "does not refresh in syncDocuments(force)",
     After{[](Turn& turn) {
       if (turn.asks(Step::ForcedRefresh)) turn.answer_written();
     }}},
    {"sync_always_forced", "MOD-103 MOD-41 MOD-108", "", "treats every syncDocuments as forced",
     [](Turn& turn) {
       rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.force = true; });
     }},
    {"project_only_ignored", "MOD-48", "modality/project_only_saves_all",
     "saves everything in syncDocuments(projectOnly)",
     [](Turn& turn) {
       rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.project_only = false; });
     }},
    {"forced_save_waits", "MOD-107", "modality/forced_save_waits",
     "lets a dialog withhold what syncDocuments(force) writes", After{[](Turn& turn) {
       turn.change<Save>([](Save& save) { save.forced = false; });
       turn.change<Refresh>([](Refresh& refresh) { refresh.forced = false; });
     }}},
    {"force_of_project_saves_all", "MOD-48 MOD-108", "",
     "saves everything in syncDocuments(force, projectOnly)",
     [](Turn& turn) {
       rewrite(turn, Method::SyncDocuments,
               [](MethodCall& call) { call.project_only = call.project_only && !call.force; });
     }},
    {"closed_titles_lost", "MOD-15", "", "gives the script of closeModalDialogs a count alone",
     changes([](Return& given) { given.closed = {}; })},
    {"second_call_answered", "MOD-75", "", "answers a method that is called during another one",
     After{[](Turn& turn) {
       if (const auto* second = second_call(turn)) {
         turn.drop<Refuse>();
         turn.add(Return{second->call, 0});
       }
     }}},
    {"second_call_takes_over", "MOD-75 MOD-42 MOD-10 MOD-52 MOD-91", "",
     "cancels the method under way when another one is called",
     [](Turn& turn) {
       const auto* second = second_call(turn);
       if (second == nullptr || !Turn::asked(turn.was(), OperationId::Main)) return turn.pass();
       turn.add(Cancel{OperationId::Main});
       turn.pass();
     }},
    {"method_outlives_return", "MOD-75", "",
     "does not cancel the method under way when the body returns",
     [](Turn& turn) {
       const bool busy = turn.was().phase == Phase::Body && turn.was().step != Step::None;
       turn.pass();
       if (busy && turn.got<BodyReturned>() != nullptr) turn.drop(Cancel{OperationId::Main});
     }},
    {"save_project_saves_documents", "MOD-48 MOD-108", "", "saves documents in saveProject",
     changes([](Save& save) {
       if (save.scope == Scope::Settings) save.scope = Scope::All;
     })},
    {"save_project_without_assert", "MOD-108 MOD-41", "",
     "does not look before it saves the project", After{[](Turn& turn) {
       if (turn.asks(Step::SettingsAssert)) turn.answer(Modality::None);
     }}},
    {"method_after_end_answered", "MOD-109 MOD-05", "", "answers a method after the call has ended",
     After{[](Turn& turn) {
       if (turn.now().phase != Phase::Done) return;
       for (Command& command : turn.out())
         if (const auto* refused = std::get_if<Refuse>(&command))
           command = Return{refused->call, 0};
     }}},
};

}  // namespace

std::span<const Deviation> method_deviations() { return method_rows; }

}  // namespace conformance::modality::mutation
