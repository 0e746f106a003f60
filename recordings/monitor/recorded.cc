#include "monitor/recorded.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "engine/codec/base64.h"
#include "engine/codec/rpc.h"
#include "engine/monitor/decode.h"
#include "port/real.h"

namespace conformance::monitor {
namespace {

using engine::json::Type;
using engine::json::Value;

constexpr double latest_ms = 1e15;  // Also of a clock that counts from 1970 on.

struct KindName {
  std::string_view name;
  RecordedKind kind;
};
// As the port calls them (port/monitor/facts.h, port/monitor/events.h).
constexpr std::array kind_names{
    KindName{"stream_asked", RecordedKind::Asked},
    KindName{"stream_answered", RecordedKind::Answered},
    KindName{"line_sent", RecordedKind::Line},
    KindName{"projects_changed", RecordedKind::Changed},
    KindName{"reader_stalled", RecordedKind::Stalled},
    KindName{"client_gone", RecordedKind::Gone},
    KindName{"stream_freed", RecordedKind::Freed},
    KindName{"ended", RecordedKind::Ended},
    KindName{"slept", RecordedKind::Slept},
    KindName{"ide_added", RecordedKind::Added},
    KindName{"ide_changed", RecordedKind::MarkerChanged},
    KindName{"ide_removed", RecordedKind::Removed},
    KindName{"projects_shown", RecordedKind::Shown},
    KindName{"line_skipped", RecordedKind::Skipped},
};

template <class Number>
std::optional<Number> number_of(const Value& value) {
  Number out{};
  const auto* end = value.raw.data() + value.raw.size();
  const auto [stop, error] = std::from_chars(value.raw.data(), end, out);
  if (value.type() != Type::Number || error != std::errc{} || stop != end) return std::nullopt;
  return out;
}

std::optional<std::int64_t> milliseconds(const Value& value) {
  if (value.type() != Type::Number) return std::nullopt;
  const auto ms = port::read_real(value.raw);
  if (!ms || !(std::abs(*ms) < latest_ms)) return std::nullopt;
  return static_cast<std::int64_t>(std::floor(*ms));
}

std::string read_token(const Value& what, std::string_view name, RecordedFact& out) {
  const auto token = what.member(name);
  out.token = token.boolean();
  if (!token.present() || out.token) return {};
  return fmt::format("\"{}\" must be true or false, or be left out", name);
}

std::string read_request(const Value& what, RecordedFact& out) {
  const auto authorized = what.member("authorized");
  out.authorized = authorized.boolean();
  if (authorized.present() && !out.authorized)
    return R"("authorized" must be true or false, or be left out)";
  const auto window = what.member("window");
  out.window = number_of<std::uint64_t>(window);
  if (window.present() && !out.window) return R"("window" must be a number, or be left out)";
  return read_token(what, "sends_token", out);
}

// False if it is left out.
std::string read_flag(const Value& what, std::string_view name, bool& out) {
  const auto flag = what.member(name);
  out = flag.boolean().value_or(false);
  if (!flag.present() || flag.boolean()) return {};
  return fmt::format("\"{}\" must be true or false, or be left out", name);
}

std::string read_kind(const Value& what, RecordedFact& out) {
  using enum port::monitor::LineKind;
  const auto kind = what.member("kind");
  out.any_kind = !kind.present();
  const auto text = kind.text();
  const auto word = text ? text->decoded() : std::string();
  if (!out.any_kind && word != "malformed" && word != "unknown")
    return R"("kind" must be "malformed" or "unknown", or be left out)";
  out.line_kind = word == "unknown" ? Unknown : Malformed;
  return {};
}

std::string read_side(const Value& what, RecordedFact& out) {
  const auto side = what.member("side");
  if (!side.present()) return {};
  const auto text = side.text();
  const auto word = text ? text->decoded() : std::string();
  if (word != "client" && word != "server")
    return R"("side" must be "client" or "server", or be left out)";
  out.side = word == "client" ? Side::Client : Side::Server;
  return {};
}

// Of an object without a type some say that it is of none that they know.
bool has_no_type(engine::json::Scanner& scanner, std::string_view text) {
  if (text.empty()) return false;
  const auto scan = scanner.scan(text, 0);
  const Value root{text};
  return scan.reason == engine::rpc::Reason::None && scan.at == text.size() &&
         root.type() == Type::Object && !root.member("type").text();
}

std::string read_line(engine::json::Scanner& scanner, const Value& what, RecordedFact& out) {
  const auto raw = what.member("raw").text(), bytes = what.member("raw_b64").text();
  if (!raw && !bytes) return R"("raw" must be the line as a string)";
  auto text = raw ? raw->decoded() : std::string();
  if (!raw && !engine::append_base64(bytes->decoded(), text)) return R"("raw_b64" is no base64)";
  out.blank = text.find_first_not_of(" \t\r\n") == std::string::npos;
  const auto decoded = engine::monitor::decode_line(text);
  out.line_kind = decoded.line.kind;
  out.any_kind = out.line_kind == port::monitor::LineKind::Malformed && has_no_type(scanner, text);
  out.seq = decoded.seq;
  out.instance = decoded.instance;
  if (!decoded.projects.empty()) out.list = ProjectList(decoded.projects);
  return read_flag(what, "no_newline", out.cut);
}

// The members of what happened. What is wrong with them, or an empty text.
std::string read_members(engine::json::Scanner& scanner, const Value& what, RecordedFact& out) {
  if (out.kind == RecordedKind::Slept) {
    const auto time = milliseconds(what.member("time_ms"));
    if (!time || *time < 0) return R"("time_ms" must be a number of milliseconds)";
    out.slept_ms = *time;
    return {};
  }
  const bool of_ide = out.kind == RecordedKind::Changed || out.kind > RecordedKind::Slept;
  if (!of_ide) {
    const auto connection = number_of<std::uint64_t>(what.member("connection"));
    if (!connection) return R"("connection" must be the number of a stream)";
    out.connection = *connection;
  }
  const auto pid = what.member("pid");
  if (pid.present()) {
    const auto number = number_of<std::uint32_t>(pid);
    if (!number || *number == 0) return R"("pid" must be the number of a process)";
    out.pid = *number;
  }
  switch (out.kind) {
    case RecordedKind::Asked: return read_request(what, out);
    case RecordedKind::Answered: {
      const auto status = number_of<std::uint16_t>(what.member("status"));
      if (!status) return R"("status" must be that of HTTP)";
      out.status = *status;
      return {};
    }
    case RecordedKind::Line: return read_line(scanner, what, out);
    case RecordedKind::Added:
    case RecordedKind::MarkerChanged: return read_token(what, "has_token", out);
    case RecordedKind::Skipped: return read_kind(what, out);
    case RecordedKind::Shown:
    case RecordedKind::Changed:
      out.list = ProjectList(what.member("projects").raw);
      if (what.member("projects").type() != Type::Array) return R"("projects" must be the list)";
      return read_flag(what, "stale", out.stale);
    case RecordedKind::Stalled: {
      const auto stalled = what.member("stalled").boolean();
      if (!stalled) return R"("stalled" must be true or false)";
      out.stalled = *stalled;
      return {};
    }
    case RecordedKind::Gone:
    case RecordedKind::Ended: return read_side(what, out);
    case RecordedKind::Freed:
    case RecordedKind::Removed:
    case RecordedKind::Slept: break;
  }
  return {};
}

}  // namespace

std::optional<std::string> read_recorded(engine::json::Scanner& scanner, std::string_view line,
                                         RecordedFact& out) {
  constexpr std::string_view remedy = "; docs/MONITOR.md says what a recording of streams holds";
  const auto refused = [&](std::string_view says) { return fmt::format("{}{}", says, remedy); };
  if (line.empty()) return refused("it is empty");
  const auto scan = scanner.scan(line, 0);
  const Value root{line};
  if (line.starts_with("\xef\xbb\xbf"))
    return "it begins with a byte order mark; save it as UTF-8 without one";
  if (scan.reason != engine::rpc::Reason::None)
    return refused(fmt::format("it is no JSON object: byte {}: {}", scan.at + 1,
                               engine::rpc::text_of(scan.reason).says));
  if (scan.at != line.size() || root.type() != Type::Object) return refused("it is no JSON object");
  out = {};
  bool found = false;
  std::optional<std::int64_t> time;
  Value what;
  for (const auto& [key, value] : scanner.members()) {
    if (key == "t_ms") time = milliseconds(value);
    for (const auto& row : kind_names) {
      if (!(key == row.name)) continue;
      if (std::exchange(found, true)) return refused("it tells two things that happened");
      out.kind = row.kind;
      what = value;
    }
  }
  if (!time) return refused(R"("t_ms" must be a number of milliseconds, and less than 1e15)");
  if (!found) return refused("it says nothing that happened to a stream");
  out.time_ms = *time;
  const auto wrong = read_members(scanner, what, out);
  return wrong.empty() ? std::nullopt : std::optional<std::string>(refused(wrong));
}

}  // namespace conformance::monitor
