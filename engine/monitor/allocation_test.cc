// A step must not touch the heap: a search makes millions of them a second.
#include <gtest/gtest.h>

#include "allocations_testing.h"
#include "engine/monitor/engine.h"

namespace engine::monitor {
namespace {

const Limits limits;

template <class Capacity>
void live_a_whole_life() {
  BasicEngine<Capacity> engine(limits, 1);
  Commands out;
  const auto hear = [&](const Event& event) {
    out.clear();
    engine.step(event, out);
  };
  hear(Started{});
  FolderListed listed;
  for (std::uint32_t pid = 1; pid <= Capacity::files; ++pid) listed.pids.push_back({pid});
  hear(listed);
  for (std::uint32_t pid = 1; pid <= Capacity::files; ++pid)
    hear(MarkerRead{.pid = {pid},
                    .reading = pid == 2 ? Reading::Legacy : Reading::Good,
                    .marker = {.pid = {pid}, .created = {9}, .target = {.url = {1}}, .sse = {2}},
                    .alive = true,
                    .began = {5}});
  hear(Answered{{1}, 200});
  for (std::uint32_t seq = 1; seq < 9; ++seq)
    hear(LineRead{{1}, {.kind = LineKind::Snapshot, .seq = seq, .projects = {3}}});
  hear(LineRead{{1}, {.kind = LineKind::Malformed}});
  hear(AddressWanted{{1}});
  hear(HeadAnswered{{1}, {2}, true});
  hear(TimerFired{{TimerKind::Worker, 1}});
  hear(Ended{{1}});
  hear(TimerFired{{TimerKind::Worker, 1}});
  hear(Answered{{1}, 401});
  hear(ProbeEnded{63'342, ProbeResult::Ide, {4}});
  hear(TimerFired{{TimerKind::Probe, 63'343}});
  hear(TimerFired{{TimerKind::Scan, 0}});
  hear(FolderListed{.folder = Folder::Denied, .pids = {}});
  hear(Stopped{});
  EXPECT_EQ(engine.state().life, Life::Over);
}

TEST(MonitorAllocation, NeverHappensInAStep) {
  const auto before = allocations().count;
  live_a_whole_life<Live>();
  EXPECT_EQ(allocations().count, before);
  EXPECT_GT(before, 0u);  // It does count: the test program itself allocated.
}

}  // namespace
}  // namespace engine::monitor
