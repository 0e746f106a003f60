// One lambda per alternative of a variant; a missing one does not compile.
#pragma once

namespace port {
template <class... F>
struct Overload : F... {
  using F::operator()...;
};
template <class... F>
Overload(F...) -> Overload<F...>;  // clang 14 wants to be told.
}  // namespace port
