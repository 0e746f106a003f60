// Sixty-four bytes of text at a time: bit i of a word tells of byte i.
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace engine::json {

inline constexpr std::size_t block_bytes = 64;
constexpr std::uint64_t every_byte = 0x0101010101010101;

// Eight bytes, the first of which is the lowest.
inline std::uint64_t load(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
  return word;
}

// What matters within a string.
struct Marks {
  std::uint64_t quote = 0, backslash = 0;
  std::uint64_t control = 0;    // Below the space.
  std::uint64_t not_ascii = 0;  // From 0x80.
  bool operator==(const Marks&) const = default;
};

// The high bits of the eight bytes of a word, the first of which is the lowest.
constexpr std::uint64_t high_bits(std::uint64_t word) {
  return (word >> 7 & every_byte) * 0x0102040810204080 >> 56;
}

// Of 64 bytes. Nothing is carried from one byte to the next, for the high bit of each is set aside.
inline Marks marks_by_words(const char* at) {
  constexpr std::uint64_t low = every_byte * 0x7f;
  Marks marks;
  for (std::size_t i = 0; i < block_bytes; i += 8) {
    const auto word = load(at + i);
    const auto zero = [](std::uint64_t bytes) { return ~(((bytes & low) + low) | bytes); };
    marks.quote |= high_bits(zero(word ^ every_byte * '"')) << i;
    marks.backslash |= high_bits(zero(word ^ every_byte * '\\')) << i;
    marks.control |= high_bits(~(((word & low) + every_byte * 0x60) | word)) << i;
    marks.not_ascii |= high_bits(word) << i;
  }
  return marks;
}

#if defined(__SSE2__)
inline Marks marks_by_vectors(const char* at) {
  Marks marks;
  for (std::size_t i = 0; i < block_bytes; i += 16) {
    const auto bits = [i](__m128i found) {
      return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(found))} << i;
    };
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    marks.quote |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')));
    marks.backslash |= bits(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
    marks.control |= bits(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes));
    marks.not_ascii |= bits(bytes);
  }
  return marks;
}
#endif

// What most blocks with escapes, and with letters of several bytes, have and no more, so that
// they need not be looked at one by one.
struct Common {
  std::uint64_t escapes = 0;    // May stand behind a backslash: / b f n r t.
  std::uint64_t last = 0;       // 0x80 to 0xbf: not the first byte of a letter.
  bool only_two_bytes = false;  // What is not ASCII is such a byte, or the first one of two.
  bool operator==(const Common&) const = default;
};

#if defined(__SSE2__)
inline Common common_by_vectors(const char* at) {
  Common common;
  auto longer = _mm_setzero_si128();
  for (std::size_t i = 0; i < block_bytes; i += 16) {
    const auto bits = [i](__m128i found) {
      return std::uint64_t{static_cast<std::uint32_t>(_mm_movemask_epi8(found))} << i;
    };
    const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
    const auto is = [bytes](char letter) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(letter)); };
    // Of two that differ in one bit.
    const auto is_of = [bytes](char letter, char bit) {
      const auto others = _mm_set1_epi8(static_cast<char>(~bit));
      return _mm_cmpeq_epi8(_mm_and_si128(bytes, others), _mm_set1_epi8(letter));
    };
    common.escapes |=
        bits(_mm_or_si128(_mm_or_si128(_mm_or_si128(is('/'), is('n')), is_of('b', 'b' ^ 'f')),
                          _mm_or_si128(is('r'), is('t'))));
    const auto two = _mm_set1_epi8(static_cast<char>(0xc0));
    const auto three = _mm_set1_epi8(static_cast<char>(0xe0));
    common.last |= bits(_mm_cmplt_epi8(bytes, two));  // Signed: 0x80 is the least.
    longer = _mm_or_si128(longer, _mm_cmpeq_epi8(_mm_min_epu8(bytes, three), three));
    longer = _mm_or_si128(longer, is_of(static_cast<char>(0xc0), 1));
  }
  common.only_two_bytes = _mm_movemask_epi8(longer) == 0;
  return common;
}
#endif

// Of 64 bytes; without vectors nothing is usual.
inline Common common_of([[maybe_unused]] const char* at) {
#if defined(__SSE2__)
  return common_by_vectors(at);
#else
  return {};
#endif
}

// Of 64 bytes.
inline Marks marks_of(const char* at) {
#if defined(__SSE2__)
  return marks_by_vectors(at);
#else
  return marks_by_words(at);
#endif
}

// The quote that ends a string at `at` if it is near and nothing before it needs a closer look,
// else null. Most strings are such: keys, names, ids. Without vectors none is.
inline const char* near_quote([[maybe_unused]] const char* at, [[maybe_unused]] const char* end) {
#if defined(__SSE2__)
  if (end - at < 16) return nullptr;
  const auto bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const auto quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const auto backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  // Signed: what is not ASCII is negative, and so below the space as well.
  const auto outside = _mm_cmpgt_epi8(_mm_set1_epi8(0x20), bytes);
  const auto special = _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), outside));
  if (special == 0) return nullptr;
  at += std::countr_zero(static_cast<std::uint32_t>(special));
  return *at == '"' ? at : nullptr;
#else
  return nullptr;
#endif
}

// The bytes that a backslash before them escapes. `cut`, in and out: whether a backslash at the
// end of the block before escapes the first byte of this one.
//
// In a run of backslashes each second one is escaped. Adding the beginnings of the runs that
// begin at odd places to all backslashes carries beyond the end of these runs, so the carries
// tell the runs of either kind apart.
inline std::uint64_t escaped_bits(std::uint64_t backslash, bool& cut) {
  constexpr std::uint64_t even = 0x5555555555555555;
  const auto first = std::uint64_t{cut};
  backslash &= ~first;
  const auto follows = backslash << 1 | first;
  const auto odd_starts = backslash & ~even & ~follows;
  const auto ends = odd_starts + backslash;
  cut = ends < backslash;
  return (even ^ ends << 1) & follows;
}

}  // namespace engine::json
