#include "net/http.h"

#include <array>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/detail/base64.hpp>
#include <boost/beast/core/detail/sha1.hpp>
#include <boost/beast/http/basic_parser.hpp>

namespace tools::net {
namespace {

namespace http = boost::beast::http;
using Error = boost::beast::error_code;

// Behind a head there are lines of chunks.
constexpr std::size_t held_bytes_max = std::size_t{64} << 10;

template <bool is_request>
class Reader final : public HttpReader, http::basic_parser<is_request> {
  using Parser = http::basic_parser<is_request>;
  using Text = boost::beast::string_view;

 public:
  Reader(const Limits& limits, bool head_only, Handlers handlers) : handlers_(std::move(handlers)) {
    Parser::header_limit(limits.head_bytes);
    Parser::body_limit(limits.body_bytes);
    Parser::skip(head_only);
    Parser::eager(true);
  }

  State feed(std::string_view bytes) override {
    held_ += bytes;
    error_ = {};
    if (!held_.empty())
      held_.erase(0, Parser::put(boost::asio::const_buffer(held_.data(), held_.size()), error_));
    if (error_ == http::error::need_more) error_ = {};
    if (!error_ && !Parser::is_done() && bytes.empty()) {
      if (Parser::got_some())
        Parser::put_eof(error_);
      else
        error_ = http::error::end_of_stream;
    }
    if (!error_ && held_.size() > held_bytes_max) error_ = http::error::buffer_overflow;
    if (error_) return State::Refused;
    return Parser::is_done() ? State::Whole : State::Unfinished;
  }
  std::string why() const override { return error_.message(); }
  const Head& head() const override { return head_; }

 private:
  static std::string_view view(Text text) { return {text.data(), text.size()}; }
  static void keep_first(std::string& kept, Text value) {
    if (kept.empty()) kept = view(value);
  }
  static void go_on(bool wanted, Error& error) {
    if (!wanted) error = make_error_code(boost::system::errc::operation_canceled);
  }

  void on_request_impl(http::verb, Text method, Text target, int, Error&) override {
    head_.method = view(method);
    head_.target = view(target);
  }
  void on_response_impl(int status, Text, int, Error&) override {
    head_.status = static_cast<unsigned>(status);
  }
  void on_field_impl(http::field name, Text, Text value, Error&) override {
    if (is_read_) return;  // It stands behind the body.
    if (name == http::field::content_type) keep_first(head_.type, value);
    if (name == http::field::authorization) keep_first(head_.authorization, value);
    if (name == http::field::host) keep_first(head_.host, value);
    if (name == http::field::origin) keep_first(head_.origin, value);
    if (name == http::field::sec_websocket_key) keep_first(head_.websocket_key, value);
  }
  void on_header_impl(Error& error) override {
    is_read_ = true;
    go_on(handlers_.head(head_), error);
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
  std::size_t on_body_impl(Text body, Error& error) override {
    go_on(handlers_.body(view(body)), error);
    return body.size();
  }
  void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, Text body, Error& error) override {
    return on_body_impl(body, error);
  }
  void on_finish_impl(Error&) override {}

  Handlers handlers_;
  Head head_;
  std::string held_;
  Error error_;
  bool is_read_ = false;
};

}  // namespace

std::unique_ptr<HttpReader> request_reader(const HttpReader::Limits& limits, TakesBody body) {
  HttpReader::Handlers handlers;
  handlers.body = std::move(body);
  return std::make_unique<Reader<true>>(limits, false, std::move(handlers));
}

std::unique_ptr<HttpReader> answer_reader(const HttpReader::Limits& limits, bool head_only,
                                          HttpReader::Handlers handlers) {
  return std::make_unique<Reader<false>>(limits, head_only, std::move(handlers));
}

namespace {

constexpr std::size_t message_bytes_max = std::size_t{64} << 20;
constexpr unsigned more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10;
constexpr unsigned last_bit = 0x80, mask_bit = 0x80, reserved_bits = 0x70;
constexpr std::size_t mask_bytes = 4;

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::string frame(unsigned code, std::string_view bytes) {
  std::string out(1, static_cast<char>(last_bit | code));
  const auto put = [&](unsigned size_bytes) {
    for (unsigned i = size_bytes; i > 0; --i)
      out += static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * (i - 1)) & 0xffu);
  };
  if (bytes.size() < 126) {
    put(1);
  } else if (bytes.size() < 65'536) {
    out += static_cast<char>(126);
    put(2);
  } else {
    out += static_cast<char>(127);
    put(8);
  }
  return out.append(bytes);
}

}  // namespace

std::string websocket_accept(std::string_view key) {
  namespace detail = boost::beast::detail;
  const auto joined = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  detail::sha1_context context;
  detail::init(context);
  detail::update(context, joined.data(), joined.size());
  std::array<char, detail::sha1_context::digest_size> digest;
  detail::finish(context, digest.data());
  std::string out(detail::base64::encoded_size(digest.size()), '\0');
  out.resize(detail::base64::encode(out.data(), digest.data(), digest.size()));
  return out;
}

std::string websocket_text(std::string_view message) { return frame(text, message); }
std::string websocket_close() { return frame(close, std::string_view("\x03\xe8", 2)); }

bool WebSocketReader::next(Frame& out, std::size_t& size) const {
  size = 0;
  if (held_.size() < 2) return true;
  const auto first = byte_at(held_, 0), second = byte_at(held_, 1);
  if ((first & reserved_bits) != 0 || (second & mask_bit) == 0) return false;
  std::uint64_t bytes = second & 0x7fu;
  const std::size_t longer = bytes == 126 ? 2 : bytes == 127 ? 8 : 0;
  const auto head = 2 + longer + mask_bytes;
  if (held_.size() < head) return true;
  if (longer > 0) bytes = 0;
  for (std::size_t i = 0; i < longer; ++i) bytes = bytes << 8u | byte_at(held_, 2 + i);
  if (bytes > message_bytes_max) return false;
  if (held_.size() < head + bytes) return true;
  const std::string_view held = held_;
  out = {.last = (first & last_bit) != 0,
         .code = first & 0x0fu,
         .masked = held.substr(head, bytes),
         .mask = held.substr(head - mask_bytes, mask_bytes)};
  size = head + bytes;
  return true;
}

bool WebSocketReader::take(const Frame& it, Taken& out) {
  std::string bytes(it.masked);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(byte_at(bytes, i) ^ byte_at(it.mask, i % mask_bytes));
  switch (it.code) {
    case ping: out.answers += frame(pong, bytes); return true;
    case pong: return true;
    case close: out.closed = true; return true;
    case more:
    case text:
    case binary:
      if (message_.size() + bytes.size() > message_bytes_max) return false;
      message_ += bytes;
      if (it.last) out.messages.push_back(std::exchange(message_, {}));
      return true;
    default: return false;
  }
}

bool WebSocketReader::feed(std::string_view bytes, Taken& out) {
  held_ += bytes;
  while (!out.closed) {
    Frame frame;
    std::size_t size = 0;
    if (!next(frame, size) || (size > 0 && !take(frame, out))) return false;
    if (size == 0) break;
    held_.erase(0, size);
  }
  return true;
}

}  // namespace tools::net
