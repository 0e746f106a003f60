// How often the benchmarks' program has taken memory from the heap.
#pragma once
#include <cstdint>

namespace bench {

std::uint64_t allocations();

}  // namespace bench
