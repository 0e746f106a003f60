#include "sim/search/visited.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sim {

namespace {

constexpr std::uint64_t lines_at_first = 16;

// Four of five entries used: beyond that, look-ups begin to need a second line.
constexpr std::uint64_t entries_per_line = 4;

}  // namespace

Visited::Visited(MemoryMeter& meter, bool keeps_numbers)
    : meter_(&meter), keeps_numbers_(keeps_numbers) {
  for (Shard& shard : shards_) {
    shard.memory = RawMemory(lines_at_first * sizeof(Line));
    shard.memory.fill_with_zero();
    shard.mask = lines_at_first - 1;
    meter_->take(shard.memory.bytes());
  }
}

std::uint64_t Visited::lines_for(const Shard& shard, std::size_t more) {
  std::uint64_t lines = shard.line_total();
  while (shard.used + more > lines * entries_per_line) lines *= 2;
  return lines;
}

std::uint64_t Visited::bytes_to_reserve(const PerShard& more) const {
  std::uint64_t added = 0;
  std::uint64_t most = 0;
  for (std::size_t first = 0; first < shard_count; first += growing_at_once) {
    std::uint64_t old = 0;
    for (std::size_t i = first; i < first + growing_at_once; ++i) {
      const std::uint64_t lines = lines_for(shards_[i], more[i]);
      if (lines == shards_[i].line_total()) continue;
      added += lines * sizeof(Line);
      old += shards_[i].memory.bytes();
    }
    most = std::max(most, added);  // While both tables exist.
    added -= old;
  }
  return most;
}

void Visited::reserve(const PerShard& more, const Parallel& parallel) {
  for (std::size_t first = 0; first < shard_count; first += growing_at_once) {
    std::array<RawMemory, growing_at_once> old;
    std::uint64_t old_bytes = 0;
    for (std::size_t i = 0; i < growing_at_once; ++i) {
      Shard& shard = shards_[first + i];
      CHECK(shard.fresh.size() == 0);
      const std::uint64_t lines = lines_for(shard, more[first + i]);
      if (lines == shard.line_total()) continue;
      CHECK(lines <= absent);
      old_bytes += shard.memory.bytes();
      old[i] = std::move(shard.memory);
      shard.memory = RawMemory(lines * sizeof(Line));
      shard.mask = lines - 1;
      meter_->take(shard.memory.bytes());
    }
    if (old_bytes == 0) continue;
    parallel.run(growing_at_once, TaskRef([&](std::size_t i) {
                   if (old[i].bytes() != 0) move_entries(old[i], shards_[first + i]);
                 }));
    meter_->give_back(old_bytes);
  }
}

void Visited::move_entries(const RawMemory& old, Shard& shard) {
  shard.memory.fill_with_zero();
  const auto put = [&shard](std::uint64_t digest, std::uint32_t number) {
    for (std::uint64_t at = digest & shard.mask;; at = (at + 1) & shard.mask) {
      Line& line = shard.lines()[at];
      for (std::size_t i = 0; i < line_entries; ++i) {
        if (line.digests[i] != 0) continue;
        line.digests[i] = digest;
        line.numbers[i] = number;
        return;
      }
    }
  };
  for (std::uint64_t at = 0; at < old.bytes() / sizeof(Line); ++at) {
    const Line& line = static_cast<const Line*>(old.data())[at];
    for (std::size_t i = 0; i < line_entries; ++i)
      if (line.digests[i] != 0) put(line.digests[i], line.numbers[i]);
  }
}

std::uint64_t Visited::fingerprint(const Parallel& parallel) const {
  std::array<std::uint64_t, shard_count> sums{};
  parallel.run(shard_count, TaskRef([&](std::size_t index) {
                 const Shard& shard = shards_[index];
                 if (shard.used == 0) return;
                 std::uint64_t sum = 0;
                 for (std::uint64_t at = 0; at < shard.line_total(); ++at)
                   for (const std::uint64_t digest : shard.lines()[at].digests)
                     sum += (digest ^ digest >> 29) * digest;
                 sums[index] = sum;
               }));
  return std::accumulate(sums.begin(), sums.end(), std::uint64_t{0});
}

}  // namespace sim
