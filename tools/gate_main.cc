// The gate's commands alone: what the front door builds for the first of them.
#include <string>
#include <vector>

#include "command/commands.h"

int main(int count, char** words) {
  return tools::run_program(std::vector<std::string>(words + (count > 0 ? 1 : 0), words + count));
}
