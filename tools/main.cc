// The orrery program: see commands.h.
#include <string>
#include <vector>

#include "command/commands.h"

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return tools::run_program(arguments);
}
