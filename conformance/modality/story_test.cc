#include "conformance/story/story.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/story/print.h"
#include "modality/story.h"
#include "port/modality/show.h"
#include "sim/modality/outcome.h"

namespace conformance::modality {
namespace {

using namespace port::modality;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Another engine's story: lanes of its own, nothing of modality.
Story other_engine() {
  return {
      .rule = "ACK-05",
      .clause = "Timeouts",
      .level = "MUST",
      .text = "An offer is delivered again when its timeout passes.",
      .want = "Deliver 7",
      .got = "nothing",
      .subject = "mutant:deaf",
      .length = "2 choices",
      .lanes = {"client", "engine", "frontend"},
      .steps = {{.at_ms = 0,
                 .cells = {{0, CellKind::Choice, "offer 7"},
                           {1, CellKind::Command, "Deliver 7"},
                           {1, CellKind::Command, "WakeAt 2.000s"}}},
                {.at_ms = 2000,
                 .cells = {{1, CellKind::Choice, "timeout"}, {1, CellKind::Missing, "Deliver 7"}},
                 .differences = {{.believed = {"engine", "delivered", 0},
                                  .truth = {"frontend", "never got it", 0},
                                  .begins = true}},
                 .deciding = true}},
      .marks = {{1, StoryMark::Kind::Unavoidable, "from here on no schedule avoids it"}},
      .shrunk = "9 choices to 2",
      .replay = "orrery replay ack/retry --schedule 0,1"};
}

TEST(Story, PrintsAnyLanes) {
  EXPECT_EQ("\n" + print_story(other_engine()), R"(
FAIL ACK-05 (Timeouts, MUST)
  rule      An offer is delivered again when its timeout passes.
  want      Deliver 7
  got       nothing
  subject   mutant:deaf
  run       2 choices
  shrunk    9 choices to 2
             client   engine
     0.000s  offer 7  > Deliver 7
                      > WakeAt 2.000s
             --- from here on no schedule avoids it
!    2.000s           timeout
                      missing: Deliver 7
             ~ engine: delivered (since 0.000s); frontend: never got it (since 0.000s)
  replay    orrery replay ack/retry --schedule 0,1
)");
}

TEST(Story, LeavesOutLanesWithoutCellsAndSpans) {
  auto story = other_engine();
  story.spans = {{.lane = 1, .name = "offer", .begin = 0, .end = {}, .asked_by = 2}};
  drop_unused_lanes(story);
  EXPECT_THAT(story.lanes, ElementsAre("client", "engine"));
  EXPECT_EQ(story.spans.front().asked_by, std::nullopt);
  EXPECT_EQ(story.steps.back().cells.back().lane, 1u);
}

TEST(Story, StacksWhatOneLaneDoesInOneStep) {
  const StoryStep step{.cells = {{0, CellKind::Choice, "a"},
                                 {1, CellKind::Command, "b"},
                                 {1, CellKind::Command, "c"},
                                 {0, CellKind::Fact, "d"}}};
  EXPECT_THAT(lines_of(step), ElementsAre(0, 0, 1, 1));
}

// A run as an observer writes it down, a step per fact or act.
class Written {
 public:
  Written& step(std::int64_t at_ms, const Fact& fact, const char* actor = "IDE") {
    return step(at_ms, Seen::fact(fact, fact.index(), show(fact)), actor);
  }
  Written& step(std::int64_t at_ms, const Happening& what, const char* actor = "IDE") {
    return step(at_ms, Seen::fact(what, what.index(), show(what)), actor);
  }
  Written& step(std::int64_t at_ms, const Command& act, const char* actor = "IDE") {
    return step(at_ms, Seen::act(act, act.index(), show(act)), actor);
  }
  Written& step(std::int64_t at_ms, const Seen& seen, const char* actor) {
    auto& step = run_.steps.emplace_back();
    step.label = {actor, "it"};
    step.at_ms = at_ms;
    step.seen = {seen};
    return *this;
  }
  // The differences after the last step.
  std::vector<std::string> differences() const {
    std::vector<std::string> out;
    const auto all = differences_of(run_);
    for (const auto& difference : all.back()) out.push_back(show(difference));
    return out;
  }
  const Rerun& run() const { return run_; }

 private:
  Rerun run_;
};

TEST(Beliefs, DifferWhereTheIdeMovedOnAfterAnAnswer) {
  Written run;
  run.step(0, Happening(ModalityRead{OperationId::Main, Modality::None}));
  EXPECT_THAT(run.differences(), IsEmpty());
  run.step(500, Fact(DialogOpened{{1}, true}));
  EXPECT_THAT(run.differences(), ElementsAre("engine: the IDE is not modal (since 0.000s); "
                                             "IDE: d1 shows (since 0.500s)"));
  run.step(1000, Happening(DialogDisposed{{1}}));
  EXPECT_THAT(run.differences(), IsEmpty());
}

TEST(Beliefs, DoNotCountWindowsThatBlockNothing) {
  Written run;
  run.step(0, Happening(ModalityRead{OperationId::Main, Modality::None}));
  run.step(500, Fact(DialogOpened{{1}, false}));
  EXPECT_THAT(run.differences(), IsEmpty());
}

TEST(Beliefs, OfAnEngineThatNeverAskedAreNone) {
  Written run;
  run.step(500, Fact(DialogOpened{{1}, true})).step(500, Fact(IndexingStarted{}));
  EXPECT_THAT(run.differences(), IsEmpty());
}

TEST(Beliefs, FollowTheDisposalOfWhatTheEngineCloses) {
  Written run;
  DialogList listed;
  listed.push_back({1});
  run.step(0, Fact(DialogOpened{{1}, true}))
      .step(0, Happening(DialogsListed{OperationId::Main, listed}));
  EXPECT_THAT(run.differences(), IsEmpty());
  run.step(0, Command(CloseDialog{OperationId::Main, {1}}))
      .step(500, Happening(DialogDisposed{{1}}));
  EXPECT_THAT(run.differences(), IsEmpty());
  run.step(700, Fact(DialogOpened{{2}, true}));
  EXPECT_THAT(run.differences(),
              ElementsAre("engine: no dialog shows (since 0.500s); IDE: d2 shows (since 0.700s)"));
}

TEST(Beliefs, DifferWhereIndexingBeginsAgain) {
  Written run;
  run.step(0, Happening(SmartReached{OperationId::Main})).step(500, Fact(IndexingStarted{}));
  EXPECT_THAT(run.differences(), ElementsAre("engine: the IDE is smart (since 0.000s); "
                                             "IDE: is indexing (since 0.500s)"));
}

TEST(Beliefs, DifferAboutAScriptThatDoesNotHearItsCancel) {
  Written deaf;
  deaf.step(0, Command(StartBody{})).step(500, Command(CancelBody{}));
  EXPECT_THAT(deaf.differences(), IsEmpty()) << "nothing shows that it goes on";
  deaf.step(900, Happening(BodyReturned{}), "script");
  const auto all = differences_of(deaf.run());
  ASSERT_EQ(all[1].size(), 1u);
  EXPECT_EQ(show(all[1].front()),
            "engine: the script is cancelled (since 0.500s); script: runs on (since 0.000s)");
}

TEST(Beliefs, DoNotCountWhatTheScriptDidBeforeItsCancel) {
  Written run;
  run.step(0, Command(StartBody{})).step(500, Command(CancelBody{}), "script");
  EXPECT_THAT(run.differences(), IsEmpty());
}

TEST(Beliefs, DifferAfterTheResultWhileAWriteWaits) {
  Written run;
  run.step(0, Command(Commit{OperationId::Main, Scope::All}))
      .step(500,
            Command(Finish{Verdict::Failed, Stage::Sync, Reason::SyncTimedOut, Modality::None}));
  EXPECT_THAT(run.differences(), ElementsAre("caller: has its result, failed (since 0.500s); "
                                             "IDE: commit still waits its turn (since 0.000s)"));
}

TEST(Beliefs, DifferAboutADiskThatLacksEditsAfterAnOk) {
  Written run;
  run.step(100,
           Fact(DocumentTouched{DocumentName::Project, TouchedBy::Edit, true, true, false, true}),
           "script")
      .step(500, Command(Finish{Verdict::Ok, Stage::Post, Reason::None, Modality::None}));
  EXPECT_THAT(run.differences(), ElementsAre("caller: has its result, ok (since 0.500s); "
                                             "disk: lacks what the script wrote (since 0.100s)"));
}

TEST(Spans, LastFromTheirFirstFactToTheirLast) {
  Written run;
  run.step(0, Happening(Called{}), "script")
      .step(0, Command(Commit{OperationId::Main, Scope::All}))
      .step(500, Happening(WriteEnded{OperationId::Main}))
      .step(500, Fact(DialogOpened{{1}, true}))
      .step(900, Command(Finish{}));
  std::vector<std::string> told;
  for (const auto& span : spans_of(run.run()))
    told.push_back(span.name + " " + std::to_string(span.begin) + "-" +
                   (span.end ? std::to_string(*span.end) : ""));
  EXPECT_THAT(told, ElementsAre("call 0-4", "sync 1-4", "commit 1-2", "d1 3-"));
}

}  // namespace
}  // namespace conformance::modality
