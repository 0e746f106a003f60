// How long it takes to leave secrets out of what is shown.
#include "engine/appserver/secrets.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace tools {
namespace {

// A text that nearly names a secret, again and again.
TEST(Masked, TakesTimeByTheLengthOfTheTextAlone) {
  for (const std::string_view word :
       {"a=b ", "a=", "-p ", "-u ", "-u$", "[token ", "token=$", "https://a/hooks/", "echo a ",
        "Authorization: $x ", "-----BEGIN ", "<token ", "name: token, ", "x.token\" "}) {
    const auto seconds = [&](std::size_t size) {
      std::string text;
      while (text.size() < size) text += word;
      const auto began = std::clock();
      EXPECT_FALSE(engine::appserver::masked(text).empty());
      return static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    };
    const double few = seconds(5'000), many = seconds(100'000);
    EXPECT_LT(many, 100 * few + 0.2) << word << ": 20 times the text, by the square 400 times";
  }
}

}  // namespace
}  // namespace tools
