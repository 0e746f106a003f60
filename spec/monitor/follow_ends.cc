// What is followed of timers, of IDEs' own servers, of ports, and of the IDEs' end of the streams.

#include "monitor/follow.h"
#include "monitor/standing.h"

namespace spec::monitor {

namespace {

using enum FileFlag;

Own own_by(std::uint16_t status) {
  if (status >= 500) return Own::Busy;
  switch (status) {
    case 0: return Own::NoAnswer;
    case 401: return Own::Unauthorized;
    case 403: return Own::Forbidden;
    case 404:
    case 405: return Own::Sse;
    case 429: return Own::Busy;
    default: return Own::Stream;
  }
}
// Nothing is owed of it, and nothing can come of it.
bool is_over(const FileSituation& file) {
  return !file.has(Known) && !file.has(Timed) && !file.has(Wanted) && file.look == Look::None &&
         file.seat == Seat::Here;
}

}  // namespace

// Timers.

void Follower::set_timer(const Timer& timer, bool runs) {
  switch (timer.kind) {
    case TimerKind::Scan:
      // One with another number is never cancelled.
      if (runs || timer.of == 0) s_.scan_timer = runs;
      return;
    case TimerKind::Round:
      if (runs || timer.of == 0) s_.round_timer = runs;
      return;
    case TimerKind::Worker:
      if (auto* its = file({timer.of})) {
        its->set(Timed, runs);
        if (is_over(*its)) *its = {};
      }
      return;
    case TimerKind::Probe: break;
  }
  if (auto* its = port(static_cast<std::uint16_t>(timer.of))) its->timer = runs;
}

// Its own server.

void Follower::on(const AddressWanted& event) {
  if (auto* its = known(event.pid)) its->set(Wanted);
}
void Follower::on(const TryStream& act) {
  if (auto* its = known(act.pid)) its->own = Own::Asked;
}
void Follower::on(const StreamTried& event) {
  auto* its = known(event.pid);
  if (its == nullptr || its->own != Own::Asked || event.address != its->told.stream) return;
  its->own = own_by(event.status);
}
void Follower::on(const AddressGiven& act) {
  auto* its = file(act.pid);
  if (its == nullptr) return;
  its->set(Wanted, false);
  if (is_over(*its)) return void(*its = {});
  if (its->own > Own::Sse) its->own = Own::Unknown;
}
void Follower::on(const AskHead& act) {
  if (auto* its = known(act.pid)) its->set(HeadAsked);
}
void Follower::on(const HeadAnswered& event) {
  auto* its = known(event.pid);
  if (its == nullptr || !its->has(HeadAsked) || event.address != its->told.sse) return;
  its->head = event.alive ? Answer::Alive : Answer::Dead;
}
void Follower::on(const ServerShown& act) {
  if (auto* its = known(act.pid)) its->head = Answer::None;
}

// Ports.

void Follower::on(const Probe& act) {
  auto* its = port(act.port);
  if (its == nullptr) return;
  if (Standing(s_, bounds_).ports_rest())
    for (std::size_t i = 0; i < bounds_.ports; ++i) s_.ports[i].left = true;
  s_.round_age = 0;
  its->left = false;
  its->probing = true;
  its->age = 0;
}
void Follower::on(const CancelProbe& act) {
  auto* its = port(act.port);
  if (its == nullptr) return;
  its->probing = false;
  its->age = 0;
  its->answered = no_text;
  its->own = false;
}
void Follower::on(const ProbeEnded& event) {
  auto* its = port(event.port);
  if (its == nullptr || !its->probing) return;
  its->probing = false;
  its->age = 0;
  if (s_.stopped) return;
  its->answered = is_of_an_ide(event.result) ? event.build : no_text;
  its->own = event.result == ProbeResult::OwnServer;
}
void Follower::on(const PortShown& act) {
  auto* its = port(act.port);
  if (its == nullptr) return;
  its->shown = act.build;
  its->marked = act.marked;
}
void Follower::on(const PortGone& act) {
  auto* its = port(act.port);
  if (its == nullptr) return;
  its->shown = no_text;
  its->marked = false;
}

// The IDEs' end.

void Follower::on(const StreamAsked& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr || its->server != ServerEnd::None) its = add_stream(fact.connection, fact.pid);
  if (its == nullptr) return;
  its->server_pid = fact.pid;
  its->server = ServerEnd::Asked;
  its->authorized = fact.authorized;
  its->announced = fact.announced;
}
void Follower::on(const StreamAnswered& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr) return;
  its->server = fact.status == 200 ? ServerEnd::Streaming : ServerEnd::Refused;
  its->owes = fact.status == 200;
  its->age = 0;
}
void Follower::on(const LineSent& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr) return;
  its->age = 0;
  its->began = true;
  if (its->instance == 0) its->instance = fact.line.instance.value;
  if (fact.line.kind != LineKind::Snapshot) return;
  its->owes = false;
  its->list = fact.line.projects;
  its->seq = static_cast<std::uint16_t>(fact.line.seq);
  its->instance = fact.line.instance.value;
}
void Follower::on(const ProjectsChanged& fact) {
  for (auto& stream : s_.streams) {
    if (stream.server_pid != fact.pid || stream.server != ServerEnd::Streaming) continue;
    stream.owes = true;
    stream.list = fact.projects;
  }
}
void Follower::on(const ReaderStalled& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr) return;
  its->stalled = fact.stalled;
  its->age = 0;
}
void Follower::on(const ClientGone& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr) return;
  const bool client = its->client;
  *its = {.pid = its->pid, .id = its->id, .server = ServerEnd::Gone, .client = client};
}
void Follower::on(const StreamFreed& fact) {
  auto* its = stream(fact.connection);
  if (its == nullptr) return;
  *its = {.pid = its->pid, .id = its->id, .server = ServerEnd::None, .client = its->client};
  release(*its);
}

}  // namespace spec::monitor
