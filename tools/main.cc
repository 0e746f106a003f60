// The orrery program: see commands.h.
#include <cstdlib>
#include <string>
#include <vector>

#include "command/commands.h"
#include "command/output.h"
#include "serve/as_codex.h"

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  const auto as_codex = tools::serve::arguments_as_codex(
      count > 0 ? words[0] : "", arguments, {variable("ORRERY_SERVE"), variable("ORRERY_PROXY")});
  if (!as_codex) return tools::run_program(arguments, tools::field_commands);
  ::unsetenv("ORRERY_PROXY");  // It may be ourselves that stand behind.
  if (as_codex->refusal.empty())
    return tools::run_program(as_codex->arguments, tools::field_commands);
  tools::print_error(as_codex->refusal + "\n");
  return tools::exit_code::usage;
}
