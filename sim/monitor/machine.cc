// The IDEs' end of the streams, and what else happens on the machine.

#include "sim/monitor/world.h"

namespace sim::monitor {
namespace {

constexpr std::int32_t ping_ms = 5'000;
// More than any that an engine gives out.
constexpr ConnectionId other_connection{256};
// Of a stream: no two that are open have one.
TextId instance_of(std::size_t at) { return {static_cast<std::uint16_t>(at + 1)}; }

bool is_open(StreamIs is) { return is == StreamIs::Open || is == StreamIs::Endless; }
bool is_held(StreamIs is) { return is == StreamIs::Asked || is_open(is); }

// That no IDE has.
constexpr ListId other_list{200};

File whole(const Happening& what) {
  return {FileIs::Whole, static_cast<std::uint8_t>(what.number)};
}
TextId text_of(const Happening& what) { return {static_cast<std::uint16_t>(what.number)}; }

ProbeResult result_of(PortIs is) {
  switch (is) {
    case PortIs::Closed: return ProbeResult::Refused;
    case PortIs::Hanging: return ProbeResult::NoAnswer;
    case PortIs::OtherJson: return ProbeResult::NotAnIde;
    case PortIs::OtherText: return ProbeResult::NotJson;
    case PortIs::Other404: return ProbeResult::NotOk;
    case PortIs::OwnServer: return ProbeResult::OwnServer;
    case PortIs::Slow:
    case PortIs::Ide: break;
  }
  return ProbeResult::Ide;
}

}  // namespace

bool matters(const World& world, const Happening& what) {
  const bool is_port = what.what == What::PortBecomes;
  const std::size_t at = is_port ? 0 : what.where;
  const auto& file = world.files[at];
  const auto& machine = world.machines[at];
  const auto& other = world.streams[other_stream];
  switch (what.what) {
    case What::MarkerWritten: return file != whole(what);
    case What::MarkerTorn: return file.is != FileIs::Torn;
    case What::MarkerRemoved: return file.is != FileIs::Absent;
    case What::MarkerUnreadable: return file.is == FileIs::Whole;
    case What::FolderDenied: return world.folder != Folder::Denied;
    case What::FolderMissing: return world.folder != Folder::Missing;
    case What::FolderBack: return world.folder != Folder::Listed;
    case What::ProcessEnds: return machine.alive;
    case What::ProcessBegins: return !machine.alive;
    case What::ServerMoves: return machine.alive && machine.url != text_of(what);
    case What::ServerHangs:
    case What::ServerFails: return machine.is == ServerIs::Up;
    case What::ServerRecovers: return machine.alive && machine.is != ServerIs::Up;
    case What::TokenChanges: return machine.alive && machine.token != text_of(what);
    case What::ProjectsChange: return machine.alive;
    case What::StreamsEnd:
    case What::LineBroken:
    case What::LineUnknown:
    case What::LineRepeated:
    case What::ListRepeated:
    case What::NumberStays:
    case What::LineEndless: return machine.is == ServerIs::Up && !machine.silent;
    case What::FirstLineBroken: return machine.alive && !machine.first_broken;
    case What::NetworkStops: return machine.alive && !machine.silent;
    case What::NetworkBack: return machine.silent;
    case What::PortBecomes: return world.ports[what.where] != static_cast<PortIs>(what.number);
    case What::AddressAsked:
    case What::MachineSleeps: return true;
    case What::OtherStalls: return other.is == StreamIs::Open && !other.stalled;
    case What::OtherGoesOn: return other.is == StreamIs::Open && other.stalled;
  }
  return false;
}

void Surroundings::begin() {
  for (std::size_t i = 0; i < plan_.ides.size(); ++i) {
    const auto& ide = plan_.ides[i];
    auto& machine = world_.machines[i];
    machine.began = ide.began;
    machine.url = ide.url;
    machine.token = ide.token;
    machine.projects = {1};
    machine.alive = ide.alive;
    machine.is = ide.alive && ide.serves ? ServerIs::Up : ServerIs::Down;
    if (ide.content >= 0) world_.files[i] = {FileIs::Whole, static_cast<std::uint8_t>(ide.content)};
  }
  for (std::size_t i = 0; i < plan_.ports.size(); ++i) world_.ports[i] = plan_.ports[i].is;
  world_.free_left = plan_.free.empty() ? std::uint8_t{0} : plan_.free_max;
  if (world_.free_left > 0) world_.agenda.schedule(slot::free, {0, never});
  for (std::size_t i = 0; i < plan_.planned.size(); ++i)
    world_.agenda.schedule(slot::planned + i, plan_.planned[i].at);
  world_.agenda.schedule(slot::stop, plan_.stop);
  if (!plan_.other_client || world_.machines[0].is != ServerIs::Up) return;
  world_.streams[other_stream].id = other_connection;
  ask(other_stream, world_.machines[0].token);
}

void Surroundings::happen(const Happening& what) {
  const std::size_t at = what.what == What::PortBecomes ? 0 : what.where;
  auto& file = world_.files[at];
  auto& machine = world_.machines[at];
  auto& other = world_.streams[other_stream];
  switch (what.what) {
    case What::MarkerWritten: file = whole(what); return;
    case What::MarkerTorn: file = {FileIs::Torn, 0}; return;
    case What::MarkerRemoved: file = {}; return;
    case What::MarkerUnreadable: file = {FileIs::Unreadable, 0}; return;
    case What::FolderDenied: world_.folder = Folder::Denied; return;
    case What::FolderMissing: world_.folder = Folder::Missing; return;
    case What::FolderBack: world_.folder = Folder::Listed; return;
    case What::ProcessEnds:
      cut(at);
      machine.alive = false;
      machine.silent = false;
      machine.is = ServerIs::Down;
      return;
    case What::ProcessBegins:
      machine.began = {what.number};
      machine.alive = true;
      machine.is = ServerIs::Up;
      return;
    case What::ServerMoves:
      cut(at);
      machine.url = text_of(what);
      machine.is = ServerIs::Up;
      return;
    case What::ServerHangs: machine.is = ServerIs::Hanging; return;
    case What::ServerFails: machine.is = ServerIs::Failing; return;
    case What::ServerRecovers: machine.is = ServerIs::Up; return;
    case What::StreamsEnd: return cut(at);
    case What::TokenChanges: machine.token = text_of(what); return;
    case What::ProjectsChange: return changed(at);
    case What::LineBroken:
    case What::LineUnknown:
    case What::LineRepeated:
    case What::ListRepeated:
    case What::NumberStays: return say_unasked(at, what.what);
    case What::LineEndless: return make_endless(at);
    case What::FirstLineBroken: machine.first_broken = true; return;
    case What::NetworkStops: return silence(at);
    case What::NetworkBack:
      cut(at);
      machine.silent = false;
      return;
    case What::PortBecomes: world_.ports[what.where] = static_cast<PortIs>(what.number); return;
    case What::AddressAsked:
    case What::MachineSleeps: return;
    case What::OtherStalls:
    case What::OtherGoesOn: break;
  }
  other.stalled = what.what == What::OtherStalls;
  note(ReaderStalled{other.id, other.stalled});
  for (std::size_t i = 0; i < streams_max; ++i)
    if (world_.streams[i].owed && !held_up(i, LineKind::Snapshot)) say_snapshot(i);
}

void Surroundings::say_unasked(std::size_t ide, What what) {
  const auto kind = what == What::LineBroken    ? LineKind::Malformed
                    : what == What::LineUnknown ? LineKind::Unknown
                                                : LineKind::Snapshot;
  for (std::size_t i = 0; i < other_stream; ++i) {
    const auto& stream = world_.streams[i];
    if (stream.is != StreamIs::Open || stream.ide != ide) continue;
    const bool again = kind == LineKind::Snapshot && stream.next_seq > 0;
    const auto last = again ? static_cast<std::uint16_t>(stream.next_seq - 1) : std::uint16_t{0};
    if (what == What::ListRepeated)
      say_snapshot(i);
    else
      say(i, kind, last, what == What::NumberStays ? other_list : no_list);
  }
}

bool Surroundings::other_stalls(std::size_t ide) const {
  const auto& other = world_.streams[other_stream];
  return other.stalled && other.ide == ide;
}

// Who waits for a slow one waits only where that is what is wrong with the IDE.
bool Surroundings::held_up(std::size_t stream, LineKind line) const {
  const auto& one = world_.streams[stream];
  if (one.stalled || one.items.size() + 1 >= items_max) return true;
  const auto of_line = line == LineKind::Ping ? Fault::OneHoldsPings : Fault::OneHoldsChanges;
  const bool waits = plan_.fault == of_line || plan_.fault == Fault::OneHoldsAll;
  return waits && other_stalls(one.ide);
}

void Surroundings::connect(const Connect& command) {
  std::size_t at = 0;
  while (at < other_stream && world_.streams[at].is != StreamIs::Free) ++at;
  const auto number = command.connection.value;
  if (at == other_stream || number == 0 || number >= other_connection.value) {
    world_.flooded = true;
    return;
  }
  auto& stream = world_.streams[at];
  stream.id = command.connection;
  stream.is = StreamIs::Asked;
  for (std::size_t i = 0; i < plan_.ides.size(); ++i) {
    const auto& machine = world_.machines[i];
    if (machine.is == ServerIs::Down || machine.url != command.target.url) continue;
    stream.ide = static_cast<std::uint8_t>(i);
    if (machine.silent || machine.is == ServerIs::Hanging) return;
    return ask(at, command.target.token);
  }
  stream.is = StreamIs::Over;
  put(at, {.kind = ItemKind::End});
}

void Surroundings::ask(std::size_t at, TextId token) {
  auto& stream = world_.streams[at];
  auto& machine = world_.machines[stream.ide];
  const bool authorized = machine.token == no_text || machine.token == token;
  const bool announced = at != other_stream || !plan_.other_is_mute;
  note(StreamAsked{stream.id, plan_.ides[stream.ide].pid, authorized, announced});
  if (plan_.fault == Fault::OneHoldsRequests && other_stalls(stream.ide)) return;
  const bool refuses = !authorized && plan_.fault != Fault::TakesAnyToken;
  const bool hears = announced || plan_.fault == Fault::HearsNobody;
  const std::uint16_t status = machine.is == ServerIs::Failing ? 500
                               : refuses                       ? 401
                               : hears                         ? 200
                                                               : 400;
  note(StreamAnswered{stream.id, status});
  put(at, {.kind = ItemKind::Answer, .number = status});
  stream.is = status == 200 ? StreamIs::Open : StreamIs::Over;
  if (status == 401 && plan_.fault == Fault::LineBeforeRefusal) say_snapshot(at);
  if (status != 200) return;
  if (plan_.fault == Fault::PingFirst) say(at, LineKind::Ping);
  if (machine.first_broken) say(at, LineKind::Malformed);
  machine.first_broken = false;
  if (plan_.fault != Fault::NoFirstLine) say_snapshot(at);
  if (plan_.fault != Fault::NoPings) world_.agenda.schedule(slot::ping + at, {ping_ms, ping_ms});
}

void Surroundings::disconnect(ConnectionId connection) {
  if (connection == no_connection) world_.flooded = true;
  for (std::size_t at = 0; at < other_stream; ++at) {
    auto& stream = world_.streams[at];
    if (stream.id != connection || stream.is == StreamIs::Free || stream.is == StreamIs::Closed)
      continue;
    if (is_open(stream.is)) {
      const bool silent = world_.machines[stream.ide].silent;
      if (!silent) note(ClientGone{stream.id});
      if (silent || plan_.fault != Fault::NeverFrees) note(StreamFreed{stream.id});
    }
    world_.agenda.cancel(slot::ping + at);
    const bool ends = !stream.items.empty() && stream.items.back().kind == ItemKind::End;
    if (!ends) put(at, {.kind = ItemKind::End});
    stream.is = StreamIs::Closed;
    stream.owed = false;
    return;
  }
}

void Surroundings::ping(std::size_t at) {
  if (!held_up(at, LineKind::Ping)) return say(at, LineKind::Ping);
  world_.agenda.schedule(slot::ping + at, {ping_ms, ping_ms});
}

Item Surroundings::arrive(std::size_t at) {
  auto& stream = world_.streams[at];
  const auto item = stream.items[0];
  stream.items.erase(0);
  if (item.kind == ItemKind::End) {
    stream = {};
    world_.agenda.cancel(slot::ping + at);
    return item;
  }
  if (!stream.items.empty()) world_.agenda.schedule(slot::deliver + at, plan_.latencies.answer);
  if (stream.owed && !held_up(at, LineKind::Snapshot)) say_snapshot(at);
  return item;
}

void Surroundings::put(std::size_t at, const Item& item) {
  auto& stream = world_.streams[at];
  if (at == other_stream || stream.items.full()) return;
  stream.items.push_back(item);
  if (!world_.agenda.pending(slot::deliver + at))
    world_.agenda.schedule(slot::deliver + at, plan_.latencies.answer);
}

void Surroundings::say_snapshot(std::size_t at) {
  auto& stream = world_.streams[at];
  stream.owed = false;
  say(at, LineKind::Snapshot, stream.next_seq);
  if (plan_.fault != Fault::SeqStays) ++stream.next_seq;
}

void Surroundings::say(std::size_t at, LineKind kind, std::uint16_t seq, ListId other) {
  auto& stream = world_.streams[at];
  const auto& machine = world_.machines[stream.ide];
  Line line{.kind = kind};
  const bool tells = kind == LineKind::Snapshot || kind == LineKind::Ping;
  if (tells) line.instance = instance_of(plan_.fault == Fault::OneInstance ? 0 : at);
  if (kind == LineKind::Ping && plan_.fault == Fault::PingsOfAnother) line.instance.value = 99;
  if (kind == LineKind::Snapshot) {
    line.seq = seq;
    if (plan_.fault == Fault::InstanceChanges)
      line.instance.value = static_cast<std::uint16_t>(100 + seq);
    line.projects = other == no_list ? machine.projects : other;
  }
  note(LineSent{stream.id, line});
  if (stream.is == StreamIs::Open && plan_.fault != Fault::NoPings)
    world_.agenda.schedule(slot::ping + at, {ping_ms, ping_ms});
  if (machine.silent) return;
  if (stream.items.size() + 1 >= items_max) return;
  put(at, {.kind = ItemKind::Line,
           .line = kind,
           .number = line.projects.value,
           .seq = seq,
           .instance = line.instance.value});
}

void Surroundings::changed(std::size_t ide) {
  auto& machine = world_.machines[ide];
  ++machine.projects.value;
  note(ProjectsChanged{plan_.ides[ide].pid, machine.projects});
  if (plan_.fault == Fault::KeepsChanges) return;
  for (std::size_t at = 0; at < streams_max; ++at) {
    auto& stream = world_.streams[at];
    if (stream.is != StreamIs::Open || stream.ide != ide) continue;
    if (stream.stalled && plan_.fault == Fault::SlowMissesChanges) continue;
    stream.owed = true;
    if (!held_up(at, LineKind::Snapshot)) say_snapshot(at);
  }
}

void Surroundings::cut(std::size_t ide) {
  for (std::size_t at = 0; at < streams_max; ++at) {
    auto& stream = world_.streams[at];
    if (!is_held(stream.is) || stream.ide != ide) continue;
    if (is_open(stream.is)) note(StreamFreed{stream.id});
    world_.agenda.cancel(slot::ping + at);
    stream.is = StreamIs::Over;
    stream.owed = false;
    if (at == other_stream)
      stream = {};
    else if (!world_.machines[ide].silent)
      put(at, {.kind = ItemKind::End});
  }
}

void Surroundings::make_endless(std::size_t ide) {
  for (std::size_t at = 0; at < other_stream; ++at) {
    auto& stream = world_.streams[at];
    if (stream.is != StreamIs::Open || stream.ide != ide) continue;
    stream.is = StreamIs::Endless;
    stream.owed = false;
    world_.agenda.cancel(slot::ping + at);
  }
}

void Surroundings::silence(std::size_t ide) {
  world_.machines[ide].silent = true;
  for (std::size_t at = 0; at < other_stream; ++at) {
    auto& stream = world_.streams[at];
    if (stream.ide != ide || stream.is == StreamIs::Free || stream.is == StreamIs::Closed) continue;
    stream.items.clear();
    world_.agenda.cancel(slot::deliver + at);
  }
}

void Surroundings::probe(std::size_t port) {
  const auto& latencies = plan_.latencies;
  const auto is = world_.ports[port];
  if (is == PortIs::Hanging) return;
  world_.agenda.schedule(slot::probe + port, is == PortIs::Slow ? latencies.slow : latencies.probe);
}

ProbeEnded Surroundings::probed(std::size_t port) const {
  const auto result = result_of(world_.ports[port]);
  ProbeEnded out{.port = static_cast<std::uint16_t>(first_port + port), .result = result};
  if (!is_of_an_ide(result)) return out;
  out.build = plan_.ports[port].build;
  // What does not say which IDE it is answers as none, as `decode_about` reads it.
  if (out.build == no_text) out.result = ProbeResult::NotAnIde;
  return out;
}

}  // namespace sim::monitor
