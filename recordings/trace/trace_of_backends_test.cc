// Logs of tool calls as docs/TRACES.md says that a backend keeps them, which tell neither looks nor
// what became of an action, of calls that are never answered, answered too early, or for another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "trace/trace_testing.h"

namespace conformance::backends {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string head_of_the_page() {
  std::ifstream page("docs/TRACES.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const auto from = text.find(R"({"trace":1,"area":"ack","revision":"r2","tells")");
  return text.substr(from, text.find('}', from) + 1 - from);
}
std::string at(double ms, std::string_view kind, std::string_view members) {
  return fmt::format(R"({{"t_ms":{},"{}":{{{}}}}})", ms, kind, members);
}
std::string called(double ms, std::string_view call, std::string_view tool = "open_under_cursor") {
  return at(ms, "called", fmt::format(R"("call":"{}","request":{{"tool":"{}"}})", call, tool));
}
std::string sent(double ms, std::string_view call, std::string_view request) {
  return at(ms, "dispatch", fmt::format(R"("call":"{}","request":"{}")", call, request));
}
std::string shown(double ms, std::string_view call) {
  return at(ms, "dispatch", fmt::format(R"("call":"{}")", call));
}
std::string replied(double ms, std::string_view request) {
  return at(ms, "replied", fmt::format(R"("request":"{}","ok":true)", request));
}
std::string answered(double ms, std::string_view call, std::string_view response) {
  return at(ms, "respond", fmt::format(R"("call":"{}","response":{{{}}})", call, response));
}
std::string gives_up(double ms, std::string_view call, std::string_view kind, int elapsed) {
  return answered(
      ms, call,
      fmt::format(R"("status":"missing","signal":{{"kind":"{}"}},"elapsed_ms":{})", kind, elapsed));
}
const std::string ok = R"("status":"ok")";

FoundInTrace found(Lines lines, double end, const std::string& head = head_of_the_page()) {
  lines.insert(lines.begin(), {head, R"({"t_ms":0,"store_ready":{}})",
                               R"({"t_ms":0,"tracker_ready":{}})", at(0, "windows_ready", "")});
  if (end > 0) lines.push_back(at(end, "ended", ""));
  return found_in("ack", lines);
}

TEST(TraceOfBackends, SaysWhichCallIsNeverAnswered) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1")};
  const Lines opens{called(0, "a", "mkdir"), shown(5, "a")};
  auto told = trip;
  told.push_back(replied(100, "r1"));
  EXPECT_THAT(found(told, 20'000).breaches, ElementsAre("ACK-32:8"));
  EXPECT_THAT(found(trip, 20'000).breaches, ElementsAre("ACK-19:7"));
  EXPECT_THAT(found(opens, 20'000).breaches, ElementsAre("ACK-19:7"));
  // Of a log that was cut off nobody knows.
  EXPECT_THAT(found(opens, 0).breaches, IsEmpty());
  told.push_back(answered(101, "a", ok));
  EXPECT_THAT(found(told, 20'000).breaches, IsEmpty());
}
TEST(TraceOfBackends, SaysWhichRoundTripIsAnsweredLongAfterItsBudget) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1")};
  auto late = trip, right = trip;
  late.push_back(gives_up(20'000, "a", "RoundTrip", 5'000));
  right.push_back(gives_up(5'010, "a", "RoundTrip", 5'000));
  EXPECT_THAT(found(late, 21'000).breaches, ElementsAre("ACK-19:7"));
  EXPECT_THAT(found(right, 21'000).breaches, IsEmpty());
}
TEST(TraceOfBackends, BlamesACaptureForAShortWaitOnlyWhereItTookAsLong) {
  const auto waits = [](double sent_ms, double until_ms) {
    const auto elapsed = static_cast<int>(until_ms - sent_ms);
    return found({called(0, "a", "sort"), shown(sent_ms, "a"),
                  gives_up(until_ms, "a", "GenerationAdvanced", elapsed)},
                 9'000)
        .breaches;
  };
  EXPECT_THAT(waits(5, 600), ElementsAre("ACK-19:7"));
  EXPECT_THAT(waits(1'000, 1'505), ElementsAre("ACK-29:7"));
  EXPECT_THAT(waits(1'000, 2'505), IsEmpty());
}
TEST(TraceOfBackends, NotesNoLieWhereNothingTellsWhatWasCarriedOut) {
  const Lines trip{called(0, "a"), sent(5, "a", "r1"), replied(90, "r1"), answered(91, "a", ok)};
  EXPECT_THAT(found(trip, 100).notes, IsEmpty());
  auto head = head_of_the_page();
  head.insert(head.find(R"("called")"), R"("processed",)");
  EXPECT_THAT(found(trip, 100, head).notes, ElementsAre(HasSubstr("EarlyReply")));
}
TEST(TraceOfBackends, SaysWhichTwoRequestsUnderWayHaveOneId) {
  const auto two = [](std::string_view other, double when) {
    Lines out{called(0, "a"), sent(5, "a", "r1")};
    if (when > 100) out.insert(out.end(), {replied(20, "r1"), answered(21, "a", ok)});
    out.insert(out.end(), {called(when, "b"), sent(when + 5, "b", other)});
    if (when < 100) out.insert(out.end(), {replied(90, "r1"), answered(91, "a", ok)});
    out.insert(out.end(), {replied(when + 95, other), answered(when + 96, "b", ok)});
    return found(out, when + 100).breaches;
  };
  EXPECT_THAT(two("r1", 10), ElementsAre("ACK-28:8"));
  EXPECT_THAT(two("r2", 10), IsEmpty());
  // What a log calls a request once its call has ended is its own affair.
  EXPECT_THAT(two("r1", 1'000), IsEmpty());
}
TEST(TraceOfBackends, SpeaksOfTextsAsTheLogDoes) {
  const auto of = [](std::string_view text) {
    return found({called(0, "a"), sent(5, "a", "r1"),
                  at(90, "replied", R"("request":"r1","ok":false,"text":"no such file")"),
                  answered(91, "a", fmt::format(R"("status":"failed","text":"{}")", text))},
                 100);
  };
  EXPECT_THAT(of("no such file").breaches, IsEmpty());
  EXPECT_THAT(of("it failed").says,
              ElementsAre(testing::AllOf(HasSubstr(R"(text="it failed")"),
                                         HasSubstr(R"(text="no such file")"))));
}

// A log that leaves out what its head does not say, or what there is when it begins, seems wrong.
TEST(TraceOfBackends, ALogThatFailsIsToldWhatItMayHaveLeftOut) {
  const Lines opens{called(0, "a", "sort"), shown(5, "a"),
                    at(300, "pushed", R"("pane":"left","kind":"state")"), answered(310, "a", ok)};
  const auto notes = [&](const std::string& head, const Lines& begins) {
    auto lines = begins;
    lines.insert(lines.end(), opens.begin(), opens.end());
    lines.insert(lines.begin(), head);
    return found_in("ack", lines).notes;
  };
  const Lines ready{at(0, "store_ready", "")};
  const auto bare = R"({"trace":1,"area":"ack","revision":"r2"})";
  EXPECT_THAT(notes(bare, ready), Contains(HasSubstr("no line tells captured: ")));
  EXPECT_THAT(notes(head_of_the_page(), {}), Contains(HasSubstr("no line tells store_ready: ")));
  EXPECT_THAT(notes(head_of_the_page(), ready), IsEmpty());
}

}  // namespace
}  // namespace conformance::backends
