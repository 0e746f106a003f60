// The names that the source gives to enumerators, known at compile time.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

namespace port {

namespace detail {

template <auto value>
constexpr std::string_view signature() {
  return __PRETTY_FUNCTION__;
}

// "Body" in "... [with auto value = engine::modality::Phase::Body; ...]", where the value is at
// `from`; empty for a number that no enumerator has. As few steps as may be: each build takes them
// for each value of each enumeration.
constexpr std::string_view enumerator_at(std::string_view text, std::size_t from) {
  if (text[from] == '(') return {};
  auto end = from;
  for (; text[end] != ';' && text[end] != ']'; ++end)
    if (text[end] == ':') from = end + 1;
  return text.substr(from, end - from);
}

template <class E, std::size_t... i>
constexpr auto enumerators(std::index_sequence<i...>) {
  constexpr std::string_view before = "value = ";
  constexpr auto from = signature<E{}>().find(before) + before.size();
  return std::array<std::string_view, sizeof...(i)>{
      enumerator_at(signature<static_cast<E>(i)>(), from)...};
}

}  // namespace detail

// The names of the first `count` values of E, from zero on; empty where a value has none.
template <class E, std::size_t count>
inline constexpr auto enumerators = detail::enumerators<E>(std::make_index_sequence<count>());

}  // namespace port
