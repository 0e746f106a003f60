#include "fuzz/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace fuzz {
namespace {

Case input_of(std::size_t pieces) {
  Case out;
  for (std::size_t i = 0; i < pieces; ++i) out.pieces.push_back({.bytes = "{\"id\":7}\n"});
  out.pieces[pieces / 2].bytes = "{\"id\":!}\n";
  return out;
}
bool has_mark(const Case& input) {
  return std::ranges::any_of(
      input.pieces, [](const Piece& piece) { return piece.bytes.find('!') != piece.bytes.npos; });
}

TEST(Shrink, LeavesWhatItTakesToFail) {
  const auto smallest = shrink(input_of(1'000), has_mark, [] { return false; });
  ASSERT_EQ(smallest.pieces.size(), 1u);
  EXPECT_EQ(smallest.pieces[0].bytes, "!");
}

// To copy an input of many pieces once for each of them takes minutes.
TEST(Shrink, TriesNothingOnceItIsOver) {
  for (const int tries : {0, 1, 5}) {
    int tried = 0;
    const auto smallest = shrink(
        input_of(30'000),
        [&](const Case& candidate) {
          ++tried;
          return has_mark(candidate);
        },
        [&] { return tried == tries; });
    EXPECT_EQ(tried, tries);
    EXPECT_TRUE(has_mark(smallest));
  }
}

}  // namespace
}  // namespace fuzz
