// Recorded conversations, line by line: the reader of the recording's own format.
//
// A line of a recording is an object: "dir" ("c2s" or "s2c"), "raw" (what was sent, without its
// newline) and "t_ms"; maybe "raw_b64" (the bytes, if they are not UTF-8), "raw_len" (the recorder
// cut the line), "no_newline" (a part of a line). See docs/TRANSCRIPTS.md.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/codec/json_scan.h"
#include "engine/codec/jsonl.h"
#include "spec/appserver/line.h"

namespace conformance::appserver {

// A longer line of a recording is refused. It is held in memory together with what it means, so
// about twice as much is taken. A message of the longest kind (WIRE-04) fits, with three bytes for
// each of its own.
inline constexpr std::size_t recorded_line_bytes_max = std::size_t{192} << 20;

struct RecordedLine {
  spec::appserver::Place place;  // In the file.
  std::string_view bytes;        // Without newline; valid during the call.
  std::string_view with_end;     // The same with its newline, if that follows it; else empty.
  bool cut = false;              // The recorder kept only a part of it.
  bool no_newline = false;       // The next line of this side goes on with it.
  bool too_long = false;         // It was not kept: WIRE-04.
};

// Why a file is no recording. `line` is 0 if it is about the file as a whole.
struct BadInput {
  std::uint64_t line = 0;
  std::string says;  // With what to do about it.
};

class TranscriptReader {
 public:
  using Sink = std::function<void(const RecordedLine&)>;

  explicit TranscriptReader(Sink sink);

  // False: it is no recording, and nothing more is read.
  bool feed(std::string_view bytes);
  bool finish();

  const std::optional<BadInput>& error() const { return error_; }
  std::uint64_t lines() const { return lines_read_; }
  // The file ends within a line, which was left out.
  bool ends_within_a_line() const { return torn_; }
  // The first line of the server's stderr, which nobody decodes (PROC-01); zero: there is none.
  std::uint64_t first_of_stderr() const { return stderr_line_; }

 private:
  void take(const engine::jsonl::Line& line);
  void read(const engine::jsonl::Line& line, std::span<const engine::json::Field> members);
  void refuse(std::uint64_t line, std::string says);

  Sink sink_;
  engine::jsonl::Lines file_;
  engine::json::Scanner scanner_;
  std::string bytes_;
  std::optional<BadInput> error_;
  std::uint64_t lines_read_ = 0, stderr_line_ = 0;
  bool torn_ = false;
};

// Reads a file that is the bytes of one direction and nothing else.
class PlainReader {
 public:
  PlainReader(spec::appserver::Side from, TranscriptReader::Sink sink);
  void feed(std::string_view bytes);
  void finish();
  std::uint64_t lines() const { return lines_read_; }

 private:
  void take(const engine::jsonl::Line& line);

  spec::appserver::Side from_;
  TranscriptReader::Sink sink_;
  engine::jsonl::Lines file_;
  std::uint64_t lines_read_ = 0;
};

}  // namespace conformance::appserver
