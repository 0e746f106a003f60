#include "serve/as_codex.h"

#include <algorithm>

#include "command/words.h"

namespace tools::serve {

std::optional<std::vector<std::string>> arguments_as_codex(std::string_view program,
                                                           const std::vector<std::string>& given,
                                                           std::string_view extra) {
  const auto name = program.substr(program.rfind('/') + 1);
  const bool first = !given.empty() && given[0] == "app-server";
  if (!first && !name.starts_with("codex")) return std::nullopt;
  std::vector<std::string> out{"serve"};
  if (std::ranges::find(given, "app-server") == given.end()) {
    const bool asks = std::ranges::any_of(
        given, [](const auto& word) { return word == "--version" || word == "-V"; });
    // Anything else of codex is not there to be had.
    out.push_back(asks ? "--version" : "--help");
    return out;
  }
  for (auto& word : words_of(extra)) out.push_back(std::move(word));
  return out;
}

}  // namespace tools::serve
