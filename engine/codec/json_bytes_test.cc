#include "codec/json_bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

namespace engine::json {
namespace {

Marks marks_bytewise(const char* at) {
  Marks marks;
  for (std::size_t i = 0; i < block_bytes; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]);
    marks.quote |= std::uint64_t{byte == '"'} << i;
    marks.backslash |= std::uint64_t{byte == '\\'} << i;
    marks.control |= std::uint64_t{byte < 0x20} << i;
    marks.not_ascii |= std::uint64_t{byte >= 0x80} << i;
  }
  return marks;
}

Common common_bytewise(const char* at) {
  Common common{.only_two_bytes = true};
  for (std::size_t i = 0; i < block_bytes; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]);
    const bool escape =
        byte == '/' || byte == 'b' || byte == 'f' || byte == 'n' || byte == 'r' || byte == 't';
    common.escapes |= std::uint64_t{escape} << i;
    common.last |= std::uint64_t{byte >= 0x80 && byte < 0xc0} << i;
    if (byte >= 0xe0 || byte == 0xc0 || byte == 0xc1) common.only_two_bytes = false;
  }
  return common;
}

// Blocks of what strings are made of, with every byte now and then.
std::string any_block() {
  const auto byte = rc::gen::oneOf(rc::gen::element<char>('"', '\\', 'x', ' ', '\x1f', '\x7f'),
                                   rc::gen::arbitrary<char>());
  return *rc::gen::container<std::string>(block_bytes, byte);
}

RC_GTEST_PROP(JsonBytes, AreMarkedTheSameInEveryWay, ()) {
  const auto block = any_block();
  const auto marks = marks_bytewise(block.data());
  RC_ASSERT(marks_of(block.data()) == marks);
  RC_ASSERT(marks_by_words(block.data()) == marks);
}

RC_GTEST_PROP(JsonBytes, AreOfTheCommonOnesInEveryWay, ()) {
  const auto letter = rc::gen::element<char>('/', 'b', 'f', 'j', 'n', 'r', 't', 'v', '"');
  const auto of_two =
      rc::gen::element<char>('\x80', '\xbf', '\xc2', '\xdf', '\xc0', '\xc1', '\xe0', '\xff');
  const auto byte = *rc::gen::arbitrary<bool>()
                        ? rc::gen::oneOf(letter, of_two)
                        : rc::gen::oneOf(letter, rc::gen::element<char>('\xc3', '\xa9'));
  const auto block = *rc::gen::container<std::string>(block_bytes, byte);
#if defined(__SSE2__)
  RC_ASSERT(common_by_vectors(block.data()) == common_bytewise(block.data()));
#else
  RC_ASSERT(common_of(block.data()) == Common());
#endif
}

RC_GTEST_PROP(JsonBytes, AreEscapedByTheBackslashesBeforeThem, ()) {
  const auto text = *rc::gen::container<std::string>(
      3 * block_bytes, rc::gen::weightedElement<char>({{3, '\\'}, {1, 'x'}}));
  bool cut = false, escaped = false;
  for (std::size_t at = 0; at < text.size(); at += block_bytes) {
    const auto bits = escaped_bits(marks_bytewise(text.data() + at).backslash, cut);
    for (std::size_t i = 0; i < block_bytes; ++i) {
      RC_ASSERT((bits >> i & 1) == (escaped ? 1u : 0u));
      escaped = !escaped && text[at + i] == '\\';
    }
    RC_ASSERT(cut == escaped);
  }
}

}  // namespace
}  // namespace engine::json
