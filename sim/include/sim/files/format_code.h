// What formats have of code: where a value is kept, what checks it, and what makes one of another.
// Each is plain data with pointers to functions, made of a member pointer or a function.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "sim/files/held.h"
#include "sim/files/reader.h"

namespace sim::format {

using Json = nlohmann::ordered_json;

// Collects why a value cannot be written. The first reason counts.
class Writer {
 public:
  void fail(std::string why) {
    if (!why_) why_ = std::move(why);
  }
  bool failed() const { return why_.has_value(); }
  const std::string& why() const { return *why_; }

 private:
  std::optional<std::string> why_;
};

// Where a row's value is kept in its object.

struct Where {
  void* (*to)(void*);
  const Held* from;  // The object,
  const Held* held;  // and the value.
};

namespace internal {

template <class Step>
struct StepOf;
template <class V, class T>
struct StepOf<V T::*> {
  using Owner = T;
};
template <class V, class T>
struct StepOf<V& (*)(T&)> {
  using Owner = T;
};

template <auto step, auto... rest>
struct Path {
  static constexpr auto& walk(auto& from) {
    if constexpr (sizeof...(rest) == 0)
      return one(from);
    else
      return Path<rest...>::walk(one(from));
  }
  static constexpr auto& one(auto& from) {
    using Step = decltype(step);
    if constexpr (std::is_member_object_pointer_v<Step>)
      return from.*step;
    else if constexpr (std::is_pointer_v<Step>)
      return step(from);
    else
      return from[static_cast<std::size_t>(step)];
  }
};

template <auto first, auto... rest>
struct PathFrom {
  using Owner = typename StepOf<std::remove_const_t<decltype(first)>>::Owner;
  static constexpr auto& walk(Owner& from) { return Path<first, rest...>::walk(from); }
  static void* to(void* from) { return &walk(*static_cast<Owner*>(from)); }
  static constexpr Where where() {
    using Value = std::remove_reference_t<decltype(walk(std::declval<Owner&>()))>;
    return {to, &held<Owner>, &held<Value>};
  }
};

constexpr void* stay(void* at) { return at; }

template <class T, class Result>
T checked_by(Result (*)(Reader&, const JsonValue&, T&));
template <class T>
T asked_by(bool (*)(const T&));

}  // namespace internal

// Each step is a pointer to a member, a function from T& to V&, or the index of an element.
template <auto... steps>
inline constexpr Where at = internal::PathFrom<steps...>::where();
// What is spread over all of T.
template <class T>
inline constexpr Where itself = {internal::stay, &held<T>, &held<T>};

// Code of one format.

// A void(Reader&, const JsonValue&, T&) that may refuse what has been read.
struct Check {
  void (*run)(Reader&, const JsonValue&, void*) = nullptr;
  const Held* of = nullptr;
};
template <auto f>
inline constexpr Check check = [] {
  using T = decltype(internal::checked_by(f));
  return Check{[](Reader& reader, const JsonValue& json, void* value) {
                 f(reader, json, *static_cast<T*>(value));
               },
               &held<std::remove_const_t<T>>};
}();

// A bool(const T&).
struct When {
  bool (*holds)(const void*) = nullptr;
  const Held* of = nullptr;
};
template <auto f>
inline constexpr When when = [] {
  using T = decltype(internal::asked_by(f));
  return When{[](const void* value) { return f(*static_cast<const T*>(value)); }, &held<T>};
}();

// A V is read and written as a D is, its draft. `from` may refuse what the draft says at its place.
struct Through {
  const Held* of;
  const Held* draft;
  void (*to)(Writer&, const void* value, const void* base, void* draft);
  void (*from)(Reader&, const JsonValue&, const void* draft, void* into);
  bool reads_itself;  // `from` looks at the file alone: no draft is read.
};

// What no kind is for.
struct Custom {
  const Held* of;
  void (*read)(Reader&, const JsonValue&, void* into);
  void (*write)(const void* value, Json& out);
};
template <class V, void (*read)(Reader&, const JsonValue&, V&), void (*write)(const V&, Json&)>
inline constexpr Custom custom = {
    &held<V>,
    [](Reader& reader, const JsonValue& json, void* into) {
      read(reader, json, *static_cast<V*>(into));
    },
    [](const void* value, Json& out) { write(*static_cast<const V*>(value), out); }};

namespace internal {

template <class D, class V, auto to>
void draft(Writer& writer, const void* value, const void* base, void* into) {
  const auto& from = *static_cast<const V*>(value);
  auto& out = *static_cast<D*>(into);
  if constexpr (std::is_null_pointer_v<decltype(to)>)
    writer.fail("it is never written");
  else if constexpr (std::is_invocable_v<decltype(to), const V&>)
    out = to(from);
  else if constexpr (std::is_invocable_v<decltype(to), Writer&, const V&>)
    out = to(writer, from);
  else
    out = to(from, *static_cast<const V*>(base));
}

template <class D, class V, auto to, auto from>
inline constexpr Through through = {
    &held<V>, &held<D>, draft<D, V, to>,
    [](Reader& reader, const JsonValue& json, const void* draft, void* into) {
      from(reader, json, *static_cast<const D*>(draft), *static_cast<V*>(into));
    },
    false};
template <class D, class V, auto to, auto from>
inline constexpr Through read_by = {&held<V>, &held<D>, draft<D, V, to>,
                                    [](Reader& reader, const JsonValue& json, const void*,
                                       void* into) { from(reader, json, *static_cast<V*>(into)); },
                                    true};

}  // namespace internal
}  // namespace sim::format
