// How much memory this process has had.
#pragma once
#include <cstdint>

namespace tools {

// The most so far, in bytes.
std::uint64_t peak_memory();

}  // namespace tools
