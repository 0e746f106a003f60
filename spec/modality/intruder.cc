// Which rule is broken by an act that nobody wanted: told by what it is and where.
#include <variant>

#include "modality/oracle.h"
#include "spec/modality/rules.h"

namespace spec::modality {
namespace {

class Intruder {
 public:
  Intruder(const JudgeState& s, const Limits& limits) : s_(s), want_(wanted(s, limits)) {
    if (want_) rule_ = rule_of_want(s, limits);
  }

  std::uint8_t operator()(const ReadModality& act) const;
  std::uint8_t operator()(const ListDialogs& act) const;
  std::uint8_t operator()(const ReadSmart&) const { return rule_index("MOD-106"); }
  std::uint8_t operator()(const CloseDialog& act) const;
  std::uint8_t operator()(const Commit& act) const;
  std::uint8_t operator()(const Save& act) const { return write(act); }
  std::uint8_t operator()(const Refresh& act) const { return write(act); }
  std::uint8_t operator()(const AwaitSmart&) const;
  std::uint8_t operator()(const Cancel& act) const;
  std::uint8_t operator()(const StartTimer&) const { return rule_; }  // Nobody sees timers.
  std::uint8_t operator()(const StopTimer&) const { return rule_; }
  std::uint8_t operator()(const Capture& act) const;
  std::uint8_t operator()(const ScheduleRefresh&) const;
  std::uint8_t operator()(const StartBody&) const;
  std::uint8_t operator()(const CancelBody&) const;
  std::uint8_t operator()(const Return&) const;
  std::uint8_t operator()(const Refuse&) const;
  std::uint8_t operator()(const ReportDialog&) const;
  std::uint8_t operator()(const ReportSmartWait&) const { return rule_index("MOD-53"); }
  std::uint8_t operator()(const ReportProgress&) const { return rule_index("MOD-23"); }
  std::uint8_t operator()(const Warn& act) const;
  std::uint8_t operator()(const Decide&) const { return rule_; }  // Nobody wants one.
  std::uint8_t operator()(const Finish& act) const;

 private:
  bool at(Step step) const { return s_.step == step; }
  bool modal() const { return s_.showing != 0 || s_.progress != 0; }
  bool failing() const { return s_.reason != Reason::None; }
  // Between a listing and its last report.
  bool sweeping() const { return s_.step >= Step::SweepAsk && s_.step <= Step::SweepReport; }
  bool closing() const { return at(Step::SweepAnswer) || at(Step::SweepDisposal); }
  bool waiting() const { return s_.step >= Step::WaitAsk && s_.step <= Step::WaitIdle; }
  bool syncing() const { return s_.step >= Step::SyncAsk && s_.step <= Step::SyncRun; }
  bool smartening() const { return s_.step >= Step::SmartAsk && s_.step <= Step::SmartReport; }
  bool method_runs() const {
    return s_.has(in_body) && s_.step != Step::Body && s_.owner == Owner::Body;
  }
  bool starts_monitor() const {
    const bool by_method = at(Step::Return) && s_.method == Method::MonitorAndCloseModalDialogs;
    const bool just_armed = s_.has(armed) && s_.tick_age == 0 && !s_.has(ticked);
    return by_method || (at(Step::BodyStart) && s_.has(plan_watch)) ||
           (at(Step::Body) && just_armed);
  }
  // The result is owed and no step of a post-flight stands before it.
  bool ends_without_post() const { return s_.owner == Owner::PostFlight && !s_.has(plan_post); }
  std::uint8_t hidden_post() const {
    return s_.mode == Mode::Raw ? rule_index("MOD-06") : rule_index("MOD-83");
  }
  // What explains an act of nobody: the rule of what is owed, or what is under way.
  std::uint8_t by_phase() const;
  std::uint8_t write(const Command& act) const;

  const JudgeState& s_;
  std::optional<Command> want_;
  std::uint8_t rule_ = 0;  // Of want_.
};

std::uint8_t Intruder::by_phase() const {
  if (want_) return rule_;
  if (s_.owner == Owner::Trip) return rule_index("MOD-61");
  if (sweeping()) return closing() ? rule_index("MOD-12") : rule_index("MOD-13");
  if (waiting()) return rule_index("MOD-20");
  if (syncing()) return rule_index("MOD-42");
  if (smartening()) return rule_index("MOD-52");
  if (at(Step::GateRead)) return rule_index("MOD-30");
  if (at(Step::PostRead)) return rule_index("MOD-80");
  if (at(Step::Body) && (s_.has(armed) || s_.has(allowed)) && modal())
    return rule_of_wrong_trip(s_);
  if (s_.has(in_body) && s_.has(dumb)) return rule_index("MOD-54");
  if (at(Step::Body) && s_.has(ticked)) return rule_of_wrong_trip(s_);
  return rule_of_row(s_);
}

std::uint8_t Intruder::operator()(const ReadModality& act) const {
  // A monitor that asks for any modality, where only dialogs count.
  if (act.operation == OperationId::Monitor) return rule_index("MOD-62");
  if (at(Step::PostWarn) && s_.reason == Reason::None) return rule_index("MOD-80");
  if (s_.owner == Owner::Trip) return rule_index("MOD-67");
  if (ends_without_post()) return hidden_post();
  if (s_.has(from_wait)) return rule_index("MOD-21");
  if (failing()) return rule_;
  if (closing()) return rule_index("MOD-12");
  if (s_.owner == Owner::PreFlight) {
    if (sweeping() || at(Step::BodyStart) || at(Step::GateRead)) return rule_index("MOD-30");
    if (at(Step::SkipSync) || at(Step::SkipSmart)) return rule_;
    if (syncing()) return rule_index("MOD-40");
    if (smartening()) return rule_index("MOD-50");
  }
  return by_phase();
}

std::uint8_t Intruder::operator()(const ListDialogs& act) const {
  if (act.operation == OperationId::Monitor) {
    const bool starting = starts_monitor() && !at(Step::Body);
    return starting ? rule_index("MOD-65") : rule_of_early_tick(s_);
  }
  if (starts_monitor()) return rule_index("MOD-65");
  if (s_.owner == Owner::Trip) return rule_index("MOD-61");
  if (s_.has(from_wait)) return rule_index("MOD-21");
  if (failing()) return rule_;
  if (waiting() && s_.owner == Owner::PreFlight) return rule_index("MOD-20");
  return want_ ? rule_ : rule_of_row(s_);
}

std::uint8_t Intruder::operator()(const CloseDialog& act) const {
  if (starts_monitor()) return rule_index("MOD-65");
  if (s_.has(from_wait)) return rule_index("MOD-21");
  if (closing()) {
    const bool again = act.dialog == s_.dialogs[s_.cursor % 8u];
    return again || s_.cursor + 1 == s_.count ? rule_index("MOD-10") : rule_index("MOD-12");
  }
  if (at(Step::SweepShot) || at(Step::SweepClose)) {
    return act.dialog == s_.dialogs[s_.cursor % 8u] ? rule_index("MOD-11") : rule_index("MOD-10");
  }
  if (at(Step::SweepDump)) return rule_;
  if (sweeping()) return rule_index("MOD-10");
  if (failing()) return rule_;
  if (s_.owner == Owner::PreFlight && s_.has(plan_sweep)) return rule_index("MOD-11");
  if (s_.has(in_body) && !method_runs()) return rule_of_wrong_trip(s_);
  return rule_of_row(s_);
}

std::uint8_t Intruder::operator()(const Commit& act) const {
  if (s_.has(in_body) && s_.has(method_force)) return rule_index("MOD-107");
  return write(act);
}

std::uint8_t Intruder::write(const Command& act) const {
  if (s_.owner == Owner::Trip) return rule_index("MOD-67");
  if (ends_without_post()) return hidden_post();
  if (at(Step::SyncAsk)) {
    // One read too few before the first operation: the wait's is the first of them.
    const bool waits = s_.cursor == 0 && s_.has(plan_wait) && s_.owner == Owner::PreFlight;
    return waits ? rule_index("MOD-20") : rule_;
  }
  const bool same_kind = want_ && want_->index() == act.index();
  if (at(Step::SyncOp) && same_kind) return rule_index("MOD-108");  // The wrong scope.
  if (at(Step::SyncOp)) return rule_;
  if (at(Step::SyncRun)) return rule_index("MOD-40");
  if (modal() && s_.owner == Owner::PreFlight) return rule_index("MOD-45");
  if (want_) return rule_;
  return s_.owner == Owner::PreFlight && smartening() ? rule_index("MOD-50") : by_phase();
}

std::uint8_t Intruder::operator()(const AwaitSmart&) const {
  if (at(Step::SmartAsk)) return rule_index("MOD-51");
  const bool prepares = s_.owner == Owner::PreFlight && s_.has(plan_smart);
  return prepares ? rule_index("MOD-50") : by_phase();
}

std::uint8_t Intruder::operator()(const Cancel& act) const {
  if (act.operation == OperationId::Monitor && !want_) return rule_index("MOD-60");
  return by_phase();
}

std::uint8_t Intruder::operator()(const Capture& act) const {
  if (starts_monitor() && act.cause != Stage::Gate) return rule_index("MOD-65");
  if (closing()) return rule_index("MOD-12");
  if (sweeping() && want_ && !at(Step::SweepAsk)) return rule_;
  if (sweeping()) return rule_index("MOD-11");
  if (act.cause == Stage::Sweep)
    return s_.has(from_wait) ? rule_index("MOD-21") : rule_index("MOD-11");
  if (failing()) return rule_;
  if (s_.owner == Owner::PreFlight && act.cause == Stage::Gate) {
    const bool passed = at(Step::BodyStart) || at(Step::SkipSync) || at(Step::SkipSmart);
    if (passed && s_.read != Modality::None)
      return s_.has(plan_proceed) ? rule_index("MOD-32") : rule_index("MOD-33");
    if (s_.harmless != 0) return rule_index("MOD-34");
    return waiting() ? rule_index("MOD-20") : rule_index("MOD-31");
  }
  if (act.cause == Stage::Monitor) return rule_of_wrong_trip(s_);
  if (act.cause == Stage::Smart && (!smartening() || s_.step > Step::SmartRun))
    return rule_index("MOD-54");
  if (act.cause == Stage::Body && s_.owner == Owner::Body) return rule_index("MOD-71");
  return by_phase();
}

std::uint8_t Intruder::operator()(const ScheduleRefresh&) const {
  if (s_.owner == Owner::Trip) return rule_index("MOD-67");
  if (want_) return rule_;
  return s_.owner == Owner::PreFlight && !waiting() ? rule_index("MOD-84") : by_phase();
}

// Nothing but the body's own step lets it start. Later starts are forbidden anyway.
std::uint8_t Intruder::operator()(const StartBody&) const {
  const bool by_gate = s_.reason == Reason::DialogAtGate || s_.reason == Reason::ProgressAtGate;
  if (by_gate || s_.reason == Reason::ProgressOutlivedBudget) {
    if (s_.reason == Reason::DialogAtGate) return rule_index("MOD-31");
    return by_gate ? rule_index("MOD-33") : rule_index("MOD-22");
  }
  if (failing()) return at(Step::Surface) ? rule_ : rule_index("MOD-70");
  if (s_.step <= Step::GateRead) {
    const bool swept = !s_.has(plan_sweep) || s_.step >= Step::WaitAsk;
    const bool must_fail = swept && !s_.has(plan_proceed) && s_.showing != 0;
    return must_fail ? rule_index("MOD-31") : rule_index("MOD-70");
  }
  if (at(Step::SyncAsk) && s_.cursor == 0) return rule_index("MOD-40");
  if (at(Step::SmartAsk)) return rule_index("MOD-50");
  return want_ ? rule_ : rule_index("MOD-70");
}

std::uint8_t Intruder::operator()(const CancelBody&) const {
  if (want_) return rule_;
  if (s_.owner != Owner::Body) return by_phase();
  if ((s_.has(armed) || s_.has(allowed) || s_.memory != 0) && modal())
    return rule_of_wrong_trip(s_);
  if (s_.has(dumb)) return rule_index("MOD-54");
  return s_.has(ticked) ? rule_of_wrong_trip(s_) : rule_index("MOD-71");
}

std::uint8_t Intruder::operator()(const Return&) const {
  if (want_) return rule_;
  return s_.has(in_body) ? by_phase() : rule_index("MOD-109");
}

std::uint8_t Intruder::operator()(const Refuse&) const {
  return want_ ? rule_ : rule_index("MOD-109");
}

std::uint8_t Intruder::operator()(const ReportDialog&) const {
  if (closing()) return rule_index("MOD-12");
  return at(Step::SweepShot) || at(Step::SweepClose) ? rule_ : rule_index("MOD-13");
}

std::uint8_t Intruder::operator()(const Warn& act) const {
  if (ends_without_post()) return hidden_post();
  if (want_) return rule_;
  switch (act.warning) {
    case Warning::SyncSkipped: return rule_index("MOD-44");
    case Warning::SmartSkipped: return rule_index("MOD-57");
    case Warning::PostSyncSkipped: return rule_index("MOD-82");
    case Warning::PostSyncFailed: return rule_index("MOD-81");
  }
  return rule_index("MOD-81");
}

std::uint8_t Intruder::operator()(const Finish& act) const {
  const auto* want = want_ ? std::get_if<Finish>(&*want_) : nullptr;
  if (want == nullptr) {
    const bool after_trip = s_.owner == Owner::Trip && act.stage != Stage::Monitor;
    if (after_trip && act.stage != Stage::Body) return rule_index("MOD-67");
    return by_phase();
  }
  const bool prepares = s_.owner == Owner::PreFlight && !at(Step::Surface);
  if (want->stage != act.stage && prepares) return rule_index("MOD-73");
  const bool only_modality =
      want->verdict == act.verdict && want->stage == act.stage && want->reason == act.reason;
  if (only_modality) return prepares ? rule_index("MOD-35") : rule_;
  return rule_;
}

}  // namespace

std::uint8_t rule_of_intruder(const JudgeState& s, const Limits& limits, const Command& got) {
  return std::visit(Intruder(s, limits), got);
}

}  // namespace spec::modality
