// Marker files to IDEs: one scan after the other, and what differs. Not for others to include.
#pragma once
#include <algorithm>

#include "engine/monitor/engine.h"
#include "monitor/ports.h"
#include "monitor/worker.h"
#include "port/check.h"

namespace engine::monitor {

template <class Capacity>
class Discovery {
 public:
  Discovery(BasicState<Capacity>& state, Commands& out, const Limits& limits,
            Workers<Capacity>& workers, PortScan<Capacity>& ports)
      : state_(state), out_(out), limits_(limits), workers_(workers), ports_(ports) {}

 protected:
  void begin_scan() {
    state_.scan = Scan::Listing;
    state_.scan_due = false;
    out_.emplace_back(ListFolder{});
    out_.emplace_back(SetTimer{{TimerKind::Scan, 0}, limits_.scan});
  }
  void scan_is_due() {
    state_.scan_due = true;
    if (state_.scan == Scan::Idle) begin_scan();
  }

  // What is not listed is gone. A folder that cannot be listed says nothing (MON-12).
  void listed(const FolderListed& event) {
    CHECK(state_.scan == Scan::Listing);
    const bool fits = event.pids.size() <= state_.left.capacity();
    const auto folder = fits ? event.folder : Folder::TooMany;
    if (folder != Folder::Listed) {
      if (folder != state_.failed) out_.emplace_back(ScanFailed{folder});
      state_.failed = folder;
      return end_scan();
    }
    state_.failed = Folder::Listed;
    const auto has = [&](Pid pid) {
      return std::find(event.pids.begin(), event.pids.end(), pid) != event.pids.end();
    };
    for (auto i = state_.refusals.size(); i-- > 0;)
      if (!has(state_.refusals[i].pid)) state_.refusals.erase(i);
    for (auto i = state_.ides.size(); i-- > 0;)
      if (!has(state_.ides[i].marker.pid)) remove(i);
    for (const auto pid : event.pids) state_.left.push_back(pid);
    read_next();
  }

  void read(const MarkerRead& event) {
    CHECK(state_.scan == Scan::Reading && state_.left[0] == event.pid);
    state_.left.erase(0);
    take(event);
    read_next();
  }

  // What has come of the addresses of processes that are not seen (MON-09).
  void settle() {
    for (Ide& ide : state_.ides) {
      const bool answers = ide.seat == Seat::Asked && ide.work == Work::Streaming;
      if (answers && !is_of_another(ide.marker)) {
        ide.seat = Seat::Elsewhere;
        forgive(ide.marker.pid, Reading::Dead);
        out_.emplace_back(IdeAdded{ide.marker, true});
        workers_.told(ide);
        ports_.join();
      }
      if (ide.seat != Seat::Lost) continue;
      out_.emplace_back(IdeRemoved{ide.marker.pid});
      workers_.forget(ide);
      refuse({.pid = ide.marker.pid, .field = {}, .reading = Reading::Dead});
      ports_.join();
    }
  }

 private:
  void read_next() {
    if (state_.left.empty()) return end_scan();
    state_.scan = Scan::Reading;
    out_.emplace_back(ReadMarker{state_.left[0]});
  }
  void end_scan() {
    state_.scan = Scan::Idle;
    if (state_.scan_due) begin_scan();
  }

  void take(const MarkerRead& event) {
    if (event.reading == Reading::Torn) return;
    const auto reading = event.reading == Reading::Good ? process_of(event) : event.reading;
    const bool elsewhere = reading == Reading::Dead && is_elsewhere(event.marker);
    if (elsewhere) return;
    if (reading == Reading::Unreadable || is_refused(reading))
      refuse({.pid = event.pid, .field = event.field, .reading = reading});
    else
      forgive(event.pid);
    if (reading == Reading::Good) return found(event.marker);
    if (reading == Reading::Unreadable) return;
    if (reading == Reading::Dead && may_be_elsewhere(event.marker)) return unseen(event.marker);
    if (const auto at = index_of(event.pid); at < state_.ides.size()) remove(at);
  }

  // A process that began after the marker was written is another one, unless a clock was set in
  // between (MON-07).
  static Reading process_of(const MarkerRead& event) {
    constexpr std::uint32_t clock_seconds = 5;
    if (!event.alive) return Reading::Dead;
    const bool younger = event.began.value > event.marker.created.value + clock_seconds;
    return younger ? Reading::Younger : Reading::Good;
  }

  // A process that is not seen may be one of another namespace, if its address answers with its
  // token. Where a process that is seen has that address, it is that one's.
  bool may_be_elsewhere(const Marker& marker) const {
    return marker.target.token != no_text && !is_of_another(marker);
  }
  bool is_of_another(const Marker& marker) const {
    return std::any_of(state_.ides.begin(), state_.ides.end(), [&](const Ide& ide) {
      const auto& target = ide.marker.target;
      return ide.seat == Seat::Here && ide.marker.pid != marker.pid &&
             target.url == marker.target.url && target.port == marker.target.port;
    });
  }
  // It is told of as such, and its marker is as it was.
  bool is_elsewhere(const Marker& marker) const {
    const auto at = index_of(marker.pid);
    return at < state_.ides.size() && state_.ides[at].seat == Seat::Elsewhere &&
           state_.ides[at].marker == marker && !is_of_another(marker);
  }
  void unseen(const Marker& marker) {
    if (const auto at = index_of(marker.pid); at < state_.ides.size()) {
      const Ide& ide = state_.ides[at];
      if (ide.seat == Seat::Asked && ide.marker == marker) return;
      remove(at);
    }
    state_.ides.push_back({.marker = marker, .seat = Seat::Asked});
    workers_.ask(state_.ides.back());
  }

  void found(const Marker& marker) {
    auto at = index_of(marker.pid);
    const bool another =
        at < state_.ides.size() &&
        (state_.ides[at].seat != Seat::Here || state_.ides[at].marker.created != marker.created);
    if (another) {
      remove(at);
      at = state_.ides.size();
    }
    if (at == state_.ides.size()) {
      state_.ides.push_back({.marker = marker});
      out_.emplace_back(IdeAdded{marker});
      workers_.begin(state_.ides.back());
      return ports_.join();
    }
    Ide& ide = state_.ides[at];
    if (ide.marker == marker) return;
    const auto before = ide.marker;
    ide.marker = marker;
    out_.emplace_back(IdeChanged{marker});
    workers_.changed(ide, before);
    ports_.join();
  }
  void remove(std::size_t at) {
    if (state_.ides[at].is_told()) out_.emplace_back(IdeRemoved{state_.ides[at].marker.pid});
    workers_.end(state_.ides[at]);
    state_.ides.erase(at);
    ports_.join();
  }
  std::size_t index_of(Pid pid) const {
    const auto found = std::find_if(state_.ides.begin(), state_.ides.end(),
                                    [pid](const Ide& ide) { return ide.marker.pid == pid; });
    return static_cast<std::size_t>(found - state_.ides.begin());
  }

  void refuse(const Refusal& refusal) {
    for (const Refusal& told : state_.refusals)
      if (told == refusal) return;
    forgive(refusal.pid);
    state_.refusals.push_back(refusal);
    out_.emplace_back(FileRefused{refusal.pid, refusal.reading, refusal.field});
  }
  // That reason alone.
  void forgive(Pid pid, Reading reading) {
    for (const Refusal& told : state_.refusals)
      if (told.pid == pid && told.reading == reading) return forgive(pid);
  }
  void forgive(Pid pid) {
    for (auto i = state_.refusals.size(); i-- > 0;)
      if (state_.refusals[i].pid == pid) state_.refusals.erase(i);
  }

  BasicState<Capacity>& state_;
  Commands& out_;
  const Limits& limits_;
  Workers<Capacity>& workers_;
  PortScan<Capacity>& ports_;
};

}  // namespace engine::monitor
