#include "bench/allocations.h"

#include <cstdlib>
#include <new>

namespace {
std::uint64_t taken = 0;
}

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++taken;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace bench {

std::uint64_t allocations() { return taken; }

}  // namespace bench
