// A conversation while it happens, cut into the lines of a recording (docs/TRANSCRIPTS.md).
#pragma once
#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "command/output.h"
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

// Keeps conversations in files, one for each process: in the file that is named if there
// is none of that name yet, else in NAME.2.jsonl, NAME.3.jsonl and so on. No process overwrites
// what another has recorded. What is no plain file, such as a pipe, takes all of them.
//
// A record is raw, secrets included, and whoever makes one is told so; others on the machine cannot
// read it.
class Record {
 public:
  // `teller`: who says on stderr that a part has another name. Refuses as open_output() does.
  Record(std::string name, std::string teller);

  void write(const Tape::RecordedLine& line);
  // What follows is of another process. Without a line it gets no file.
  void begin_part();
  bool failed() const { return failed_ || (file_ && file_->failed()); }

 private:
  void open();

  std::string name_, teller_;
  std::shared_ptr<Output> file_;
  bool failed_ = false, told_ = false;
};

// Of the part with this number: NAME, NAME.2, NAME.3, before what follows the last dot.
std::string name_of_part(const std::string& name, int part);

}  // namespace tools
