// What the second engine does, event by event.
#include <gmock/gmock.h>

#include <array>
#include <chrono>

#include "ack/second_engine_testing.h"
#include "spec/ack/names.h"

namespace conformance::ack {

using namespace port::ack;
using port::Instant;

namespace {

using spec::ack::Subject;
using spec::ack::Tool;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;

// clang-format off
constexpr std::array second_rows{
  Row{.tool = Tool::Sort, .signal = SignalKind::GenerationAdvanced,
      .budget = milliseconds(400), .poll = milliseconds(250)},
  Row{.tool = Tool::MakeFolder, .signal = SignalKind::SoftDialogAppeared,
      .subject = Subject::Folder, .budget = milliseconds(1500), .poll = milliseconds(100)},
};
// clang-format on
constexpr Table second_table{.revision = "second",
                             .rows = second_rows,
                             .tools = spec::ack::tool_names,
                             .targets = spec::ack::target_names,
                             .subjects = spec::ack::subject_names};

constexpr CallId one{1}, two{2}, three{3}, four{4};
constexpr Probe folder_dialog{ProbeKind::SoftDialog, Subject::Folder},
    folder_windows{ProbeKind::Windows, Subject::Folder};
constexpr Request sort{.tool = Tool::Sort}, make_folder{.tool = Tool::MakeFolder};
constexpr Response said_ok{};

class SecondAckEngine : public testing::Test {
 protected:
  Commands at(int ms, const Happening& what) {
    Commands out;
    engine.step({Instant(milliseconds(ms)), what}, out);
    return out;
  }
  // Until it is dispatched; everything reads as zero.
  void call(int ms, CallId id, const Request& request) {
    at(ms, Called{id, request});
    for (int i = 0; i < 3; ++i) at(ms, Captured{id, {true, 0}});
    at(ms, Looked{id, {}});
  }
  SecondEngine engine{second_table};
};

TEST_F(SecondAckEngine, ReadsAllThatThereIsBeforeItDispatches) {
  EXPECT_THAT(at(0, Called{one, make_folder}), ElementsAre(Capture{one, folder_windows}));
  EXPECT_THAT(at(0, Captured{one, {true, 0}}), ElementsAre(Capture{one, folder_dialog}));
  EXPECT_THAT(at(0, Captured{one, {true, 1}}),
              ElementsAre(NoteHeld{one, {SignalKind::SoftDialogAppeared, Subject::Folder}},
                          Capture{one, {}}));
  EXPECT_THAT(
      at(0, Captured{one, {true, 7}}),
      ElementsAre(Dispatch{one, {}}, Look{one, folder_dialog}, SetTimer{one, milliseconds(100)}));
}

TEST_F(SecondAckEngine, LooksAtWhateverItHears) {
  call(0, one, sort);
  at(0, StoreReady{});
  EXPECT_THAT(at(0, Looked{one, {true, 0}}), IsEmpty());
  EXPECT_THAT(at(10, FocusMoved{Pane::Left}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(10, Pushed{Pane::Left}), IsEmpty());  // One look at a time.
  EXPECT_THAT(at(10, Looked{one, {true, 1}}), ElementsAre(Respond{one, said_ok}));
}

TEST_F(SecondAckEngine, LooksTwiceAtEachPollAndLastAtTheDeadline) {
  call(0, one, sort);
  EXPECT_THAT(at(250, TimerFired{one}),
              ElementsAre(Look{one, {}}, SetTimer{one, milliseconds(150)}));
  EXPECT_THAT(at(250, Looked{one, {}}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(250, Looked{one, {}}), IsEmpty());
  EXPECT_THAT(at(400, TimerFired{one}), ElementsAre(Look{one, {}}));
  EXPECT_THAT(at(400, Looked{one, {}}), ElementsAre(Look{one, {}}));
  const Response missing{.status = Status::Missing,
                         .signal = {SignalKind::GenerationAdvanced},
                         .elapsed = milliseconds(400),
                         .doing = Doing::MayHappen};
  EXPECT_THAT(at(400, Looked{one, {}}), ElementsAre(Respond{one, missing}));
  EXPECT_EQ(engine.state(), SecondEngine::State{});
}

TEST_F(SecondAckEngine, AnotherCallTakesTheTimerOfOneWhoseClientWent) {
  call(0, two, make_folder);
  call(50, one, sort);
  EXPECT_THAT(at(60, Cancelled{two}), ElementsAre(SetTimer{one, milliseconds(240)}));
  EXPECT_THAT(at(60, Cancelled{one}), IsEmpty());
  EXPECT_EQ(engine.state(), SecondEngine::State{});
}

TEST_F(SecondAckEngine, HasOneTimerForAllCalls) {
  call(0, two, make_folder);
  call(0, three, make_folder);
  call(50, one, sort);
  EXPECT_THAT(at(50, Called{four, sort}), ElementsAre(Respond{four, {.status = Status::Busy}}));
  EXPECT_THAT(at(100, TimerFired{two}),
              ElementsAre(Look{two, folder_dialog}, Look{three, folder_dialog},
                          SetTimer{two, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{two, {true, 1}}),
              ElementsAre(Respond{two, said_ok}, SetTimer{three, milliseconds(100)}));
  EXPECT_THAT(at(100, Looked{three, {true, 1}}),
              ElementsAre(Respond{three, said_ok}, SetTimer{one, milliseconds(200)}));
}

}  // namespace
}  // namespace conformance::ack
