// The monitor's engine, as events and commands.
#include "engine/monitor/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <vector>

#include "port/monitor/show.h"

namespace port::monitor {
void PrintTo(const Command& command, std::ostream* out) { *out << show(command); }
}  // namespace port::monitor

namespace engine::monitor {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Engine = BasicEngine<Small>;

constexpr Pid seven{7};
constexpr Marker marker{.pid = seven,
                        .created = {100},
                        .target = {.url = {1}, .token = {2}, .port = 6315},
                        .build = {3},
                        .stream = {},
                        .sse = {}};
const Limits no_ports{.ports = {}};

class Monitor {
 public:
  explicit Monitor(const Limits& limits = no_ports) : engine_(limits, 1) {}

  // What it does because of the event, timers aside.
  std::vector<Command> operator()(const Event& event) {
    Commands out;
    engine_.step(event, out);
    std::vector<Command> rest;
    for (const auto& command : out)
      if (is_timer(command))
        timers.push_back(command);
      else
        rest.push_back(command);
    return rest;
  }
  std::vector<Command> lists(std::initializer_list<Pid> pids) {
    FolderListed listed;
    for (const auto pid : pids) listed.pids.push_back(pid);
    return (*this)(listed);
  }
  std::vector<Command> reads(const Marker& what, Reading reading = Reading::Good) {
    return (*this)(MarkerRead{
        .pid = what.pid, .reading = reading, .marker = what, .alive = true, .began = {50}});
  }
  void finds() {
    (*this)(Started{});
    lists({seven});
    reads(marker);
  }
  std::vector<Command> scans(const Marker& what, Reading reading = Reading::Good) {
    (*this)(TimerFired{{TimerKind::Scan, 0}});
    lists({what.pid});
    return reads(what, reading);
  }

  std::vector<Command> timers;

 private:
  Engine engine_;
};

constexpr Line snapshot(std::uint32_t seq, std::uint16_t list) {
  return {.kind = LineKind::Snapshot, .seq = seq, .instance = {}, .projects = {list}};
}

TEST(MonitorEngine, FollowsWhatItFinds) {
  Monitor monitor;
  EXPECT_THAT(monitor(Started{}), ElementsAre(ListFolder{}));
  EXPECT_THAT(monitor.lists({seven}), ElementsAre(ReadMarker{seven}));
  EXPECT_THAT(monitor.reads(marker),
              ElementsAre(IdeAdded{marker}, Connect{{1}, seven, marker.target}));
  EXPECT_THAT(monitor(Answered{{1}, 200}), IsEmpty());
  EXPECT_THAT(monitor(LineRead{{1}, snapshot(1, 5)}), ElementsAre(ProjectsShown{seven, {5}}));
  EXPECT_THAT(monitor(LineRead{{1}, snapshot(1, 6)}), IsEmpty());
  EXPECT_THAT(monitor(LineRead{{1}, {.kind = LineKind::Unknown}}),
              ElementsAre(LineSkipped{seven, LineKind::Unknown}));
}

TEST(MonitorEngine, KeepsTheListWhileItTriesAgain) {
  Monitor monitor;
  monitor.finds();
  monitor(Answered{{1}, 200});
  monitor(LineRead{{1}, snapshot(9, 5)});
  EXPECT_THAT(monitor(Ended{{1}}), ElementsAre(ProjectsShown{seven, {5}, true}));
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Worker, 7}}),
              ElementsAre(Connect{{1}, seven, marker.target}));
  monitor(Answered{{1}, 200});
  EXPECT_THAT(monitor(LineRead{{1}, snapshot(1, 6)}), ElementsAre(ProjectsShown{seven, {6}}));
  // Silence.
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Worker, 7}}),
              ElementsAre(Disconnect{{1}}, ProjectsShown{seven, {6}, true}));
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Worker, 7}}),
              ElementsAre(Connect{{2}, seven, marker.target}));
  EXPECT_THAT(monitor(LineRead{{1}, snapshot(10, 4)}), IsEmpty());
  EXPECT_THAT(monitor(Ended{{1}}), IsEmpty());
}

TEST(MonitorEngine, StartsAWorkerAnewWhenItPointsElsewhere) {
  Monitor monitor;
  monitor.finds();
  auto moved = marker;
  moved.target.port = 6316;
  EXPECT_THAT(monitor.scans(moved),
              ElementsAre(IdeChanged{moved}, Disconnect{{1}}, Connect{{2}, seven, moved.target}));
  auto another = moved;
  another.created = {101};
  EXPECT_THAT(monitor.scans(another),
              ElementsAre(IdeRemoved{seven}, Disconnect{{2}}, IdeAdded{another},
                          Connect{{3}, seven, another.target}));
  monitor(Ended{{1}});
  EXPECT_THAT(monitor.scans(moved), ElementsAre(IdeRemoved{seven}, Disconnect{{3}}, IdeAdded{moved},
                                                Connect{{1}, seven, moved.target}));
}

TEST(MonitorEngine, WaitsAsIfItHadFailedWhileAllConnectionsAreStillClosing) {
  const Timer worker{TimerKind::Worker, seven.value};
  Monitor monitor;
  monitor.finds();
  auto moved = marker;
  for (std::uint16_t i = 1; i < Small::connections; ++i) {
    ++moved.target.port;
    monitor.scans(moved);
  }
  ++moved.target.port;
  EXPECT_THAT(monitor.scans(moved), ElementsAre(IdeChanged{moved}, Disconnect{{7}}));
  EXPECT_EQ(monitor.timers[monitor.timers.size() - 1],
            Command(SetTimer{worker, pause_after(Limits{}, 1, seven, 1)}));
  monitor(Ended{{4}});
  EXPECT_THAT(monitor(TimerFired{worker}), ElementsAre(Connect{{4}, seven, moved.target}));
}

TEST(MonitorEngine, WaitsForAnotherMarkerWhereItMayNotEnter) {
  Monitor monitor;
  monitor.finds();
  EXPECT_THAT(monitor(Answered{{1}, 401}), ElementsAre(Disconnect{{1}}));
  EXPECT_THAT(monitor.timers.back(), testing::Eq(Command(CancelTimer{{TimerKind::Worker, 7}})));
  EXPECT_THAT(monitor.scans(marker), IsEmpty());
  auto fresh = marker;
  fresh.target.token = {9};
  EXPECT_THAT(monitor.scans(fresh),
              ElementsAre(IdeChanged{fresh}, Connect{{2}, seven, fresh.target}));
}

// What failed before it was refused counts on; that of another address does not.
TEST(MonitorEngine, IsNotForgivenByAMarkerThatPointsToTheSame) {
  const auto pause_then = [](Marker rewritten) {
    Monitor monitor;
    monitor.finds();
    monitor(Ended{{1}});
    monitor(TimerFired{{TimerKind::Worker, 7}});
    monitor(Answered{{1}, 401});
    monitor.scans(rewritten);
    monitor(Ended{{2}});
    return monitor.timers.back();
  };
  const auto pause = [](std::uint8_t failures) {
    return Command(SetTimer{{TimerKind::Worker, 7}, pause_after(Limits{}, 1, seven, failures)});
  };
  auto rewritten = marker;
  rewritten.build = {9};
  EXPECT_EQ(pause_then(rewritten), pause(2));
  rewritten.target.token = {9};
  EXPECT_EQ(pause_then(rewritten), pause(1));
}

TEST(MonitorEngine, TakesAFileForNeitherMoreNorLessThanItIs) {
  Monitor monitor;
  monitor.finds();
  EXPECT_THAT(monitor.scans(marker, Reading::Torn), IsEmpty());
  EXPECT_THAT(monitor.scans(marker, Reading::Unreadable),
              ElementsAre(FileRefused{seven, Reading::Unreadable}));
  EXPECT_THAT(monitor.scans(marker, Reading::Unreadable), IsEmpty());
  EXPECT_THAT(monitor.scans(marker, Reading::Legacy),
              ElementsAre(FileRefused{seven, Reading::Legacy}, IdeRemoved{seven}, Disconnect{{1}}));
}

TEST(MonitorEngine, LooksAtMarkersOnWakingAndGivesStreamsAPeriodOfPings) {
  Monitor monitor;
  monitor.finds();
  monitor(Answered{{1}, 200});
  const Timer worker{TimerKind::Worker, seven.value};
  EXPECT_THAT(monitor(Slept{Duration{600'000}}), ElementsAre(ListFolder{}));
  EXPECT_THAT(monitor(TimerFired{worker}), IsEmpty());
  EXPECT_THAT(monitor(TimerFired{worker}), ElementsAre(Disconnect{{1}}));
}

TEST(MonitorEngine, TellsWhyNoIdeComesOfAMarker) {
  Monitor monitor;
  monitor.finds();
  monitor(TimerFired{{TimerKind::Scan, 0}});
  monitor.lists({seven});
  const MarkerRead dead{.pid = seven, .reading = Reading::Good, .marker = marker};
  EXPECT_THAT(monitor(dead), ElementsAre(FileRefused{seven, Reading::Dead}, IdeRemoved{seven},
                                         Disconnect{{1}}, Connect{{2}, seven, marker.target}));
  EXPECT_THAT(monitor.scans(marker, Reading::Incomplete),
              ElementsAre(FileRefused{seven, Reading::Incomplete}, Disconnect{{2}}));
}

TEST(MonitorEngine, FollowsWhatIsNotSeenAsLongAsItsAddressAnswers) {
  const MarkerRead unseen{.pid = seven, .reading = Reading::Good, .marker = marker};
  Monitor monitor;
  monitor(Started{});
  monitor.lists({seven});
  EXPECT_THAT(monitor(unseen),
              ElementsAre(FileRefused{seven, Reading::Dead}, Connect{{1}, seven, marker.target}));
  EXPECT_THAT(monitor(Answered{{1}, 200}), testing::Contains(Command(IdeAdded{marker, true})));
  monitor(TimerFired{{TimerKind::Scan, 0}});
  monitor.lists({seven});
  EXPECT_THAT(monitor(unseen), IsEmpty());
  EXPECT_THAT(monitor(Ended{{1}}), IsEmpty());
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Worker, 7}}),
              ElementsAre(Connect{{1}, seven, marker.target}));
  // Nor is it gone when its stream is silent.
  monitor(Answered{{1}, 200});
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Worker, 7}}), ElementsAre(Disconnect{{1}}));
  monitor(Ended{{1}});
  monitor(TimerFired{{TimerKind::Worker, 7}});
  EXPECT_THAT(monitor(Ended{{1}}),
              ElementsAre(IdeRemoved{seven}, FileRefused{seven, Reading::Dead}));
  EXPECT_THAT(monitor(HeadAnswered{seven, marker.sse, true}), IsEmpty());
}

// Whose an address is, of which two markers of processes that are not seen tell, nobody knows.
TEST(MonitorEngine, AsksForEachThatIsNotSeen) {
  Monitor monitor;
  monitor(Started{});
  monitor.lists({seven, {8}});
  monitor(MarkerRead{.pid = seven, .reading = Reading::Good, .marker = marker});
  auto other = marker;
  other.pid = {8};
  EXPECT_THAT(monitor(MarkerRead{.pid = {8}, .reading = Reading::Good, .marker = other}),
              ElementsAre(FileRefused{Pid{8}, Reading::Dead}, Connect{{2}, Pid{8}, marker.target}));
}

// Whoever listens there answers.
TEST(MonitorEngine, AsksNobodyWithoutAToken) {
  auto open = marker;
  open.target.token = no_text;
  Monitor monitor;
  monitor(Started{});
  monitor.lists({seven});
  EXPECT_THAT(monitor(MarkerRead{.pid = seven, .reading = Reading::Good, .marker = open}),
              ElementsAre(FileRefused{seven, Reading::Dead}));
}

TEST(MonitorEngine, KeepsWhatItKnowsWhileTheFolderCannotBeListed) {
  Monitor monitor;
  monitor.finds();
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor(FolderListed{.folder = Folder::Denied}),
              ElementsAre(ScanFailed{Folder::Denied}));
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor(FolderListed{.folder = Folder::Denied}), IsEmpty());
  EXPECT_THAT(monitor.scans(marker), IsEmpty());
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor.lists({}), ElementsAre(IdeRemoved{seven}, Disconnect{{1}}));
}

TEST(MonitorEngine, KeepsWhatItKnowsWhileThereIsMoreThanItHasRoomFor) {
  constexpr Pid eight{8}, nine{9};
  Monitor monitor;
  monitor.finds();
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor.lists({eight, nine, {10}}), ElementsAre(ScanFailed{Folder::TooMany}));
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor(FolderListed{.folder = Folder::TooMany, .pids = {}}), IsEmpty());
  EXPECT_THAT(monitor.scans(marker), IsEmpty());
  monitor(TimerFired{{TimerKind::Scan, 0}});
  EXPECT_THAT(monitor.lists({eight, nine}),
              ElementsAre(IdeRemoved{seven}, Disconnect{{1}}, ReadMarker{eight}));
}

TEST(MonitorEngine, ProbesSomePortsAtATimeAndJoinsThemWithMarkers) {
  const Limits three{.probes_at_once = 2, .ports = {Ports{1, 2}, Ports{9, 9}}};
  Monitor monitor(three);
  EXPECT_THAT(monitor(Started{}), ElementsAre(ListFolder{}, Probe{1}, Probe{2}));
  EXPECT_THAT(monitor(ProbeEnded{2, ProbeResult::Ide, {3}}),
              ElementsAre(PortShown{2, {3}}, Probe{9}));
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Probe, 1}}), ElementsAre(CancelProbe{1}));
  EXPECT_THAT(monitor(ProbeEnded{9, ProbeResult::NotJson, {}}), IsEmpty());
  monitor.lists({seven});
  auto named = marker;
  named.web_port = 2;
  EXPECT_THAT(monitor.reads(named), ElementsAre(IdeAdded{named}, Connect{{1}, seven, named.target},
                                                PortShown{2, {3}, true}));
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Round, 0}}), ElementsAre(Probe{1}, Probe{2}));
  EXPECT_THAT(monitor(ProbeEnded{2, ProbeResult::Refused, {}}), ElementsAre(PortGone{2}, Probe{9}));
  EXPECT_THAT(monitor(Stopped{}), ElementsAre(Disconnect{{1}}, CancelProbe{1}, CancelProbe{9}));
  EXPECT_THAT(monitor(TimerFired{{TimerKind::Scan, 0}}), IsEmpty());
}

TEST(MonitorEngine, RemembersThatThereIsNoStreamableAddress) {
  Monitor monitor;
  auto own = marker;
  own.stream = {4};
  own.sse = {5};
  monitor(Started{});
  monitor.lists({seven});
  EXPECT_THAT(monitor.reads(own),
              ElementsAre(IdeAdded{own}, Connect{{1}, seven, own.target}, AskHead{seven, {5}}));
  EXPECT_THAT(monitor(HeadAnswered{seven, {5}, true}), ElementsAre(ServerShown{seven, true}));
  EXPECT_THAT(monitor(AddressWanted{seven}), ElementsAre(TryStream{seven, {4}}));
  EXPECT_THAT(monitor(StreamTried{seven, {4}, 404}),
              ElementsAre(AddressGiven{seven, Address::Sse}));
  EXPECT_THAT(monitor(AddressWanted{seven}), ElementsAre(AddressGiven{seven, Address::Sse}));
  EXPECT_THAT(monitor(AddressWanted{{8}}), ElementsAre(AddressGiven{{8}, Address::None}));
}

TEST(MonitorEngine, RemembersThatThereIsAStreamableAddress) {
  Monitor monitor;
  auto own = marker;
  own.stream = {4};
  monitor(Started{});
  monitor.lists({seven});
  monitor.reads(own);
  EXPECT_THAT(monitor(AddressWanted{seven}), ElementsAre(TryStream{seven, {4}}));
  EXPECT_THAT(monitor(StreamTried{seven, {4}, 200}),
              ElementsAre(AddressGiven{seven, Address::Stream}));
  EXPECT_THAT(monitor(AddressWanted{seven}), ElementsAre(AddressGiven{seven, Address::Stream}));
}

TEST(MonitorEngine, HasNoRoundsWithoutPorts) {
  Monitor monitor;
  monitor(Started{});
  EXPECT_THAT(monitor.timers, ElementsAre(Command(SetTimer{{TimerKind::Scan, 0}, no_ports.scan})));
}

TEST(MonitorPause, DoublesUpToItsBoundAQuarterMoreOrLess) {
  const Limits limits;
  std::int32_t base = 250;
  for (std::uint8_t failures = 1; failures < 20; ++failures) {
    for (std::uint32_t pid = 1; pid < 50; ++pid) {
      const auto pause = pause_after(limits, 7, {pid}, failures).count();
      EXPECT_GE(pause, base - base / 4);
      EXPECT_LE(pause, base + base / 4);
    }
    base = std::min(base * 2, 10'000);
  }
  EXPECT_NE(pause_after(limits, 7, {1}, 6), pause_after(limits, 8, {1}, 6));
}

}  // namespace
}  // namespace engine::monitor
