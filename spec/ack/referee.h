// What the parts of the judge of tool calls share; not for others to include.
#pragma once
#include <cstdint>
#include <optional>

#include "spec/ack/judge.h"

namespace spec::ack {

// What there is to read, as far as the judge was told.
Reading reading_of(const JudgeState& s, Probe probe);
inline bool is_trip(const ToolRow& row) { return row.signal.kind == SignalKind::RoundTrip; }
bool holds(const ToolRow& row, Reading reading, std::uint8_t threshold);

// The milliseconds until the call must act on its own: look or give up. None: it need not.
std::optional<std::int32_t> time_left(const CallState& call, const ToolRow& row);

// One observation's worth of judging.
class Referee {
 public:
  Referee(JudgeState& state, ToolTable table, Findings& findings)
      : s_(state), table_(table), findings_(findings) {}

  // True if an act was owed and the world goes on without it.
  bool miss_owed();
  // The world stands still: whoever waits waits for ever.
  void stop();

  void on(const Called& event, CallId by);
  void on(const Captured& event, CallId by);
  void on(const Looked& event, CallId by);
  void on(const TimerFired&, CallId) {}
  void on(const Replied& event, CallId by);
  void on(const StoreReady& event, CallId by);
  void on(const Pushed& event, CallId by);
  void on(const FocusMoved&, CallId) {}

  void on(const TimePassed& fact);
  void on(const Processed& fact);
  void on(const TrackerReady& fact);
  void on(const WindowsReady& fact);
  void on(const TrackerTold& fact);
  void on(const WindowOpened& fact);
  void on(const WindowClosed& fact);
  void on(const FrontendRestarted&) {}

  void on(const Capture& act);
  void on(const Dispatch& act);
  void on(const Look& act);
  void on(const SetTimer& act);
  void on(const CancelTimer& act);
  void on(const NoteHeld& act);
  void on(const Respond& act);

 private:
  // Calls.
  CallState* find(CallId id);  // Null: no call has this number.
  // The call that an act is about. Null, and a breach, if it is not in flight.
  CallState* acting(CallId id, const Command& act);
  CallId id_of(const CallState& call) const;
  const ToolRow& row(const CallState& call) const { return table_[call.row]; }
  void disturb_others(const CallState& call);

  // What the world does to calls.
  void settle(CallId by, bool start_up);
  void notify(CallId by, SignalKind kind, SubjectId subject);
  void notify_closed(CallId by, SubjectId family);
  bool reading_is_right(const CallState& call, Probe probe, Reading reading, const Happening& got);
  void take_capture(CallState& call, Reading reading);

  // What calls do.
  void start_waiting(CallState& call);
  void dispatch_uncaptured(CallState& call, const Dispatch& act);
  void respond_early(CallState& call, const Respond& act);
  void respond_waiting(CallState& call, const Respond& act);
  void respond_expired(CallState& call, const Respond& act);
  void respond_holding(CallState& call, const Respond& act);
  void respond_loose(CallState& call, const Respond& act);
  void respond_owed(CallState& call, const Respond& act, Status status, std::uint8_t rule);

  // The end of a call.
  void finish(CallState& call, const Respond& act);
  Verdict judge_ok(const CallState& call) const;
  Verdict judge_error(const CallState& call, const Respond& act) const;

  // Blame.
  std::uint8_t rule_of_owed(const CallState& call) const;
  std::uint8_t rule_of_wait(const CallState& call) const;
  std::uint8_t rule_of_probe(const CallState& call, Probe probe) const;
  std::uint8_t rule_of_silence(const CallState& call) const;
  std::uint8_t rule_of_early_ok(const CallState& call) const;
  bool takes_for_another(const CallState& call, const Command& act) const;
  bool takes_value_of_another(const CallState& call) const;
  Signal signal_of(const CallState& call) const;
  std::optional<Seen> wanted(const CallState& call) const;
  void break_rule(std::uint8_t rule, std::optional<Seen> want, std::optional<Seen> got);
  void break_owed(const CallState& call, const Command& act);

  void mark(std::uint8_t rule) { findings_.exercised.mark(rule); }

  JudgeState& s_;
  ToolTable table_;
  Findings& findings_;
};

}  // namespace spec::ack
