// Logs in which another hand writes down what happened behind what rests on it, and logs that begin
// behind what stood already.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "trace/call_lines_testing.h"

namespace conformance::late_causes {
namespace {

using namespace call_lines;

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

int time_of(const std::string& told) { return json::parse(told)["t_ms"].get<int>(); }

// The same log with the last line of this kind written down so much later.
Lines later(Lines lines, std::string_view kind, int ms) {
  const auto found = std::find_if(lines.rbegin(), lines.rend(), [&](const std::string& each) {
    return kind_of_line(each) == kind;
  });
  auto told = json::parse(*found);
  told["t_ms"] = time_of(*found) + ms;
  lines.erase(std::next(found).base());
  const auto behind = std::find_if(lines.begin() + 1, lines.end(), [&](const std::string& each) {
    return time_of(each) > told["t_ms"].get<int>();
  });
  lines.insert(behind, told.dump());
  return lines;
}
// Right as it stands, right with that line a little later, and told of where it is much later.
void expect_right_a_little_later(std::string_view area, const Lines& lines, std::string_view kind,
                                 std::string_view rule) {
  EXPECT_THAT(found_in(area, lines).breaches, IsEmpty()) << rule;
  EXPECT_THAT(found_in(area, lines).not_judged, Not(Contains(rule)));
  for (const int ms : {40, 100, 200}) {
    const auto found = found_in(area, later(lines, kind, ms));
    EXPECT_EQ(found.error, "");
    EXPECT_THAT(found.breaches, IsEmpty()) << rule << " " << ms;
    EXPECT_THAT(found.not_judged, Contains(rule)) << ms;
  }
  EXPECT_THAT(found_in(area, later(lines, kind, 40), 0).breaches, Not(IsEmpty()));
  EXPECT_THAT(found_in(area, later(lines, kind, 700)).breaches, Contains(StartsWith(rule)));
}

const Lines another{line(0, R"("dialog_opened":{"dialog":"tip","modal":true})"),
                    line(100, R"("dialog_disposed":{"dialog":"tip"})")};
Lines synced(int ms) {
  Lines out;
  for (const auto* kind : {"commit", "save", "refresh"})
    out = out + Lines{line(ms, fmt::format(R"("{}":{{"operation":"main"}})", kind)),
                      line(ms, R"("write_ended":{"operation":"main"})")};
  return out +
         Lines{line(ms, R"("report_smart_wait":{"waited_ms":0})"), line(ms, R"("start_body":{})")};
}
Lines is_refused(int ms) { return begins(ms, "non_modal") + refused_at_the_gate(ms + 10); }
const Lines looks_at_it = look(1'001, "dialog");

TEST(TraceOfLateCauses, ADialogAtTheGate) {
  const Lines opened{line(990, R"("dialog_opened":{"dialog":"Save?","modal":true})")};
  expect_right_a_little_later("modality", Lines{head} + another + opened + is_refused(1'000),
                              "dialog_opened", "MOD-31");
  // A look has shown that nothing stood.
  const auto clear = look(100, "none");
  auto call = is_refused(1'000);
  call.insert(call.begin() + 2, looks_at_it.begin(), looks_at_it.end());
  expect_right_a_little_later("modality", Lines{head} + another + clear + opened + call,
                              "dialog_opened", "MOD-31");
}
TEST(TraceOfLateCauses, ADialogThatTheMonitorSees) {
  std::ifstream in("recordings/modality/traces/script_opens_a_dialog.jsonl");
  auto lines = lines_of(std::string(std::istreambuf_iterator<char>(in), {}));
  lines.insert(lines.begin() + 1, {line(-900, R"("dialog_opened":{"dialog":"t","modal":true})"),
                                   line(-800, R"("dialog_disposed":{"dialog":"t"})")});
  for (auto& each : lines)
    if (kind_of_line(each) == "dialog_opened" && time_of(each) > 0) {
      auto told = json::parse(each);
      told["t_ms"] = 1'010;
      each = told.dump();
    }
  expect_right_a_little_later("modality", lines, "dialog_opened", "MOD-63");
}
// The lower dialog is closed once the upper one has gone.
TEST(TraceOfLateCauses, ADisposalInASweep) {
  const auto close = [](int ms, std::string_view dialog) {
    return Lines{
        line(ms, R"("capture":{"artifact":"screenshot","cause":"sweep"})"),
        line(ms + 5, R"("captured":{"artifact":"screenshot"})"),
        line(ms + 6, fmt::format(R"("close_dialog":{{"operation":"main","dialog":"{}"}})", dialog)),
        line(ms + 7,
             fmt::format(R"("close_answered":{{"operation":"main","dialog":"{}"}})", dialog))};
  };
  const auto gone = [](int ms, std::string_view dialog) {
    return line(ms, fmt::format(R"("dialog_disposed":{{"dialog":"{}"}})", dialog));
  };
  const auto lines = Lines{head,
                           line(0, R"("dialog_opened":{"dialog":"Settings","modal":true})"),
                           line(10, R"("dialog_opened":{"dialog":"Confirm","modal":true})"),
                           called(1'000, "smart_non_modal", 600'000),
                           line(1'000, R"("schedule_refresh":{})"),
                           line(1'001, R"("capture":{"artifact":"thread_dump","cause":"sweep"})"),
                           line(1'002, R"("captured":{"artifact":"thread_dump"})")} +
                     close(1'003, "Confirm") + Lines{gone(1'015, "Confirm")} +
                     close(1'020, "Settings") + Lines{gone(1'500, "Settings")};
  const auto late = [&](int ms) {
    auto out = lines;
    out.erase(std::find(out.begin(), out.end(), gone(1'015, "Confirm")));
    const auto place = std::find_if(out.begin() + 1, out.end(), [&](const std::string& each) {
      return time_of(each) > 1'015 + ms;
    });
    out.insert(place, gone(1'015 + ms, "Confirm"));
    return found_in("modality", out);
  };
  EXPECT_THAT(found_in("modality", lines).breaches, IsEmpty());
  EXPECT_THAT(late(60).breaches, IsEmpty());
  EXPECT_THAT(late(60).not_judged, Contains("MOD-12"));
  EXPECT_THAT(late(400).breaches, Contains(StartsWith("MOD-12:")));
}
// What the script was told.
TEST(TraceOfLateCauses, AnIndexThatBegan) {
  const auto gives = [](int value) {
    return Lines{head, line(-900, R"("indexing_started":{})"),
                 line(-800, R"("indexing_ended":{})")} +
           unleashed(0, 600'000) +
           Lines{line(1'000, R"("indexing_started":{})"),
                 line(1'010, R"("method_called":{"call":1,"method":{"method":"isSmartMode"}})"),
                 line(1'011, fmt::format(R"("return":{{"call":1,"value":{}}})", value)),
                 line(2'500, R"("indexing_ended":{})")} +
           ends_well(3'000);
  };
  expect_right_a_little_later("modality", gives(0), "indexing_started", "MOD-106");
  EXPECT_THAT(found_in("modality", gives(1)).breaches, ElementsAre("MOD-106:9"));
}
TEST(TraceOfLateCauses, ASignal) {
  const Lines lines{ack_head,
                    R"({"t_ms":0,"tracker_ready":{}})",
                    opens_about(1, R"("a")"),
                    R"({"t_ms":2,"dispatch":{"call":"a"}})",
                    R"({"t_ms":60,"by":"a","tracker_told":{"dialog":"about","open":true}})",
                    R"({"t_ms":104,"respond":{"call":"a","response":{"status":"ok"}}})",
                    opens_about(2'000, R"("b")")};
  for (const auto* ready : {"store_ready", "windows_ready"}) {
    auto told = lines;
    told.insert(told.begin() + 1, fmt::format(R"({{"t_ms":0,"{}":{{}}}})", ready));
    const auto late = [&](int ms) { return found_in("ack", later(told, "tracker_told", ms)); };
    EXPECT_THAT(late(0).breaches, IsEmpty());
    EXPECT_THAT(late(100).breaches, IsEmpty());
    EXPECT_THAT(late(100).not_judged, Contains("ACK-03"));
    EXPECT_THAT(late(700).breaches, ElementsAre("ACK-03:6"));
  }
}

// ---- What stood before --------------------------------------------------------------------------

// Until a dialog is told that opens, who acts on one has seen it; and from then on it stands.
TEST(TraceOfWhatStood, ADialogAtTheGateStoodBeforeTheLog) {
  const auto first = is_refused(1'000), again = is_refused(9'000);
  const Lines gone{line(5'000, R"("dialog_disposed":{"dialog":"Save?"})")};
  const Lines passes{called(9'000, "non_modal", 600'000), line(9'000, R"("schedule_refresh":{})"),
                     line(9'001, R"("start_body":{})")};
  EXPECT_THAT(found_in("modality", Lines{head} + first).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", Lines{head} + first + again).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", Lines{head} + first + gone + passes).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", Lines{head} + first + passes).breaches,
              Contains(StartsWith("MOD-31:")));
  EXPECT_THAT(found_in("modality", Lines{head} + another + first).breaches,
              Contains(StartsWith("MOD-31:")));
  // A gate that was passed shows that nothing stood.
  EXPECT_THAT(found_in("modality", Lines{head} +
                                       Lines{called(0, "non_modal", 600'000),
                                             line(0, R"("schedule_refresh":{})"),
                                             line(1, R"("start_body":{})")} +
                                       ends_well(500) + first)
                  .breaches,
              Contains(StartsWith("MOD-31:")));
}
// The line of the first dialog may stand behind the look that shows it: it is one, and not two.
TEST(TraceOfWhatStood, ADialogThatIsToldBehindItsLookIsThatOne) {
  const auto clear = look(9'001, "none");
  const auto told = [&](int opened_ms, bool looks_again = true) {
    auto call = is_refused(1'000);
    call.insert(call.begin() + 2, looks_at_it.begin(), looks_at_it.end());
    Lines all =
        Lines{head} + call +
        Lines{line(4'000, R"("dialog_disposed":{"dialog":"Save?"})"),
              called(9'000, "non_modal", 600'000), line(9'000, R"("schedule_refresh":{})")} +
        (looks_again ? clear : Lines{}) + Lines{line(9'003, R"("start_body":{})")} +
        ends_well(9'500);
    const auto place = std::find_if(all.begin() + 1, all.end(), [&](const std::string& each) {
      return time_of(each) > opened_ms;
    });
    all.insert(place, line(opened_ms, R"("dialog_opened":{"dialog":"Save?","modal":true})"));
    return found_in("modality", all).breaches;
  };
  for (const bool looks_again : {true, false}) {
    EXPECT_THAT(told(900, looks_again), IsEmpty());
    EXPECT_THAT(told(1'100, looks_again), IsEmpty());
  }
  // Behind that it is another one, and the first stands until a look shows less.
  EXPECT_THAT(told(2'000, false), Contains(StartsWith("MOD-31:")));
  EXPECT_THAT(told(2'000), IsEmpty());
}
// So may what a sweep closes, by its captures and its close.
TEST(TraceOfWhatStood, ASweepClosesWhatStoodBeforeTheLog) {
  const auto sweeps = [](std::string_view reported) {
    return Lines{
        called(1'000, "smart_non_modal", 600'000),
        line(1'000, R"("schedule_refresh":{})"),
        line(1'001, R"("capture":{"artifact":"thread_dump","cause":"sweep"})"),
        line(1'002, R"("captured":{"artifact":"thread_dump"})"),
        line(1'003, R"("capture":{"artifact":"screenshot","cause":"sweep"})"),
        line(1'400, R"("captured":{"artifact":"screenshot"})"),
        line(1'401, R"("close_dialog":{"operation":"main","dialog":"Tip"})"),
        line(1'402, R"("close_answered":{"operation":"main","dialog":"Tip"})"),
        line(1'410, R"("dialog_disposed":{"dialog":"Tip"})"),
        line(1'411, fmt::format(R"("report_dialog":{{"dialog":"Tip","outcome":"{}"}})", reported))};
  };
  EXPECT_THAT(found_in("modality", Lines{head} + sweeps("closed") + synced(1'420)).breaches,
              IsEmpty());
  EXPECT_THAT(found_in("modality", Lines{head} + sweeps("refused") + synced(1'420)).breaches,
              Contains(StartsWith("MOD-13:")));
  EXPECT_THAT(
      found_in("modality", Lines{head} + another + sweeps("closed") + synced(1'420)).breaches,
      Contains(StartsWith("MOD-11:")));
  auto unshot = Lines{head} + sweeps("closed") + synced(1'420);
  std::erase_if(unshot,
                [](const std::string& each) { return each.find("screenshot") != each.npos; });
  EXPECT_THAT(found_in("modality", unshot).breaches, Not(IsEmpty()));
}
TEST(TraceOfWhatStood, IndexingIsUnderWayWhenTheLogBegins) {
  const auto gives = [](const Lines& before) {
    return found_in(
               "modality",
               Lines{head} + before + unleashed(1'000, 600'000) +
                   Lines{line(1'010,
                              R"("method_called":{"call":1,"method":{"method":"isSmartMode"}})"),
                         line(1'011, R"("return":{"call":1,"value":0})")} +
                   ends_well(3'000))
        .breaches;
  };
  EXPECT_THAT(gives({}), IsEmpty());
  EXPECT_THAT(gives({line(0, R"("indexing_started":{})"), line(100, R"("indexing_ended":{})")}),
              ElementsAre(HasSubstr("MOD-106")));
}

}  // namespace
}  // namespace conformance::late_causes
