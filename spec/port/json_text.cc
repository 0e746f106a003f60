#include "port/json_text.h"

#include "port/vocabulary.h"

namespace port {

void begin_member(std::string& out, std::string_view before, std::string_view name) {
  out.append(before).append("\"").append(name).append("\":");
}

void add_quoted(std::string& out, std::string_view text) {
  out.append("\"").append(text).append("\"");
}

void add_number(std::string& out, std::int64_t number) { out += std::to_string(number); }
void add_number(std::string& out, std::uint64_t number) { out += std::to_string(number); }

void add_words(std::string& out, std::span<const std::string_view> words) {
  std::string_view before = "\"";
  for (const auto word : words) {
    out.append(before).append(word);
    before = "|";
  }
  out += '"';
}

}  // namespace port
