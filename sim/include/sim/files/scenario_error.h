// What the scenario files of all areas share: their limits, and what is said of those that
// cannot be read or written.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace sim {

inline constexpr int scenario_format = 1;
inline constexpr std::size_t scenario_bytes_max = 1u << 20;
// 12 days: engines count no longer from the origin of their clocks.
inline constexpr std::int32_t scenario_ms_max = 12 * 24 * 60 * 60 * 1000;

struct ScenarioError {
  std::string file;
  std::size_t line = 0;    // From 1; zero where no place in the text is to blame.
  std::size_t column = 0;  // Likewise, in characters.
  std::string pointer;     // JSON pointer of the value: "/ide/stack/0".
  std::string what;        // A sentence.
  std::string remedy;      // A sentence, or empty.
};
// "FILE:LINE:COLUMN: POINTER: WHAT REMEDY", one line.
std::string show(const ScenarioError& error);

// What the format of scenarios has no word for.
struct NotWritable {
  std::string why;
};

// The document as a person would write it: what fits into a line stands in one. Ends with a
// line feed.
std::string scenario_text(const nlohmann::ordered_json& document);

}  // namespace sim
