#include "ide/session.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http/chunk_encode.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <fmt/format.h>

namespace tools::ide {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr std::uint32_t header_bytes_max = 8 << 10;
constexpr std::uint64_t body_bytes_max = 64 << 10;
constexpr std::chrono::seconds request_time{10};
// Whoever takes nothing for so long is said to be stalled.
constexpr std::chrono::milliseconds stall_time{250};
constexpr std::size_t waiting_max = 16;
constexpr int send_buffer_bytes = 32 << 10;

constexpr std::string_view stream_path = "/npx/v1/projects/stream", about_path = "/api/about",
                           sse_path = "/own/sse", own_path = "/own/stream";
constexpr const char* json_type = "application/json";
constexpr const char* html_type = "text/html";

}  // namespace

Session::Session(Server& server, tcp::socket socket)
    : server_(server),
      socket_(std::move(socket)),
      ping_(socket_.get_executor()),
      stall_(socket_.get_executor()),
      slow_(socket_.get_executor()) {}

void Session::begin() {
  Error ignored;
  socket_.socket().set_option(tcp::no_delay(true), ignored);
  // What the system keeps for a slow reader is bounded too.
  socket_.socket().set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
  request_.emplace();
  request_->header_limit(header_bytes_max);
  request_->body_limit(body_bytes_max);
  socket_.expires_after(request_time);
  http::async_read(socket_, buffer_, *request_,
                   [self = shared_from_this()](Error error, std::size_t) {
                     if (error) return self->finish();
                     self->socket_.expires_never();
                     self->serve();
                   });
}

void Session::close() {
  Error ignored;
  over_ = true;
  ping_.cancel();
  stall_.cancel();
  slow_.cancel();
  socket_.socket().shutdown(tcp::socket::shutdown_both, ignored);
  socket_.close();
}

void Session::finish() {
  if (std::exchange(over_, true)) return;
  close();
  server_.end(shared_from_this());
}

// Requests.

void Session::serve() {
  const auto& request = request_->get();
  const std::string_view target(request.target().data(), request.target().size());
  const auto path = target.substr(0, target.find('?'));
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
  const bool own = path == own_path && !server_.setting().has(Flaw::NoStreamAddress);
  if (own || path == sse_path) return answer(200, json_type, "{}\n");
  answer(404, json_type, "{}\n");
}

void Session::answer(unsigned status, const char* type, std::string body) {
  response_.emplace(static_cast<http::status>(status), 11);
  response_->set(http::field::content_type, type);
  response_->keep_alive(false);
  // The length is told of a HEAD too, and the body left out.
  response_->content_length(body.size());
  if (request_->get().method() != http::verb::head) response_->body() = std::move(body);
  socket_.expires_after(request_time);
  http::async_write(socket_, *response_,
                    [self = shared_from_this()](Error, std::size_t) { self->finish(); });
}

void Session::ask_for_stream() {
  const auto& request = request_->get();
  if (request.method() != http::verb::post) return answer(405, json_type, "{}\n");
  const auto header = request[http::field::authorization];
  const bool right = server_.lets_in({header.data(), header.size()});
  const auto number = server_.next_stream();
  server_.tape().asked(number, server_.setting().pid, right);
  const bool let_in = right || server_.setting().has(Flaw::TakesAnyToken);
  const bool fails = server_.manner() == Server::Manner::Failing;
  if (let_in && !fails) {
    stream_ = number;
    return open_stream(right);
  }
  const auto status = fails ? 500u : 401u;
  server_.tape().answered(number, status);
  std::string body = "{}\n";
  if (server_.setting().has(Flaw::LineBeforeRefusal)) {
    body = snapshot(false);
    server_.tape().line(number, std::string_view(body).substr(0, body.size() - 1));
  }
  server_.tape().ended(number);
  answer(status, json_type, std::move(body));
}

// Streams.

void Session::open_stream(bool) {
  header_.emplace(http::status::ok, 11);
  header_->set(http::field::content_type, "application/x-ndjson");
  header_->set(http::field::cache_control, "no-store");
  header_->keep_alive(false);
  header_->chunked(true);
  written_.emplace(*header_);
  server_.tape().answered(stream_, 200);
  listen_for_end();
  writing_ = true;
  http::async_write_header(socket_, *written_,
                           [self = shared_from_this()](Error error, std::size_t) {
                             self->writing_ = false;
                             if (!error) self->began_stream();
                           });
}

void Session::began_stream() {
  if (over_) return;
  open_ = true;
  const auto& setting = server_.setting();
  if (setting.has(Flaw::PingFirst)) write({"{\"type\":\"ping\"}\n"});
  wait_for_ping();
  if (setting.has(Flaw::NoFirstLine)) return;
  if (!setting.has(Flaw::SlowSnapshot)) return owe_snapshot();
  slow_.expires_after(setting.slow);
  slow_.async_wait([self = shared_from_this()](Error error) {
    if (!error) self->owe_snapshot();
  });
}

// A client that closes or resets shows here, and nothing that it says matters.
void Session::listen_for_end() {
  socket_.socket().async_read_some(asio::buffer(rest_),
                                   [self = shared_from_this()](Error error, std::size_t) {
                                     if (!error) return self->listen_for_end();
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

void Session::wait_for_ping() {
  ping_.expires_after(server_.setting().ping);
  ping_.async_wait([self = shared_from_this()](Error error) {
    if (error || self->over_) return;
    const bool quiet = self->writing_ || !self->waiting_.empty();
    const bool pings = self->server_.pings();
    if (pings && !quiet) self->write({"{\"type\":\"ping\"}\n"});
    self->wait_for_ping();
  });
}

std::string Session::snapshot(bool again) {
  const auto& setting = server_.setting();
  if (!again && (!setting.has(Flaw::SeqStays) || seq_ == 0)) ++seq_;
  const auto instance = setting.has(Flaw::InstanceChanges) ? seq_ : 1;
  return fmt::format(
      "{{\"type\":\"snapshot\",\"seq\":{},\"clientInstanceId\":\"orrery-{}\",\"projects\":{}}}\n",
      seq_, instance, server_.projects());
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
  on_its_way_ = next.text;
  // Said now: what changes until a slow reader has it is told by the next one.
  const std::string_view text = next.text;
  if (!endless_)
    server_.tape().line(stream_, text.substr(0, text.size() - (next.whole ? 1 : 0)), next.whole);
  watch_reader();
  asio::async_write(socket_, http::make_chunk(asio::buffer(on_its_way_)),
                    [self = shared_from_this(), next](Error error, std::size_t) {
                      self->writing_ = false;
                      self->stall_.cancel();
                      if (!error && !self->over_) self->wrote(next);
                    });
}

void Session::wrote(const Waiting& what) {
  if (std::exchange(stalled_, false)) server_.tape().stalled(stream_, false);
  if (what.last) return end_stream();
  wait_for_ping();
  // Whoever waited for this one goes on.
  if (server_.setting().has(Flaw::OneHoldsAll)) return server_.pump_all();
  pump();
}

void Session::watch_reader() {
  stall_.expires_after(stall_time);
  stall_.async_wait([self = shared_from_this()](Error error) {
    if (error || self->over_ || !self->writing_) return;
    self->stalled_ = true;
    self->server_.tape().stalled(self->stream_, true);
  });
}

}  // namespace tools::ide
