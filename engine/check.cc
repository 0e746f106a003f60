#include "engine/check.h"

#include <fmt/core.h>

#include <cstdlib>

namespace engine {

void check_failed(const char* text, const char* file, int line, const char* function) {
  fmt::print(stderr, "{}:{}: CHECK({}) failed in {}\n", file, line, text, function);
  std::abort();
}

}  // namespace engine
