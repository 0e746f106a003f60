#include "port/appserver/words.h"

namespace port::appserver {
namespace {

// Hashes are polynomials in this number, modulo 2^32: those of parts can be put together.
constexpr std::uint32_t base = 0x01000193;

std::uint32_t power(std::uint32_t exponent) {
  std::uint32_t out = 1, square = base;
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1u) != 0) out *= square;
    square *= square;
  }
  return out;
}

}  // namespace

TextMark mark_of(std::string_view text) {
  TextMark out;
  for (const char byte : text) append(out, static_cast<unsigned char>(byte));
  return out;
}

void append(TextMark& mark, unsigned char byte) {
  ++mark.bytes;
  mark.hash = mark.hash * base + byte + 1;
}

TextMark joined(TextMark first, TextMark then) {
  return {first.bytes + then.bytes, first.hash * power(then.bytes) + then.hash};
}

}  // namespace port::appserver
