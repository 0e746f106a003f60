// The orrery program: see commands.h.
#include <cstdlib>
#include <string>
#include <vector>

#include "command/commands.h"
#include "serve/as_codex.h"

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  const char* extra = std::getenv("ORRERY_SERVE");
  const auto as_codex = tools::serve::arguments_as_codex(count > 0 ? words[0] : "", arguments,
                                                         extra == nullptr ? "" : extra);
  return tools::run_program(as_codex ? *as_codex : arguments);
}
