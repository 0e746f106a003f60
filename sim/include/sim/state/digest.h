// The digest of a flat value: 64 bits of XXH3 over its bytes.
//
// Equal values have equal digests on every little-endian machine, with every compiler,
// optimisation and sanitizer: the type may have no padding, no pointer and no float, of
// which the first and the last are refused here.
#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL
#endif
#include <xxhash.h>

namespace sim {

// Of the first `bytes` bytes only: what stands behind them is not told apart.
template <std::size_t bytes, class T>
std::uint64_t digest_front(const T& value) {
  static_assert(std::is_trivially_copyable_v<T>, "only flat values have a digest");
  static_assert(std::has_unique_object_representations_v<T>,
                "padding and floats would let equal values differ in their bytes");
  static_assert(!std::is_pointer_v<T>, "an address differs from run to run");
  static_assert(bytes <= sizeof(T));
  return XXH3_64bits(&value, bytes);
}

template <class T>
std::uint64_t digest(const T& value) {
  return digest_front<sizeof(T)>(value);
}

}  // namespace sim
