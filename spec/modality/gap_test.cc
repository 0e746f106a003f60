// Right runs with one effect dropped, doubled, late, put in or swapped with its neighbour: what is
// accepted all the same is listed here, with the reason.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "modality/follow.h"
#include "modality/wrong_body_runs_testing.h"

namespace spec::modality {
namespace {

std::string kind(const Seen& seen) {
  const auto text = show(std::get<Command>(seen));
  return text.substr(0, text.find(' '));
}
bool is_act(const Seen& seen) { return std::holds_alternative<Command>(seen); }

// What stays right, and how often it was tried.
struct Gaps {
  std::map<std::string, int> accepted;
  int tried = 0;
  void look_at(const std::string& name, const Story& run) {
    ++tried;
    if (!judge(run).findings.breach) ++accepted[name];
  }
};

Gaps gaps(const auto& change) {
  Gaps out;
  for (const auto& row : wrong_runs())
    for (std::size_t i = 0; i < row.right.size(); ++i)
      if (is_act(row.right[i])) change(row.right, i, out);
  return out;
}
Story without(Story run, std::size_t i) {
  run.erase(run.begin() + static_cast<std::ptrdiff_t>(i));
  return run;
}
Story with(Story run, std::size_t i, const Seen& seen) {
  run.insert(run.begin() + static_cast<std::ptrdiff_t>(i), seen);
  return run;
}

using Names = std::map<std::string, std::string>;  // And why.
void expect_only(const Gaps& gaps, const Names& names) {
  EXPECT_GT(gaps.tried, 500);
  std::set<std::string> left;
  for (const auto& [name, why] : names) left.insert(name);
  for (const auto& [name, times] : gaps.accepted) {
    EXPECT_TRUE(names.contains(name)) << name << ", " << times << " times";
    left.erase(name);
  }
  EXPECT_TRUE(left.empty()) << *left.begin() << " is not accepted any more";
}

TEST(PolicyGaps, NothingIsLeftOut) {
  const auto found = gaps([](const Story& run, std::size_t i, Gaps& out) {
    out.look_at(kind(run[i]), without(run, i));
  });
  expect_only(found, {{"AwaitSmart", "the index is ready: there is nothing to wait for"},
                      {"Commit", "the script returned before it came"},
                      {"Return", "the script returned, or called again, before it came"},
                      {"Save", "the sync fails a write earlier, or idles up to its bound"},
                      {"Refresh", "the same"},
                      {"Capture", "of a question: MOD-49 allows it and does not want it"},
                      {"Finish", "the caller has left"},
                      {"ListDialogs", "a look"},
                      {"ScheduleRefresh", "the caller left in the instant of the call"}});
}

TEST(PolicyGaps, NothingIsDoneTwice) {
  const auto found = gaps([](const Story& run, std::size_t i, Gaps& out) {
    out.look_at(kind(run[i]), with(run, i, run[i]));
  });
  expect_only(found, {{"Cancel", "nothing runs any more"}});
}

TEST(PolicyGaps, NothingIsLate) {
  const auto found = gaps([](const Story& run, std::size_t i, Gaps& out) {
    out.look_at(kind(run[i]), with(run, i, pass(1)));
  });
  const std::string bound = "inside a sync, up to its bound", poll = "up to the next nominal poll";
  expect_only(found, {{"Commit", poll},
                      {"Save", bound},
                      {"Refresh", bound},
                      {"StartBody", bound},
                      {"Return", bound},
                      {"Capture", bound + ", of the post-flight that fails"},
                      {"Warn", "the same"},
                      {"Decide", bound + ", or " + poll},
                      {"Cancel", "of the monitor's look, up to the next tick"},
                      {"Finish", "the caller has left"},
                      {"ListDialogs", "a look"}});
}

TEST(PolicyGaps, NeighboursWhoseOrderARuleStatesAreNotSwapped) {
  const auto found = gaps([](const Story& run, std::size_t i, Gaps& out) {
    if (i == 0 || !is_act(run[i - 1])) return;
    auto swapped = run;
    std::swap(swapped[i - 1], swapped[i]);
    out.look_at(kind(run[i - 1]) + " " + kind(run[i]), swapped);
  });
  const std::string independent = "independent effects of one instant";
  expect_only(found, {{"Cancel Capture", independent},
                      {"Cancel ReportDialog", independent},
                      {"CancelBody Capture", independent + ", where no monitor tripped"},
                      {"Capture Capture", "of a sweep, before its first close"},
                      {"Capture ReportDialog", independent + ", where the event thread is dead"},
                      {"Capture Warn", independent + ", of the post-flight that fails"},
                      {"Warn Capture", "the same"},
                      {"ReportDialog ReportDialog", independent},
                      {"Decide Cancel", "of a look, or when the caller has left"},
                      {"Decide CancelBody", "when the caller has left"},
                      {"ScheduleRefresh ReadModality", "a look"}});
}

TEST(PolicyGaps, NothingIsPutIn) {
  Story alphabet{close(1),  commit,   save,    refresh,     await_smart,
                 cancel,    schedule, start,   cancel_body, report(1, Outcome::Closed),
                 waited(0), note(0),  give(0), give(1),     Refuse{{7}}};
  for (const auto cause :
       {Stage::Sweep, Stage::Gate, Stage::Sync, Stage::Smart, Stage::Monitor, Stage::Body})
    alphabet = alphabet + Story{shot(cause), thread_dump(cause)};
  for (const auto warning : {Warning::SyncSkipped, Warning::SmartSkipped, Warning::PostSyncSkipped})
    alphabet.emplace_back(warn(warning));
  alphabet.emplace_back(warn(Warning::PostSyncFailed, Reason::ModalBeforeSync));
  for (std::size_t reason = 0; reason < port::words<Reason>.size(); ++reason)
    alphabet.emplace_back(
        decide(stage_of(static_cast<Reason>(reason), true), static_cast<Reason>(reason)));
  const auto found = gaps([&](const Story& run, std::size_t i, Gaps& out) {
    for (const Seen& act : alphabet) out.look_at(kind(act), with(run, i, act));
  });
  expect_only(found, {{"Cancel", "of nothing, or of a look"},
                      {"AwaitSmart", "before the look that was not answered"},
                      {"Capture", "of a question: MOD-49 allows it"},
                      {"CancelBody", "of none, when the caller has left"},
                      {"Refuse", "when the caller has left"},
                      {"ReportDialog", "when the caller has left"},
                      {"ScheduleRefresh", "when the caller has left"},
                      {"ReportSmartWait", "of a wait after which a look fails"}});
}

}  // namespace
}  // namespace spec::modality
