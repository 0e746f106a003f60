// The states that a search has met: a set of digests, each with a 32-bit number.
//
// Open addressing over cache lines of five entries, so that most look-ups touch one line.
// The high bits of a digest choose one of 64 shards. Different shards may be written at
// the same time, and all may be read while none is written.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "port/check.h"
#include "sim/search/memory.h"
#include "sim/search/parallel.h"

namespace sim {

class Visited {
 public:
  static constexpr std::size_t shard_count = 64;
  static constexpr std::uint32_t absent = 0xffffffff;

  // Without numbers it only says what is new: `absent` stands for any number kept before.
  explicit Visited(MemoryMeter& meter, bool keeps_numbers = true);

  // Digest 0 marks a free entry. Callers pass every digest through here first.
  static std::uint64_t usable(std::uint64_t digest) { return digest != 0 ? digest : 1; }
  static std::size_t shard_of(std::uint64_t digest) { return digest >> 58; }

  void prefetch(std::uint64_t digest) const {
    const Shard& shard = shards_[shard_of(digest)];
    __builtin_prefetch(&shard.lines()[digest & shard.mask]);
  }

  // The number kept for the digest, or `absent`. same(number) must confirm a hit; when it
  // does not, two states share this digest, and the search for the entry goes on.
  std::uint32_t find(std::uint64_t digest, const auto& same) const {
    const Shard& shard = shards_[shard_of(digest)];
    for (std::uint64_t at = digest & shard.mask;; at = (at + 1) & shard.mask) {
      const Line& line = shard.lines()[at];
      for (std::uint32_t hits = line.hits(digest); hits != 0; hits &= hits - 1) {
        const std::uint32_t number = line.numbers[std::countr_zero(hits)];
        if (same(number)) return number;
      }
      if (!line.full()) return absent;
    }
  }

  // Where the search for the digest begins: a number that may be its own, or `absent`. Asks
  // for no memory that prefetch() has not asked for.
  std::uint32_t glance(std::uint64_t digest) const {
    const Shard& shard = shards_[shard_of(digest)];
    const Line& line = shard.lines()[digest & shard.mask];
    const std::uint32_t hits = line.hits(digest);
    return hits != 0 ? line.numbers[std::countr_zero(hits)] : absent;
  }

  // As find(), but adds an absent digest with `number` and returns that. The caller owes
  // room: reserve(). The number can be replaced once: renumber_fresh().
  std::uint32_t insert(std::uint64_t digest, std::uint32_t number, const auto& same) {
    Shard& shard = shards_[shard_of(digest)];
    for (std::uint64_t at = digest & shard.mask;; at = (at + 1) & shard.mask) {
      Line& line = shard.lines()[at];
      for (std::uint32_t hits = line.hits(digest); hits != 0; hits &= hits - 1) {
        const std::uint32_t known = line.numbers[std::countr_zero(hits)];
        if (same(known)) return keeps_numbers_ ? known : absent;
      }
      if (line.full()) continue;
      const std::uint32_t entry = line.used();
      line.digests[entry] = digest;
      line.numbers[entry] = number;
      ++shard.used;
      if (keeps_numbers_) shard.fresh.push_back({static_cast<std::uint32_t>(at), entry});
      return number;
    }
  }

  // Gives entries added since the last call their final number, final_of(number).
  void renumber_fresh(std::size_t shard_index, const auto& final_of) {
    Shard& shard = shards_[shard_index];
    for (const Place place : shard.fresh) {
      std::uint32_t& number = shard.lines()[place.line].numbers[place.entry];
      number = final_of(number);
    }
    shard.fresh.clear();
  }

  // One number for the whole set, whatever the order in which it was filled.
  std::uint64_t fingerprint(const Parallel& parallel = Serial()) const;

  using PerShard = std::array<std::size_t, shard_count>;
  // The largest sum of bytes that reserve(more) would need at any time beyond what is held.
  std::uint64_t bytes_to_reserve(const PerShard& more) const;
  void reserve(const PerShard& more, const Parallel& parallel = Serial());

 private:
  static constexpr std::size_t line_entries = 5;
  // Entries are used from the first on. Looking at all of them without a branch is quicker
  // than stopping at the right one, which the processor cannot foresee.
  struct alignas(64) Line {
    std::uint32_t hits(std::uint64_t digest) const {
      std::uint32_t bits = 0;
      for (std::uint32_t i = 0; i < line_entries; ++i)
        bits |= static_cast<std::uint32_t>(digests[i] == digest) << i;
      return bits;
    }
    bool full() const { return digests[line_entries - 1] != 0; }
    std::uint32_t used() const {
      std::uint32_t count = 0;
      for (const std::uint64_t digest : digests) count += digest != 0;
      return count;
    }

    std::uint64_t digests[line_entries];
    std::uint32_t numbers[line_entries];
    std::uint32_t unused;
  };
  static_assert(sizeof(Line) == 64);
  struct Place {
    std::uint32_t line;
    std::uint32_t entry;
  };
  // Apart in memory, so that threads on different shards do not share a cache line.
  struct alignas(64) Shard {
    Line* lines() const { return static_cast<Line*>(memory.data()); }
    std::uint64_t line_total() const { return mask + 1; }

    RawMemory memory;
    std::uint64_t mask = 0;
    std::uint64_t used = 0;
    Buffer<Place> fresh;
  };

  // So many grow at a time: more would use more threads, and more memory while it lasts.
  static constexpr std::size_t growing_at_once = 8;

  static std::uint64_t lines_for(const Shard& shard, std::size_t more);
  static void move_entries(const RawMemory& old, Shard& shard);

  MemoryMeter* meter_;
  bool keeps_numbers_;
  std::array<Shard, shard_count> shards_;
};

}  // namespace sim
