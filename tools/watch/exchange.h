// One request to a server on this machine, and what comes of it, piece by piece. Of a server that
// says what it likes, no more than a piece is held.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace tools::watch {

struct Asked {
  std::string host = {};  // "localhost" or an address of this machine; others are refused.
  std::uint16_t port = 0;
  boost::beast::http::verb method = boost::beast::http::verb::get;
  std::string target = "/", body = {}, accept = {};
  std::optional<std::string> authorization = {};
};

class Exchange : public std::enable_shared_from_this<Exchange> {
 public:
  struct Heard {
    std::function<void(unsigned status, std::string_view type)> answered;
    std::function<void(std::string_view bytes)> bytes;
    // The last one. `why`: a few words; empty: the answer is whole.
    std::function<void(const std::string& why)> ended;
  };

  // Is heard of from the loop, never at once.
  static std::shared_ptr<Exchange> begin(boost::asio::io_context& context, const Asked& asked,
                                         Heard heard);
  // Nothing is heard of it any more.
  void cancel();

  Exchange(boost::asio::io_context& context, Heard heard);

 private:
  using Error = boost::beast::error_code;
  void connect(const Asked& asked);
  void write();
  void read_header();
  void read_more();
  void end(const std::string& why);

  boost::beast::tcp_stream socket_;
  Heard heard_;
  bool over_ = false;
  boost::beast::flat_buffer buffer_;
  boost::beast::http::request<boost::beast::http::string_body> request_;
  boost::beast::http::response_parser<boost::beast::http::buffer_body> response_;
  std::array<char, std::size_t{16} << 10> room_{};
};

}  // namespace tools::watch
