// A simulated machine under a monitor that is the test.
#include "sim/monitor/world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "files/scenario_texts.h"
#include "port/monitor/show.h"
#include "sim/monitor/scenario.h"

namespace sim::monitor {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Does nothing but what it is told to do at each event.
class Scripted final : public Subject {
 public:
  SubjectState initial() const override { return {}; }
  void step(SubjectState&, const TimedEvent& event, Commands& out) const override {
    for (const auto& [index, command] : script)
      if (event.what.index() == index) out.push_back(command);
  }
  void rebase(SubjectState&, port::Instant) const override {}
  std::vector<std::pair<std::size_t, Command>> script;
};
constexpr std::size_t on_start = 0;

struct Shown {
  std::vector<std::string> lines;
  void noticed(const Fact& fact) {
    if (!std::holds_alternative<TimePassed>(fact)) lines.push_back(show(fact));
  }
  void heard(const Event& event) { lines.push_back(show(event)); }
  void commanded(const Command&) {}
};

Plan one_ide() {
  Plan plan;
  plan.contents = {{.marker = {.pid = {7}, .created = {9}, .target = {.url = {1}, .token = {2}}}}};
  plan.ides = {{.pid = {7}, .content = 0, .began = {5}, .url = {1}, .token = {2}}};
  return plan;
}

// The natural run, up to so many choices.
std::vector<std::string> run(const Plan& plan, const Scripted& subject, int most) {
  EXPECT_EQ(fault_of(plan), "");
  const Worlds worlds(plan, subject);
  auto world = worlds.initial();
  Shown out;
  Choices choices;
  for (int i = 0; i < most && !worlds.final(world); ++i) {
    choices.clear();
    worlds.choices(world, choices);
    if (choices.empty()) break;
    worlds.apply(world, choices[0], out);
  }
  return out.lines;
}

TEST(MonitorWorld, ListsAndReadsTheMarkerOfAProcess) {
  Scripted subject;
  subject.script = {{on_start, ListFolder{}}, {on_start, ReadMarker{{7}}}};
  EXPECT_THAT(run(one_ide(), subject, 3),
              ElementsAre("Started", "FolderListed listed 7",
                          "MarkerRead pid=7 good pid=7 created=9 url=1 token=2 alive began=5"));
}

TEST(MonitorWorld, ServesAStreamToWhoHasTheToken) {
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}}};
  EXPECT_THAT(run(one_ide(), subject, 4),
              ElementsAre("Started", "StreamAsked connection=1 pid=7 authorized announced",
                          "StreamAnswered connection=1 status=200",
                          "LineSent connection=1 snapshot instance=1 projects=1",
                          "Answered connection=1 status=200",
                          "LineRead connection=1 snapshot instance=1 projects=1",
                          "LineSent connection=1 ping instance=1"));
}

TEST(MonitorWorld, RefusesWhoHasNotAndWhereNothingIs) {
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {}, 0}}},
                    {on_start, Connect{{2}, {7}, {{9}, {}, 0}}}};
  EXPECT_THAT(run(one_ide(), subject, 3),
              ElementsAre("Started", "StreamAsked connection=1 pid=7 announced",
                          "StreamAnswered connection=1 status=401",
                          "Answered connection=1 status=401", "Ended connection=2"));
}

TEST(MonitorWorld, TellsThatADisconnectedStreamHasEndedAfterWhatWasOnTheWay) {
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}}, {on_start, Disconnect{{1}}}};
  EXPECT_THAT(
      run(one_ide(), subject, 4),
      ElementsAre("Started", "StreamAsked connection=1 pid=7 authorized announced",
                  "StreamAnswered connection=1 status=200",
                  "LineSent connection=1 snapshot instance=1 projects=1", "ClientGone connection=1",
                  "StreamFreed connection=1", "Answered connection=1 status=200",
                  "LineRead connection=1 snapshot instance=1 projects=1", "Ended connection=1"));
}

TEST(MonitorWorld, LosesWhatIsSentOverANetworkThatStopped) {
  auto plan = one_ide();
  plan.planned = {{{What::NetworkStops, 0, 0}, {1, 1}}, {{What::ProjectsChange, 0, 0}, {9, 9}}};
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}}};
  EXPECT_THAT(run(plan, subject, 3),
              ElementsAre("Started", "StreamAsked connection=1 pid=7 authorized announced",
                          "StreamAnswered connection=1 status=200",
                          "LineSent connection=1 snapshot instance=1 projects=1",
                          "ProjectsChanged pid=7 projects=2",
                          "LineSent connection=1 snapshot seq=1 instance=1 projects=2"));
}

// What a client asked for before is dead, and it is not told so; what it asks for then is answered.
TEST(MonitorWorld, ANetworkThatIsBackServesNewStreamsAlone) {
  auto plan = one_ide();
  plan.planned = {{{What::NetworkStops, 0, 0}, {4, 4}}, {{What::NetworkBack, 0, 0}, {5, 5}}};
  plan.stop = {20'000, 20'000};
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}},
                    {Event(Stopped{}).index(), Connect{{2}, {7}, {{1}, {2}, 0}}}};
  EXPECT_THAT(run(plan, subject, 6),
              ElementsAre("Started", "StreamAsked connection=1 pid=7 authorized announced",
                          "StreamAnswered connection=1 status=200",
                          "LineSent connection=1 snapshot instance=1 projects=1",
                          "Answered connection=1 status=200", "StreamFreed connection=1", "Stopped",
                          "StreamAsked connection=2 pid=7 authorized announced",
                          "StreamAnswered connection=2 status=200",
                          "LineSent connection=2 snapshot instance=2 projects=1",
                          "Answered connection=2 status=200"));
}

// Each is on its way: no stream of a scenario is full, since no judge can see that.
TEST(MonitorWorld, TellsAsManyChangesInOneInstantAsAScenarioHasEvents) {
  auto plan = one_ide();
  plan.planned.assign(planned_max, {{What::ProjectsChange, 0, 0}, {2, 2}});
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}}};
  const auto lines = run(plan, subject, 1 + planned_max);
  EXPECT_EQ(std::ranges::count_if(lines, [](const auto& it) { return it.starts_with("LineSent"); }),
            1 + planned_max);
}

TEST(MonitorWorld, SaysNothingMoreOnAStreamWithALineWithoutEnd) {
  auto plan = one_ide();
  plan.planned = {{{What::LineEndless, 0, 0}, {4, 4}}, {{What::ProjectsChange, 0, 0}, {9, 9}}};
  plan.stop = {20'000, 20'000};
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}},
                    {Event(Stopped{}).index(), Disconnect{{1}}}};
  EXPECT_THAT(run(plan, subject, 20),
              ElementsAre("Started", "StreamAsked connection=1 pid=7 authorized announced",
                          "StreamAnswered connection=1 status=200",
                          "LineSent connection=1 snapshot instance=1 projects=1",
                          "Answered connection=1 status=200",
                          "LineRead connection=1 snapshot instance=1 projects=1",
                          "ProjectsChanged pid=7 projects=2", "Stopped", "ClientGone connection=1",
                          "StreamFreed connection=1", "Ended connection=1"));
}

// What it does for the monitor while the other client takes nothing.
struct SlowRow {
  Fault fault;
  bool change, ping, answer;
};
class MonitorSlow : public testing::TestWithParam<SlowRow> {};
TEST_P(MonitorSlow, HoldsUpWhatItsFaultSays) {
  const auto& row = GetParam();
  auto plan = one_ide();
  plan.other_client = true;
  plan.fault = row.fault;
  plan.planned = {{{What::OtherStalls, 0, 0}, {1'000, 1'000}},
                  {{What::ProjectsChange, 0, 0}, {2'000, 2'000}},
                  {{What::AddressAsked, 0, 0}, {8'000, 8'000}}};
  plan.stop = {9'000, 9'000};
  Scripted subject;
  subject.script = {{on_start, Connect{{1}, {7}, {{1}, {2}, 0}}},
                    {Event(AddressWanted{}).index(), Connect{{2}, {7}, {{1}, {2}, 0}}}};
  const auto seen = run(plan, subject, 40);
  const auto has = [&](std::string_view beginning) {
    return std::ranges::any_of(
        seen, [&](const std::string& line) { return line.starts_with(beginning); });
  };
  EXPECT_EQ(has("LineRead connection=1 snapshot seq=1 instance=1 projects=2"), row.change);
  EXPECT_EQ(has("LineRead connection=1 ping instance=1"), row.ping);
  EXPECT_EQ(has("Answered connection=2 status=200"), row.answer);
}
INSTANTIATE_TEST_SUITE_P(All, MonitorSlow,
                         testing::Values(SlowRow{Fault::None, true, true, true},
                                         SlowRow{Fault::OneHoldsAll, false, false, true},
                                         SlowRow{Fault::OneHoldsChanges, false, true, true},
                                         SlowRow{Fault::OneHoldsPings, true, false, true},
                                         SlowRow{Fault::OneHoldsRequests, true, true, false}),
                         [](const auto& row) { return std::string(port::word(row.param.fault)); });

// A monitor knows an IDE by its build, so no world has one that says none.
class MonitorNameless : public testing::TestWithParam<PortIs> {};
TEST_P(MonitorNameless, IsNoIde) {
  Plan plan;
  plan.ports = {{.is = GetParam()}};
  plan.stop = {5'000, 5'000};
  Scripted subject;
  subject.script = {{on_start, Probe{first_port}}};
  EXPECT_EQ(run(plan, subject, 2)[1], "ProbeEnded port=1000 not_an_ide");
}
INSTANTIATE_TEST_SUITE_P(All, MonitorNameless,
                         testing::Values(PortIs::Ide, PortIs::Slow, PortIs::OwnServer),
                         [](const auto& row) { return std::string(port::word(row.param)); });

struct PortRow {
  PortIs is;
  std::string_view shows;
};
class MonitorPort : public testing::TestWithParam<PortRow> {};
TEST_P(MonitorPort, AnswersAsItIs) {
  Plan plan;
  plan.ports = {{.is = GetParam().is, .build = {3}}};
  plan.stop = {5'000, 5'000};
  Scripted subject;
  subject.script = {{on_start, Probe{first_port}}};
  EXPECT_EQ(run(plan, subject, 2)[1], GetParam().shows);
}
INSTANTIATE_TEST_SUITE_P(
    All, MonitorPort,
    testing::Values(PortRow{PortIs::Closed, "ProbeEnded port=1000 refused"},
                    PortRow{PortIs::Hanging, "Stopped"},
                    PortRow{PortIs::Slow, "ProbeEnded port=1000 ide build=3"},
                    PortRow{PortIs::OtherJson, "ProbeEnded port=1000 not_an_ide"},
                    PortRow{PortIs::OtherText, "ProbeEnded port=1000 not_json"},
                    PortRow{PortIs::Other404, "ProbeEnded port=1000 not_ok"},
                    PortRow{PortIs::Ide, "ProbeEnded port=1000 ide build=3"}),
    [](const auto& row) { return std::string(port::word(row.param.is)); });

std::string whole(std::string_view fields) {
  return R"({"area": "monitor", "format": 1, "story": "s", )" + std::string(fields) + "}";
}

TEST(MonitorScenario, HasWhatTheFileSays) {
  const auto loaded = scenarios().parse(
      whole(R"("markers": [{"pid": 7, "url": 3}], "ides": [{"pid": 7, "marker": 0}],
               "ports": [{"is": "hanging"}], "stop_ms": 9,
               "events": [{"event": "marker_torn", "at_ms": [1, 2]}],
               "expect": {"results": [{"added": 1, "marked": 0,
                                       "ides": [{"of": 7, "added": 1}]}]})"),
      "monitor/t");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<Scenario>(loaded);
  EXPECT_EQ(scenario.plan.contents[0].marker.target.url, TextId{3});
  EXPECT_EQ(scenario.plan.planned[0], (Planned{{What::MarkerTorn, 0, 0}, {1, 2}}));
  EXPECT_EQ(scenario.plan.stop, (Window{9, 9}));
  const auto after = [](std::vector<Command> commands) {
    Outcome out;
    for (const auto& each : commands) out.commanded(each);
    return out;
  };
  const auto added = [](std::uint32_t pid) { return IdeAdded{{.pid = {pid}}}; };
  EXPECT_EQ(matching(scenario.expect, after({added(7)})), 1u);
  EXPECT_EQ(matching(scenario.expect, after({added(7), PortShown{1'000, {3}, false}})), 1u);
  EXPECT_EQ(matching(scenario.expect, after({added(7), PortShown{1'000, {3}, true}})), 0u);
  EXPECT_EQ(matching(scenario.expect, after({added(8)})), 0u);
  EXPECT_EQ(matching(scenario.expect, Outcome{}), 0u);
}

TEST(MonitorScenario, SaysWhatIsWrong) {
  const auto wrong = [](std::string_view fields) {
    return message_of(scenarios().parse(whole(fields), "monitor/t"));
  };
  EXPECT_THAT(wrong(R"("events": [{"event": "nothing"}])"), HasSubstr("marker_written"));
  const auto ide = [](std::string_view more) {
    return R"("ides": [{"pid": 7}], )" + std::string(more);
  };
  EXPECT_THAT(wrong(R"("events": [{"event": "process_ends"}])"),
              HasSubstr("/events/0: `of` is 0, and there is no such IDE. Add one to `ides`."));
  EXPECT_THAT(wrong(ide(R"("events": [{"event": "streams_end", "of": 1}])")),
              HasSubstr("`of` is 1, and there is no such IDE. `ides` has 1: write 0."));
  EXPECT_THAT(wrong(R"("events": [{"event": "port_becomes"}])"), HasSubstr("Add one to `ports`."));
  EXPECT_THAT(wrong(ide(R"("events": [{"event": "token_changes", "number": 256}])")),
              HasSubstr("`number` is 256, which is too large here. Write from 0 to 255."));
  EXPECT_THAT(wrong(ide(R"("events": [{"event": "marker_written"}])")),
              HasSubstr("there is no such marker. Add one to `markers`."));
  EXPECT_THAT(wrong(R"("events": [{"event": "machine_sleeps"}])"),
              HasSubstr("The machine sleeps for no time. Write in `number`"));
  EXPECT_THAT(wrong(R"("ides": [{"pid": 7}, {"pid": 7}])"), HasSubstr("/ides/1: Two IDEs"));
  EXPECT_THAT(wrong(R"("ides": [{"pid": 0}])"), HasSubstr("Write a `pid` from 1 on."));
  EXPECT_THAT(wrong(R"("ides": [{"pid": 7, "marker": 0}])"), HasSubstr("Add one to `markers`."));
  EXPECT_THAT(wrong(R"("markers": [{"reading": "dead"}])"), HasSubstr("/markers/0: A file tells"));
}

TEST(MonitorPin, FixesWhatHappenedAndWhen) {
  auto plan = one_ide();
  plan.free = {{What::MarkerTorn, 0, 0}, {What::ProcessEnds, 0, 0}};
  plan.free_max = 1;
  plan.stop = {0, never};
  const std::vector<Choice> choices{
      {slot::start, 0, 0, 0}, {slot::free, 1, 0, 70}, {slot::stop, 0, 0, 5}};
  const auto pinned = std::get<Pinned>(pin(plan, choices));
  EXPECT_TRUE(pinned.plan.free.empty());
  EXPECT_THAT(pinned.plan.planned, ElementsAre(Planned{plan.free[1], {70, 70}}));
  EXPECT_EQ(pinned.plan.stop, (Window{75, 75}));
  EXPECT_EQ(pinned.choices[1].slot, slot::planned);
}

}  // namespace
}  // namespace sim::monitor
