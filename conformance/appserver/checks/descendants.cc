// Threads that turns open, and turns whose end is lost.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using enum Method;
using port::appserver::Outcome;

constexpr ThreadId child{40}, grandchild{41}, stranger{42};
constexpr TurnId its_turn{50}, next_turn{51};
constexpr ComposerReady goes_on{{1}};

constexpr Ask asks_in(ThreadId thread, TurnId of, std::uint32_t number) {
  return {.ask = {number},
          .kind = AskKind::Command,
          .thread = thread,
          .turn = of,
          .item = {number},
          .subject = {1}};
}
constexpr TurnEnded lost(std::uint32_t chat = 1) { return {{chat}, turn_of(chat), TurnEnd::Lost}; }

// clang-format off
constexpr Check descendant_rows[] = {
  {.rule = "SES-13",
   .says = "a descendant is known by its parent's word, its parent's parent's, or its first turn",
   .run = [](const Client& client) {
     const auto says = [&] { return Talk(client).opens().starts().says(); };
     return all_of(
         {says().hears(ThreadStarted{child, thread_of(1)}).wants({})
              .hears(ThreadStarted{grandchild, child}).wants({})
              .hears(TurnStarted{grandchild, its_turn}).wants({})
              .hears(asks_in(grandchild, its_turn, 1)).wants({shows(1, 1)}),
          says().hears(TurnStarted{stranger, its_turn}).wants({})
              .hears(asks_in(stranger, its_turn, 1)).wants({shows(1, 1)})
              .tell(Decided{{1}, Decision::Decline}).wants({sends_answer(1, Decision::Decline)})
              .hears(asks_in(stranger, no_turn, 2)).wants({shows(2, 1)}),
          says().hears(asks_in(stranger, its_turn, 1)).wants({shows(1, 1)})
              .hears(TurnCompleted{stranger, its_turn, TurnEnd::Completed})
              .wants({AskWithdrawn{{1}, Withdrawal::TurnEnded}}),
          Talk(client).opens().starts().hears(TurnStarted{stranger, its_turn})
              .wants({reports(Report::UnknownThread, stranger.value)})
              .hears(asks_in(stranger, its_turn, 1))
              .wants({sends_answer(1, Decision::Decline), reports(Report::BadAsk, 1)})
              .hears(ThreadStarted{child, stranger})
              .wants({reports(Report::UnknownThread, child.value)}).verdict()});
   }},
  {.rule = "SES-13", .says = "a descendant whose thread a chat takes up is that chat's",
   .run = [](Talk& talk) {
     talk.opens().starts().says().hears(ThreadStarted{thread_of(2), thread_of(1)}).wants({})
         .tell(ChatResumed{{2}, thread_of(2)})
         .wants({Send{{1}, Request{.id = {}, .method = Method::ThreadResume,
                                   .thread = thread_of(2)}}})
         .answers(Method::ThreadResume, {.id = {}, .thread = thread_of(2)})
         .hears(Usage{thread_of(2), 5}).wants({UsageShown{{2}, 5, 0}});
   }},
  {.rule = "SES-13",
   .says = "a descendant's turn ends itself alone, and goes on behind that of its parent",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .hears(ThreadStarted{child, thread_of(1)}).hears(TurnStarted{child, its_turn})
         .hears(ItemStarted{child, its_turn, {9}, ItemKind::Answer}).wants({})
         .hears(ItemDelta{child, its_turn, {9}, {3}, mark_of("s")}).wants({})
         .hears(Usage{child, 3}).wants({})
         .hears(asks_in(child, its_turn, 1)).wants({shows(1, 1)})
         .tell(Stopped{{1}}).wants({sends_interrupt(turn_of(1))})
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Interrupted})
         .wants({TurnEnded{{1}, turn_of(1), TurnEnd::Interrupted}, goes_on})
         .tell(Decided{{1}, Decision::AcceptForSession})
         .wants({sends_answer(1, Decision::AcceptForSession)})
         .hears(asks_in(child, its_turn, 2))
         .wants({sends_answer(2, Decision::Accept), AskAccepted{{1}, {2}, {1}}})
         .hears(asks(3, 1, 2)).wants({AskShown{{2}, {3}, AskKind::Command, {1}}})
         .hears(TurnCompleted{child, its_turn, TurnEnd::Completed}).wants({})
         .hears(TurnCompleted{child, its_turn, TurnEnd::Completed})
         .wants({reports(Report::SecondEnd, its_turn.value)})
         .hears(TurnStarted{child, its_turn}).wants({reports(Report::UnknownTurn, its_turn.value)})
         .hears(asks_in(child, its_turn, 4))
         .wants({sends_answer(4, Decision::Decline), reports(Report::BadAsk, 4)})
         .hears(TurnStarted{child, next_turn}).wants({})
         .hears(asks_in(child, next_turn, 5))
         .wants({sends_answer(5, Decision::Accept), AskAccepted{{1}, {5}, {1}}});
   }},
  {.rule = "SES-13", .says = "what it asks goes when another turn begins in its thread",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(ThreadStarted{child, thread_of(1)}).hears(TurnStarted{child, its_turn})
         .hears(asks_in(child, its_turn, 1)).wants({shows(1, 1)})
         // The same turn is no other.
         .hears(TurnStarted{child, its_turn}).wants({})
         .hears(TurnStarted{child, {78}})
         .wants({reports(Report::SecondTurn, 78), AskWithdrawn{{1}, Withdrawal::TurnEnded}});
   }},
  {.rule = "SES-13", .says = "what a descendant asks goes with its process, and it with it",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(ThreadStarted{child, thread_of(1)}).hears(TurnStarted{child, its_turn})
         .hears(asks_in(child, its_turn, 1)).wants({shows(1, 1)})
         .tell(ProcessGone{{1}})
         .wants({AskWithdrawn{{1}, Withdrawal::ProcessGone}, lost(),
                 BannerShown{Banner::Restarting}})
         .fires(TimerKind::Restart, 250ms, 313ms).tell(ProcessStarted{{2}}).answers(Initialize)
         .hears(TurnStarted{child, its_turn})
         .wants({reports(Report::UnknownThread, child.value)});
   }},
  {.rule = "SES-13",
   .says = "of descendants that are at rest the oldest makes room, or one is reported",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(TurnStarted{{60}, {70}}).hears(TurnStarted{{61}, {71}})
         .hears(TurnStarted{{62}, {72}}).wants({})
         .hears(TurnStarted{{63}, {73}}).wants({reports(Report::TooMany, 63),
                                               reports(Report::UnknownThread, 63)})
         .hears(TurnCompleted{{60}, {70}, TurnEnd::Completed})
         .hears(TurnStarted{{63}, {73}}).wants({})
         .hears(asks_in({63}, {73}, 1)).wants({shows(1, 1)})
         .hears(asks_in({61}, {71}, 2)).wants({shows(2, 1)});
   }},
  {.rule = "SES-14",
   .says = "a turn whose thread is idle for 5 s ends as lost, and its chat goes on",
   .run = [](const Client& client) {
     const auto idle = [&] {
       return Talk(client).opens().starts().says().hears(ThreadIdle{thread_of(1)}).wants({});
     };
     return all_of(
         {Talk(client).opens().starts().says()
              .hears(begins(1)).hears(asks(1, 1)).wants({shows(1, 1)})
              .hears(ThreadIdle{thread_of(1)}).wants({})
              .after(1'000ms).hears(ThreadIdle{thread_of(1)}).wants({})
              .fires(TimerKind::Idle, 4'000ms)
              .wants({BannerShown{Banner::TurnLost}, ItemClosed{{1}, ItemEnd::WithTurn},
                      AskWithdrawn{{1}, Withdrawal::TurnEnded}, lost(), goes_on})
              .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
              .wants({reports(Report::SecondEnd, turn_of(1).value)})
              .tell(Said{{1}, {1}}).sends(TurnStart).answers(TurnStart, {.id = {}, .turn = {5}})
              .wants({turn_call(Outcome::Result), TurnShown{{1}, {5}}}),
          // An item that begins shows that it goes on; so do a text that grows and an approval.
          idle().after(1'000ms).hears(begins(1)).after(1'000ms).hears(ThreadIdle{thread_of(1)})
              .fires(TimerKind::Idle, 5'000ms)
              .wants({BannerShown{Banner::TurnLost}, ItemClosed{{1}, ItemEnd::WithTurn}, lost(),
                      goes_on}),
          Talk(client).opens().starts().says().hears(begins(1)).hears(ThreadIdle{thread_of(1)})
              .after(4'000ms).hears(ItemDelta{thread_of(1), turn_of(1), {1}, {3}, mark_of("s")})
              .after(6'000ms).hears(ThreadIdle{thread_of(1)})
              .after(4'000ms).hears(asks(1, 1)).after(9'000ms).hears(ThreadIdle{thread_of(1)})
              .fires(TimerKind::Idle, 5'000ms)
              .wants({BannerShown{Banner::TurnLost}, ItemClosed{{1}, ItemEnd::WithTurn},
                      AskWithdrawn{{1}, Withdrawal::TurnEnded}, lost(), goes_on}),
          idle().tell(Stopped{{1}}).fires(TimerKind::Idle, 5'000ms)
              .wants({BannerShown{Banner::TurnLost}, lost(), goes_on}).after(9'000ms).verdict(),
          // Its start once more is nothing new, and no sign that it is idle.
          Talk(client).opens().starts().says().hears(TurnStarted{thread_of(1), turn_of(1)})
              .wants({}).hears(ThreadIdle{thread_of(1)}).wants({})
              .fires(TimerKind::Idle, 5'000ms)
              .wants({BannerShown{Banner::TurnLost}, lost(), goes_on}),
          idle().after(1'000ms).hears(TurnStarted{thread_of(1), turn_of(1)}).wants({})
              .fires(TimerKind::Idle, 4'000ms)
              .wants({BannerShown{Banner::TurnLost}, lost(), goes_on}),
          idle().hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Failed})
              .wants({TurnEnded{{1}, turn_of(1), TurnEnd::Failed}, goes_on})
              .after(40'000ms).verdict(),
          Talk(client).opens().starts().hears(ThreadIdle{thread_of(1)}).wants({})
              .hears(ThreadIdle{stranger}).wants({}).after(40'000ms).verdict()});
   }},
  {.rule = "SES-16",
   .says = "a turn that an answer named and that does not start ends 5 s behind the one that ran",
   .run = [](const Client& client) {
     const auto steered = [&] {
       return Talk(client).opens().starts().tell(Said{{1}, {1}})
           .answers(TurnStart, {.id = {}, .turn = turn_of(1)})
           .hears(TurnCompleted{thread_of(1), {77}, TurnEnd::Completed})
           .wants({reports(Report::UnknownTurn, 77)});
     };
     return all_of(
         {steered().fires(TimerKind::Idle, 5'000ms)
              .wants({BannerShown{Banner::TurnLost}, lost(), goes_on}),
          steered().after(4'000ms).hears(TurnStarted{thread_of(1), turn_of(1)}).wants({})
              .after(40'000ms).verdict()});
   }},
  {.rule = "APR-12", .says = "an approval is resolved in its own thread alone",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .hears(asks(1, 1)).wants({shows(1, 1)})
         .hears(AskResolved{thread_of(2), {1}}).wants({reports(Report::UnknownAsk, 1)})
         .tell(Decided{{1}, Decision::Accept}).wants({sends_answer(1, Decision::Accept)})
         .hears(asks(2, 2)).wants({shows(2, 2)})
         .hears(AskResolved{thread_of(1), {2}}).wants({AskWithdrawn{{2}, Withdrawal::Resolved}})
         // One that names none is of any.
         .hears(asks(3, 3)).wants({shows(3, 3)})
         .hears(AskResolved{no_thread, {3}}).wants({AskWithdrawn{{3}, Withdrawal::Resolved}});
   }},
  {.rule = "ITM-07",
   .says = "a command in the background stays open behind its turn, takes output, and ends once",
   .run = [](const Client& client) {
     const ItemStarted server{thread_of(1), turn_of(1), {1}, ItemKind::Command, {}, true};
     const ItemCompleted over{.thread = thread_of(1), .turn = turn_of(1), .item = {1}};
     const auto outlives = [&] {
       return Talk(client).opens().starts().says().hears(server).hears(begins(2))
           .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
           .wants({ItemInBackground{{1}}, ItemClosed{{2}, ItemEnd::WithTurn},
                   TurnEnded{{1}, turn_of(1), TurnEnd::Completed}, goes_on})
           .hears(ItemOutput{thread_of(1), turn_of(1), {1}, {3}}).wants({});
     };
     return all_of(
         {outlives().tell(Said{{1}, {1}}).answers(TurnStart, {.id = {}, .turn = {5}})
              .hears(TurnCompleted{thread_of(1), {5}, TurnEnd::Completed})
              .wants({TurnEnded{{1}, {5}, TurnEnd::Completed}, goes_on})
              .hears(over).wants({ItemClosed{{1}, ItemEnd::Done}})
              .hears(over).wants({reports(Report::SecondItemEnd, 1)}),
          // It is an item of its own thread alone.
          outlives().starts(2).says(2)
              .hears(ItemCompleted{.thread = thread_of(2), .turn = turn_of(2), .item = {1}})
              .wants({reports(Report::UnknownItem, 1)})
              .hears(over).wants({ItemClosed{{1}, ItemEnd::Done}}),
          outlives().tell(ProcessGone{{1}})
              .wants({ItemClosed{{1}, ItemEnd::WithTurn}, ComposerBusy{{1}},
                      BannerShown{Banner::Restarting}}),
          outlives().tell(ChatArchived{{1}}).answers(ThreadArchive)
              .wants({CallEnded{{}, {1}, ThreadArchive, Outcome::Result},
                      ItemClosed{{1}, ItemEnd::WithTurn}})});
   }},
  {.rule = "RPC-09", .says = "what takes no decision is refused at once, whatever turn it names",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(Ask{.ask = {1}, .kind = AskKind::Other, .thread = thread_of(1)})
         .wants({sends_answer(1, Decision::Decline)})
         .hears(Ask{.ask = {2}, .kind = AskKind::Other})
         .wants({sends_answer(2, Decision::Decline)});
   }},
  {.rule = "SES-18", .says = "a chat that begins anew has all that was set for it",
   .run = [](Talk& talk) {
     constexpr Settings set{Policy::Never, Sandbox::ReadOnly, true};
     talk.opens().tell(ChatStarted{{1}, set, {9}})
         .answers(ThreadStart, {.id = {}, .thread = thread_of(1)})
         .hears(ThreadStarted{thread_of(1)})
         .tell(ProcessGone{{1}}).fires(TimerKind::Restart, 250ms, 313ms)
         .tell(ProcessStarted{{2}}).answers(Initialize)
         .answers(ThreadResume, {.id = {}, .error = Error::InvalidRequest})
         .wants({CallEnded{{}, {1}, ThreadResume, Outcome::Error, Error::InvalidRequest},
                 Send{{2}, Request{.id = {}, .method = ThreadStart, .text = {9},
                                   .settings = set}}});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> descendant_checks() { return descendant_rows; }

}  // namespace conformance::appserver
