// One connection to the mock IDE: a request, and its answer or its stream. Not for others than the
// server.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "ide/server.h"
#include "net/http.h"
#include "net/loop.h"

namespace tools::ide {

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Server& server, net::Loop& loop, Descriptor descriptor);

  void begin();
  void close();
  // As close(), and tells the server.
  void finish();
  bool awaits_request() const { return !asked_; }

  bool streams() const { return stream_ != 0; }
  bool stalled() const { return stalled_; }

  // The number of its event stream; zero: it is none.
  std::uint64_t events() const { return events_; }
  void tell_event(std::string text);

  // Of a stream. A line of its own; null texts: the last snapshot again.
  void say(Act what);
  void owe_snapshot();
  void end_stream();
  // Writes what waits, if anything does and nothing is on its way.
  void pump();

 private:
  struct Waiting {
    std::string text;
    bool whole = true, last = false;
  };

  void read_request();
  void serve();
  bool comes_from_here() const;
  bool serve_own(std::string_view path);
  void answer_message();
  void open_events();
  void pump_events();
  void keep_events();
  void answer(unsigned status, const char* type, const std::string& body);
  void ask_for_stream();
  bool hear_announcement();
  void open_stream();
  void began_stream();
  void listen_for_end();
  void gone();
  void wait_for_ping();
  std::string instance() const;
  std::string ping() const;
  std::string snapshot(bool again);
  void write(Waiting what);
  void wrote(const Waiting& what);
  void watch_reader();

  Server& server_;
  net::Socket socket_;
  net::Timer limit_, ping_, stall_, slow_;
  std::string body_;  // Of the request.
  std::unique_ptr<net::HttpReader> request_;
  std::deque<Waiting> waiting_;
  std::deque<std::string> events_waiting_;
  std::uint64_t stream_ = 0, events_ = 0;
  std::uint32_t seq_ = 0;
  bool asked_ = false, endless_ = false, open_ = false, owed_ = false, writing_ = false,
       stalled_ = false, over_ = false;
};

}  // namespace tools::ide
