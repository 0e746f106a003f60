// std::visit of one variant, as a switch whatever the number of alternatives: libstdc++ 12 makes
// one of at most eleven, and of more a table of functions, which is dearer to compile and is not
// inlined.
#pragma once
#include <type_traits>
#include <variant>

namespace port {

// The variant as an lvalue, as it is given. One result type for all alternatives.
template <class Visitor, class Variant>
constexpr decltype(auto) visit(Visitor&& visitor, Variant&& variant) {
  constexpr auto size = std::variant_size_v<std::remove_cvref_t<Variant>>;
  static_assert(size <= 32, "a case is missing here");
  // clang-format off
#define PORT_CASE(index)                                                             \
  case index: if constexpr (index < size) return visitor(*std::get_if<index>(&variant)); else break;
  switch (variant.index()) {
    PORT_CASE(0) PORT_CASE(1) PORT_CASE(2) PORT_CASE(3)
    PORT_CASE(4) PORT_CASE(5) PORT_CASE(6) PORT_CASE(7)
    PORT_CASE(8) PORT_CASE(9) PORT_CASE(10) PORT_CASE(11)
    PORT_CASE(12) PORT_CASE(13) PORT_CASE(14) PORT_CASE(15)
    PORT_CASE(16) PORT_CASE(17) PORT_CASE(18) PORT_CASE(19)
    PORT_CASE(20) PORT_CASE(21) PORT_CASE(22) PORT_CASE(23)
    PORT_CASE(24) PORT_CASE(25) PORT_CASE(26) PORT_CASE(27)
    PORT_CASE(28) PORT_CASE(29) PORT_CASE(30) PORT_CASE(31)
    default: break;
  }
#undef PORT_CASE
  // clang-format on
  throw std::bad_variant_access();
}

}  // namespace port
