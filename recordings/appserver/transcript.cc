#include "recordings/appserver/transcript.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/appserver/secrets.h"
#include "engine/codec/base64.h"
#include "engine/codec/rpc.h"
#include "port/real.h"

namespace conformance::appserver {
namespace {

using engine::json::Text;
using engine::json::Type;
using engine::json::Value;
using spec::appserver::Side;

// Fields that nobody reads may hold what they like, as far as memory allows.
constexpr engine::json::ScanLimits scan_limits{.depth_max = 1'000'000};
// Also the time since 1970.
constexpr double latest_ms = 1e15;

// The scanner has seen that the other half follows.
bool high_surrogate(std::string_view first_digits) {
  return (first_digits[0] | 0x20) == 'd' &&
         std::string_view("89abAB").find(first_digits[1]) != std::string_view::npos;
}

// Appends what the text means. The escapes of a recorded line are nearly all of one letter.
void append_meaning(const Text& text, std::string& out) {
  const auto raw = text.raw();
  if (!text.is_escaped()) {
    out += raw;
    return;
  }
  std::size_t from = 0;
  for (auto at = raw.find('\\'); at != raw.npos; at = raw.find('\\', from)) {
    out += raw.substr(from, at - from);
    const char letter = raw[at + 1];
    if (letter == '"' || letter == '\\' || letter == '/') {
      out += letter;
      from = at + 2;
      continue;
    }
    // Up to the next escape that is not part of this one.
    auto end = at + (letter == 'u' ? 6 : 2);
    if (letter == 'u' && high_surrogate(raw.substr(at + 2, 2))) end += 6;
    out += Text::escaped(raw.substr(at, end - at)).decoded();
    from = end;
  }
  out += raw.substr(from);
}

struct Members {
  Value time, direction, raw, base64, raw_length, no_newline, note, trace;
};

Members members_of(std::span<const engine::json::Field> fields) {
  Members out;
  for (const auto& [key, value] : fields) {
    if (key == "t_ms") out.time = value;
    if (key == "dir") out.direction = value;
    if (key == "raw") out.raw = value;
    if (key == "raw_b64") out.base64 = value;
    if (key == "raw_len") out.raw_length = value;
    if (key == "no_newline") out.no_newline = value;
    if (key == "note") out.note = value;
    if (key == "trace") out.trace = value;
  }
  return out;
}

std::optional<std::int64_t> microseconds(const Value& value) {
  if (value.type() != Type::Number) return std::nullopt;
  const auto ms = port::read_real(value.raw);
  if (!ms || !(std::abs(*ms) < latest_ms)) return std::nullopt;
  return std::llround(*ms * 1000);
}

std::string shown(std::string_view raw) {
  constexpr std::size_t most = 40;
  return engine::appserver::excerpt(raw, most) + (raw.size() > most ? "..." : "");
}

// What is wrong with a line of the recording; empty if nothing is.
std::string fault_of(const Members& members) {
  if (!members.direction.present() && members.trace.present())
    return "it is the head of a trace; say --area, as in --area modality";
  if (!members.direction.present() && members.note.present())
    return "these are notes; give the recording that they are about";
  const auto direction = members.direction.text();
  if (!direction || !(*direction == "c2s" || *direction == "s2c" || *direction == "stderr"))
    return members.direction.present()
               ? fmt::format(R"("dir" is {}; it must be "c2s", "s2c" or "stderr")",
                             shown(members.direction.raw))
               : R"("dir" is missing; it must be "c2s", "s2c" or "stderr". docs/TRANSCRIPTS.md )"
                 "says what a recorded conversation with an app-server holds; a log of another "
                 "area is read with --area ack, modality or monitor";
  if (members.base64.present() && !members.base64.text())
    return R"("raw_b64" is no string; it must be the bytes as base64, or be left out)";
  if (!members.raw.text() && !members.base64.present())
    return fmt::format(R"("raw" is {}; it must be the line as a string)",
                       members.raw.present() ? "no string" : "missing");
  if (members.time.present() && !microseconds(members.time))
    return R"("t_ms" must be a number of milliseconds)";
  if (members.raw_length.present() && members.raw_length.integer().value_or(-1) < 0)
    return R"("raw_len" must be a whole number of bytes)";
  if (members.no_newline.present() && !members.no_newline.boolean())
    return R"("no_newline" must be true or false)";
  return {};
}

}  // namespace

TranscriptReader::TranscriptReader(Sink sink)
    : sink_(std::move(sink)), file_(recorded_line_bytes_max), scanner_(scan_limits) {}

bool TranscriptReader::feed(std::string_view bytes) {
  if (!error_) file_.feed(bytes, [&](const engine::jsonl::Line& line) { take(line); });
  return !error_;
}

bool TranscriptReader::finish() {
  if (!error_) file_.finish([&](const engine::jsonl::Line& line) { take(line); });
  if (!error_ && lines_read_ == 0)
    refuse(0, "it holds no recorded line; record the conversation again");
  return !error_;
}

void TranscriptReader::refuse(std::uint64_t line, std::string says) {
  error_ = BadInput{line, std::move(says)};
}

void TranscriptReader::take(const engine::jsonl::Line& line) {
  if (error_ || line.blank()) return;
  if (line.too_long)
    return refuse(line.number, fmt::format("the line is longer than {} MiB; cut it, with the whole "
                                           "length in \"raw_len\"",
                                           recorded_line_bytes_max >> 20));
  const auto from = line.text.find_first_not_of(" \t\r");
  const auto scan = scanner_.scan(line.text, from);
  if (scan.reason == engine::rpc::Reason::None && line.text[from] == '{' &&
      line.text.find_first_not_of(" \t\r", scan.at) == line.text.npos)
    return read(line, scanner_.members());
  if (!line.ended && lines_read_ > 0) {
    torn_ = true;
    return;
  }
  if (line.text.starts_with("\xef\xbb\xbf"))
    return refuse(line.number, "it begins with a byte order mark; save it as UTF-8 without one");
  const auto why = scan.reason == engine::rpc::Reason::None
                       ? std::string_view("it is no object")
                       : engine::rpc::text_of(scan.reason).says;
  refuse(line.number,
         fmt::format("no line of a recording ({}); each must be an object with \"t_ms\", \"dir\" "
                     "and \"raw\". Plain messages go into files that are named .c2s and .s2c",
                     why));
}

void TranscriptReader::read(const engine::jsonl::Line& line,
                            std::span<const engine::json::Field> fields) {
  const auto members = members_of(fields);
  if (auto fault = fault_of(members); !fault.empty()) return refuse(line.number, std::move(fault));
  if (*members.direction.text() == "stderr") {
    if (stderr_line_ == 0) stderr_line_ = line.number;
    return;
  }
  bytes_.clear();
  if (const auto base64 = members.base64.text()) {
    if (!engine::append_base64(base64->decoded(), bytes_))
      return refuse(line.number, R"("raw_b64" is no base64)");
  } else if (const auto raw = members.raw.text()) {
    bytes_.reserve(raw->raw().size() + 1);  // A long line is not copied for its newline.
    append_meaning(*raw, bytes_);
  }
  ++lines_read_;
  RecordedLine out;
  out.place.line = line.number;
  out.place.from = *members.direction.text() == "c2s" ? Side::Client : Side::Server;
  if (const auto time = members.time.present() ? microseconds(members.time) : std::nullopt) {
    out.place.timed = true;
    out.place.time_us = *time;
  }
  const auto length = members.raw_length.integer();
  out.cut = length && static_cast<std::uint64_t>(*length) > bytes_.size();
  out.no_newline = members.no_newline.boolean().value_or(false);
  // So that the decoder need not copy it.
  bytes_ += '\n';
  const std::string_view ended = bytes_;
  out.bytes = ended.substr(0, ended.size() - 1);
  if (!out.no_newline) out.with_end = ended;
  sink_(out);
}

PlainReader::PlainReader(Side from, TranscriptReader::Sink sink)
    : from_(from), sink_(std::move(sink)), file_(engine::jsonl::line_bytes_default) {}

void PlainReader::feed(std::string_view bytes) {
  file_.feed(bytes, [&](const engine::jsonl::Line& line) { take(line); });
}

void PlainReader::finish() {
  file_.finish([&](const engine::jsonl::Line& line) { take(line); });
}

void PlainReader::take(const engine::jsonl::Line& line) {
  ++lines_read_;
  RecordedLine out;
  out.bytes = line.text;
  out.no_newline = !line.ended;
  out.too_long = line.too_long;
  out.place.line = line.number;
  out.place.from = from_;
  sink_(out);
}

}  // namespace conformance::appserver
