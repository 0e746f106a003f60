// The smallest input that still fails: fewer pieces, then fewer and simpler bytes.
#include "fuzz/shrink.h"

#include <algorithm>

namespace fuzz {
namespace {

using Fails = std::function<bool(const Case&)>;

bool take_if_it_fails(Case& best, Case candidate, const Fails& fails) {
  if (!fails(candidate)) return false;
  best = std::move(candidate);
  return true;
}

// Takes away runs of pieces, halves first.
bool drop_pieces(Case& best, const Fails& fails) {
  bool better = false;
  for (auto size = best.pieces.size(); size > 0; size /= 2) {
    for (std::size_t at = 0; at < best.pieces.size();) {
      auto candidate = best;
      const auto first = candidate.pieces.begin() + static_cast<std::ptrdiff_t>(at);
      const auto count = std::min(size, candidate.pieces.size() - at);
      candidate.pieces.erase(first, first + static_cast<std::ptrdiff_t>(count));
      if (take_if_it_fails(best, std::move(candidate), fails)) {
        better = true;
      } else {
        at += size;
      }
    }
  }
  return better;
}

// Takes away runs of bytes, halves first. A line that is shortened is no longer sound.
bool drop_bytes(Case& best, std::size_t piece, const Fails& fails) {
  bool better = false;
  const auto least = best.pieces[piece].bytes.size() / 512;  // A long one takes several rounds.
  for (auto size = best.pieces[piece].bytes.size(); size > least; size /= 2) {
    for (std::size_t at = 0; at < best.pieces[piece].bytes.size();) {
      auto candidate = best;
      auto& part = candidate.pieces[piece];
      part.bytes.erase(at, size);
      part.sound = false;
      if (take_if_it_fails(best, std::move(candidate), fails)) {
        better = true;
      } else {
        at += size;
      }
    }
  }
  return better;
}

bool shorten_sound(Case& best, std::size_t piece, const Fails& fails) {
  constexpr std::string_view simple = "{\"method\":\"\"}\n";
  if (!best.pieces[piece].sound || best.pieces[piece].bytes.size() <= simple.size()) return false;
  auto candidate = best;
  candidate.pieces[piece].bytes = simple;
  return take_if_it_fails(best, std::move(candidate), fails);
}

bool simplify_reads(Case& best, const Fails& fails) {
  bool better = false;
  for (const std::uint32_t size : {best.reads.size / 2, 1u}) {
    if (size == 0 || size >= best.reads.size) continue;
    auto candidate = best;
    candidate.reads.size = size;
    candidate.reads.first = 0;
    better = take_if_it_fails(best, std::move(candidate), fails) || better;
  }
  for (auto& piece : best.pieces) {
    if (!piece.ends_stream) continue;
    auto candidate = best;
    candidate.pieces[static_cast<std::size_t>(&piece - best.pieces.data())].ends_stream = false;
    if (take_if_it_fails(best, std::move(candidate), fails)) return true;
  }
  return better;
}

}  // namespace

Case shrink(Case input, const Fails& fails) {
  for (bool better = true; better;) {
    better = drop_pieces(input, fails);
    better = simplify_reads(input, fails) || better;
    for (std::size_t i = 0; i < input.pieces.size(); ++i) {
      better = shorten_sound(input, i, fails) || better;
      better = drop_bytes(input, i, fails) || better;
    }
  }
  return input;
}

}  // namespace fuzz
