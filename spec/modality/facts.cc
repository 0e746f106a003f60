// What follows from what the engine hears and from the facts of the world.
#include <algorithm>

#include "modality/oracle.h"
#include "spec/modality/behaviour.h"
#include "spec/modality/rules.h"

namespace spec::modality {
namespace {

std::uint32_t bit(DialogId dialog) { return 1u << (dialog.value % 32u); }

bool ages(Step step) {
  switch (code(step)) {
    case code(Step::SweepAnswer):
    case code(Step::SweepDisposal):
    case code(Step::WaitRead):
    case code(Step::WaitIdle):
    case code(Step::SyncRead):
    case code(Step::SyncRun):
    case code(Step::SmartRead):
    case code(Step::SmartRun):
    case code(Step::SmartReadAgain): return true;
    default: return false;
  }
}

Reason refusal(const Request& request) {
  switch (request.defect) {
    case Defect::UnknownMode: return Reason::UnknownMode;
    case Defect::FormerParameter: return Reason::FormerParameter;
    case Defect::BadTimeout: return Reason::BadTimeout;
    case Defect::None: break;
  }
  if (request.body_timeout <= Duration::zero()) return Reason::BadTimeout;
  return request.from_edt ? Reason::CalledFromEdt : Reason::None;
}

}  // namespace

void Oracle::on(const TimePassed& passed) {
  const std::int32_t span = passed.span.count();
  if (ages(s_.step)) s_.age += span;
  if (s_.step == Step::WaitIdle || s_.step == Step::WaitRead)
    s_.aside = std::min(s_.aside + span, limits_.note_period.count());
  if (s_.step == Step::SmartRun) s_.aside += span;
  s_.clear(looked | ticked | also_body);
  if (!s_.has(in_body)) return;
  s_.body_left -= span;
  if (s_.has(armed)) s_.tick_age += span;
  if (s_.has(armed) || s_.showing == 0) return;
  if (s_.has(allowed)) mark(rule_index("MOD-66"));
  if (s_.memory != 0) mark(rule_index("MOD-69"));
}

void Oracle::plan(const Request& request) {
  Options tuple = request.raw;
  tuple.await_progress = false;
  tuple.sync_after = tuple.sync_documents;
  for (const Profile& profile : profiles)
    if (profile.mode == request.mode) tuple = profile.tuple;
  const BehaviourRow& row = row_of(tuple);
  const auto set_if = [&](bool wanted, std::uint32_t flag) {
    if (wanted) s_.set(flag);
  };
  set_if(row.start == AtStart::Sweep, plan_sweep);
  set_if(row.gate == DialogAtGate::Proceed, plan_proceed);
  set_if(row.body == DialogInBody::CloseAndFail, plan_watch);
  set_if(tuple.sync_documents, plan_sync);
  set_if(tuple.wait_smart, plan_smart);
  set_if(tuple.progress == ProgressAtGate::Refuse, plan_refuse_progress);
  set_if(tuple.await_dispose, plan_await_dispose);
  set_if(tuple.await_progress, plan_wait);
  set_if(tuple.sync_after, plan_post);
}

void Oracle::on(const Called& called) {
  if (s_.step != Step::NotCalled) return;
  const Request& request = called.request;
  const Reason reason = refusal(request);
  if (reason == Reason::None) {
    plan(request);
    s_.mode = request.mode;
    s_.body_left = request.body_timeout.count();
    s_.step = Step::Opening;
    return;
  }
  s_ = JudgeState{.step = Step::Surface, .reason = reason};
  if (reason == Reason::BadTimeout)
    mark(rule_index("MOD-71"));
  else
    mark(reason == Reason::CalledFromEdt ? rule_index("MOD-90") : rule_index("MOD-01"));
}

void Oracle::on(const ModalityRead& read) {
  const Modality modality = read.modality;
  const bool asked = awaits_answer(s_.step) && read.operation == OperationId::Main;
  if (!asked) return;
  s_.read = modality;
  if (modality != Modality::None) mark(rule_index("MOD-92"));
  if (modality != Modality::Dialog) s_.showing = 0;
  if (modality == Modality::None) s_.progress = 0;
  switch (code(s_.step)) {
    case code(Step::WaitRead):
      if (modality == Modality::None) return end_wait();
      s_.step = Step::WaitIdle;
      if (modality == Modality::Dialog) {
        mark(rule_index("MOD-21"));
        mark(rule_index("MOD-31"));
        s_.set(from_wait);
        return fail(Reason::DialogAtGate);
      }
      mark(rule_index("MOD-20"));
      if (s_.age < limits_.wait_budget.count()) return;
      mark(rule_index("MOD-22"));
      s_.set(from_wait);
      return fail(Reason::ProgressOutlivedBudget);
    case code(Step::GateRead):
      // Nothing is asked any more when the gate fails.
      s_.step = Step::GateAsk;
      return leave_gate(modality);
    case code(Step::SyncRead): s_.step = Step::SyncAsk; return see_sync(modality);
    case code(Step::SmartRead):
    case code(Step::SmartReadAgain): {
      const bool first = s_.step == Step::SmartRead;
      s_.step = Step::SmartOp;
      if (modality != Modality::None) {
        mark(first ? rule_index("MOD-51") : rule_index("MOD-56"));
        return fail(first ? Reason::ModalBeforeSmart : Reason::ModalAfterSmart);
      }
      if (!first) end_smart();
      return;
    }
    case code(Step::ProbeRead):
      s_.step = Step::ProbeAsk;
      return see_probe(modality != Modality::None);
    case code(Step::PostRead):
      mark(rule_index("MOD-80"));
      s_.step = Step::PostWarn;
      if (modality == Modality::None) return begin_sync();
      mark(rule_index("MOD-45"));
      mark(rule_index("MOD-82"));
      return;
    default: return;
  }
}

void Oracle::on(const DialogsListed& listed) {
  const bool tick = listed.operation == OperationId::Monitor;
  if (!(tick ? s_.has(tick_asked) : s_.step == Step::SweepListed)) return;
  if (s_.harmless != 0) mark(rule_index("MOD-34"));
  if (!tick) return begin_sweep(listed.dialogs);
  if (!listed.dialogs.empty()) return trip(listed.dialogs);
  s_.clear(tick_asked);
  s_.showing = s_.elder = 0;
  if (s_.watch == Watch::Contradiction) s_.watch = Watch::Plain;
  if (s_.progress != 0) mark(rule_index("MOD-62"));
}

void Oracle::on(const SmartRead& read) {
  if (s_.step == Step::ProbeSmartRead && read.operation == OperationId::Main)
    return_value(read.smart ? 1 : 0);
}

void Oracle::on(const MethodCalled& called) {
  if (s_.step == Step::NotCalled) return;
  if (!s_.has(in_body)) mark(rule_index("MOD-109"));
  const Method method = called.method.method;
  const bool too_deep = method == Method::EnterModalDialogAllowed && s_.blocks == 8;
  const bool unopened = method == Method::LeaveModalDialogAllowed && s_.blocks == 0;
  if (s_.has(in_body) && s_.step == Step::Body && !too_deep && !unopened)
    return begin_method(called);
  s_.refused = called.call.value;
  s_.set(owe_refusal);
}

void Oracle::on(const BodyReturned&) {
  if (s_.owner == Owner::Trip) mark(rule_index("MOD-67"));
  if (!s_.has(in_body)) return;
  if (awaits_answer(s_.step)) s_.set(owe_cancel_main);
  stop_body();
  s_.age = s_.aside = 0;
  const std::uint32_t edits = s_.flags & edits_missing;
  forget_world();
  s_.set(edits);
  s_.clear(plan_await_dispose);
  if (s_.mode == Mode::NonModal) mark(rule_index("MOD-83"));
  s_.owner = Owner::PostFlight;
  s_.step = s_.has(plan_post) ? Step::PostAsk : Step::EndRefresh;
}

void Oracle::on(const BodyThrew&) {
  if (s_.owner == Owner::Trip) mark(rule_index("MOD-67"));
  if (!s_.has(in_body)) return;
  mark(rule_index("MOD-72"));
  const bool asked = awaits_answer(s_.step);
  stop_body();
  s_.step = Step::Body;
  fail(Reason::BodyThrew);
  if (asked) s_.set(owe_cancel_main);
}

void Oracle::on(const DialogOpened& opened) {
  if (!watches_world()) return;
  (opened.modal ? s_.showing : s_.harmless) |= bit(opened.dialog);
}

void Oracle::on(const DialogDisposed& disposed) {
  if (s_.count != 0) see_disposal(disposed.dialog);
  if (!watches_world()) return;
  const bool seen_coming = (s_.showing & ~s_.elder & bit(disposed.dialog)) != 0;
  if (seen_coming && s_.has(armed)) mark(rule_index("MOD-63"));
  s_.showing &= ~bit(disposed.dialog);
  s_.elder &= ~bit(disposed.dialog);
  s_.harmless &= ~bit(disposed.dialog);
}

void Oracle::on(const ProgressStarted&) {
  if (watches_world() && s_.progress < 255) ++s_.progress;
}

void Oracle::on(const ProgressEnded&) {
  if (s_.progress > 0) --s_.progress;
}

void Oracle::on(const IndexingStarted&) {
  if (!watches_world()) return;
  s_.set(dumb);
  if (s_.has(in_body) && s_.mode == Mode::SmartNonModal) mark(rule_index("MOD-54"));
}

void Oracle::on(const IndexingEnded&) { s_.clear(dumb); }

void Oracle::on(const ImportFinished&) {
  if (watches_world()) s_.set(imported);
}

void Oracle::on(const EditMade&) {
  if (s_.has(plan_post) && s_.has(in_body)) s_.set(edits_missing);
}

void Oracle::on(const EditsReachedDisk&) { s_.clear(edits_missing); }

}  // namespace spec::modality
