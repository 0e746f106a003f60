// An event or a command of whatever port, as texts have it.
#pragma once
#include <string>
#include <type_traits>

#include "port/words.h"

namespace conformance {

template <class What>
std::string text_of(const What& what) {
  if constexpr (std::is_enum_v<What>)
    return std::string(port::word(what));
  else
    return show(what);
}

}  // namespace conformance
