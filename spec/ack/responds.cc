// How calls end: against what they owe, and against the truth.
#include "ack/referee.h"

namespace spec::ack {
namespace {

using namespace call_flags;
using namespace judge_flags;

// What the last transition to holding was due to.
std::uint8_t class_of(Cause cause) {
  switch (cause) {
    case Cause::Before: return classes::already_held;
    case Cause::StartUp: return classes::start_up_default;
    case Cause::Foreign: return classes::foreign_window;
    case Cause::Nothing:
    case Cause::Own: break;
  }
  return 0;
}

// The bound of a signal is for people to read.
bool is_signal_of(const ToolRow& row, const Signal& signal) {
  return signal.kind == row.signal.kind && signal.subject == row.signal.subject;
}

}  // namespace

void Referee::on(const Respond& act) {
  CallState* call = acting(act.call, act);
  if (call == nullptr) return;
  switch (call->phase) {
    case Phase::Free: return;
    case Phase::Unknown: return respond_owed(*call, act, Status::UnknownTool, rule_index("ACK-08"));
    case Phase::Invalid:
      return respond_owed(*call, act, Status::InvalidParams, rule_index("ACK-08"));
    case Phase::NoViewer:
      return respond_owed(*call, act, Status::InvalidParams, rule_index("ACK-12"));
    case Phase::NoList: return respond_owed(*call, act, Status::NotReady, rule_index("ACK-23"));
    case Phase::Capture:
    case Phase::CaptureRead:
    case Phase::Dispatch: return respond_early(*call, act);
    case Phase::Uncaptured:
    case Phase::Waiting:
    case Phase::Looking: return respond_waiting(*call, act);
    case Phase::Holding: return respond_holding(*call, act);
    case Phase::Expired: return respond_expired(*call, act);
    case Phase::Refused: {
      const bool right =
          act.response.status == Status::Failed && act.response.text.value == call->value;
      if (!right) return break_owed(*call, act);
      mark(rule_index("ACK-11"));
      return finish(*call, act);
    }
    case Phase::Loose: return respond_loose(*call, act);
  }
}

void Referee::respond_owed(CallState& call, const Respond& act, Status status, std::uint8_t rule) {
  if (act.response.status != status) return break_owed(call, act);
  mark(rule);
  finish(call, act);
}

// A subject that knows without a capture that there is nothing to close may say so.
void Referee::respond_early(CallState& call, const Respond& act) {
  std::uint8_t rule = rule_index("ACK-08");
  if (act.response.status == Status::Ok) rule = rule_index("ACK-03");
  if (act.response.status == Status::Missing) rule = rule_index("ACK-02");
  if (act.response.status == Status::Busy || takes_for_another(call, act))
    rule = rule_index("ACK-18");
  const ToolRow& its = row(call);
  if (its.signal.kind == SignalKind::WindowCountBelow) {
    const Reading now = reading_of(s_, probe_of(its.signal));
    if (!now.exists) return respond_owed(call, act, Status::NotReady, rule_index("ACK-23"));
    if (now.value == 0) return respond_owed(call, act, Status::InvalidParams, rule_index("ACK-12"));
  }
  break_rule(rule, wanted(call), act);
}

void Referee::respond_waiting(CallState& call, const Respond& act) {
  const ToolRow& its = row(call);
  const bool trip = is_trip(its);
  const bool late = call.age >= its.budget_ms;
  const bool answers = act.response.status == Status::Ok || act.response.status == Status::Failed;
  if (trip && answers && s_.has(reply_stray)) {
    const bool ghost = s_.has(reply_late);
    return break_rule(ghost ? rule_index("ACK-17") : rule_index("ACK-10"), std::nullopt, act);
  }
  if (trip && late) return respond_expired(call, act);
  std::uint8_t rule = rule_index("ACK-06");
  switch (act.response.status) {
    case Status::Ok: rule = rule_of_early_ok(call); break;
    case Status::Missing: rule = late ? rule_index("ACK-05") : rule_index("ACK-19"); break;
    case Status::Failed:
      if (trip) rule = rule_index("ACK-11");
      break;
    case Status::Busy: rule = rule_index("ACK-18"); break;
    case Status::UnknownTool:
    case Status::InvalidParams: rule = rule_index("ACK-08"); break;
    case Status::NotReady: break;
  }
  if (takes_for_another(call, act)) rule = rule_index("ACK-18");
  const bool must_look = !trip && call.left == 0;
  break_rule(rule, must_look ? wanted(call) : std::nullopt, act);
}

void Referee::respond_expired(CallState& call, const Respond& act) {
  const bool trip = is_trip(row(call));
  if (act.response.status == Status::Ok) {
    std::uint8_t rule = rule_index("ACK-03");
    if (!call.has(processed)) rule = trip ? rule_index("ACK-32") : rule_index("ACK-31");
    if (takes_value_of_another(call)) rule = rule_index("ACK-18");
    if (!call.has(processed)) findings_.verdicts.push_back({act.call, Kind::FalseOk, 0});
    return break_rule(rule, wanted(call), act);
  }
  const bool right = act.response.status == Status::Missing &&
                     is_signal_of(row(call), act.response.signal) &&
                     act.response.elapsed.count() == call.age;
  if (!right) {
    const bool mixed = takes_for_another(call, act);
    return break_rule(mixed ? rule_index("ACK-18") : rule_index("ACK-06"), wanted(call), act);
  }
  mark(rule_index("ACK-06"));
  mark(rule_index("ACK-19"));
  if (trip) s_.set(reply_due);
  finish(call, act);
}

void Referee::respond_holding(CallState& call, const Respond& act) {
  if (act.response.status != Status::Ok) return break_owed(call, act);
  if (call.has(owes_note))
    return break_rule(rule_index("ACK-21"), Command(NoteHeld{act.call, signal_of(call)}), act);
  const ToolRow& its = row(call);
  if (!is_trip(its)) mark(rule_index("ACK-03"));
  if (its.rule == rule_index("ACK-14")) mark(its.rule);
  if (its.when == When::One && s_.viewers > 0) mark(rule_index("ACK-13"));
  finish(call, act);
}

void Referee::respond_loose(CallState& call, const Respond& act) {
  std::optional<std::uint8_t> rule;
  if (!call.has(dispatched)) rule = rule_index("ACK-02");
  if (act.response.status == Status::Busy) rule = rule_index("ACK-18");
  if (act.response.status == Status::UnknownTool || act.response.status == Status::InvalidParams ||
      act.response.status == Status::NotReady)
    rule = rule_index("ACK-08");
  if (rule) return break_rule(*rule, wanted(call), act);
  finish(call, act);
}

Verdict Referee::judge_ok(const CallState& call) const {
  if (call.has(processed)) return {id_of(call), Kind::TrueOk, 0};
  Verdict lie{id_of(call), Kind::FalseOk, 0};
  const SignalKind kind = row(call).signal.kind;
  if (call.phase == Phase::Loose) lie.classes = classes::fire_and_forget;
  if (kind == SignalKind::GenerationAdvanced) lie.classes = classes::foreign_push;
  if (kind > SignalKind::GenerationAdvanced) lie.classes = class_of(call.cause);
  return lie;
}

// An error is a lie if the frontend did all that it had to do. A call that awaits nothing
// needs no notification.
Verdict Referee::judge_error(const CallState& call, const Respond& act) const {
  const bool done =
      call.has(processed) && (call.has(notified | lost) || call.phase == Phase::Loose);
  if (act.response.status != Status::Missing || !done) return {id_of(call), Kind::TrueError, 0};
  unsigned why = 0;
  if (call.has(lost)) why |= classes::start_up_default;
  if (call.has(came_went)) why |= classes::transient;
  if (call.foreign_opened > 0) why |= classes::foreign_window;
  return {id_of(call), Kind::FalseTimeout, static_cast<std::uint8_t>(why)};
}

void Referee::finish(CallState& call, const Respond& act) {
  const bool ok = act.response.status == Status::Ok;
  const bool trip = is_trip(row(call));
  const bool judged =
      ok || act.response.status == Status::Missing || act.response.status == Status::Failed;
  const Verdict verdict = ok ? judge_ok(call) : judge_error(call, act);
  const std::uint8_t rule = trip ? rule_index("ACK-32")
                            : ok ? rule_index("ACK-31")
                                 : rule_index("ACK-30");
  if (judged) mark(rule);
  findings_.verdicts.push_back(verdict);
  const bool lies = verdict.kind == Kind::FalseOk || verdict.kind == Kind::FalseTimeout;
  if (lies && (trip || verdict.classes == 0)) {
    std::optional<Seen> want;
    if (!ok) want = Command(Respond{act.call, {}});
    return break_rule(rule, want, act);
  }
  disturb_others(call);
  call = CallState{};
}

}  // namespace spec::ack
