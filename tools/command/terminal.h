// What the other end of a stream can show.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace tools {

// Of text that is written before anybody can tell where it will be read.
inline constexpr std::size_t screen_columns = 80;

bool is_terminal(int descriptor);

// Columns of the terminal; 100 where there is none.
std::size_t terminal_columns(int descriptor);

// Colours for a terminal that can show them and a person who wants them (no-color.org).
class Paint {
 public:
  explicit Paint(int descriptor);

  std::string good(std::string_view text) const { return wrap("32", text); }
  std::string bad(std::string_view text) const { return wrap("1;31", text); }
  std::string doubtful(std::string_view text) const { return wrap("33", text); }
  std::string remark(std::string_view text) const { return wrap("36", text); }
  std::string strong(std::string_view text) const { return wrap("1", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;

  bool on_;
};

// How far a long run is, on stderr: one line that is redrawn on a terminal, a plain line
// every few seconds elsewhere.
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
