// Traces of tool calls as other programs write them: requests that are counted from zero, and
// signals that another thread writes down.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace/trace_testing.h"

namespace conformance {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> broken(Lines lines) {
  lines.insert(lines.begin(), R"({"trace":1,"area":"ack","revision":"r2"})");
  return found_in("ack", lines).breaches;
}

// Whatever the head says of what is told, and how soon the log is judged for it.
TEST(TraceOfPrograms, TheFirstRequestMayBeZero) {
  for (const auto* tells :
       {"", R"(,"tells":"all")", R"(,"tells":["called","dispatch","respond","replied"])",
        R"(,"tells":["called","dispatch","respond","replied","pushed","tracker_told",)"
        R"("window_opened","window_closed","cancelled"])"}) {
    const auto answered = [&](std::string_view sent, std::string_view replied,
                              const Lines& beside = {}) {
      Lines lines{fmt::format(R"({{"trace":1,"area":"ack","revision":"r2"{}}})", tells)};
      lines.insert(lines.end(), beside.begin(), beside.end());
      lines.insert(lines.end(),
                   {R"({"t_ms":1,"called":{"call":"c","request":{"tool":"select"}}})",
                    fmt::format(R"({{"t_ms":2,"dispatch":{{"call":"c"{}}}}})", sent),
                    fmt::format(R"({{"t_ms":50,"replied":{{"request":{},"ok":true}}}})", replied),
                    R"({"t_ms":51,"respond":{"call":"c","response":{"status":"ok"}}})"});
      return found_in("ack", lines).breaches;
    };
    EXPECT_THAT(answered(R"(,"request":0)", "0"), IsEmpty()) << tells;
    EXPECT_THAT(answered(R"(,"request":7)", "7"), IsEmpty()) << tells;
    EXPECT_THAT(answered(R"(,"request":0)", "7"), ElementsAre("ACK-10:5")) << tells;
    EXPECT_THAT(answered(R"(,"request":7)", "0"), ElementsAre("ACK-10:5")) << tells;
    EXPECT_THAT(answered("", "0"), ElementsAre("ACK-09:3")) << tells;
    if (std::string_view(tells).ends_with(R"("all")")) continue;
    // A call that waits for no reply has none.
    const Lines beside{R"({"t_ms":1,"called":{"call":"b","request":{"tool":"nav_back"}}})",
                       R"({"t_ms":1,"dispatch":{"call":"b","request":0}})"};
    EXPECT_THAT(answered(R"(,"request":0)", "0", beside), IsEmpty()) << tells;
    EXPECT_THAT(answered(R"(,"request":7)", "0", beside), ElementsAre("ACK-10:7")) << tells;
  }
}

TEST(TraceOfPrograms, APushMayBeWrittenDownBehindTheAnswer) {
  const auto pushed_at = [](int ms) {
    return broken({R"({"t_ms":0,"store_ready":{}})",
                   R"({"t_ms":1,"called":{"call":"c","request":{"tool":"sort"}}})",
                   R"({"t_ms":2,"dispatch":{"call":"c"}})",
                   R"({"t_ms":260,"respond":{"call":"c","response":{"status":"ok"}}})",
                   fmt::format(R"({{"t_ms":{},"by":"c","pushed":{{"pane":"left"}}}})", ms)});
  };
  EXPECT_THAT(pushed_at(261), IsEmpty());
  EXPECT_THAT(pushed_at(900), ElementsAre("ACK-03:5"));
}

TEST(TraceOfPrograms, AnAnswerThatTellsNothingOfItsActionIsHeldToWhatWasDone) {
  const auto gives_up = [](const Lines& meanwhile, int ms) {
    Lines lines{R"({"t_ms":1,"called":{"call":"c","request":{"tool":"select"}}})"};
    lines.insert(lines.end(), meanwhile.begin(), meanwhile.end());
    lines.push_back(
        fmt::format(R"({{"t_ms":{},"respond":{{"call":"c","response":{{"status":"missing",)"
                    R"("elapsed_ms":{},"signal":{{"kind":"RoundTrip"}}}}}}}})",
                    ms, ms - 1));
    return broken(lines);
  };
  const std::string asks = R"({"t_ms":1,"dispatch":{"call":"c","request":"r"}})";
  const auto replies = [](int ms) {
    return fmt::format(R"({{"t_ms":{},"replied":{{"request":"r","ok":true}}}})", ms);
  };
  EXPECT_THAT(gives_up({asks}, 5'002), IsEmpty());
  // It came when the time was up.
  EXPECT_THAT(gives_up({asks, replies(5'003)}, 5'004), IsEmpty());
  EXPECT_THAT(gives_up({asks, replies(300)}, 5'004), ElementsAre("ACK-32:5"));
  // Nobody waits for what was not asked for.
  EXPECT_THAT(gives_up({}, 5'002), ElementsAre("ACK-02:3"));
}

}  // namespace
}  // namespace conformance
