// Traces against the clauses: of our own runs, with one thing wrong in them, and from a clock that
// is no virtual one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "conformance/run/explored.h"
#include "sim/search/parallel.h"
#include "sim/search/rng.h"
#include "trace/trace_testing.h"

namespace conformance {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class Traces : public ::testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(Of, Traces, testing::Values("modality", "ack"),
                         [](const auto& row) { return std::string(row.param); });

TEST_P(Traces, OfOurOwnRunsAreClean) {
  for (const auto& [scenario, lines] : traced_scenarios(GetParam())) {
    const auto found = found_in(GetParam(), lines, 0);
    EXPECT_THAT(found.breaches, IsEmpty()) << scenario.name;
    EXPECT_EQ(found.error, "") << scenario.name;
  }
}

TEST_P(Traces, OfMutantsBreakTheRuleThatTheirRunsBreak) {
  std::size_t broken = 0;
  for (const auto& [scenario, lines] : traced_scenarios(GetParam())) {
    if (scenario.mutant.empty()) continue;
    const auto subject = "mutant:" + scenario.mutant;
    const auto found =
        explore_plan(scenario.plan, subject, nullptr, {.stop_at_first = true}, sim::Serial());
    if (found.failures.empty() || found.failures[0].rule.empty()) continue;
    // What hangs breaks its rule in the world, which does not move any more.
    if (found.failures[0].kind != PlanFailure::Kind::Breach) continue;
    const auto& failure = found.failures[0];
    const auto judged = found_in(GetParam(), trace_of(scenario, {subject}, failure.path), 0);
    const auto rule = judged.breaches.empty() ? judged.all() : judged.breaches[0];
    EXPECT_THAT(rule, StartsWith(failure.rule)) << scenario.name;
    ++broken;
  }
  EXPECT_GE(broken, 12u);
}

// Times as a busy machine writes them down: each up to 40 ms late, none before the last.
Lines late(const Lines& lines, std::uint64_t seed) {
  auto rng = sim::Rng(seed);
  Lines out{lines[0]};
  double last = 0;
  for (const auto& line : std::span(lines).subspan(1)) {
    auto each = json::parse(line);
    last = std::max(last, each["t_ms"].get<double>() + rng.below(4'000) / 100.0);
    each["t_ms"] = last;
    out.push_back(each.dump());
  }
  return out;
}

TEST_P(Traces, AllowForWhatIsWrittenDownLateAndNoMore) {
  std::size_t found_late = 0;
  for (const auto& [scenario, lines] : traced_scenarios(GetParam())) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto& told = late(lines, seed);
      EXPECT_THAT(found_in(GetParam(), told).breaches, IsEmpty()) << scenario.name;
      found_late += found_in(GetParam(), told, 1).breaches.empty() ? 0u : 1u;
    }
  }
  EXPECT_GE(found_late, 20u);
}

// A log that was cut off says nothing of what was to come.
TEST_P(Traces, MayBeCutOffAnywhere) {
  std::size_t cuts = 0;
  for (const auto& [scenario, lines] : traced_scenarios(GetParam())) {
    const auto told = late(lines, 5);
    for (std::size_t length = 2; length < told.size(); length += 3, ++cuts) {
      const Lines cut(told.begin(), told.begin() + static_cast<std::ptrdiff_t>(length));
      EXPECT_THAT(found_in(GetParam(), cut).breaches, IsEmpty())
          << scenario.name << " cut at " << length;
    }
  }
  EXPECT_GE(cuts, 140u);
}

// A tick that is late has seen what came meanwhile, or has not seen any more what went.
TEST(TraceOfCalls, TicksLate) {
  const auto scenario =
      std::get<AnyScenario>(load_any_scenario("scenarios/modality/tick_races_return.json"));
  const auto at = [&](double opened, double rest) {
    Lines out;
    for (const auto& line : trace_of(scenario)) {
      auto each = json::parse(line);
      const auto kind = kind_of_line(line);
      if (kind == "list_dialogs" || kind == "dialogs_listed") continue;
      if (kind == "dialog_opened")
        each["t_ms"] = opened;
      else if (each.value("t_ms", 0) >= 1'000)
        each["t_ms"] = rest;
      out.push_back(each.dump());
    }
    return out;
  };
  EXPECT_THAT(found_in("modality", at(500, 1'000)).all(), "[] [] ");
  EXPECT_THAT(found_in("modality", at(1'001, 1'002)).all(), "[] [] ");
  EXPECT_THAT(found_in("modality", at(1'001, 1'200)).all(), "[] [] ");
  EXPECT_THAT(found_in("modality", at(1'001, 1'002), 0).breaches, ElementsAre("MOD-60:35"));
  EXPECT_THAT(found_in("modality", at(1'001, 1'300)).breaches, ElementsAre("MOD-60:35"));
}

// A client that leaves within the slack may have left before anything was done for it: that nothing
// was done shows without slack alone.
constexpr int slack_ms = 250;
bool is_left_soon(const Lines& lines, std::size_t from) {
  const auto begin = json::parse(lines[from])["t_ms"].get<double>();
  return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(),
                     [&](const std::string& line) {
                       return kind_of_line(line) == "cancelled" &&
                              json::parse(line)["t_ms"].get<double>() <= begin + slack_ms;
                     });
}

// What a log must not lack: whichever line of these kinds is dropped is missed.
TEST_P(Traces, MissWhatIsLeftOut) {
  const std::map<std::string_view, std::set<std::string>> kinds{
      {"modality",
       {"start_body", "close_dialog", "commit", "save", "refresh", "decide", "finish",
        "report_dialog", "report_smart_wait", "schedule_refresh", "warn", "capture"}},
      {"ack", {"dispatch", "respond", "note_still_open"}}};
  std::size_t dropped = 0;
  for (const auto& [scenario, lines] : traced_scenarios(GetParam())) {
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto kind = kind_of_line(lines[i]);
      if (!kinds.at(GetParam()).contains(kind)) continue;
      // Nobody waits for the result of a call whose caller has left.
      if (kind == "finish" && lines[i].find("cancelled") != lines[i].npos) continue;
      auto rest = lines;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      const auto slack = kind == "dispatch" && is_left_soon(lines, i) ? 0 : slack_ms;
      const auto found = found_in(GetParam(), rest, slack);
      // A call that begins again before its answer makes the log none, which is said as well.
      EXPECT_FALSE(found.breaches.empty() && found.error.empty())
          << scenario.name << " without " << lines[i];
      ++dropped;
    }
  }
  EXPECT_GE(dropped, 49u);
}

TEST_P(Traces, MissWhatIsSwapped) {
  const auto lines =
      GetParam() == "ack"
          ? trace_of(std::get<AnyScenario>(load_any_scenario("scenarios/ack/deadline_tie.json")))
          : trace_of(std::get<AnyScenario>(
                load_any_scenario("scenarios/modality/tick_races_return.json")));
  const auto swapped = [&](const std::string& one, const std::string& other, int slack = slack_ms) {
    auto out = lines;
    const auto place = [&](const std::string& kind) {
      return std::ranges::find(out, kind, kind_of_line);
    };
    std::iter_swap(place(one), place(other));
    // A time stays where it was.
    for (std::size_t i = 1; i < out.size(); ++i) {
      auto each = json::parse(out[i]);
      each["t_ms"] = json::parse(lines[i])["t_ms"];
      out[i] = each.dump();
    }
    return found_in(GetParam(), out, slack).breaches;
  };
  if (GetParam() == "ack") {
    EXPECT_THAT(swapped("called", "dispatch"), Contains(StartsWith("ACK-02")));
    EXPECT_THAT(swapped("tracker_told", "respond", 0), Contains(StartsWith("ACK-03")));
  } else {
    EXPECT_THAT(swapped("commit", "save"), Contains(StartsWith("MOD-40")));
    EXPECT_THAT(swapped("decide", "dialog_opened"), Contains(StartsWith("MOD-60")));
    EXPECT_THAT(swapped("start_body", "commit"), Contains(StartsWith("MOD-40")));
  }
}

// Whatever it does not tell, a good trace stays good: of every so many kinds.
void expect_not_judged_by_what_is_not_told(std::string_view area, std::size_t every) {
  const auto& scenarios = traced_scenarios(area);
  auto unknown = scenarios[0].lines;
  unknown.insert(unknown.begin() + 1, R"({"t_ms":0,"nonsense":{}})");
  // The message names them all.
  const auto message = found_in(area, unknown).error;
  std::vector<std::string> kinds;
  for (auto at = message.find("one of ") + 7; at < message.size();) {
    const auto end = message.find(", ", at);
    kinds.push_back(message.substr(at, end == message.npos ? end : end - at));
    at = end == message.npos ? end : end + 2;
  }
  ASSERT_GE(kinds.size(), 20u);
  if (kinds.back().ends_with('.')) kinds.back().pop_back();
  // Each costs half a second, so it is tried on the shortest that tells it.
  std::map<std::string, const TracedScenario*> shortest;
  for (const auto& each : scenarios)
    for (const auto& line : std::span(each.lines).subspan(1)) {
      auto& known = shortest[kind_of_line(line)];
      if (known == nullptr || each.lines.size() < known->lines.size()) known = &each;
    }
  std::size_t some_rules = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const auto& kind = kinds[i];
    if (i % every != 0 && kind != "import_finished") continue;
    const auto& [scenario, lines] = shortest.contains(kind) ? *shortest[kind] : scenarios[0];
    std::vector<std::string> others;
    for (const auto& each : kinds)
      if (each != kind) others.push_back(each);
    auto head = json::parse(lines[0]);
    head["tells"] = others;
    Lines told{head.dump()};
    for (const auto& line : std::span(lines).subspan(1))
      if (kind_of_line(line) != kind) told.push_back(line);
    const auto found = found_in(area, told);
    if (found.error.find("every trace must tell") != found.error.npos) continue;
    EXPECT_EQ(found.error, "");
    EXPECT_THAT(found.breaches, IsEmpty()) << scenario.name << " without " << kind;
    // What it tells of an import only MOD-55 could rest on.
    if (kind == "import_finished") {
      EXPECT_THAT(found.not_judged, ElementsAre("MOD-03", "MOD-07"));
    }
    some_rules += found.not_judged.size() > 2 ? 1u : 0u;
  }
  EXPECT_GE(some_rules, every == 1 ? 5u : 2u);
}

TEST_P(Traces, AreNotJudgedByWhatTheyDoNotTell) {
  expect_not_judged_by_what_is_not_told(GetParam(), 5);
}

TEST_P(Traces, DISABLED_AreNotJudgedByAnythingThatTheyDoNotTell) {
  expect_not_judged_by_what_is_not_told(GetParam(), 1);
}

// With three calls in flight there is room. How many there are beside them, a log does not always
// tell.
TEST(TraceOfActions, AreBusyForAReason) {
  const std::string unknown = R"({"t_ms":1,"called":{"call":"x","request":{"tool":"beep"}}})";
  const std::string busy = R"({"t_ms":3,"respond":{"call":9,"response":{"status":"busy"}}})";
  EXPECT_THAT(found_in("ack", {ack_head, opens_about(2, "9"), busy}).breaches,
              ElementsAre("ACK-27:3"));
  const auto found = found_in("ack", {ack_head, unknown, opens_about(2, "9"), busy});
  EXPECT_THAT(found.breaches, IsEmpty());
  EXPECT_THAT(found.notes, Contains(HasSubstr("that are not followed")));
}

TEST(TraceOfCalls, MayHoldAnyNumberOfThemOneAfterTheOther) {
  Lines all;
  int offset = 0;
  for (const auto& [scenario, lines] : traced_scenarios("modality")) {
    if (scenario.name.find("tick_races") == std::string::npos &&
        scenario.name.find("blink") == std::string::npos)
      continue;
    if (all.empty()) all.push_back(lines[0]);
    int last = 0;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      auto each = json::parse(lines[i]);
      last = each["t_ms"];
      each["t_ms"] = offset + last;
      all.push_back(each.dump());
    }
    offset += last + 100'000;
  }
  EXPECT_THAT(found_in("modality", all).all(), "[] [] ");
  const auto finish = std::ranges::find(all, "finish", kind_of_line);
  ASSERT_NE(finish, all.end());
  all.erase(finish);
  EXPECT_THAT(found_in("modality", all).breaches, testing::Not(testing::IsEmpty()));
}

struct BadLine {
  std::string name;
  Lines lines;
  std::string error;
};
class BadTraces : public ::testing::TestWithParam<BadLine> {};
INSTANTIATE_TEST_SUITE_P(
    Of, BadTraces,
    testing::Values(
        BadLine{"nothing", {}, "0:it tells nothing"},
        BadLine{"no_json", {"hello"}, "1:it is no JSON; docs/TRACES.md"},
        BadLine{"no_head", {R"({"t_ms":1,"called":{}})"}, "1:it must begin with a head, as"},
        BadLine{"another_version", {R"({"trace":2,"area":"ack"})"}, "1:\"trace\" must be 1"},
        BadLine{"another_area", {R"({"trace":1,"area":"modality"})"}, "or give --area"},
        BadLine{"no_revision", {R"({"trace":1,"area":"ack"})"}, "1:the head has no \"revision\""},
        BadLine{"unknown_revision", {R"({"trace":1,"area":"ack","revision":"r9"})"}, "r1, r2"},
        BadLine{"unknown_member", {R"({"trace":1,"area":"ack","revision":"r1","x":1})"}, "\"x\""},
        BadLine{"tells_what_there_is_not",
                {R"({"trace":1,"area":"ack","revision":"r1","tells":["clicked"]})"},
                "1:tells is \"clicked\"; it must be one of called"},
        BadLine{"tells_too_little",
                {R"({"trace":1,"area":"ack","revision":"r1","tells":["called","respond"]})"},
                "1:every trace must tell \"dispatch\""},
        BadLine{"tells_nothing",
                {R"({"trace":1,"area":"ack","revision":"r1","tells":[]})"},
                "1:\"tells\" must be \"all\" or a list"},
        BadLine{
            "tells_more_than_it_says",
            {R"({"trace":1,"area":"ack","revision":"r1","tells":["called","respond","dispatch"]})",
             R"({"t_ms":1,"pushed":{}})"},
            "2:the head says that the trace does not tell \"pushed\""},
        BadLine{"no_time", {ack_head, R"({"store_ready":{}})"}, "2:\"t_ms\" is missing"},
        BadLine{"no_number", {ack_head, R"({"t_ms":"1","store_ready":{}})"}, "2:\"t_ms\" must"},
        BadLine{"too_late", {ack_head, R"({"t_ms":1e300,"store_ready":{}})"}, "2:\"t_ms\" must"},
        BadLine{"two_things",
                {ack_head, R"({"t_ms":1,"store_ready":{},"thread":"EDT"})"},
                "2:it must say one thing that happened beside \"t_ms\", and says 2"},
        BadLine{"unknown_kind",
                {ack_head, R"({"t_ms":1,"stor_ready":{}})"},
                "2:what happened is \"stor_ready\"; it must be one of called"},
        BadLine{"unknown_word",
                {ack_head, R"({"t_ms":1,"pushed":{"pane":"middle"}})"},
                "2:pushed.pane is \"middle\"; it must be one of left, right"},
        BadLine{"twice_in_flight",
                {ack_head, opens_about(1, "1"), opens_about(2, "1")},
                "3:call 1 begins before it has ended"},
        BadLine{"behind_the_end",
                {ack_head, R"({"t_ms":1,"store_ready":{}})", R"({"t_ms":2,"ended":{}})",
                 R"({"t_ms":3,"store_ready":{}})"},
                "4:it comes behind \"ended\""},
        BadLine{
            "too_long", {ack_head, std::string(2 << 20, ' ') + "x"}, "2:it is longer than 1 MiB"}),
    [](const auto& row) { return row.param.name; });

TEST_P(BadTraces, AreRefusedWithPlaceAndRemedy) {
  EXPECT_THAT(found_in("ack", GetParam().lines).error, HasSubstr(GetParam().error));
}

TEST(BadTracesOfCalls, AreRefusedWithPlaceAndRemedy) {
  const auto refused = [](const std::string& head) {
    return found_in("modality", {head, R"({"t_ms":0,"import_finished":{}})"}).error;
  };
  EXPECT_THAT(refused(R"({"trace":1,"area":"modality","limits":{"sync_bound_ms":0}})"),
              HasSubstr("1:limits.sync_bound_ms must be at least 1"));
  EXPECT_THAT(refused(R"({"trace":1,"area":"modality","limits":{"sync":5}})"),
              HasSubstr("\"sync\""));
  EXPECT_THAT(refused(R"({"trace":1,"area":"modality","importing":1})"), HasSubstr("importing"));
  EXPECT_THAT(refused(R"({"trace":1,"area":null})"), HasSubstr("or give --area"));
  EXPECT_EQ(refused(R"({"trace":1})"), "");
  const Lines number{R"({"trace":1,"area":"modality"})", R"({"t_ms":0,"called":5})"};
  EXPECT_THAT(found_in("modality", number).error, HasSubstr("2:called is 5; it must be an object"));
}

// Whatever a log holds: it is judged or refused.
TEST_P(Traces, OfAnyKindAreJudgedOrRefused) {
  const auto& scenarios = traced_scenarios(GetParam());
  std::size_t judged = 0, refused = 0;
  for (std::uint64_t run = 0; run < 1'500; ++run) {
    auto rng = sim::Rng(7).fork(run);
    const auto below = [&](std::size_t count) {
      return rng.below(static_cast<std::uint32_t>(count));
    };
    auto lines = scenarios[below(scenarios.size())].lines;
    for (auto changes = 1 + below(6); changes > 0; --changes) {
      const auto& other = scenarios[below(scenarios.size())].lines;
      auto& line = lines[1 + below(lines.size() - 1)];
      switch (below(5)) {
        case 0: line = other[1 + below(other.size() - 1)]; break;
        case 1: std::swap(line, lines[1 + below(lines.size() - 1)]); break;
        case 2: line.insert(below(line.size() + 1), 1, static_cast<char>('0' + below(10))); break;
        case 3: line.erase(below(line.size()), 1); break;
        case 4: lines.insert(lines.begin() + 1 + below(lines.size() - 1), std::string(line)); break;
      }
    }
    const auto found = found_in(GetParam(), lines);
    ++(found.error.empty() ? judged : refused);
  }
  EXPECT_GE(judged, 300u);
  EXPECT_GE(refused, 300u);
}

}  // namespace
}  // namespace conformance
