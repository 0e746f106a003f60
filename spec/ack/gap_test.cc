// What the judge lets pass: each effect of right runs dropped, doubled, held back, altered, or put
// before what is ahead of it, and effects that nobody asked for put anywhere. What is still
// accepted stands here, and why.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "ack/testing.h"

namespace spec::ack {
namespace {

const Story story_of_panes = ready + sends_pane(sort) + looks(panes, is(0)) +
                             Story{pass(30), processed(), pushed(one), pass(220)} +
                             looks(panes, is(1)) + Story{ok(), pass(1)};
const Story story_of_a_push_at_a_poll = ready + sends_pane(sort) + looks(panes, is(0)) +
                                        Story{pass(250), processed(), pushed(one)} +
                                        looks(panes, is(1)) + Story{ok(), pass(1)};
const Story story_of_a_look_between_polls = ready + sends_pane(sort) + looks(panes, is(0)) +
                                            Story{pass(30), processed(), pushed(one)} +
                                            looks(panes, is(1)) + Story{ok(), pass(1)};
const Story story_of_a_note =
    ready + Story{opened(Subject::Settings)} + Story{calls(open(Target::Settings))} +
    captures(windows(Subject::Settings), is(1)) + Story{note(), dispatch(), processed()} +
    looks(windows(Subject::Settings), is(1)) + Story{ok(), pass(1)};
const Story story_of_viewers =
    ready + Story{opened(Subject::Viewer), opened(Subject::Viewer)} + sends_close(close_one, 2) +
    looks(viewers, is(2)) + Story{pass(30), processed(), closed(Subject::Viewer, one), pass(70)} +
    looks(viewers, is(1)) + Story{ok(), pass(1)};
const Story story_of_a_trip{calls(open_entry), trip(), pass(10), processed(),
                            replied(),         ok(),   pass(1)};
const Story story_of_a_refusal{calls(open_entry), trip(), pass(10), refused(7), failed(7), pass(1)};
const Story story_of_no_viewer = ready + Story{calls(close_one)} + captures(viewers, is(0)) +
                                 Story{says(Status::InvalidParams), pass(1)};
const Story story_of_a_timeout =
    ready + sends_pane(sort) + waits(panes, is(0)) + Story{missing(pane_signal, 1500), pass(1)};
const Story story_of_nothing_awaited{calls(refresh), dispatch(), processed(), ok(), pass(1)};
const Story story_of_two =
    ready + sends_pane(sort) + looks(panes, is(0)) +
    Story{pass(30), calls(open_entry, two), trip(two)} +
    Story{pass(10), processed(two), replied(two), ok(two), processed(), pushed(one), pass(210)} +
    looks(panes, is(1)) + Story{ok(), pass(1)};

bool is_effect(const Seen& seen) {
  const auto* act = std::get_if<Command>(&seen);
  return act != nullptr && !is_timer(*act) && !std::holds_alternative<Capture>(*act) &&
         !std::holds_alternative<Look>(*act);
}

struct Gaps {
  int tried = 0;
  std::vector<std::string> accepted;
};

void try_one(const std::string& how, const Story& changed, Gaps& gaps) {
  ++gaps.tried;
  if (judge(changed).findings.breach) return;
  if (std::ranges::count(gaps.accepted, how) == 0) gaps.accepted.push_back(how);
}

Gaps gaps_of(const Story& story) {
  const std::array strange{dispatch(),
                           trip(),
                           note(),
                           ok(),
                           missing(pane_signal, 1500),
                           missing(trip_signal, 5000),
                           failed(7),
                           note_open(),
                           says(Status::UnknownTool),
                           says(Status::InvalidParams),
                           says(Status::NotReady),
                           says(Status::Busy)};
  Gaps gaps;
  EXPECT_FALSE(judge(story).findings.breach);
  for (std::size_t i = 0; i < story.size(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(i);
    const std::string before = " before " + show(story[i]);
    for (const Seen& effect : strange) {
      Story inserted = story;
      inserted.insert(inserted.begin() + at, effect);
      try_one("insert " + show(effect) + before, inserted, gaps);
    }
    if (!is_effect(story[i])) continue;
    Story dropped = story, doubled = story, late = story, swapped = story;
    dropped.erase(dropped.begin() + at);
    try_one("drop " + show(story[i]), dropped, gaps);
    doubled.insert(doubled.begin() + at, story[i]);
    try_one("double " + show(story[i]), doubled, gaps);
    late.insert(late.begin() + at, pass(1));
    try_one("delay " + show(story[i]), late, gaps);
    if (const auto* sent = std::get_if<Dispatch>(&std::get<Command>(story[i]))) {
      Story altered = story;
      altered[i] = sent->request == RequestId{} ? trip(sent->call) : dispatch(sent->call);
      try_one("alter " + show(story[i]), altered, gaps);
    }
    std::swap(swapped[i - 1], swapped[i]);
    try_one("put " + show(story[i]) + " before " + show(story[i - 1]), swapped, gaps);
  }
  return gaps;
}

// What is accepted, and why.
struct Accepted {
  const char* change;
  const char* why;
};

const char* const unawaited = "a reply that nobody waits for changes nothing";
const char* const knows_already = "it is so already: how the subject knows is its own business";
const char* const no_order = "no rule orders a note and the dispatch";
const char* const until_the_poll = "OK is owed at the next poll, and not before";
const char* const loose = "refresh waits for nothing, and may wait for anything";

void expect_accepted(const Story& story, const std::vector<Accepted>& rows) {
  const Gaps gaps = gaps_of(story);
  std::vector<std::string> changes;
  for (const auto& row : rows) changes.emplace_back(row.change);
  EXPECT_EQ(gaps.accepted, changes);
  EXPECT_GT(gaps.tried, 50);
}

TEST(AckGaps, OfPanes) {
  expect_accepted(story_of_panes,
                  {{"alter Dispatch call=1", unawaited},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}
TEST(AckGaps, OfAPushAtAPoll) {
  expect_accepted(story_of_a_push_at_a_poll,
                  {{"alter Dispatch call=1", unawaited},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}
TEST(AckGaps, OfALookBetweenPolls) {
  expect_accepted(story_of_a_look_between_polls,
                  {{"alter Dispatch call=1", unawaited},
                   {"delay Respond call=1 ok", until_the_poll},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}
TEST(AckGaps, OfANote) {
  expect_accepted(story_of_a_note,
                  {{"put NoteHeld call=1 None before Captured call=1 value=1", knows_already},
                   {"alter Dispatch call=1", unawaited},
                   {"put Dispatch call=1 before NoteHeld call=1 None", no_order},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}
TEST(AckGaps, OfViewers) {
  expect_accepted(story_of_viewers,
                  {{"alter Dispatch call=1", unawaited},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}
TEST(AckGaps, OfATrip) { expect_accepted(story_of_a_trip, {}); }
TEST(AckGaps, OfARefusal) { expect_accepted(story_of_a_refusal, {}); }
TEST(AckGaps, OfNoViewer) {
  expect_accepted(
      story_of_no_viewer,
      {{"put Respond call=1 invalid_params before Captured call=1 value=0", knows_already}});
}
TEST(AckGaps, OfATimeout) {
  expect_accepted(story_of_a_timeout, {{"alter Dispatch call=1", unawaited},
                                       {"put Respond call=1 missing=GenerationAdvanced{from=0} "
                                        "elapsed=1500ms doing=may_happen before Looked call=1 "
                                        "value=0",
                                        knows_already}});
}
TEST(AckGaps, OfNothingAwaited) {
  expect_accepted(story_of_nothing_awaited,
                  {{"alter Dispatch call=1", unawaited},
                   {"delay Respond call=1 ok", loose},
                   {"put Respond call=1 ok before Processed call=1",
                    "OK at the dispatch is what the contract says: class FireAndForget"}});
}
TEST(AckGaps, OfTwo) {
  expect_accepted(story_of_two,
                  {{"alter Dispatch call=1", unawaited},
                   {"put Respond call=1 ok before Looked call=1 value=1", knows_already}});
}

}  // namespace
}  // namespace spec::ack
