#include "sim/state/agenda.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace sim {
namespace {

using testing::ElementsAre;

constexpr Grid every_500{500};
constexpr Grid coarse{0};

template <std::size_t slots>
std::vector<std::int32_t> instants(const Agenda<slots>& agenda, std::size_t slot, Grid grid) {
  std::vector<std::int32_t> out;
  agenda.for_each_instant(slot, grid, agenda.deadline(),
                          [&](std::int32_t at) { out.push_back(at); });
  return out;
}

TEST(Agenda, OffersEveryGridInstantOfAWindow) {
  Agenda<2> agenda;
  agenda.schedule(0, {500, 1'500});
  EXPECT_THAT(instants(agenda, 0, every_500), ElementsAre(500, 1'000, 1'500));
}

TEST(Agenda, LetsNothingHappenAfterAnotherWindowHasEnded) {
  Agenda<2> agenda;
  agenda.schedule(0, {500, 1'500});
  agenda.schedule(1, {1'000, 1'000});
  EXPECT_EQ(agenda.deadline(), 1'000);
  EXPECT_THAT(instants(agenda, 0, every_500), ElementsAre(500, 1'000));
  EXPECT_THAT(instants(agenda, 1, every_500), ElementsAre(1'000));
}

TEST(Agenda, OffersAWindowWithoutEndAtItsBeginningWhereNothingElseIsPending) {
  Agenda<1> agenda;
  agenda.schedule(0, {500, never});
  EXPECT_EQ(agenda.deadline(), never);
  EXPECT_THAT(instants(agenda, 0, every_500), ElementsAre(500));
}

TEST(Agenda, OffersOnlyTheBoundsOfWindowsOnTheCoarseGrid) {
  Agenda<3> agenda;
  agenda.schedule(0, {0, 2'000});
  agenda.schedule(1, {700, 3'000});
  agenda.schedule(2, {1'300, 1'900});
  EXPECT_THAT(instants(agenda, 0, coarse), ElementsAre(0, 700, 1'300, 1'900));
}

TEST(Agenda, CountsWindowsDownAsTimePasses) {
  Agenda<2> agenda;
  agenda.schedule(0, {500, 1'500});
  agenda.schedule(1, {0, never});
  agenda.advance(1'000);
  EXPECT_EQ(agenda.at(0), (Window{0, 500}));
  EXPECT_EQ(agenda.at(1), (Window{0, never}));
}

TEST(Agenda, MovesTheSlotsOfARowUpWhenOneIsTakenOut) {
  Agenda<4> agenda;
  agenda.schedule(0, {1, 1});
  agenda.schedule(1, {2, 2});
  agenda.schedule(2, {3, 3});
  agenda.schedule(3, {4, 4});
  agenda.remove(0, 3);
  EXPECT_EQ(agenda.at(0), (Window{2, 2}));
  EXPECT_EQ(agenda.at(1), (Window{3, 3}));
  EXPECT_FALSE(agenda.pending(2));
  EXPECT_EQ(agenda.at(3), (Window{4, 4}));
}

TEST(Agenda, HoldsNoTraceOfWhatWasCancelled) {
  Agenda<2> agenda;
  agenda.schedule(1, {5, 9});
  agenda.cancel(1);
  EXPECT_EQ(agenda, Agenda<2>());
}

TEST(AgendaDeathTest, TimePassingBeyondADeadlineIsTheDriversBug) {
  Agenda<1> agenda;
  agenda.schedule(0, {0, 500});
  EXPECT_DEATH(agenda.advance(501), "by_ms");
}

}  // namespace
}  // namespace sim
