// Conversations that are seldom seen, written by hand from the protocol: who comes late, several
// clients, processes in one file, subagents, lines that were cut, what no rule knows; right ones
// and wrong ones. Each says what is wanted: the rules that are broken and by whom, in which lines
// and what earlier ones that is about, how it is concluded, and what its notes say; of some, which
// rules are kept. A line of one is [direction, message, milliseconds since the line before, members
// of the recorded line]; the last two may be left out.
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "appserver/retold_testing.h"
#include "appserver/retold_ways_testing.h"
#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

struct Concluded {
  std::vector<std::string> found, places, notes, kept;
  std::string outcome;
};

retold::Lines lines_in(const Recording::Line& lines) {
  retold::Lines out;
  double time = 0;
  for (const auto& each : lines) {
    time += each.size() > 2 ? each[2].get<double>() : 10;
    Recording::Line line{{"t_ms", time}, {"dir", each[0]}};
    line["raw"] = each[1].is_string() ? each[1].get<std::string>() : each[1].dump();
    if (each.size() > 3) line.update(each[3]);
    out.push_back(std::move(line));
  }
  return out;
}
std::string said_in(const Recording::Line& lines) { return retold::text_of(lines_in(lines)); }

Concluded conclude(const std::string& text) {
  Concluded out;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
    if (finding.rule == spec::no_rule) return out.notes.push_back(finding.says);
    const bool client = finding.side == spec::appserver::Side::Client;
    const auto id = std::string(spec::appserver::protocol_rules[finding.rule].id);
    out.found.push_back(id + (client ? " client" : " server"));
    const auto about = finding.about.line;
    out.places.push_back(id + " " + std::to_string(finding.place.line) +
                         (about != 0 ? " about " + std::to_string(about) : ""));
  });
  TranscriptReader reader([&](const RecordedLine& line) { check.take(line); });
  reader.feed(text);
  EXPECT_TRUE(reader.finish());
  if (reader.first_of_stderr() != 0) out.notes.emplace_back("stderr");
  check.finish();
  std::ranges::sort(out.found);
  std::ranges::sort(out.places);
  for (std::uint8_t rule = 0; rule < spec::appserver::protocol_rules.size(); ++rule)
    if (check.outcome(rule) == RuleOutcome::Pass)
      out.kept.emplace_back(spec::appserver::protocol_rules[rule].id);
  using Verdict = Conclusion::Verdict;
  const auto verdict = check.conclusion().verdict;
  out.outcome = verdict == Verdict::Failed      ? "fail"
                : verdict == Verdict::NotJudged ? "not_judged"
                                                : "pass";
  return out;
}

TEST(Unusual, ConversationsAreJudgedRight) {
  std::ifstream file(ORRERY_SOURCE_DIR "/recordings/samples/unusual/conversations.jsonl");
  std::size_t right = 0, wrong = 0;
  std::set<std::string> broken, kept;
  for (std::string line; std::getline(file, line);) {
    const auto wanted = Recording::Line::parse(line);
    const auto name = wanted["name"].get<std::string>();
    const auto got = conclude(said_in(wanted["lines"]));
    ++(wanted["wanted"].empty() ? right : wrong);
    for (const auto& each : got.found) broken.insert(each.substr(0, each.find(' ')));
    if (got.found.empty()) kept.insert(got.kept.begin(), got.kept.end());
    EXPECT_EQ(got.found, wanted["wanted"].get<std::vector<std::string>>()) << name;
    EXPECT_EQ(got.places, wanted.value("places", std::vector<std::string>{})) << name;
    EXPECT_EQ(got.kept, wanted.value("kept", got.kept)) << name;
    EXPECT_EQ(got.outcome, wanted["outcome"].get<std::string>()) << name;
    std::vector<testing::Matcher<std::string>> notes;
    for (const auto& note : wanted["notes"])
      notes.push_back(testing::HasSubstr(note.get<std::string>()));
    EXPECT_THAT(got.notes, testing::UnorderedElementsAreArray(notes)) << name;
  }
  EXPECT_GE(right, 100u);
  EXPECT_GE(wrong, 55u);
  // Of these lines show a breach and nothing else.
  for (const auto* rule : {"RPC-06", "SES-05", "SES-09", "SES-10", "SES-16"}) broken.erase(rule);
  EXPECT_THAT(kept, testing::IsSupersetOf(broken));
}

// Told otherwise, with all as it was said, each is judged as before.
TEST(Unusual, ConversationsAreJudgedAlikeHoweverTheyAreTold) {
  std::ifstream file(ORRERY_SOURCE_DIR "/recordings/samples/unusual/conversations.jsonl");
  std::uint64_t telling = 0;
  for (std::string line; std::getline(file, line);) {
    const auto row = Recording::Line::parse(line);
    // Other ids may be of one type, or numbers of turns, which begin anew; and what has other
    // members is asked for the first time.
    if (row["name"] == "wrong_resolved_typed" ||
        row["name"] == "wrong_a_turn_starts_again_behind_a_resumption" ||
        row["name"] == "wrong_hammers_an_overloaded_server" ||
        row["name"] == "wrong_hammers_an_overloaded_server_under_new_names" ||
        row["name"] == "wrong_pauses_that_do_not_grow" ||
        row["name"] == "wrong_greets_an_overloaded_server_again_and_again")
      continue;
    for (auto left = 4; left > 0; --left) {
      auto rng = sim::Rng(13).fork(telling++);
      auto all = lines_in(row["lines"]);
      const auto ways = retold::tell_gently(all, rng);
      EXPECT_EQ(conclude(retold::text_of(all)).found, row["wanted"].get<std::vector<std::string>>())
          << row["name"] << ways << ":\n"
          << retold::text_of(all);
    }
  }
  EXPECT_GE(telling, 600u);
}

// The files of two directions that a log goes on in when the next process begins, which counts its
// ids anew.
TEST(Unusual, ProcessesInTwoFilesAreJudgedRight) {
  const std::set<std::string> names{
      "right_restart_same_ids",
      "right_ids_reused_after_answers",
      "right_an_id_is_used_again_and_its_answer_stands_before_it",
      "right_another_process_is_greeted_under_the_same_id_and_its_answer_stands_before_it",
      "right_restart_twice_idle",
      "right_a_thread_is_resumed_behind_a_refused_turn",
      "right_a_thread_is_resumed_behind_a_restart",
      "right_a_thread_is_lost_with_its_process",
      "right_two_turns_of_an_overloaded_process",
      "right_two_turns_on_their_way_to_another_process",
      "right_a_turn_is_refused_by_each_process",
      "right_turns_are_refused_in_a_thread_that_starts_in_another_process",
      "right_turns_are_refused_in_a_thread_that_had_one_in_another_process"};
  std::ifstream file(ORRERY_SOURCE_DIR "/recordings/samples/unusual/conversations.jsonl");
  std::size_t judged = 0;
  for (std::string line; std::getline(file, line);) {
    const auto row = Recording::Line::parse(line);
    if (!names.contains(row["name"])) continue;
    ++judged;
    std::vector<std::string> found;
    TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
      if (finding.rule != spec::no_rule) found.push_back(finding.says);
    });
    check.set_unordered();
    for (const auto side : {spec::appserver::Side::Client, spec::appserver::Side::Server}) {
      PlainReader reader(side, [&](const RecordedLine& each) { check.take(each); });
      for (const auto& each : row["lines"])
        if ((each[0] == "c2s") == (side == spec::appserver::Side::Client))
          reader.feed(each[1].dump() + "\n");
      reader.finish();
      check.finish(side);
    }
    check.finish();
    EXPECT_THAT(found, testing::IsEmpty()) << row["name"];
  }
  EXPECT_EQ(judged, names.size());
}

// The note about a turn that was to stop is of one that runs, and whose end would be told.
TEST(Unusual, OnlyAStoppedTurnThatStillRunsIsNoted) {
  std::ifstream file(ORRERY_SOURCE_DIR "/recordings/samples/unusual/conversations.jsonl");
  for (std::string line; std::getline(file, line);) {
    auto row = Recording::Line::parse(line);
    if (row["name"] != "right_stopped_turn_that_has_not_ended") continue;
    auto silent = row["lines"];
    silent[0][1]["params"]["capabilities"]["optOutNotificationMethods"] = {"turn/completed"};
    EXPECT_TRUE(conclude(said_in(silent)).notes.empty());
    auto ended = row["lines"];
    const auto turn = ended[ended.size() - 3][1]["params"]["turnId"];
    ended.push_back(
        {"s2c",
         {{"method", "turn/completed"},
          {"params", {{"threadId", "T1"}, {"turn", {{"id", turn}, {"status", "interrupted"}}}}}}});
    EXPECT_TRUE(conclude(said_in(ended)).notes.empty());
    return;
  }
  FAIL() << "no such conversation";
}

}  // namespace
}  // namespace conformance::appserver
