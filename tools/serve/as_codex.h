// The program in the place of codex: clients start `codex app-server ARGS...`.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tools::serve {

// What the environment says of it; split at spaces.
struct CodexPlace {
  std::string_view serve;  // ORRERY_SERVE: our arguments of `serve`.
  std::string_view
      proxy;  // ORRERY_PROXY: those of `proxy`, its program included, which goes first.
};
struct AsCodex {
  std::vector<std::string> arguments = {};  // Ours.
  std::string refusal = {};                 // Or why there are none.
};

// What the arguments of codex come to, if the program was started under a name that begins with
// "codex" or with `app-server` as its first argument; else nothing. To the mock server they mean
// nothing but where it listens.
std::optional<AsCodex> arguments_as_codex(std::string_view program,
                                          const std::vector<std::string>& given,
                                          const CodexPlace& place);

}  // namespace tools::serve
