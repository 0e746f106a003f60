// What a judge lets pass: each effect of a right conversation dropped, doubled, held back or put
// before the one ahead of it. What is still accepted stands here, and why.
#include <algorithm>
#include <string>

#include "appserver/clause_testing.h"
#include "spec/appserver/clause_judge.h"

namespace spec::appserver::clauses {
namespace {

bool is_act(const Seen& seen) { return std::holds_alternative<Command>(seen); }

struct Gaps {
  int tried = 0;
  std::vector<std::string> accepted;
};

void try_one(const char* how, const Story& changed, const Seen& act, Gaps& gaps) {
  ++gaps.tried;
  const auto asked = judged(changed, {}, clauses_on(Party::Client));
  if (asked.findings.breach) return;
  std::string text = std::string(how) + " " + port::appserver::show(act);
  if (asked.state.unfollowed()) text += " (not followed)";
  if (std::count(gaps.accepted.begin(), gaps.accepted.end(), text) == 0)
    gaps.accepted.push_back(text);
}

Gaps gaps_of(const Story& story) {
  Gaps gaps;
  EXPECT_EQ(told_of(judged(story)), "right");
  for (std::size_t i = 0; i < story.size(); ++i) {
    if (!is_act(story[i])) continue;
    const auto at = story.begin() + static_cast<std::ptrdiff_t>(i);
    Story dropped = story, doubled = story, late = story, swapped = story;
    const auto place = static_cast<std::ptrdiff_t>(i);
    dropped.erase(dropped.begin() + place);
    try_one("drop", dropped, *at, gaps);
    doubled.insert(doubled.begin() + place, *at);
    try_one("double", doubled, *at, gaps);
    late.insert(late.begin() + place, pass(1));
    try_one("delay", late, *at, gaps);
    if (i == 0 || !is_act(story[i - 1])) continue;
    std::swap(swapped[i - 1], swapped[i]);
    try_one("swap", swapped, *at, gaps);
  }
  return gaps;
}

// What is accepted, and why.
struct Accepted {
  const char* change;
  const char* why;
};
const char* const told_again = "what a composer is can be told again";
const char* const independent = "no rule orders these two, and they come in one instant";
const char* const shows_first = "whether a turn is shown or its call ends first is all one";
const char* const already = "the composer was busy already";
const char* const courtesy = "no rule asks for the banner of a restart";

void expect_accepted(const Gaps& gaps, const std::vector<Accepted>& rows) {
  std::vector<std::string> changes;
  for (const auto& row : rows) changes.emplace_back(row.change);
  EXPECT_EQ(gaps.accepted, changes);
  EXPECT_GT(gaps.tried, 60);
}

TEST(ClauseGaps, OfALongTurn) {
  expect_accepted(gaps_of(long_turn()),
                  {
                      {"double ComposerReady chat=1", told_again},
                      {"double ComposerBusy chat=1", told_again},
                      {"swap Send process=1 Request id=4 turn_start thread=1 text=7", independent},
                      {"swap TurnShown chat=1 turn=1", shows_first},
                      {"double Reported unknown_notice", "a report too many does no harm"},
                      {"swap TurnEnded chat=1 turn=1 failed", independent},
                      {"swap ComposerReady chat=1", independent},
                      {"swap Send process=1 Request id=5 turn_start thread=1 text=7", independent},
                      {"swap TurnShown chat=1 turn=2", shows_first},
                  });
}

TEST(ClauseGaps, OfApprovals) {
  expect_accepted(
      gaps_of(long_approvals()),
      {
          {"double ComposerReady chat=1", told_again},
          {"double ComposerBusy chat=1", told_again},
          {"swap Send process=1 Request id=4 turn_start thread=1 text=7", independent},
          {"swap TurnShown chat=1 turn=1", shows_first},
          {"swap AskAccepted chat=1 ask=2 subject=1", independent},
          {"swap AskWithdrawn ask=4 timed_out", independent},
          {"swap Send process=1 Request id=5 turn_interrupt thread=1 turn=1", independent},
          {"swap TurnEnded chat=1 turn=1 interrupted", independent},
          {"swap ComposerReady chat=1", independent},
      });
}

TEST(ClauseGaps, OfAProcess) {
  expect_accepted(
      gaps_of(long_process()),
      {
          {"double ComposerReady chat=1", told_again},
          {"double ComposerBusy chat=1", told_again},
          {"swap Send process=1 Request id=4 turn_start thread=1 text=7", independent},
          {"swap TurnShown chat=1 turn=1", shows_first},
          {"swap ItemClosed item=1 with_turn", independent},
          {"swap AskWithdrawn ask=1 process_gone", independent},
          {"swap TurnEnded chat=1 turn=1 lost", independent},
          {"drop ComposerBusy chat=1", already},
          {"delay ComposerBusy chat=1", already},
          {"swap ComposerBusy chat=1", independent},
          {"drop BannerShown restarting", courtesy},
          {"double BannerShown restarting", courtesy},
          {"delay BannerShown restarting", courtesy},
          {"swap BannerShown restarting", courtesy},
          {"delay Spawn process=2", "the backoff has a jitter of a quarter"},
          {"swap Send process=2 Request id=12 thread_resume thread=1", independent},
          {"delay Send process=2 Request id=14 other text=4", "a pause may be twice as long"},
          {"drop Kill process=2", "it went in the instant in which it was to be killed"},
      });
}

}  // namespace
}  // namespace spec::appserver::clauses
