#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "trace/trace_testing.h"

namespace conformance::modality {
namespace {

// Traces written by hand after public reports of IDE plugins, right and wrong ones. The note in the
// first line of each says which.

using Breaches = std::vector<std::string>;

struct Reported {
  const char* file;
  Breaches breaches;  // By rule and line.
};

const std::vector<Reported> reported{
    {"a_sweep_that_there_was_not", {"MOD-94:5"}},
    {"calls_queue", {}},
    {"cancelled_by_the_call_before", {"MOD-110:14"}},
    {"chooser_nobody_answers", {}},
    {"conflict_asked_in_sync", {}},
    {"conflict_told_as_timeout", {"MOD-49:9"}},
    {"dialog_ignored_in_the_wait", {"MOD-21:15"}},
    {"dialog_in_the_wait_and_no_look_told", {"MOD-21:20"}},
    {"dismissed_beside_the_script", {"MOD-02:6"}},
    {"dismissed_in_the_sync", {"MOD-02:9"}},
    {"documents_and_what_writes_did", {"MOD-85:96", "MOD-80:130"}},
    {"dumb_mode_never_ends", {"MOD-52:12", "MOD-91:12"}},
    {"edit_comes_when_nobody_waits", {"MOD-96:15"}},
    {"first_index_of_large_project", {}},
    {"interrupt_goes_unheard", {"MOD-110:6"}},
    {"leftover_ignored", {"MOD-02:5"}},
    {"leftover_of_last_session", {}},
    {"log_begins_under_a_dialog", {"MOD-31:17"}},
    {"monitor_acts_on_what_is_gone", {"MOD-63:7"}},
    {"no_timeout_is_named", {}},
    {"ok_without_the_sync", {"MOD-82:14"}},
    {"queue_never_moves", {"MOD-84:11", "MOD-91:11"}},
    {"refactoring_while_dumb", {"MOD-50:11"}},
    {"refresh_for_nobody", {}},
    {"refresh_takes_half_a_minute", {}},
    {"script_opens_a_dialog", {}},
    {"stall_told_as_timeout", {"MOD-94:5"}},
    {"stalled_by_an_earlier_run", {}},
    {"sync_refused_under_registry", {}},
    {"sync_under_registry", {"MOD-41:7", "MOD-91:8"}},
    {"three_in_a_row", {}},
    {"transport_gives_up", {}},
    {"two_agents_one_dialog", {}},
    {"ui_thread_sleeps", {}},
    {"ui_thread_sleeps_in_the_sweep", {}},
    {"ui_thread_sleeps_in_the_wait", {}},
    {"window_taken_for_a_dialog", {"MOD-34:5"}},
    {"withdrawn_and_sweeps_on", {"MOD-110:14"}},
    {"withdrawn_in_sweep", {}},
    {"zombie_return_taken", {"MOD-112:15"}},
};

TEST(ReportedTraces, AreJudgedAsTheyWereReported) {
  for (const auto& [file, breaches] : reported) {
    std::ifstream in(std::string("recordings/modality/traces/") + file + ".jsonl");
    std::stringstream text;
    text << in.rdbuf();
    const auto found = found_in("modality", lines_of(text.str()));
    EXPECT_EQ(found.error, "") << file;
    EXPECT_EQ(found.breaches, breaches) << file;
  }
}

TEST(ReportedTraces, AreAllListedHere) {
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& each :
       std::filesystem::directory_iterator("recordings/modality/traces"))
    ++files;
  EXPECT_EQ(files, reported.size());
}

}  // namespace
}  // namespace conformance::modality
