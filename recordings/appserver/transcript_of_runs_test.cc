// A good conversation stays good however a recording tells it (docs/TRANSCRIPTS.md): without what
// it may leave out, with more than rules know, in another order within 2 ms, from the middle, up to
// anywhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "appserver/recorded_run_testing.h"
#include "appserver/retold_testing.h"
#include "appserver/retold_ways_testing.h"
#include "conformance/appserver/judged.h"
#include "conformance/appserver/plans.h"
#include "sim/appserver/scenario.h"
#include "trace/random_run_testing.h"

namespace conformance::appserver {
namespace {

using namespace retold;
using sim::appserver::Fault;
using sim::appserver::Plan;
using testing::IsEmpty;

// ---- What is tried ------------------------------------------------------------------------------

// With these a server does all that it has to.
constexpr std::array lawful{Fault::DelayResponse,
                            Fault::NoticeFirst,
                            Fault::UnknownNotice,
                            Fault::InternalError,
                            Fault::Overload,
                            Fault::Refuse,
                            Fault::CompleteBeforeInterrupt,
                            Fault::Problems,
                            Fault::AskUnknown,
                            Fault::AskOther,
                            Fault::WithdrawAsk,
                            Fault::RefuseSpawn,
                            Fault::CrashAtStart,
                            Fault::CrashBeforeTurn,
                            Fault::CrashInTurn,
                            Fault::CrashAfterTurn,
                            Fault::CrashMidLine,
                            Fault::ExitZero,
                            Fault::CloseOutput,
                            Fault::CloseInput,
                            Fault::IgnoreTerminate,
                            Fault::BadExit,
                            Fault::MergeLines};
bool is_lawful(Fault fault) { return std::ranges::find(lawful, fault) != lawful.end(); }

// A thread that is not announced before is known by its turn, as long as the one that opened it
// runs.
bool has_strangers(const Plan& plan) {
  const bool untold = (plan.client.opts_out & port::appserver::opt_out::thread_started) != 0;
  return std::ranges::any_of(plan.server.turns, [&](const auto& turn) {
    return std::ranges::any_of(turn.items, [&](const auto& item) {
      return item.kind == port::appserver::ItemKind::Subagent &&
             (untold || item.announced != sim::appserver::Announced::Before);
    });
  });
}

struct Told {
  std::size_t recordings = 0, tellings = 0;
};

void stays_good(const Lines& lines, const Judging& judging, const std::string& how, Told& told) {
  ++told.tellings;
  EXPECT_THAT(accusations(lines, judging), IsEmpty()) << how << ":\n" << text_of(lines);
}

// Of what is told in these two ways at once it is not known whether something was said, or when.
bool exclude_each_other(const Way& way, const std::string& told) {
  const auto has = [&](const char* other) { return told.find(other) != told.npos; };
  if (way.tell == without_times) return has("swapped") || has("answered elsewhere");
  if (way.tell == cut_lines)
    return has("swapped") || has("without times") || has("answered elsewhere") ||
           has("from the middle") || has("without requests");
  return way.tell == swapped && has("answered elsewhere");
}

void tell(const Lines& recording, const std::string& name, const Judging& judging,
          std::uint64_t tellings, Told& told) {
  if (recording.empty()) return;
  ++told.recordings;
  stays_good(recording, judging, name, told);
  for (std::uint64_t i = 0; i < tellings; ++i) {
    auto rng = sim::Rng(7).fork(told.tellings);
    auto all = recording;
    auto how = name;
    const auto rarely = 2 + rng.below(14);
    for (const auto& way : ways) {
      const bool forgets = way.tell == from_the_middle && judging.forgets;
      if (!once_in(rng, rarely) || all.empty() || forgets || exclude_each_other(way, how)) continue;
      how += fmt::format(", {}", way.name);
      way.tell(all, rng);
    }
    if (all.empty()) continue;
    auto judged = judging;
    const bool complete =
        how.find("without requests") == how.npos && how.find("from the middle") == how.npos;
    judged.in_two_files = complete && is_plain(all) && once_in(rng, 4);
    if (judged.in_two_files) how += ", in two files";
    judged.client_only = judging.client_only || once_in(rng, 8);
    stays_good(all, judged, how, told);
  }
}

void tell_run(const Plan& plan, std::uint64_t number, const std::string& name,
              std::uint64_t tellings, Told& told) {
  auto world = plan;
  // The draft has no word for a command in the background.
  if (plan.server.dialect->name == "draft")
    for (auto& turn : world.server.turns)
      for (auto& item : turn.items) item.background = false;
  const auto worlds = judged_worlds(world, {});
  TalkRecorder recorder(*plan.server.dialect);
  if (!record_random_run(worlds, number, 5'000, recorder)) return;
  const auto has = [&](Fault fault) {
    return std::ranges::any_of(plan.server.faults,
                               [&](const auto& each) { return each.what == fault; });
  };
  const bool lawful = std::ranges::all_of(plan.server.faults,
                                          [](const auto& each) { return is_lawful(each.what); });
  // What is kept back for something that never comes is never answered.
  const bool delays = has(Fault::DelayResponse) && plan.latencies.late.latest > 50'000;
  const bool waits = delays || (recorder.waits() && has(Fault::NoticeFirst));
  const Judging judging{.dialect = *spec::appserver::find_dialect(plan.server.dialect->name),
                        .client_only = !lawful || waits || has_strangers(world),
                        .forgets = has(Fault::ForgetHandshake)};
  auto parts = recorder.take();
  for (auto& part : parts) end_well(part);
  for (std::size_t i = 0; i < parts.size(); ++i)
    tell(parts[i], fmt::format("{}, run {}, part {} of {}", name, number, i + 1, parts.size()),
         judging, tellings, told);
}

// Of each fault: a server without any, one that does what it must all the same, and any other.
void tell_sample(Fault what, std::uint64_t run, std::uint64_t tellings, Told& told) {
  auto plan = sampled_plan(what, 1, run);
  if (run % 3 == 0) plan.server.faults.clear();
  if (run % 3 == 1)
    std::erase_if(plan.server.faults, [](const auto& each) { return !is_lawful(each.what); });
  tell_run(plan, run, sampled_name(what, 1, run), tellings, told);
}
Told samples_stay_good(std::uint64_t runs, std::uint64_t tellings) {
  Told told;
  for (std::size_t fault = 0; fault < sim::appserver::fault_kinds; ++fault)
    for (std::uint64_t run = 0; run < runs; ++run)
      tell_sample(static_cast<Fault>(fault), run, tellings, told);
  return told;
}
// In both dialects, and with what a client may opt out of.
Told plans_stay_good(bool full, std::uint64_t runs, std::uint64_t tellings) {
  Told told;
  for (const auto& named : plan_names(full))
    for (std::uint64_t run = 0; run < runs; ++run) {
      auto plan = *plan_named(named.name);
      if (run % 2 == 1) plan.server.dialect = &sim::appserver::dialects[1];
      if (run % 5 == 4) plan.client.opts_out = static_cast<std::uint8_t>(1 + run % 7);
      tell_run(plan, run, named.name, tellings, told);
    }
  return told;
}
Told scenarios_stay_good(std::uint64_t runs, std::uint64_t tellings) {
  Told told;
  for (const auto& entry : std::filesystem::directory_iterator("scenarios/appserver")) {
    const auto loaded = sim::appserver::scenarios().load(entry.path().string());
    const auto* scenario = std::get_if<sim::appserver::Scenario>(&loaded);
    EXPECT_NE(scenario, nullptr) << entry.path();
    for (std::uint64_t run = 0; scenario != nullptr && run < runs; ++run)
      tell_run(scenario->plan, run, entry.path().string(), tellings, told);
  }
  return told;
}
// Those in which nobody breaks anything; with ORRERY_RECORDINGS set to a folder, those there.
Told recordings_stay_good(std::uint64_t tellings) {
  Told told;
  const char* own = std::getenv("ORRERY_RECORDINGS");
  for (const auto& entry : std::filesystem::directory_iterator(
           own != nullptr ? own : ORRERY_SOURCE_DIR "/recordings/samples")) {
    const auto path = entry.path().string();
    if (!path.ends_with(".jsonl") || path.ends_with(".notes.jsonl")) continue;
    // In these a server swaps lines by 2 ms itself, and numbers turns anew.
    if (path.find("v058_compact") != path.npos || path.find("v077_resume") != path.npos) continue;
    Lines lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(ordered_json::parse(line));
    if (accusations(lines, {}).empty()) tell(lines, path, {}, tellings, told);
  }
  return told;
}

TEST(TranscriptOfRuns, ARandomRunStaysGoodHoweverItIsTold) {
  const auto told = samples_stay_good(3, 2);
  EXPECT_GE(told.recordings, 150u);
  EXPECT_GE(told.tellings, 400u);
  EXPECT_GE(plans_stay_good(false, 1, 2).tellings, 150u);
}
TEST(TranscriptOfRuns, AScenarioStaysGoodHoweverItIsTold) {
  EXPECT_GE(scenarios_stay_good(1, 3).tellings, 100u);
}
TEST(TranscriptOfRuns, ARecordedConversationStaysGoodHoweverItIsTold) {
  EXPECT_GE(recordings_stay_good(4).tellings, 100u);
}
// What happened in these: a turn is told of before its answer, or before its number comes again,
// or not at all; a process follows that is told within 2 ms, or of which the beginning was cut; an
// approval is settled by the server, declined in a turn that was stopped before it began, or
// pending when a process is gone.
TEST(TranscriptOfRuns, ARunThatIsHardToTellStaysGood) {
  Told told;
  constexpr std::pair<Fault, std::uint64_t> hard[] = {
      {Fault::NeverGreet, 97},   {Fault::Problems, 40},        {Fault::DifferentText, 159},
      {Fault::CloseOutput, 125}, {Fault::ReorderResponses, 1}, {Fault::NoticeFirst, 15},
      {Fault::NoticeFirst, 16},  {Fault::CrashMidLine, 2},     {Fault::IgnoreTerminate, 10},
      {Fault::MergeLines, 148},  {Fault::UnknownNotice, 15},   {Fault::AskTwice, 23},
      {Fault::CloseInput, 64},   {Fault::CrashAfterTurn, 130},
  };
  for (const auto& [what, run] : hard) tell_sample(what, run, 20, told);
  EXPECT_GE(told.tellings, 20 * std::size(hard));
}
TEST(TranscriptOfRuns, DISABLED_ManyRandomRunsStayGoodHoweverTheyAreTold) {
  auto tellings = recordings_stay_good(200).tellings;
  EXPECT_GE(tellings, 5'000u);
  for (const auto& told : {samples_stay_good(200, 8), plans_stay_good(false, 100, 8),
                           plans_stay_good(true, 100, 8), scenarios_stay_good(100, 8)}) {
    EXPECT_GE(told.tellings, 30'000u);
    tellings += told.tellings;
  }
  RecordProperty("tellings", static_cast<int>(tellings));
}

}  // namespace
}  // namespace conformance::appserver
