// Lines where nothing may be read before or behind them.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "fuzz/case.h"
#include "port/check.h"
#include "replay.h"

namespace {

// A page with one on either side of it that nobody may touch.
class GuardedPage {
 public:
  GuardedPage() : size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    void* memory = mmap(nullptr, 3 * size_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    begin_ = static_cast<char*>(memory) + size_;
    CHECK(mprotect(begin_, size_, PROT_READ | PROT_WRITE) == 0);
  }
  ~GuardedPage() { munmap(begin_ - size_, 3 * size_); }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;

  std::string_view at_begin(std::string_view text) { return put(begin_, text); }
  std::string_view at_end(std::string_view text) { return put(begin_ + size_ - text.size(), text); }

 private:
  std::string_view put(char* at, std::string_view text) {
    CHECK(text.size() <= size_);
    return {at, static_cast<std::size_t>(std::ranges::copy(text, at).out - at)};
  }
  std::size_t size_;
  char* begin_ = nullptr;
};

std::string found_in(std::string_view text) {
  engine::json::Scanner scanner({.depth_max = fuzz::depth_max});
  const auto scan = scanner.scan(text, 0);
  return std::string(engine::rpc::text_of(scan.reason).name) + " at " + std::to_string(scan.at);
}

}  // namespace

// What stands behind the text, or before it, is nothing to the scanner: an access is a crash.
std::string read_beyond(std::string_view line) {
  static GuardedPage page;
  if (line.empty()) return {};
  const auto found = found_in(page.at_end(line));
  const auto other = found_in(page.at_begin(line));
  if (found == other) return {};
  return found + ", and elsewhere in memory " + other;
}
