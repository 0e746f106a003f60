// One connection to the mock IDE: a request, and its answer or its stream. Not for others than the
// server.
#pragma once
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/string_body.hpp>

#include "ide/server.h"

namespace tools::ide {

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Server& server, boost::asio::ip::tcp::socket socket);

  void begin();
  void close();

  bool streams() const { return stream_ != 0; }
  bool stalled() const { return stalled_; }

  // Of a stream. A line of its own; null texts: the last snapshot again.
  void say(Act what);
  void owe_snapshot();
  void end_stream();
  // Writes what waits, if anything does and nothing is on its way.
  void pump();

 private:
  using Error = boost::beast::error_code;
  struct Waiting {
    std::string text;
    bool whole = true, last = false;
  };

  void serve();
  void answer(unsigned status, const char* type, std::string body);
  void ask_for_stream();
  void open_stream(bool authorized);
  void began_stream();
  void listen_for_end();
  void gone();
  void finish();
  void wait_for_ping();
  std::string snapshot(bool again);
  void write(Waiting what);
  void wrote(const Waiting& what);
  void watch_reader();

  Server& server_;
  boost::beast::tcp_stream socket_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> request_;
  std::optional<boost::beast::http::response<boost::beast::http::string_body>> response_;
  std::optional<boost::beast::http::response<boost::beast::http::empty_body>> header_;
  std::optional<boost::beast::http::response_serializer<boost::beast::http::empty_body>> written_;
  boost::asio::steady_timer ping_, stall_, slow_;
  std::array<char, 512> rest_{};
  std::deque<Waiting> waiting_;
  std::string on_its_way_;
  std::uint64_t stream_ = 0;
  std::uint32_t seq_ = 0;
  bool endless_ = false, open_ = false, owed_ = false, writing_ = false, stalled_ = false,
       over_ = false;
};

}  // namespace tools::ide
