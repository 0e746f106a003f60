// The edges, and what a decoder holds: as much as docs/CODEC.md says of both.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>

#include "fuzz/edges.h"
#include "fuzz/judge.h"
#include "fuzz/sizes.h"
#include "replay.h"

namespace {

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

}  // namespace

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
