#include "port/show.h"

#include <fmt/core.h>

namespace port {

std::string name_of(std::string_view record_name) {
  std::string out;
  bool begins_word = true;
  for (const char c : record_name) {
    const bool small = 'a' <= c && c <= 'z';
    if (c != '_') out += begins_word && small ? static_cast<char>(c - 'a' + 'A') : c;
    begins_word = c == '_';
  }
  return out;
}

std::string show(Duration duration) {
  return fmt::format("{}.{:03}s", duration.count() / 1000, duration.count() % 1000);
}

std::string show(Instant instant) { return show(instant.time_since_epoch()); }

}  // namespace port
