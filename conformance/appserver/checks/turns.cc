// Turns: who names them, and how they are stopped.
#include "appserver/checks/turn_words.h"

namespace conformance::appserver {
namespace {

using enum Method;

// As many calls are under way as there may be: four of the user's, interrupts of two chats, and
// three of turns that came late. Chat 1 has a turn, and one more may come late.
Talk full(const Client& client) {
  Talk talk(client);
  talk.opens().starts(1).starts(2).starts(3).says(2).says(3);
  for (int late = 0; late < 4; ++late) times_out(talk);
  talk.tell(says_more).answers(TurnStart, names(turn));
  for (std::uint32_t call = 1; call <= 4; ++call) talk.tell(Called{{call}, ThreadList, {}});
  for (const std::uint32_t chat : {2u, 3u})
    talk.tell(Stopped{{chat}}).wants({sends_interrupt(turn_of(chat), thread_of(chat))});
  for (std::uint32_t late = 31; late <= 33; ++late)
    talk.answers(TurnStart, names({late}))
        .wants({reports(Report::LateResponse), sends_interrupt({late})});
  return talk;
}
// All interrupts are answered, and the other two chats have ended their turns.
Talk& drains(Talk& talk) {
  for (int interrupt = 0; interrupt < 5; ++interrupt) talk.answers(TurnInterrupt).wants({});
  for (const std::uint32_t chat : {2u, 3u})
    talk.hears(TurnCompleted{thread_of(chat), turn_of(chat), TurnEnd::Interrupted})
        .wants({TurnEnded{{chat}, turn_of(chat), TurnEnd::Interrupted}, ComposerReady{{chat}}});
  return talk;
}

// clang-format off
constexpr Check turn_rows[] = {
  {.rule = "SES-02",
   .says = "a turn that has begun is not named again by its answer, nor by another name",
   .run = [](const Client& client) {
     const auto begun = [&] {
       return Talk(client).opens().starts().tell(says_more)
           .hears(TurnStarted{its_thread, turn}).wants({TurnShown{{1}, turn}});
     };
     return all_of(
         {begun().answers(TurnStart, names(turn)).wants({turn_call(Outcome::Result)})
              .hears(completed(turn)).wants({turn_ended(turn), ready}),
          begun().answers(TurnStart, names(other))
              .wants({turn_call(Outcome::Result), reports(Report::SecondTurn, other.value)})
              .hears(completed(turn)).wants({turn_ended(turn), ready}),
          begun().answers(TurnStart, {.id = {}, .error = Error::Internal})
              .wants({turn_call(Outcome::Error, Error::Internal)})
              .hears(completed(turn)).wants({turn_ended(turn), ready}),
          begun().answers(TurnStart, overloaded)
              .wants({turn_call(Outcome::Error, Error::Overloaded)}),
          begun().hears(completed(turn)).wants({turn_ended(turn), ready})
              .tell(says_more)
              .hears(TurnStarted{its_thread, other}).wants({TurnShown{{1}, other}}),
          // The answer is about the turn that is over, not about the next one.
          begun().hears(completed(turn)).wants({turn_ended(turn), ready})
              .tell(says_more).answers(TurnStart, overloaded).wants({})
              .answers(TurnStart, overloaded)
              .wants({turn_call(Outcome::Error, Error::Overloaded)}),
          begun().hears(completed(turn)).wants({turn_ended(turn), ready})
              .tell(ChatArchived{{1}}).answers(ThreadArchive)
              .answers(TurnStart, overloaded)
              .wants({turn_call(Outcome::Error, Error::Overloaded)})});
   }},
  {.rule = "SES-08",
   .says = "a turn that ends before anybody names it is over when its answer comes",
   .run = [](Talk& talk) {
     talk.opens().starts().tell(says_more)
         .hears(completed(turn)).wants({is_unknown})
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown})
         .answers(TurnStart, names(turn)).wants({turn_call(Outcome::Result), ready})
         .tell(says_more).answers(TurnStart, names(other))
         .wants({turn_call(Outcome::Result), TurnShown{{1}, other}});
   }},
  {.rule = "SES-08",
   .says = "an answer that names no turn is an error, and its turn is stopped if it begins",
   .run = [](Talk& talk) {
     talk.opens().starts().tell(says_more)
         .answers(TurnStart).wants({turn_call(Outcome::Error, Error::Other), ready})
         .hears(TurnStarted{its_thread, turn}).wants({is_unknown, sends_interrupt(turn)});
   }},
  {.rule = "SES-04",
   .says = "the composer of a chat that is stopped is back at the end of that turn, not before",
   .run = [](Talk& talk) {
     talk.opens().starts();
     for (const auto end : {TurnEnd::Interrupted, TurnEnd::Completed})
       talk.tell(says_more).answers(TurnStart, names({30 + static_cast<std::uint32_t>(end)}))
           .tell(stops).wants({sends_interrupt({30 + static_cast<std::uint32_t>(end)})})
           .tell(stops).wants({})
           .answers(TurnInterrupt).wants({})
           .hears(completed(other, end)).wants({reports(Report::UnknownTurn, other.value)})
           .tell(says_more).wants({turn_call(Outcome::Refused)})
           .hears(completed({30 + static_cast<std::uint32_t>(end)}, end))
           .wants({turn_ended({30 + static_cast<std::uint32_t>(end)}, end), ready});
     talk.tell(stops).wants({}).tell(Stopped{{7}}).wants({})
         .tell(says_more).answers(TurnStart, names(turn))
         .wants({turn_call(Outcome::Result), TurnShown{{1}, turn}});
   }},
  {.rule = "SES-05",
   .says = "an interrupt that is refused is sent once more, as soon as its turn has started",
   .run = [](const Client& client) {
     const auto with_name = [&] {
       return Talk(client).opens().starts().tell(says_more)
           .answers(TurnStart, names(turn)).tell(stops)
           .wants({sends_interrupt(turn)});
     };
     Talk begun_first(client);
     begun_first.opens().starts().tell(says_more)
         .hears(TurnStarted{its_thread, turn}).wants({TurnShown{{1}, turn}})
         .tell(stops).wants({sends_interrupt(turn)});
     const auto started = [&] {
       auto talk = with_name();
       talk.hears(TurnStarted{its_thread, turn}).wants({});
       return talk;
     };
     return all_of(
         {with_name().answers(TurnInterrupt, refused).wants({})
              .hears(TurnStarted{its_thread, turn}).wants({sends_interrupt(turn)})
              .answers(TurnInterrupt, refused).wants({})
              .hears(TurnStarted{its_thread, turn}).wants({}),
          started().answers(TurnInterrupt, refused).wants({sends_interrupt(turn)})
              .answers(TurnInterrupt, refused).wants({}),
          started().answers(TurnInterrupt, refused).fires(TimerKind::Deadline, 15'000ms).wants({}),
          started().answers(TurnInterrupt, {.id = {}, .error = Error::Internal}).wants({}),
          begun_first.answers(TurnInterrupt, refused).wants({sends_interrupt(turn)}).verdict(),
          // That of a turn that is over is not taken for that of the next one.
          started().hears(completed(turn)).wants({turn_ended(turn), ready})
              .tell(says_more).answers(TurnStart, names(other))
              .hears(TurnStarted{its_thread, other})
              .tell(stops).wants({sends_interrupt(other)})
              .answers(TurnInterrupt, overloaded).wants({})
              .answers(TurnInterrupt, refused).wants({})
              .fires(TimerKind::Retry, 250ms).wants({sends_interrupt(other)}),
          started().hears(completed(turn)).wants({turn_ended(turn), ready})
              .tell(says_more).answers(TurnStart, names(other))
              .answers(TurnInterrupt, refused).wants({})});
   }},
  {.rule = "SES-11",
   .says = "an interrupt that is refused does not wait for a start that is not told of",
   .run = [](Talk& talk) {
     talk.opens().starts()
         .tell(says_more).answers(TurnStart, names(turn)).tell(stops)
         .wants({sends_interrupt(turn)})
         .answers(TurnInterrupt, refused).wants({sends_interrupt(turn)})
         .answers(TurnInterrupt, refused).wants({});
   },
   .opts_out = opt_out::turn_started},
  {.rule = "SES-06",
   .says = "a stop before the turn has a name is sent as soon as it has, whoever names it",
   .run = [](const Client& client) {
     const auto stopped = [&] {
       return Talk(client).opens().starts().tell(says_more).tell(stops).wants({});
     };
     return all_of(
         {stopped().answers(TurnStart, names(turn))
              .wants({turn_call(Outcome::Result), TurnShown{{1}, turn}, sends_interrupt(turn)}),
          stopped().hears(TurnStarted{its_thread, turn})
              .wants({TurnShown{{1}, turn}, sends_interrupt(turn)})
              .answers(TurnStart, names(turn)).wants({turn_call(Outcome::Result)}),
          stopped().answers(TurnStart, {.id = {}, .error = Error::Internal})
              .wants({turn_call(Outcome::Error, Error::Internal), ready})
              .hears(TurnStarted{its_thread, turn}).wants({is_unknown}),
          stopped().answers(TurnStart, overloaded).wants({})
              .hears(TurnStarted{its_thread, other})
              .wants({reports(Report::UnknownTurn, other.value)})
              .fires(TimerKind::Retry, 250ms).sends(TurnStart)
              .answers(TurnStart, names(turn))
              .wants({turn_call(Outcome::Result), TurnShown{{1}, turn}, sends_interrupt(turn)})});
   }},
  {.rule = "SES-07",
   .says = "a turn that does not end within 30 s of its interrupt is lost, and the server ended",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .tell(Called{{1}, ThreadList, {}})
         .tell(stops)
         .fires(TimerKind::Deadline, 15'000ms).wants({})
         .tell(stops).wants({})
         .fires(TimerKind::Interrupt, 15'000ms)
         .wants({BannerShown{Banner::TurnStuck},
                 CallEnded{{1}, {}, ThreadList, Outcome::Lost},
                 turn_ended(turn, TurnEnd::Lost), CloseInput{{1}}})
         .hears(completed(turn)).wants({reports(Report::OldProcess, 1)})
         .fires(TimerKind::Shutdown, 2'000ms).wants({Terminate{{1}}})
         .tell(ProcessGone{{1}}).wants({Spawn{{2}}})
         .tell(ProcessGone{{1}}).wants({reports(Report::OldProcess, 1)})
         .tell(ProcessStarted{{2}})
         .after(50'000ms);
   }},
  {.rule = "SES-07",
   .says = "the 30 s run from the first interrupt, and what is called meanwhile is for the next",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .tell(stops).after(10'000ms)
         .answers(TurnInterrupt, refused).wants({sends_interrupt(turn)})
         .answers(TurnInterrupt).wants({})
         .fires(TimerKind::Interrupt, 20'000ms)
         .wants({BannerShown{Banner::TurnStuck}, turn_ended(turn, TurnEnd::Lost), CloseInput{{1}}})
         .tell(Called{{1}, ThreadList, {}}).wants({})
         .tell(ProcessGone{{1}}).wants({Spawn{{2}}})
         .tell(ProcessStarted{{2}}).answers(Initialize).sends(ThreadList);
   }},
  {.rule = "RPC-06",
   .says = "an interrupt that the server is too busy for is sent again while its turn goes on",
   .run = [](const Client& client) {
     Talk active(client), late(client), lost(client);
     active.opens().starts().says().tell(stops);
     late.opens().starts();
     times_out(late).answers(TurnStart, names(turn));
     lost.opens().starts().says().tell(stops);
     return all_of(
         {active.answers(TurnInterrupt, overloaded).wants({})
              .fires(TimerKind::Retry, 250ms).wants({sends_interrupt(turn)}).verdict(),
          late.answers(TurnInterrupt, overloaded).wants({})
              .fires(TimerKind::Retry, 250ms).wants({sends_interrupt(turn)}).verdict(),
          lost.tell(ProcessGone{{1}})
              .wants({turn_ended(turn, TurnEnd::Lost), BannerShown{Banner::Restarting}})});
   }},
  {.rule = "SES-07", .says = "a stop that there is no room to send is reported, and its bound runs",
   .run = [](const Client& client) {
     auto stopped = full(client), late = full(client), forgets = full(client);
     stopped.tell(stops).wants({reports(Report::TooMany, turn.value)});
     late.answers(TurnStart, names({34}))
         .wants({reports(Report::LateResponse), reports(Report::TooMany, 34)});
     const auto lost = [](std::uint32_t call) {
       return CallEnded{{call}, {}, ThreadList, Outcome::Lost};
     };
     return all_of(
         {drains(stopped).fires(TimerKind::Interrupt, 30'000ms)
              .wants({BannerShown{Banner::TurnStuck}, lost(1), lost(2), lost(3), lost(4),
                      turn_ended(turn, TurnEnd::Lost), ComposerBusy{{2}}, ComposerBusy{{3}},
                      CloseInput{{1}}}),
          // Nobody waits for its end.
          drains(late).after(50'000ms).verdict(),
          // A second handshake has no room either.
          forgets.answers(ThreadList, {.id = {}, .error = Error::NotInitialized})
              .wants({CallEnded{{4}, {}, ThreadList, Outcome::Error, Error::NotInitialized}})});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> turn_checks() { return turn_rows; }

}  // namespace conformance::appserver
