// What a cause that is known explains.
#include <algorithm>
#include <string>
#include <string_view>

#include "fuzz/lines_cause.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

using Kind = Cause::Kind;

constexpr std::size_t pipe_bytes = std::size_t{64} << 10;  // More of them come in several reads.

bool holds_letter(const Cause& cause, std::string_view line) {
  const auto holds = [&](std::string_view letter) { return line.find(letter) != line.npos; };
  return holds(cause.bytes) || std::ranges::any_of(cause.like_it, holds);
}

// The line at a position, the ones before and behind it, and all that stands behind.
struct Spot {
  std::string_view line, before, next, behind;
  std::size_t number = 0;
};
Spot spot_of(std::string_view stream, std::uint64_t at) {
  Spot out;
  for (std::size_t from = 0; from < stream.size(); ++out.number) {
    const auto end = std::min(stream.find('\n', from), stream.size() - 1) + 1;
    out.before = out.line;
    out.line = stream.substr(from, end - from);
    out.behind = stream.substr(end);
    out.next = out.behind.substr(0, out.behind.find('\n'));
    if (at < end) break;
    from = end;
  }
  return out;
}

bool has_bad_line(std::string_view bytes, fuzz::Profile profile) {
  const auto is_bad = [](const auto& line) { return line.verdict == fuzz::Verdict::Refuse; };
  return std::ranges::any_of(fuzz::expected_of(bytes, profile), is_bad);
}

}  // namespace

bool is_blank(std::string_view line) {
  return !line.empty() && line.find_first_not_of(" \t\r\n") == line.npos;
}

bool is_in(const Cause& cause, std::string_view line) {
  switch (cause.kind) {
    case Kind::Length: return line.size() > cause.limit;
    case Kind::Depth: return depth_of(line) > cause.limit;
    case Kind::Place: return line.size() > cause.limit && std::ranges::any_of(line, is_high);
    case Kind::Letter: return holds_letter(cause, line);
    case Kind::Behind:
    case Kind::Content: return line == cause.bytes;
    case Kind::Contract:
    case Kind::Any:
    case Kind::Chance:
    case Kind::Lines:
    case Kind::Bytes:
    case Kind::Reads:
    case Kind::LastLine:
    case Kind::First:
    case Kind::BehindBad:
    case Kind::BeforeBad:
    case Kind::Blank:
    case Kind::Repeated: return false;
  }
  return false;
}

bool explains(const KnownFault& known, fuzz::Profile profile, const fuzz::Case& input,
              const LineFault& fault) {
  const bool same = family_of(known.fault) == family_of(fault);
  const auto loses = [](const LineFault& each) {
    const auto family = family_of(each);
    return family.starts_with("lost") || family == "crash" || family == "hang" ||
           family == "bad_answer";
  };
  const bool spreads = known.cause.any_byte || !known.cause.like_it.empty();
  if (!same && !(loses(known.fault) && loses(fault)) && !spreads) return false;
  const auto stream = stream_of(input);
  const auto spot = spot_of(stream, fault.at);
  const auto& cause = known.cause;
  const bool ends = fault.kind == "crash" || fault.kind == "hang";  // For what came long before.
  if (same && (fault.kind.starts_with("other_") || fault.kind == "rounded")) return true;
  const auto holds = [&](std::string_view line) { return holds_letter(cause, line); };
  switch (cause.kind) {
    case Kind::Contract: return false;
    case Kind::Any:
    case Kind::Chance: return same;
    case Kind::Length:
      return std::max(spot.line.size(), spot.before.size()) > cause.limit ||
             (!fault.kind.starts_with("wrong") &&
              longest_line(as_lines(stream)).size() > cause.limit);
    case Kind::Depth: return std::max(depth_of(spot.line), depth_of(spot.before)) > cause.limit;
    case Kind::Lines: return spot.number + 1 >= cause.limit;
    case Kind::Bytes: return stream.size() > cause.limit;
    case Kind::Place: return is_in(cause, spot.line) || is_in(cause, spot.before);
    case Kind::Reads: return input.reads.size != 0 || stream.size() > pipe_bytes;
    case Kind::LastLine: return fault.at >= stream.size() || !spot.line.ends_with('\n');
    case Kind::First: return spot.number <= 1;
    case Kind::Behind: return spot.before == cause.bytes;
    case Kind::BehindBad: return verdict_of(spot.before, profile) == fuzz::Verdict::Refuse;
    case Kind::Repeated: return spot.before == spot.line;
    case Kind::BeforeBad: return has_bad_line(spot.behind, profile);
    case Kind::Blank: return is_blank(spot.line) || is_blank(spot.before) || is_blank(spot.next);
    case Kind::Letter:  // Where bad lines have no answers, one may be taken for its neighbour's.
      return holds(ends ? std::string_view(stream) : spot.line) || (same && holds(spot.before)) ||
             (!cause.like_it.empty() && holds(spot.next));
    case Kind::Content:
      return (same && (fault.about != "message" || stream == cause.bytes)) ||
             (cause.any_byte && fault.kind == known.fault.kind && fault.about == known.fault.about);
  }
  return false;
}

}  // namespace tools
