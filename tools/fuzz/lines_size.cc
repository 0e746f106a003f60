// What the size of a line or of a stream is to blame for, and which size.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "command/words.h"
#include "fuzz/file.h"
#include "fuzz/judge.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

using Kind = Cause::Kind;

// Nothing if the program does not fail with `most`, or also with `least`.
template <class Make>
std::optional<Limit> limit_of(const FaultTrial& trial, std::size_t least, std::size_t most,
                              Make make) {
  const auto is_wrong = [&](std::size_t size) { return trial.is_wrong(make(size)); };
  const auto is_over = [&] { return trial.is_over(); };
  if (most <= least || !is_wrong(most) || is_wrong(least) || is_over()) return std::nullopt;
  return narrowed({.passes = least, .fails = most}, is_wrong, is_over);
}

fuzz::Case between_plain(fuzz::Piece piece) {
  auto out = plain_lines(2);
  out.pieces.insert(out.pieces.begin() + 1, std::move(piece));
  return out;
}

// A message of which a letter of two bytes begins at this place of its line, near its end.
fuzz::Piece line_with_letter_at(std::size_t place) {
  auto out = plain_line(std::max(place, plain_line_least) + 4);  // Behind it the quote and brace.
  out.bytes.replace(place, 2, "\xc3\xa9");
  return out;
}

// Each letter of several bytes but those in this part is one of as many plain ones.
std::string plain_outside(std::string_view line, std::size_t from, std::size_t to) {
  std::string out(line);
  for (std::size_t i = 0; i < out.size(); ++i)
    if ((i < from || i >= to) && is_high(out[i])) out[i] = 'x';
  return out;
}

// The first letter of several bytes with which alone the line fails.
std::optional<std::size_t> failing_letter(const FaultTrial& trial, std::string_view line) {
  const auto fails = [&](std::size_t from, std::size_t to) {
    return trial.is_wrong(between_plain({.bytes = plain_outside(line, from, to)}));
  };
  std::size_t from = 0, to = line.size();
  if (fails(0, 0) || !fails(from, to)) return std::nullopt;
  for (;;) {
    while (from < line.size() && !is_high(line[from])) ++from;
    auto middle = from + (to - from) / 2;
    while (middle > from && is_within_a_letter(line, middle)) --middle;
    if (middle == from) return from;
    if (fails(from, middle))
      to = middle;
    else if (fails(middle, to))
      from = middle;
    else
      return std::nullopt;
  }
}

// Where a block of the program's ends, whatever reads do.
std::optional<Sized> by_place(const FaultTrial& trial, std::string_view longest) {
  const auto place = failing_letter(trial, longest);
  if (!place || *place + 2 < plain_line_least) return std::nullopt;
  const auto line = line_with_letter_at(*place);
  Sized out{{.kind = Kind::Place, .limit = *place + 1}, between_plain(line)};
  if (!trial.is_wrong(out.smallest)) return std::nullopt;
  auto alone = out.smallest;
  alone.pieces = {line};
  const bool of_line = trial.is_wrong(alone);
  out.cause.text = fmt::format("a letter of several bytes over byte {} of a {}",
                               grouped(out.cause.limit + (of_line ? 0 : plain_line_least + 1)),
                               of_line ? "line" : "stream");
  return out;
}

std::optional<Sized> by_line(const FaultTrial& trial, std::string_view longest) {
  const auto plain = [](std::size_t bytes) { return between_plain(plain_line(bytes)); };
  if (const auto bytes = limit_of(trial, plain_line_least, longest.size(), plain))
    return Sized{{.kind = Kind::Length,
                  .text = "a line of " + more_than(*bytes, "bytes"),
                  .limit = bytes->fails - 1},
                 plain(bytes->fails)};
  const auto nested = [](std::size_t levels) { return between_plain(nested_line(levels)); };
  if (const auto levels = limit_of(trial, nested_line_least, depth_of(longest), nested))
    return Sized{{.kind = Kind::Depth,
                  .text = "nesting of " + more_than(*levels, "levels"),
                  .limit = levels->fails - 1},
                 nested(levels->fails)};
  return by_place(trial, longest);
}

std::optional<Sized> by_number(const FaultTrial& trial, std::size_t lines) {
  const auto plain = [](std::size_t count) { return plain_lines(count); };
  const auto count = limit_of(trial, 1, lines, plain);
  if (!count) return std::nullopt;
  Sized out{{.kind = Kind::Lines,
             .text = more_than(*count, "lines") + " in a stream",
             .limit = count->fails - 1},
            plain(count->fails)};
  // As many bytes in fewer lines.
  constexpr std::size_t line_bytes = plain_line_least + 1;
  const auto of_bytes = [](std::size_t bytes) {
    const auto fewer = std::max<std::size_t>(bytes / line_bytes / 2, 1);
    return plain_lines(fewer, bytes - std::min(bytes, fewer * line_bytes));
  };
  const auto bytes = count->fails * line_bytes;
  if (const auto found = limit_of(trial, line_bytes, bytes + line_bytes, of_bytes))
    out = {{.kind = Kind::Bytes,
            .text = more_than(*found, "bytes") + " in a stream",
            .limit = found->fails - 1},
           of_bytes(found->fails)};
  return out;
}

}  // namespace

std::optional<Sized> by_size(const FaultTrial& trial, const fuzz::Case& input) {
  std::optional<Sized> out;
  if (const auto longest = longest_line(input); is_large(longest)) out = by_line(trial, longest);
  if (!out && input.pieces.size() >= many_lines_least) out = by_number(trial, input.pieces.size());
  if (!out || input.pieces.size() >= many_lines_least) return out;
  for (const bool front : {true, false}) {
    auto fewer = out->smallest;
    fewer.pieces.erase(front ? fewer.pieces.begin() : fewer.pieces.end() - 1);
    if (trial.fails(fewer)) out->smallest = std::move(fewer);
  }
  return out;
}

// Fewer lines, then fewer bytes, with as few reads as it takes.

namespace {

constexpr std::size_t byte_by_byte_max = 4096;

// Without cuts if they do not matter; else such as stay where the bytes change.
fuzz::Case with_simple_reads(const FaultTrial& trial, fuzz::Case input) {
  if (input.reads.size == 0) return input;
  auto simple = input;
  simple.reads = at_once;
  if (trial.shows_in_any_case(simple) == true) return simple;
  if (input.pause_ms != 0) return input;  // Many reads have pauses of their own.
  // Within the first letter of several bytes, or in the middle: faster than byte by byte.
  const auto bytes = stream_of(input);
  for (const auto at : {within_a_letter(bytes, 0), static_cast<std::uint32_t>(bytes.size() / 2)}) {
    simple.reads = {at, UINT32_MAX};
    if (trial.fails(simple)) return simple;
  }
  simple.reads = {1, 1};
  if (fuzz_case_bytes(input) <= byte_by_byte_max && trial.fails(simple)) return simple;
  return input;
}

// The half of the lines with the fault, again and again: where an answer is too many or lacking
// among others like it, the fault may be far from where it is told.
fuzz::Case by_halves(const FaultTrial& trial, fuzz::Case input) {
  while (input.pieces.size() > 1) {
    const auto middle = input.pieces.begin() + static_cast<std::ptrdiff_t>(input.pieces.size() / 2);
    auto half = input;
    half.pieces.assign(input.pieces.begin(), middle);
    if (!trial.fails(half)) half.pieces.assign(middle, input.pieces.end());
    if (!trial.fails(half)) break;
    input = std::move(half);
  }
  return input;
}

// The lines around the fault alone, which as a rule is all that it takes.
fuzz::Case lines_around(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault) {
  std::uint64_t end = 0;
  std::size_t piece = 0;
  while (piece + 1 < input.pieces.size() && end + input.pieces[piece].bytes.size() <= fault.at)
    end += input.pieces[piece++].bytes.size();
  constexpr std::array<std::pair<std::size_t, std::size_t>, 5> windows{
      {{0, 1}, {1, 1}, {0, 2}, {1, 2}, {8, 2}}};
  for (const auto& [before, behind] : windows) {
    fuzz::Case near;
    near.profile = input.profile;
    const auto from = piece - std::min(piece, before);
    const auto to = std::min(input.pieces.size(), piece + behind);
    for (auto i = from; i < to; ++i) near.pieces.push_back(input.pieces[i]);
    near.reads = input.reads;
    near.pause_ms = input.pause_ms;
    if (trial.fails(near)) return near;
    if (input.reads.size == 0) continue;
    near.reads = {within_a_letter(stream_of(near), 0), UINT32_MAX};
    if (trial.fails(near)) return near;
  }
  return by_halves(trial, input);
}

}  // namespace

fuzz::Case near_fault(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault) {
  auto lines = as_lines(stream_of(input));
  lines.reads = input.reads;
  lines.pause_ms = input.pause_ms;
  return with_simple_reads(trial,
                           lines_around(trial, with_simple_reads(trial, std::move(lines)), fault));
}

fuzz::Case make_small(const FaultTrial& trial, fuzz::Case input) {
  return fuzz::shrink(
      std::move(input), [&](const fuzz::Case& candidate) { return trial.fails(candidate); },
      [&] { return trial.is_over(); });
}

}  // namespace tools
