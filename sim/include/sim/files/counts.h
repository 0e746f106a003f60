// What runs come to, and results that a file may expect: in an area where that is a few counts, all
// of it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sim {

// What is left out of a result may be anything.
template <class Outcome, class Result>
struct Count {
  std::string_view name;
  std::uint8_t Outcome::*came;
  std::optional<std::uint8_t> Result::*wanted;
};
template <class Outcome, class Result>
Count(const char*, std::uint8_t Outcome::*, std::optional<std::uint8_t> Result::*)
    -> Count<Outcome, Result>;

// All that may come of it.
template <class Result>
struct ResultsOf {
  std::vector<Result> results = {};
  bool operator==(const ResultsOf&) const = default;
};

// Counts stop at 255.
inline void count_one(std::uint8_t& counter) {
  if (counter < 255) ++counter;
}
bool is_allowed(const auto& wanted, const auto& got) { return !wanted || *wanted == got; }

// Bit i: results[i] is what `allows` says.
std::uint32_t matching_results(const auto& results, auto allows) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < results.size(); ++i)
    if (allows(results[i])) bits |= 1u << i;
  return bits;
}
// Bit i: the outcome is results[i].
std::uint32_t matching_counts(const auto& counts, const auto& results, const auto& outcome) {
  return matching_results(results, [&](const auto& result) {
    bool matches = true;
    for (const auto& [name, came, wanted] : counts)
      matches = matches && is_allowed(result.*wanted, outcome.*came);
    return matches;
  });
}

// "passed 1, given_back 0", of an outcome; of a result also "passed any".
std::string show_counts(const auto& counts, const auto& what) {
  std::string out;
  for (const auto& count : counts) {
    out += (out.empty() ? "" : ", ") + std::string(count.name) + " ";
    if constexpr (requires { what.*count.came; })
      out += std::to_string(what.*count.came);
    else
      out += what.*count.wanted ? std::to_string(*(what.*count.wanted)) : "any";
  }
  return out;
}

}  // namespace sim
