// The digest of a text: 64 bits of XXH3 over its bytes, the same on every machine.
#pragma once
#include <cstdint>
#include <string_view>

#include "sim/state/digest.h"

namespace sim {

inline std::uint64_t digest_text(std::string_view text) {
  return XXH3_64bits(text.data(), text.size());
}

}  // namespace sim
