// fuzz_replay PATH...: every file, and every file in every folder, through the fuzz target; then
// the edges, and what a decoder holds: as much as docs/CODEC.md says of both.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/edges.h"
#include "fuzz/judge.h"
#include "port/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

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

// What stands behind the text, or before it, is nothing to the scanner: an access is a crash.
std::string read_beyond(std::string_view line) {
  static GuardedPage page;
  if (line.empty()) return {};
  const auto found = found_in(page.at_end(line));
  const auto other = found_in(page.at_begin(line));
  if (found == other) return {};
  return found + ", and elsewhere in memory " + other;
}

// Stands before what is given away.
struct alignas(std::max_align_t) Block {
  std::size_t size;
};

std::size_t held = 0, most_held = 0;

}  // namespace

// Count what is held. One thread does all of it. The one that gives null stands here since the
// sanitizers' own does not come by way of the other, and one operator deletes for both.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  auto* memory = static_cast<Block*>(std::malloc(sizeof(Block) + size));
  if (memory == nullptr) return nullptr;
  memory->size = size;
  held += size;
  most_held = std::max(most_held, held);
  return memory + 1;
}
[[gnu::noinline]] void* operator new(std::size_t size) {
  auto* memory = ::operator new(size, std::nothrow);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  auto* block = static_cast<Block*>(memory) - 1;
  held -= block->size;
  std::free(block);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  ::operator delete(memory);
}

namespace {

[[noreturn]] void fail(std::string_view kind, std::string_view says) {
  std::fprintf(stderr, "%.*s: %.*s\n", static_cast<int>(kind.size()), kind.data(),
               static_cast<int>(says.size()), says.data());
  std::abort();
}

std::size_t held_now(const engine::rpc::Decoder&) { return held; }
std::size_t take_most(const engine::rpc::Decoder&) { return std::exchange(most_held, held); }

// Judges the edges; gives how many streams they are. Aborts if something is found.
std::size_t replay_edges() {
  std::size_t streams = 0;
  fuzz::Judge judge("engine");
  fuzz::for_each_edge([&](const fuzz::Edge& edge) {
    if (const auto finding = judge.judge(edge.input, fuzz::Compare::All))
      fail(finding->kind, std::string(edge.kind) + ": " + finding->says);
    for (const auto& piece : edge.input.pieces) {
      const auto line = std::string_view(piece.bytes).substr(0, piece.bytes.find('\n'));
      if (const auto says = read_beyond(line); !says.empty())
        fail("beyond", std::string(edge.kind) + ": " + says);
    }
    streams += fuzz::streams_of(edge.input).size();
  });
  if (const auto says = fuzz::miswritten_edges(); !says.empty()) fail("wrong_writing", says);
  if (const auto finding = fuzz::judge_held({.held = held_now, .take_most = take_most}))
    fail(finding->kind, finding->says);
  return streams;
}

}  // namespace

int main(int count, char** words) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  for (int i = 1; i < count; ++i) {
    if (!fs::is_directory(words[i])) {
      files.emplace_back(words[i]);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(words[i]))
      if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const auto& file : files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    std::fprintf(stderr, "%s\n", file.string().c_str());  // The last one is the one that failed.
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  if (files.empty()) return 1;
  const auto edges = replay_edges();
  std::printf("%zu files and %zu streams of edges passed\n", files.size(), edges);
  return 0;
}
