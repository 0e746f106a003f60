// How far a long run is, on stderr: one line that is redrawn on a terminal, a plain line
// every few seconds elsewhere.
#pragma once
#include <chrono>
#include <string>
#include <string_view>

namespace tools {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Whether it is time to show something: cheap, so ask before making a text.
  bool due() const;
  void show(std::string_view text);
  // Why what begins now may take long, and what to do about it: said once, with what is shown
  // after 5 seconds. Empty: nothing says so.
  void set_slow_because(std::string why);
  // Wipes the redrawn line, so that something else can be printed.
  void clear();

  std::chrono::duration<double> elapsed() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string slow_because_;
  Clock::time_point slow_since_;
  bool redraws_;
  bool drawn_ = false;
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace tools
