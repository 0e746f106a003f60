#include "trace/trace_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/files/document.h"
#include "sim/program/read.h"

namespace conformance {
namespace {

using nlohmann::json;

constexpr std::string_view ended_kind = "ended";
constexpr double latest_ms = 1e15;  // Also of a clock that counts from 1970 on.
constexpr std::size_t held_bytes_max = std::size_t{1} << 20;
constexpr std::string_view remedy = "; docs/TRACES.md says what a trace holds";

[[noreturn]] void refuse(std::string_view says) {
  throw sim::BadAnswer(fmt::format("{}{}", says, remedy));
}

std::int64_t milliseconds(const json& value) {
  if (!value.is_number() || !(std::abs(value.get<double>()) < latest_ms))
    refuse(R"("t_ms" must be a number of milliseconds, and less than 1e15)");
  return static_cast<std::int64_t>(std::floor(value.get<double>()));
}

json parsed(std::string_view text) {
  auto read = sim::read_document<json>(text, {.bytes_max = trace_line_max, .depth_max = 16});
  if (const auto* fault = std::get_if<sim::NoDocument>(&read)) refuse(fault->why);
  auto& out = std::get<json>(read);
  if (!out.is_object()) refuse("it is no JSON object");
  return std::move(out);
}

}  // namespace

TraceReader::TraceReader(std::string_view area, Kinds kinds, TraceSink sink)
    : area_(area),
      kinds_(std::move(kinds)),
      told_(kinds_.all.begin(), kinds_.all.end()),
      sink_(std::move(sink)),
      file_(trace_line_max) {}

bool TraceReader::feed(std::string_view bytes) {
  if (!error_) file_.feed(bytes, [this](const engine::jsonl::Line& line) { take(line); });
  return !error_;
}

bool TraceReader::finish() {
  if (!error_) file_.finish([this](const engine::jsonl::Line& line) { take(line); });
  if (!error_ && lines_ == 0)
    error_ = BadTrace{0, fmt::format("it tells nothing that happened{}", remedy)};
  release();
  if (!error_) end(ended_);
  return !error_;
}

void TraceReader::note(std::uint64_t line, std::int64_t time_ms, std::string says) const {
  sink_({.line = line, .time_ms = time_ms, .rule = std::nullopt, .says = std::move(says)});
}

std::vector<std::string_view> TraceReader::untold(std::span<const TraceLine> first) const {
  std::vector<std::string_view> out;
  const bool counts = std::ranges::any_of(first, kinds_.counts);
  const auto is_silent = [&](std::string_view kind) {
    const bool shows = std::ranges::count(kinds_.usual, kind) > 0 ||
                       (counts && std::ranges::count(kinds_.counted, kind) > 0);
    return !has_tells_ && shows && !heard_.contains(kind);
  };
  for (const auto kind : kinds_.all)
    if (!told_.contains(kind) || is_silent(kind)) out.push_back(kind);
  return out;
}

std::vector<std::string_view> TraceReader::unheard() const {
  std::vector<std::string_view> out;
  for (const auto kind : kinds_.standing)
    if (!tells_all_ && !heard_.contains(kind)) out.push_back(kind);
  return out;
}

void TraceReader::take(const engine::jsonl::Line& line) {
  if (error_ || (line.blank() && !line.too_long)) return;
  try {
    if (line.too_long) refuse(fmt::format("it is longer than {} MiB", trace_line_max >> 20));
    if (!has_head_) return take_head(parsed(line.text));
    // A log that was cut off in mid-line is judged as far as it goes.
    if (!line.ended && !json::accept(line.text))
      return note(line.number, time_.value_or(0),
                  "the file ends within a line, which was left out");
    held_bytes_ += line.text.size();
    take_line(parsed(line.text), line.number);
  } catch (const sim::BadAnswer& bad) {
    release();
    if (!error_) error_ = BadTrace{line.number, bad.what()};
  }
}

void TraceReader::take_head(json head) {
  if (!head.contains("trace"))
    refuse(fmt::format(R"(it must begin with a head, as {{"trace":1,"area":"{}"}})", area_));
  if (head["trace"] != 1) refuse(R"("trace" must be 1, the version of the format)");
  if (head.contains("area") && head["area"] != area_)
    refuse(fmt::format(R"("area" must be "{}", or give --area the area of the trace)", area_));
  has_tells_ = head.contains("tells");
  tells_all_ = head.value("tells", json()) == "all";
  if (has_tells_ && !tells_all_) {
    if (!head["tells"].is_array() || head["tells"].empty())
      refuse(
          R"("tells" must be "all" or a list of the kinds that the trace tells, or be left out)");
    told_.clear();
    for (const auto& kind : head["tells"])
      told_.emplace(kinds_.all[sim::word_of(kind, "tells", kinds_.all)]);
    for (const auto kind : kinds_.needed)
      if (!told_.contains(kind))
        refuse(fmt::format(R"(every trace must tell "{}": nothing can be judged without)", kind));
  }
  for (const auto* own : {"trace", "area", "tells", "note"}) head.erase(own);
  begin(head);
  has_head_ = true;
}

void TraceReader::take_line(const json& whole, std::uint64_t number) {
  TraceLine line{
      .number = number, .time_ms = 0, .by = nullptr, .run = nullptr, .message = json::object()};
  bool timed = false;
  for (const auto& [name, value] : whole.items()) {
    if (name == "t_ms") {
      line.time_ms = milliseconds(value);
      timed = true;
    } else if (name == "by") {
      line.by = value;
    } else if (name == "run") {
      line.run = value;
    } else if (name != "note") {
      line.message[name] = value;
    }
  }
  if (!timed) refuse(R"("t_ms" is missing)");
  if (line.message.size() != 1)
    refuse(fmt::format("it must say one thing that happened beside \"t_ms\", and says {}",
                       line.message.size()));
  if (ended_) refuse(R"(it comes behind "ended", which must be the last)");
  const auto& kind = line.message.begin().key();
  const bool ends = kind == ended_kind;
  if (!ends) sim::word_of(kind, "what happened", kinds_.all);
  if (!ends && !told_.contains(kind))
    refuse(
        fmt::format(R"(the head says that the trace does not tell "{}": add it to "tells")", kind));
  anew_ = anew_ || kind == kinds_.anew;
  const bool stands = std::ranges::count(kinds_.standing, kind) > 0;
  if (!heard_.contains(kind) && !(anew_ && stands)) heard_.insert(kind);
  if (time_ && line.time_ms < *time_)
    note(number, *time_, "a time goes back; it counts as the one before");
  time_ = line.time_ms = std::max(line.time_ms, time_.value_or(line.time_ms));
  if (ends) {
    ended_ = line;
    return;
  }
  ++lines_;
  if (settled_) return hear(line);
  held_.push_back(std::move(line));
  const auto is_awaited = [&](std::string_view of) {
    return told_.contains(of) && !heard_.contains(of);
  };
  const bool awaits = (!tells_all_ && std::ranges::any_of(kinds_.standing, is_awaited)) ||
                      (!has_tells_ && (std::ranges::any_of(kinds_.usual, is_awaited) ||
                                       std::ranges::any_of(kinds_.counted, is_awaited)));
  if (!awaits || held_bytes_ > held_bytes_max) release();
}

void TraceReader::release() {
  if (settled_ || !has_head_) return;
  settled_ = true;
  settle(held_);
  for (const auto& line : std::exchange(held_, {})) {
    try {
      hear(line);
    } catch (const sim::BadAnswer& bad) {
      error_ = BadTrace{line.number, bad.what()};
      return;
    }
  }
}

}  // namespace conformance
