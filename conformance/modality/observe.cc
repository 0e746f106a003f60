#include "conformance/modality/observe.h"

#include <initializer_list>

namespace conformance::modality {

namespace {

namespace e = engine::modality;
namespace s = spec::modality;

template <class Engine, class Spec>
struct Twins {
  Engine engine;
  Spec spec;
};

// Each pair has one value, and together they are all values from zero on.
template <class Engine, class Spec>
consteval bool agree(std::initializer_list<Twins<Engine, Spec>> all) {
  std::size_t value = 0;
  for (const auto& pair : all) {
    if (static_cast<std::size_t>(pair.engine) != value) return false;
    if (static_cast<std::size_t>(pair.spec) != value) return false;
    ++value;
  }
  return true;
}

template <class Engine, class Spec>
consteval Twins<Engine, Spec> same(Engine engine, Spec spec) {
  return {engine, spec};
}

// clang-format off
static_assert(agree({same(e::Mode::SmartNonModal, s::Mode::SmartNonModal),
                     same(e::Mode::NonModal, s::Mode::NonModal),
                     same(e::Mode::Unleashed, s::Mode::Unleashed),
                     same(e::Mode::Raw, s::Mode::Raw)}));
static_assert(agree({same(e::ProgressAtGate::Tolerate, s::ProgressAtGate::Tolerate),
                     same(e::ProgressAtGate::Refuse, s::ProgressAtGate::Refuse)}));
static_assert(agree({same(e::Defect::None, s::Defect::None),
                     same(e::Defect::UnknownMode, s::Defect::UnknownMode),
                     same(e::Defect::FormerParameter, s::Defect::FormerParameter),
                     same(e::Defect::BadTimeout, s::Defect::BadTimeout)}));
static_assert(agree({same(e::Modality::None, s::Modality::None),
                     same(e::Modality::Progress, s::Modality::Progress),
                     same(e::Modality::Dialog, s::Modality::Dialog)}));
static_assert(agree({same(e::OperationId::Main, s::Lane::Main),
                     same(e::OperationId::Monitor, s::Lane::Monitor)}));
static_assert(agree({same(e::CloseAnswer::Accepted, s::CloseAnswer::Accepted),
                     same(e::CloseAnswer::Refused, s::CloseAnswer::Refused),
                     same(e::CloseAnswer::Gone, s::CloseAnswer::Gone)}));
static_assert(agree({same(e::Artifact::Screenshot, s::Artifact::Screenshot),
                     same(e::Artifact::ThreadDump, s::Artifact::ThreadDump)}));
static_assert(agree({same(e::Scope::All, s::Scope::All),
                     same(e::Scope::Project, s::Scope::Project),
                     same(e::Scope::Settings, s::Scope::Settings)}));
static_assert(agree({same(e::Stage::Surface, s::Stage::Surface),
                     same(e::Stage::Sweep, s::Stage::Sweep),
                     same(e::Stage::Wait, s::Stage::Wait),
                     same(e::Stage::Gate, s::Stage::Gate),
                     same(e::Stage::Sync, s::Stage::Sync),
                     same(e::Stage::Smart, s::Stage::Smart),
                     same(e::Stage::Monitor, s::Stage::Monitor),
                     same(e::Stage::Body, s::Stage::Body),
                     same(e::Stage::Post, s::Stage::Post)}));
static_assert(agree({same(e::Verdict::Ok, s::Verdict::Ok),
                     same(e::Verdict::Failed, s::Verdict::Failed)}));
static_assert(agree({same(e::Outcome::Closed, s::Outcome::Closed),
                     same(e::Outcome::Refused, s::Outcome::Refused),
                     same(e::Outcome::Pending, s::Outcome::Pending)}));
static_assert(agree({same(e::Warning::SyncSkipped, s::Warning::SyncSkipped),
                     same(e::Warning::SmartSkipped, s::Warning::SmartSkipped),
                     same(e::Warning::PostSyncSkipped, s::Warning::PostSyncSkipped),
                     same(e::Warning::PostSyncFailed, s::Warning::PostSyncFailed)}));
static_assert(agree({same(e::Reason::None, s::Reason::None),
                     same(e::Reason::UnknownMode, s::Reason::UnknownMode),
                     same(e::Reason::FormerParameter, s::Reason::FormerParameter),
                     same(e::Reason::BadTimeout, s::Reason::BadTimeout),
                     same(e::Reason::CalledFromEdt, s::Reason::CalledFromEdt),
                     same(e::Reason::DialogAtGate, s::Reason::DialogAtGate),
                     same(e::Reason::ProgressAtGate, s::Reason::ProgressAtGate),
                     same(e::Reason::ProgressOutlivedBudget, s::Reason::ProgressOutlivedBudget),
                     same(e::Reason::ModalBeforeSync, s::Reason::ModalBeforeSync),
                     same(e::Reason::ModalDuringSync, s::Reason::ModalDuringSync),
                     same(e::Reason::SyncTimedOut, s::Reason::SyncTimedOut),
                     same(e::Reason::ModalBeforeSmart, s::Reason::ModalBeforeSmart),
                     same(e::Reason::ModalAfterSmart, s::Reason::ModalAfterSmart),
                     same(e::Reason::SmartTimedOut, s::Reason::SmartTimedOut),
                     same(e::Reason::ModalAsserted, s::Reason::ModalAsserted),
                     same(e::Reason::DialogDuringBody, s::Reason::DialogDuringBody),
                     same(e::Reason::BodyThrew, s::Reason::BodyThrew),
                     same(e::Reason::BodyTimedOut, s::Reason::BodyTimedOut)}));
static_assert(agree({same(e::Method::CloseModalDialogs, s::Method::CloseModalDialogs),
                     same(e::Method::MonitorAndCloseModalDialogs,
                          s::Method::MonitorAndCloseModalDialogs),
                     same(e::Method::AllowModalDialog, s::Method::AllowModalDialog),
                     same(e::Method::EnterModalDialogAllowed, s::Method::EnterModalDialogAllowed),
                     same(e::Method::LeaveModalDialogAllowed, s::Method::LeaveModalDialogAllowed),
                     same(e::Method::SyncDocuments, s::Method::SyncDocuments),
                     same(e::Method::SaveProject, s::Method::SaveProject),
                     same(e::Method::WaitForSmartMode, s::Method::WaitForSmartMode),
                     same(e::Method::AssertNonModal, s::Method::AssertNonModal),
                     same(e::Method::IsModal, s::Method::IsModal),
                     same(e::Method::IsSmartMode, s::Method::IsSmartMode),
                     same(e::Method::AwaitProgress, s::Method::AwaitProgress)}));
// clang-format on

static_assert(e::dialogs_max == s::Dialogs{}.ids.size());

constexpr s::Limits defaults;
constexpr s::Limits observed = observe(e::Limits{});
static_assert(observed.monitor_period_ms == defaults.monitor_period_ms);
static_assert(observed.sync_bound_ms == defaults.sync_bound_ms);
static_assert(observed.smart_bound_ms == defaults.smart_bound_ms);
static_assert(observed.poll_period_ms == defaults.poll_period_ms);
static_assert(observed.wait_budget_ms == defaults.wait_budget_ms);
static_assert(observed.note_period_ms == defaults.note_period_ms);
static_assert(observed.dispose_bound_ms == defaults.dispose_bound_ms);

}  // namespace

}  // namespace conformance::modality
