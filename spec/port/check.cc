#include "port/check.h"

#include <fmt/core.h>

#include <cstdlib>

namespace port {

void check_failed(const char* text, const char* file, int line, const char* function) {
  fmt::print(stderr, "{}:{}: CHECK({}) failed in {}\n", file, line, text, function);
  std::abort();
}

}  // namespace port
