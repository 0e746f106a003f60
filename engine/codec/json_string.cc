// Strings, in which most of the bytes of a message are.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "codec/json_bytes.h"
#include "engine/codec/json_scan.h"
#include "engine/codec/utf8.h"

namespace engine::json {
namespace {

using rpc::Reason;

// Letters that may stand behind a backslash, but for `u`.
constexpr auto simple_escapes = [] {
  std::array<bool, 256> letters{};
  for (const char letter : std::string_view("\"\\/bfnrt"))
    letters[static_cast<unsigned char>(letter)] = true;
  return letters;
}();

// Without the marks of the first `count` bytes.
Marks behind(const Marks& marks, std::size_t count) {
  return {.quote = marks.quote >> count,
          .backslash = marks.backslash >> count,
          .control = marks.control >> count,
          .not_ascii = marks.not_ascii >> count};
}

}  // namespace

// Sixty-four bytes at a time. Whoever finds something wrong leaves it to `fault_in_string` to say
// what it is and where, so that is said in one place only.
bool Scanner::string() {
  const char* start = at_;
  escaped_ = false;
  if (const char* quote = near_quote(start + 1, end_)) {
    at_ = quote + 1;
    return true;
  }
  bool cut = false;
  const char* escapes_to = start;
  const char* sequences_to = start;
  const char* block = start + 1;
  while (block != end_) {
    const auto left = static_cast<std::size_t>(end_ - block);
    const auto marks = left >= block_bytes ? marks_of(block) : last_marks(left);
    const bool any = cut || marks.backslash != 0;
    const auto escaped = any ? escaped_bits(marks.backslash, cut) : 0;
    const auto ends = marks.quote & ~escaped;
    const auto within = (ends - 1) & ~ends;
    if ((marks.control & within) != 0) break;
    const auto starts = marks.backslash & ~escaped & within;
    const auto not_ascii = marks.not_ascii & within;
    if ((starts | not_ascii) != 0) {
      // Whole in this block, and such as most are; else each is looked at.
      escaped_ = escaped_ || starts != 0;
      const auto common = left >= block_bytes ? common_of(block) : last_common(left);
      const auto letters = escaped & within & ~(marks.quote | marks.backslash);
      const auto last = not_ascii & common.last;
      const bool beyond = ((starts | not_ascii) >> (block_bytes - 1)) != 0;
      const bool usual = !beyond && (letters & ~common.escapes) == 0 &&
                         (common.only_two_bytes || not_ascii == 0) &&
                         last == (not_ascii & ~last) << 1;
      if (!usual &&
          !(escapes(block, starts, escapes_to) && sequences(block, not_ascii, sequences_to)))
        break;
    }
    if (ends != 0) {
      at_ = block + std::countr_zero(ends) + 1;
      return true;
    }
    block += std::min(left, block_bytes);
  }
  at_ = start;
  return fault_in_string();
}

// Of the last `left` bytes of the text, less than a block.
Marks Scanner::last_marks(std::size_t left) const {
  const auto past = block_bytes - left;
  const auto size = static_cast<std::size_t>(end_ - begin_);
  if (size >= block_bytes) return behind(marks_of(end_ - block_bytes), past);
  char padded[block_bytes] = {};
  std::memcpy(padded + block_bytes - size, begin_, size);
  return behind(marks_of(padded), past);
}

// The same of what is usual there; of a short text nothing is.
Common Scanner::last_common(std::size_t left) const {
  if (static_cast<std::size_t>(end_ - begin_) < block_bytes) return {};
  auto common = common_of(end_ - block_bytes);
  common.escapes >>= block_bytes - left;
  common.last >>= block_bytes - left;
  return common;
}

// Whether the escapes that begin at these bytes of the block are sound, but for those before
// `checked_to`: the second half of a pair is checked with the first.
bool Scanner::escapes(const char* block, std::uint64_t starts, const char*& checked_to) {
  for (; starts != 0; starts &= starts - 1) {
    at_ = block + std::countr_zero(starts);
    if (end_ - at_ < 2) return false;
    if (simple_escapes[static_cast<unsigned char>(at_[1])] || at_ < checked_to) continue;
    if (at_[1] != 'u' || !unicode_escape()) return false;
    checked_to = at_;
  }
  return true;
}

// Whether these bytes of the block are of sound sequences, but for those before `checked_to`.
bool Scanner::sequences(const char* block, std::uint64_t not_ascii, const char*& checked_to) const {
  const auto begin_at = [&](const char* at) {
    const auto done = static_cast<std::size_t>(at - block);
    not_ascii = done < block_bytes ? not_ascii >> done << done : 0;
  };
  if (checked_to > block) begin_at(checked_to);
  while (not_ascii != 0) {
    const char* at = block + std::countr_zero(not_ascii);
    const auto length = sequence_length(at, static_cast<std::size_t>(end_ - at));
    if (length == 0) return false;
    checked_to = at + length;
    begin_at(checked_to);
  }
  return true;
}

// Fails at the first thing that is wrong: the string has no end, or something is before it. Its
// first quote is a byte like others here, and the next one that is not escaped stands behind that.
bool Scanner::fault_in_string() {
  while (at_ != end_) {
    const auto byte = static_cast<unsigned char>(*at_);
    if (byte < 0x20) return fail(byte == 0 ? Reason::NulByte : Reason::ControlCharacter, at_);
    if (byte == '\\') {
      if (!escape()) return false;
      continue;
    }
    const auto length = sequence_length(at_, static_cast<std::size_t>(end_ - at_));
    if (length == 0) return fail(Reason::NotUtf8, at_);
    at_ += length;
  }
  return fail(Reason::UnexpectedEnd, at_);
}

bool Scanner::escape() {
  if (end_ - at_ < 2) return fail(Reason::UnexpectedEnd, end_);
  if (at_[1] == 'u') return unicode_escape();
  if (!simple_escapes[static_cast<unsigned char>(at_[1])]) return fail(Reason::BadEscape, at_);
  at_ += 2;
  return true;
}

bool Scanner::unicode_escape() {
  const char* start = at_;
  std::uint32_t unit = 0;
  if (!hex_unit(unit)) return false;
  if (unit < 0xd800 || unit > 0xdfff) return true;
  if (unit > 0xdbff || (at_ != end_ && *at_ != '\\') || (end_ - at_ > 1 && at_[1] != 'u'))
    return fail(Reason::LoneSurrogate, start);
  if (end_ - at_ < 2) return fail(Reason::UnexpectedEnd, end_);
  if (!hex_unit(unit)) return false;
  return (unit >= 0xdc00 && unit <= 0xdfff) || fail(Reason::LoneSurrogate, start);
}

// The escape \uXXXX at `at_`.
bool Scanner::hex_unit(std::uint32_t& unit) {
  const char* start = at_;
  unit = 0;
  at_ += 2;
  for (int i = 0; i < 4; ++i, ++at_) {
    if (at_ == end_) return fail(Reason::UnexpectedEnd, at_);
    const char lower = static_cast<char>(*at_ | 0x20);
    if (*at_ >= '0' && *at_ <= '9') {
      unit = unit << 4 | static_cast<std::uint32_t>(*at_ - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      unit = unit << 4 | static_cast<std::uint32_t>(lower - 'a' + 10);
    } else {
      return fail(Reason::BadEscape, start);
    }
  }
  return true;
}

}  // namespace engine::json
