// A worker for each IDE: its stream, the pauses between tries, its own server's address. Not for
// others to include.
#pragma once
#include <algorithm>
#include <optional>
#include <utility>

#include "engine/monitor/engine.h"
#include "port/check.h"

namespace engine::monitor {

// Later pauses are no longer than that after so many.
inline constexpr std::uint8_t failures_max = 7;

template <class Capacity>
class Workers {
 public:
  Workers(BasicState<Capacity>& state, Commands& out, const Limits& limits, std::uint32_t seed)
      : state_(state), out_(out), limits_(limits), seed_(seed) {}

  void begin(Ide& ide) {
    connect(ide);
    ask_head(ide);
  }
  // Of a process that is not seen: whether it answers. What else there is of it is asked for once
  // it is told of.
  void ask(Ide& ide) { connect(ide); }
  void told(const Ide& ide) { ask_head(ide); }
  // It is an IDE no more, but its address is asked on.
  void forget(Ide& ide) {
    if (ide.own == Own::Asked) give(ide.marker.pid, Address::None);
    ide.own = Own::Unknown;
    ide.projects = no_list;
    ide.seat = Seat::Asked;
  }
  // Its marker is another than `before`. Failures of the same server count on (MON-24).
  void changed(Ide& ide, const Marker& before) {
    const bool moved = ide.marker.target != before.target;
    if (moved || ide.work == Work::Locked) {
      drop(ide);
      if (moved) ide.failures = 0;
      connect(ide);
    }
    if (ide.marker.stream != before.stream || ide.marker.sse != before.sse) {
      const bool wanted = ide.own == Own::Asked;
      ide.own = Own::Unknown;
      if (wanted) address_wanted(ide.marker.pid);
    }
    if (ide.marker.sse != before.sse) ask_head(ide);
  }
  void end(const Ide& ide) {
    if (ide.own == Own::Asked) out_.emplace_back(AddressGiven{ide.marker.pid, Address::None});
    stop(ide);
  }
  void stop_workers() {
    for (const Ide& ide : state_.ides) stop(ide);
  }

 protected:
  void answered(const Answered& event) {
    Ide* ide = of(event.connection);
    if (ide == nullptr) return;
    if (event.status != 200) lose(*ide);
    if (event.status == 200) {
      ide->work = Work::Streaming;
    } else if (event.status == 401) {
      drop(*ide);
      out_.emplace_back(CancelTimer{timer(*ide)});
      ide->work = Work::Locked;
    } else {
      drop(*ide);
      fail(*ide);
    }
  }

  // What the streams said meanwhile is still to be read.
  void woke() {
    for (Ide& ide : state_.ides) ide.woke = ide.connection != no_connection;
  }

  void line_read(const LineRead& event) {
    Ide* ide = of(event.connection);
    if (ide == nullptr || ide->work != Work::Streaming) return;
    ide->woke = false;
    out_.emplace_back(SetTimer{timer(*ide), limits_.silence});
    if (!ide->is_told()) return;
    switch (event.line.kind) {
      case LineKind::Ping: return;
      case LineKind::Snapshot: return snapshot(*ide, event.line);
      case LineKind::Malformed:
      case LineKind::Unknown: break;
    }
    out_.emplace_back(LineSkipped{ide->marker.pid, event.line.kind});
  }

  // Of one that was disconnected too, which is of no IDE any more: its number is free again.
  void ended(ConnectionId connection) {
    CHECK(connection.value < state_.closing.size());
    state_.closing[connection.value] = false;
    Ide* ide = of(connection);
    if (ide == nullptr) return;
    if (ide->work == Work::Asking) lose(*ide);
    fail(*ide);
  }

  void worker_timer(Pid pid) {
    Ide* ide = of(pid);
    CHECK(ide != nullptr);
    if (ide->work == Work::Pausing) return connect(*ide);
    if (std::exchange(ide->woke, false)) {
      out_.emplace_back(SetTimer{timer(*ide), limits_.ping});
      return;
    }
    if (ide->work == Work::Asking) lose(*ide);
    drop(*ide);
    fail(*ide);
  }

  void address_wanted(Pid pid) {
    Ide* ide = of(pid);
    if (ide == nullptr || !ide->is_told()) return give(pid, Address::None);
    if (ide->own == Own::Asked) return;
    if (ide->own == Own::Stream) return give(pid, Address::Stream);
    if (ide->own == Own::Sse || ide->marker.stream == no_text) return give(pid, sse_of(*ide));
    ide->own = Own::Asked;
    out_.emplace_back(TryStream{pid, ide->marker.stream});
  }
  void stream_tried(const StreamTried& event) {
    Ide* ide = of(event.pid);
    if (ide == nullptr || ide->own != Own::Asked || ide->marker.stream != event.address) return;
    if (const auto address = told_by(event.status)) {
      ide->own = Own::Unknown;
      return give(event.pid, *address);
    }
    const bool missing = event.status == 404 || event.status == 405;
    ide->own = missing ? Own::Sse : Own::Stream;
    give(event.pid, missing ? sse_of(*ide) : Address::Stream);
  }
  void head_answered(const HeadAnswered& event) {
    Ide* ide = of(event.pid);
    if (ide == nullptr || !ide->is_told() || ide->marker.sse != event.address) return;
    out_.emplace_back(ServerShown{event.pid, event.alive});
  }

 private:
  // Its address was asked and did not let it in. That tells of a process that is not seen alone.
  static void lose(Ide& ide) {
    if (ide.seat == Seat::Elsewhere) ide.seat = Seat::Lost;
  }
  void snapshot(Ide& ide, const Line& line) {
    if (ide.counted && line.seq <= ide.seq) return;
    ide.counted = true;
    ide.seq = line.seq;
    ide.failures = 0;
    ide.projects = line.projects;
    ide.fresh = true;
    out_.emplace_back(ProjectsShown{ide.marker.pid, line.projects, false});
  }

  Ide* find(const auto& holds) {
    const auto found = std::find_if(state_.ides.begin(), state_.ides.end(), holds);
    return found == state_.ides.end() ? nullptr : found;
  }
  Ide* of(Pid pid) {
    return find([pid](const Ide& ide) { return ide.marker.pid == pid; });
  }
  Ide* of(ConnectionId connection) {
    CHECK(connection != no_connection);
    return find([connection](const Ide& ide) { return ide.connection == connection; });
  }
  static Timer timer(const Ide& ide) { return {TimerKind::Worker, ide.marker.pid.value}; }

  // The lowest number of which nothing can come any more; none if there is no such.
  ConnectionId free_connection() {
    for (std::uint16_t i = 1; i <= Capacity::connections; ++i)
      if (!state_.closing[i] && of(ConnectionId{i}) == nullptr) return {i};
    return no_connection;
  }

  void connect(Ide& ide) {
    ide.connection = free_connection();
    if (ide.connection == no_connection) return fail(ide);
    ide.work = Work::Asking;
    out_.emplace_back(Connect{ide.connection, ide.marker.pid, ide.marker.target});
    out_.emplace_back(SetTimer{timer(ide), limits_.silence});
  }
  // What was told over it is stale from now on.
  void leave(Ide& ide) {
    ide.connection = no_connection;
    ide.woke = false;
    ide.counted = false;
    ide.seq = 0;
    if (std::exchange(ide.fresh, false))
      out_.emplace_back(ProjectsShown{ide.marker.pid, ide.projects, true});
  }
  void disconnect(ConnectionId connection) {
    if (connection == no_connection) return;
    out_.emplace_back(Disconnect{connection});
    state_.closing[connection.value] = true;
  }
  void drop(Ide& ide) {
    disconnect(ide.connection);
    leave(ide);
  }
  // The connection has ended, or there is none.
  void fail(Ide& ide) {
    leave(ide);
    if (ide.failures < failures_max) ++ide.failures;
    ide.work = Work::Pausing;
    out_.emplace_back(
        SetTimer{timer(ide), pause_after(limits_, seed_, ide.marker.pid, ide.failures)});
  }
  void stop(const Ide& ide) {
    disconnect(ide.connection);
    out_.emplace_back(CancelTimer{timer(ide)});
  }

  // By an answer that says nothing of whether the address is there: it is asked again.
  static std::optional<Address> told_by(std::uint16_t status) {
    if (status == 0) return Address::None;
    if (status == 401) return Address::Unauthorized;
    if (status == 403) return Address::Forbidden;
    if (status == 429 || status >= 500) return Address::Busy;
    return std::nullopt;
  }
  static Address sse_of(const Ide& ide) {
    return ide.marker.sse == no_text ? Address::None : Address::Sse;
  }
  void give(Pid pid, Address address) { out_.emplace_back(AddressGiven{pid, address}); }
  void ask_head(const Ide& ide) {
    if (ide.marker.sse != no_text) out_.emplace_back(AskHead{ide.marker.pid, ide.marker.sse});
  }

  BasicState<Capacity>& state_;
  Commands& out_;
  const Limits& limits_;
  const std::uint32_t seed_;
};

}  // namespace engine::monitor
