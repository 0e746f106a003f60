// An engine lives as long as its backend; its clock does not.
#include <gtest/gtest.h>

#include "ack/testing.h"

namespace engine::ack {
namespace {

constexpr Instant last{clock_span};

TEST(AckClock, AnEventBeyondTheSpanIsTheDriversMistake) {
  Engine engine(table_r1());
  const Called called{first, {.tool = tool("sort")}};
  EXPECT_DEATH((void)engine.step({last + ms(1), called}), "clock_span");
  EXPECT_DEATH((void)engine.step({Instant::max(), called}), "clock_span");
  EXPECT_DEATH(engine.rebase(Instant::max()), "clock_span");
}

TEST(AckClock, ACallAtTheLastInstantWaitsAsAnyOther) {
  Play play;
  play.on(Called{first, {.tool = tool("sort")}}, clock_span);
  play.captured(first, reads(3));
  EXPECT_EQ(play.looked(first, reads(3)), commands(SetTimer{first, ms(250)}));
  play.rebase();
  for (int poll = 1; poll <= 6; ++poll) {
    EXPECT_EQ(play.fired(first, ms(250)), commands(Look{first, generation}));
    if (poll < 6) play.looked(first, reads(3));
  }
  const Signal missing{SignalKind::GenerationAdvanced, no_subject, 3};
  EXPECT_EQ(play.looked(first, reads(3)), commands(Respond{first,
                                                           {.status = Status::Missing,
                                                            .signal = missing,
                                                            .elapsed = ms(1'500),
                                                            .doing = Doing::MayHappen}}));
}

TEST(AckClock, ARoundTripAtTheLastInstantHasItsTimer) {
  Play play;
  EXPECT_EQ(play.on(Called{first, {.tool = tool("open_under_cursor")}}, clock_span),
            commands(Dispatch{first, {1}}, SetTimer{first, ms(5'000)}));
  play.rebase();
  EXPECT_EQ(play.fired(first, ms(5'000)).size(), 1u);
}

// Nobody answers the look, and nobody fires the timer, for thirty years.
TEST(AckClock, AgesSaturate) {
  Play play;
  play.calls(first, "sort");
  play.captured(first, reads(3));
  play.calls(second, "open_under_cursor");
  for (int i = 0; i < 1'000; ++i) {
    play.on(StoreReady{}, clock_span);
    play.rebase();
  }
  play.on(StoreReady{}, clock_span);
  EXPECT_EQ(play.looked(first, reads(3)), commands(Look{first, generation}));
  const auto gives_up = play.looked(first, reads(3));
  ASSERT_EQ(gives_up.size(), 1u);
  EXPECT_EQ(std::get<Respond>(gives_up[0]).response.elapsed, 2 * clock_span);
  EXPECT_EQ(play.fired(second, ms(0)).size(), 1u);
  EXPECT_TRUE(play.state().calls.empty());
}

TEST(AckClock, NoBudgetIsLongerThanTheSpan) {
  const Row row{.tool = {0},
                .signal = SignalKind::GenerationAdvanced,
                .budget = clock_span,
                .poll = clock_span};
  auto table = table_r1();
  table.rows = {&row, 1};
  Play play(table);
  play.on(Called{first, {.tool = {0}}}, clock_span);
  play.captured(first, reads(0));
  EXPECT_EQ(play.looked(first, reads(0)), commands(SetTimer{first, clock_span}));
  auto longer = row;
  longer.budget += ms(1);
  table.rows = {&longer, 1};
  EXPECT_DEATH((void)Engine(table).step({Instant{}, Called{first, {.tool = {0}}}}), "clock_span");
}

}  // namespace
}  // namespace engine::ack
