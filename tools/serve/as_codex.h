// The program in the place of codex: clients start `codex app-server ARGS...`.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::serve {

// The arguments of the program if it was started in the place of codex, under a name that begins
// with "codex" or with `app-server` as its first argument; else nothing. What clients give to codex
// means nothing to the mock server; `extra` (of the environment) is split at spaces.
std::optional<std::vector<std::string>> arguments_as_codex(std::string_view program,
                                                           const std::vector<std::string>& given,
                                                           std::string_view extra);

}  // namespace tools::serve
