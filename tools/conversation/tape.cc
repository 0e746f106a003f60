#include "conversation/tape.h"

#include <nlohmann/json.hpp>

#include "engine/codec/base64.h"

namespace tools {

void Tape::take(Side from, std::string_view bytes) {
  auto& open = open_[static_cast<std::size_t>(from)];
  while (!bytes.empty()) {
    const auto newline = bytes.find('\n');
    const bool ends = newline != bytes.npos && open.size() + newline <= part_bytes_max;
    const auto size = ends ? newline : std::min(bytes.size(), part_bytes_max - open.size());
    open.append(bytes.substr(0, size + (ends ? 1 : 0)));
    bytes.remove_prefix(size + (ends ? 1 : 0));
    if (ends || open.size() == part_bytes_max) put(from, ends);
  }
}

void Tape::finish() {
  for (const auto from : {Side::Client, Side::Server})
    if (!open_[static_cast<std::size_t>(from)].empty()) put(from, false);
}

void Tape::begin_part() {
  finish();
  lines_ = 0;
  begin_ = std::chrono::steady_clock::now();
  if (on_part_) on_part_();
}

void Tape::put(Side from, bool with_newline) {
  using std::chrono::duration_cast, std::chrono::microseconds;
  auto& open = open_[static_cast<std::size_t>(from)];
  const std::string_view whole = open;
  RecordedLine line;
  line.place.line = ++lines_;
  line.place.from = from;
  line.place.timed = true;
  line.place.time_us =
      duration_cast<microseconds>(std::chrono::steady_clock::now() - begin_).count();
  line.bytes = whole.substr(0, whole.size() - (with_newline ? 1 : 0));
  if (with_newline) line.with_end = whole;
  line.no_newline = !with_newline;
  sink_(line);
  open.clear();
}

std::string recording_line(const Tape::RecordedLine& line) {
  nlohmann::ordered_json out{
      {"t_ms", static_cast<double>(line.place.time_us) / 1e3},
      {"dir", line.place.from == spec::appserver::Side::Client ? "c2s" : "s2c"},
      {"raw", line.bytes}};
  if (line.no_newline) out["no_newline"] = true;
  try {
    return out.dump() + "\n";
  } catch (const nlohmann::json::exception&) {  // It is not UTF-8.
    out.erase("raw");
    out["raw_b64"] = engine::base64_of(line.bytes);
    return out.dump() + "\n";
  }
}

}  // namespace tools
