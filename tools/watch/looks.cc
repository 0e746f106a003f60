// The watcher's looks at ports, and at an IDE's own server.
#include <algorithm>

#include "watch/watcher.h"

namespace tools::watch {

namespace {

// From here on ports are those of IDEs' own servers.
constexpr std::uint16_t own_ports_first = 64'342;
constexpr std::size_t about_bytes_max = std::size_t{64} << 10;
// Of a look at an IDE's own server, which nothing waits for.
constexpr std::chrono::seconds look_time{5};

std::string target_of(std::string_view url) {
  const auto scheme = url.find("://");
  const auto slash = scheme == url.npos ? url.npos : url.find('/', scheme + 3);
  if (slash == url.npos) return "/";
  url.remove_prefix(slash);
  return std::string(url.substr(0, url.find('#')));
}

}  // namespace

// Ports.

void Watcher::on(const Probe& command) {
  const auto port = command.port;
  auto& visit = visits_[port];
  visit = {};
  visit.exchange = net::begin_exchange(
      loop_, {.host = "127.0.0.1", .port = port, .target = "/api/about"},
      {.answered = [this, port](unsigned status,
                                std::string_view) { visits_.at(port).status = status; },
       .bytes =
           [this, port](std::string_view bytes) {
             auto& its = visits_.at(port);
             its.body += bytes;
             if (its.body.size() <= about_bytes_max) return;
             its.exchange->cancel();
             visited(port);
           },
       .ended = [this, port](const std::string&) { visited(port); }});
}
void Watcher::on(const CancelProbe& command) {
  const auto found = visits_.find(command.port);
  if (found == visits_.end()) return;
  found->second.exchange->cancel();
  visits_.erase(found);
}
void Watcher::visited(std::uint16_t port) {
  const auto visit = std::move(visits_.at(port));
  visits_.erase(port);
  ProbeEnded event{.port = port, .result = ProbeResult::Refused};
  if (visit.status != 0) {
    const auto about =
        engine::monitor::decode_about(static_cast<std::uint16_t>(visit.status), visit.body);
    event.result = about.result;
    event.build = texts_.id(about.build);
    if (about.result != ProbeResult::Ide && port >= own_ports_first) return ask_own_server(port);
  }
  hear(event);
}
// Where no IDE answers as one, its own server may (MON-52). The bound of the probe holds on.
void Watcher::ask_own_server(std::uint16_t port) {
  auto& visit = visits_[port];
  visit = {};
  const auto over = [this, port](ProbeResult result) {
    const auto found = visits_.find(port);
    if (found == visits_.end()) return;
    const auto its = std::move(found->second);
    visits_.erase(found);
    its.exchange->cancel();
    const bool own = result == ProbeResult::OwnServer;
    hear(ProbeEnded{port, result, own ? texts_.id("an IDE's own server") : no_text});
  };
  visit.exchange = net::begin_exchange(
      loop_, {.host = "127.0.0.1", .port = port, .method = "HEAD", .target = "/sse"},
      {.answered =
           [over](unsigned status, std::string_view type) {
             const bool own = status == 200 && type.starts_with("text/event-stream");
             over(own ? ProbeResult::OwnServer : ProbeResult::NotAnIde);
           },
       .bytes = [](std::string_view) {},
       .ended = [over](const std::string&) { over(ProbeResult::NotAnIde); }});
}
void Watcher::on(const PortShown& command) {
  teller_.port_shown(command.port, texts_.text(command.build), command.marked);
}

// An IDE's own server.

void Watcher::on(const IdeAdded& command) {
  tape_.ide("ide_added", command.marker.pid.value, command.marker.target.token != no_text);
  teller_.added(command.marker, command.elsewhere);
  if (command.marker.sse != no_text || command.marker.stream != no_text)
    hear(AddressWanted{command.marker.pid});
}
void Watcher::on(const IdeChanged& command) {
  tape_.ide("ide_changed", command.marker.pid.value, command.marker.target.token != no_text);
  teller_.changed(command.marker);
  if (command.marker.sse != no_text || command.marker.stream != no_text)
    hear(AddressWanted{command.marker.pid});
}
void Watcher::on(const IdeRemoved& command) {
  tape_.ide_removed(command.pid.value);
  teller_.removed(command.pid);
}

void Watcher::on(const TryStream& command) { look(Look::Stream, command.pid, command.address); }
void Watcher::on(const AskHead& command) { look(Look::Head, command.pid, command.address); }

void Watcher::look(Look what, Pid pid, TextId address) {
  const std::string url(texts_.text(address));
  const auto origin = engine::monitor::origin_of(url);
  net::Request request;
  request.method = what == Look::Head ? "HEAD" : "POST";
  request.target = target_of(url);
  request.body = R"({"jsonrpc":"2.0","id":0,"method":"ping"})";
  request.accept = "application/json, text/event-stream";
  if (origin) {
    request.host = origin->host;
    request.port = origin->port;
  }
  const std::pair key{what, pid.value};
  if (const auto before = trials_.find(key); before != trials_.end())
    before->second.exchange->cancel();
  auto& trial = trials_[key];
  trial.address = address;
  trial.status = 0;
  trial.bound = std::make_unique<net::Timer>(loop_);
  trial.bound->start(look_time, [this, what, pid] { looked(what, pid); });
  const auto answered = [this, what, pid, key](unsigned status, std::string_view) {
    trials_.at(key).status = status;
    // All that is asked is how it answers.
    looked(what, pid);
  };
  trial.exchange =
      net::begin_exchange(loop_, request,
                          {.answered = answered,
                           .bytes = [](std::string_view) {},
                           .ended = [this, what, pid](const std::string&) { looked(what, pid); }});
}

void Watcher::looked(Look what, Pid pid) {
  const auto found = trials_.find({what, pid.value});
  if (found == trials_.end()) return;
  const auto trial = std::move(found->second);
  trials_.erase(found);
  trial.exchange->cancel();
  trial.bound->cancel();
  if (what == Look::Head) return hear(HeadAnswered{pid, trial.address, trial.status != 0});
  hear(StreamTried{pid, trial.address, static_cast<std::uint16_t>(trial.status)});
}

void Watcher::on(const AddressGiven& command) {
  const auto& ides = engine_.state().ides;
  const auto ide =
      std::ranges::find_if(ides, [&](const auto& each) { return each.marker.pid == command.pid; });
  if (ide == ides.end()) return;
  const auto address = command.address == Address::None  ? no_text
                       : command.address == Address::Sse ? ide->marker.sse
                                                         : ide->marker.stream;
  teller_.address(command.pid, command.address, texts_.text(address));
}

}  // namespace tools::watch
