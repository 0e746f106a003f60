// CHECK: a broken promise of ours, on in every build. Never for what a peer,
// a file or a flag may say.
#pragma once

namespace port {
[[noreturn]] void check_failed(const char* text, const char* file, int line, const char* function);
}

// clang 14 has no std::source_location with this standard library.
#define CHECK(condition) \
  ((condition) ? void() : ::port::check_failed(#condition, __FILE__, __LINE__, __func__))
