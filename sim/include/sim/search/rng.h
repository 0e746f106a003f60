// Seeded random numbers, the same on every machine.
//
// xoshiro256** (Blackman and Vigna), seeded by splitmix64 as its authors advise. Not the
// generators of <random>, since their distributions differ between standard libraries.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "port/check.h"

namespace sim {

class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : seed_(seed) {
    for (std::uint64_t& word : words_) word = mix(seed += golden);
  }

  constexpr std::uint64_t seed() const { return seed_; }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  // Every number in [0, count) equally often; the caller owes count > 0. The high half of
  // a product is the number; the few low halves that would favour some are drawn again.
  constexpr std::uint32_t below(std::uint32_t count) {
    CHECK(count > 0);
    std::uint64_t product = (next() >> 32) * count;
    if (static_cast<std::uint32_t>(product) < count) {
      const std::uint32_t unfair = (0u - count) % count;
      while (static_cast<std::uint32_t>(product) < unfair) product = (next() >> 32) * count;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // An independent generator for run `stream`. It depends on the seed alone and not on
  // what was drawn, so run k of a seed can be repeated without the k runs before it.
  constexpr Rng fork(std::uint64_t stream) const {
    return Rng(mix(mix(seed_ + golden) ^ mix(stream + 2 * golden)));
  }

  bool operator==(const Rng&) const = default;

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t seed_;
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace sim
