// A message or a record of the port as JSON, by the table of its names: what a program in
// another language is told. Equal values give equal texts.
//
//   {"close_answered":{"operation":"main","dialog":1,"answer":"accepted"}}
//
// An id is a number, unless Names has a name for such ids: names.name(id), null if it is nothing.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "port/time.h"
#include "port/visit.h"
#include "port/words.h"

namespace port {

struct NoNames {};

// Compiled once, since there are hundreds of messages and records: what stands before the value of
// a member, a text in quotes, and numbers.
void begin_member(std::string& out, std::string_view before, std::string_view name);
void add_quoted(std::string& out, std::string_view text);
void add_number(std::string& out, std::int64_t number);
void add_number(std::string& out, std::uint64_t number);

template <class T>
inline constexpr bool is_message = false;  // One of several.
template <class... Messages>
inline constexpr bool is_message<std::variant<Messages...>> = true;

template <class T, class Names = NoNames>
void add_json(std::string& out, const T& value, const Names& names = {}) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    add_quoted(out, word(value));
  } else if constexpr (std::is_integral_v<T>) {
    using Widest = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    add_number(out, static_cast<Widest>(value));
  } else if constexpr (std::is_same_v<T, Duration>) {
    add_number(out, static_cast<std::int64_t>(value.count()));
  } else if constexpr (Recorded<T>) {
    std::string_view before = "{";
    for_each_member(value, [&](std::string_view name, const auto& member) {
      begin_member(out, before, name);
      add_json(out, member, names);
      before = ",";
    });
    out += before == "{" ? "{}" : "}";
  } else if constexpr (is_message<T>) {
    port::visit(
        [&]<class One>(const One& one) {
          begin_member(out, "{", One::record.name);
          add_json(out, one, names);
          out += '}';
        },
        value);
  } else if constexpr (requires { value.begin(); }) {
    std::string_view before = "";
    out += '[';
    for (const auto& item : value) {
      out += before;
      add_json(out, item, names);
      before = ",";
    }
    out += ']';
  } else if constexpr (requires { names.name(value); }) {
    const std::optional<std::string_view> name = names.name(value);
    name ? add_quoted(out, *name) : void(out += "null");
  } else {
    add_json(out, value.value);  // An id.
  }
}

// Of a variant over messages: an object with one member, the message under its name.
template <class... Messages, class Names = NoNames>
std::string json_text(const std::variant<Messages...>& message, const Names& names = {}) {
  std::string out;
  add_json(out, message, names);
  return out;
}

}  // namespace port
