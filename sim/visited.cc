#include "sim/visited.h"

#include <algorithm>

namespace sim {

namespace {

constexpr std::uint64_t lines_at_first = 16;

// Four of five entries used: beyond that, look-ups begin to need a second line.
constexpr std::uint64_t entries_per_line = 4;

}  // namespace

Visited::Visited(MemoryMeter& meter) : meter_(&meter) {
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
  for (std::size_t i = 0; i < shard_count; ++i) {
    const Shard& shard = shards_[i];
    const std::uint64_t lines = lines_for(shard, more[i]);
    if (lines == shard.line_total()) continue;
    most = std::max(most, added + lines * sizeof(Line));  // While both tables exist.
    added += (lines - shard.line_total()) * sizeof(Line);
  }
  return most;
}

void Visited::reserve(const PerShard& more) {
  for (std::size_t i = 0; i < shard_count; ++i) {
    Shard& shard = shards_[i];
    const std::uint64_t lines = lines_for(shard, more[i]);
    if (lines != shard.line_total()) grow(shard, lines);
  }
}

void Visited::grow(Shard& shard, std::uint64_t line_total) {
  CHECK(shard.fresh.size() == 0);
  CHECK(line_total <= absent);
  RawMemory old = std::move(shard.memory);
  const std::uint64_t old_total = shard.line_total();
  shard.memory = RawMemory(line_total * sizeof(Line));
  shard.memory.fill_with_zero();
  shard.mask = line_total - 1;
  meter_->take(shard.memory.bytes());
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
  for (std::uint64_t at = 0; at < old_total; ++at) {
    const Line& line = static_cast<const Line*>(old.data())[at];
    for (std::size_t i = 0; i < line_entries; ++i)
      if (line.digests[i] != 0) put(line.digests[i], line.numbers[i]);
  }
  meter_->give_back(old.bytes());
}

std::uint64_t Visited::fingerprint() const {
  std::uint64_t sum = 0;
  for (const Shard& shard : shards_) {
    if (shard.used == 0) continue;
    for (std::uint64_t at = 0; at < shard.line_total(); ++at)
      for (const std::uint64_t digest : shard.lines()[at].digests)
        sum += (digest ^ digest >> 29) * digest;
  }
  return sum;
}

}  // namespace sim
