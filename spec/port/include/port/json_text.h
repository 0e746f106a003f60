// A message or a record of the port as JSON, by the table of its names: what a program in
// another language is told. Equal values give equal texts.
//
//   {"close_answered":{"operation":"main","dialog":1,"answer":"accepted"}}
//
// An id is a number, unless Names has a name for such ids: names.name(id), null if it is nothing.
#pragma once
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

template <class T>
inline constexpr bool is_message = false;  // One of several.
template <class... Messages>
inline constexpr bool is_message<std::variant<Messages...>> = true;

template <class T, class Names = NoNames>
void add_json(std::string& out, const T& value, const Names& names = {}) {
  if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    out.append("\"").append(word(value)).append("\"");
  } else if constexpr (std::is_integral_v<T>) {
    out += std::to_string(value);
  } else if constexpr (std::is_same_v<T, Duration>) {
    out += std::to_string(value.count());
  } else if constexpr (Recorded<T>) {
    std::string_view before = "{";
    for_each_member(value, [&](std::string_view name, const auto& member) {
      out.append(before).append("\"").append(name).append("\":");
      add_json(out, member, names);
      before = ",";
    });
    out += before == "{" ? "{}" : "}";
  } else if constexpr (is_message<T>) {
    port::visit(
        [&]<class One>(const One& one) {
          out.append("{\"").append(record<One>.name).append("\":");
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
    name ? out.append("\"").append(*name).append("\"") : out.append("null");
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
