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

// "Body" in "... [with auto value = engine::modality::Phase::Body; ...]"; empty for a number
// that no enumerator has.
constexpr std::string_view enumerator_in(std::string_view text) {
  text.remove_prefix(text.find("value = ") + 8);
  text = text.substr(0, text.find_first_of(";]"));
  if (text.find('(') != std::string_view::npos) return {};
  return text.substr(text.rfind(':') + 1);
}

template <class E, std::size_t... i>
constexpr auto enumerators(std::index_sequence<i...>) {
  return std::array<std::string_view, sizeof...(i)>{
      enumerator_in(signature<static_cast<E>(i)>())...};
}

}  // namespace detail

// The names of the first `count` values of E, from zero on; empty where a value has none.
template <class E, std::size_t count>
inline constexpr auto enumerators = detail::enumerators<E>(std::make_index_sequence<count>());

}  // namespace port
