#include "conversation/tape.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>
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

namespace {

constexpr int parts_max = 10'000;

// Makes a file of this name, unless there is one.
bool claimed(const std::string& name) {
  const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor < 0) return errno != EEXIST;  // Whoever opens it says why not.
  ::close(descriptor);
  return true;
}

// A pipe, a terminal: it is written behind what it has.
bool is_plain(const std::string& name) {
  std::error_code error;
  const auto status = std::filesystem::status(name, error);
  return !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
}

}  // namespace

std::string name_of_part(const std::string& name, int part) {
  if (part == 1) return name;
  const auto slash = name.rfind('/');
  const auto dot = name.rfind('.');
  const bool has_end = dot != name.npos && dot > 0 && (slash == name.npos || dot > slash + 1);
  const auto stem = has_end ? name.substr(0, dot) : name;
  return fmt::format("{}.{}{}", stem, part, has_end ? name.substr(dot) : "");
}

Record::Record(std::string name, std::string teller)
    : name_(std::move(name)), teller_(std::move(teller)) {
  open();
}

void Record::open() {
  if (name_ == "-" || !is_plain(name_)) {
    file_ = open_output(name_);
    return;
  }
  int part = 1;
  while (part < parts_max && !claimed(name_of_part(name_, part))) ++part;
  const auto name = name_of_part(name_, part);
  file_ = open_output(name);
  if (part > 1) print_error(fmt::format("{}: this process is recorded in {}\n", teller_, name));
  if (!told_) print_error(fmt::format("{}: {} is raw, secrets included\n", teller_, name_));
  told_ = true;
}

void Record::write(const Tape::RecordedLine& line) {
  if (!file_) open();
  file_->write(recording_line(line));
}

void Record::begin_part() {
  if (!file_ || name_ == "-" || !is_plain(name_)) return;
  failed_ = failed_ || file_->failed();
  file_.reset();
}

}  // namespace tools
