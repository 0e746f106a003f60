// What the tests of scenario files share.
#pragma once
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "sim/files/scenario_error.h"

namespace sim {

inline const std::filesystem::path source_root{ORRERY_SOURCE_DIR};

// Those of the tree that are about an area.
inline std::vector<std::string> scenario_files(std::string_view area) {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_root / "scenarios" / area))
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Of a scenario of any area.
template <class S>
std::string message_of(const std::variant<S, ScenarioError>& loaded) {
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
