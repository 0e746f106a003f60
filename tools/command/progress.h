// How far a long run is, on stderr: one line that is redrawn on a terminal, a plain line
// every few seconds elsewhere.
#pragma once
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

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
  // Said once, with what is shown after 5 seconds: why it takes long, and what to do about it.
  void set_hint(std::string text) { hint_ = std::move(text); }
  // Wipes the redrawn line, so that something else can be printed.
  void clear();

  std::chrono::duration<double> elapsed() const;

 private:
  using Clock = std::chrono::steady_clock;

  std::string hint_;
  bool redraws_;
  bool drawn_ = false;
  Clock::time_point begin_;
  Clock::time_point last_;
};

}  // namespace tools
