#include "ide/server.h"

#include <sys/socket.h>

#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "sim/files/document.h"

namespace tools::ide {

namespace {

constexpr net::HttpReader::Limits request_limits{.head_bytes = 8 << 10, .body_bytes = 64 << 10};
constexpr std::chrono::seconds request_time{10};
// Whoever takes nothing for so long is said to be stalled.
constexpr std::chrono::milliseconds stall_time{250};
constexpr std::size_t waiting_max = 16;
constexpr int send_buffer_bytes = 32 << 10;
// Between so many bytes of a line without an end: more than any reader keeps, in little time.
constexpr std::chrono::milliseconds endless_pause(5);

constexpr std::string_view stream_path = "/npx/v1/projects/stream", about_path = "/api/about",
                           sse_path = "/own/sse", own_path = "/own/stream",
                           messages_path = "/own/messages", mcp_path = "/mcp";
constexpr const char* json_type = "application/json";
constexpr const char* html_type = "text/html";
constexpr const char* events_type = "text/event-stream";
constexpr const char* chunked =
    "Cache-Control: no-store\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n";

// The head of an answer; `more`: lines of it, each with its end.
std::string head_of(unsigned status, const char* type, const std::string& more) {
  const auto* reason = status == 200   ? "OK"
                       : status == 202 ? "Accepted"
                       : status == 400 ? "Bad Request"
                       : status == 401 ? "Unauthorized"
                       : status == 403 ? "Forbidden"
                       : status == 404 ? "Not Found"
                       : status == 405 ? "Method Not Allowed"
                                       : "Internal Server Error";
  return fmt::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\n{}\r\n", status, reason, type, more);
}

}  // namespace

Session::Session(Server& server, net::Loop& loop, Descriptor descriptor)
    : server_(server),
      socket_(loop, std::move(descriptor)),
      limit_(loop),
      ping_(loop),
      stall_(loop),
      slow_(loop),
      request_(net::request_reader(request_limits, [this](std::string_view bytes) {
        body_ += bytes;
        return true;
      })) {}

void Session::begin() {
  // What the system keeps for a slow reader is bounded too.
  net::send_at_once(socket_.number(), send_buffer_bytes);
  limit_.start(request_time, [self = shared_from_this()] { self->finish(); });
  read_request();
}

void Session::read_request() {
  socket_.read([self = shared_from_this()](std::string_view bytes, int error) {
    using State = net::HttpReader::State;
    const auto state = error != 0 ? State::Refused : self->request_->feed(bytes);
    if (state == State::Refused) return self->finish();
    if (state == State::Unfinished) return self->read_request();
    self->limit_.cancel();
    self->asked_ = true;
    self->serve();
  });
}

void Session::close() {
  over_ = true;
  for (auto* timer : {&limit_, &ping_, &stall_, &slow_}) timer->cancel();
  ::shutdown(socket_.number(), SHUT_RDWR);
  socket_.close();
}

void Session::finish() {
  if (std::exchange(over_, true)) return;
  close();
  server_.end(shared_from_this());
}

// Requests.

// A page of the web can send requests here, too, under whatever name its server gives this machine.
bool Session::comes_from_here() const {
  const auto is_here = [](std::string_view place) {
    for (const auto scheme : {"http://", "https://"})
      if (place.starts_with(scheme)) place.remove_prefix(std::string_view(scheme).size());
    const auto host = place.substr(0, place.find(place.starts_with('[') ? ']' : ':'));
    return host == "127.0.0.1" || host == "localhost" || host == "[::1";
  };
  const auto& head = request_->head();
  return is_here(head.host) && (head.origin.empty() || is_here(head.origin));
}

void Session::serve() {
  const std::string_view target = request_->head().target;
  const auto path = target.substr(0, target.find('?'));
  if (!comes_from_here()) return answer(403, json_type, "{}\n");
  if (server_.silent() || server_.manner() == Server::Manner::Hanging) return listen_for_end();
  if (server_.manner() == Server::Manner::Other)
    return answer(200, html_type, "<html><body>It works!</body></html>\n");
  if (path == stream_path) return ask_for_stream();
  if (server_.manner() == Server::Manner::Failing) return answer(500, json_type, "{}\n");
  if (path == about_path)
    return answer(200, json_type,
                  fmt::format(R"({{"name":"Orrery","productName":"Orrery","buildNumber":"{}"}})"
                              "\n",
                              server_.setting().build));
  if (!serve_own(path)) answer(404, json_type, "{}\n");
}

// The two servers of tools that a marker tells of: its own, and the one at `mcpUrl`.
bool Session::serve_own(std::string_view path) {
  const auto& method = request_->head().method;
  if (path == sse_path) {
    if (method == "GET")
      open_events();
    else
      answer(method == "HEAD" ? 200 : 405, method == "HEAD" ? events_type : json_type, "");
    return true;
  }
  const bool own = path == own_path && !server_.setting().has(Flaw::NoStreamAddress);
  if (!own && path != mcp_path && path != messages_path) return false;
  if (method != "POST") return answer(405, json_type, "{}\n"), true;
  if (path == messages_path) return answer_message(), true;
  const auto said = answer_mcp(body_);
  return answer(said.status, json_type, said.body), true;
}

// Of the older way: messages come each by a request of its own, and are answered by an event.
void Session::answer_message() {
  const std::string_view target = request_->head().target;
  const auto at = target.find("session=");
  std::uint64_t number = 0;
  if (at != target.npos)
    std::from_chars(target.data() + at + 8, target.data() + target.size(), number);
  auto* events = server_.events(number);
  if (events == nullptr) return answer(404, json_type, "{}\n");
  const auto said = answer_mcp(body_);
  if (said.status == 400) return answer(said.status, json_type, said.body);
  if (!said.body.empty()) events->tell_event("event: message\ndata: " + said.body + "\n");
  answer(202, json_type, "");
}

void Session::open_events() {
  events_ = server_.next_events();
  listen_for_end();
  writing_ = true;
  socket_.write(head_of(200, events_type, chunked), [self = shared_from_this()](int error) {
    self->writing_ = false;
    if (error != 0 || self->over_) return;
    self->tell_event(
        fmt::format("event: endpoint\ndata: {}?session={}\n\n", messages_path, self->events_));
    self->keep_events();
  });
}
void Session::keep_events() {
  ping_.start(server_.setting().ping, [self = shared_from_this()] {
    self->tell_event(": ping\n\n");
    self->keep_events();
  });
}
void Session::tell_event(std::string text) {
  if (over_) return;
  if (events_waiting_.size() < waiting_max) events_waiting_.push_back(std::move(text));
  pump_events();
}
void Session::pump_events() {
  if (over_ || writing_ || events_waiting_.empty() || server_.silent()) return;
  const auto text = std::move(events_waiting_.front());
  events_waiting_.pop_front();
  writing_ = true;
  socket_.write(fmt::format("{:x}\r\n{}\r\n", text.size(), text),
                [self = shared_from_this()](int error) {
                  self->writing_ = false;
                  if (error == 0) self->pump_events();
                });
}

void Session::answer(unsigned status, const char* type, const std::string& body) {
  // The length is told of a HEAD too, and the body left out.
  auto text = head_of(status, type,
                      fmt::format("Connection: close\r\nContent-Length: {}\r\n", body.size()));
  if (request_->head().method != "HEAD") text += body;
  limit_.start(request_time, [self = shared_from_this()] { self->finish(); });
  socket_.write(std::move(text), [self = shared_from_this()](int) { self->finish(); });
}

// Who connects: other members than these five are left aside, and of these none must be there.
bool Session::hear_announcement() {
  const auto read = sim::read_document<nlohmann::json>(body_);
  const auto* said = std::get_if<nlohmann::json>(&read);
  if (said == nullptr || !said->is_object()) return false;
  std::string who;
  for (const auto* member : {"clientId", "clientPid", "clientVersion", "platform", "arch"})
    if (const auto found = said->find(member); found != said->end())
      who += fmt::format("{}{} {}", who.empty() ? "" : ", ", member,
                         found->is_string() ? found->get<std::string>() : found->dump());
  if (server_.tells_of_clients())
    print_error(fmt::format("orrery serve: a client asks for the stream: {}\n",
                            shown(who.empty() ? "it says nothing of itself" : who)));
  return true;
}

void Session::ask_for_stream() {
  if (request_->head().method != "POST") return answer(405, json_type, "{}\n");
  if (!hear_announcement())
    return answer(400, json_type, "{\"error\":\"the body is no JSON object\"}\n");
  const bool right = server_.lets_in(request_->head().authorization);
  const auto number = server_.next_stream();
  server_.tape().asked(number, server_.setting().pid, right);
  const bool let_in = right || server_.setting().has(Flaw::TakesAnyToken);
  const bool fails = server_.manner() == Server::Manner::Failing;
  if (let_in && !fails) {
    stream_ = number;
    return open_stream();
  }
  const auto status = fails ? 500u : 401u;
  server_.tape().answered(number, status);
  std::string body = "{}\n";
  if (server_.setting().has(Flaw::LineBeforeRefusal)) {
    body = snapshot(false);
    server_.tape().line(number, std::string_view(body).substr(0, body.size() - 1));
  }
  server_.tape().ended(number, false);
  answer(status, json_type, body);
}

// Streams.

void Session::open_stream() {
  server_.tape().answered(stream_, 200);
  listen_for_end();
  writing_ = true;
  socket_.write(head_of(200, "application/x-ndjson", chunked),
                [self = shared_from_this()](int error) {
                  self->writing_ = false;
                  if (error == 0) self->began_stream();
                });
}

void Session::began_stream() {
  if (over_ || stream_ == 0) return;
  open_ = true;
  const auto& setting = server_.setting();
  if (setting.has(Flaw::PingFirst)) write({ping()});
  wait_for_ping();
  if (setting.has(Flaw::NoFirstLine)) return;
  if (!setting.has(Flaw::SlowSnapshot)) return owe_snapshot();
  slow_.start(setting.slow, [self = shared_from_this()] { self->owe_snapshot(); });
}

// A client that closes or resets shows here, and nothing that it says matters.
void Session::listen_for_end() {
  socket_.read([self = shared_from_this()](std::string_view bytes, int error) {
    if (error == 0 && !bytes.empty()) return self->listen_for_end();
    if (!self->over_) self->gone();
  });
}

void Session::gone() {
  if (stream_ != 0) {
    server_.tape().gone(stream_);
    if (server_.setting().has(Flaw::NeverFrees)) return;
    if (stalled_) server_.tape().stalled(stream_, false);
    server_.tape().freed(stream_);
  }
  finish();
}

void Session::end_stream() {
  if (over_ || stream_ == 0) return;
  server_.tape().freed(stream_);
  finish();
}

void Session::lose_stream() {
  if (stream_ == 0) return;
  if (std::exchange(stalled_, false)) server_.tape().stalled(stream_, false);
  server_.tape().freed(std::exchange(stream_, 0));
  open_ = false;
  for (auto* timer : {&ping_, &stall_, &slow_}) timer->cancel();
}

void Session::wait_for_ping() {
  ping_.start(server_.setting().ping, [self = shared_from_this()] {
    const bool quiet = self->writing_ || !self->waiting_.empty();
    const bool pings = self->server_.pings();
    if (pings && !quiet) self->write({self->ping()});
    self->wait_for_ping();
  });
}

// One for each stream, on every line of it.
std::string Session::instance() const {
  const auto& setting = server_.setting();
  const auto of_line = setting.has(Flaw::InstanceChanges) ? fmt::format("-{}", seq_) : "";
  return fmt::format("orrery-{}-{}{}", setting.pid, stream_, of_line);
}
std::string Session::ping() const {
  return fmt::format("{{\"type\":\"ping\",\"clientInstanceId\":\"{}\"}}\n", instance());
}

std::string Session::snapshot(bool again) {
  const auto& setting = server_.setting();
  if (!again && (!setting.has(Flaw::SeqStays) || seq_ == 0)) ++seq_;
  return fmt::format(
      "{{\"type\":\"snapshot\",\"seq\":{},\"clientInstanceId\":\"{}\",\"projects\":{}}}\n", seq_,
      instance(), server_.projects());
}

void Session::owe_snapshot() {
  owed_ = true;
  pump();
}

void Session::say(Act what) {
  if (over_ || !open_) return;
  if (what == Act::LineBroken) return write({"{\"type\":\"snapshot\",\"seq\":\n"});
  if (what == Act::LineUnknown) return write({"{\"type\":\"weather\",\"sky\":\"blue\"}\n"});
  if (what == Act::LineRepeated) return write({snapshot(true)});
  if (what == Act::LineEndless) {
    endless_ = true;
    return pump();
  }
  auto line = snapshot(false);
  write({line.substr(0, line.size() / 2), false, true});
}

void Session::write(Waiting what) {
  if (waiting_.size() < waiting_max) waiting_.push_back(std::move(what));
  pump();
}

void Session::pump() {
  if (over_ || !open_ || writing_ || server_.silent() || server_.held_up()) return;
  Waiting next;
  if (endless_) {
    next = {.text = std::string(send_buffer_bytes, 'x'), .whole = false};
  } else if (owed_) {
    owed_ = false;
    next.text = snapshot(false);
  } else if (!waiting_.empty()) {
    next = std::move(waiting_.front());
    waiting_.pop_front();
  } else {
    return;
  }
  writing_ = true;
  // Said now: what changes until a slow reader has it is told by the next one.
  const std::string_view text = next.text;
  if (!endless_)
    server_.tape().line(stream_, text.substr(0, text.size() - (next.whole ? 1 : 0)), next.whole);
  watch_reader();
  socket_.write(fmt::format("{:x}\r\n{}\r\n", text.size(), text),
                [self = shared_from_this(), next](int error) {
                  self->writing_ = false;
                  self->stall_.cancel();
                  if (error == 0 && !self->over_ && self->streams()) self->wrote(next);
                });
}

void Session::wrote(const Waiting& what) {
  if (std::exchange(stalled_, false)) server_.tape().stalled(stream_, false);
  if (what.last) return end_stream();
  wait_for_ping();
  // Whoever waited for this one goes on.
  if (server_.setting().has(Flaw::OneHoldsAll)) return server_.pump_all();
  if (endless_) return slow_.start(endless_pause, [self = shared_from_this()] { self->pump(); });
  pump();
}

void Session::watch_reader() {
  stall_.start(stall_time, [self = shared_from_this()] {
    if (!self->writing_) return;
    self->stalled_ = true;
    self->server_.tape().stalled(self->stream_, true);
  });
}

}  // namespace tools::ide
