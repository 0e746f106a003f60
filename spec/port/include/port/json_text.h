// A message or a record of the port as JSON, by the table of its names: what a program in
// another language is told. Equal values give equal texts.
//
//   {"close_answered":{"operation":"main","dialog":1,"answer":"accepted"}}
#pragma once
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "port/time.h"
#include "port/words.h"

namespace port {

template <class T>
void add_json(std::string& out, const T& value) {
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
      add_json(out, member);
      before = ",";
    });
    out += before == "{" ? "{}" : "}";
  } else if constexpr (requires { value.begin(); }) {
    std::string_view before = "";
    out += '[';
    for (const auto& item : value) {
      out += before;
      add_json(out, item);
      before = ",";
    }
    out += ']';
  } else {
    add_json(out, value.value);  // An id.
  }
}

// Of a variant over messages: an object with one member, the message under its name.
template <class... Messages>
std::string json_text(const std::variant<Messages...>& message) {
  return std::visit(
      []<class T>(const T& one) {
        std::string out = "{\"" + std::string(record<T>.name) + "\":";
        add_json(out, one);
        return out + "}";
      },
      message);
}

}  // namespace port
