#include "sim/program/program.h"

#include <cstring>

#include "sim/state/digest.h"

namespace sim {

ProgramState state_after(const ProgramState& state, std::string_view text) {
  const auto before = XXH3_128bits(state.key.data(), sizeof(state.key));
  const auto after = XXH3_128bits_withSeed(text.data(), text.size(), before.low64);
  ProgramState out;
  const std::uint64_t mixed[2] = {after.low64, after.high64 ^ before.high64};
  static_assert(sizeof(mixed) == sizeof(out.key));
  std::memcpy(out.key.data(), mixed, sizeof(mixed));
  return out;
}

}  // namespace sim
