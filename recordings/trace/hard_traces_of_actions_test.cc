// Traces of action tools that are right, and in which that is hard to tell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "trace/trace_testing.h"

namespace conformance::ack {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

using Kinds = std::vector<std::string>;
const Kinds tells_as_rust{
    "called",        "dispatch",      "respond",           "replied",       "store_ready",
    "pushed",        "tracker_ready", "tracker_told",      "windows_ready", "window_opened",
    "window_closed", "cancelled",     "frontend_restarted"};

std::string line(double ms, std::string_view kind, std::string_view members) {
  return fmt::format(R"({{"t_ms":{},"{}":{{{}}}}})", ms, kind, members);
}
std::string calls(double ms, std::string_view call, std::string_view tool,
                  std::string_view more = {}) {
  return line(ms, "called",
              fmt::format(R"("call":"{}","request":{{"tool":"{}"{}}})", call, tool, more));
}
std::string of_call(double ms, std::string_view kind, std::string_view call,
                    std::string_view more = {}) {
  return line(ms, kind, fmt::format(R"("call":"{}"{})", call, more));
}
std::string sends(double ms, std::string_view call, std::string_view request = {}) {
  return of_call(ms, "dispatch", call,
                 request.empty() ? "" : fmt::format(R"(,"request":"{}")", request));
}
std::string ok(double ms, std::string_view call) {
  return of_call(ms, "respond", call, R"(,"response":{"status":"ok"})");
}
std::string missing(double ms, std::string_view call, std::string_view signal, int elapsed_ms) {
  return of_call(
      ms, "respond", call,
      fmt::format(R"(,"response":{{"status":"missing","signal":{{{}}},"elapsed_ms":{}}})", signal,
                  elapsed_ms));
}
constexpr std::string_view trip = R"("kind":"RoundTrip")";
std::string head_of(std::string_view revision, const Kinds& kinds = {}) {
  json out{{"trace", 1}, {"area", "ack"}, {"revision", revision}};
  if (!kinds.empty()) out["tells"] = kinds;
  return out.dump();
}
std::vector<std::string> breaches_of(const Lines& lines, int slack_ms = 250) {
  const auto found = found_in("ack", lines, slack_ms);
  EXPECT_EQ(found.error, "");
  return found.breaches;
}

TEST(AckTracesThatAreHardToTell, OfCallsThatAreLeftAreRight) {
  // What is sent in the instant in which its client leaves is written down behind that.
  const Lines leaves{head_of("r1"), calls(0, "a", "open_under_cursor"),
                     of_call(5, "cancelled", "a"), sends(9, "a", "r")};
  EXPECT_THAT(breaches_of(leaves), IsEmpty());
  EXPECT_THAT(breaches_of(leaves, 0), Contains("ACK-02:4"));
  const Lines late{head_of("r1"), calls(0, "a", "open_under_cursor"), of_call(5, "cancelled", "a"),
                   sends(300, "a", "r")};
  EXPECT_THAT(breaches_of(late), Contains("ACK-02:4"));
  // Of two, and of a fourth, which is not judged.
  EXPECT_THAT(breaches_of({head_of("r1"), calls(0, "a", "mkdir"), calls(0, "b", "mkfile"),
                           of_call(1, "cancelled", "a"), of_call(1, "cancelled", "b"),
                           calls(1, "c", "open_under_cursor"), sends(2, "a"), sends(2, "b"),
                           sends(2, "c", "r")}),
              IsEmpty());
  Lines four{head_of("r1")};
  for (const auto* call : {"a", "b", "c"}) {
    four.push_back(calls(0, call, "open_under_cursor"));
    four.push_back(sends(0, call, call));
  }
  four.push_back(calls(0, "d", "open_under_cursor"));
  four.push_back(of_call(1, "cancelled", "d"));
  four.push_back(sends(2, "d", "r"));
  EXPECT_THAT(breaches_of(four), IsEmpty());
  // Who does not tell who leaves is owed nothing.
  EXPECT_THAT(
      breaches_of({head_of("r1", {"called", "dispatch", "respond", "replied"}),
                   calls(0, "a", "open_under_cursor"), sends(0, "a", "r"),
                   line(5'500, "replied", R"("request":"r","ok":true)"), line(5'500, "ended", "")}),
      IsEmpty());
}
TEST(AckTracesThatAreHardToTell, OfClocksThatAreNoneAreRight) {
  // One call is a little late when it is sent, another one when it is answered.
  EXPECT_THAT(breaches_of({head_of("r1"), calls(0, "a", "open_under_cursor"), sends(0, "a", "ra"),
                           calls(73, "b", "open_under_cursor"), sends(73, "b", "rb"),
                           missing(5'004, "b", trip, 5'000),
                           line(5'074, "replied", R"("request":"ra","ok":true)"), ok(5'074, "a")}),
              IsEmpty());
  // The last look begins at the deadline, by the clock of the call.
  const auto reads = [](double ms, const char* kind) {
    return of_call(ms, kind, "a",
                   kind == std::string_view("look")
                       ? R"(,"probe":{"kind":"soft_dialog","subject":"mkdir-confirmation"})"
                       : R"(,"reading":{"exists":true,"value":0})");
  };
  const Lines looks{
      head_of("r1"),
      line(0, "tracker_ready", ""),
      calls(0, "a", "mkdir"),
      sends(0, "a"),
      reads(1'400, "look"),
      reads(1'450, "looked"),
      reads(1'497, "look"),
      reads(1'547, "looked"),
      missing(1'547, "a", R"("kind":"SoftDialogAppeared","subject":"mkdir-confirmation")", 1'547)};
  EXPECT_THAT(breaches_of(looks), IsEmpty());
  EXPECT_THAT(breaches_of(looks, 1), ElementsAre("ACK-05:9"));
}
TEST(AckTracesThatAreHardToTell, InFewKindsAreRight) {
  // What was captured between the call and its dispatch is not told.
  const auto with_bound = [](int bound) {
    const auto opened = [](int number) {
      return line(0, "window_opened",
                  fmt::format(R"("window":"viewer","number":{},"path":"f")", number));
    };
    return breaches_of(
        {head_of("r1", tells_as_rust), line(0, "windows_ready", ""), opened(1), opened(2),
         calls(0, "a", "dialog_close", R"(,"target":"file-viewer","one":true,"path":"f")"),
         opened(3), sends(10, "a"),
         missing(1'510, "a",
                 fmt::format(R"("kind":"WindowCountBelow","subject":"viewer","bound":{})", bound),
                 1'500)});
  };
  EXPECT_THAT(with_bound(2), IsEmpty());
  EXPECT_THAT(with_bound(3), IsEmpty());
  EXPECT_THAT(with_bound(4), Not(IsEmpty()));
  // The first part of a row of two was replied to, or the second was not sent.
  EXPECT_THAT(breaches_of({head_of("r3", {"called", "dispatch", "respond"}),
                           calls(0, "a", "go_to_latest_download"), sends(50, "a", "r1"),
                           sends(50, "a", "r2"), missing(5'050, "a", trip, 5'000)}),
              IsEmpty());
  // An engine may read more than it waits for, and of its looks nothing is told.
  const auto captures = [](const char* kind, const char* subject) {
    return of_call(0, "capture", "a",
                   fmt::format(R"(,"probe":{{"kind":"{}","subject":{}}})", kind, subject));
  };
  EXPECT_THAT(
      breaches_of({head_of("r1", {"called", "dispatch", "respond", "capture", "tracker_told"}),
                   calls(0, "a", "mkdir"), captures("soft_dialog", R"("mkdir-confirmation")"),
                   captures("generation", "null"), sends(0, "a"),
                   line(50, "tracker_told", R"("dialog":"mkdir-confirmation","open":true)"),
                   ok(50, "a")}),
      IsEmpty());
}

}  // namespace
}  // namespace conformance::ack
