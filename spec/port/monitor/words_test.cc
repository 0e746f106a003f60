// Every word and every message of the monitor has a name, once.
#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <tuple>

#include "port/json_text.h"
#include "port/monitor/show.h"
#include "words_testing.h"

namespace port::monitor {
namespace {

using MonitorEnums = std::tuple<Reading, Folder, LineKind, ProbeResult, Address, TimerKind>;
using MonitorRecords = std::tuple<Target, Marker, Line, Timer>;

TEST(MonitorWords, EveryEnumeratorHasAWordOfItsOwn) {
  std::apply([](auto... each) { (expect_words<decltype(each)>(), ...); }, MonitorEnums{});
}

TEST(MonitorWords, EveryMessageAndItsMembersHaveNames) {
  std::set<std::string_view> names;
  expect_records(names, static_cast<const Event*>(nullptr));
  expect_records(names, static_cast<const Command*>(nullptr));
  expect_records(names, static_cast<const Fact*>(nullptr));
  std::apply([&](auto... each) { (expect_record<decltype(each)>(names), ...); }, MonitorRecords{});
}

TEST(MonitorWords, SayWhatAMessageCarries) {
  FolderListed listed;
  listed.pids.push_back({7});
  listed.pids.push_back({9});
  EXPECT_EQ(show(Event(listed)), "FolderListed listed 7 9");
  EXPECT_EQ(show(Event(MarkerRead{.pid = {7}, .reading = Reading::Torn})), "MarkerRead pid=7 torn");
  EXPECT_EQ(show(Command(Connect{{1}, {7}, {{3}, {}, 64'400}})),
            "Connect connection=1 pid=7 url=3 port=64400");
  EXPECT_EQ(show(Command(ProjectsShown{{7}, {2}, true})), "ProjectsShown pid=7 projects=2 stale");
  EXPECT_EQ(json_text(Event(listed)), R"({"folder_listed":{"folder":"listed","pids":[7,9]}})");
}

}  // namespace
}  // namespace port::monitor
