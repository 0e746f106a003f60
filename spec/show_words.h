// Words for prints of failures: `key=value`, one after the other.
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace spec {

template <std::size_t N>
std::string_view at(const std::array<std::string_view, N>& names, auto value) {
  const auto index = static_cast<std::size_t>(value);
  return index < N ? names[index] : "?";
}

// Joins words; an empty one leaves no blank behind.
template <class... Words>
std::string line(std::string_view first, const Words&... words) {
  std::string text(first);
  const auto add = [&](std::string_view word) {
    if (!word.empty()) text.append(" ").append(word);
  };
  (add(words), ...);
  return text;
}

inline std::string with(std::string_view key, std::string_view value) {
  return std::string(key).append("=").append(value);
}
inline std::string with(std::string_view key, int value) {
  return with(key, std::to_string(value));
}
inline std::string ms(int value) { return std::to_string(value) + "ms"; }

}  // namespace spec
