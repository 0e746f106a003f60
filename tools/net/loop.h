// One thing after the other on one thread: timers, sockets of this machine, and what is posted.
//
// A call is made once, from run() alone, and is forgotten before it is made: it may end, close or
// start whatever it likes, itself included. SIGPIPE must be ignored (catch_signals).
#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "process/process.h"

namespace tools::net {

using Call = std::function<void()>;

class Socket;
class Timer;

class Loop {
 public:
  using Clock = std::chrono::steady_clock;

  Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Until stop() is called, or a signal was caught.
  void run();
  void stop() { stopped_ = true; }
  // The machine slept, or this process was stopped: for so long, of which its clock saw `late`.
  // It is told first of all on waking.
  struct Sleep {
    Clock::duration time, late;
  };
  void when_slept(std::function<void(const Sleep&)> slept) { slept_ = std::move(slept); }
  // Soon, behind what was posted before and between other things.
  void post(Call call) { posted_.push_back(std::move(call)); }

 private:
  friend Socket;
  friend Timer;
  void call_posted();
  void call_timers();
  void wait();

  std::set<Socket*> sockets_;
  std::set<std::pair<Clock::time_point, Timer*>> timers_;
  std::deque<Call> posted_;
  std::function<void(const Sleep&)> slept_;
  Clock::time_point awake_, awake_in_all_;  // When the last wait ended.
  bool stopped_ = false;
};

// Its end cancels it. It must not outlive its loop.
class Timer {
 public:
  explicit Timer(Loop& loop) : loop_(loop) {}
  ~Timer() { cancel(); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // In place of the one before.
  void start(Loop::Clock::time_point at, Call call);
  void start(Loop::Clock::duration after, Call call) {
    start(Loop::Clock::now() + after, std::move(call));
  }
  void cancel();

 private:
  friend Loop;
  Loop& loop_;
  Loop::Clock::time_point at_{};
  Call call_;
};

// A descriptor, which is closed in the end. It must not outlive its loop.
class Socket {
 public:
  explicit Socket(Loop& loop, Descriptor descriptor = Descriptor());
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  // In place of the one before, which is closed.
  void open(Descriptor descriptor);
  // None of its calls is made any more.
  void close();
  int number() const { return descriptor_.number(); }

  // Once it can be read or written, or has failed: that may be a mistake, so whoever is called must
  // not rely on it.
  void when_readable(Call call) { readable_ = std::move(call); }
  void when_writable(Call call) { writable_ = std::move(call); }

  // The next piece, as soon as there is one: empty at the end, or if it failed: then with an errno.
  void read(std::function<void(std::string_view bytes, int error)> received);
  // All of it, and then says whether it failed, by an errno. One at a time.
  void write(std::string text, std::function<void(int error)> written);

 private:
  friend Loop;
  Loop& loop_;
  Descriptor descriptor_;
  Call readable_, writable_;
};

// The system's end of a server on this machine: descriptors that never make anybody wait.

// Listens; 0: on any port that is free. Not open if it cannot, and then `error` is an errno.
Descriptor listen_on(std::uint16_t port, int& error);
// The same at a path of the file system, of which this user alone has the use; a socket that is
// there already is replaced.
Descriptor listen_at(const std::string& path, int& error);
std::uint16_t local_port(int descriptor);

// Who connected. Not open without an error: whoever it was is gone.
Descriptor accept_on(int listener, int& error);
// Whatever is written is sent at once, and so many bytes at most wait in the system.
void send_at_once(int descriptor, int buffer_bytes);

}  // namespace tools::net
