#include "results/markdown.h"

#include <algorithm>
#include <cstddef>

#include "command/output.h"

namespace tools {

std::string markdown_escaped(std::string_view text) {
  static constexpr std::string_view marks = "\\`*_{}[]()<>#+-!|&~@:";
  std::string out;
  for (const char c : shown(text)) {
    if (marks.find(c) != marks.npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string markdown_fenced(std::string_view text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  auto out = fence + "text\n" + shown(text);
  if (!out.ends_with('\n')) out += '\n';
  return out + fence + "\n";
}

}  // namespace tools
