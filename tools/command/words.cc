#include "command/words.h"

#include <algorithm>
#include <ctime>
#include <sstream>

#include <fmt/chrono.h>
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

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; stream >> word;) out.push_back(word);
  return out;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string_view first_sentence(std::string_view text) {
  const auto end = text.find(". ");
  return end == std::string_view::npos ? text : text.substr(0, end + 1);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t replace = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

std::string nearest(std::string_view word, std::span<const std::string> words) {
  constexpr std::size_t longest = 80;
  if (word.size() > longest) return {};
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : words) {
    const bool begins = word.size() >= 3 && candidate.starts_with(word);
    const auto distance = begins ? 1 : edit_distance(word, candidate);
    if (distance >= best_distance || distance >= candidate.size()) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

std::string now_as_date() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace tools
