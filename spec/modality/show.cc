// Facts and acts in short words, for prints of failures.
#include <array>
#include <string>
#include <string_view>

#include "show_words.h"
#include "spec/modality/judge.h"

namespace spec::modality {
namespace {

// clang-format off
constexpr std::array<std::string_view, 4> modes{
    "smart_non_modal", "non_modal", "unleashed", "raw"};
constexpr std::array<std::string_view, 4> defects{
    "none", "unknown_mode", "former_parameter", "bad_timeout"};
constexpr std::array<std::string_view, 3> modalities{"none", "progress", "dialog"};
constexpr std::array<std::string_view, 3> answers{"accepted", "refused", "gone"};
constexpr std::array<std::string_view, 2> artifacts{"Screenshot", "ThreadDump"};
constexpr std::array<std::string_view, 3> scopes{"all", "project", "settings"};
constexpr std::array<std::string_view, 9> stages{
    "surface", "sweep", "wait", "gate", "sync", "smart", "monitor", "body", "post"};
constexpr std::array<std::string_view, 3> outcomes{"closed", "refused", "pending"};
constexpr std::array<std::string_view, 4> warnings{
    "sync_skipped", "smart_skipped", "post_sync_skipped", "post_sync_failed"};
constexpr std::array<std::string_view, 18> reasons{
    "none", "unknown_mode", "former_parameter", "bad_timeout", "called_from_edt",
    "dialog_at_gate", "progress_at_gate", "progress_outlived_budget", "modal_before_sync",
    "modal_during_sync", "sync_timed_out", "modal_before_smart", "modal_after_smart",
    "smart_timed_out", "modal_asserted", "dialog_during_body", "body_threw", "body_timed_out"};
constexpr std::array<std::string_view, 12> methods{
    "closeModalDialogs", "monitorAndCloseModalDialogs", "allowModalDialog",
    "withModalDialogAllowed{", "}withModalDialogAllowed", "syncDocuments", "saveProject",
    "waitForSmartMode", "assertNonModal", "isModal", "isSmartMode", "awaitProgress"};
// clang-format on

std::string name(Dialog dialog) { return "d" + std::to_string(dialog); }
// The main lane goes without saying.
std::string_view on(Lane lane) { return lane == Lane::Monitor ? "lane=monitor" : ""; }
std::string_view flag(bool set, std::string_view word) { return set ? word : ""; }

std::string letters(const Tuple& tuple) {
  std::string text;
  for (bool letter : {tuple.s, tuple.a, tuple.r, tuple.d, tuple.w}) text += letter ? 'T' : 'F';
  return text;
}

std::string list(const Dialogs& dialogs) {
  std::string text;
  for (unsigned i = 0; i < dialogs.count && i < dialogs.ids.size(); ++i)
    text.append(i == 0 ? "" : " ").append(name(dialogs.ids[i]));
  return text.empty() ? "none" : text;
}

struct ActWords {
  std::string operator()(const ModalityAsked& act) { return line("AskModality", on(act.lane)); }
  std::string operator()(const DialogsAsked& act) { return line("AskDialogs", on(act.lane)); }
  std::string operator()(const SmartAsked& act) { return line("AskSmart", on(act.lane)); }
  std::string operator()(const CloseAsked& act) {
    return line("CloseDialog", name(act.dialog), on(act.lane));
  }
  std::string operator()(const CommitAsked& act) {
    return line("Commit", with("scope", at(scopes, act.scope)), on(act.lane));
  }
  std::string operator()(const SaveAsked& act) {
    return line("Save", with("scope", at(scopes, act.scope)), on(act.lane));
  }
  std::string operator()(const RefreshAsked& act) { return line("Refresh", on(act.lane)); }
  std::string operator()(const SmartAwaited& act) { return line("AwaitSmart", on(act.lane)); }
  std::string operator()(const Cancelled& act) {
    return line("Cancel", with("lane", act.lane == Lane::Monitor ? "monitor" : "main"));
  }
  std::string operator()(const Captured& act) {
    return line(at(artifacts, act.artifact), with("cause", at(stages, act.cause)));
  }
  std::string operator()(const RefreshScheduled&) { return "ScheduleRefresh"; }
  std::string operator()(const BodyStarted&) { return "StartBody"; }
  std::string operator()(const BodyCancelled&) { return "CancelBody"; }
  std::string operator()(const MethodReturned& act) {
    return line("Return", with("call", act.call), with("value", act.value));
  }
  std::string operator()(const MethodRefused& act) {
    return line("Refuse", with("call", act.call));
  }
  std::string operator()(const DialogReported& act) {
    return line("Report", name(act.dialog), at(outcomes, act.outcome));
  }
  std::string operator()(const SmartWaitReported& act) {
    return line("ReportSmartWait", ms(act.waited_ms));
  }
  std::string operator()(const ProgressReported& act) {
    return line("ReportProgress", ms(act.waited_ms));
  }
  std::string operator()(const Warned& act) {
    const bool plain = act.reason == Reason::None;
    return line("Warn", at(warnings, act.warning),
                plain ? std::string() : with("reason", at(reasons, act.reason)));
  }
  std::string operator()(const Finished& act) {
    if (act.verdict == Verdict::Ok && act.stage == Stage::Post && act.reason == Reason::None)
      return "Finish ok";
    const bool blocked = act.blocked_by != Modality::None;
    return line("Finish", act.verdict == Verdict::Ok ? "ok" : "failed",
                with("stage", at(stages, act.stage)), with("reason", at(reasons, act.reason)),
                blocked ? with("blocked_by", at(modalities, act.blocked_by)) : std::string());
  }
};

struct FactWords {
  std::string operator()(const TimePassed& fact) { return line("TimePassed", ms(fact.ms)); }
  std::string operator()(const Called& fact) {
    const bool raw = fact.mode == Mode::Raw;
    const bool refuse = raw && fact.raw.progress == ProgressAtGate::Refuse;
    const bool defect = fact.defect != Defect::None;
    return line("Called", at(modes, fact.mode), raw ? letters(fact.raw) : std::string(),
                flag(refuse, "progress=refuse"),
                flag(raw && !fact.raw.await_dispose, "await_dispose=no"),
                with("timeout", ms(fact.body_timeout_ms)), flag(fact.from_edt, "from_edt"),
                defect ? with("defect", at(defects, fact.defect)) : std::string());
  }
  std::string operator()(const ModalityAnswered& fact) {
    return line("ModalityAnswered", at(modalities, fact.modality), on(fact.lane));
  }
  std::string operator()(const DialogsAnswered& fact) {
    return line("DialogsAnswered", list(fact.dialogs), on(fact.lane));
  }
  std::string operator()(const SmartAnswered& fact) {
    return line("SmartAnswered", fact.smart ? "smart" : "dumb", on(fact.lane));
  }
  std::string operator()(const CloseAnswered& fact) {
    return line("CloseAnswered", name(fact.dialog), at(answers, fact.answer), on(fact.lane));
  }
  std::string operator()(const WriteEnded& fact) { return line("WriteEnded", on(fact.lane)); }
  std::string operator()(const SmartReached& fact) { return line("SmartReached", on(fact.lane)); }
  std::string operator()(const MethodCalled& fact) {
    return line("MethodCalled", at(methods, fact.method), with("call", fact.call),
                flag(fact.await_dispose, "await_dispose"), flag(fact.force, "force"),
                flag(fact.project_only, "project_only"));
  }
  std::string operator()(const BodyReturned&) { return "BodyReturned"; }
  std::string operator()(const BodyThrew&) { return "BodyThrew"; }
  std::string operator()(const DialogOpened& fact) {
    return line("DialogOpened", name(fact.dialog), flag(!fact.modal, "non_modal"));
  }
  std::string operator()(const DialogDisposed& fact) {
    return line("DialogDisposed", name(fact.dialog));
  }
  std::string operator()(const ProgressStarted&) { return "ProgressStarted"; }
  std::string operator()(const ProgressEnded&) { return "ProgressEnded"; }
  std::string operator()(const IndexingStarted&) { return "IndexingStarted"; }
  std::string operator()(const IndexingEnded&) { return "IndexingEnded"; }
  std::string operator()(const ImportFinished&) { return "ImportFinished"; }
  std::string operator()(const WriteBegan& fact) { return line("WriteBegan", on(fact.lane)); }
  std::string operator()(const EditMade&) { return "EditMade"; }
  std::string operator()(const EditsReachedDisk&) { return "EditsReachedDisk"; }
};

}  // namespace

std::string show(const Act& act) { return std::visit(ActWords{}, act); }

std::string show(const Fact& fact) { return std::visit(FactWords{}, fact); }

}  // namespace spec::modality
