// Broken context methods (MOD-04, MOD-100 to MOD-109).
#include <array>

#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

void skip(Turn& turn, Method method) {
  if (turn.called(method) != nullptr && turn.was().step == Step::None) return turn.skip_method();
  turn.pass();
}
void close_method_skipped(Turn& turn) { skip(turn, Method::CloseModalDialogs); }
void monitor_method_skipped(Turn& turn) { skip(turn, Method::MonitorAndCloseModalDialogs); }
void sync_method_skipped(Turn& turn) { skip(turn, Method::SyncDocuments); }
void smart_method_skipped(Turn& turn) { skip(turn, Method::WaitForSmartMode); }
void await_progress_skipped(Turn& turn) { skip(turn, Method::AwaitProgress); }

template <class Change>
void rewrite(Turn& turn, Method method, Change change) {
  const auto* called = turn.called(method);
  if (called == nullptr) return turn.pass();
  MethodCalled other = *called;
  change(other.method);
  turn.tell(other);
}

void close_method_no_wait(Turn& turn) {
  rewrite(turn, Method::CloseModalDialogs, [](MethodCall& call) { call.await_dispose = false; });
}
void force_still_asserts(Turn& turn) {
  rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.force = false; });
}
void sync_always_forced(Turn& turn) {
  rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.force = true; });
}
void project_only_ignored(Turn& turn) {
  rewrite(turn, Method::SyncDocuments, [](MethodCall& call) { call.project_only = false; });
}

void forced_save_waits(Turn& turn) {
  turn.pass();
  turn.change<Save>([](Save& save) { save.forced = false; });
  turn.change<Refresh>([](Refresh& refresh) { refresh.forced = false; });
}
void force_of_project_saves_all(Turn& turn) {
  rewrite(turn, Method::SyncDocuments,
          [](MethodCall& call) { call.project_only = call.project_only && !call.force; });
}

// A method that was called while another one was under way.
const MethodCalled* second_call(const Turn& turn) {
  const bool busy = turn.was().phase == Phase::Body && turn.was().step != Step::None;
  return busy ? turn.got<MethodCalled>() : nullptr;
}

void closed_titles_lost(Turn& turn) {
  turn.pass();
  turn.change<Return>([](Return& given) { given.closed = {}; });
}

void second_call_answered(Turn& turn) {
  turn.pass();
  if (const auto* second = second_call(turn)) {
    turn.drop<Refuse>();
    turn.add(Return{second->call, 0});
  }
}

void second_call_takes_over(Turn& turn) {
  const auto* second = second_call(turn);
  if (second == nullptr || !Turn::asked(turn.was(), OperationId::Main)) return turn.pass();
  turn.add(Cancel{OperationId::Main});
  turn.pass();
}

void method_outlives_return(Turn& turn) {
  const bool busy = turn.was().phase == Phase::Body && turn.was().step != Step::None;
  turn.pass();
  if (busy && turn.got<BodyReturned>() != nullptr) turn.drop(Cancel{OperationId::Main});
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
void assert_ignores_progress(Turn& turn) { overlook_progress(turn, Step::AssertRead); }
void is_modal_ignores_progress(Turn& turn) { overlook_progress(turn, Step::ModalRead); }

void assert_failure_returned(Turn& turn) {
  const auto* read = read_in(turn, Step::AssertRead);
  if (read == nullptr) return turn.pass();
  turn.tell(ModalityRead{read->operation, Modality::None});
}

void assert_without(Turn& turn, Artifact artifact) {
  turn.pass();
  const auto* decision = turn.decision();
  if (decision != nullptr && decision->reason == Reason::ModalAsserted) turn.skip(artifact);
}
void assert_without_screenshot(Turn& turn) { assert_without(turn, Artifact::Screenshot); }
void assert_without_dump(Turn& turn) { assert_without(turn, Artifact::ThreadDump); }

void is_modal_fails_run(Turn& turn) {
  const auto* read = read_in(turn, Step::ModalRead);
  if (read == nullptr || read->modality == Modality::None) return turn.pass();
  turn.ignore();
  turn.fail({Verdict::Failed, Stage::Body, Reason::ModalAsserted, read->modality});
}

void is_smart_always_true(Turn& turn) {
  const auto* read = turn.got<SmartRead>();
  if (read == nullptr) return turn.pass();
  turn.tell(SmartRead{read->operation, true});
}

void sync_failure_returned(Turn& turn) {
  const auto* read = turn.got<ModalityRead>();
  const bool modal = read != nullptr && read->modality != Modality::None;
  const bool syncs = turn.was().step >= Step::SyncAssert && turn.was().step <= Step::SmartAssert;
  if (!modal || !syncs || turn.was().phase != Phase::Body) return turn.pass();
  turn.tell(ModalityRead{read->operation, Modality::None});
  turn.pretend_sync();
}

void force_commits(Turn& turn) {
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
}

void force_unbounded(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::ForcedSave)) turn.drop(StartTimer{Timer::Bound, turn.limits().sync_bound});
}

void force_without_refresh(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::ForcedRefresh)) turn.answer_written();
}

void save_project_saves_documents(Turn& turn) {
  turn.pass();
  turn.change<Save>([](Save& save) {
    if (save.scope == Scope::Settings) save.scope = Scope::All;
  });
}

void save_project_without_assert(Turn& turn) {
  turn.pass();
  if (turn.asks(Step::SettingsAssert)) turn.answer(Modality::None);
}

void method_after_end_answered(Turn& turn) {
  turn.pass();
  if (turn.now().phase != Phase::Done) return;
  for (Command& command : turn.out())
    if (const auto* refused = std::get_if<Refuse>(&command)) command = Return{refused->call, 0};
}

// clang-format off
constexpr std::array method_rows{
  Deviation{"await_progress_skipped", "MOD-04 MOD-20", "",
            "does not wait out a progress when the body asks it to", await_progress_skipped},
  Deviation{"close_method_skipped", "MOD-100 MOD-10 MOD-04", "",
            "does nothing in closeModalDialogs", close_method_skipped},
  Deviation{"close_method_no_wait", "MOD-12 MOD-100", "",
            "does not wait for disposals in closeModalDialogs", close_method_no_wait},
  Deviation{"monitor_method_skipped", "MOD-101", "",
            "does nothing in monitorAndCloseModalDialogs", monitor_method_skipped},
  Deviation{"sync_method_skipped", "MOD-103 MOD-107 MOD-108", "",
            "does nothing in syncDocuments", sync_method_skipped},
  Deviation{"sync_failure_returned", "MOD-103 MOD-41 MOD-71", "",
            "lets the script go on after a sync that failed", sync_failure_returned},
  Deviation{"smart_method_skipped", "MOD-104", "",
            "does not wait in waitForSmartMode", smart_method_skipped},
  Deviation{"assert_without_screenshot", "MOD-105", "",
            "takes no screenshot when assertNonModal fails", assert_without_screenshot},
  Deviation{"assert_without_dump", "MOD-105", "",
            "takes no thread dump when assertNonModal fails", assert_without_dump},
  Deviation{"assert_ignores_progress", "MOD-105 MOD-71", "",
            "lets assertNonModal pass under a progress", assert_ignores_progress},
  Deviation{"assert_failure_returned", "MOD-105 MOD-71", "",
            "lets the script go on after assertNonModal failed", assert_failure_returned},
  Deviation{"is_modal_fails_run", "MOD-106", "",
            "fails the run when isModal is asked under a modal", is_modal_fails_run},
  Deviation{"is_modal_ignores_progress", "MOD-106", "",
            "lets isModal say no under a progress", is_modal_ignores_progress},
  Deviation{"is_smart_always_true", "MOD-106", "",
            "lets isSmartMode say yes while indexing", is_smart_always_true},
  Deviation{"force_still_asserts", "MOD-107", "",
            "looks and commits in syncDocuments(force)", force_still_asserts},
  Deviation{"force_commits", "MOD-107", "",
            "commits in syncDocuments(force)", force_commits},
  Deviation{"force_unbounded", "MOD-107 MOD-42 MOD-91", "",
            "waits in syncDocuments(force) for ever", force_unbounded},
  Deviation{"force_without_refresh", "MOD-107", "",
            "does not refresh in syncDocuments(force)", force_without_refresh},
  Deviation{"sync_always_forced", "MOD-103 MOD-41 MOD-108", "",
            "treats every syncDocuments as forced", sync_always_forced},
  Deviation{"project_only_ignored", "MOD-48", "modality/project_only_saves_all",
            "saves everything in syncDocuments(projectOnly)", project_only_ignored},
  Deviation{"forced_save_waits", "MOD-107", "modality/forced_save_waits",
            "lets a dialog withhold what syncDocuments(force) writes", forced_save_waits},
  Deviation{"force_of_project_saves_all", "MOD-48 MOD-108", "",
            "saves everything in syncDocuments(force, projectOnly)", force_of_project_saves_all},
  Deviation{"closed_titles_lost", "MOD-15", "",
            "gives the script of closeModalDialogs a count alone", closed_titles_lost},
  Deviation{"second_call_answered", "MOD-75", "",
            "answers a method that is called during another one", second_call_answered},
  Deviation{"second_call_takes_over", "MOD-75 MOD-42 MOD-10 MOD-52 MOD-91", "",
            "cancels the method under way when another one is called", second_call_takes_over},
  Deviation{"method_outlives_return", "MOD-75", "",
            "does not cancel the method under way when the body returns", method_outlives_return},
  Deviation{"save_project_saves_documents", "MOD-48 MOD-108", "",
            "saves documents in saveProject", save_project_saves_documents},
  Deviation{"save_project_without_assert", "MOD-108 MOD-41", "",
            "does not look before it saves the project", save_project_without_assert},
  Deviation{"method_after_end_answered", "MOD-109 MOD-05", "",
            "answers a method after the call has ended", method_after_end_answered},
};
// clang-format on

}  // namespace

std::span<const Deviation> method_deviations() { return method_rows; }

}  // namespace conformance::modality::mutation
