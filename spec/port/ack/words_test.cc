// Every word and every message of the acknowledgement has a name, once.
#include "port/words.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <tuple>

#include "port/ack/facts.h"
#include "port/ack/show.h"
#include "words_testing.h"

namespace port::ack {
namespace {

using Enums = std::tuple<SignalKind, ProbeKind, Pane, PushKind, Status, Refusal, LieClass, When>;
using Records = std::tuple<Signal, Request, Probe, Reading, Response>;

TEST(AckWords, EveryEnumeratorHasAWordOfItsOwn) {
  std::apply([](auto... each) { (expect_words<decltype(each)>(), ...); }, Enums{});
}

TEST(AckWords, EveryMessageAndItsMembersHaveNames) {
  std::set<std::string_view> names;
  expect_records(names, static_cast<const Happening*>(nullptr));
  expect_records(names, static_cast<const Command*>(nullptr));
  expect_records(names, static_cast<const Fact*>(nullptr));
  std::apply([&](auto... each) { (expect_record<decltype(each)>(names), ...); }, Records{});
}

constexpr std::array<std::string_view, 1> tools{"dialog_close"};
constexpr std::array<std::string_view, 1> targets{"file-viewer"};
constexpr std::array<std::string_view, 1> subjects{"about"};
constexpr Names names{tools, targets, subjects};
constexpr CallId one{1};
constexpr SubjectId about{0};

TEST(AckShow, SaysWhatHappened) {
  const Request request{.tool = {0}, .target = {0}, .one = true};
  EXPECT_EQ(show(names, Happening(Called{{2}, request})),
            "Called call=2 dialog_close file-viewer one");
  EXPECT_EQ(show(names, Heard{one, Pushed{Pane::Left, PushKind::Tabs}}), "Pushed tabs left by=1");
  EXPECT_EQ(show(names, Heard{one, Replied{{7}, false, {3}}}), "Replied request=7 error=3");
  EXPECT_EQ(show(names, Fact(TrackerTold{no_call, about, false})), "TrackerTold about closed");
  EXPECT_EQ(show(names, Fact(WindowOpened{one, about, 2, {1}})),
            "WindowOpened about-2 path=1 by=1");
  EXPECT_EQ(show(names, Heard{no_call, Pushed{Pane::Left, PushKind::State, 4}}),
            "Pushed state left version=4");
  EXPECT_EQ(show(names, Fact(PanesRead{{true, 2, 4}})), "PanesRead value=2 detail=4");
  EXPECT_EQ(show(names, Heard{one, Replied{{7}, false, {3}, Refusal::Blocked}}),
            "Replied request=7 error=3 blocked");
}

TEST(AckShow, SaysAllThatACommandCarries) {
  const auto shown = [](const Command& command) { return show(names, command); };
  EXPECT_EQ(shown(Capture{one, {ProbeKind::Windows, about}}), "Capture call=1 windows(about)");
  EXPECT_EQ(shown(Look{one, {ProbeKind::Windows, about, {1}}}),
            "Look call=1 windows(about path=1)");
  EXPECT_EQ(shown(NoteStillOpen{one, {1}}), "NoteStillOpen call=1 path=1");
  EXPECT_EQ(shown(Dispatch{one, {}}), "Dispatch call=1");
  EXPECT_EQ(shown(Dispatch{one, {7}}), "Dispatch call=1 request=7");
  EXPECT_EQ(shown(NoteHeld{one, {SignalKind::WindowCountBelow, about, 2}}),
            "NoteHeld call=1 WindowCountBelow{about, 2}");
  const Signal signal{SignalKind::GenerationAdvanced, no_subject, 4};
  EXPECT_EQ(shown(Respond{
                one, {.status = Status::Missing, .signal = signal, .elapsed = Duration{1'500}}}),
            "Respond call=1 missing=GenerationAdvanced{from=4} elapsed=1500ms");
  EXPECT_EQ(shown(Respond{one, {.status = Status::Failed, .text = {3}}}),
            "Respond call=1 failed text=3");
  // What does not belong there shows.
  EXPECT_EQ(shown(Respond{one, {.signal = signal}}),
            "Respond call=1 ok signal=GenerationAdvanced{from=4}");
}

TEST(AckShow, AnIdWithoutANameIsNoSurprise) {
  EXPECT_EQ(show(names, Request{.tool = {9}, .target = {9}}), "? ?");
  EXPECT_EQ(show(names, Fact(WindowOpened{no_call, {9}})), "WindowOpened ?");
}

}  // namespace
}  // namespace port::ack
