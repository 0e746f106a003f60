// How often, and for how many bytes, the test program has taken memory from the heap.
#pragma once
#include <cstddef>

namespace engine {

struct Allocations {
  std::size_t count = 0, bytes = 0;
};
const Allocations& allocations();

}  // namespace engine
