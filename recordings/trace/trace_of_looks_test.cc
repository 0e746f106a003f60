// Traces whose looks take time or are not told, of callers who leave, and of several runs in one
// log.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "trace/call_lines_testing.h"

namespace conformance {
namespace {

using namespace call_lines;

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// What docs/TRACES.md says that a plugin in Kotlin writes, and a run as such a plugin tells it.
json kinds_of_the_page() { return json::parse(head_of_the_page("modality"))["tells"]; }
Lines as_the_page_tells(const Lines& run) {
  static const auto kinds = kinds_of_the_page();
  Lines out{json{{"trace", 1}, {"area", "modality"}, {"tells", kinds}}.dump()};
  for (const auto& text : run) {
    const auto kind = kind_of_line(text);
    if (kind != "ended" && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
    auto told = json::parse(text);
    for (const auto* unnamed : {"blocked_by", "artifacts", "retry_later", "value", "closed"})
      if (kind == "finish" || kind == "return") told[kind].erase(unnamed);
    out.push_back(told.dump());
  }
  return out;
}
Lines gate_and(Lines more) {
  const Lines gate{called(10, "smart_non_modal", 600'000),
                   line(10, R"("read_modality":{"operation":"main"})"),
                   line(20, R"("modality_read":{"operation":"main","modality":"none"})"),
                   line(20, R"("commit":{"operation":"main"})"),
                   line(20, R"("write_ended":{"operation":"main"})"),
                   line(20, R"("save":{"operation":"main"})"),
                   line(20, R"("write_ended":{"operation":"main"})"),
                   line(20, R"("refresh":{"operation":"main"})"),
                   line(30, R"("write_ended":{"operation":"main"})")};
  return gate + more;
}

// A log as the page says shows what the area is for: a script that runs while the IDE indexes, a
// dialog that nobody acts on, an event thread that answers nothing.
TEST(TraceOfLooks, ALogAsThePageSaysShowsTheFaultsOfAPlugin) {
  const auto indexing = Lines{line(0, R"("indexing_started":{})")} +
                        gate_and({line(40, R"("start_body":{})")}) + ends_well(900);
  EXPECT_THAT(found_in("modality", as_the_page_tells(indexing)).breaches, ElementsAre("MOD-50:12"));

  const auto dialog =
      gate_and({line(40, R"("await_smart":{"operation":"main"})"),
                line(40, R"("smart_reached":{"operation":"main"})"), line(40, R"("start_body":{})"),
                line(3'000, R"("dialog_opened":{"dialog":"Attach failed","modal":true})")}) +
      ends_well(63'000);
  EXPECT_THAT(found_in("modality", as_the_page_tells(dialog)).breaches,
              testing::Contains(HasSubstr("MOD-60")));

  const Lines silent{called(10, "non_modal", 600'000),
                     line(10, R"("read_modality":{"operation":"main"})"),
                     line(25'000, R"("modality_read":{"operation":"main","modality":"none"})"),
                     line(25'000, R"("start_body":{})")};
  EXPECT_THAT(found_in("modality", as_the_page_tells(silent + ends_well(26'000))).breaches,
              ElementsAre("MOD-94:4"));
}

// What is given up may be written down before the decision to, and that a little later.
TEST(TraceOfLooks, ALookThatIsGivenUpAheadOfTheDecisionSaysWhy) {
  const auto given_up = [](int decided_ms) {
    return as_the_page_tells(
        {called(100, "non_modal", 600'000), line(102, R"("read_modality":{"operation":"main"})"),
         line(8'110, R"("cancel":{"operation":"main"})"),
         line(decided_ms, R"("decide":{"stage":"gate","reason":"ide_not_responding"})"),
         line(8'140, R"("finish":{"verdict":"failed","stage":"gate",)"
                     R"("reason":"ide_not_responding","artifacts":1})"),
         line(30'000, R"("ended":{})")});
  };
  for (const int ms : {8'110, 8'113, 8'130})
    EXPECT_THAT(found_in("modality", given_up(ms)).breaches, IsEmpty()) << ms;
}

TEST(TraceOfLooks, AGoodRunStaysGoodAsThePageTellsIt) {
  const auto& all = traced_scenarios("modality");
  for (std::size_t i = 0; i < all.size();
       i += 8) {  // Each has its own limits, and samples of them.
    const auto& [scenario, lines] = all[i];
    auto told = as_the_page_tells(lines);
    auto head_of_it = json::parse(lines.front());
    head_of_it["tells"] = kinds_of_the_page();
    told.front() = head_of_it.dump();
    EXPECT_THAT(found_in("modality", told).breaches, IsEmpty()) << scenario.name;
  }
}

// What it leaves out of a result, or of what a method gives, is not held against it; what it tells
// is.
TEST(TraceOfLooks, AResultNeedNotSayAllAndSaysNothingWrong) {
  const auto found = [](Lines lines) {
    lines.insert(lines.begin(),
                 json{{"trace", 1}, {"area", "modality"}, {"tells", kinds_of_the_page()}}.dump());
    return found_in("modality", lines).breaches;
  };
  const auto refused = [&](const std::string& said) {
    return found({line(0, R"("dialog_opened":{"dialog":"d","modal":true})"),
                  called(10, "non_modal", 600'000),
                  line(12, R"("read_modality":{"operation":"main"})"),
                  line(13, R"("modality_read":{"operation":"main","modality":"dialog"})"),
                  line(15, R"("decide":{"stage":"gate","reason":"dialog_at_gate"})"),
                  line(60, R"("finish":{"verdict":"failed","stage":"gate",)"
                           R"("reason":"dialog_at_gate")" +
                               said + "}")});
  };
  EXPECT_THAT(refused(""), IsEmpty());
  EXPECT_THAT(refused(R"(,"blocked_by":"dialog")"), IsEmpty());
  EXPECT_THAT(refused(R"(,"blocked_by":"progress")"), ElementsAre("MOD-35:7"));

  const auto waited = [&](const std::string& said) {
    return found({called(0, "unleashed", 600'000), line(2, R"("start_body":{})"),
                  line(50, R"("indexing_started":{})"),
                  line(200, R"("method_called":{"call":1,"method":{"method":"waitForSmartMode"}})"),
                  line(203, R"("await_smart":{"operation":"main"})"),
                  line(20'200, R"("indexing_ended":{})"),
                  line(20'203, R"("smart_reached":{"operation":"main"})"),
                  line(20'210, R"("return":{"call":1)" + said + "}")});
  };
  EXPECT_THAT(waited(""), IsEmpty());
  EXPECT_THAT(waited(R"(,"value":20000)"), IsEmpty());
  EXPECT_THAT(waited(R"(,"value":7)"), ElementsAre("MOD-104:9"));
}

// Whoever tells more is never accused of more, nor is a look that takes its time.
TEST(TraceOfLooks, AGoodRunStaysGoodWhateverIsToldOfItsLooks) {
  std::size_t told = 0;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/modality")) {
    const auto file = entry.path().string();
    for (const int look_ms : {0, 300, 1'200}) {
      const auto lines = trace_of(with_slow_looks(file, look_ms));
      for (const auto& telling : {lines, without_looks(lines)}) {
        EXPECT_THAT(found_in("modality", telling).breaches, IsEmpty())
            << file << " looks take " << look_ms << " ms, " << telling.size() << " of "
            << lines.size() << " lines";
        ++told;
      }
    }
  }
  EXPECT_GE(told, 200u);
}

TEST(TraceOfLooks, AReadThatTakesItsTimeIsRight) {
  Lines lines{head,
              called(10, "non_modal", 600'000),
              line(10, R"("schedule_refresh":{})"),
              line(10, R"("read_modality":{"operation":"main"})"),
              line(310, R"("modality_read":{"operation":"main","modality":"none"})"),
              line(310, R"("start_body":{})")};
  lines = lines + ends_well(3'000) + Lines{line(3'200, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", lines).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", without_looks(lines)).breaches, IsEmpty());
}

TEST(TraceOfLooks, AnEventThreadThatIsDeadIsToldAsThat) {
  const Lines lines{
      head, called(10, "smart_non_modal", 600'000), line(10, R"("schedule_refresh":{})"),
      line(10, R"("list_dialogs":{"operation":"main"})"), line(300'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", lines).breaches, ElementsAre("MOD-94:5", "MOD-91:5"));
}

Lines waits_for_indexing(const std::string& mode) {
  return {head,
          line(0, R"("indexing_started":{})"),
          called(10, mode, 600'000),
          line(10, R"("schedule_refresh":{})"),
          line(10, R"("commit":{"operation":"main"})"),
          line(10, R"("write_ended":{"operation":"main"})"),
          line(10, R"("save":{"operation":"main"})"),
          line(10, R"("write_ended":{"operation":"main"})"),
          line(10, R"("refresh":{"operation":"main"})"),
          line(10, R"("write_ended":{"operation":"main"})"),
          line(10, R"("await_smart":{"operation":"main"})"),
          line(41'000, R"("cancelled":{})")};
}

TEST(TraceOfCallers, WhoStopsWhenTheCallerHasLeftIsRight) {
  const auto stops = waits_for_indexing("smart_non_modal") +
                     Lines{line(41'000, R"("cancel":{"operation":"main"})"),
                           line(41'000, R"("decide":{"stage":"smart","reason":"cancelled"})")};
  const Lines told{
      line(41'000, R"("finish":{"verdict":"failed","stage":"smart","reason":"cancelled"})")};
  const Lines end{line(60'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", stops + end).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", stops + told + end).breaches, IsEmpty());
}

TEST(TraceOfCallers, WhoGoesOnForNobodyIsNot) {
  const auto goes_on = waits_for_indexing("smart_non_modal") +
                       Lines{line(50'000, R"("indexing_ended":{})"),
                             line(50'000, R"("smart_reached":{"operation":"main"})"),
                             line(50'000, R"("report_smart_wait":{"waited_ms":49990})"),
                             line(50'000, R"("start_body":{})")} +
                       ends_well(50'100);
  EXPECT_THAT(found_in("modality", goes_on).breaches, ElementsAre("MOD-110:13"));
}

// A script that was given up is not taken for the next one, whichever of the two returns first.
TEST(TraceOfRuns, AZombieReturnsDuringTheNextCall) {
  const auto before =
      Lines{head} + unleashed(0, 2'000) + times_out(2'000) + unleashed(3'000, 60'000);
  const Lines zombie{line(5'000, R"("body_returned":{})")};
  EXPECT_THAT(found_in("modality", before + zombie + ends_well(9'000)).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", before + ends_well(9'000)).breaches, IsEmpty());
  const Lines asks{line(5'000, R"("method_called":{"call":1,"method":{"method":"isModal"}})"),
                   line(5'000, R"("refuse":{"call":1})")};
  EXPECT_THAT(found_in("modality", before + asks + ends_well(9'000)).breaches, IsEmpty());
  const Lines end{line(99'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", before + zombie + end).breaches,
              ElementsAre("MOD-71:15", "MOD-91:15"));
}

TEST(TraceOfRuns, TwoAtOnceAreEachJudgedByItsOwnLines) {
  const auto both = Lines{head} + unleashed(10, 600'000, 1) + unleashed(500, 5'000, 2);
  const Lines end{line(1'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", both + ends_well(700, 2) + ends_well(900, 1) + end).breaches,
              IsEmpty());
  const auto late = both + ends_well(900, 1) + Lines{line(9'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", late).breaches, ElementsAre("MOD-71:12", "MOD-91:12"));
}

// Without numbers each line is of the run that it is right of; what seems wrong while two are under
// way is not judged, and behind them everything is.
TEST(TraceOfRuns, WithoutNumbersTwoAtOnceAreToldApartByWhatFits) {
  const auto both = Lines{head} + unleashed(10, 600'000) + unleashed(500, 5'000);
  const Lines end{line(1'000, R"("ended":{})")};
  const auto right = found_in("modality", both + ends_well(700) + ends_well(900) + end);
  EXPECT_THAT(right.all(), testing::StrEq("[] [] "));

  const auto late =
      found_in("modality", both + ends_well(900) + Lines{line(9'000, R"("ended":{})")});
  EXPECT_THAT(late.breaches, IsEmpty());
  const auto wrong = found_in("modality", both + Lines{line(600, R"("start_body":{})")} + end);
  EXPECT_THAT(wrong.breaches, IsEmpty());
  EXPECT_THAT(wrong.notes, testing::Contains(HasSubstr(R"(as "run": 2)")));
  EXPECT_THAT(wrong.not_judged, testing::Contains("MOD-70"));
}

// Of the seed's own modality: a progress is neither waited out nor refused.
TEST(TraceOfRevisions, TheSeedsOwnLetsAProgressPassTheGate) {
  const Lines run = Lines{line(0, R"("progress_started":{})"),
                          called(10, "smart_non_modal", 5'000),
                          line(10, R"("schedule_refresh":{})"),
                          line(10, R"("warn":{"warning":"sync_skipped"})"),
                          line(10, R"("warn":{"warning":"smart_skipped"})"),
                          line(10, R"("start_body":{})"),
                          line(900, R"("progress_ended":{})"),
                          line(1'000, R"("body_threw":{"text":1})")};
  const auto lines = run + Lines{line(1'000, R"("decide":{"stage":"body","reason":"body_threw"})"),
                                 line(1'000, R"("schedule_refresh":{})"),
                                 line(1'000, R"("finish":{"verdict":"failed","stage":"body",)"
                                             R"("reason":"body_threw","text":1})"),
                                 line(2'000, R"("ended":{})")};
  const std::string rev5 = R"({"trace":1,"area":"modality","revision":"rev5"})";
  EXPECT_THAT(found_in("modality", Lines{rev5} + lines).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", Lines{head} + lines).breaches, testing::Not(IsEmpty()));
  EXPECT_THAT(
      found_in("modality", Lines{R"({"trace":1,"area":"modality","revision":"rev6"})"}).error,
      HasSubstr("rev5"));
}

// An edit of a script that has ended is nobody's any more; that of one that goes on is a zombie's.
TEST(TraceOfRuns, AnEditBehindTheEndOfACancelledScriptWasLeftBehind) {
  const auto given_up = Lines{head} + unleashed(0, 2'000, 1) + times_out(2'000, 1);
  const Lines edit{
      line(5'000,
           R"("document_touched":{"document":"project","by":"edit","uncommitted":true,)"
           R"("modified":true,"stale":false,"lacking":true})",
           1)};
  const Lines end{line(9'000, R"("ended":{})")};
  EXPECT_THAT(found_in("modality", given_up + edit + end).breaches, IsEmpty());
  const Lines ends{line(2'100, R"("body_threw":{"text":1})", 1)};
  EXPECT_THAT(found_in("modality", given_up + ends + edit + end).breaches,
              ElementsAre("MOD-96:12"));
}

// What a look has shown is a fact until another one has shown that nothing stands.
TEST(TraceOfLooks, WhatStoodBeforeTheLogIsShownUntilALookShowsNothing) {
  const Lines head{R"({"trace":1,"area":"modality"})"},
      call = begins(100, "non_modal") + look(101, "dialog") + refused_at_the_gate(104);
  for (const int ms : {500, 100'000}) {
    const Lines later{line(ms, R"("dialog_opened":{"dialog":"n","modal":true})"),
                      line(ms + 4'000, R"("ended":{})")};
    const auto right = found_in("modality", Lines{head} + call + later);
    EXPECT_EQ(right.error, "");
    EXPECT_THAT(right.breaches, IsEmpty()) << ms;
    const Lines before{line(-3'000, R"("dialog_opened":{"dialog":"n","modal":true})"),
                       line(-2'900, R"("dialog_disposed":{"dialog":"n"})")};
    const auto clear = look(-2'800, "none");
    EXPECT_THAT(found_in("modality", Lines{head} + before + call + later).breaches, IsEmpty());
    EXPECT_THAT(found_in("modality", Lines{head} + before + clear + call + later).breaches,
                testing::Contains(HasSubstr("MOD-31")))
        << ms;
  }
}

// The dialogs are closed behind the captures, however long these take, and no later.
TEST(TraceOfLooks, AMonitorThatTripsClosesBehindItsCaptures) {
  std::ifstream in("recordings/modality/traces/script_opens_a_dialog.jsonl");
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto later_from = [&](const std::string& kind) {
    Lines out;
    bool later = false;
    for (const auto& each : lines_of(text)) {
      auto line = nlohmann::json::parse(each);
      later = later || line.contains(kind);
      if (later) line["t_ms"] = line["t_ms"].get<int>() + 600;
      out.push_back(line.dump());
    }
    return found_in("modality", out);
  };
  EXPECT_EQ(later_from("captured").error, "");
  EXPECT_THAT(later_from("captured").breaches, IsEmpty());
  EXPECT_THAT(later_from("close_dialog").breaches, ElementsAre("MOD-10:21"));
}

}  // namespace
}  // namespace conformance
