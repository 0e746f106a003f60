// Words for tests that write out what an observer sees of tool calls, and ask the judge.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "judge_testing.h"
#include "spec/ack/judge.h"
#include "spec/ack/rules.h"

namespace spec::ack {

using Story = std::vector<Seen>;

// One after the other.
inline Story operator+(Story first, const Story& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}
inline Story times(int count, const Story& story) {
  Story all;
  for (int i = 0; i < count; ++i) all = all + story;
  return all;
}

// Calls.
inline constexpr CallId one{1}, two{2};

// Requests.
inline constexpr Request copy{Tool::Copy, Target::None, true, false};
inline constexpr Request copy_asking{Tool::Copy, Target::None, false, false};
inline constexpr Request mkdir{Tool::MakeFolder, Target::None, false, false};
inline constexpr Request sort{Tool::Sort, Target::None, false, false};
inline constexpr Request tab{Tool::Tab, Target::None, false, false};
inline constexpr Request parent{Tool::NavToParent, Target::None, false, false};
inline constexpr Request open_entry{Tool::OpenUnderCursor, Target::None, false, false};
inline constexpr Request refresh{Tool::Refresh, Target::None, false, false};
inline constexpr Request move_cursor{Tool::MoveCursor, Target::None, false, false};
inline constexpr Request rename_entry{Tool::Rename, Target::None, false, false};
inline constexpr Request open(TargetId target) { return {Tool::DialogOpen, target, false, false}; }
inline constexpr Request focus(TargetId target) {
  return {Tool::DialogFocus, target, false, false};
}
inline constexpr Request close(TargetId target) {
  return {Tool::DialogClose, target, false, false};
}
// By path 1.
inline constexpr Request close_one{Tool::DialogClose, Target::FileViewer, false, true, {1}};
inline constexpr Request close_all = close(Target::FileViewer);

// Probes and readings.
inline constexpr Probe panes{ProbeKind::Generation, Subject::None};
inline constexpr Probe soft(SubjectId subject) { return {ProbeKind::SoftDialog, subject}; }
inline constexpr Probe windows(SubjectId subject) { return {ProbeKind::Windows, subject}; }
inline constexpr Probe viewers = windows(Subject::Viewer);
inline constexpr Reading absent{};
inline constexpr Reading is(std::uint8_t value, std::uint8_t detail = 0) {
  return {true, value, detail};
}

// Events and facts.
inline Seen heard(Happening what, CallId by = no_call) { return Heard{by, std::move(what)}; }
inline Seen fact(Fact what) { return what; }
inline Seen calls(const Request& request, CallId id = one) { return heard(Called{id, request}); }
inline Seen pass(std::int32_t ms) { return fact(TimePassed{port::Duration{ms}}); }
inline Seen processed(CallId id = one, std::uint8_t version = 0) {
  return fact(Processed{id, version});
}
inline Seen pushed(CallId by = no_call, PushKind kind = PushKind::State, Pane pane = Pane::Left,
                   std::uint8_t version = 0) {
  return heard(Pushed{pane, kind, version}, by);
}
inline Seen pushed_as(std::uint8_t version, CallId by = no_call) {
  return pushed(by, PushKind::State, Pane::Left, version);
}
inline Seen client_reads(Reading told) { return fact(PanesRead{told}); }
inline Seen client_leaves(CallId id = one) { return heard(Cancelled{id}); }
inline Seen told(SubjectId dialog, bool open, CallId by = no_call) {
  return fact(TrackerTold{by, dialog, open});
}
// A viewer may show a path.
inline Seen opened(SubjectId window, CallId by = no_call, PathId path = no_path) {
  return fact(WindowOpened{by, window, 0, path});
}
inline Seen closed(SubjectId window, CallId by = no_call, PathId path = no_path) {
  return fact(WindowClosed{by, window, 0, path});
}
// Of the round trip of this call, whose request has the same number; that of no call is astray.
inline Seen replied(CallId id = one) { return heard(Replied{{id.value}}, id); }
inline Seen refused(std::uint8_t text, CallId id = one, Refusal kind = Refusal::Other) {
  return heard(Replied{{id.value}, false, {text}, kind}, id);
}
inline const Seen store_ready = heard(StoreReady{});
inline const Seen tracker_ready = fact(TrackerReady{});
inline const Seen windows_ready = fact(WindowsReady{});
inline const Story ready{store_ready, tracker_ready, windows_ready};

// Acts.
inline Seen act(Command what) { return what; }
inline Seen dispatch(CallId id = one) { return act(Dispatch{id, {}}); }
// Of the request of that number; zero: the call's.
inline Seen trip(CallId id = one, std::uint32_t request = 0) {
  return act(Dispatch{id, {request == 0 ? id.value : request}});
}
inline Seen note(CallId id = one) { return act(NoteHeld{id, {}}); }
inline Seen look(Probe probe, CallId id = one) { return act(Look{id, probe}); }
inline Seen capture(Probe probe, CallId id = one) { return act(Capture{id, probe}); }
inline Seen says(Status status, CallId id = one) { return act(Respond{id, {.status = status}}); }
inline Seen ok(CallId id = one) { return says(Status::Ok, id); }
inline Seen missing(Signal signal, std::int32_t elapsed, CallId id = one) {
  return act(Respond{id,
                     {.status = Status::Missing,
                      .signal = signal,
                      .elapsed = port::Duration{elapsed},
                      .doing = Doing::MayHappen}});
}
inline Seen failed(std::uint8_t text, CallId id = one, Refusal kind = Refusal::Other) {
  const bool read = kind != Refusal::Malformed;
  return act(Respond{id,
                     {.status = Status::Failed,
                      .text = {text},
                      .refusal = kind,
                      .doing = read ? Doing::Unsaid : Doing::MayHappen}});
}
inline Seen note_open(CallId id = one, PathId path = {1}) { return act(NoteStillOpen{id, path}); }

// With their answers.
inline Story captures(Probe probe, Reading reading, CallId id = one) {
  return {capture(probe, id), heard(Captured{id, reading})};
}
inline Story looks(Probe probe, Reading reading, CallId id = one) {
  return {look(probe, id), heard(Looked{id, reading})};
}
// All looks from the dispatch to the deadline, at which nothing changes.
inline Story waits(Probe probe, Reading reading, std::int32_t budget = 1500) {
  const std::int32_t poll = probe == panes ? 250 : 100;
  return looks(probe, reading) + times(budget / poll, Story{pass(poll)} + looks(probe, reading));
}
// Calls up to the first look.
inline Story sends(const Request& request) { return {calls(request), dispatch()}; }
inline Story sends_pane(const Request& request, std::uint8_t generation = 0) {
  return Story{calls(request)} + captures(panes, is(generation)) + Story{dispatch()};
}
inline Story sends_close(const Request& request, std::uint8_t count) {
  return Story{calls(request)} + captures(viewers, is(count)) + Story{dispatch()};
}

inline constexpr Signal pane_signal{SignalKind::GenerationAdvanced, Subject::None};
inline constexpr Signal past(std::uint8_t generation) {
  return {SignalKind::GenerationAdvanced, Subject::None, generation};
}
inline constexpr Signal trip_signal{SignalKind::RoundTrip, Subject::None};
inline constexpr Signal appears(SubjectId subject) {
  const auto kind =
      is_window(subject) ? SignalKind::WindowAppeared : SignalKind::SoftDialogAppeared;
  return {kind, subject};
}
inline constexpr Signal goes(SubjectId subject) {
  const auto kind =
      is_window(subject) ? SignalKind::WindowDisappeared : SignalKind::SoftDialogDisappeared;
  return {kind, subject};
}
inline constexpr Signal fewer_than(std::uint8_t count) {
  return {SignalKind::WindowCountBelow, Subject::Viewer, count};
}

using Judged = spec::Judged<Situation, Findings>;

inline Judged judge(const Story& run, Revision revision = Revision::R1) {
  return judge_run<Judged>(Judge(revision), run);
}

inline std::string rules_of(const Breach& breach) {
  std::string out;
  for (const auto clause : breach.clauses) {
    const std::string id(ack_rules[clause_texts()[clause].rule].id);
    if (out.find(id) == std::string::npos) out += (out.empty() ? "" : " ") + id;
  }
  return out;
}

inline Exercised rules_met(const Judged& judged) {
  return rules_of(clause_texts(), judged.findings.met);
}

inline std::string explain(const Judged& judged) {
  auto out = explain_breach(judged, ack_rules, [](const Seen& seen) { return show(seen); });
  if (judged.findings.breach) out += ", breaks " + rules_of(*judged.findings.breach);
  return out;
}

// The run is right, and its calls end so, in this order.
inline void expect_ends(const Story& run, const std::vector<Verdict>& verdicts,
                        Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
  EXPECT_EQ(judged.findings.verdicts, verdicts)
      << (judged.findings.verdicts.empty()
              ? "no verdict"
              : std::string(show(judged.findings.verdicts.front().kind)) + " " +
                    show_classes(judged.findings.verdicts.front().classes));
  EXPECT_EQ(judged.state.calls, Situation{}.calls) << "the end forgets the call";
}
inline void expect_end(const Story& run, Kind kind, std::uint8_t why = 0,
                       Revision revision = Revision::R1) {
  expect_ends(run, {{one, kind, why}}, revision);
}
inline void expect_right(const Story& run, Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  EXPECT_FALSE(judged.findings.breach) << explain(judged);
}
// It breaks these at one act, in this order: "ACK-18 ACK-03".
inline void expect_wrong(std::string_view rules, const Story& run,
                         Revision revision = Revision::R1) {
  const Judged judged = judge(run, revision);
  ASSERT_TRUE(judged.findings.breach) << "wanted " << rules;
  EXPECT_EQ(rules_of(*judged.findings.breach), rules) << explain(judged);
}

}  // namespace spec::ack
