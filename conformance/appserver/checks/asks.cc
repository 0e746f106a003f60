// Approvals that come, are decided or are resolved late, twice or malformed.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

// clang-format off
constexpr Check ask_rows[] = {
  {.rule = "APR-04",
   .says = "a click on what is asked no more does nothing, one on what never was is reported",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(asks(1, 1))
         .tell(Decided{{1}, Decision::Accept}).wants({sends_answer(1, Decision::Accept)})
         .tell(Decided{{1}, Decision::Decline}).wants({})
         .tell(Decided{{9}, Decision::Accept}).wants({reports(Report::UnknownAsk, 9)})
         .hears(asks(2, 2))
         .tell(Stopped{{1}})
         .wants({AskWithdrawn{{2}, Withdrawal::TurnEnded}, sends_interrupt(turn_of(1))})
         .tell(Decided{{2}, Decision::Accept}).wants({})
         .hears(asks(3, 3)).wants({sends_answer(3, Decision::Decline)})
         .tell(Decided{{3}, Decision::Accept}).wants({});
   }},
  {.rule = "SES-17",
   .says = "what was accepted for the session is declined in a turn that the user has stopped",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(asks(1, 1)).tell(Decided{{1}, Decision::AcceptForSession})
         .hears(asks(2, 1)).wants({sends_answer(2, Decision::Accept), AskAccepted{{1}, {2}, {1}}})
         .tell(Stopped{{1}}).wants({sends_interrupt(turn_of(1))})
         .hears(asks(3, 1)).wants({sends_answer(3, Decision::Decline)})
         .answers(Method::TurnInterrupt, {.id = {}, .error = Error::NoActiveTurn})
         .hears(asks(4, 1)).wants({sends_answer(4, Decision::Decline)});
   }},
  {.rule = "APR-11",
   .says = "a rule approves its subject in every thread unasked, shows it, and nothing else",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .tell(RuleMade{{1}}).wants({})
         .hears(asks(1, 1)).wants({sends_answer(1, Decision::Accept), AskAccepted{{1}, {1}, {1}}})
         .hears(asks(2, 1, 2))
         .wants({sends_answer(2, Decision::Accept), AskAccepted{{2}, {2}, {1}}})
         .hears(asks(3, 2)).wants({shows(3, 2)})
         .hears(asks(4, 0)).wants({shows(4, 0)})
         .tell(RuleMade{{}}).hears(asks(5, 0)).wants({shows(5, 0)});
   }},
  {.rule = "APR-04", .says = "a turn or a process that ends withdraws what it asked, and no other",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .hears(asks(1, 1, 1)).hears(asks(2, 1, 2))
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .wants({AskWithdrawn{{1}, Withdrawal::TurnEnded},
                 TurnEnded{{1}, turn_of(1), TurnEnd::Completed}, ComposerReady{{1}}})
         .tell(Decided{{1}, Decision::Accept}).wants({})
         .tell(ProcessGone{{1}})
         .wants({ComposerBusy{{1}}, AskWithdrawn{{2}, Withdrawal::ProcessGone},
                 TurnEnded{{2}, turn_of(2), TurnEnd::Lost}, BannerShown{Banner::Restarting}})
         .tell(Decided{{2}, Decision::Accept}).wants({})
         .fires(TimerKind::Restart, 250ms, 313ms)
         .after(300'000ms);
   }},
  {.rule = "APR-04",
   .says = "a click does nothing for the last three that were settled, each counted once",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     for (const std::uint32_t number : {1u, 2u, 2u, 3u})
       talk.hears(asks(number, 1)).wants({shows(number, 1)})
           .tell(Decided{{number}, Decision::Decline})
           .wants({sends_answer(number, Decision::Decline)});
     talk.tell(Decided{{1}, Decision::Accept}).wants({})
         .hears(asks(4, 1)).tell(Decided{{4}, Decision::Decline});
     for (const std::uint32_t number : {2u, 3u, 4u})
       talk.tell(Decided{{number}, Decision::Accept}).wants({});
     talk.tell(Decided{{1}, Decision::Accept}).wants({reports(Report::UnknownAsk, 1)});
     // One that is withdrawn does nothing either.
     talk.hears(asks(5, 1)).hears(AskResolved{thread_of(1), {5}})
         .tell(Decided{{5}, Decision::Accept}).wants({});
   }},
  {.rule = "APR-02",
   .says = "an approval that is malformed, or of no active turn, is declined and reported",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1);
     auto malformed = asks(1, 1), of_no_thread = asks(2, 1), of_no_turn = asks(5, 1);
     malformed.wellformed = false;
     of_no_thread.thread = no_thread;
     of_no_turn.turn = no_turn;
     auto other_turn = asks(4, 1);
     other_turn.turn = turn_of(2);
     for (const auto& ask : {malformed, of_no_thread, other_turn, asks(6, 1, 2)})
       talk.hears(ask)
           .wants({sends_answer(ask.ask.value, Decision::Decline),
                   reports(Report::BadAsk, ask.ask.value)})
           .hears(AskResolved{ask.thread, ask.ask}).wants({});
     // Nor is there a turn before it has a name.
     of_no_turn.thread = thread_of(2);
     talk.hears(of_no_turn)
         .wants({sends_answer(5, Decision::Decline), reports(Report::BadAsk, 5)})
         .tell(Said{{2}, {1}}).hears(of_no_turn)
         .wants({sends_answer(5, Decision::Decline), reports(Report::BadAsk, 5)});
     of_no_turn.thread = thread_of(1);
     talk.hears(of_no_turn).wants({shows(5, 1)})
         .hears(of_no_turn).wants({reports(Report::BadAsk, 5)})
         .tell(Decided{{5}, Decision::Accept}).wants({sends_answer(5, Decision::Accept)});
   }},
  {.rule = "APR-02",
   .says = "an approval that nobody decides for 120 s is declined, each by its own time",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(asks(1, 1)).after(1'000ms).hears(asks(2, 2)).after(1'000ms)
         .fires(TimerKind::Decision, 118'000ms)
         .wants({sends_answer(1, Decision::Decline), AskWithdrawn{{1}, Withdrawal::TimedOut}})
         .tell(Decided{{1}, Decision::Accept}).wants({})
         .tell(Decided{{2}, Decision::Accept}).wants({sends_answer(2, Decision::Accept)})
         .after(300'000ms);
   }},
  {.rule = "RPC-05", .says = "a request of an unknown method is answered so, and nobody is asked",
   .run = [](Talk& talk) {
     auto unknown = asks(1, 1);
     unknown.kind = AskKind::Unknown;
     talk.opens().starts().says()
         .hears(unknown).wants({Send{{1}, AnswerError{{1}, Error::MethodNotFound}}})
         .tell(Decided{{1}, Decision::Accept}).wants({reports(Report::UnknownAsk, 1)});
   }},
  {.rule = "APR-08",
   .says = "what the server resolved is withdrawn once; of what it never asked, that is reported",
   .run = [](const Client& client) {
     const auto resolves = [](std::uint32_t number) { return AskResolved{thread_of(1), {number}}; };
     return Talk(client).opens().starts().says()
         .hears(resolves(9)).wants({reports(Report::UnknownAsk, 9)})
         .hears(asks(1, 1)).hears(asks(2, 2))
         .hears(resolves(1)).wants({AskWithdrawn{{1}, Withdrawal::Resolved}})
         .hears(resolves(1)).wants({})
         .tell(Decided{{2}, Decision::Accept}).wants({sends_answer(2, Decision::Accept)})
         .hears(resolves(2)).wants({})
         .after(300'000ms)
         .verdict();
   }},
  {.rule = "APR-03", .says = "a decision for the session is for that thread and subject alone",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .hears(asks(1, 1)).tell(Decided{{1}, Decision::AcceptForSession})
         .wants({sends_answer(1, Decision::AcceptForSession)})
         .hears(asks(2, 1)).wants({sends_answer(2, Decision::Accept), AskAccepted{{1}, {2}, {1}}})
         .tell(Decided{{2}, Decision::Decline}).wants({})
         .hears(asks(3, 2)).wants({shows(3, 2)})
         .tell(Decided{{3}, Decision::Accept})
         .hears(asks(4, 2)).wants({shows(4, 2)})
         .hears(asks(5, 1, 2)).wants({shows(5, 1, 2)})
         .tell(Decided{{5}, Decision::Decline}).tell(Decided{{4}, Decision::Decline});
     // What has no subject is like nothing else, and takes no room. What is archived gives it back.
     talk.hears(asks(6, 0)).tell(Decided{{6}, Decision::AcceptForSession})
         .hears(asks(7, 0)).wants({shows(7, 0)})
         .tell(Decided{{7}, Decision::AcceptForSession})
         .hears(asks(8, 8)).tell(Decided{{8}, Decision::AcceptForSession})
         .hears(asks(9, 9, 2)).tell(Decided{{9}, Decision::AcceptForSession})
         .wants({sends_answer(9, Decision::AcceptForSession)})
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .tell(ChatArchived{{1}}).answers(Method::ThreadArchive)
         .hears(asks(10, 10, 2)).tell(Decided{{10}, Decision::AcceptForSession})
         .wants({sends_answer(10, Decision::AcceptForSession)})
         .hears(asks(11, 11, 2)).tell(Decided{{11}, Decision::AcceptForSession})
         .wants({sends_answer(11, Decision::AcceptForSession)})
         .hears(asks(12, 9, 2))
         .wants({sends_answer(12, Decision::Accept), AskAccepted{{2}, {12}, {9}}});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> ask_checks() { return ask_rows; }

}  // namespace conformance::appserver
