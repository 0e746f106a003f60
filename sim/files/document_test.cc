#include "sim/files/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

using testing::HasSubstr;

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }
std::string why(const std::string& text, const DocumentBounds& bounds = {}) {
  const auto read = read_document<nlohmann::json>(text, bounds);
  const auto* fault = std::get_if<NoDocument>(&read);
  return fault == nullptr ? "" : fault->why;
}

TEST(Document, IsReadUpToItsBounds) {
  EXPECT_EQ(why(nested(32)), "");
  EXPECT_EQ(why(nested(33)), "it is nested deeper than 32");
  EXPECT_EQ(why(nested(400'000)), "it is nested deeper than 32");
  EXPECT_EQ(why("[1]", {.bytes_max = 3}), "");
  EXPECT_EQ(why("[12]", {.bytes_max = 3}), "it has 4 bytes, and may have 3");
}

TEST(Document, IsRefusedForWhatTheLibraryWouldTake) {
  EXPECT_EQ(why(R"({"a":1,"b":{"a":2},"a":3})"), "it has `a` twice in one object");
  EXPECT_EQ(why(R"([{"a":1},{"a":2}])"), "");
  EXPECT_EQ(why("\xEF\xBB\xBF{}"), "it begins with a byte order mark");
  EXPECT_EQ(why(std::string("{}\0", 3)), "it has a byte that is zero");
  EXPECT_THAT(why("1e999"), HasSubstr("no double holds"));
}

TEST(Document, SaysWhereItIsNoJson) {
  for (const auto* text : {"", "{", "{} {}", "[1,]", "\xff", "\"\xff\"", "nul"})
    EXPECT_THAT(why(text), HasSubstr("it is no JSON")) << text;
  const auto read = read_document<nlohmann::ordered_json>("[1,]");
  EXPECT_EQ(std::get<NoDocument>(read).offset, 4u);
}

TEST(Document, IsTheSameHoweverItIsWritten) {
  EXPECT_TRUE(same_document(R"({"a":1,"b":2})", R"({ "b":2, "a":1 })"));
  EXPECT_TRUE(same_document("}", "}"));
  EXPECT_FALSE(same_document("}", "{"));
  EXPECT_FALSE(same_document("1", "2"));
}

}  // namespace
}  // namespace sim
