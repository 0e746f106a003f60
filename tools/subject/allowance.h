// How much of a gate a program may take that is hopeless: one that always goes on, in ever new
// states, or that takes its time for each answer. What is judged beyond that is left, and said to
// be. A program that does neither never comes near these bounds.
//
// Not for several threads at once.
#pragma once
#include <chrono>
#include <cstdint>

namespace tools::subject {

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
