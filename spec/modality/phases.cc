// The sweep, the wait, the gate, the sync, the smart wait and the methods of the body.
#include <algorithm>

#include "modality/oracle.h"
#include "spec/modality/rules.h"

namespace spec::modality {

// Sweep.

void Oracle::begin_sweep(const DialogList& dialogs) {
  mark(rule_index("MOD-11"));
  s_.dialogs = {};
  std::ranges::copy(dialogs, s_.dialogs.begin());
  s_.count = static_cast<std::uint8_t>(dialogs.size());
  s_.outcomes = 0;
  s_.cursor = 0;
  s_.step = Step::SweepDump;
  if (s_.count == 0) end_sweep();
}

bool Oracle::awaits_disposal() const {
  return s_.has(s_.owner == Owner::Body ? method_await : plan_await_dispose);
}

void Oracle::set_outcome(unsigned index, DialogOutcome value) {
  const auto cleared = s_.outcomes & ~(3u << (2 * index));
  s_.outcomes = static_cast<std::uint16_t>(cleared | (static_cast<unsigned>(value) << (2 * index)));
}

void Oracle::next_dialog() {
  s_.age = 0;
  ++s_.cursor;
  s_.step = Step::SweepShot;
  if (s_.cursor < s_.count) return;
  s_.cursor = 0;
  next_report();
}

void Oracle::next_report() {
  while (s_.cursor < s_.count && outcome(s_, s_.cursor) == DialogOutcome::None) ++s_.cursor;
  s_.step = Step::SweepReport;
  if (s_.cursor == s_.count) end_sweep();
}

void Oracle::end_sweep() {
  std::int32_t closed = 0;
  for (unsigned i = 0; i < s_.count; ++i)
    if (outcome(s_, i) == DialogOutcome::Closed) ++closed;
  forget_sweep();
  s_.age = 0;
  if (s_.owner == Owner::Body) return return_value(closed);
  if (s_.owner == Owner::PreFlight) return begin_wait();
  s_.read = Modality::Dialog;
  s_.step = Step::EndRefresh;
}

void Oracle::forget_sweep() {
  s_.dialogs = {};
  s_.outcomes = 0;
  s_.count = s_.cursor = 0;
}

// The body ends in the middle of it: what it has asked to close is named.
void Oracle::cut_sweep() {
  const bool closing = s_.step == Step::SweepAnswer || s_.step == Step::SweepDisposal;
  if (!closing || s_.owner != Owner::Body) return;
  if (outcome(s_, s_.cursor) == DialogOutcome::None) set_outcome(s_.cursor, DialogOutcome::Pending);
  s_.count = static_cast<std::uint8_t>(s_.cursor + 1);
  for (unsigned i = s_.count; i < dialogs_max; ++i) set_outcome(i, DialogOutcome::None);
  s_.cursor = 0;
  while (outcome(s_, s_.cursor) == DialogOutcome::None) ++s_.cursor;
  s_.set(owe_reports);
}

void Oracle::perform_report() {
  mark(rule_index("MOD-13"));
  do ++s_.cursor;
  while (s_.cursor < s_.count && outcome(s_, s_.cursor) == DialogOutcome::None);
  if (s_.cursor < s_.count) return;
  s_.clear(owe_reports);
  forget_sweep();
  if (s_.owner != Owner::Trip) return;
  DialogList dialogs;
  for (std::int32_t i = 0; i < s_.aside; ++i)
    dialogs.push_back(s_.tripping[static_cast<std::size_t>(i)]);
  s_.tripping = {};
  s_.aside = 0;
  begin_sweep(dialogs);
}

// A dialog that the sweep reached and that goes before the sweep ends is closed.
void Oracle::see_disposal(DialogId dialog) {
  for (unsigned i = 0; i < s_.count; ++i) {
    if (s_.dialogs[i] != dialog) continue;
    const bool unanswered = i > s_.cursor || (i == s_.cursor && s_.step != Step::SweepReport);
    if (unanswered || outcome(s_, i) == DialogOutcome::Pending)
      set_outcome(i, DialogOutcome::Closed);
    if (i == s_.cursor && s_.step == Step::SweepDisposal) return next_dialog();
  }
}

void Oracle::on(const CloseAnswered& answered) {
  if (s_.step != Step::SweepAnswer || answered.dialog != s_.dialogs[s_.cursor % 8u]) return;
  const bool disposed = outcome(s_, s_.cursor) == DialogOutcome::Closed;
  if (answered.answer == CloseAnswer::Refused) set_outcome(s_.cursor, DialogOutcome::Refused);
  if (answered.answer == CloseAnswer::Gone) set_outcome(s_.cursor, DialogOutcome::None);
  if (answered.answer != CloseAnswer::Accepted || disposed) return next_dialog();
  mark(rule_index("MOD-12"));
  if (awaits_disposal()) {
    s_.step = Step::SweepDisposal;
    return;
  }
  set_outcome(s_.cursor, DialogOutcome::Pending);
  next_dialog();
}

// Wait and gate.

void Oracle::begin_wait() {
  const bool waits = s_.owner == Owner::Body || s_.has(plan_wait);
  s_.age = s_.aside = 0;
  s_.step = Step::WaitAsk;
  if (!waits || limits_.wait_budget.count() <= 0) end_wait();
}

void Oracle::end_wait() {
  s_.age = s_.aside = 0;
  s_.clear(looked);
  if (s_.owner == Owner::Body) return return_value(0);
  s_.step = Step::GateAsk;
  if (s_.has(plan_proceed) && !s_.has(plan_sync | plan_smart)) s_.step = Step::BodyStart;
}

void Oracle::leave_gate(Modality modality) {
  mark(rule_index("MOD-30"));
  s_.clear(plan_sweep);
  if (s_.harmless != 0) mark(rule_index("MOD-34"));
  if (modality == Modality::None) {
    s_.clear(plan_refuse_progress);
    s_.step = Step::BodyStart;
    if (s_.has(plan_sync)) return begin_sync();
    if (s_.has(plan_smart)) return begin_smart();
    return;
  }
  if (s_.has(plan_sync)) mark(rule_index("MOD-45"));
  const bool progress = modality == Modality::Progress;
  if (!s_.has(plan_proceed)) mark(progress ? rule_index("MOD-33") : rule_index("MOD-31"));
  if (s_.has(plan_proceed)) mark(rule_index("MOD-32"));
  if (!s_.has(plan_proceed) && (!progress || s_.has(plan_refuse_progress)))
    return fail(progress ? Reason::ProgressAtGate : Reason::DialogAtGate);
  if (s_.has(plan_sync)) mark(rule_index("MOD-44"));
  if (s_.has(plan_smart)) mark(rule_index("MOD-57"));
  s_.step = s_.has(plan_sync)    ? Step::SkipSync
            : s_.has(plan_smart) ? Step::SkipSmart
                                 : Step::BodyStart;
}

// Sync and smart mode.

void Oracle::begin_sync() {
  s_.age = 0;
  s_.cursor = s_.has(method_force) ? 2 : 0;
  s_.step = s_.has(method_force) ? Step::SyncOp : Step::SyncAsk;
}

void Oracle::see_sync(Modality modality) {
  const bool first = s_.cursor == 0;
  if (modality != Modality::None) {
    mark(rule_index("MOD-45"));
    mark(first ? rule_index("MOD-41") : rule_index("MOD-43"));
    if (s_.owner == Owner::PostFlight) mark(rule_index("MOD-81"));
    return fail(first ? Reason::ModalBeforeSync : Reason::ModalDuringSync);
  }
  const bool project = s_.owner == Owner::Body && s_.method == Method::SaveProject;
  const std::uint8_t last = project ? 2 : 3;
  if (s_.cursor == last) return end_sync();
  s_.cursor = project ? 2 : static_cast<std::uint8_t>(s_.cursor + 1);
  s_.step = Step::SyncOp;
}

void Oracle::on(const WriteEnded& ended) {
  if (s_.step != Step::SyncRun || ended.operation != OperationId::Main) return;
  s_.clear(write_open);
  s_.step = Step::SyncAsk;
  if (!s_.has(method_force)) return;
  if (s_.cursor == 3) return end_sync();
  s_.cursor = 3;
  s_.step = Step::SyncOp;
}

void Oracle::end_sync() {
  s_.age = 0;
  s_.cursor = 0;
  if (s_.owner == Owner::Body) return return_value(0);
  s_.step = Step::EndRefresh;
  if (s_.owner == Owner::PostFlight) return;
  s_.clear(plan_sync);
  s_.step = Step::BodyStart;
  if (s_.has(plan_smart)) begin_smart();
}

void Oracle::begin_smart() {
  s_.age = s_.aside = 0;
  s_.step = Step::SmartAsk;
}

void Oracle::on(const SmartReached& reached) {
  if (s_.step != Step::SmartRun || reached.operation != OperationId::Main) return;
  if (!s_.has(imported)) mark(rule_index("MOD-55"));
  mark(rule_index("MOD-56"));
  s_.step = Step::SmartAskAgain;
}

void Oracle::end_smart() {
  s_.age = 0;
  s_.clear(plan_smart);
  s_.step = s_.owner == Owner::Body ? Step::Return : Step::SmartReport;
}

// Body.

void Oracle::begin_body() {
  const bool proceeds = s_.has(plan_proceed);
  if (proceeds && s_.showing != 0) mark(rule_index("MOD-32"));
  if (s_.has(plan_watch)) arm(proceeds ? Watch::Contradiction : Watch::Plain);
  s_.clear(plan_sweep | plan_proceed | plan_watch | plan_sync | plan_smart | plan_refuse_progress |
           plan_wait);
  if (s_.mode == Mode::Unleashed) s_.mode = Mode::NonModal;  // The same from here on.
  s_.set(in_body);
  s_.owner = Owner::Body;
  s_.step = Step::Body;
}

void Oracle::return_value(std::int32_t value) {
  s_.aside = value;
  s_.step = Step::Return;
}

void Oracle::see_probe(bool modal) {
  if (s_.method == Method::IsModal) return return_value(modal ? 1 : 0);
  if (modal) return fail(Reason::ModalAsserted);
  return_value(0);
}

void Oracle::begin_monitor_method(Method method) {
  return_value(0);
  const auto depth_bit = [&] { return static_cast<std::uint8_t>(1u << (s_.blocks % 8u)); };
  if (method == Method::MonitorAndCloseModalDialogs) {
    if (s_.has(armed)) {
      mark(rule_index("MOD-64"));
      s_.watch = Watch::Twice;
    } else {
      const bool in_block = s_.blocks != 0 && !s_.has(allowed);
      if (in_block) mark(rule_index("MOD-69"));
      arm(in_block ? Watch::Restored : s_.has(allowed) ? Watch::AfterAllow : Watch::ByMethod);
    }
    s_.clear(allowed);
    s_.memory = static_cast<std::uint8_t>((1u << s_.blocks) - 1u);
  } else if (method == Method::AllowModalDialog) {
    if (s_.has(armed) || s_.memory != 0) s_.set(allowed);
    s_.memory = 0;
    disarm();
  } else if (method == Method::EnterModalDialogAllowed) {
    if (s_.has(armed)) s_.memory |= depth_bit();
    ++s_.blocks;
    disarm();
  } else {
    --s_.blocks;
    const bool before = (s_.memory & depth_bit()) != 0;
    s_.memory &= static_cast<std::uint8_t>(~depth_bit());
    if (before) mark(rule_index("MOD-69"));
    if (before && !s_.has(armed)) arm(Watch::Restored);
  }
}

void Oracle::begin_method(const MethodCalled& called) {
  const auto& [method, await_dispose, force, project_only] = called.method;
  s_.call = called.call.value;
  s_.method = method;
  s_.aside = 0;
  const bool syncs = method == Method::SyncDocuments;
  if (method == Method::CloseModalDialogs && await_dispose) s_.set(method_await);
  if (syncs && force) s_.set(method_force);
  if (syncs && project_only) s_.set(method_project);
  switch (method) {
    case Method::CloseModalDialogs:
      mark(rule_index("MOD-100"));
      s_.step = Step::SweepAsk;
      return;
    case Method::MonitorAndCloseModalDialogs:
      mark(rule_index("MOD-101"));
      return begin_monitor_method(method);
    case Method::AllowModalDialog: mark(rule_index("MOD-102")); return begin_monitor_method(method);
    case Method::EnterModalDialogAllowed:
    case Method::LeaveModalDialogAllowed: return begin_monitor_method(method);
    case Method::SyncDocuments:
      mark(force ? rule_index("MOD-107") : rule_index("MOD-103"));
      if (project_only) mark(rule_index("MOD-108"));
      return begin_sync();
    case Method::SaveProject: mark(rule_index("MOD-108")); return begin_sync();
    case Method::WaitForSmartMode: mark(rule_index("MOD-104")); return begin_smart();
    case Method::AssertNonModal:
      mark(rule_index("MOD-105"));
      s_.step = Step::ProbeAsk;
      return;
    case Method::IsModal:
      mark(rule_index("MOD-106"));
      s_.step = Step::ProbeAsk;
      return;
    case Method::IsSmartMode:
      mark(rule_index("MOD-106"));
      s_.step = Step::ProbeSmartAsk;
      return;
    case Method::AwaitProgress: return begin_wait();
  }
}

}  // namespace spec::modality
