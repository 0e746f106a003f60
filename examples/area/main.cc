// The orrery program with one area more.
#include <string>
#include <vector>

#include "command/commands.h"
#include "conformance/area/areas.h"
#include "conformance/turnstile/area.h"

int main(int count, char** words) {
  conformance::add_area(conformance::turnstile::area());
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  return tools::run_program(arguments);
}
