// What the size of a line or of a stream is to blame for, and which size.
#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "command/numbers.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

using Kind = Cause::Kind;

// The least number with which the program fails, found by halves; nothing if it does not with
// `most`, or also with `least`. As a rule it is one more than a power of two: those come first.
template <class Make>
std::optional<std::size_t> least_that_fails(const FaultTrial& trial, std::size_t least,
                                            std::size_t most, Make make) {
  const auto is_wrong = [&](std::size_t size) { return trial.is_wrong(make(size)); };
  if (most <= least || !is_wrong(most) || is_wrong(least) || trial.is_over()) return std::nullopt;
  for (auto power = std::bit_floor(most - 1); power > least && !trial.is_over(); power /= 2) {
    if (is_wrong(power)) {
      most = power;
      continue;
    }
    if (trial.is_over()) break;
    least = power;
    if (is_wrong(power + 1)) most = power + 1;
    break;
  }
  while (most - least > 1) {
    const auto middle = least + (most - least) / 2;
    const bool fails = is_wrong(middle);
    if (trial.is_over()) break;  // It is the size, but not to the byte.
    (fails ? most : least) = middle;
  }
  return most;
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
    return trial.is_wrong(between_plain(
        {.bytes = plain_outside(line, from, to), .sound = false, .ends_stream = false}));
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
  if (const auto bytes = least_that_fails(trial, plain_line_least, longest.size(), plain))
    return Sized{{.kind = Kind::Length,
                  .text = fmt::format("a line of more than {} bytes", grouped(*bytes - 1)),
                  .limit = *bytes - 1},
                 plain(*bytes)};
  const auto nested = [](std::size_t levels) { return between_plain(nested_line(levels)); };
  if (const auto levels = least_that_fails(trial, nested_line_least, depth_of(longest), nested))
    return Sized{{.kind = Kind::Depth,
                  .text = fmt::format("nesting of more than {} levels", grouped(*levels - 1)),
                  .limit = *levels - 1},
                 nested(*levels)};
  return by_place(trial, longest);
}

std::optional<Sized> by_number(const FaultTrial& trial, std::size_t lines) {
  const auto plain = [](std::size_t count) { return plain_lines(count); };
  const auto count = least_that_fails(trial, 1, lines, plain);
  if (!count) return std::nullopt;
  Sized out{{.kind = Kind::Lines,
             .text = fmt::format("more than {} lines in a stream", grouped(*count - 1)),
             .limit = *count - 1},
            plain(*count)};
  // As many bytes in fewer lines.
  constexpr std::size_t line_bytes = plain_line_least + 1;
  const auto of_bytes = [](std::size_t bytes) {
    const auto fewer = std::max<std::size_t>(bytes / line_bytes / 2, 1);
    return plain_lines(fewer, bytes - std::min(bytes, fewer * line_bytes));
  };
  const auto bytes = *count * line_bytes;
  if (const auto found = least_that_fails(trial, line_bytes, bytes + line_bytes, of_bytes))
    out = {{.kind = Kind::Bytes,
            .text = fmt::format("more than {} bytes in a stream", grouped(*found - 1)),
            .limit = *found - 1},
           of_bytes(*found)};
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

}  // namespace tools
