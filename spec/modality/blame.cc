// Which rule wants what is wanted, and which rule forbids whatever is wanted.
#include <variant>

#include "modality/oracle.h"
#include "spec/modality/rules.h"

namespace spec::modality {
namespace {

std::uint8_t rule_of_reason(Reason reason) {
  switch (reason) {
    case Reason::UnknownMode:
    case Reason::FormerParameter: return rule_index("MOD-01");
    case Reason::BadTimeout: return rule_index("MOD-71");
    case Reason::CalledFromEdt: return rule_index("MOD-90");
    case Reason::DialogAtGate: return rule_index("MOD-31");
    case Reason::ProgressAtGate: return rule_index("MOD-33");
    case Reason::ProgressOutlivedBudget: return rule_index("MOD-22");
    case Reason::ModalBeforeSync: return rule_index("MOD-41");
    case Reason::ModalDuringSync: return rule_index("MOD-43");
    case Reason::SyncTimedOut: return rule_index("MOD-42");
    case Reason::ModalBeforeSmart: return rule_index("MOD-51");
    case Reason::ModalAfterSmart: return rule_index("MOD-56");
    case Reason::SmartTimedOut: return rule_index("MOD-52");
    case Reason::ModalAsserted: return rule_index("MOD-105");
    case Reason::DialogDuringBody: return rule_index("MOD-61");
    case Reason::BodyThrew: return rule_index("MOD-72");
    case Reason::BodyTimedOut: return rule_index("MOD-71");
    case Reason::None: break;
  }
  return rule_index("MOD-05");
}

std::uint8_t rule_of_method(const JudgeState& s) {
  switch (s.method) {
    case Method::CloseModalDialogs: return rule_index("MOD-100");
    case Method::MonitorAndCloseModalDialogs:
      return s.watch == Watch::Twice ? rule_index("MOD-64") : rule_index("MOD-101");
    case Method::AllowModalDialog: return rule_index("MOD-102");
    case Method::EnterModalDialogAllowed:
    case Method::LeaveModalDialogAllowed: return rule_index("MOD-69");
    case Method::SyncDocuments:
      if (s.has(method_force)) return rule_index("MOD-107");
      return s.has(method_project) ? rule_index("MOD-108") : rule_index("MOD-103");
    case Method::SaveProject: return rule_index("MOD-108");
    case Method::WaitForSmartMode: return rule_index("MOD-104");
    case Method::AssertNonModal: return rule_index("MOD-105");
    case Method::IsModal:
    case Method::IsSmartMode: return rule_index("MOD-106");
    case Method::AwaitProgress: return rule_index("MOD-20");
  }
  return rule_index("MOD-100");
}

std::uint8_t rule_of_trip(const JudgeState& s) {
  return s.watch == Watch::Contradiction ? rule_index("MOD-06") : rule_index("MOD-61");
}

// The cancels that come before what the step owes.
std::uint8_t rule_of_debt(const JudgeState& s) {
  if (s.has(owe_refusal)) {
    return s.has(in_body) ? rule_index("MOD-69") : rule_index("MOD-109");
  }
  const bool tripped = s.owner == Owner::Trip;
  if (s.has(owe_reports) && !s.has(owe_cancel_main | owe_cancel_monitor))
    return rule_index("MOD-13");
  if (tripped && s.step == Step::SweepDump) return rule_of_trip(s);
  if (s.has(owe_cancel_body)) {
    if (!s.has(owe_cancel_main | owe_cancel_monitor)) return rule_index("MOD-71");
  }
  if (s.has(owe_cancel_main)) {
    const bool sweeping = tripped || s.reason == Reason::None;
    return sweeping ? rule_index("MOD-12") : rule_of_reason(s.reason);
  }
  if (s.reason != Reason::None) return rule_of_reason(s.reason);
  if (s.owner == Owner::PostFlight) return rule_index("MOD-60");
  return s.method == Method::AllowModalDialog ? rule_index("MOD-66") : rule_index("MOD-69");
}

std::uint8_t rule_of_sync(const JudgeState& s) {
  const bool asks = s.step == Step::SyncAsk;
  if (asks && s.cursor > 0) return rule_index("MOD-43");
  if (s.owner == Owner::PostFlight) return rule_index("MOD-80");
  if (s.owner == Owner::Body) return rule_of_method(s);
  return asks ? rule_index("MOD-41") : rule_index("MOD-40");
}

std::uint8_t rule_of_ending(const JudgeState& s) {
  const bool seen_waiting = s.has(from_wait) && s.reason == Reason::DialogAtGate;
  switch (code(s.step)) {
    case code(Step::EndShot): return seen_waiting ? rule_index("MOD-21") : rule_of_reason(s.reason);
    case code(Step::EndDump): return rule_of_reason(s.reason);
    case code(Step::EndRefresh): return rule_index("MOD-84");
    case code(Step::PostWarn):
      return s.reason == Reason::None ? rule_index("MOD-82") : rule_index("MOD-81");
    default:
      if (s.owner == Owner::PostFlight)
        return s.reason == Reason::None ? rule_index("MOD-05") : rule_index("MOD-81");
      return seen_waiting ? rule_index("MOD-21") : rule_of_reason(s.reason);
  }
}

bool fresh_dialog(const JudgeState& s) { return (s.showing & ~s.elder) != 0; }

}  // namespace

std::uint8_t rule_of_row(const JudgeState& s) {
  return s.mode == Mode::Raw ? rule_index("MOD-06") : rule_index("MOD-02");
}

std::uint8_t rule_of_want(const JudgeState& s, const Limits& limits) {
  if (s.has(debts)) return rule_of_debt(s);
  if (s.step >= Step::PostWarn) return rule_of_ending(s);
  switch (code(s.step)) {
    case code(Step::Surface): return rule_of_reason(s.reason);
    case code(Step::Opening): return rule_index("MOD-84");
    case code(Step::SweepAsk):
      return s.owner == Owner::Body ? rule_index("MOD-100") : rule_of_row(s);
    case code(Step::SweepDump):
      return s.owner == Owner::Trip ? rule_of_trip(s) : rule_index("MOD-11");
    case code(Step::SweepShot): return rule_index("MOD-11");
    case code(Step::SweepClose):
      return s.owner == Owner::Trip && s.watch == Watch::Contradiction ? rule_index("MOD-06")
                                                                       : rule_index("MOD-10");
    case code(Step::SweepReport): return rule_index("MOD-13");
    case code(Step::WaitAsk):
      return s.aside >= limits.note_period.count() ? rule_index("MOD-23") : rule_index("MOD-20");
    case code(Step::GateAsk): return rule_index("MOD-30");
    case code(Step::SyncAsk):
    case code(Step::SyncOp): return rule_of_sync(s);
    case code(Step::SmartAsk): return rule_index("MOD-51");
    case code(Step::SmartOp):
      return s.owner == Owner::Body ? rule_index("MOD-104") : rule_index("MOD-50");
    case code(Step::SmartAskAgain): return rule_index("MOD-56");
    case code(Step::SmartReport): return rule_index("MOD-53");
    case code(Step::SkipSync): return rule_index("MOD-44");
    case code(Step::SkipSmart): return rule_index("MOD-57");
    case code(Step::BodyStart):
      if (s.read == Modality::None) return s.harmless != 0 ? rule_index("MOD-34") : rule_of_row(s);
      return s.has(plan_proceed) ? rule_index("MOD-32") : rule_index("MOD-33");
    case code(Step::PostAsk): return rule_index("MOD-80");
    default: return rule_of_method(s);
  }
}

std::uint8_t rule_of_missing(const JudgeState& s, const Limits& limits) {
  if (s.has(debts)) return rule_of_debt(s);
  // Smart is reached, and the subject goes on waiting: for the import.
  if (s.step == Step::SmartAskAgain) return rule_index("MOD-55");
  const bool next = s.step == Step::SweepShot && s.cursor > 0;
  if (next || (s.step == Step::SweepReport && s.cursor == 0)) {
    // What it still waits for is the disposal of the dialog before.
    const unsigned before = next ? s.cursor - 1u : s.count - 1u;
    return outcome(s, before) == DialogOutcome::Refused ? rule_index("MOD-10")
                                                        : rule_index("MOD-12");
  }
  return rule_of_want(s, limits);
}

std::uint8_t rule_of_timer(const JudgeState& s, const Limits& limits, Timer timer) {
  if (timer == Timer::Body) return rule_index("MOD-71");
  if (timer == Timer::Tick) {
    switch (s.watch) {
      case Watch::Plain:
      case Watch::Twice: return rule_index("MOD-60");
      case Watch::Contradiction: return rule_index("MOD-06");
      case Watch::ByMethod: return rule_index("MOD-101");
      case Watch::AfterAllow: return rule_index("MOD-66");
      case Watch::Restored: return rule_index("MOD-69");
    }
  }
  switch (code(s.step)) {
    case code(Step::SweepAnswer):
    case code(Step::SweepDisposal): return rule_index("MOD-12");
    case code(Step::WaitIdle): {
      const bool last = s.age + time_left(s, limits, Timer::Phase) >= limits.wait_budget.count();
      return last ? rule_index("MOD-22") : rule_index("MOD-20");
    }
    case code(Step::SyncRead):
    case code(Step::SyncRun): return rule_index("MOD-42");
    default: return rule_index("MOD-52");
  }
}

namespace {

bool writes(const Command& act) {
  return std::holds_alternative<Commit>(act) || std::holds_alternative<Save>(act) ||
         std::holds_alternative<Refresh>(act);
}

std::optional<std::uint8_t> forbidden_result(const JudgeState& s, const Finish& result) {
  if (s.has(write_open)) return rule_index("MOD-42");
  const bool silent_loss = result.verdict == Verdict::Ok && s.has(plan_post) &&
                           s.has(edits_missing) && !s.has(warned_post);
  // Without the read that post-flight begins with, the step itself tells more.
  if (silent_loss && s.step == Step::EndFinish) return rule_index("MOD-80");
  return std::nullopt;
}

}  // namespace

std::optional<std::uint8_t> forbidden(const JudgeState& s, const Command& got) {
  const bool refuses = std::holds_alternative<Refuse>(got) && s.has(owe_refusal);
  if (s.step == Step::Ended && !refuses) return rule_index("MOD-05");
  if (std::holds_alternative<StartBody>(got) && s.owner != Owner::PreFlight)
    return rule_index("MOD-70");
  if (std::holds_alternative<Capture>(got) && s.reason == Reason::BodyThrew)
    return rule_index("MOD-72");
  if (const auto* result = std::get_if<Finish>(&got)) return forbidden_result(s, *result);
  if (!writes(got) || s.read == Modality::None) return std::nullopt;
  // A modal that a step of the sync brought has a rule of its own.
  const bool brought = s.reason == Reason::ModalDuringSync;
  return brought ? rule_index("MOD-43") : rule_index("MOD-45");
}

// The monitor.

std::uint8_t rule_of_stopped_monitor(const JudgeState& s) {
  if (s.memory != 0 || (s.blocks != 0 && !s.has(allowed))) return rule_index("MOD-69");
  return s.has(allowed) ? rule_index("MOD-66") : rule_of_row(s);
}

std::uint8_t rule_of_early_tick(const JudgeState& s) {
  if (s.owner == Owner::Trip) return rule_index("MOD-61");
  if (!s.has(in_body)) return rule_index("MOD-60");
  if (!s.has(armed)) return rule_of_stopped_monitor(s);
  const bool starting = s.tick_age == 0 && !s.has(ticked);
  if (starting && !fresh_dialog(s)) return rule_index("MOD-65");
  if (s.watch == Watch::AfterAllow) return rule_index("MOD-66");
  if (s.watch == Watch::Restored) return rule_index("MOD-69");
  if (s.watch == Watch::Twice) return rule_index("MOD-64");
  return fresh_dialog(s) ? rule_index("MOD-63") : rule_index("MOD-60");
}

std::uint8_t rule_of_wrong_trip(const JudgeState& s) {
  if (s.owner == Owner::Trip) return rule_index("MOD-61");
  if (!s.has(armed) && s.has(in_body)) return rule_of_stopped_monitor(s);
  if (fresh_dialog(s)) return rule_index("MOD-63");
  if (s.progress != 0) return rule_index("MOD-62");
  return s.has(ticked) ? rule_index("MOD-63") : rule_index("MOD-61");
}

}  // namespace spec::modality
