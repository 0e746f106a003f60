#include "command/numbers.h"

#include <fmt/format.h>

namespace tools {

std::string grouped(std::uint64_t number) {
  auto digits = std::to_string(number);
  for (auto at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string show_bytes(std::uint64_t bytes) {
  const auto amount = static_cast<double>(bytes);
  if (amount >= 1e9) return fmt::format("{:.1f} GB", amount / 1e9);
  if (amount >= 1e6) return fmt::format("{:.0f} MB", amount / 1e6);
  return fmt::format("{:.0f} kB", amount / 1e3);
}

std::string show_rate(std::uint64_t count, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(count) / seconds : 0;
  if (rate >= 1e6) return fmt::format("{:.2f} M", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.0f} k", rate / 1e3);
  return fmt::format("{:.0f}", rate);
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string show_digest(std::uint64_t digest) { return fmt::format("{:016x}", digest); }

}  // namespace tools
