// Numbers as people read them.
#pragma once
#include <cstdint>
#include <string>

namespace tools {

std::string grouped(std::uint64_t number);                   // "1,234,567"
std::string show_bytes(std::uint64_t bytes);                 // "1.4 GB"
std::string show_rate(std::uint64_t count, double seconds);  // "1.21 M", "950 k"; a second.
std::string show_digest(std::uint64_t digest);               // "00c0ffee00c0ffee"
// "1 rule", "2 rules".
std::string counted(std::uint64_t count, const std::string& noun);

}  // namespace tools
