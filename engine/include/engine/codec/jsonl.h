// Bytes to lines (WIRE-01, WIRE-04).
//
// A line ends with "\n" or "\r\n". However the bytes are cut into pieces, the lines are the same.
// Memory stays below the limit of a line plus a constant, also when a line never ends: what lies
// beyond the limit is counted and dropped.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace engine::jsonl {

inline constexpr std::size_t line_bytes_default = std::size_t{64} << 20;
inline constexpr std::size_t too_long_kept = 256;

struct Line {
  std::uint64_t number = 0;  // Counts from 1.
  std::uint64_t at = 0;      // Position of its first byte in the stream.
  std::uint64_t bytes = 0;   // All of it, with its end.
  std::string_view text;     // Without its end; of a line too long the first `too_long_kept`.
  bool ended = true;         // False: the input ended first.
  bool too_long = false;     // Its text, without "\r\n", is longer than the limit.

  // Nothing but spaces, tabs and carriage returns.
  bool blank() const;
};

class Lines {
 public:
  // `bytes_max`: 1 to 2^31 - 2.
  explicit Lines(std::size_t bytes_max = line_bytes_default);

  // Calls `sink(const Line&)` for each line that ends in `bytes`. Its text is valid during the
  // call only. Lines that lie whole in `bytes` are not copied.
  void feed(std::string_view bytes, auto&& sink) {
    while (!bytes.empty()) {
      const auto newline = bytes.find('\n');
      if (newline == bytes.npos) return keep(bytes);
      sink(end_line(bytes.substr(0, newline), true));
      forget_line();
      bytes.remove_prefix(newline + 1);
    }
  }

  // The input ended: calls `sink` for what is left, if anything is. What is fed after this is
  // another stream, with lines and positions of its own.
  void finish(auto&& sink) {
    if (pending_ > 0) sink(end_line({}, false));
    *this = Lines(bytes_max_);
  }

  // Bytes of the line that has not ended.
  std::uint64_t pending() const { return pending_; }
  // Bytes of memory.
  std::size_t held() const { return buffer_.capacity(); }

 private:
  void keep(std::string_view bytes);
  void give_back();
  Line end_line(std::string_view rest, bool ended);
  void forget_line();

  std::size_t bytes_max_;
  std::string buffer_;  // The line so far, at most one byte more than the limit.
  std::uint64_t pending_ = 0, at_ = 0, number_ = 1;
};

}  // namespace engine::jsonl
