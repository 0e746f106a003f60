// A conversation while it happens, cut into the lines of a recording (docs/TRANSCRIPTS.md).
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "recordings/appserver/transcript.h"

namespace tools {

class Tape {
 public:
  using RecordedLine = conformance::appserver::RecordedLine;
  using Side = spec::appserver::Side;
  // What the line points to is valid during the call.
  using Sink = std::function<void(const RecordedLine&)>;

  // A longer line goes on tape in parts, so that one that never ends takes no memory.
  static constexpr std::size_t part_bytes_max = std::size_t{1} << 20;

  using OnPart = std::function<void()>;
  explicit Tape(Sink sink, OnPart on_part = {})
      : sink_(std::move(sink)), on_part_(std::move(on_part)) {}

  // Bytes that this side sent now.
  void take(Side from, std::string_view bytes);
  // What follows is of another process: it has lines and a clock of its own.
  void begin_part();
  // Nothing more comes; what is left of a line stays a part of one.
  void finish();
  // Lines so far, of both sides, of this process.
  std::uint64_t lines() const { return lines_; }

 private:
  void put(Side from, bool with_newline);

  Sink sink_;
  OnPart on_part_;
  std::array<std::string, 2> open_;  // By side.
  std::uint64_t lines_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// The line of a recording that says it, with its newline.
std::string recording_line(const Tape::RecordedLine& line);

}  // namespace tools
