// JSON text read into values that know where in the text they stand. Stricter than the
// standard: a name that comes twice in one object is refused.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sim {

struct JsonValue {
  enum class Kind : std::uint8_t { Null, Boolean, Integer, Real, Text, Array, Object };

  Kind kind = Kind::Null;
  bool boolean = false;
  std::int64_t integer = 0;   // Beyond 64 bits: the nearest.
  std::uint64_t natural = 0;  // Of an Integer that is not negative: itself, up to 2^64 - 1.
  std::string text{};         // Of a Text or a Real.
  std::string name{};         // Of a member.
  std::size_t name_offset = 0;
  std::size_t offset = 0;          // Of its first byte.
  std::size_t last = 0;            // Of an Array or an Object: of its last byte.
  std::vector<JsonValue> items{};  // Of an Array or an Object, in order.
};

// The value of a member, or null.
const JsonValue* member_of(const JsonValue& object, std::string_view name);

struct JsonError {
  std::size_t offset;
  std::string pointer;  // Of the value or member that is being read there.
  std::string what;     // A sentence.
  std::string remedy;   // Likewise, or empty.
};

// What a text may hold; the parser itself has no limits. A value takes about 200 bytes while it
// is read.
struct JsonLimits {
  std::size_t depth = 32;
  std::size_t values = 5'000;
  std::string_view too_much = "A file of this kind needs far less.";
};

std::variant<JsonValue, JsonError> parse_json(std::string_view text, const JsonLimits& limits = {});

struct TextPlace {
  std::size_t line;    // From 1.
  std::size_t column;  // Likewise, in code points.
};
TextPlace place_of(std::string_view text, std::size_t offset);

// The JSON pointer of a value below `root`, or of `root` itself: the empty one. Names in it
// are as echo() shows them.
std::string pointer_to(const JsonValue& root, const JsonValue& value);

// What one name adds to a pointer: "/name".
std::string pointer_to_member(std::string_view name);

// The text in quotes, short, on one line and in ASCII whatever it holds.
std::string echo(std::string_view text);

}  // namespace sim
