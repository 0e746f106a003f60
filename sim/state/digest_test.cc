#include "sim/state/digest.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace {

// The value of byte i is i: any other content would do, so long as it stays.
template <std::size_t size>
std::uint64_t digest_of_counting_bytes() {
  std::array<std::uint8_t, size> bytes{};
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i);
  return sim::digest(bytes);
}

// XXH3 takes a different way for each of these ranges of lengths.
TEST(Digest, IsTheSameOnEveryMachine) {
  EXPECT_EQ(digest_of_counting_bytes<1>(), 0xc44bdff4074eecdb);
  EXPECT_EQ(digest_of_counting_bytes<8>(), 0x3a1c2d7c85af88f8);
  EXPECT_EQ(digest_of_counting_bytes<16>(), 0x8355e3a6f61770db);
  EXPECT_EQ(digest_of_counting_bytes<100>(), 0x004e4f921a64bd1c);
  EXPECT_EQ(digest_of_counting_bytes<200>(), 0xf42a8864feaf0703);
  EXPECT_EQ(digest_of_counting_bytes<1000>(), 0xd33dd80b46f60e50);
}

TEST(Digest, OfAStructIsThatOfItsBytes) {
  struct Flat {
    std::uint32_t first;
    std::uint16_t second;
    std::uint8_t third;
    std::uint8_t fourth;
  };
  EXPECT_EQ(sim::digest(Flat{0x03020100, 0x0504, 6, 7}), digest_of_counting_bytes<8>());
}

TEST(Digest, ChangesWithEveryByte) {
  std::array<std::uint8_t, 300> bytes{};
  const std::uint64_t before = sim::digest(bytes);
  for (std::uint8_t& byte : bytes) {
    byte = 1;
    EXPECT_NE(sim::digest(bytes), before);
    byte = 0;
  }
}

}  // namespace
