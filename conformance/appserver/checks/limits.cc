// What a client says when it has no more room, no more tries or no server to work with.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using enum Method;
using port::appserver::Outcome;

// The client that is judged follows so many at once: engine::appserver::Small.
// clang-format off
constexpr Check limit_rows[] = {
  {.rule = "RPC-03", .says = "a call that there is no room for ends as busy, and is not sent",
   .run = [](Talk& talk) {
     talk.opens();
     for (std::uint32_t call = 1; call <= 4; ++call)
       talk.tell(Called{{call}, ThreadList, {}}).sends(ThreadList);
     talk.tell(Called{{5}, ThreadList, {}})
         .wants({CallEnded{{5}, {}, ThreadList, Outcome::Busy}})
         .answers(ThreadList)
         .wants({CallEnded{{4}, {}, ThreadList, Outcome::Result}})
         .tell(Called{{6}, ThreadList, {}})
         .sends(ThreadList);
   }},
  {.rule = "RPC-03", .says = "a chat that there is no room for ends as busy, and is not started",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).starts(3)
         .tell(ChatStarted{{4}, default_settings})
         .wants({CallEnded{{}, {4}, ThreadStart, Outcome::Busy}});
   }},
  {.rule = "APR-02", .says = "an approval that there is no room for is declined, and reported",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(asks(1, 1)).wants({shows(1, 1)})
         .hears(asks(2, 2)).wants({shows(2, 2)})
         .hears(asks(3, 3)).wants({shows(3, 3)})
         .hears(asks(4, 4))
         .wants({sends_answer(4, Decision::Decline), Reported{Report::TooMany, 4}})
         .tell(Decided{{2}, Decision::Accept}).wants({sends_answer(2, Decision::Accept)})
         .hears(asks(5, 5)).wants({shows(5, 5)});
   }},
  {.rule = "APR-03",
   .says = "a decision for the session that there is no room for is reported, and asked for again",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     for (std::uint32_t number = 1; number <= 3; ++number)
       talk.hears(asks(number, number)).tell(Decided{{number}, Decision::AcceptForSession});
     auto again = asks(5, 5);
     again.subject = {4};
     talk.hears(asks(4, 4))
         .tell(Decided{{4}, Decision::AcceptForSession})
         .wants({sends_answer(4, Decision::AcceptForSession), Reported{Report::TooMany, 4}})
         .hears(again)
         .wants({AskShown{{1}, {5}, AskKind::Command, {4}}});
   }},
  {.rule = "ITM-03",
   .says = "an item that there is no room for is reported, and so is what is said of it",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     for (std::uint32_t number = 1; number <= 4; ++number)
       talk.hears(begins(number)).wants({ItemOpened{{1}, {number}, ItemKind::Answer}});
     talk.hears(begins(5))
         .wants({Reported{Report::TooMany, 5}})
         .hears(ItemDelta{thread_of(1), turn_of(1), {5}, {1}, {4, 4}})
         .wants({Reported{Report::UnknownItem, 5}});
   }},
  {.rule = "RPC-06",
   .says = "an overloaded server is asked again after 250 ms, doubled each time, until the "
           "deadline would pass",
   .run = [](Talk& talk) {
     talk.opens().tell(Called{{1}, ThreadList, {}});
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms, 4'000ms, 8'000ms, 16'000ms})
       talk.answers(ThreadList, {.id = {}, .error = Error::Overloaded})
           .sends_nothing()
           .fires(TimerKind::Retry, pause)
           .sends(ThreadList);
     talk.answers(ThreadList, {.id = {}, .error = Error::Overloaded})
         .wants({CallEnded{{1}, {}, ThreadList, Outcome::Error, Error::Overloaded}});
   }},
  {.rule = "RPC-06", .says = "it is not asked again at the deadline itself",
   .run = [](Talk& talk) {
     talk.opens().tell(Called{{1}, ThreadList, {}})
         .after(59'750ms)
         .answers(ThreadList, {.id = {}, .error = Error::Overloaded})
         .wants({CallEnded{{1}, {}, ThreadList, Outcome::Error, Error::Overloaded}});
   }},
  {.rule = "PROC-02",
   .says = "four crashes are followed by pauses of 250 ms to 2 s and up to a quarter more, the "
           "fifth by none",
   .run = [](Talk& talk) {
     talk.opens();
     std::uint32_t process = 1;
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms}) {
       talk.tell(ProcessGone{{process}})
           .wants({BannerShown{Banner::Restarting}})
           .fires(TimerKind::Restart, pause, pause + pause / 4)
           .wants({Spawn{{++process}}})
           .tell(ProcessStarted{{process}});
     }
     talk.tell(ProcessGone{{process}}).wants({BannerShown{Banner::GivenUp}});
   }},
  {.rule = "SES-12",
   .says = "a server that fails its verification is told of once, and takes no turn",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(ProcessStarted{{1}}).answers(Initialize)
         .answers(ModelList, {.id = {}, .error = Error::Internal})
         .wants({BannerShown{Banner::ServerLacks}})
         .starts()
         .tell(Said{{1}, {1}})
         .wants({ComposerBusy{{1}},
                 CallEnded{{}, {1}, TurnStart, Outcome::Error, Error::Internal},
                 ComposerReady{{1}}});
   }},
  {.rule = "SES-09", .says = "an archived chat takes no turn",
   .run = [](Talk& talk) {
     talk.opens().starts()
         .tell(ChatArchived{{1}})
         .answers(ThreadArchive)
         .wants({CallEnded{{}, {1}, ThreadArchive, Outcome::Result}})
         .tell(Said{{1}, {1}})
         .wants({CallEnded{{}, {1}, TurnStart, Outcome::Refused}});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> limit_checks() { return limit_rows; }

}  // namespace conformance::appserver
