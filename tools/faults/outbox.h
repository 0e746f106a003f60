// What a reader is told: written in order, as it takes it and no faster, what is late aside.
#pragma once
#include <chrono>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "conversation/tape.h"

namespace tools::faults {

// Bytes that are written at once.
struct Outgoing {
  std::string bytes;
  bool late = false;   // Behind what comes in the meantime.
  bool apart = false;  // So that they are read apart from those before and behind them.
};

class Outbox {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // Beyond this its owner should make whoever speaks wait.
  static constexpr std::size_t waiting_max = std::size_t{1} << 20;

  // Writes to this descriptor. What is written goes on the tape; `late`: how late what is late is.
  Outbox(int to, std::chrono::milliseconds late, Tape& tape) : to_(to), late_(late), tape_(tape) {}

  void put(Outgoing what);
  // Whether the last line has no end: it goes on whenever the reader has taken it.
  void set_endless(bool endless) { endless_ = endless; }

  bool has_room() const { return bytes_ < waiting_max; }
  bool empty() const { return queue_.empty(); }  // What is late aside.
  bool has_late() const { return !delayed_.empty(); }
  bool has_reader() const { return has_reader_; }
  // From now on nothing is kept.
  void lose_reader();

  // Moves in what was late; whether the descriptor should be waited for.
  bool wants_to_write();
  // When else there is something to do.
  Time wake_at() const;
  // What the reader takes without making us wait.
  void write_some();

 private:
  using Clock = std::chrono::steady_clock;
  struct Delayed {
    Time due;
    Outgoing what;
  };
  void enqueue(Outgoing what);

  int to_;
  std::chrono::milliseconds late_;
  Tape& tape_;
  std::deque<Outgoing> queue_;
  std::size_t bytes_ = 0;
  std::vector<Delayed> delayed_;  // In the order in which they are due.
  Time not_before_{};             // Of the first in the queue.
  bool endless_ = false, has_reader_ = true;
};

}  // namespace tools::faults
