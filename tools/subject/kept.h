// What is kept of a program that is a subject: the ways to its states, what it answered there, and
// its own words for them. All of it together takes no more than so many bytes: answers and words
// are forgotten and asked for again, and if the ways alone take more, all of them are, and
// sim::OutOfRoom says so.
//
// Not for several threads at once; a Way is, once it is kept.
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sim/program/program.h"
#include "sim/state/subject_fault.h"

namespace tools::subject {

using State = sim::ProgramState;

// Counts so many bytes as taken for as long as it lives.
class Charge {
 public:
  Charge() = default;
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;
  ~Charge() {
    if (taken_ != nullptr) *taken_ -= bytes_;
  }
  void count(std::atomic<std::uint64_t>& taken, std::uint64_t bytes) {
    taken_ = &taken;
    bytes_ = bytes;
    taken += bytes;
  }

 private:
  std::atomic<std::uint64_t>* taken_ = nullptr;
  std::uint64_t bytes_ = 0;
};

// A way to a state: what it was told last, and where.
struct Way;
using WayTo = std::shared_ptr<const Way>;
struct Way {
  State state;
  State
      beginning;  // Where the run begins, of which a long one is not to be walked for each answer.
  // Of all that was told on it: where a program stands that was told this, and nothing else.
  State history;
  mutable WayTo before;  // Null: the run begins here.
  std::string message;   // Of the last event; of the beginning, the setup.
  std::string fault = {};
  sim::FaultKind kind = sim::FaultKind::Failed;
  std::shared_ptr<const sim::Unsteadiness> unsteady = nullptr;
  std::uint32_t length = 0;
  std::uint32_t acts = 0;                       // Events at its end between which no time passes.
  std::weak_ptr<const std::string> saved = {};  // Its own words for the state, while they are kept.
  Charge charge = {};

  ~Way();
  // `acts` behind an event, or behind time that passes alone.
  std::uint32_t acts_behind(std::int32_t after_ms, std::string_view event) const {
    return event.empty() ? 0 : after_ms > 0 ? 1 : acts + 1;
  }
};
class Kept {
 public:
  using Step = std::shared_ptr<const sim::ProgramStep>;
  struct Hash {
    std::size_t operator()(const State& state) const {
      return state.key[0] | std::size_t{state.key[1]} << 32;
    }
  };
  template <class Value>
  using ByState = std::unordered_map<State, Value, Hash>;

  explicit Kept(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  // A run begins in this state, with this setup.
  void begin(const State& state, std::string_view setup);
  // Null: nothing is known of it, or not any more. `other`: a second way, if there is one.
  WayTo way_to(const State& state) const;
  WayTo other_way_to(const State& state) const;
  // What was answered to a message in a state: `key` stands for both.
  Step answer(const State& key);
  // The longest way that was kept.
  WayTo longest() const { return longest_; }
  // So many of the longest that are kept now, on which nothing failed.
  std::vector<WayTo> longest(std::size_t count) const;

  // Throws sim::OutOfRoom. `saved` may be empty.
  void keep(std::shared_ptr<Way> way, std::string saved, const State& key, const Step& step);

 private:
  // Keeps at least the last half of so many bytes.
  template <class Value>
  struct Recent {
    ByState<Value> young, old;
    std::uint64_t young_bytes = 0;
    Value find(const State& state, std::uint64_t bytes_max);
    void put(const State& state, Value value, std::uint64_t bytes, std::uint64_t bytes_max);
  };

  // Forgets all of it.
  [[noreturn]] void run_out();

  const std::uint64_t bytes_max_;
  std::atomic<std::uint64_t> way_bytes_ = 0;  // Before the ways, which count in it.
  ByState<WayTo> beginnings_, ways_, other_ways_;
  Recent<Step> answers_;
  Recent<std::shared_ptr<const std::string>> saved_;
  WayTo longest_;
};

// How much of a gate a program may take that is hopeless: one that always goes on, in ever new
// states, or that takes its time for each answer. What is judged beyond that is left, and said to
// be. A program that does neither never comes near these bounds.
//
// Not for several threads at once.
class Allowance {
 public:
  explicit Allowance(std::chrono::milliseconds patience) : patience_(patience) {}

  // One search, directed check or line of random runs.
  void begin_unit();
  void end_unit() { bounded_ = false; }
  // So many events were told once more, to bring a program to where a question is about.
  void told_again(std::uint64_t events) { told_again_ += events; }
  // It was waited for so long, and answered or did not.
  void waited(double seconds, bool answered);
  // Before it is asked in a run that has had so many events. Throws sim::OutOfRoom if this unit may
  // take no more.
  void check(std::uint32_t run_length);

 private:
  std::chrono::milliseconds patience_;
  bool bounded_ = false;
  std::uint64_t told_again_ = 0;  // In this unit.
  std::uint32_t dear_units_ = 0;  // Units that took all that they may.
  std::uint64_t long_asked_ = 0;  // How often it was asked in long runs.
  std::uint64_t answers_ = 0;
  double seconds_ = 0;
};

}  // namespace tools::subject
