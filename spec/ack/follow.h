// How the situation follows what an observer sees; not for others to include.
#pragma once
#include "port/ack/facts.h"
#include "spec/ack/situation.h"
#include "spec/ack/tools.h"

namespace spec::ack {

class Follower {
 public:
  Follower(Situation& s, ToolTable table) : s_(s), table_(table) {}

  void on(const Called& event, CallId by);
  void on(const Captured& event, CallId by);
  void on(const Looked& event, CallId by);
  void on(const TimerFired&, CallId) {}
  void on(const Replied& event, CallId by);
  void on(const StoreReady& event, CallId by);
  void on(const Pushed& event, CallId by);
  void on(const FocusMoved&, CallId) {}
  void on(const Cancelled& event, CallId by);

  // Its signal holds: the other part of the row begins, if there is one.
  void advance(CallId id);

  void on(const TimePassed& fact);
  void on(const Processed& fact);
  void on(const ProcessedElsewhere& fact);
  void on(const TakenBack& fact);
  void on(const TrackerReady& fact);
  void on(const WindowsReady& fact);
  void on(const TrackerTold& fact);
  void on(const WindowOpened& fact);
  void on(const WindowClosed& fact);
  void on(const FrontendRestarted&);
  void on(const ProcessedLate& fact);
  void on(const Stands& fact);
  void on(const ListenersLeft&);
  void on(const PanesRead&);

  // Of a call in flight.
  void on(const Capture& act);
  void on(const Dispatch& act);
  void on(const Look& act);
  void on(const SetTimer&) {}
  void on(const CancelTimer&) {}
  void on(const NoteHeld& act);
  void on(const NoteStillOpen& act);
  void on(const Respond& act);

 private:
  void end(CallSituation& call, bool replied);
  void go_on(CallSituation& call);
  void look_at_conditions(CallSituation& call);
  void look_at_conditions();
  std::uint8_t row_number(const ToolRow& row) const;
  std::uint8_t* showing(PathId path);  // Null: no file.
  CallSituation* find(CallId id);      // Null: no call in flight has this number.
  CallId id_of(const CallSituation& call) const;
  const ToolRow& row(const CallSituation& call) const;
  bool holds(const CallSituation& call) const;

  void read(CallSituation& call, Probe probe);
  void settle(CallId by, bool start_up);
  void notify(CallId by, SignalKind kind, SubjectId subject);
  void notify_closed(CallId by, SubjectId family);

  Situation& s_;
  ToolTable table_;
};

}  // namespace spec::ack
