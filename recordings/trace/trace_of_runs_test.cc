// Traces of several calls: those that queue, what one takes of another's, and that a good run stays
// good however it is told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/modality/plans.h"
#include "modality/subject.h"
#include "sim/search/random.h"
#include "trace/call_lines_testing.h"

namespace conformance {
namespace {

using namespace call_lines;

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

Lines begins(int ms, int run) {
  return {line(ms, R"("schedule_refresh":{})", run), line(ms, R"("start_body":{})", run)};
}
const Lines ended{line(99'000, R"("ended":{})")};

// Run 2 is logged while run 1 has the IDE, which takes it when it gets to it.
Lines queued(int taken_ms) {
  return Lines{head} + unleashed(0, 600'000, 1) + Lines{called(500, "unleashed", 600'000, 2)} +
         ends_well(60'000, 1) + begins(taken_ms, 2) + ends_well(taken_ms + 100, 2);
}

TEST(TraceOfQueues, ACallMayBeLoggedBeforeItsTurn) {
  for (const int taken : {60'000, 60'100, 61'500})
    EXPECT_THAT(found_in("modality", queued(taken) + ended).breaches, IsEmpty()) << taken;
  auto unnamed = queued(60'000);
  for (auto& each : unnamed) {
    auto told = json::parse(each);
    told.erase("run");
    each = told.dump();
  }
  EXPECT_THAT(found_in("modality", unnamed + ended).breaches, IsEmpty());
}

TEST(TraceOfQueues, ACallMayBeOnItsWay) {
  const auto on_its_way = [](int taken_ms) {
    return Lines{head} + Lines{called(0, "unleashed", 600'000)} + begins(taken_ms, 0) +
           ends_well(taken_ms + 100) + ended;
  };
  EXPECT_THAT(found_in("modality", on_its_way(3'000)).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", on_its_way(12'000)).breaches, ElementsAre("MOD-84:3"));
}

TEST(TraceOfQueues, NobodyTakesTheCallsThatWait) {
  const auto stuck = Lines{head} + unleashed(0, 600'000, 1) +
                     Lines{called(500, "unleashed", 600'000, 2)} + ends_well(1'200, 1) + ended;
  EXPECT_THAT(found_in("modality", stuck).breaches, ElementsAre("MOD-84:10", "MOD-91:10"));
}

TEST(TraceOfQueues, WhoLeavesBeforeItsTurnIsLeftOutAndNotServed) {
  const auto waits = Lines{head} + unleashed(0, 600'000, 1) +
                     Lines{called(500, "unleashed", 600'000, 2)} +
                     Lines{line(2'000, R"("cancelled":{})", 2)};
  EXPECT_THAT(found_in("modality", waits + ends_well(60'000, 1) + ended).breaches, IsEmpty());
  const Lines told{line(2'010, R"("decide":{"stage":"surface","reason":"cancelled"})", 2)};
  EXPECT_THAT(found_in("modality", waits + told + ends_well(60'000, 1) + ended).breaches,
              IsEmpty());
  const auto served = waits + ends_well(60'000, 1) + begins(60'000, 2) + ends_well(61'000, 2);
  EXPECT_THAT(found_in("modality", served + ended).breaches, ElementsAre("MOD-110:11"));
}

// Whose beginning a log does not tell: it says so, once of each.
TEST(TraceOfRuns, WhatNobodyCalledIsNotedAndNotJudged) {
  const Lines stray{line(0, R"("save":{"operation":"main"})"),
                    line(1, R"("write_ended":{"operation":"main"})")};
  const auto first =
      found_in("modality", Lines{head} + stray + unleashed(10, 5'000) + ends_well(20));
  EXPECT_THAT(first.breaches, IsEmpty());
  EXPECT_THAT(first.notes, ElementsAre(testing::StartsWith("2:no \"called\" of its run")));
  const auto other = found_in(
      "modality", Lines{head} + unleashed(0, 5'000, 1) + ends_well(20, 9) + ends_well(30, 1));
  EXPECT_THAT(other.breaches, IsEmpty());
  EXPECT_THAT(other.notes, ElementsAre(testing::StartsWith("5:no \"called\" of its run")));
  const auto late = found_in("modality", Lines{head} + unleashed(0, 5'000) + ends_well(20) + stray);
  EXPECT_THAT(late.breaches, ElementsAre("MOD-05:9"));
}

// A log that tells nothing of a call before it ends: its wait began when it was called, or when the
// IDE took it.
TEST(TraceOfRuns, WaitsInSilenceSinceItsCallAtTheEarliest) {
  const auto silent = [](int budget_ms, int ends_ms) {
    Lines out{fmt::format(
        R"({{"trace":1,"area":"modality","limits":{{"wait_budget_ms":{}}},"tells":["called",)"
        R"("finish","decide","dialog_opened","dialog_disposed","progress_started",)"
        R"("progress_ended","indexing_started","indexing_ended","commit","save","refresh",)"
        R"("write_ended","cancel","close_dialog","close_answered","report_dialog","start_body",)"
        R"("body_returned","body_threw","cancel_body","method_called","return","refuse","warn"]}})",
        budget_ms)};
    out.push_back(line(0, R"("progress_started":{})"));
    out.push_back(called(10, "smart_non_modal", 600'000));
    out.push_back(
        line(ends_ms, R"("decide":{"stage":"gate","reason":"progress_outlived_budget"})"));
    return found_in("modality", out).breaches;
  };
  for (const int ends : {120'010, 123'000, 128'010})
    EXPECT_THAT(silent(120'000, ends), IsEmpty()) << ends;
  EXPECT_THAT(silent(5'000, 5'010), IsEmpty());
  for (const int ends : {90'000, 119'000})
    EXPECT_THAT(silent(120'000, ends), ElementsAre("MOD-20:4")) << ends;
  EXPECT_THAT(silent(5'000, 4'000), ElementsAre("MOD-20:4"));
  // Nor does it last for ever, though any of its looks may have been answered late.
  EXPECT_THAT(silent(120'000, 165'000), ElementsAre("MOD-22:4"));
}

// A call that gets all ready, in which indexes took two seconds.
Lines gets_ready(int waited_ms) {
  Lines writes;
  for (const auto* what : {"commit", "save", "refresh"}) {
    writes.push_back(line(3'000, fmt::format(R"("{}":{{"operation":"main"}})", what)));
    writes.push_back(line(3'000, R"("write_ended":{"operation":"main"})"));
  }
  const auto ending = ends_well(5'000);
  const Lines begins{called(3'000, "smart_non_modal", 600'000),
                     line(3'000, R"("schedule_refresh":{})")};
  const Lines smart{
      line(3'000, R"("await_smart":{"operation":"main"})"),
      line(5'000, R"("smart_reached":{"operation":"main"})"),
      line(5'000, fmt::format(R"("report_smart_wait":{{"waited_ms":{}}})", waited_ms)),
      line(5'000, R"("start_body":{})"), ending[0]};
  auto behind = writes;
  for (auto& each : behind) each.replace(each.find("3000"), 4, "5000");
  return begins + writes + smart + behind + Lines{ending.begin() + 1, ending.end()};
}
TEST(TraceOfRuns, AWaitIsToldAsLongAsItWasButForTheSlackOfBothItsEnds) {
  for (const int off : {-500, 0, 500})
    EXPECT_EQ(found_in("modality", Lines{head} + gets_ready(2'000 + off)).all(), "[] [] ") << off;
  for (const int off : {-501, 501})
    EXPECT_THAT(found_in("modality", Lines{head} + gets_ready(2'000 + off)).breaches,
                ElementsAre("MOD-53:12"));
}

// Unless the head says that all is told.
TEST(TraceOfRuns, WhatNoLineSaysOfTheRunIsNotMissed) {
  const std::string all = R"({"trace":1,"area":"modality","tells":"all"})";
  for (const auto* kind : {"schedule_refresh", "report_smart_wait"}) {
    auto lines = gets_ready(2'000);
    std::erase_if(lines, [&](const auto& each) { return each.find(kind) != each.npos; });
    EXPECT_THAT(found_in("modality", Lines{head} + lines).breaches, IsEmpty()) << kind;
    EXPECT_THAT(found_in("modality", Lines{all} + lines).breaches, testing::Not(IsEmpty())) << kind;
  }
}

// What becomes of documents in a call, and what a name stood for in it, is told again if it counts.
TEST(TraceOfRuns, WhatACallFindsIsNotWhatTheOneBeforeFound) {
  const auto touched = [](std::string_view by) {
    return Lines{line(50, fmt::format(R"("document_touched":{{"document":"project","by":"{}",)"
                                      R"("uncommitted":true,"modified":true,"lacking":true}})",
                                      by))};
  };
  const Lines first = unleashed(50, 600'000), over = ends_well(100);
  for (const auto& found : {touched("other") + first + over, first + touched("edit") + over})
    EXPECT_EQ(found_in("modality", Lines{head} + found + gets_ready(2'000)).all(), "[] [] ");
}
TEST(TraceOfRuns, NamesAreForgottenWithTheirCalls) {
  Lines all{head};
  for (int i = 0; i < 256; ++i) {
    all.push_back(line(i, fmt::format(R"("dialog_opened":{{"dialog":"d{}","modal":true}})", i)));
    all.push_back(line(i, fmt::format(R"("dialog_disposed":{{"dialog":"d{}"}})", i)));
    all = std::move(all) + unleashed(i, 600'000) +
          Lines{line(i, fmt::format(R"("body_threw":{{"text":"t{}"}})", i)),
                line(i, R"("decide":{"stage":"body","reason":"body_threw"})"),
                line(i, R"("schedule_refresh":{})"),
                line(i, fmt::format(R"("finish":{{"verdict":"failed","stage":"body",)"
                                    R"("reason":"body_threw","text":"t{}"}})",
                                    i))};
  }
  EXPECT_EQ(found_in("modality", all).all(), "[] [] ");
}

TEST(TraceOfRuns, AScriptMayHaveHours) {
  constexpr int hour = 3'600'000;
  const auto hours = [](int ends) {
    const Lines over{line(5 * hour, R"("ended":{})")};
    return Lines{head} + unleashed(0, 2 * hour) + (ends == 0 ? Lines{} : times_out(ends)) + over;
  };
  EXPECT_THAT(found_in("modality", hours(2 * hour)).all(), "[] [] ");
  EXPECT_THAT(found_in("modality", hours(hour)).breaches, ElementsAre("MOD-71:5"));
  EXPECT_THAT(found_in("modality", hours(0)).breaches, ElementsAre("MOD-71:5", "MOD-91:5"));
  const auto days = Lines{head} + unleashed(0, 25 * hour);
  EXPECT_THAT(found_in("modality", days).error, testing::HasSubstr("0 to 86400000"));
}

// Whatever a run does that only the end of its script calls for, behind the end of another's: it
// took that for its own.
TEST(TraceOfTheft, IsTold) {
  const auto given_up = Lines{head} + unleashed(0, 2'000, 1) + times_out(2'000, 1);
  const auto next = given_up + unleashed(3'000, 600'000, 2);
  const Lines returns{line(5'000, R"("body_returned":{})", 1)};
  const Lines throws{line(5'000, R"("body_threw":{"text":1})", 1)};
  for (const int ms : {5'000, 5'001, 5'400, 9'000}) {
    const auto done = ends_well(ms, 2);
    const Lines decides(done.begin() + 1, done.end());
    EXPECT_THAT(found_in("modality", next + returns + decides + ended).breaches,
                ElementsAre("MOD-112:15"));
    const Lines fails{line(ms, R"("decide":{"stage":"body","reason":"body_threw"})", 2)};
    EXPECT_THAT(found_in("modality", next + throws + fails + ended).breaches,
                ElementsAre("MOD-112:15", "MOD-91:16"));
  }
  // Of one whose caller has left.
  const auto left = Lines{head} + unleashed(0, 600'000, 1) +
                    Lines{line(2'000, R"("cancelled":{})", 1),
                          line(2'000, R"("decide":{"stage":"body","reason":"cancelled"})", 1),
                          line(2'000, R"("cancel_body":{})", 1)};
  const auto done = ends_well(5'200, 2);
  const Lines decides(done.begin() + 1, done.end());
  const auto after = left + unleashed(3'000, 600'000, 2) + returns;
  EXPECT_THAT(found_in("modality", after + decides + ended).breaches, ElementsAre("MOD-112:12"));
  EXPECT_THAT(found_in("modality", after + done + ended).breaches, IsEmpty());
  // With a post-flight, which comes first and behind a look.
  const Lines watched{called(3'000, "smart_non_modal", 600'000, 2),
                      line(3'000, R"("schedule_refresh":{})", 2)};
  const auto sync = [](int ms) {
    Lines out;
    for (const auto* write : {"commit", "save", "refresh"}) {
      out.push_back(line(ms, fmt::format(R"("{}":{{"operation":"main"}})", write), 2));
      out.push_back(line(ms, R"("write_ended":{"operation":"main"})", 2));
    }
    return out;
  };
  const Lines starts{line(3'000, R"("report_smart_wait":{})", 2),
                     line(3'000, R"("start_body":{})", 2)};
  const Lines look{line(5'000, R"("read_modality":{"operation":"main"})", 2),
                   line(5'300, R"("modality_read":{"operation":"main","modality":"none"})", 2)};
  const auto stolen = given_up + watched + sync(3'000) + starts + returns + look + sync(5'300);
  EXPECT_THAT(found_in("modality", stolen + ended).breaches,
              ElementsAre("MOD-112:24", "MOD-91:30"));
  // Who acts for itself has taken nothing.
  const Lines own{line(7'000, R"("body_returned":{})", 2)};
  const auto right = ends_well(7'000, 2);
  EXPECT_THAT(found_in("modality", next + returns + right + ended).breaches, IsEmpty());
  EXPECT_THAT(found_in("modality", next + throws + right + ended).breaches, IsEmpty());
}

// ---- The same run, told in other ways -------------------------------------------------------

int time_of(const std::string& told) { return json::parse(told)["t_ms"].get<int>(); }
std::string at(const std::string& told, int ms) {
  auto out = json::parse(told);
  out["t_ms"] = ms;
  return out.dump();
}

// But for the word of a caller whose result came long before: without a number that is the next
// one's.
Lines without_numbers(const Lines& lines) {
  Lines out;
  std::map<json, int> over;
  for (const auto& each : lines) {
    auto told = json::parse(each);
    const auto run = told.value("run", json());
    const auto kind = kind_of_line(each);
    if (kind == "finish") over[run] = time_of(each);
    if (kind == "cancelled" && over.contains(run) && time_of(each) > over[run] + 8'000) continue;
    told.erase("run");
    out.push_back(told.dump());
  }
  return out;
}
// Each call is logged when it leaves its caller, up to so much before the IDE takes it, which has
// one from its event thread at once.
Lines called_early(const Lines& lines, int ms) {
  Lines out{lines[0]};
  int late = 0, before = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto is_called = kind_of_line(lines[i]) == "called";
    const auto now = time_of(lines[i]) + late;
    out.push_back(at(lines[i], now));
    if (!is_called || lines[i].find("\"from_edt\":true") != lines[i].npos) continue;
    if (late == 0) {
      late = ms;
      before = now;
      continue;
    }
    before = std::max(before, now - ms);
    out.back() = at(lines[i], before);
    const auto place = std::find_if(out.begin() + 1, out.end() - 1, [&](const std::string& each) {
      return time_of(each) > before;
    });
    std::rotate(place, out.end() - 1, out.end());
  }
  return out;
}

struct Told {
  std::size_t traces = 0, tellings = 0;
};
void stays_good(const Lines& lines, const std::string& name, Told& told) {
  const std::vector<Lines> tellings{lines, without_looks(lines), without_numbers(lines),
                                    called_early(lines, 3'000),
                                    without_looks(called_early(lines, 3'000))};
  for (std::size_t i = 0; i < tellings.size(); ++i) {
    const auto found = found_in("modality", tellings[i]);
    EXPECT_EQ(found.error, "") << name << ", telling " << i;
    EXPECT_THAT(found.breaches, IsEmpty())
        << fmt::format("{}, telling {}:\n{}", name, i, fmt::join(tellings[i], "\n"));
    ++told.tellings;
  }
  ++told.traces;
}

// Random runs of this plan, as their recordings.
void random_runs_stay_good(const sim::modality::Plan& plan, std::uint64_t runs,
                           const std::string& name, Told& told) {
  constexpr sim::RandomStrategy portfolio{sim::RandomStrategy::Kind::Portfolio};
  const auto model = modality::model_of(plan, {});
  for (std::uint64_t run = 0; run < runs; ++run) {
    const auto walked = sim::random_run(
        *model, sim::Picker(sim::strategy_of(portfolio, run), 60, sim::Rng(1).fork(run)), 5'000,
        sim::VisitNothing());
    ASSERT_EQ(walked.end, sim::RunEnd::Final) << name;
    stays_good(lines_of(recorded_trace(plan, rerun({.plan = plan, .path = walked.path}))),
               fmt::format("{}, run {}", name, run), told);
  }
}

Told scenarios_stay_good(std::uint64_t runs) {
  Told told;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/modality")) {
    for (const int look_ms : {0, 300, 1'200}) {
      const auto scenario = with_slow_looks(entry.path().string(), look_ms);
      const auto& plan = PlanRef(scenario.plan).as<sim::modality::Plan>();
      const auto name = fmt::format("{}, looks take {} ms", entry.path().string(), look_ms);
      stays_good(lines_of(recorded_trace(
                     plan, rerun({.plan = plan, .path = {}, .natural_steps = 10'000u}))),
                 name, told);
      random_runs_stay_good(plan, runs, name, told);
    }
  }
  return told;
}
// Of each line that is drawn, that of several runs among them.
Told lines_stay_good(std::uint64_t runs) {
  Told told;
  for (std::size_t row = 0; row < modality::sampled_lines; ++row)
    for (std::uint64_t run = 0; run < runs; ++run)
      random_runs_stay_good(modality::sampled_plan(row, 1, run), 1,
                            fmt::format("sample:{}:1:{}", row, run), told);
  return told;
}

TEST(TraceOfRuns, AScenarioStaysGoodHoweverItIsTold) {
  const auto told = scenarios_stay_good(2);
  EXPECT_GE(told.traces, 400u);
  EXPECT_EQ(told.tellings, 5 * told.traces);
  RecordProperty("traces", static_cast<int>(told.traces));
}
TEST(TraceOfRuns, ARandomRunStaysGoodHoweverItIsTold) {
  const auto told = lines_stay_good(20);
  EXPECT_EQ(told.traces, 20 * modality::sampled_lines);
  EXPECT_EQ(told.tellings, 5 * told.traces);
}
// What happened in these: a look without an answer in a wait, beside a dialog that goes, behind a
// body and of a script's own sweep; a caller who withdraws from a call that is over; two calls of
// which one is withdrawn from, and a third behind them; two scripts whose calls have one number.
TEST(TraceOfRuns, ARunThatIsHardToTellStaysGood) {
  Told told;
  constexpr std::pair<std::size_t, std::uint64_t> hard[] = {
      {8, 133}, {12, 731}, {8, 696}, {12, 381}, {12, 607}, {12, 750}, {12, 752}, {12, 762}};
  for (const auto& [row, run] : hard)
    random_runs_stay_good(modality::sampled_plan(row, 1, run), 1,
                          fmt::format("sample:{}:1:{}", row, run), told);
  EXPECT_EQ(told.tellings, 5 * std::size(hard));
}
TEST(TraceOfRuns, DISABLED_ManyRandomRunsStayGoodHoweverTheyAreTold) {
  EXPECT_EQ(lines_stay_good(1'000).tellings, 5'000 * modality::sampled_lines);
  EXPECT_GE(scenarios_stay_good(40).tellings, 5'000u);
}

}  // namespace
}  // namespace conformance
