// The classes of lies, as an expectation names them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sim/ack/words.h"

namespace conformance::ack {

// Of a truth: what is wrong with a call that was carried out twice is the error before it. So an
// expectation need not name it, and one that does wants it.
constexpr bool is_no_lie(std::string_view name) { return name == "twice"; }

// Bits of either are in the order of the classes.
inline std::vector<std::string> unexpected_classes(std::optional<std::uint16_t> wanted,
                                                   std::uint16_t told) {
  std::vector<std::string> out;
  if (!wanted) return out;
  for (std::size_t i = 0; i < sim::ack::class_names.size(); ++i) {
    const bool wants = (*wanted >> i & 1u) != 0;
    if (!wants && is_no_lie(sim::ack::class_names[i])) continue;
    if (wants != ((told >> i & 1u) != 0))
      out.push_back(
          fmt::format("{} lie of class {}", wants ? "a" : "no", sim::ack::class_names[i]));
  }
  return out;
}

}  // namespace conformance::ack
