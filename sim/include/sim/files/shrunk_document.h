// What became of a document that was shrunk; apart, since it holds one.
#pragma once
#include <cstdint>

#include <nlohmann/json.hpp>

#include "sim/files/shrink.h"

namespace sim {

struct ShrunkDocument {
  nlohmann::ordered_json document;
  std::uint64_t tried = 0, accepted = 0;
  ShrinkEnd end = ShrinkEnd::Fixpoint;
};

}  // namespace sim
