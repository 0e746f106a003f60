// CHECK: a broken promise of ours, on in every build. Never for what a peer,
// a file or a flag may say.
#pragma once
#include <string>

namespace port {

// Where a CHECK failed. Texts live as long as the program.
struct CheckFailed {
  const char* text;
  const char* file;
  int line;
  const char* function;
};
std::string show(const CheckFailed& failed);  // "a.cc:12: CHECK(n < 4) failed in push"

// While one lives, a CHECK that fails on this thread is thrown as CheckFailed, and does not end the
// process: for those who run a subject and tell what became of it.
class CheckCatcher {
 public:
  CheckCatcher();
  ~CheckCatcher();
  CheckCatcher(const CheckCatcher&) = delete;
  CheckCatcher& operator=(const CheckCatcher&) = delete;
};

[[noreturn]] void check_failed(const char* text, const char* file, int line, const char* function);

}  // namespace port

// clang 14 has no std::source_location with this standard library.
#define CHECK(condition) \
  ((condition) ? void() : ::port::check_failed(#condition, __FILE_NAME__, __LINE__, __func__))
