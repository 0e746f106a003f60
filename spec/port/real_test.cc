#include "port/real.h"

#include <gtest/gtest.h>

namespace port {
namespace {

TEST(Real, IsReadToItsEndOrNotAtAll) {
  EXPECT_EQ(read_real("0"), 0.0);
  EXPECT_EQ(read_real("-1.5e3"), -1500.0);
  EXPECT_EQ(read_real("1.7976931348623157e308"), 1.7976931348623157e308);
  for (const auto* text :
       {"", "-", " 1", "1 ", "+1", "0x10", "inf", "nan", "1e", "1.5ms", "1e999", "1e-999", "1,5"})
    EXPECT_FALSE(read_real(text)) << text;
  EXPECT_FALSE(read_real({"1\0", 2}));
}

}  // namespace
}  // namespace port
