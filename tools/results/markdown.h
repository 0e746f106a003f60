// Markdown, as GitHub shows it, of texts that may hold anything.
#pragma once
#include <string>
#include <string_view>

namespace tools {

// In one line and as it stands: nothing in it is markup, a link, a cell or a control character.
std::string markdown_escaped(std::string_view text);

// A block of code. Its fence is longer than any run of backticks in it.
std::string markdown_fenced(std::string_view text);

}  // namespace tools
