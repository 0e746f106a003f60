#include "watch/exchange.h"

#include <algorithm>
#include <limits>
#include <vector>

#include <boost/asio/post.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <fmt/format.h>

namespace tools::watch {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr std::uint32_t header_bytes_max = 16 << 10;

// What may stand in a line of HTTP.
bool is_sendable(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x20 && byte != 0x7f;
  });
}

// None: it is not on this machine. Names are not looked up, so nobody waits for it.
std::vector<tcp::endpoint> endpoints_of(const std::string& host, std::uint16_t port) {
  if (host == "localhost")
    return {{asio::ip::address_v4::loopback(), port}, {asio::ip::address_v6::loopback(), port}};
  boost::system::error_code error;
  const auto address = asio::ip::make_address(host, error);
  if (error || !address.is_loopback()) return {};
  return {{address, port}};
}

}  // namespace

Exchange::Exchange(asio::io_context& context, Heard heard)
    : socket_(context), heard_(std::move(heard)), buffer_(std::size_t{64} << 10) {
  response_.header_limit(header_bytes_max);
  response_.body_limit(std::numeric_limits<std::uint64_t>::max());
}

std::shared_ptr<Exchange> Exchange::begin(asio::io_context& context, const Asked& asked,
                                          Heard heard) {
  auto out = std::make_shared<Exchange>(context, std::move(heard));
  out->connect(asked);
  return out;
}

void Exchange::cancel() {
  if (std::exchange(over_, true)) return;
  socket_.close();
}

void Exchange::end(const std::string& why) {
  if (over_) return;
  const auto ended = std::move(heard_.ended);
  cancel();
  ended(why);
}

void Exchange::connect(const Asked& asked) {
  const auto endpoints = endpoints_of(asked.host, asked.port);
  if (endpoints.empty())
    return asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->end("its address is not on this machine");
    });
  if (!is_sendable(asked.target) || !is_sendable(asked.authorization.value_or("")))
    return asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->end("its address or token cannot be sent");
    });
  request_.method(asked.method);
  request_.target(asked.target);
  request_.version(11);
  const bool bracketed = asked.host.find(':') != std::string::npos;
  const auto host = bracketed ? "[" + asked.host + "]" : asked.host;
  request_.set(http::field::host, fmt::format("{}:{}", host, asked.port));
  request_.set(http::field::user_agent, "orrery/" ORRERY_VERSION);
  if (!asked.accept.empty()) request_.set(http::field::accept, asked.accept);
  if (asked.authorization) request_.set(http::field::authorization, *asked.authorization);
  if (asked.method == http::verb::post) {
    request_.set(http::field::content_type, "application/json");
    request_.body() = asked.body;
    request_.prepare_payload();
  }
  request_.keep_alive(false);
  // Of HEAD no body follows, whatever length it tells.
  response_.skip(asked.method == http::verb::head);
  socket_.async_connect(endpoints, [self = shared_from_this()](Error error, const tcp::endpoint&) {
    if (error) return self->end(error.message());
    if (!self->over_) self->write();
  });
}

void Exchange::write() {
  http::async_write(socket_, request_, [self = shared_from_this()](Error error, std::size_t) {
    if (error) return self->end(error.message());
    if (!self->over_) self->read_header();
  });
}

void Exchange::read_header() {
  http::async_read_header(
      socket_, buffer_, response_, [self = shared_from_this()](Error error, std::size_t) {
        if (self->over_) return;
        if (error) return self->end(error.message());
        const auto type = self->response_.get()[http::field::content_type];
        self->heard_.answered(self->response_.get().result_int(), {type.data(), type.size()});
        if (self->over_) return;
        if (self->response_.is_done()) return self->end({});
        self->read_more();
      });
}

void Exchange::read_more() {
  auto& body = response_.get().body();
  body.data = room_.data();
  body.size = room_.size();
  http::async_read_some(socket_, buffer_, response_,
                        [self = shared_from_this()](Error error, std::size_t) {
                          if (self->over_) return;
                          if (error == http::error::need_buffer) error = {};
                          const auto size = self->room_.size() - self->response_.get().body().size;
                          if (size > 0) self->heard_.bytes({self->room_.data(), size});
                          if (self->over_) return;
                          if (error) return self->end(error.message());
                          if (self->response_.is_done()) return self->end({});
                          self->read_more();
                        });
}

}  // namespace tools::watch
