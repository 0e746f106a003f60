// The edges, and what a decoder holds: as much as docs/CODEC.md says of both.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "fuzz/edges.h"
#include "fuzz/judge.h"
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

// Feeds a line in pieces to a decoder; gives how much more than before was held at most, how much
// at its end, and how much is left of it when a short line has followed.
struct Held {
  std::size_t most = 0, last = 0, left = 0;
};
Held held_for(const std::string& line, std::size_t read_size, std::size_t line_bytes_max) {
  engine::rpc::Options options;
  options.line_bytes_max = line_bytes_max;
  engine::rpc::Decoder decoder(options);
  const auto ignore = [](const engine::rpc::Item&) {};
  const auto before = held;
  most_held = held;
  for (std::string_view rest = line; !rest.empty();
       rest.remove_prefix(std::min(read_size, rest.size())))
    decoder.feed(rest.substr(0, read_size), ignore);
  const Held out{.most = most_held - before, .last = held - before};
  decoder.feed("\n{\"method\":\"m\"}\n", ignore);
  return {out.most, out.last, held - before};
}

std::string line_of(std::size_t size) {
  return "{\"method\":\"" + std::string(size - 13, 'm') + "\"}";
}

// WIRE-04: a line takes its limit and a constant, and what it took is given back behind it.
void check_held() {
  constexpr std::size_t limit = std::size_t{1} << 20, constant = std::size_t{256} << 10;
  for (const auto size :
       {limit / 16, limit / 8, limit / 2, limit, limit + 1, limit + 2, 4 * limit}) {
    const auto line = line_of(size);
    const auto [most, last, left] = held_for(line, 1000, limit);
    if (size > limit + 1 && last > constant) fail("memory", "a line too long is not dropped");
    if (most > limit + constant) fail("memory", "a line takes more than its limit");
    if (left > constant) fail("memory", "a long line is not given back");
  }
  std::string keys = "{";
  for (int i = 0; i < 140'000; ++i) keys += "\"" + std::to_string(i) + "\":0,";
  if (held_for(keys + "!", keys.size() + 2, 4 * limit).left > constant)
    fail("memory", "what many keys took is not given back");
  const auto whole = line_of(limit) + '\n';
  if (held_for(whole, whole.size(), limit).most > constant)
    fail("memory", "a line that comes whole is copied");
}

// WIRE-04: of a line too long the same beginning is left, however it comes.
void check_kept() {
  constexpr std::size_t limit = 300, kept = engine::jsonl::too_long_kept;
  for (const auto size : {kept, limit, limit + 1, limit + 2, 4 * limit}) {
    for (const std::size_t read_size : {std::size_t{7}, limit, 5 * limit}) {
      const auto line = line_of(size) + '\n';
      const auto left = std::string_view(line).substr(0, size > limit ? kept : size);
      engine::jsonl::Lines lines(limit);
      for (std::string_view rest = line; !rest.empty();
           rest.remove_prefix(std::min(read_size, rest.size())))
        lines.feed(rest.substr(0, read_size), [&](const engine::jsonl::Line& told) {
          if (told.text != left) fail("lines", "a line has another text when it comes otherwise");
        });
    }
  }
}

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
  check_held();
  check_kept();
  return streams;
}
