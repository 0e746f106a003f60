#include "fuzz/lines_cause.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <optional>

#include <fmt/format.h>

#include "command/numbers.h"
#include "command/signals.h"
#include "fuzz/lines_input.h"

namespace tools {
namespace {

constexpr double experiment_seconds = 10;

using Clock = std::chrono::steady_clock;

// The least size of a line with which the program fails, found by halves; nothing if it does not
// with the greatest, or also with the least.
template <class Line>
std::optional<std::size_t> least_that_fails(const DecoderProgram& program, std::size_t least,
                                            std::size_t most, Line line) {
  const auto end_of_time = Clock::now() + std::chrono::duration<double>(experiment_seconds);
  const auto fails = [&](std::size_t size) {
    fuzz::Case input;
    input.reads = at_once;
    for (const auto& piece :
         {plain_line(plain_line_least), line(size), plain_line(plain_line_least)})
      input.pieces.push_back(piece);
    return !try_again(program, input).empty();
  };
  if (most <= least || !fails(most) || fails(least)) return std::nullopt;
  auto good = least, bad = most;
  while (bad - good > 1) {
    if (Clock::now() >= end_of_time || caught_signal() != 0) return std::nullopt;
    const auto middle = good + (bad - good) / 2;
    (fails(middle) ? bad : good) = middle;
  }
  return bad;
}

std::size_t depth_of(std::string_view line) {
  std::size_t depth = 0, most = 0;
  for (const char each : line) {
    if (each == '[' || each == '{') most = std::max(most, ++depth);
    if ((each == ']' || each == '}') && depth > 0) --depth;
  }
  return most;
}

// What a long line is wrong for is tried: a plain line as long fails as well, or lists as deep.
std::string cause_by_experiment(const DecoderProgram& program, const fuzz::Case& smallest) {
  constexpr std::size_t long_line = 1000;
  std::string_view longest;
  for (const auto& piece : smallest.pieces)
    if (piece.bytes.size() > longest.size()) longest = piece.bytes;
  if (longest.size() < long_line) {
    if (smallest.pieces.empty() || smallest.reads.size != 0) return {};
    auto behind = smallest;
    behind.pieces.insert(behind.pieces.begin(), plain_line(plain_line_least));
    return try_again(program, behind).empty() ? "what stands first in a stream" : "";
  }
  if (const auto bytes = least_that_fails(program, plain_line_least, longest.size(), plain_line))
    return fmt::format("a line of more than {} bytes", grouped(*bytes - 1));
  if (const auto depth = least_that_fails(program, 1, depth_of(longest), nested_line))
    return fmt::format("nesting of more than {} levels", grouped(*depth - 1));
  return {};
}

}  // namespace

JudgedRun try_program(const DecoderProgram& program, const fuzz::Case& input) {
  const auto bytes = stream_of(input);
  auto run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  // Once more, since a machine that is too busy may be at fault.
  if (run.timed_out) run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  return judge_run(bytes, run, program.profile);
}

std::vector<LineFault> try_again(const DecoderProgram& program, const fuzz::Case& input) {
  try {
    return try_program(program, input).faults;
  } catch (const Interrupted&) {
    return {};
  }
}

std::string cause_of(const fuzz::Case& smallest, const LineFault& fault) {
  constexpr std::size_t long_line = 1000;
  std::size_t longest = 0;
  for (const auto& piece : smallest.pieces) longest = std::max(longest, piece.bytes.size());
  if (smallest.reads.size != 0) return "bytes that come in several reads";
  if (longest >= long_line)
    return fmt::format("a line of more than {} bytes", grouped(std::bit_floor(longest)));
  if (!smallest.pieces.empty() && !smallest.pieces.back().bytes.ends_with('\n'))
    return "a last line that has no end";
  return fault.kind;
}

std::string tried_cause_of(const DecoderProgram& program, const fuzz::Case& smallest,
                           const LineFault& fault) {
  auto tried = cause_by_experiment(program, smallest);
  return tried.empty() ? cause_of(smallest, fault) : tried;
}

}  // namespace tools
