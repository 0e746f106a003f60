// Eight bytes of text at a time.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>

namespace engine::json {

constexpr std::uint64_t every_byte = 0x0101010101010101;

// The high bit of each byte below `limit`, exact up to the first that is set.
constexpr std::uint64_t less_than(std::uint64_t word, std::uint64_t limit) {
  return (word - every_byte * limit) & ~word & every_byte * 0x80;
}

constexpr std::uint64_t equal_to(std::uint64_t word, char byte) {
  return less_than(word ^ every_byte * static_cast<unsigned char>(byte), 1);
}

// The high bit of each byte that needs a closer look in a string, exact up to the first.
constexpr std::uint64_t special_bytes(std::uint64_t word) {
  return less_than(word, 0x20) | equal_to(word, '"') | equal_to(word, '\\') |
         (word & every_byte * 0x80);
}

constexpr bool special(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0x20 || value >= 0x80 || byte == '"' || byte == '\\';
}

inline std::uint64_t load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The first byte in [at, end) that needs a closer look.
inline const char* plain_end(const char* at, const char* end) {
  if constexpr (std::endian::native == std::endian::little) {
    for (; end - at >= 8; at += 8) {
      const auto found = special_bytes(load(at));
      if (found != 0) return at + std::countr_zero(found) / 8;
    }
  }
  while (at != end && !special(*at)) ++at;
  return at;
}

}  // namespace engine::json
