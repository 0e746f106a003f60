// What a decoder takes from the heap: nothing for a message, and for a line no more than the limit.
#include <gtest/gtest.h>

#include <algorithm>

#include "allocations_testing.h"
#include "codec/rpc_vectors_testing.h"

namespace engine::rpc {
namespace {

std::size_t feed(Decoder& decoder, std::string_view bytes, std::size_t read_size) {
  std::size_t heard = 0;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(read_size, bytes.size())))
    decoder.feed(bytes.substr(0, read_size), [&](const Item&) { ++heard; });
  return heard;
}

TEST(RpcAllocation, NeverHappensForAMessageOnceOneAsLargeWasRead) {
  // What a longer line took is given back behind it.
  constexpr std::size_t kept = std::size_t{64} << 10;
  std::string bytes;
  std::size_t lines = 0;
  for (const auto& row : vectors()) {
    if (row.line.size() >= kept) continue;
    bytes += row.line + '\n';
    ++lines;
  }
  for (const std::size_t read_size : {std::size_t{1}, std::size_t{61}, bytes.size()}) {
    Decoder decoder;
    const auto heard = feed(decoder, bytes, read_size);
    const auto before = allocations().count;
    EXPECT_EQ(feed(decoder, bytes, read_size), heard);
    EXPECT_EQ(allocations().count, before) << "in reads of " << read_size;
    EXPECT_GE(heard, lines);
  }
}

TEST(RpcAllocation, StaysBelowTheLimitForALineThatNeverEnds) {
  constexpr std::size_t limit = std::size_t{1} << 20, constant = std::size_t{160} << 10;
  Options options;
  options.line_bytes_max = limit;
  Decoder decoder(options);
  const std::string part(4096, 'x');
  const auto before = allocations().bytes;
  for (int i = 0; i < 4096; ++i) feed(decoder, part, part.size());
  EXPECT_EQ(decoder.pending(), 4096u * 4096u);
  EXPECT_LE(allocations().bytes - before, limit + constant);
}

TEST(RpcAllocation, IsBoundedByTheLimitOfDepthAndByTheKeys) {
  Decoder decoder;
  const auto deep = nested(1'000'000, '[', ']') + "\n", wide = with_keys(131'071, 131'071) + "\n";
  const auto before = allocations().bytes;
  EXPECT_EQ(feed(decoder, deep, deep.size()) + feed(decoder, wide, wide.size()), 2u);
  // A key takes 16 bytes, a member of the root 40; growing by doubling takes twice that.
  const auto taken = allocations().bytes - before;
  EXPECT_LE(taken, std::size_t{131'072} * (16 + 40) * 2 + 4096);
  // The next line gives it back, so that the one after that takes it again.
  feed(decoder, "{\"method\":\"x\"}\n", 32);
  const auto again = allocations().bytes;
  feed(decoder, wide, wide.size());
  EXPECT_GE(allocations().bytes - again, std::size_t{131'072} * (16 + 40));
}

}  // namespace
}  // namespace engine::rpc
