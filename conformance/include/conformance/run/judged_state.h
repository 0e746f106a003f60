// A world with its judge beside it in one flat value.
#pragma once
#include <cstdint>

namespace conformance {

// The state of an area that lays it out so. A search tells states apart by all of their bytes.
template <class World, class Situation>
struct JudgedState {
  World world;
  Situation judge{};
  // Index of the broken rule plus one, or zero. Nothing happens after it is set.
  std::uint32_t broken = 0;
  bool operator==(const JudgedState&) const = default;
};

}  // namespace conformance
