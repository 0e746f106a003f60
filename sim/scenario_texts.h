// What the tests of scenario files share.
#pragma once
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "sim/scenario.h"

namespace sim {

inline std::string message_of(const LoadedScenario& loaded) {
  const auto* error = std::get_if<ScenarioError>(&loaded);
  return error == nullptr ? "no error" : show(*error);
}

// A whole scenario around some of its fields.
inline std::string with(std::string_view fields,
                        std::string_view call = R"({"modal": "unleashed"})") {
  return fmt::format(R"({{"format": 1, "story": "s", "call": {}{}{}}})", call,
                     fields.empty() ? "" : ", ", fields);
}

inline std::string repeated(std::string_view part, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += part;
  return out;
}

inline std::string listed(std::string_view part, int times) {
  return repeated(fmt::format("{}, ", part), times - 1) + std::string(part);
}

}  // namespace sim
