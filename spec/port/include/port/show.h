// Words for prints of what an engine hears and says: a name, then its parts, one blank between
// them. Equal values give equal texts.
#pragma once
#include <string>
#include <string_view>

#include "port/time.h"

namespace port {

// "CloseDialog" for "close_dialog", the name that a message has in its record.
std::string name_of(std::string_view record_name);

// Joins words; an empty one leaves no blank behind.
std::string line(std::string_view first, const auto&... words) {
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

std::string show(Duration duration);  // "1.500s"
std::string show(Instant instant);

}  // namespace port
