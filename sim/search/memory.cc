#include "sim/search/memory.h"

#include <cstdlib>
#include <cstring>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "port/check.h"

namespace sim {

namespace {
constexpr std::size_t cache_line = 64;
constexpr std::size_t huge_page = std::size_t{2} * 1024 * 1024;
}  // namespace

RawMemory::RawMemory(std::size_t bytes) : bytes_(bytes) {
  if (bytes == 0) return;
  const std::size_t alignment = bytes >= huge_page ? huge_page : cache_line;
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  data_ = std::aligned_alloc(alignment, rounded);
  CHECK(data_ != nullptr);
  bytes_ = rounded;
#ifdef MADV_HUGEPAGE
  // Only advice: a kernel that declines it costs time, nothing else.
  if (alignment == huge_page) static_cast<void>(madvise(data_, rounded, MADV_HUGEPAGE));
#endif
}

RawMemory::~RawMemory() { std::free(data_); }

void RawMemory::fill_with_zero() {
  if (bytes_ != 0) std::memset(data_, 0, bytes_);
}

}  // namespace sim
