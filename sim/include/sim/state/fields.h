// A state as an ordered list of named fields with values that a person can read. Two states
// that differ in a byte that decides anything differ in a field, so that a difference has a
// name. Names do not depend on where a field lies in memory.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "port/words.h"

namespace sim {

struct Field {
  std::string name, value;  // "engine.phase", "Body"
  bool operator==(const Field&) const = default;
};
using Fields = std::vector<Field>;

struct FieldChange {
  std::string name, before, after;
  bool operator==(const FieldChange&) const = default;
};

// The fields whose values differ, in the order of `after`. A name that only one of them has
// is left out: it says nothing of the values.
std::vector<FieldChange> changes(const Fields& before, const Fields& after);

// The value of a field, or null.
const std::string* find_field(const Fields& fields, std::string_view name);

// Adds fields to a list. Values are read as raw bytes: one that its type does not allow has
// a text too.
class FieldWriter {
 public:
  explicit FieldWriter(Fields& out) : out_(out) {}

  void text(std::string name, std::string value) {
    out_.push_back({std::move(name), std::move(value)});
  }
  // "yes", "no"; "Body", or "77" if there is no such enumerator; a number.
  void add(std::string_view name, const auto& value) { text(std::string(name), show(value)); }
  // "world[17]": each byte of a flat value.
  void bytes(std::string_view name, const auto& value) {
    const auto* at = reinterpret_cast<const unsigned char*>(&value);
    for (std::size_t i = 0; i < sizeof(value); ++i)
      text(std::string(name) + "[" + std::to_string(i) + "]", std::to_string(at[i]));
  }
  // "0.500s"
  template <class T>
  void time(std::string_view name, const T& value) {
    static_assert(sizeof(T) == sizeof(std::int32_t));
    text(std::string(name), seconds(raw<std::int32_t>(value)));
  }
  // "{Tick Body}": the enumerators, or the numbers, of the bits that are set.
  template <class Enum>
  void bits(std::string_view name, std::uint64_t value) {
    std::string out;
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((value >> bit & 1u) == 0) continue;
      if (!out.empty()) out += ' ';
      if constexpr (std::is_enum_v<Enum>)
        out += enumerator<Enum>(bit);
      else
        out += std::to_string(bit);
    }
    text(std::string(name), "{" + out + "}");
  }

  template <class T>
  static std::string show(const T& value) {
    if constexpr (std::same_as<T, bool>) {
      const auto byte = raw<std::uint8_t>(value);
      return byte == 0 ? "no" : byte == 1 ? "yes" : std::to_string(byte);
    } else if constexpr (std::is_enum_v<T>) {
      return enumerator<T>(raw<std::underlying_type_t<T>>(value));
    } else {
      static_assert(std::is_integral_v<T>);
      return std::to_string(value);
    }
  }
  static std::string seconds(std::int64_t ms);

  template <class Enum>
  static std::string enumerator(std::size_t number) {
    constexpr std::size_t most = [] {
      if constexpr (port::Worded<Enum>) return port::words<Enum>.size() + 1;
      return std::size_t{64};
    }();
    static constexpr auto& names = port::enumerators<Enum, most>;
    if (number < most && !names[number].empty()) return std::string(names[number]);
    return std::to_string(number);
  }

  template <class To, class From>
  static To raw(const From& value) {
    static_assert(sizeof(To) == sizeof(From));
    To out;
    std::memcpy(&out, &value, sizeof(To));
    return out;
  }

 private:
  Fields& out_;
};

}  // namespace sim
