// The smallest input that still fails: fewer pieces, then fewer and simpler bytes.
#include "fuzz/judge.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fuzz {
namespace {

class Shrinker {
 public:
  Shrinker(Case input, const std::function<bool(const Case&)>& fails,
           const std::function<bool()>& is_over)
      : best_(std::move(input)), fails_(fails), is_over_(is_over) {}

  Case shrunk() && {
    for (bool better = true; better;) {
      better = drop_pieces();
      better = simplify_reads() || better;
      for (std::size_t i = 0; i < best_.pieces.size(); ++i) {
        better = shorten_sound(i) || better;
        better = drop_bytes(i) || better;
      }
    }
    return std::move(best_);
  }

 private:
  // Whether it fails with this change, too, which it then has. The copy of a long input is dear, so
  // none is made for nothing.
  template <class Change>
  bool take(const Change& change) {
    if (is_over_()) return false;
    auto candidate = best_;
    change(candidate);
    if (!fails_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  // Takes away runs of pieces, halves first.
  bool drop_pieces() {
    bool better = false;
    for (auto size = best_.pieces.size(); size > 0; size /= 2) {
      for (std::size_t at = 0; at < best_.pieces.size();) {
        const auto taken = take([&](Case& candidate) {
          const auto first = candidate.pieces.begin() + static_cast<std::ptrdiff_t>(at);
          const auto count = std::min(size, candidate.pieces.size() - at);
          candidate.pieces.erase(first, first + static_cast<std::ptrdiff_t>(count));
        });
        if (!taken) at += size;
        better = better || taken;
      }
    }
    return better;
  }

  // Takes away runs of bytes, halves first. A line that is shortened is no longer sound.
  bool drop_bytes(std::size_t piece) {
    bool better = false;
    const auto least = best_.pieces[piece].bytes.size() / 512;  // A long one takes several rounds.
    for (auto size = best_.pieces[piece].bytes.size(); size > least; size /= 2) {
      for (std::size_t at = 0; at < best_.pieces[piece].bytes.size();) {
        const auto taken = take([&](Case& candidate) {
          candidate.pieces[piece].bytes.erase(at, size);
          candidate.pieces[piece].sound = false;
        });
        if (!taken) at += size;
        better = better || taken;
      }
    }
    return better;
  }

  bool shorten_sound(std::size_t piece) {
    constexpr std::string_view simple = "{\"method\":\"\"}\n";
    const auto& whole = best_.pieces[piece];
    return whole.sound && whole.bytes.size() > simple.size() &&
           take([&](Case& candidate) { candidate.pieces[piece].bytes = simple; });
  }

  bool simplify_reads() {
    bool better = false;
    for (const std::uint32_t size : {best_.reads.size / 2, 1u}) {
      if (size == 0 || size >= best_.reads.size || best_.pause_ms != 0) continue;
      better =
          take([&](Case& candidate) { candidate.reads = {.first = 0, .size = size}; }) || better;
    }
    for (std::size_t i = 0; i < best_.pieces.size(); ++i)
      if (best_.pieces[i].ends_stream &&
          take([&](Case& candidate) { candidate.pieces[i].ends_stream = false; }))
        return true;
    return better;
  }

  Case best_;
  const std::function<bool(const Case&)>& fails_;
  const std::function<bool()>& is_over_;
};

}  // namespace

Case shrink(Case input, const std::function<bool(const Case&)>& fails,
            const std::function<bool()>& is_over) {
  return Shrinker(std::move(input), fails, is_over).shrunk();
}

}  // namespace fuzz
