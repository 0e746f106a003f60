// Damaged files.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace tools {

// Input number `index` of a seed: one of the texts, damaged. It depends on nothing else.
std::string damaged(const std::vector<std::string>& good, std::uint64_t seed, std::uint64_t index);

}  // namespace tools
