// What the interpreter of formats makes of C++ types; the formats themselves have tests of their
// own.
#include "sim/files/format.h"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "port/check.h"

namespace sim::format {
namespace {

struct Id {
  std::uint16_t value = 0;
  bool operator==(const Id&) const = default;
};
struct Numbers {
  std::int8_t small = 0;
  std::uint64_t large = 0;
  std::optional<Id> id = {};
  std::vector<std::int32_t> list = {};
  std::array<std::uint8_t, 2> pair{};
};
struct Other {
  Numbers numbers;
};

constexpr Type number_type = integer(-5, 300);
constexpr Type byte_type = natural();
constexpr Row number_rows[] = {
    {"small", at<&Numbers::small>, integer(-5, 5)},
    {"large", at<&Numbers::large>, natural()},
    {"id", at<&Numbers::id>, natural()},
    {"list", at<&Numbers::list>, list(number_type, {.what = "numbers", .most = 3})},
    {"pair", at<&Numbers::pair>, list(byte_type, {.what = "bytes", .most = 2})}};
constexpr Type numbers_type = object(number_rows);

// What is said of a text, or what it is written as once it was read.
std::string told(std::string_view text) {
  const auto parsed = parse_json(text);
  const auto& root = std::get<JsonValue>(parsed);
  Reader reader;
  Numbers out;
  read(reader, root, numbers_type, spot(out));
  return reader.failed() ? show(reader.error(text, root, "x"))
                         : document_of(numbers_type, out).dump();
}

TEST(Format, KeepsNumbersOfAnyWidthAndSign) {
  for (const auto* text : {R"({})", R"({"small":-5,"large":18446744073709551615,"id":65535})",
                           R"({"id":0,"list":[-5,300],"pair":[255,0]})"})
    EXPECT_EQ(told(text), text);
}

TEST(Format, RefusesWhatDoesNotFitIntoTheCppType) {
  EXPECT_EQ(told(R"({"id":65536})"),
            "x:1:7: /id: 65536 is out of range. Write an integer from 0 to 65535.");
  EXPECT_EQ(told(R"({"pair":[256,0]})"),
            "x:1:10: /pair/0: 256 is out of range. Write an integer from 0 to 255.");
  EXPECT_EQ(told(R"({"pair":[1]})"), "x:1:9: /pair: Some of it is missing. There are 2.");
}

TEST(Format, WillNotReadRowsIntoAnotherType) {
  Other other;
  Reader reader;
  const auto parsed = parse_json(R"({"small":1})");
  const port::CheckCatcher catcher;
  EXPECT_THROW(read(reader, std::get<JsonValue>(parsed), numbers_type, spot(other)),
               port::CheckFailed);
}

}  // namespace
}  // namespace sim::format
