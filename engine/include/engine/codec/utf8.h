// One sequence of UTF-8.
#pragma once
#include <cstddef>

namespace engine::json {

// The length of the UTF-8 sequence at `at`, or 0 if there is none in the `size` bytes.
inline std::size_t sequence_length(const char* at, std::size_t size) {
  const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
  const auto lead = byte(0);
  const auto tail = [&](std::size_t i, unsigned low, unsigned high) {
    return i < size && byte(i) >= low && byte(i) <= high;
  };
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return tail(1, 0x80, 0xbf) ? 2 : 0;
  if (lead < 0xf0) {
    const unsigned low = lead == 0xe0 ? 0xa0 : 0x80, high = lead == 0xed ? 0x9f : 0xbf;
    return tail(1, low, high) && tail(2, 0x80, 0xbf) ? 3 : 0;
  }
  const unsigned low = lead == 0xf0 ? 0x90 : 0x80, high = lead == 0xf4 ? 0x8f : 0xbf;
  return tail(1, low, high) && tail(2, 0x80, 0xbf) && tail(3, 0x80, 0xbf) ? 4 : 0;
}

}  // namespace engine::json
