// Ordinary recordings stay free of alarms whatever part of them was recorded, and however the
// recorder mixed the two directions; each lost answer is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class OrdinaryRecording : public ::testing::TestWithParam<const char*> {
 protected:
  static std::vector<std::string> lines_of(const Recording& recording) {
    std::vector<std::string> out;
    for (const auto& line : recording.lines) out.push_back(line.dump(-1, ' ', false) + "\n");
    return out;
  }
  static std::string joined(const std::vector<std::string>& lines, std::size_t from,
                            std::size_t to) {
    std::string out;
    for (auto i = from; i < to; ++i) out += lines[i];
    return out;
  }
};

TEST_P(OrdinaryRecording, PassesWhereverItEnds) {
  const auto lines = lines_of(Recording(GetParam()));
  for (std::size_t end = 1; end <= lines.size(); ++end) {
    // Within a line that was written in parts the end is WIRE-01.
    if (lines[end - 1].find("\"no_newline\"") != std::string::npos) continue;
    ASSERT_THAT(judge_text(joined(lines, 0, end)).breaches, IsEmpty()) << end << " lines";
  }
}

TEST_P(OrdinaryRecording, PassesWhereverItBegins) {
  const auto lines = lines_of(Recording(GetParam()));
  for (std::size_t first = 1; first < lines.size(); ++first) {
    const auto judged = judge_text(joined(lines, first, lines.size()));
    ASSERT_THAT(judged.breaches, IsEmpty()) << "line 1 is line " << first + 1;
  }
}

TEST_P(OrdinaryRecording, PassesWithNeighboursOfBothDirectionsSwapped) {
  const Recording recording(GetParam());
  for (std::size_t i = 1; i < recording.lines.size(); ++i) {
    const bool near = std::abs(recording.time(i + 1) - recording.time(i)) <= 2.0;
    if (!near || recording.lines[i - 1]["dir"] == recording.lines[i]["dir"]) continue;
    auto swapped = recording;
    std::swap(swapped.lines[i - 1], swapped.lines[i]);
    EXPECT_THAT(judge(swapped).breaches, IsEmpty()) << "lines " << i << " and " << i + 1;
    std::swap(swapped.lines[i - 1]["t_ms"], swapped.lines[i]["t_ms"]);
    EXPECT_THAT(judge(swapped).breaches, IsEmpty()) << "lines " << i << " and " << i + 1;
  }
}

TEST_P(OrdinaryRecording, PassesWithoutTimes) {
  Recording recording(GetParam());
  for (auto& line : recording.lines) line.erase("t_ms");
  EXPECT_THAT(judge(recording).breaches, IsEmpty());
}

// Nobody knows what the other side gave reason for.
TEST_P(OrdinaryRecording, PassesWhereOneDirectionIsMissing) {
  for (const auto* direction : {"c2s", "s2c"}) {
    Recording recording(GetParam());
    std::erase_if(recording.lines, [&](const auto& line) { return line["dir"] != direction; });
    EXPECT_THAT(judge(recording).breaches, IsEmpty()) << direction;
  }
}

TEST_P(OrdinaryRecording, PassesAsTwoFilesWithoutOrder) {
  const Recording recording(GetParam());
  std::vector<Reported> breaches;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
    if (finding.rule != spec::no_rule)
      breaches.push_back(
          {std::string(spec::appserver::protocol_rules[finding.rule].id), finding.place.line});
  });
  check.set_unordered();
  const auto take = [&](const RecordedLine& line) { check.take(line); };
  for (const auto side : {spec::appserver::Side::Client, spec::appserver::Side::Server}) {
    PlainReader reader(side, take);
    for (const auto& line : recording.lines) {
      if ((line["dir"] == "c2s") != (side == spec::appserver::Side::Client)) continue;
      reader.feed(line["raw"].get<std::string>() + (line.contains("no_newline") ? "" : "\n"));
    }
    reader.finish();
    check.finish(side);
  }
  check.finish();
  EXPECT_THAT(breaches, IsEmpty());
}

// What a line shows by itself is told all the same, and so is what comes before the other side
// speaks for the first time.
TEST(OneDirection, IsJudgedByTheRulesOfSingleLines) {
  const std::string hello =
      R"({"t_ms":1,"dir":"c2s","raw":"{\"id\":1,\"method\":\"initialize\",\"params\":{}}"})"
      "\n"
      R"({"t_ms":20,"dir":"c2s","raw":"{\"id\":2,\"method\":\"model/list\",\"params\":{}}"})"
      "\n"
      R"({"t_ms":40,"dir":"c2s","raw":"{}"})"
      "\n";
  const auto alone = judge_text(hello);
  EXPECT_THAT(alone.breaches, ElementsAre(Reported{"WIRE-02", 3}));
  EXPECT_THAT(alone.notes, ::testing::Contains(::testing::HasSubstr("no line of the other")));
  const auto answer =
      R"({"t_ms":60,"dir":"s2c","raw":"{\"id\":1,\"result\":{\"userAgent\":\"x/0.169.0\"}}"})"
      "\n";
  EXPECT_THAT(judge_text(hello + answer).breaches,
              ElementsAre(Reported{"RPC-01", 2}, Reported{"WIRE-02", 3}));
}

// A lost answer is SRV-03 at its request, unless the recording ends too soon to say so.
TEST_P(OrdinaryRecording, LosesNoAnswerUnnoticed) {
  const Recording recording(GetParam());
  std::map<std::string, std::size_t> asked;
  for (std::size_t i = 1; i <= recording.lines.size(); ++i) {
    const auto message = nlohmann::json::parse(recording.raw(i), nullptr, false);
    if (!message.is_object() || !message.contains("id")) continue;
    const auto id = message["id"].dump();
    if (message.contains("method")) {
      if (recording.lines[i - 1]["dir"] == "c2s") asked[id] = i;
      continue;
    }
    const auto request = asked.find(id);
    if (recording.lines[i - 1]["dir"] == "c2s" || request == asked.end()) continue;
    if (message.contains("result") &&
        recording.raw(request->second).find("\"initialize\"") != std::string::npos)
      continue;  // Then nothing is known of the handshake.
    auto lossy = recording;
    lossy.drop(i);
    const auto judged = judge(lossy);
    if (!judged.notes.empty() && judged.breaches.empty()) continue;
    EXPECT_THAT(judged.breaches, ElementsAre(Reported{"SRV-03", request->second})) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Recordings, OrdinaryRecording,
    testing::Values("a4c_partial_writes", "a6c_nest_limit", "a7b_burst_100", "b1_text",
                    "b5_two_threads", "c12b_output_streaming", "c1_accept", "c2_decline",
                    "c3_cancel", "c4_accept_for_session", "c9_two_commands",
                    "c9b_two_commands_reverse", "d1_patch_accept", "d1_patch_cancel",
                    "d1_patch_decline", "e1_interrupt_midstream", "e2_turnstart_while_running",
                    "f1_drop", "f1_hangmid", "f1_http429", "f1_http500", "g1_threads",
                    "i1_eof_idle", "i2_eof_midturn", "i3_term_running_command",
                    "k2_tui_approval_accept", "v058_compact", "v077_resume", "v098_accept",
                    "v115_background", "v115_decline", "v130_steer", "v155_review", "v163_fork",
                    "v169_background", "v169_review", "v169_shell_command"),
    [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace conformance::appserver
