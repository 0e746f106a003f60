// What runs come to in an area where that is a few counts, and results that a file may expect.
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

// Bit i: the outcome is results[i].
std::uint32_t matching_counts(const auto& counts, const auto& results, const auto& outcome) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    bool matches = true;
    for (const auto& [name, came, wanted] : counts)
      matches = matches && (results[i].*wanted).value_or(outcome.*came) == outcome.*came;
    bits |= matches ? 1u << i : 0u;
  }
  return bits;
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
