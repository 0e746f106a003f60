// All that can be said in an area, as JSON made of the tables of its names: what somebody reads who
// writes a program for it, and what tells two vocabularies apart.
//
//   {"events":{"looked":{"call":"id","reading":{"exists":"boolean","value":"integer"}},...},
//    "commands":{...}}
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "port/json_text.h"
#include "port/time.h"
#include "port/words.h"

namespace port {

template <class T, class Names>
void add_kind(std::string& out);
// "left|right|unknown"
void add_words(std::string& out, std::span<const std::string_view> words);

// An object with a member for each message.
template <class Names, class... Messages>
void add_kinds(std::string& out, const std::variant<Messages...>*) {
  std::string_view before = "{";
  const auto add = [&]<class One>(const One*) {
    begin_member(out, before, One::record.name);
    add_kind<One, Names>(out);
    before = ",";
  };
  (add(static_cast<const Messages*>(nullptr)), ...);
  out += '}';
}

// Of a member: "boolean", "integer", "ms", "id", "name" (a text, or null for none), the words of an
// enumeration ("left|right|unknown"), an object, a list of one kind.
template <class T, class Names>
void add_kind(std::string& out) {
  if constexpr (std::is_same_v<T, bool>) {
    out += "\"boolean\"";
  } else if constexpr (std::is_enum_v<T>) {
    static_assert(has_words<T>());
    add_words(out, words<T>);
  } else if constexpr (std::is_integral_v<T>) {
    out += "\"integer\"";
  } else if constexpr (std::is_same_v<T, Duration>) {
    out += "\"ms\"";
  } else if constexpr (Recorded<T>) {
    std::string_view before = "{";
    for_each_member(T{}, [&](std::string_view name, const auto& member) {
      begin_member(out, before, name);
      add_kind<std::remove_cvref_t<decltype(member)>, Names>(out);
      before = ",";
    });
    out += before == "{" ? "{}" : "}";
  } else if constexpr (is_message<T>) {
    add_kinds<Names>(out, static_cast<const T*>(nullptr));
  } else if constexpr (requires(const T& value) { value.begin(); }) {
    out += '[';
    add_kind<std::remove_cvref_t<decltype(*T{}.begin())>, Names>(out);
    out += ']';
  } else if constexpr (requires(const Names& names, const T& value) { names.name(value); }) {
    out += "\"name\"";
  } else {
    out += "\"id\"";
  }
}

// Of facts, which programs are not told.
template <class Fact, class Names = NoNames>
std::string kinds() {
  std::string out;
  add_kind<Fact, Names>(out);
  return out;
}

template <class Happening, class Command, class Names = NoNames>
std::string vocabulary() {
  std::string out = "{\"events\":";
  add_kind<Happening, Names>(out);
  out += ",\"commands\":";
  add_kind<Command, Names>(out);
  return out + "}";
}

}  // namespace port
