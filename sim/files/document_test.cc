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

// Looking through all of an array, or of the names, for each that comes would never end.
TEST(Document, CostsWhatItsBytesDo) {
  std::string many = "[{}", named = R"({"0":0)";
  for (int i = 1; i < 1'000'000; ++i) many += ",{}";
  for (int i = 1; i < 300'000; ++i) named += ",\"" + std::to_string(i) + "\":0";
  const DocumentBounds bounds{.bytes_max = std::size_t{1} << 24};
  EXPECT_EQ(std::get<nlohmann::json>(read_document<nlohmann::json>(many + "]", bounds)).size(),
            1'000'000u);
  EXPECT_EQ(
      std::get<nlohmann::ordered_json>(read_document<nlohmann::ordered_json>(named + "}", bounds))
          .size(),
      300'000u);
}

template <class Json>
void expect_as_the_library_reads(const std::string& text) {
  EXPECT_EQ(std::get<Json>(read_document<Json>(text)).dump(), Json::parse(text).dump()) << text;
}
TEST(Document, IsWhatTheLibraryMakesOfIt) {
  for (const auto* text :
       {R"({"b":[1,-2,3.5,[],[[]],{}],"a":{"d":null,"c":{"":true}},"e":"\u00e9\n"})", "[]", "{}",
        R"([{"z":[{"y":false}]},{"x":18446744073709551615}])", "\"text\"", " -0.0 ", "null"}) {
    expect_as_the_library_reads<nlohmann::json>(text);
    expect_as_the_library_reads<nlohmann::ordered_json>(text);
  }
}

TEST(Document, SaysWhereItIsNoJson) {
  for (const auto* text : {"", "{", "{} {}", "[1,]", "\xff", "nul"})
    EXPECT_THAT(why(text), HasSubstr("it is no JSON")) << text;
  EXPECT_THAT(why("\"\xff\""), HasSubstr("it is not UTF-8"));
  const auto read = read_document<nlohmann::ordered_json>("[1,]");
  EXPECT_EQ(std::get<NoDocument>(read).offset, 4u);
}

}  // namespace
}  // namespace sim
