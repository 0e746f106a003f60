// Rows that refuse before the dispatch, and rows of two parts (ACK-33 to ACK-35).
#include <gtest/gtest.h>

#include "ack/testing.h"

namespace spec::ack {
namespace {

constexpr Request unlock{Tool::UnlockArchive}, download{Tool::GoToDownload},
    to_path{Tool::NavToPath};
constexpr Request copy_it{Tool::Copy, Target::None, true};
constexpr Signal prompt_goes{SignalKind::SoftDialogDisappeared, Subject::Password};

struct Told {
  std::string rule;  // Of the first breach; empty: none.
  std::vector<Verdict> verdicts;
};
Told judged(const Story& story) {
  const Judge judge(Revision::R3);
  Situation s;
  Findings findings;
  for (const auto& seen : story)
    std::visit([&](const auto& what) { judge.see(s, what, findings); }, seen);
  Told out{{}, findings.verdicts};
  if (findings.breach) out.rule = ack_rules[findings.breach->rule].id;
  return out;
}

Seen answer(Response response) { return act(Respond{one, response}); }
Seen refuses(Refusal kind) { return answer({.status = Status::Refused, .refusal = kind}); }
Seen missing_of(Signal signal, std::int32_t ms, Doing doing) {
  return answer(
      {.status = Status::Missing, .signal = signal, .elapsed = port::Duration{ms}, .doing = doing});
}
Seen none_of(ProbeKind kind) { return fact(Stands{kind, 0}); }

TEST(AckRows, WhatStandsInTheWayIsRefusedWithItsKind) {
  const Story blocked = ready + Story{told(Subject::About, true), calls(copy_it)};
  EXPECT_EQ(judged(blocked + Story{refuses(Refusal::Blocked)}).rule, "");
  EXPECT_EQ(judged(blocked + Story{refuses(Refusal::NothingToDo)}).rule, "ACK-35");
  EXPECT_EQ(judged(blocked + Story{trip()}).rule, "ACK-35");
  EXPECT_EQ(judged(blocked + Story{pass(1)}).rule, "ACK-35");
  EXPECT_EQ(judged(ready + Story{calls(copy_it), refuses(Refusal::Blocked)}).rule, "ACK-35");
}

TEST(AckRows, OfSeveralAnyMayBeTold) {
  const Story both =
      ready + Story{told(Subject::About, true), none_of(ProbeKind::Items), calls(copy_it)};
  EXPECT_EQ(judged(both + Story{refuses(Refusal::Blocked)}).rule, "");
  EXPECT_EQ(judged(both + Story{refuses(Refusal::NothingToDo)}).rule, "");
}

TEST(AckRows, WhatCameOrWentMeanwhileLeavesBothWays) {
  const Story came =
      ready + Story{calls(copy_it), capture(soft(Subject::None)), told(Subject::About, true)};
  EXPECT_EQ(judged(came + Story{refuses(Refusal::Blocked)}).rule, "");
  EXPECT_EQ(judged(came + Story{trip()}).rule, "");
}

TEST(AckRows, WithoutAStoreNobodyKnowsWhetherThereIsAnything) {
  const Story early{tracker_ready, windows_ready, none_of(ProbeKind::Items), calls(copy_it)};
  EXPECT_EQ(judged(early + Story{trip()}).rule, "");
  EXPECT_EQ(judged(early + Story{refuses(Refusal::NothingToDo)}).rule, "ACK-35");
}

TEST(AckRows, NothingToDoIsOkWithoutAnEventAndOfItsClass) {
  const Story closes = ready + Story{calls(close(Target::Settings)), ok()};
  const auto done = judged(closes);
  EXPECT_EQ(done.rule, "");
  ASSERT_EQ(done.verdicts.size(), 1u);
  EXPECT_EQ(done.verdicts[0].classes, classes::already_held);
  EXPECT_EQ(
      judged(ready + Story{opened(Subject::Settings), calls(close(Target::Settings)), ok()}).rule,
      "ACK-02");
}

TEST(AckRows, ACheckHasItsBound) {
  const Probe path{ProbeKind::Path, Subject::None};
  const Story asks = ready + Story{calls(to_path), capture(path)};
  EXPECT_EQ(judged(asks + Story{pass(2000), refuses(Refusal::Unchecked)}).rule, "");
  EXPECT_EQ(judged(asks + Story{pass(1999), refuses(Refusal::Unchecked)}).rule, "ACK-35");
  EXPECT_EQ(judged(asks + Story{pass(2000), pass(1)}).rule, "ACK-35");
  const Story missing = ready + Story{none_of(ProbeKind::Path), calls(to_path), capture(path)};
  EXPECT_EQ(
      judged(missing + Story{pass(1500), heard(Captured{one, is(0)}), refuses(Refusal::NotThere)})
          .rule,
      "");
}

TEST(AckRows, TheSecondEventComesWhenTheFirstSignalCame) {
  const Story first = ready + Story{calls(download), trip(one, 1)};
  const Story second = first + Story{processed(), replied(), trip(one, 2)};
  EXPECT_EQ(judged(second + Story{processed(), replied(), ok()}).rule, "");
  EXPECT_EQ(judged(first + Story{trip(one, 2)}).rule, "ACK-02");
  EXPECT_EQ(judged(first + Story{processed(), replied(), ok()}).rule, "ACK-02");
  EXPECT_EQ(judged(first + Story{processed(), replied(), pass(1)}).rule, "ACK-02");
  // Its time is its own.
  const Story late = first + Story{pass(20'000), processed(), replied(), trip(one, 2), pass(5'000)};
  const Signal reply{SignalKind::RoundTrip, Subject::None};
  EXPECT_EQ(judged(late + Story{missing_of(reply, 5'000, Doing::MayHappen)}).rule, "");
}

TEST(AckRows, WhatTheFirstEventLiedAboutIsToldAtTheEnd) {
  const auto lied = judged(ready + Story{calls(download), trip(one, 1), replied(), trip(one, 2),
                                         processed(), replied(), ok()});
  EXPECT_EQ(lied.rule, "");
  ASSERT_EQ(lied.verdicts.size(), 1u);
  EXPECT_EQ(lied.verdicts[0].kind, Kind::FalseOk);
  EXPECT_EQ(lied.verdicts[0].classes, classes::early_reply);
}

TEST(AckRows, APromptThatStaysIsDoneWithItsSignalMissing) {
  const Story stays = ready + Story{told(Subject::Password, true), calls(unlock), trip(one, 1),
                                    processed(), replied()};
  EXPECT_EQ(judged(stays + Story{ok()}).rule, "ACK-03");
  EXPECT_EQ(judged(stays + Story{told(Subject::Password, false), ok()}).rule, "");
  const auto gives_up = [&](Doing doing) {
    return judged(stays + Story{pass(1500), missing_of(prompt_goes, 1500, doing)}).rule;
  };
  EXPECT_EQ(gives_up(Doing::Done), "");
  EXPECT_EQ(gives_up(Doing::MayHappen), "ACK-34");
  EXPECT_EQ(gives_up(Doing::Unsaid), "ACK-34");
}

TEST(AckRows, AnErrorBehindADispatchSaysThatItMayStillHappen) {
  const Story waits = ready + Story{calls(open_entry), trip(), pass(5000)};
  const Signal reply{SignalKind::RoundTrip, Subject::None};
  EXPECT_EQ(judged(waits + Story{missing_of(reply, 5000, Doing::MayHappen)}).rule, "");
  EXPECT_EQ(judged(waits + Story{missing_of(reply, 5000, Doing::Unsaid)}).rule, "ACK-33");
}

TEST(AckRows, DoneForAnEarlierCallAndForThisOneIsTwice) {
  const Story again{store_ready,
                    fact(ProcessedLate{move_cursor}),
                    calls(move_cursor),
                    trip(),
                    processed(),
                    replied(),
                    ok()};
  const auto twice = judged(again);
  EXPECT_EQ(twice.rule, "");
  ASSERT_EQ(twice.verdicts.size(), 1u);
  EXPECT_EQ(twice.verdicts[0].kind, Kind::TrueOk);
  EXPECT_EQ(twice.verdicts[0].classes, classes::twice);
}

TEST(AckRows, ListenersThatStayAreTold) {
  EXPECT_EQ(judged({fact(ListenersLeft{1})}).rule, "ACK-17");
}

TEST(AckRows, AStoreThatIsRegisteredAgainCountsOn) {
  const Story pushed_twice = ready + Story{pushed(),    pushed(),    fact(FrontendRestarted{}),
                                           store_ready, calls(sort), capture(panes)};
  EXPECT_EQ(judged(pushed_twice + Story{heard(Captured{one, is(2)})}).rule, "");
  EXPECT_EQ(judged(pushed_twice + Story{heard(Captured{one, is(0)})}).rule, "ACK-16");
}

TEST(AckRows, ACallWhoseFrontendIsGoneMayBeGivenUpAtOnce) {
  const auto gone = fact(FrontendRestarted{});
  const Story trip_under_way = ready + Story{calls(open_entry), trip(), pass(500)};
  EXPECT_EQ(judged(trip_under_way + Story{missing(trip_signal, 500)}).rule, "ACK-19");
  EXPECT_EQ(judged(trip_under_way + Story{gone, missing(trip_signal, 500)}).rule, "");
  EXPECT_EQ(judged(trip_under_way + Story{gone, pass(1000), missing(trip_signal, 1500)}).rule, "");
  EXPECT_EQ(judged(trip_under_way + Story{gone, says(Status::Failed)}).rule, "ACK-11");
  EXPECT_EQ(judged(trip_under_way + Story{gone, ok()}).rule, "ACK-03");
  // What came before is no reason, and what holds all the same is OK.
  EXPECT_EQ(judged(ready + Story{gone, calls(open_entry), trip(), missing(trip_signal, 0)}).rule,
            "ACK-19");
  const Story pane_under_way = ready + sends_pane(sort) + looks(panes, is(0));
  EXPECT_EQ(judged(pane_under_way + Story{gone, missing(past(0), 0)}).rule, "");
  EXPECT_EQ(judged(pane_under_way + Story{gone, pushed(), missing(past(0), 0)}).rule, "ACK-05");
}

TEST(AckRows, WhatIsOlderThanAnAgeCountsIsNotTakenForLess) {
  const auto gives_up_after = [](std::int32_t elapsed) {
    return judged(ready + sends_pane(sort) + Story{look(panes), pass(66'000)} +
                  Story{heard(Looked{one, is(0)})} + looks(panes, is(0)) +
                  Story{missing(past(0), elapsed)})
        .rule;
  };
  EXPECT_EQ(gives_up_after(66'000), "");
  EXPECT_EQ(gives_up_after(65'535), "");
  EXPECT_EQ(gives_up_after(1'500), "ACK-06");
}

TEST(AckRows, WordsOfATimeoutNameSignalTimeAndWhereToLook) {
  const Story waiting = ready + sends_pane(sort) + waits(panes, is(0));
  const auto said = [&](Message words) {
    words.told = true;
    Response response{.status = Status::Missing,
                      .signal = {SignalKind::GenerationAdvanced},
                      .elapsed = port::Duration{1500},
                      .doing = Doing::MayHappen};
    response.message = words;
    return judged(waiting + Story{answer(response)}).rule;
  };
  const auto kinds =
      static_cast<std::uint8_t>(1u << static_cast<int>(SignalKind::GenerationAdvanced));
  EXPECT_EQ(said({.advises = true, .kinds = kinds, .numbers = {1500}}), "");
  EXPECT_EQ(said({.advises = true, .numbers = {1500}}), "ACK-06");
  EXPECT_EQ(said({.advises = true, .kinds = kinds, .numbers = {1499}}), "ACK-06");
  EXPECT_EQ(said({.kinds = kinds, .numbers = {1500}}), "ACK-06");
}

}  // namespace
}  // namespace spec::ack
