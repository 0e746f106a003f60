// How the situation follows what an observer sees; not for others to include.
#pragma once
#include "spec/monitor/judge.h"

namespace spec::monitor {

class Follower {
 public:
  Follower(Situation& s, const Bounds& bounds) : s_(s), bounds_(bounds) {}

  void on(const Started&);
  void on(const FolderListed& event);
  void on(const MarkerRead& event);
  void on(const Answered& event);
  void on(const LineRead& event);
  void on(const Ended& event);
  void on(const ProbeEnded& event);
  void on(const AddressWanted& event);
  void on(const StreamTried& event);
  void on(const HeadAnswered& event);
  void on(const Slept&);
  void on(const TimerFired& event) { set_timer(event.timer, false); }
  void on(const Stopped&);

  void on(const TimePassed& fact);
  void on(const StreamAsked& fact);
  void on(const StreamAnswered& fact);
  void on(const LineSent& fact);
  void on(const ProjectsChanged& fact);
  void on(const ReaderStalled& fact);
  void on(const ClientGone& fact);
  void on(const StreamFreed& fact);

  void on(const ListFolder&);
  void on(const ReadMarker& act);
  void on(const Connect& act);
  void on(const Disconnect& act);
  void on(const Probe& act);
  void on(const CancelProbe& act);
  void on(const TryStream& act);
  void on(const AskHead& act);
  void on(const SetTimer& act) { set_timer(act.timer, true); }
  void on(const CancelTimer& act) { set_timer(act.timer, false); }
  void on(const IdeAdded& act);
  void on(const IdeChanged& act);
  void on(const IdeRemoved& act);
  void on(const FileRefused& act);
  void on(const ScanFailed& act) { s_.failure_told = act.folder; }
  void on(const ProjectsShown& act);
  void on(const LineSkipped& act);
  void on(const AddressGiven& act);
  void on(const ServerShown& act);
  void on(const PortShown& act);
  void on(const PortGone& act);

  // Null: it is not followed.
  FileSituation* file(Pid pid);
  StreamSituation* held(ConnectionId id);  // By the monitor.
  PortSituation* port(std::uint16_t number);

 private:
  FileSituation* file_of(ConnectionId id);
  FileSituation* known(Pid pid);
  FileSituation* followed(Pid pid);
  StreamSituation* stream(ConnectionId id);
  StreamSituation* add_stream(ConnectionId id, Pid pid);
  void release(StreamSituation& stream);
  void set_timer(const Timer& timer, bool runs);
  // There is no stream any more; another try is due after a pause.
  static void lose(FileSituation& file, Link link);
  // Its process is not seen.
  void unseen(FileSituation& file, const Marker& marker);

  Situation& s_;
  const Bounds& bounds_;
};

}  // namespace spec::monitor
