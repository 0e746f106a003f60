// Views of JSON text that was checked before (json_scan.h): reading it cannot fail. They point
// into the text and own nothing.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace engine::json {

// A string. Two of them are equal if they mean the same, however they are escaped.
class Text {
 public:
  Text() = default;
  // UTF-8 as it is meant; an encoder escapes what it must.
  static Text plain(std::string_view bytes) { return {bytes, false}; }
  // What stands between the quotes of checked JSON.
  static Text escaped(std::string_view raw) { return {raw, true}; }

  std::string_view raw() const { return raw_; }
  bool is_escaped() const { return escaped_; }
  std::string decoded() const;

  bool operator==(const Text& other) const {
    return !escaped_ && !other.escaped_ ? raw_ == other.raw_ : same_meaning(other);
  }
  bool operator==(std::string_view plain_bytes) const { return *this == plain(plain_bytes); }

 private:
  Text(std::string_view raw, bool escaped) : raw_(raw), escaped_(escaped) {}
  bool same_meaning(const Text& other) const;

  std::string_view raw_;
  bool escaped_ = false;
};

// Appends the text as a JSON string, with its quotes.
void append(std::string& out, const Text& text);

// Gives the bytes that a text means, one at a time, without storing them.
class TextReader {
 public:
  explicit TextReader(const Text& text) : raw_(text.raw()), escaped_(text.is_escaped()) {}

  // A byte, or -1 at the end.
  int next();

 private:
  void expand_escape();

  std::string_view raw_;
  bool escaped_;
  char waiting_[4] = {};
  std::uint8_t waiting_at_ = 0, waiting_count_ = 0;
};

enum class Type : std::uint8_t { Absent, Null, Boolean, Number, String, Array, Object };

// One value, without the spaces around it. Equal if the bytes are.
struct Value {
  std::string_view raw;  // Empty: absent.

  bool present() const { return !raw.empty(); }
  Type type() const;

  // Each gives nothing if the value is of another type.
  std::optional<Text> text() const;
  std::optional<std::int64_t> integer() const;  // Nor for a fraction, exponent or overflow.
  std::optional<bool> boolean() const;

  // Absent if this is no object or has no such key. Takes time linear in the object.
  Value member(std::string_view key) const;

  bool operator==(const Value&) const = default;
};

struct Field {
  Text key;
  Value value;
  bool operator==(const Field&) const = default;
};

// The members of an object or the elements of an array, one after the other.
class Parts {
 public:
  explicit Parts(const Value& whole);

  // False at the end. The elements of an array have no key.
  bool next(Field& part);

 private:
  std::string_view rest_;
  bool keyed_ = false;
};

}  // namespace engine::json
