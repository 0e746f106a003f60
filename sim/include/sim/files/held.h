// What the interpreter of formats must know of a C++ type to keep its values: data, made by one
// template, so that all that reads and writes is compiled once.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

namespace sim::format {

struct Held {
  // Of what is one number: an integer, an enumerator, a duration, an id.
  std::uint8_t bytes = 0;
  bool is_signed = false;
  // Of values.
  void* (*create)() = nullptr;  // As its initializers make it.
  void (*destroy)(void*) = nullptr;
  bool (*same)(const void*, const void*) = nullptr;
  // Of containers; an optional one holds at most one element.
  const Held* item = nullptr;
  bool is_optional = false, is_fixed = false;
  std::size_t (*size)(const void*) = nullptr;
  void* (*element)(void*, std::size_t) = nullptr;
  void (*clear)(void*) = nullptr;
  // One more element: like that one, or as its initializers make it.
  void* (*add)(void*, const void* like) = nullptr;
};

template <class V>
constexpr Held make_held();
template <class V>
inline constexpr Held held = make_held<V>();

// A value of some type, and of which: each use is checked against it.
struct Spot {
  void* at;
  const Held* held;
};
template <class V>
Spot spot(V& value) {
  using Value = std::remove_const_t<V>;
  return {const_cast<Value*>(&value), &held<Value>};
}

namespace internal {

template <class V>
struct ItemOf {};
template <class V>
struct ItemOf<std::vector<V>> {
  using Type = V;
};
template <class V, std::size_t count>
struct ItemOf<std::array<V, count>> {
  using Type = V;
  static constexpr std::size_t size = count;
};
template <class V>
struct ItemOf<std::optional<V>> {
  using Type = V;
};

template <class V>
struct Values {
  static V& as(void* value) { return *static_cast<V*>(value); }
  static const V& as(const void* value) { return *static_cast<const V*>(value); }

  static void* create() { return new V{}; }
  static void destroy(void* value) { delete static_cast<V*>(value); }
  static bool same(const void* a, const void* b) { return as(a) == as(b); }

  static constexpr bool is_optional = requires(V value) { value.reset(); };
  static std::size_t size(const void* all) {
    if constexpr (is_optional)
      return as(all).has_value() ? 1 : 0;
    else
      return as(all).size();
  }
  static void* element(void* all, std::size_t i) {
    if constexpr (is_optional)
      return &*as(all);
    else
      return &as(all)[i];
  }
  static void clear(void* all) { as(all) = V{}; }
  static void* add(void* all, const void* like) {
    if constexpr (is_optional) return &as(all).emplace();
    if constexpr (requires(V value) { value.emplace_back(); }) {
      auto& added = as(all).emplace_back();
      if (like != nullptr) added = *static_cast<const typename V::value_type*>(like);
      return &added;
    }
    return nullptr;  // An array has them all.
  }
};

}  // namespace internal

template <class V>
constexpr Held make_held() {
  using Values = internal::Values<V>;
  using Item = internal::ItemOf<V>;
  Held out;
  // A pointer may be what is held.
  constexpr std::size_t bytes = sizeof(V);  // NOLINT(bugprone-sizeof-expression)
  if constexpr (std::is_trivially_copyable_v<V> && bytes <= sizeof(std::uint64_t)) {
    out.bytes = bytes;
    out.is_signed = std::is_signed_v<V> || requires { typename V::rep; };  // Of a duration.
  }
  if constexpr (std::is_default_constructible_v<V>) {
    out.create = Values::create;
    out.destroy = Values::destroy;
  }
  if constexpr (requires(const V& a) { a == a; }) out.same = Values::same;
  if constexpr (requires { typename Item::Type; }) {
    out.item = &held<typename Item::Type>;
    out.is_optional = Values::is_optional;
    out.is_fixed = requires { Item::size; };
    out.size = Values::size;
    out.element = Values::element;
    out.clear = Values::clear;
    out.add = Values::add;
  }
  return out;
}

}  // namespace sim::format
