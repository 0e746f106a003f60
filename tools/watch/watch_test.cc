// orrery watch against the mock IDE: real processes, files and sockets. Limits are for what hangs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <list>
#include <string>
#include <thread>

#include "command/program_testing.h"
#include "port/monitor/events.h"
#include "streams/running_testing.h"

namespace tools {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// A home folder, a mock IDE that is at home there, and somebody who watches it.
class Watching : public testing::Test {
 protected:
  void serve(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"serve",  "--area", "monitor", "--home", home(),
                                       "--port", "0",      "--token", "secret"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ide_.emplace(arguments);
    const auto serving = ide_->hear("serving");
    ASSERT_FALSE(serving.is_null());
    pid_ = serving["pid"];
    port_ = serving["port"];
  }
  void watch(std::vector<std::string> more = {"--ports", "none"}) {
    std::vector<std::string> arguments{"watch", "--json", "--home", home()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    watch_.emplace(arguments);
  }
  void begin() {
    serve();
    watch();
    ASSERT_FALSE(watch_->hear("ide_added", of_its()).is_null());
    ASSERT_FALSE(hear_list(0, false).is_null());
  }
  Running::Holds of_its() const {
    return [this](const json& told) { return told["pid"] == pid_; };
  }
  // The list behind so many changes.
  json hear_list(int changes, bool stale) {
    return watch_->hear("projects_shown", [=](const json& told) {
      return told["stale"] == stale && told["projects"].size() == 2 &&
             told["projects"][0]["changes"] == changes;
    });
  }
  // A scan has begun and ended after this was called.
  void let_it_scan() {
    const auto number = ++marks_;
    folder_.file("." + std::to_string(number) + ".mcp-steroid", "http://127.0.0.1:1/sse\n");
    const auto told =
        watch_->hear("file_refused", [number](const json& file) { return file["pid"] == number; });
    EXPECT_EQ(told["reading"], "legacy");
  }
  std::string home() const { return folder_.file(""); }

  TemporaryFolder folder_;
  std::optional<Running> ide_, watch_;
  int pid_ = 0, port_ = 0, marks_ = 0;
};

TEST_F(Watching, FindsAnIdeAndFollowsItsProjectsUntilItStops) {
  watch();
  serve();
  const auto added = watch_->hear("ide_added");
  EXPECT_EQ(added["pid"], pid_);
  EXPECT_EQ(added["port"], port_);
  EXPECT_EQ(added["has_token"], true);
  EXPECT_EQ(added.dump().find("secret"), std::string::npos);
  EXPECT_FALSE(hear_list(0, false).is_null());
  ide_->say("projects_change");
  EXPECT_FALSE(hear_list(1, false).is_null());
  ide_->say("stop");
  EXPECT_EQ(watch_->hear("ide_removed")["pid"], pid_);
  EXPECT_EQ(ide_->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 0}));
}

// Its process is of another namespace: nobody here sees it, and its address answers.
TEST_F(Watching, FollowsAnIdeWhoseProcessIsNotSeenUntilItsAddressAnswersNoMore) {
  constexpr int unseen = 3'999'999;
  serve();
  auto marker = json{{"schema", 1},
                     {"pid", unseen},
                     {"mcpUrl", "http://127.0.0.1:" + std::to_string(port_) + "/mcp"},
                     {"ide", {{"name", "far"}, {"build", "FAR-1"}}},
                     {"plugin", json::object()},
                     {"createdAt", "2026-11-22T10:00:00Z"},
                     {"port", port_},
                     {"token", "secret"}};
  // Its own markers go, so that its address is nobody's who is seen.
  ide_->say("marker_removed");
  ASSERT_FALSE(ide_->hear("happened").is_null());
  folder_.file("." + std::to_string(unseen) + ".mcp-steroid", marker.dump());
  watch();
  const auto refused = watch_->hear("file_refused");
  EXPECT_EQ(refused["reading"], "dead");
  const auto added = watch_->hear("ide_added");
  EXPECT_EQ(added["pid"], unseen);
  EXPECT_EQ(added["elsewhere"], true);
  EXPECT_FALSE(hear_list(0, false).is_null());
  ide_->say("stop");
  EXPECT_EQ(watch_->hear("ide_removed")["pid"], unseen);
}

TEST_F(Watching, FollowsAnIdeThatMovesToAnotherPort) {
  begin();
  ide_->say("server_moves");
  const int moved = ide_->hear("happened")["port"];
  EXPECT_NE(moved, port_);
  ide_->say("projects_change");
  EXPECT_EQ(watch_->hear("ide_changed")["port"], moved);
  EXPECT_FALSE(hear_list(1, false).is_null());
  EXPECT_EQ(watch_->count("ide_added"), 1u);
  EXPECT_EQ(watch_->count("ide_removed"), 0u);
}

TEST_F(Watching, DropsAStreamOnWhichNothingComesAnyMore) {
  begin();
  ide_->say("network_stops");
  EXPECT_FALSE(hear_list(0, true).is_null());
  EXPECT_FALSE(watch_->hear("stream_asked").is_null());
}

TEST_F(Watching, WaitsForAnotherMarkerWhereItsTokenIsRefused) {
  begin();
  ide_->say("token_changes");
  ide_->say("streams_end");
  EXPECT_EQ(watch_->hear("stream_answered")["status"], 401);
  const auto asked = watch_->count("stream_asked");
  let_it_scan();
  let_it_scan();
  EXPECT_EQ(watch_->count("stream_asked"), asked);
  ide_->say("marker_written");
  EXPECT_FALSE(watch_->hear("ide_changed").is_null());
  EXPECT_FALSE(hear_list(0, false).is_null());
}

TEST_F(Watching, KeepsWhatItKnowsWhileAMarkerIsHalfWritten) {
  begin();
  ide_->say("marker_torn");
  EXPECT_FALSE(ide_->hear("happened").is_null());
  let_it_scan();
  let_it_scan();
  EXPECT_EQ(watch_->count("ide_removed"), 0u);
  EXPECT_EQ(watch_->count("file_refused"), 2u);  // Those of the scans.
  EXPECT_EQ(watch_->count("file_unfinished"), 0u);
  ide_->say("projects_change");
  EXPECT_FALSE(hear_list(1, false).is_null());
  ide_->say("marker_removed");
  EXPECT_FALSE(watch_->hear("ide_removed").is_null());
}

// What a writer that was killed left explains why there is no IDE.
TEST_F(Watching, TellsOnceOfAMarkerThatStaysHalfWritten) {
  folder_.file(".77.mcp-steroid", "{\"schema\":1,");
  watch();
  EXPECT_EQ(watch_->hear("file_unfinished")["pid"], 77);
  let_it_scan();
  EXPECT_EQ(watch_->count("file_unfinished"), 1u);
}

TEST_F(Watching, TakesNoOtherServerForAnIde) {
  begin();
  ide_->say("server_other");
  EXPECT_FALSE(hear_list(0, true).is_null());
  const auto ended = watch_->hear("stream_ended", [](const json& told) {
    return told["why"].get<std::string>().find("text/html") != std::string::npos;
  });
  EXPECT_FALSE(ended.is_null());
  ide_->say("server_recovers");
  EXPECT_FALSE(hear_list(0, false).is_null());
  EXPECT_EQ(watch_->count("line_skipped"), 0u);
}

TEST_F(Watching, SkipsLinesThatAreTornOrUnknown) {
  begin();
  for (const auto* word : {"line_broken", "line_unknown"}) ide_->say(word);
  EXPECT_EQ(watch_->hear("line_skipped")["kind"], "malformed");
  EXPECT_EQ(watch_->hear("line_skipped")["kind"], "unknown");
  ide_->say("line_torn");
  EXPECT_FALSE(watch_->hear("stream_ended").is_null());
  EXPECT_FALSE(hear_list(0, false).is_null());
}

TEST_F(Watching, TellsOfAnIdeThatDiedAndLeftItsMarker) {
  begin();
  ide_->say("process_ends");
  EXPECT_EQ(watch_->hear("file_refused")["reading"], "dead");
  EXPECT_FALSE(watch_->hear("ide_removed").is_null());
  EXPECT_TRUE(std::filesystem::exists(folder_.file("." + std::to_string(pid_) + ".mcp-steroid")));
}

TEST_F(Watching, ProbesPortsAndJoinsThemWithMarkers) {
  serve();
  const auto port = std::to_string(port_);
  watch({"--ports", port + "-" + port});
  const auto shown = watch_->hear("port_shown", [](const json& told) { return told["marked"]; });
  EXPECT_EQ(shown["port"], port_);
  EXPECT_EQ(shown["build"], "OR-261.1");
  ide_->say("marker_removed");
  EXPECT_EQ(watch_->hear("port_shown")["marked"], false);
}

// It is stopped for a while, and so is the IDE, as when the machine sleeps: for longer than it
// would have waited for anything anyway.
TEST_F(Watching, BlamesNobodyForASleep) {
  begin();
  for (const int signal : {SIGSTOP, SIGCONT}) {
    watch_->signal(signal);
    ide_->signal(signal);
    if (signal == SIGSTOP) std::this_thread::sleep_for(std::chrono::seconds(10));
  }
  EXPECT_GE(watch_->hear("slept")["time_ms"], 2'000);
  ide_->say("projects_change");
  EXPECT_FALSE(hear_list(1, false).is_null());
  EXPECT_EQ(watch_->count("stream_ended"), 0u);
}

TEST_F(Watching, EndsWhenItIsToldTo) {
  begin();
  watch_->signal(SIGTERM);
  EXPECT_EQ(watch_->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 128 + SIGTERM}));
  EXPECT_EQ(watch_->last_name(), "stopped");
  watch({"--ports", "none", "--for", "1s"});
  EXPECT_EQ(watch_->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 0}));
  EXPECT_EQ(watch_->last_name(), "stopped");
}

TEST_F(Watching, RefusesHostileFilesByNameAndFindsTheIdeBesides) {
  const auto marker = [&](int pid) {
    return folder_.file("." + std::to_string(pid) + ".mcp-steroid");
  };
  ASSERT_EQ(::mkfifo(marker(1).c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", marker(2));
  std::filesystem::create_symlink(marker(3), marker(3));
  std::filesystem::create_directory(marker(4));
  std::filesystem::create_symlink("/nowhere", marker(5));
  std::ofstream(marker(6)) << "{\"schema\":1,";
  ASSERT_EQ(::truncate(marker(6).c_str(), off_t{1} << 30), 0);
  std::ofstream(marker(7)) << "{\"a\":\"\xff\xfe\",\"schema\":1,\"filler\":\"0123456789\"}";
  std::ofstream(marker(8)) << "{\"schema\":1,\"pid\":9}";
  std::ofstream(marker(9)) << "{\"schema\":2,\"pid\":9}";
  std::ofstream(marker(10)) << "hello";
  std::ofstream(marker(11)) << "{\"schema\":1,\"pid\":11}";
  std::filesystem::create_symlink("/proc/self/mem", marker(12));
  begin();
  const std::map<int, std::string> wanted{
      {1, "not_a_file"},   {2, "not_a_file"}, {3, "not_a_file"},  {4, "not_a_file"},
      {5, "not_a_file"},   {6, "too_large"},  {7, "not_text"},    {8, "other_pid"},
      {9, "newer_schema"}, {10, "not_json"},  {11, "incomplete"}, {12, "unreadable"}};
  watch_->await("file_refused", wanted.size());
  watch_->signal(SIGTERM);
  EXPECT_EQ(watch_->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 128 + SIGTERM}));
  EXPECT_EQ(watch_->told("file_refused", "pid", "reading"), wanted);
}

// Where the markers of later years are, and as they are written there.
TEST_F(Watching, FindsWhatStandsInTheNewerPlaceAndForm) {
  const auto place = folder_.file(".mcp-steroid/markers");
  std::filesystem::create_directories(place);
  const std::string head = R"({"schema":1,"ide":{"build":"IU-261"},"plugin":{},)"
                           R"("createdAt":"2026-11-22T10:00:00Z")";
  std::ofstream(place + "/21.mcp-steroid") << head << R"(,"pid":21,"devrigEndpoint":null})";
  std::ofstream(place + "/22.mcp-steroid") << head << R"(,"pid":22})";
  std::ofstream(place + "/.23.mcp-steroid") << "hello";      // The former name, in the newer place.
  std::ofstream(folder_.file("24.mcp-steroid")) << "hello";  // And the other way round.
  serve({"--layout", "markers"});
  watch();
  ASSERT_FALSE(watch_->hear("ide_added", of_its()).is_null());
  ASSERT_FALSE(hear_list(0, false).is_null());
  watch_->await("file_refused", 2);
  watch_->signal(SIGTERM);
  EXPECT_EQ(watch_->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 128 + SIGTERM}));
  EXPECT_EQ(watch_->told("file_refused", "pid", "reading"),
            (std::map<int, std::string>{{21, "no_bridge"}, {22, "no_bridge"}}));
}

// No process has such a number.
constexpr std::uint32_t dead = 4'194'304 + 1;

TEST_F(Watching, FindsTheIdeAmongMarkersThatManyOthersLeftBehind) {
  for (std::uint32_t i = 0; i < 300; ++i)
    folder_.file("." + std::to_string(i < 150 ? dead + i : UINT32_MAX - i) + ".mcp-steroid",
                 "http://127.0.0.1:1/sse\n");
  begin();
  for (std::uint32_t i = 300; i < 600; ++i)
    folder_.file("." + std::to_string(dead + i) + ".mcp-steroid", "http://127.0.0.1:1/sse\n");
  ide_->say("marker_removed");
  EXPECT_FALSE(watch_->hear("ide_removed").is_null());
  EXPECT_EQ(watch_->count("scan_failed"), 0u);
  EXPECT_EQ(watch_->count("file_refused"), 0u);
  EXPECT_EQ(watch_->count("files_left_out"), 1u);
}

// A process that does nothing.
class Sleeper {
 public:
  Sleeper() : pid_(::fork()) {
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) ::pause();
  }
  ~Sleeper() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_;
};

TEST_F(Watching, SaysOnceThatThereAreTooManyMarkersOfLivingProcessesAndKeepsWhatItKnows) {
  constexpr std::size_t others_max = port::monitor::listed_max - 1;
  const auto leave_marker = [this](const Sleeper& sleeper) {
    folder_.file("." + std::to_string(sleeper.pid()) + ".mcp-steroid", "http://127.0.0.1:1/sse\n");
  };
  begin();
  std::list<Sleeper> sleepers(others_max);
  std::ranges::for_each(sleepers, leave_marker);
  watch_->await("file_refused", others_max);
  EXPECT_EQ(watch_->count("scan_failed"), 0u);
  leave_marker(sleepers.emplace_back());
  EXPECT_EQ(watch_->hear("scan_failed")["folder"], "too_many");
  ide_->say("projects_change");
  EXPECT_FALSE(hear_list(1, false).is_null());
  EXPECT_EQ(watch_->count("ide_removed"), 0u);
  // One of them dies, and all is well again.
  sleepers.pop_front();
  ide_->say("marker_removed");
  EXPECT_FALSE(watch_->hear("ide_removed").is_null());
  EXPECT_EQ(watch_->count("scan_failed"), 1u);
}

TEST_F(Watching, FollowsTheStreamBesideALineWithoutEnd) {
  begin();
  ide_->say("line_endless");
  // Fifteen seconds without a line, whatever bytes come.
  EXPECT_FALSE(hear_list(0, true).is_null());
  EXPECT_FALSE(hear_list(0, false).is_null());
}

TEST_F(Watching, KeepsARecordingThatIsJudged) {
  serve();
  const auto recording = folder_.file("streams.jsonl");
  watch({"--ports", "none", "--record", recording});
  EXPECT_FALSE(hear_list(0, false).is_null());
  ide_->say("projects_change");
  EXPECT_FALSE(hear_list(1, false).is_null());
  watch_->signal(SIGTERM);
  watch_->end();
  EXPECT_THAT(text_of(recording), HasSubstr(R"("ended":{"connection":1,"side":"client"})"));
  const auto run = run_orrery("check --area monitor --details " + recording);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("passed: MON-20, MON-21, MON-23"));
  EXPECT_THAT(run.out, HasSubstr("cannot be judged from it: MON-01,"));
}

TEST(Watch, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_orrery("watch --ports 1-100").code, 2);
  EXPECT_EQ(run_orrery("watch --ports x").code, 2);
  const auto overlapping = run_orrery("watch --ports 63342-63343 --ports 63343-63344 --for 1s");
  EXPECT_EQ(overlapping.code, 2);
  EXPECT_THAT(overlapping.err, HasSubstr("a port stands in both ranges"));
  EXPECT_EQ(run_orrery("watch here").code, 2);
  const auto homeless = run_shell("env -u HOME \"$orrery\" watch --ports none --for 1s");
  EXPECT_EQ(homeless.code, 2);
  EXPECT_THAT(homeless.err, HasSubstr("there is no HOME; --home FOLDER says"));
  const auto run = run_orrery("watch --home /nowhere --ports none --for 1s");
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("the folder /nowhere: there is none"));
}

}  // namespace
}  // namespace tools
