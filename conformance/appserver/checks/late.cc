// What comes of a turn whose start was not answered in time, or that is over (RPC-04).
#include "appserver/checks/turn_words.h"

namespace conformance::appserver {
namespace {

using enum Method;

// clang-format off
constexpr Check late_rows[] = {
  {.rule = "RPC-04",
   .says = "a turn that a late answer names is stopped, once, and told of until it ends",
   .run = [](Talk& talk) {
     talk.opens().starts();
     times_out(talk)
         .answers(TurnStart, names(turn))
         .wants({reports(Report::LateResponse), sends_interrupt(turn)})
         .answers_again().wants({reports(Report::UnknownResponse)})
         .answers(TurnInterrupt, refused).wants({})
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)})
         .answers(TurnInterrupt, refused).wants({})
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown})
         .hears(completed(turn)).wants({is_unknown})
         .hears(completed(turn)).wants({reports(Report::SecondEnd, turn.value)})
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown})
         .tell(says_more).hears(TurnStarted{its_thread, turn}).wants({is_unknown});
   }},
  {.rule = "RPC-04",
   .says = "a late answer that names no turn, or one that runs or has ended, stops none",
   .run = [](const Client& client) {
     const auto late = [&] {
       Talk talk(client);
       talk.opens().starts();
       times_out(talk);
       return talk;
     };
     const Reported is_late{Report::LateResponse, 0};
     return all_of(
         {late().answers(TurnStart).wants({is_late}).verdict(),
          late().tell(says_more).answers(TurnStart, names(turn))
              .answers(TurnStart).wants({is_late}).verdict(),
          late().answers(TurnStart, {.id = {}, .error = Error::Internal, .turn = turn})
              .wants({is_late}).verdict(),
          late().hears(completed(turn)).wants({is_unknown})
              .answers(TurnStart, names(turn)).wants({is_late}).verdict(),
          late().hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)})
              .answers(TurnStart, names(turn)).wants({is_late}).verdict(),
          // It is over: what begins next is what was said since.
          late().hears(completed(turn)).wants({is_unknown})
              .tell(says_more)
              .hears(TurnStarted{its_thread, other}).wants({TurnShown{{1}, other}}).verdict(),
          // The server took it as more said in the next turn.
          late().tell(says_more).answers(TurnStart, names(turn))
              .answers(TurnStart, names(turn)).wants({is_late}).verdict()});
   }},
  {.rule = "RPC-04",
   .says = "a turn that begins while one may come late is that one, whatever was said since",
   .run = [](Talk& talk) {
     talk.opens().starts();
     times_out(talk).tell(says_more)
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)})
         .answers(TurnStart, names(other))
         .wants({turn_call(Outcome::Result), TurnShown{{1}, other}})
         .answers(TurnStart, names(turn)).wants({reports(Report::LateResponse)})
         .answers(TurnInterrupt, refused).wants({sends_interrupt(turn)})
         .answers(TurnInterrupt, refused).wants({})
         .hears(completed(turn)).wants({is_unknown})
         .hears(completed(other)).wants({turn_ended(other), ready});
   }},
  {.rule = "RPC-04",
   .says = "a turn that is stopped as a late one is wanted again if the next answer names it",
   .run = [](const Client& client) {
     Talk taken(client), named_before(client);
     taken.opens().starts();
     named_before.opens().starts();
     return all_of(
         {times_out(taken).tell(says_more)
              .hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)})
              .answers(TurnStart, names(turn))
              .wants({turn_call(Outcome::Result), TurnShown{{1}, turn}})
              .answers(TurnInterrupt, refused).wants({})
              .hears(TurnStarted{its_thread, turn}).wants({})
              .hears(completed(turn)).wants({turn_ended(turn), ready})
              .answers(TurnStart, names(turn)).wants({reports(Report::LateResponse)}),
          // Another name leaves it as it is.
          times_out(named_before)
              .answers(TurnStart, names(turn))
              .wants({reports(Report::LateResponse), sends_interrupt(turn)})
              .tell(says_more).answers(TurnStart, names(other))
              .wants({turn_call(Outcome::Result), TurnShown{{1}, other}})
              .answers(TurnInterrupt, refused).wants({})
              .hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)})});
   }},
  {.rule = "RPC-04",
   .says = "what comes late for a chat is stopped, also when another chat was archived",
   .run = [](Talk& talk) {
     talk.opens().starts(2).starts(1);
     times_out(talk)
         .tell(ChatArchived{{2}}).answers(ThreadArchive)
         .answers(TurnStart, names(turn))
         .wants({reports(Report::LateResponse), sends_interrupt(turn)});
   }},
  {.rule = "SES-03",
   .says = "a second end of a turn leaves the one that may still begin to be stopped",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(completed(turn)).wants({turn_ended(turn), ready});
     times_out(talk)
         .hears(completed(turn)).wants({reports(Report::SecondEnd, turn.value)})
         .hears(TurnStarted{its_thread, other})
         .wants({reports(Report::UnknownTurn, other.value), sends_interrupt(other)});
   }},
  {.rule = "RPC-06",
   .says = "what is to stop one of two turns is sent again, whatever comes of the other",
   .run = [](const Client& client) {
     // The other one runs, and the first may come late.
     const auto runs = [&] {
       Talk talk(client);
       talk.opens().starts();
       times_out(talk).tell(says_more).answers(TurnStart, names(other))
           .wants({turn_call(Outcome::Result), TurnShown{{1}, other}});
       return talk;
     };
     const Reported is_second = reports(Report::SecondTurn, turn.value);
     return all_of(
         {runs().hears(TurnStarted{its_thread, turn}).wants({is_second, sends_interrupt(turn)})
              .answers(TurnInterrupt, overloaded).wants({})
              .hears(completed(other)).wants({turn_ended(other), ready})
              .fires(TimerKind::Retry, 250ms).wants({sends_interrupt(turn)}),
          runs().tell(stops).wants({sends_interrupt(other)})
              .answers(TurnInterrupt, overloaded).wants({})
              .hears(TurnStarted{its_thread, turn}).wants({is_second, sends_interrupt(turn)})
              .answers(TurnInterrupt).wants({})
              .hears(completed(turn)).wants({is_unknown})
              .fires(TimerKind::Retry, 250ms).wants({sends_interrupt(other)})});
   }},
  {.rule = "RPC-04", .says = "what was to stop a turn is not sent again when the turn has ended",
   .run = [](const Client& client) {
     Talk unwanted(client);
     unwanted.opens().starts();
     times_out(unwanted).answers(TurnStart, names(turn))
         .wants({reports(Report::LateResponse), sends_interrupt(turn)});
     Talk active(client);
     active.opens().starts().says().tell(stops);
     const auto archived = [&](const Response& answer) {
       return Talk(client).opens().starts().says().tell(stops)
           .hears(completed(turn)).tell(ChatArchived{{1}}).answers(ThreadArchive)
           .answers(TurnInterrupt, answer).wants({})
           .after(300'000ms).verdict();
     };
     Talk away(client);
     away.opens().starts();
     times_out(away).answers(TurnStart, names(turn)).answers(TurnInterrupt, overloaded)
         .tell(ChatArchived{{1}}).answers(ThreadArchive)
         .after(300'000ms);
     return all_of(
         {archived(overloaded), archived(refused), away.verdict(),
          unwanted.answers(TurnInterrupt, overloaded).wants({})
              .hears(completed(turn)).wants({is_unknown})
              .after(300'000ms).verdict(),
          active.answers(TurnInterrupt, overloaded).wants({})
              .hears(completed(turn)).wants({turn_ended(turn), ready})
              .after(300'000ms).verdict()});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> late_checks() { return late_rows; }

}  // namespace conformance::appserver
