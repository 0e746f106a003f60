#include "net/http.h"

#include <utility>

#include <boost/asio/buffer.hpp>
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

}  // namespace tools::net
