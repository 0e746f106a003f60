// Fewer lines, then fewer bytes, with as few reads as it takes.
#include <algorithm>
#include <array>

#include "fuzz/file.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"
#include "fuzz/shrink.h"

namespace tools {
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
