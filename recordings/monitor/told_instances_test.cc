// The instances that streams name (MON-45).
#include <gtest/gtest.h>

#include <string_view>

#include <fmt/format.h>

#include "monitor/recording_testing.h"

namespace conformance::monitor {
namespace {

const Lines until_answered{awake, changed(0, "1"), asked(2'000, 1), answered(2'000, 1)};
const Lines until_sent = joined({until_answered, {snapshot(2'000, 1, 1, "1")}});

TEST(ToldInstances, AnInstanceIsItsText) {
  const auto pinged = [](std::string_view instance) {
    const auto named = [](int ms, std::string_view json, std::string_view rest) {
      return line(ms, 1, fmt::format(R"({{{},\"clientInstanceId\":{}}})", rest, json));
    };
    return judged(joined({until_answered,
                          {named(2'000, R"(\"a/b\")",
                                 R"(\"type\":\"snapshot\",\"seq\":1,\"projects\":[1])"),
                           named(3'000, instance, R"(\"type\":\"ping\")")},
                          {ping(6'900, 1), ping(11'800, 1)}}))
        .breaches;
  };
  EXPECT_THAT(pinged(R"(\"a\\/b\")"), IsEmpty());
  EXPECT_THAT(pinged("null"), IsEmpty());
  EXPECT_THAT(pinged(R"(\"c\")"), ElementsAre("MON-45:6"));
}

TEST(ToldInstances, WhatOneStreamHadIsNoInstanceOfTheNext) {
  const auto next = [](int instance) {
    return judged(joined({until_sent,
                          {told(4'000, "client_gone", R"("connection":1)"),
                           told(4'001, "stream_freed", R"("connection":1)")},
                          {asked(5'000, 2), answered(5'000, 2),
                           snapshot(5'000, 2, 1, "1", instance)}}))
        .breaches;
  };
  EXPECT_THAT(next(2), IsEmpty());
  EXPECT_THAT(next(1), ElementsAre("MON-45:10"));
}

// Only so many are remembered: that of a stream that goes on is, however many others there were.
TEST(ToldInstances, WhatGoesOnIsNotForgotten) {
  constexpr int many = 9'000;
  auto lines = until_sent;
  for (int i = 2; i <= many; ++i)
    for (const auto& each : {asked(3'000, i), answered(3'000, i), snapshot(3'000, i, 1, "1"),
                             told(3'000, "stream_freed", fmt::format(R"("connection":{})", i))})
      lines.push_back(each);
  const auto then = [&](int stream, int instance) {
    return judged(joined({lines,
                          {asked(4'000, many + 1), answered(4'000, many + 1),
                           snapshot(4'000, stream, 2, "1", instance)}}))
        .breaches;
  };
  EXPECT_THAT(then(1, 1), IsEmpty());
  EXPECT_THAT(then(many + 1, many + 1), IsEmpty());
  EXPECT_THAT(then(1, many), ElementsAre(StartsWith("MON-40")));
  EXPECT_THAT(then(many + 1, 1), ElementsAre(StartsWith("MON-45")));
  EXPECT_THAT(then(many + 1, many), ElementsAre(StartsWith("MON-45")));
}

}  // namespace
}  // namespace conformance::monitor
