// std::visit of one variant, as a switch whatever the number of alternatives: libstdc++ 12 makes
// one of at most eleven, and of more a table of functions, which is dearer to compile and is not
// inlined.
#pragma once
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace port {

template <std::size_t first, class Visitor, class Variant>
constexpr decltype(auto) visit_from(Visitor&& visitor, Variant& variant) {
  constexpr auto size = std::variant_size_v<std::remove_const_t<Variant>>;
  // A case beyond the last alternative is never met; it repeats the last one, for its type.
#define PORT_CASE(number) \
  case first + number:    \
    return visitor(*std::get_if<(first + number < size ? first + number : size - 1)>(&variant))
  switch (variant.index()) {
    PORT_CASE(0);
    PORT_CASE(1);
    PORT_CASE(2);
    PORT_CASE(3);
    PORT_CASE(4);
    PORT_CASE(5);
    PORT_CASE(6);
    PORT_CASE(7);
  }
#undef PORT_CASE
  if constexpr (first + 8 < size) return visit_from<first + 8>(visitor, variant);
  throw std::bad_variant_access();
}

// The variant as an lvalue, as it is given. One result type for all alternatives.
template <class Visitor, class Variant>
constexpr decltype(auto) visit(Visitor&& visitor, Variant&& variant) {
  return visit_from<0>(visitor, variant);
}

}  // namespace port
