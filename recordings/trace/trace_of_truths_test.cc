// Logs of backends: what nobody tells of the frontend, and which rule an answer breaks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "trace/tool_lines_testing.h"

namespace conformance::told_truth {
namespace {

using namespace tool_lines;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string bare = R"({"trace":1,"area":"ack","revision":"r2"})";

// A head that does not say what the log tells is that of most logs, and a backend does not know
// what the frontend did: who tells it once is held to it.
TEST(TraceOfTruths, WhereNoLineTellsWhatWasCarriedOutNoAnswerIsALie) {
  const auto broken = [](const Lines& more) {
    Lines lines{R"({"trace":1,"area":"ack","revision":"r2"})", called(10, "a", "mkdir"),
                at(10, "capture",
                   R"("call":"a","probe":{"kind":"soft_dialog",)"
                   R"("subject":"mkdir-confirmation"})"),
                at(10, "captured", R"("call":"a","reading":{"exists":true})"),
                at(11, "dispatch", R"("call":"a")")};
    lines.insert(lines.end(), more.begin(), more.end());
    return found_in("ack", lines).breaches;
  };
  const auto opened =
      R"({"t_ms":90,"by":"a","tracker_told":{"dialog":"mkdir-confirmation","open":true}})";
  const auto processed = at(60, "processed", R"("call":"a")");
  const Lines another{called(500, "b", "open_under_cursor"),
                      at(501, "dispatch", R"("call":"b","request":"r1")"),
                      at(560, "processed", R"("call":"b")"),
                      at(570, "replied", R"("request":"r1","ok":true)"), answered(571, "b")};
  EXPECT_THAT(broken({opened, answered(112, "a")}), IsEmpty());
  EXPECT_THAT(broken({processed, opened, answered(112, "a")}), IsEmpty());
  EXPECT_THAT(broken({answered(112, "a")}), ElementsAre("ACK-03:6"));
  Lines more{opened, answered(112, "a")};
  more.insert(more.end(), another.begin(), another.end());
  EXPECT_THAT(broken(more), ElementsAre("ACK-31:7"));
}
// An answer whose time differs within the slack is blamed for what else is wrong in it.
TEST(TraceOfTruths, BlamesALateClockForNothingThatAnAnswerLeavesUnsaid) {
  const auto gives = [](std::string_view doing) {
    return found_in("ack", {bare, called(0, "a", "open_under_cursor"),
                            at(5, "dispatch", R"("call":"a","request":"r1")"),
                            at(5'012, "respond",
                               fmt::format(R"("call":"a","response":{{"status":"missing",)"
                                           R"("signal":{{"kind":"RoundTrip"}},)"
                                           R"("elapsed_ms":5007,"doing":"{}"}})",
                                           doing))})
        .breaches;
  };
  EXPECT_THAT(gives("may_happen"), IsEmpty());
  EXPECT_THAT(gives("done"), ElementsAre("ACK-33:4"));
}

// Which id a request would have had nobody knows.
TEST(TraceOfTruths, NamesNoRequestOfADispatchThatDidNotCome) {
  const auto found =
      found_in("ack", {R"({"trace":1,"area":"ack","revision":"r2","tells":"all"})",
                       called(10, "a", "open_under_cursor"),
                       at(12, "dispatch", R"("call":"a","request":"of a")"),
                       called(1'000, "b", "open_under_cursor"), at(9'000, "ended", "")});
  EXPECT_THAT(found.breaches, ElementsAre("ACK-02:5"));
  EXPECT_THAT(found.says, ElementsAre(testing::StartsWith(R"(Dispatch call="b" did not come)")));
}

// What there is to act on, and whether a path is there, the tool reads and hardly any log says.
TEST(TraceOfTruths, WhoRefusesForWhatHeReadIsNotAccused) {
  const auto broken = [](std::string_view tells, std::string_view stands, std::string_view tool,
                         std::string_view probe, std::string_view refusal) {
    const auto answer =
        fmt::format(R"("call":"a","response":{{"status":"refused","refusal":"{}"}})", refusal);
    Lines lines{fmt::format(R"({{"trace":1,"area":"ack","revision":"r3"{}}})", tells)};
    for (const auto* kind : {"store_ready", "tracker_ready", "windows_ready"})
      lines.push_back(at(0, kind, ""));
    if (!stands.empty()) lines.push_back(at(1, "stands", stands));
    lines.push_back(called(10, "a", tool));
    for (const std::string_view each : {std::string_view("soft_dialog"), probe}) {
      if (each == "soft_dialog" && probe == "path") continue;
      lines.push_back(
          at(10, "capture", fmt::format(R"("call":"a","probe":{{"kind":"{}"}})", each)));
      lines.push_back(at(20, "captured", R"("call":"a","reading":{"exists":true,"value":0})"));
    }
    lines.push_back(at(21, "respond", answer));
    return found_in("ack", lines).breaches;
  };
  EXPECT_THAT(broken("", "", "nav_to_path", "path", "not_there"), IsEmpty());
  EXPECT_THAT(broken("", "", "copy", "items", "nothing_to_do"), IsEmpty());
  constexpr std::string_view all = R"(,"tells":"all")", none = R"("of":"items","value":0)";
  EXPECT_THAT(broken(all, none, "copy", "items", "nothing_to_do"), IsEmpty());
  EXPECT_THAT(broken(all, "", "copy", "items", "nothing_to_do"), ElementsAre("ACK-35:10"));
  EXPECT_THAT(broken("", R"("of":"items","value":3)", "copy", "items", "nothing_to_do"),
              ElementsAre("ACK-35:11"));
}

}  // namespace
}  // namespace conformance::told_truth
