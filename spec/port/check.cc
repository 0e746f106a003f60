#include "port/check.h"

#include <fmt/core.h>

#include <cstdlib>

namespace port {
namespace {

thread_local int catchers = 0;

}  // namespace

std::string show(const CheckFailed& failed) {
  return fmt::format("{}:{}: CHECK({}) failed in {}", failed.file, failed.line, failed.text,
                     failed.function);
}

CheckCatcher::CheckCatcher() { ++catchers; }
CheckCatcher::~CheckCatcher() { --catchers; }

void check_failed(const char* text, const char* file, int line, const char* function) {
  const CheckFailed failed{text, file, line, function};
  if (catchers > 0) throw CheckFailed(failed);
  fmt::print(stderr, "{}\n", show(failed));
  std::abort();
}

}  // namespace port
