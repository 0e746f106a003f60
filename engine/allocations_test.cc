#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "allocations_testing.h"

namespace {
engine::Allocations so_far;
}

// Not inlined, or g++ takes the pair of new and free for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++so_far.count;
  so_far.bytes += size;
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace engine {

const Allocations& allocations() { return so_far; }

namespace {

TEST(Allocations, AreCounted) {
  const auto before = allocations();
  const std::string text(1000, 'x');
  EXPECT_EQ(allocations().count, before.count + 1);
  EXPECT_EQ(allocations().bytes, before.bytes + 1001);
  EXPECT_EQ(text.size(), 1000u);
}

}  // namespace
}  // namespace engine
