// What the port's values are called outside of C++, in JSON and in prints: one table for an
// enumeration and one row for a message or a record, beside what they name.
//
//   enum class Modality : std::uint8_t { None, Progress, Dialog };
//   WORDS(Modality, "none", "progress", "dialog");
//
//   struct CloseAnswered {
//     OperationId operation;
//     DialogId dialog;
//     CloseAnswer answer;
//     RECORD(CloseAnswered, "close_answered", "operation", "dialog", "answer");
//   };
//
// Both are proved where they are used: an enumerator without a word does not compile, nor
// does a member without a name.
#pragma once
#include <array>
#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>

#include "port/enumerators.h"

namespace port {

// Enumerations.

// Behind an enumeration: the words of its enumerators in their order, which count from zero.
#define WORDS(Enum, ...)                                                                    \
  constexpr auto its_words(Enum) { return std::to_array<std::string_view>({__VA_ARGS__}); } \
  static_assert(std::is_enum_v<Enum>)

// The words of E; a null pointer if it has none.
template <class E>
inline constexpr auto words = [] {
  if constexpr (requires { its_words(E{}); })
    return its_words(E{});
  else
    return nullptr;
}();

template <class E>
concept Worded = !std::is_null_pointer_v<std::remove_cv_t<decltype(words<E>)>>;

// Whether every enumerator of E has a word, and no word is without an enumerator.
template <class E>
constexpr bool has_words() {
  constexpr auto count = words<E>.size();
  constexpr auto& names = enumerators<E, count + 1>;
  for (std::size_t i = 0; i < count; ++i)
    if (names[i].empty() || words<E>[i].empty()) return false;
  return names[count].empty();
}

// "?" for a number that no enumerator has: another program may say one.
template <class E>
constexpr std::string_view word(E value) {
  static_assert(has_words<E>());
  const auto index = static_cast<std::size_t>(value);
  return index < words<E>.size() ? words<E>[index] : "?";
}

// The enumerator that `text` is the word of.
template <class E>
constexpr std::optional<E> enumerator_of(std::string_view text) {
  static_assert(has_words<E>());
  for (std::size_t i = 0; i < words<E>.size(); ++i)
    if (words<E>[i] == text) return static_cast<E>(i);
  return std::nullopt;
}

// A number that names a thing: a type of its own for each kind of things.
template <class Kind, class Number>
struct Id {
  Number value = 0;
  auto operator<=>(const Id&) const = default;
};

// Messages, and the records that they are made of.

// The names of a struct and of its members, in the order of their declaration.
template <std::size_t count>
struct Record {
  constexpr explicit Record(std::string_view its_name, auto... names)
      : name(its_name), members{std::string_view(names)...} {}

  std::string_view name;
  std::array<std::string_view, count> members;
};
template <class... Names>
Record(std::string_view, Names...) -> Record<sizeof...(Names)>;

template <class T>
concept Recorded = requires {
  T::record;
};

// Behind the members: that they are compared one by one, and what they are called.
#define RECORD(Type, ...)                       \
  bool operator==(const Type&) const = default; \
  static constexpr ::port::Record record { __VA_ARGS__ }

// Calls see(name, member) for each member of `value`, in the order of their declaration.
template <Recorded T, class See>
constexpr void for_each_member(const T& value, See&& see) {
  constexpr auto& names = T::record.members;
  constexpr auto count = names.size();
  const auto all = [&see](const auto&... members) {
    std::size_t next = 0;
    (see(names[next++], members), ...);
  };
  if constexpr (count == 0) {
    static_assert(std::is_empty_v<T>);
  } else if constexpr (count == 1) {
    const auto& [a] = value;
    all(a);
  } else if constexpr (count == 2) {
    const auto& [a, b] = value;
    all(a, b);
  } else if constexpr (count == 3) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  } else if constexpr (count == 4) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  } else if constexpr (count == 5) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  } else if constexpr (count == 6) {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  } else if constexpr (count == 7) {
    const auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  } else if constexpr (count == 8) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  } else {
    static_assert(count == 9, "a case is missing here");
    const auto& [a, b, c, d, e, f, g, h, i] = value;
    all(a, b, c, d, e, f, g, h, i);
  }
}

}  // namespace port
