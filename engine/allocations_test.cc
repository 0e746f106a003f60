#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "allocations_testing.h"

namespace {
engine::Allocations so_far;
}

// Not inlined, or g++ takes the pair of new and free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++so_far.count;
  so_far.bytes += size;
  return std::malloc(size == 0 ? 1 : size);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  void* memory = ::operator new(size, std::nothrow);
  if (memory == nullptr) std::abort();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace engine {

const Allocations& allocations() { return so_far; }

namespace {

TEST(Allocations, AreCounted) {
  const auto before = allocations();
  void* memory = ::operator new(1001);  // A compiler may not leave this one out.
  const auto after = allocations();
  ::operator delete(memory);
  EXPECT_EQ(after.count, before.count + 1);
  EXPECT_EQ(after.bytes, before.bytes + 1001);
}

}  // namespace
}  // namespace engine
