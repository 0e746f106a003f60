// Logs of tool calls that do not tell when a call reads: what it may have read accuses nobody, and
// what the log does tell of it is judged all the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/tool_lines_testing.h"

namespace conformance::untold_reads {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using tool_lines::at;
using tool_lines::ok;

// As docs/TRACES.md says that a backend keeps it; or without a list.
std::string with_list(std::string_view revision, std::string_view more = "") {
  return fmt::format(
      R"({{"trace":1,"area":"ack","revision":"{}","tells":["called","dispatch","respond",)"
      R"("replied","store_ready","pushed","tracker_ready","tracker_told","windows_ready",)"
      R"("window_opened","window_closed","cancelled","frontend_restarted"{}]}})",
      revision, more);
}
std::string without_list(std::string_view revision) {
  return fmt::format(R"({{"trace":1,"area":"ack","revision":"{}"}})", revision);
}
std::string called(int ms, std::string_view tool, std::string_view more = "") {
  return at(ms, "called", fmt::format(R"("call":"a","request":{{"tool":"{}"{}}})", tool, more));
}
std::string dispatched(int ms, std::string_view more = "") {
  return at(ms, "dispatch", fmt::format(R"("call":"a"{})", more));
}
std::string answered(int ms, std::string_view response) {
  return tool_lines::answered(ms, "a", response);
}
std::string refused(int ms, std::string_view why) {
  return answered(ms, fmt::format(R"("status":"refused","refusal":"{}")", why));
}

Lines broken(const std::string& head, Lines lines, bool has_tracker = true) {
  lines.insert(lines.begin(), {head, at(0, "store_ready"), at(0, "windows_ready")});
  if (has_tracker) lines.insert(lines.begin() + 1, at(0, "tracker_ready"));
  lines.push_back(at(90'000, "ended"));
  return found_in("ack", lines).breaches;
}

// A capture takes as long as it takes, and hardly any log has a line of it.
TEST(TraceOfUntoldReads, WhoCapturesSlowlyIsNotAccused) {
  for (const auto& head : {with_list("r2"), without_list("r2")}) {
    const auto pushed = at(1'850, "pushed", R"("pane":"left")");
    EXPECT_THAT(
        broken(head, {called(1'000, "sort"), dispatched(1'800), pushed, answered(1'860, ok)}),
        IsEmpty());
    EXPECT_THAT(broken(head, {called(1'000, "sort"), dispatched(1'800), dispatched(1'800), pushed,
                              answered(1'860, ok)}),
                ElementsAre("ACK-02:7"));
    // It does not go on for ever.
    EXPECT_THAT(broken(head, {called(1'000, "sort")}), ElementsAre("ACK-02:6"));
  }
  const std::string tells_all = R"({"trace":1,"area":"ack","revision":"r2","tells":"all"})";
  EXPECT_THAT(broken(tells_all, {called(1'000, "sort"), dispatched(1'800)}),
              ElementsAre("ACK-02:6"));
}

// Whether a path is there is known in its time.
TEST(TraceOfUntoldReads, APathIsCheckedWithinTheBoundOfItsRow) {
  for (const auto& head : {with_list("r3"), without_list("r3")}) {
    const auto call = called(6'000, "nav_to_path", R"(,"path":"/x")");
    EXPECT_THAT(broken(head, {call, refused(6'500, "not_there")}), IsEmpty());
    EXPECT_THAT(broken(head, {call, refused(8'010, "unchecked")}), IsEmpty());
    EXPECT_THAT(broken(head, {call, refused(6'500, "unchecked")}), ElementsAre("ACK-35:6"));
    EXPECT_THAT(broken(head, {call, refused(36'000, "unchecked")}), ElementsAre("ACK-35:6"));
    EXPECT_THAT(broken(head, {call, answered(6'500, R"("status":"refused")")}), IsEmpty());
  }
}

// Which dialogs are open the tracker tells, whatever was read of it.
TEST(TraceOfUntoldReads, WhoRefusesForADialogThatIsNotOpenIsWrong) {
  const std::string tells_capture = with_list("r3", R"(,"capture","captured","look","looked")");
  const auto tracker = [](int ms, bool open) {
    return at(ms, "tracker_told", fmt::format(R"("dialog":"about","open":{})", open));
  };
  for (const auto& head : {with_list("r3"), without_list("r3"), tells_capture}) {
    const auto after = [&](const Lines& before, std::string_view tool, std::string_view why) {
      auto lines = before;
      lines.push_back(called(6'000, tool));
      lines.push_back(refused(6'002, why));
      return broken(head, lines);
    };
    EXPECT_THAT(after({tracker(20, true)}, "rename", "blocked"), IsEmpty());
    EXPECT_THAT(after({tracker(20, true), tracker(2'000, false)}, "rename", "blocked"),
                ElementsAre("ACK-35:8"));
    EXPECT_THAT(after({}, "rename", "blocked"), ElementsAre("ACK-35:6"));
    EXPECT_THAT(after({}, "mkdir", "not_there"), ElementsAre("ACK-35:6"));
    EXPECT_THAT(after({}, "rename", "nothing_to_do"), ElementsAre("ACK-35:6"));
    EXPECT_THAT(after({tracker(20, true)}, "toggle_hidden", "blocked"), ElementsAre("ACK-35:7"));
    EXPECT_THAT(after({}, "copy", "nothing_to_do"), IsEmpty());
  }
  // A log without a line about dialogs knows nothing of them.
  const Lines call{called(6'000, "rename"), refused(6'002, "blocked")};
  EXPECT_THAT(broken(without_list("r3"), call, false), IsEmpty());
}

// The time that an error tells runs from the dispatch, which the log has.
TEST(TraceOfUntoldReads, WhoTellsATimeThatItDidNotWaitIsWrong) {
  const auto waits = [](std::string_view tool, std::string_view kind, int until, int elapsed) {
    const auto trip = kind == "RoundTrip" ? R"(,"request":"q")" : "";
    return broken(with_list("r2"),
                  {called(100, tool), dispatched(103, trip),
                   answered(until, fmt::format(R"("status":"missing","signal":{{"kind":"{}"}},)"
                                               R"("elapsed_ms":{})",
                                               kind, elapsed))});
  };
  EXPECT_THAT(waits("open_under_cursor", "RoundTrip", 5'110, 5'007), IsEmpty());
  for (const int elapsed : {0, 15, 20'000})
    EXPECT_THAT(waits("open_under_cursor", "RoundTrip", 5'110, elapsed), ElementsAre("ACK-06:7"))
        << elapsed;
  // What a look took longer is in it.
  EXPECT_THAT(waits("sort", "GenerationAdvanced", 1'610, 1'507), IsEmpty());
  EXPECT_THAT(waits("sort", "GenerationAdvanced", 4'110, 4'000), IsEmpty());
  EXPECT_THAT(waits("sort", "GenerationAdvanced", 4'110, 1'500), ElementsAre("ACK-06:7"));
  EXPECT_THAT(waits("sort", "GenerationAdvanced", 1'610, 20'000), ElementsAre("ACK-06:7"));
}

}  // namespace
}  // namespace conformance::untold_reads
