// A conversation while it happens, cut into the lines of a recording (docs/TRANSCRIPTS.md).
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "conformance/appserver/transcript.h"

namespace tools {

class Tape {
 public:
  using RecordedLine = conformance::appserver::RecordedLine;
  using Side = spec::appserver::Side;
  // What the line points to is valid during the call.
  using Sink = std::function<void(const RecordedLine&)>;

  // A longer line goes on tape in parts, so that one that never ends takes no memory.
  static constexpr std::size_t part_bytes_max = std::size_t{1} << 20;

  explicit Tape(Sink sink) : sink_(std::move(sink)) {}

  // Bytes that this side sent now.
  void take(Side from, std::string_view bytes);
  // Nothing more comes; what is left of a line stays a part of one.
  void finish();
  // Lines so far, of both sides.
  std::uint64_t lines() const { return lines_; }

 private:
  void put(Side from, bool with_newline);

  Sink sink_;
  std::array<std::string, 2> open_;  // By side.
  std::uint64_t lines_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The line of a recording that says it, with its newline.
std::string recording_line(const Tape::RecordedLine& line);

}  // namespace tools
