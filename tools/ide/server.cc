#include "ide/server.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "results/words.h"
#include "sim/files/document.h"

namespace tools::ide {

Server::Server(net::Loop& loop, Setting setting, StreamTape& tape)
    : loop_(loop),
      setting_(std::move(setting)),
      tape_(tape),
      pause_(loop),
      listener_(loop),
      token_(setting_.token) {
  pings_ = !setting_.has(Flaw::NoPings);
  listen();
}
Server::~Server() { close(); }

void Server::listen() {
  int error = EADDRINUSE;
  const auto before = port_;
  for (unsigned port = setting_.first_port; port <= setting_.last_port; ++port) {
    if (port != 0 && port == before) continue;
    auto listener = net::listen_on(static_cast<std::uint16_t>(port), error);
    if (!listener.open()) continue;
    listener_.open(std::move(listener));
    port_ = net::local_port(listener_.number());
    return accept();
  }
  throw UsageError(fmt::format("none of the ports {} to {} is free: {}; --port names another.",
                               setting_.first_port, setting_.last_port, std::strerror(error)));
}

void Server::accept() {
  if (closed_ || !has_room()) return;
  listener_.when_readable([this] {
    if (!has_room()) return;  // Meanwhile all have said what they want: end() asks again.
    int error = 0;
    auto descriptor = net::accept_on(listener_.number(), error);
    if (error != 0) return rest();
    if (descriptor.open()) {
      const auto session = std::make_shared<Session>(*this, loop_, std::move(descriptor));
      if (sessions_.size() >= connections_max) oldest_without_request()->finish();
      sessions_.push_back(session);
      session->begin();
    }
    accept();
  });
}

bool Server::has_room() const {
  return sessions_.size() < connections_max || oldest_without_request() != nullptr;
}

// Whoever has not said what it wants makes room for the next one, so that a good client need not
// wait for slow ones.
std::shared_ptr<Session> Server::oldest_without_request() const {
  const auto found = std::ranges::find_if(sessions_, &Session::awaits_request);
  return found == sessions_.end() ? nullptr : *found;
}

// There may be no descriptor left for the next one.
void Server::rest() {
  constexpr std::chrono::milliseconds pause{100};
  pause_.start(pause, [this] { accept(); });
}

void Server::end(const std::shared_ptr<Session>& session) {
  std::erase(sessions_, session);
  accept();
  if (setting_.has(Flaw::OneHoldsAll)) pump_all();
}

void Server::for_each_stream(const std::function<void(Session&)>& what) {
  const auto all = sessions_;  // Which may end meanwhile.
  for (const auto& session : all)
    if (session->streams()) what(*session);
}
Session* Server::events(std::uint64_t number) const {
  const auto found = std::ranges::find_if(
      sessions_, [number](const auto& each) { return each->events() == number; });
  return found == sessions_.end() || number == 0 ? nullptr : found->get();
}

void Server::pump_all() {
  for_each_stream([](Session& session) { session.pump(); });
}

std::string Server::projects() const {
  auto out = nlohmann::ordered_json::array();
  for (std::size_t i = 1; i <= setting_.projects; ++i) {
    const auto name = fmt::format("project-{}", i);
    out.push_back({{"name", name}, {"path", "/home/dev/" + name}, {"changes", changes_}});
  }
  return out.dump();
}

bool Server::lets_in(std::string_view authorization) const {
  constexpr std::string_view scheme = "Bearer ";
  if (token_.empty()) return true;
  if (!authorization.starts_with(scheme)) return false;
  return same_secret(token_, authorization.substr(scheme.size()));
}

bool Server::held_up() const {
  if (!setting_.has(Flaw::OneHoldsAll)) return false;
  for (const auto& session : sessions_)
    if (session->stalled()) return true;
  return false;
}

void Server::act(Act act) {
  switch (act) {
    case Act::ProjectsChange:
      ++changes_;
      tape_.changed(setting_.pid, projects());
      if (setting_.has(Flaw::KeepsChanges)) return;
      return for_each_stream([](Session& session) { session.owe_snapshot(); });
    case Act::ServerMoves:
      for_each_stream([](Session& session) { session.end_stream(); });
      listener_.close();
      return listen();
    case Act::ServerHangs: manner_ = Manner::Hanging; return;
    case Act::ServerFails: manner_ = Manner::Failing; return;
    case Act::ServerOther:
      manner_ = Manner::Other;
      return for_each_stream([](Session& session) { session.end_stream(); });
    case Act::ServerRecovers:
      manner_ = Manner::Well;
      pings_ = !setting_.has(Flaw::NoPings);
      silent_ = false;
      return pump_all();
    case Act::NetworkStops: silent_ = true; return;
    case Act::NetworkBack:
      if (std::exchange(silent_, false))
        for_each_stream([](Session& session) { session.lose_stream(); });
      return;
    case Act::StreamsEnd: return for_each_stream([](Session& session) { session.end_stream(); });
    case Act::PingsStop: pings_ = false; return;
    case Act::LineBroken:
    case Act::LineUnknown:
    case Act::LineRepeated:
    case Act::LineEndless:
    case Act::LineTorn: return for_each_stream([act](Session& session) { session.say(act); });
    case Act::TokenChanges: token_ = fmt::format("{}-{}", setting_.token, ++tokens_); return;
    case Act::MarkerWritten:
    case Act::MarkerTorn:
    case Act::MarkerRemoved:
    case Act::ProcessEnds:
    case Act::Stop: return;
  }
}

void Server::close() {
  if (std::exchange(closed_, true)) return;
  pause_.cancel();
  listener_.close();
  for_each_stream([](Session& session) { session.end_stream(); });
  const auto all = sessions_;
  for (const auto& session : all) session->close();
  sessions_.clear();
}

namespace {

using Json = nlohmann::ordered_json;

Json initialized(const Json& params) {
  const auto asked = params.is_object() ? params.find("protocolVersion") : params.end();
  const bool has = params.is_object() && asked != params.end() && asked->is_string();
  return {{"protocolVersion", has ? asked->get<std::string>() : "2025-06-18"},
          {"capabilities", {{"tools", Json::object()}}},
          {"serverInfo", {{"name", "orrery-mock-ide"}, {"version", ORRERY_VERSION}}}};
}

Json answer_to(const std::string& method, const Json& message) {
  const auto result = [](Json what) { return Json{{"result", std::move(what)}}; };
  if (method == "initialize")
    return result(initialized(message.contains("params") ? message["params"] : Json()));
  if (method == "ping") return result(Json::object());
  if (method == "tools/list") return result({{"tools", Json::array()}});
  return {{"error", {{"code", -32'601}, {"message", "no such method: " + method}}}};
}

}  // namespace

McpAnswer answer_mcp(std::string_view message) {
  const auto read = sim::read_document<Json>(message);
  const auto* said = std::get_if<Json>(&read);
  const bool is_message = said != nullptr && said->is_object() && said->contains("jsonrpc");
  if (!is_message) return {400, "{\"error\":\"the body is no message of JSON-RPC\"}\n"};
  // A notification, or an answer to what was never asked.
  if (!said->contains("id") || !said->contains("method") || !(*said)["method"].is_string())
    return {202, {}};
  auto out = answer_to((*said)["method"].get<std::string>(), *said);
  out["jsonrpc"] = "2.0";
  out["id"] = (*said)["id"];
  return {200, dump(out) + "\n"};
}

}  // namespace tools::ide
