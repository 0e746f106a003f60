// Faults as a user asks for them, of whoever speaks as a server or passes on what one says.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "command/options.h"
#include "conversation/tape.h"
#include "sim/appserver/faults.h"
#include "sim/search/rng.h"

namespace tools::faults {

// What a reader is told: written in order, as it takes it and no faster, what is late aside.

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

using sim::appserver::ByteFault;
using sim::appserver::Fault;

struct PlannedBytes {
  ByteFault what{};
  std::uint64_t nth = 1;  // Line of the server, from 1.
};

struct Settings {
  std::vector<sim::appserver::PlannedFault> planned = {};  // At most faults_max.
  std::vector<PlannedBytes> bytes = {};
  // Besides, a step goes wrong with this probability, by one of these where one of them can
  // happen.
  double rate = 0;
  std::vector<Fault> drawn = {};
  std::vector<ByteFault> drawn_bytes = {};
  std::uint64_t seed = 1;

  bool any() const { return !planned.empty() || !bytes.empty() || rate > 0; }
};

// The options `fault`, `fault-rate`, `seed` and `faults` of a command.
void add_options(CommandLine& line);
// What they say. `possible`: whether the command knows this one; `drawn`: the ones that a rate
// alone draws from.
using Which = bool (*)(Fault);
Settings settings_of(const CommandLine& line, Which possible, Which drawn);
// What there is, a line each.
std::string listing(Which possible);
// As it is asked for: "drop_notice:item_delta@2".
std::string show(const sim::appserver::PlannedFault& fault);
std::string show(const PlannedBytes& fault);

// Is told of each fault that happens.
using Told = std::function<void(std::string_view fault)>;
// Says the first hundred on stderr, as `command`: nobody may read it, and it must not fill up.
// `what`: what it is told of.
Told told_on_stderr(std::string command, std::string what = "fault");

// Lines as they are written, with the faults of bytes that hit them.
class Lines {
 public:
  Lines(const Settings& settings, Told told)
      : settings_(settings), told_(std::move(told)), rng_(settings.seed) {}

  // The next line, without its newline. `fault`: what hits it in any case.
  void put(std::string_view line, bool late, std::vector<Outgoing>& out,
           std::optional<ByteFault> fault = std::nullopt);

  // The line that was begun has no end: no more is said.
  bool endless() const { return endless_; }
  std::uint64_t count() const { return count_; }
  // Those that hit nothing.
  std::vector<PlannedBytes> missed() const;

 private:
  std::optional<ByteFault> draw();

  const Settings& settings_;
  Told told_;
  sim::Rng rng_;
  std::uint64_t count_ = 0;
  bool endless_ = false;
};

// Whether it happens this time.
bool happens(double probability, sim::Rng& rng);

}  // namespace tools::faults
