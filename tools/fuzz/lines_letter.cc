// Which letter of a line is to blame, which others do the same, and what a known cause explains.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "fuzz/file.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

// What counts as white space or as the end of a line somewhere, but not in JSON; and the byte
// order mark, which many take away with it.
constexpr std::array<std::string_view, 27> other_spaces{
    "\x0b",         "\x0c",         "\r",           "\x1c",         "\x1d",         "\x1e",
    "\x1f",         "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81",
    "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86", "\xe2\x80\x87",
    "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
    "\xe2\x81\x9f", "\xe3\x80\x80", "\xef\xbb\xbf"};

// The bytes that may stand for more than themselves: a letter of several bytes, an escape, a
// control character.
std::size_t special_size(std::string_view rest) {
  const auto lead = static_cast<unsigned char>(rest.front());
  if (lead == '\n') return 0;
  if (lead < ' ' || lead == 0x7f) return 1;
  if (lead == '\\')
    return std::min<std::size_t>(rest.size(), rest.substr(1).starts_with('u') ? 6 : 2);
  std::size_t size = lead >= 0xc0 ? 1 : 0;
  while (size > 0 && size < rest.size() && is_within_a_letter(rest, size)) ++size;
  return size;
}

// The line with something plain wherever the letter stands, its end aside.
std::string without_letter(const std::string& line, std::string_view letter,
                           std::string_view plain) {
  std::string out;
  const auto end = line.size() - (line.ends_with("\r\n") ? 2 : 0);
  for (std::size_t at = 0; at < line.size();) {
    const bool is_here = at < end && line.compare(at, letter.size(), letter) == 0;
    out += is_here ? plain : std::string_view(line).substr(at, 1);
    at += is_here ? letter.size() : 1;
  }
  return out;
}

// Of white space it is told what else does the same: that is one fault, and not one for each.
Cause told_of(const FaultTrial& trial, const fuzz::Case& input, std::size_t at,
              const std::string& letter) {
  Cause out{
      .kind = Cause::Kind::Letter, .text = "in a line: " + shown_bytes(letter), .bytes = letter};
  if (std::ranges::find(other_spaces, letter) == other_spaces.end()) return out;
  const auto& bytes = input.pieces[at].bytes;
  const auto profile = trial.program().profile;
  for (const auto space : other_spaces) {
    if (space == letter) continue;
    auto other = input;
    other.pieces[at].bytes = without_letter(bytes, letter, space);
    const bool is_like_it =
        verdict_of(other.pieces[at].bytes, profile) == verdict_of(bytes, profile);
    if (is_like_it && trial.is_wrong(other)) out.like_it.push_back(space);
  }
  if (!out.like_it.empty())
    out.text += fmt::format(", and {} more that {} white space elsewhere and not in JSON",
                            out.like_it.size(), out.like_it.size() == 1 ? "is" : "are");
  return out;
}

}  // namespace

std::optional<fuzz::Verdict> verdict_of(std::string_view line, fuzz::Profile profile) {
  const auto expected = fuzz::expected_of(line, profile);
  if (expected.empty()) return std::nullopt;
  return expected.front().verdict;
}

// Without it, the same line is none that the program gets wrong.
std::optional<Cause> by_letter(const FaultTrial& trial, const fuzz::Case& input, std::size_t at) {
  const auto& bytes = input.pieces[at].bytes;
  const auto verdict = verdict_of(bytes, trial.program().profile);
  std::set<std::string> tried;
  for (std::size_t from = 0; from < bytes.size(); ++from) {
    const auto size = special_size(std::string_view(bytes).substr(from));
    if (size == 0) continue;
    const auto letter = bytes.substr(from, size);
    from += size - 1;
    if (!tried.insert(letter).second) continue;
    for (const std::string_view plain : {"x", " "}) {
      if (trial.is_over()) return std::nullopt;
      auto other = input;
      other.pieces[at].bytes = without_letter(bytes, letter, plain);
      if (verdict_of(other.pieces[at].bytes, trial.program().profile) != verdict) continue;
      if (trial.is_wrong(other)) break;
      if (trial.is_over()) return std::nullopt;
      return told_of(trial, input, at, letter);
    }
  }
  return std::nullopt;
}

namespace {

// Each bracket within a text as something plain.
std::string without_brackets_in_texts(std::string_view line) {
  std::string out(line);
  bool in_text = false;
  for (std::size_t at = 0; at < out.size(); ++at) {
    if (in_text && out[at] == '\\')
      ++at;
    else if (out[at] == '"')
      in_text = !in_text;
    else if (in_text && std::string_view("{}[]").find(out[at]) != std::string_view::npos)
      out[at] = 'x';
  }
  return out;
}
std::string without_space_before(std::string_view line) {
  return std::string(line.substr(std::min(line.find_first_not_of(" \t\r"), line.size())));
}

struct Shape {
  std::string_view text;
  std::string (*without)(std::string_view line);
};
constexpr std::array shapes{
    Shape{"white space before what stands on the line", without_space_before},
    Shape{"a bracket in a text", without_brackets_in_texts}};

bool has_shape(std::size_t number, std::string_view line) {
  return shapes[number].without(line) != line;
}

}  // namespace

std::optional<Cause> by_shape(const FaultTrial& trial, const fuzz::Case& input, std::size_t at) {
  const auto profile = trial.program().profile;
  const auto& bytes = input.pieces[at].bytes;
  for (std::size_t number = 0; number < shapes.size(); ++number) {
    if (!has_shape(number, bytes) || verdict_of(bytes, profile) != fuzz::Verdict::Accept) continue;
    auto other = input;
    auto& line = other.pieces[at].bytes;
    line = shapes[number].without(bytes);
    if (verdict_of(line, profile) != fuzz::Verdict::Accept || trial.is_wrong(other)) continue;
    if (trial.is_over()) return std::nullopt;
    return Cause{
        .kind = Cause::Kind::Shape, .text = std::string(shapes[number].text), .limit = number};
  }
  return std::nullopt;
}

// What a cause that is known explains.
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

// Whether more stands behind a line in its read.
bool has_read_of_two_lines(std::string_view stream, const fuzz::Reads& reads) {
  for (std::size_t end = 0; (end = stream.find('\n', end) + 1) != 0 && end < stream.size();) {
    const bool ends_read =
        reads.size != 0 && end >= reads.first && (end - reads.first) % reads.size == 0;
    if (!ends_read) return true;
  }
  return false;
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
    case Kind::Shape: return has_shape(cause.limit, line);
    case Kind::Behind:
    case Kind::Content: return line == cause.bytes;
    case Kind::Contract:
    case Kind::Any:
    case Kind::Chance:
    case Kind::Lines:
    case Kind::Bytes:
    case Kind::Reads:
    case Kind::Pause:
    case Kind::Together:
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
  const bool spreads = known.cause.any_byte || !known.cause.like_it.empty();
  if (!same && !(loses_answers(known.fault) && loses_answers(fault)) && !spreads) return false;
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
    case Kind::Pause: return input.pause_ms != 0;
    case Kind::Together: return has_read_of_two_lines(stream, input.reads);
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
    case Kind::Shape: return same && has_shape(cause.limit, spot.line);
    case Kind::Content:
      return (same && (fault.about != "message" || stream == cause.bytes)) ||
             (cause.any_byte && fault.kind == known.fault.kind && fault.about == known.fault.about);
  }
  return false;
}

}  // namespace tools
