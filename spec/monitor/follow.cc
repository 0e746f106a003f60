#include "monitor/follow.h"

#include <algorithm>

#include "monitor/standing.h"

namespace spec::monitor {
namespace {

using enum FileFlag;

// Later pauses are no longer than that after so many.
constexpr std::uint8_t failures_max = 7;

template <class Age>
void add(Age& age, std::int32_t ms, std::int32_t bound) {
  age = static_cast<Age>(std::min(age + ms, bound + 1));
}

// What is left of a file of which nothing was told, or is any more: who wants its address gets
// none.
void forget(FileSituation& file, bool listed) {
  const auto was = file;
  file = {};
  if (listed) {
    file.found = was.found;
    file.look = was.look;
    file.reading = was.reading;
    file.field = was.field;
    file.refused = was.refused;
    file.refused_field = was.refused_field;
  }
  if (listed || was.has(Timed) || was.has(Wanted)) file.told.pid = was.told.pid;
  file.set(Timed, was.has(Timed));
  file.set(Wanted, was.has(Wanted));
}

// Of a process that is not seen.
void ask(FileSituation& file, const Marker& marker) {
  file.told = marker;
  file.found = {};
  file.seat = Seat::Asked;
}
void ask_no_more(FileSituation& file) {
  if (file.seat != Seat::Asked) return;
  file.told = {.pid = file.told.pid};
  file.seat = Seat::Here;
  file.link = Link::None;
  file.connection = {};
  file.age = 0;
  file.failures = 0;
  file.set(Woke, false);
}

}  // namespace

// Finding.

FileSituation* Follower::file(Pid pid) {
  const auto found =
      std::ranges::find(s_.files, pid, [](const FileSituation& each) { return each.told.pid; });
  return found == s_.files.end() ? nullptr : &*found;
}
FileSituation* Follower::known(Pid pid) {
  auto* found = file(pid);
  return found != nullptr && found->has(Known) ? found : nullptr;
}
FileSituation* Follower::followed(Pid pid) {
  auto* found = file(pid);
  const bool is = found != nullptr && (found->has(Known) || found->seat == Seat::Asked);
  return is ? found : nullptr;
}
FileSituation* Follower::file_of(ConnectionId id) {
  const auto found = std::ranges::find_if(s_.files, [&](const FileSituation& each) {
    return each.connected() && each.connection == id;
  });
  return found == s_.files.end() ? nullptr : &*found;
}
StreamSituation* Follower::held(ConnectionId id) {
  const auto found = std::ranges::find_if(
      s_.streams, [&](const StreamSituation& each) { return each.client && each.id == id; });
  return found == s_.streams.end() ? nullptr : &*found;
}
StreamSituation* Follower::stream(ConnectionId id) {
  if (auto* its = held(id)) return its;
  const auto found = std::ranges::find_if(
      s_.streams, [&](const StreamSituation& each) { return each.id == id && each.pid != Pid{}; });
  return found == s_.streams.end() ? nullptr : &*found;
}
PortSituation* Follower::port(std::uint16_t number) {
  const int at = number - bounds_.first_port;
  return at < 0 || at >= bounds_.ports ? nullptr : &s_.ports[static_cast<std::size_t>(at)];
}
StreamSituation* Follower::add_stream(ConnectionId id, Pid pid) {
  const auto found = std::ranges::find(s_.streams, Pid{}, &StreamSituation::pid);
  if (found == s_.streams.end()) {
    s_.lost = true;
    return nullptr;
  }
  found->id = id;
  found->pid = pid;
  return &*found;
}
void Follower::release(StreamSituation& stream) {
  const bool held = stream.client || stream.server == ServerEnd::Asked ||
                    stream.server == ServerEnd::Streaming || stream.server == ServerEnd::Gone;
  if (!held) stream = {};
}

// Time.

void Follower::on(const TimePassed& fact) {
  const auto ms = fact.time.count();
  if (s_.listed && !s_.stopped) add(s_.scan_age, ms, scan_ms);
  for (auto& file : s_.files) {
    if (file.connected() || file.link == Link::Pausing)
      add(file.age, ms, std::max(silence_ms + ping_ms, pause_most_ms + pause_most_ms / 2));
    file.set(BadLine, false);
  }
  const auto slept = [](const FileSituation& file) { return file.has(Woke); };
  if (std::ranges::any_of(s_.files, slept))
    add(s_.wake_age, ms, 2 * ping_ms);
  else
    s_.wake_age = 0;
  for (auto& port : s_.ports)
    if (port.probing) add(port.age, ms, probe_ms);
  const Standing standing(s_, bounds_);
  if (standing.ports_rest()) add(s_.round_age, ms, round_ms);
  for (auto& stream : s_.streams) {
    // Of a request that waits, only what it waits beside one who takes nothing.
    const bool asked = stream.server == ServerEnd::Asked;
    const bool waits = asked && standing.beside_a_stalled(stream);
    if (waits || stream.server == ServerEnd::Streaming || stream.server == ServerEnd::Gone)
      add(stream.age, ms, ping_ms);
    else if (asked)
      stream.age = 0;
  }
}

void Follower::on(const Started&) {
  s_.started = true;
  for (std::size_t i = 0; i < bounds_.ports; ++i) s_.ports[i].left = true;
}
void Follower::on(const Slept&) {
  if (!s_.started || s_.stopped) return;
  s_.woke = true;
  s_.wake_age = 0;
  for (auto& file : s_.files) file.set(Woke, file.connected());
}
void Follower::on(const Stopped&) {
  s_.stopped = true;
  s_.woke = false;
  s_.listing = s_.listed = false;
  s_.scan_age = s_.round_age = s_.wake_age = 0;
  s_.failed = s_.failure_told = Folder::Listed;
  for (auto& file : s_.files) {
    file.set(Wanted, false);
    forget(file, false);
  }
  for (auto& port : s_.ports) {
    port.answered = port.shown = no_text;
    port.marked = port.left = port.own = false;
  }
}

// The folder.

void Follower::on(const ListFolder&) {
  s_.listing = true;
  s_.listed = true;
  s_.woke = false;
  s_.scan_age = 0;
}
void Follower::on(const FolderListed& event) {
  if (s_.stopped) return;
  s_.listing = false;
  s_.failed = event.folder;
  if (event.folder != Folder::Listed) return;
  s_.failure_told = Folder::Listed;
  for (auto& file : s_.files) {
    const bool listed = std::ranges::find(event.pids, file.told.pid) != event.pids.end();
    file.found = {};
    file.set(Torn, listed && file.look == Look::Kept && file.reading == Reading::Torn);
    file.reading = {};
    file.field = {};
    if (!listed) {
      file.refused = {};
      file.refused_field = {};
    }
    file.look = listed ? Look::Listed : Look::Gone;
    if (!listed && !file.has(Known)) {
      file.look = Look::None;
      forget(file, false);
    }
  }
  for (const auto pid : event.pids) {
    if (file(pid) != nullptr) continue;
    auto* its = file({});
    if (its == nullptr) {
      s_.lost = true;
      continue;
    }
    its->told.pid = pid;
    its->look = Look::Listed;
  }
}
void Follower::on(const ReadMarker& act) {
  if (auto* its = file(act.pid)) its->look = Look::Reading;
}
void Follower::unseen(FileSituation& file, const Marker& marker) {
  const bool may_be = Standing(s_, bounds_).may_be_elsewhere(marker);
  const bool as_before = may_be && file.told == marker;
  if (as_before && (file.seat == Seat::Asked || file.seat == Seat::Elsewhere)) return;
  if (file.has(Known)) {
    file.seat = Seat::Here;
    if (may_be) file.found = marker;
    return;
  }
  ask_no_more(file);
  if (may_be) ask(file, marker);
}
void Follower::on(const MarkerRead& event) {
  auto* its = file(event.pid);
  if (its == nullptr || s_.stopped) return;
  its->set(Torn, false);
  its->reading = event.reading;
  its->field = event.reading == Reading::Good ? no_text : event.field;
  const bool kept = event.reading == Reading::Torn || event.reading == Reading::Unreadable;
  if (kept) {
    its->look = Look::Kept;
  } else if (is_refused(event.reading)) {
    its->look = Look::Refused;
  } else if (event.reading == Reading::Gone) {
    its->look = Look::Gone;
  } else {
    const bool lives =
        event.alive && event.began.value <= event.marker.created.value + clock_seconds;
    its->look = lives ? Look::Good : Look::Stale;
    its->set(Later, lives && event.began.value >= event.marker.created.value);
    if (lives) its->found = event.marker;
    if (!lives) its->reading = event.alive ? Reading::Younger : Reading::Dead;
  }
  if (its->look == Look::Stale && its->reading == Reading::Dead)
    unseen(*its, event.marker);
  else if (its->seat == Seat::Asked && !kept)
    ask_no_more(*its);
  else if (its->look == Look::Stale)
    its->seat = Seat::Here;
  if (its->look == Look::Good || its->look == Look::Gone) {
    its->refused = {};
    its->refused_field = {};
  }
  if (its->look == Look::Gone && !its->has(Known)) forget(*its, false);
}

// IDEs.

void Follower::on(const IdeAdded& act) {
  auto* its = file(act.marker.pid);
  if (its == nullptr) return;
  its->told = act.marker;
  its->set(Known);
  if (its->seat != Seat::Asked) return;
  its->seat = Seat::Elsewhere;
  if (its->refused == Reading::Dead) its->refused = {};
}
void Follower::on(const IdeChanged& act) {
  auto* its = known(act.marker.pid);
  if (its == nullptr) return;
  const auto before = its->told;
  its->told = act.marker;
  const bool moved = before.target != act.marker.target;
  if (moved) {
    its->set(Moved);
    its->failures = 0;
  }
  if (its->link == Link::Locked || (moved && its->link == Link::Pausing)) lose(*its, Link::None);
  if (before.sse != act.marker.sse || before.stream != act.marker.stream) its->own = Own::Unknown;
  if (before.sse != act.marker.sse) {
    its->set(HeadAsked, false);
    its->head = Answer::None;
  }
}
void Follower::on(const IdeRemoved& act) {
  auto* its = known(act.pid);
  if (its == nullptr) return;
  const bool gone = its->look == Look::Gone;
  if (gone) its->look = Look::None;
  const auto was = *its;
  forget(*its, !gone);
  if (gone) return;
  if (was.seat == Seat::Lost) {
    ask(*its, was.told);
    its->link = was.link;
    its->age = was.age;
    its->failures = was.failures;
  } else if (was.look == Look::Stale && was.found.pid != Pid{}) {
    ask(*its, was.found);
  }
}
void Follower::on(const FileRefused& act) {
  if (auto* its = file(act.pid)) {
    its->refused = act.reading;
    its->refused_field = act.field;
  }
}

// Streams, as the monitor sees them.

void Follower::lose(FileSituation& file, Link link) {
  if (file.seat == Seat::Elsewhere && file.link == Link::Asked && link != Link::None) {
    file.seat = Seat::Lost;
    file.refused = {};
    file.refused_field = file.field = {};
    // It is as if it were read once more.
    if (file.look == Look::Kept) file.look = Look::Stale;
    if (file.look == Look::Stale) file.reading = Reading::Dead;
  }
  if (link == Link::Pausing && file.failures < failures_max) ++file.failures;
  file.link = link;
  file.age = 0;
  file.seq = 0;
  file.dropped = {};
  file.connection = {};
  file.set(Counted, false);
  file.set(Woke, false);
}
void Follower::on(const Connect& act) {
  add_stream(act.connection, act.pid);
  if (auto* added = stream(act.connection)) added->client = true;
  auto* its = followed(act.pid);
  if (its == nullptr) return;
  lose(*its, Link::Asked);
  its->connection = act.connection;
  its->set(Moved, false);
}
void Follower::on(const Disconnect& act) {
  if (auto* its = file_of(act.connection)) lose(*its, its->has(Moved) ? Link::None : Link::Pausing);
  if (auto* its = held(act.connection)) {
    its->client = false;
    release(*its);
  }
}
void Follower::on(const Ended& event) {
  if (auto* its = file_of(event.connection)) lose(*its, Link::Pausing);
  if (auto* its = held(event.connection)) {
    its->client = false;
    release(*its);
  }
}
void Follower::on(const Answered& event) {
  auto* its = file_of(event.connection);
  if (its == nullptr || its->link != Link::Asked) return;
  if (event.status == 200)
    its->link = Link::Open;
  else
    lose(*its, event.status == 401 ? Link::Locked : Link::Pausing);
}
void Follower::on(const LineRead& event) {
  if (s_.stopped) return;
  auto* its = file_of(event.connection);
  if (its == nullptr || its->link != Link::Open) {
    for (auto& file : s_.files)
      if (file.has(Known)) file.dropped = event.line.projects;
    return;
  }
  its->age = 0;
  its->set(Woke, false);
  const auto& line = event.line;
  if (its->seat == Seat::Asked || line.kind == LineKind::Ping) return;
  if (line.kind != LineKind::Snapshot) {
    its->set(OwesSkip);
    its->set(BadLine);
    its->set(SkipUnknown, line.kind == LineKind::Unknown);
    return;
  }
  if (its->has(Counted) && line.seq <= its->seq) return void(its->dropped = line.projects);
  its->set(Anew, !its->has(Counted) && its->list != no_list);
  its->set(Counted);
  its->set(OwesList);
  its->seq = line.seq;
  its->list = line.projects;
  its->dropped = {};
  its->failures = 0;
}
void Follower::on(const ProjectsShown& act) {
  auto* its = known(act.pid);
  if (its == nullptr) return;
  its->shown = act.stale ? Shown::Stale : Shown::Fresh;
  if (act.stale) return;
  for (const auto flag : {OwesList, Anew}) its->set(flag, false);
}
void Follower::on(const LineSkipped& act) {
  auto* its = known(act.pid);
  if (its == nullptr) return;
  for (const auto flag : {OwesSkip, SkipUnknown}) its->set(flag, false);
}

}  // namespace spec::monitor
