#include "engine/codec/json_scan.h"

#include <gtest/gtest.h>

#include <string>

namespace engine::json {
namespace {

using rpc::Reason;

Scan scan(const std::string& text) { return Scanner(ScanLimits()).scan(text, 0); }

// What may stand in a string, and where its fault is, if it has one.
struct Part {
  std::string bytes;
  Reason reason;
  std::size_t at;
};

const Part parts[] = {
    {"\\n", Reason::None, 0},
    {"\\\"", Reason::None, 0},
    {"\\\\", Reason::None, 0},
    {"\\\\\\\"", Reason::None, 0},
    {"\\u00e9", Reason::None, 0},
    {"\\ud83d\\ude00", Reason::None, 0},
    {"\xc3\xa9", Reason::None, 0},
    {"\xe2\x82\xac\xf0\x9f\x98\x80", Reason::None, 0},
    {std::string(1, '\0'), Reason::NulByte, 0},
    {"\x1f", Reason::ControlCharacter, 0},
    {"\\x", Reason::BadEscape, 0},
    {"\\\\\\x", Reason::BadEscape, 2},
    {"\\u12g4", Reason::BadEscape, 0},
    {"\\ud83d", Reason::LoneSurrogate, 0},
    {"\\ude00", Reason::LoneSurrogate, 0},
    {"\\ud83d\\u0041", Reason::LoneSurrogate, 0},
    {"\xff", Reason::NotUtf8, 0},
    {"\xe2\x82", Reason::NotUtf8, 0},
    {"\xf0\x9f\x98", Reason::NotUtf8, 0},
    {"\xed\xa0\x80", Reason::NotUtf8, 0},
    {"\xc3\xa9\x80", Reason::NotUtf8, 2},
    {"\"", Reason::UnexpectedByte, 1},
};

// Strings are read in blocks of 64 bytes; what is found may not depend on where a block ends, nor
// on what stands around it.
TEST(JsonStrings, HaveTheSameFaultWhereverItStands) {
  for (const std::string filler : {"x", "\\n", "\xc3\xa9"}) {
    for (const auto& part : parts) {
      for (std::size_t before = 0; before < 140; ++before) {
        std::string start = "[\"" + std::string(before % filler.size(), ' ');
        while (start.size() < 2 + before) start += filler;
        for (const std::size_t after : {0U, 1U, 20U, 200U}) {
          const auto text = start + part.bytes + std::string(after, 'y') + "\"]";
          const auto found = scan(text);
          ASSERT_EQ(found.reason, part.reason) << text;
          const auto at = part.reason == Reason::None ? text.size() : start.size() + part.at;
          ASSERT_EQ(found.at, at) << text;
        }
      }
    }
  }
}

TEST(JsonStrings, AreCutAnywhere) {
  const std::string whole =
      "[\"" + std::string(70, 'x') + "\\u00e9\\ud83d\\ude00\xf0\x9f\x98\x80\\n\"]";
  for (std::size_t size = 1; size < whole.size(); ++size) {
    const auto found = scan(whole.substr(0, size));
    const bool within_sequence = size > 90 && size < 94;
    EXPECT_EQ(found.reason, within_sequence ? Reason::NotUtf8 : Reason::UnexpectedEnd) << size;
    EXPECT_EQ(found.at, within_sequence ? 90 : size) << size;
  }
}

TEST(JsonStrings, FirstFaultOfSeveralIsTold) {
  const std::string far(40, 'x');
  EXPECT_EQ(scan("[\"\\x" + far + "\x01\"]").reason, Reason::BadEscape);
  EXPECT_EQ(scan("[\"\xff" + far + "\\x\"]").reason, Reason::NotUtf8);
  EXPECT_EQ(scan("[\"\x01" + far + "\xff\"]").reason, Reason::ControlCharacter);
}

}  // namespace
}  // namespace engine::json
