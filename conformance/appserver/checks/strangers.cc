// What the server says of threads, turns and items that are not there: reported, and nothing else
// (SES-08, SES-03, ITM-03, ITM-06).
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using enum Method;

constexpr TextMark mark{4, 4};

// Whatever is said of a turn, each kind of it once: how it begins, how it ends, and the rest.
Talk& of_turn(Talk& talk, ThreadId thread, TurnId turn, Reported at_start, Reported at_end,
              Reported rest) {
  return talk.strays({{TurnStarted{thread, turn}, at_start},
                      {TurnCompleted{thread, turn, TurnEnd::Completed}, at_end},
                      {ItemStarted{thread, turn, {1}, ItemKind::Answer, {}}, rest},
                      {ItemDelta{thread, turn, {1}, {1}, mark}, rest},
                      {ItemOutput{thread, turn, {1}, {1}}, rest},
                      {ItemCompleted{thread, turn, {1}, ItemEnd::Done}, rest}});
}
Talk& of_turn(Talk& talk, ThreadId thread, TurnId turn, Reported reported) {
  return of_turn(talk, thread, turn, reported, reported, reported);
}

// The active turn of chat 1 is as it was.
Talk& ends(Talk& talk) {
  return talk.hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
      .wants({TurnEnded{{1}, turn_of(1), TurnEnd::Completed}, ComposerReady{{1}}});
}

constexpr ItemDelta grows(std::uint32_t item, std::uint32_t chat = 1) {
  return {thread_of(chat), turn_of(chat), {item}, {1}, mark};
}
constexpr ItemOutput puts_out(std::uint32_t item, std::uint32_t chat = 1) {
  return {thread_of(chat), turn_of(chat), {item}, {1}};
}
constexpr ItemCompleted is_done(std::uint32_t item, std::uint32_t chat = 1) {
  return {thread_of(chat), turn_of(chat), {item}, ItemEnd::Done};
}

// clang-format off
constexpr Check stranger_rows[] = {
  {.rule = "SES-08",
   .says = "what names a thread that is not there is reported, and changes nothing",
   .run = [](Talk& talk) {
     talk.opens().starts();
     const Reported unknown{Report::UnknownThread, thread_of(2).value};
     of_turn(talk, thread_of(2), turn_of(1), unknown)
         .strays({{ThreadStarted{thread_of(2)}, unknown},
                  {Usage{thread_of(2), 5}, unknown}})
         .says();
     ends(talk);
   }},
  {.rule = "SES-08", .says = "what names no thread is not of a chat whose thread has no name yet",
   .run = [](Talk& talk) {
     talk.opens().tell(ChatStarted{{1}, default_settings});
     of_turn(talk, no_thread, turn_of(1), {Report::UnknownThread, 0})
         .strays({{Usage{no_thread, 5}, {Report::UnknownThread, 0}}})
         .answers(ThreadStart, {.id = {}, .thread = thread_of(1)})
         .hears(ThreadStarted{thread_of(1)})
         .wants({ComposerReady{{1}}});
   }},
  {.rule = "SES-08",
   .says = "threads that start and that no answer names are reported, at the last answer at latest",
   .run = [](Talk& talk) {
     talk.opens()
         .hears(ThreadStarted{{18}}).wants({reports(Report::UnknownThread, 18)})
         .tell(Called{{1}, ThreadList, {}})
         .hears(ThreadStarted{{18}}).wants({reports(Report::UnknownThread, 18)})
         .tell(ChatStarted{{1}, default_settings})
         .hears(ThreadStarted{{19}}).wants({})
         .hears(ThreadStarted{{18}}).wants({})
         .answers(ThreadStart, {.id = {}, .thread = thread_of(1)})
         .wants({CallEnded{{}, {1}, ThreadStart, Outcome::Result},
                 reports(Report::UnknownThread, 19), reports(Report::UnknownThread, 18)})
         .hears(ThreadStarted{thread_of(1)}).wants({ComposerReady{{1}}})
         .hears(ThreadStarted{thread_of(1)}).wants({})
         .tell(ChatStarted{{2}, default_settings})
         .hears(ThreadStarted{{19}}).wants({})
         .answers(ThreadStart, {.id = {}, .error = Error::Internal})
         .wants({CallEnded{{}, {2}, ThreadStart, Outcome::Error, Error::Internal},
                 reports(Report::UnknownThread, 19)});
   }},
  {.rule = "SES-08",
   .says = "what names another turn than the active one is reported, and changes nothing",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     const auto thread = thread_of(1);
     const Reported unknown{Report::UnknownTurn, turn_of(2).value};
     of_turn(talk, thread, turn_of(2), {Report::SecondTurn, turn_of(2).value}, unknown, unknown);
     of_turn(talk, thread, no_turn, {Report::UnknownTurn, 0})
         .hears(TurnStarted{thread, turn_of(1)}).wants({});
     ends(talk);
   }},
  {.rule = "SES-08",
   .says = "what names a turn of a chat that has none is reported, and begins none",
   .run = [](Talk& talk) {
     talk.opens().starts();
     of_turn(talk, thread_of(1), turn_of(1), {Report::UnknownTurn, turn_of(1).value});
     of_turn(talk, thread_of(1), no_turn, {Report::UnknownTurn, 0});
     talk.says();
     ends(talk);
   }},
  {.rule = "SES-08",
   .says = "a turn that has ended is not revived, also while the next one has no name",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     ends(talk);
     const Reported unknown{Report::UnknownTurn, turn_of(1).value};
     const Reported second{Report::SecondEnd, turn_of(1).value};
     of_turn(talk, thread_of(1), turn_of(1), unknown, second, unknown);
     talk.tell(Said{{1}, {2}});
     of_turn(talk, thread_of(1), turn_of(1), unknown, second, unknown);
     of_turn(talk, thread_of(1), no_turn, {Report::UnknownTurn, 0})
         .answers(TurnStart, {.id = {}, .turn = turn_of(2)})
         .wants({turn_call(Outcome::Result), TurnShown{{1}, turn_of(2)}});
   }},
  {.rule = "SES-08", .says = "a turn that ended before one was lost without a name is not revived",
   .run = [](Talk& talk) {
     talk.opens().starts().says();
     ends(talk).tell(Said{{1}, {2}})
         .tell(ProcessGone{{1}})
         .wants({turn_call(Outcome::Lost), TurnEnded{{1}, no_turn, TurnEnd::Lost},
                 BannerShown{Banner::Restarting}})
         .fires(TimerKind::Restart, 250ms, 313ms).tell(ProcessStarted{{2}})
         .answers(Initialize).answers(ModelList)
         .answers(ThreadResume, {.id = {}, .thread = thread_of(1)}).wants({ComposerReady{{1}}})
         .tell(Said{{1}, {3}});
     const Reported unknown{Report::UnknownTurn, turn_of(1).value};
     const Reported second{Report::SecondEnd, turn_of(1).value};
     of_turn(talk, thread_of(1), turn_of(1), unknown, second, unknown);
   }},
  {.rule = "SES-03", .says = "a turn ends once, whatever it ends as",
   .run = [](Talk& talk) {
     talk.opens().starts();
     for (const auto end :
          {TurnEnd::Completed, TurnEnd::Interrupted, TurnEnd::Failed, TurnEnd::Unknown}) {
       const TurnId turn{30 + static_cast<std::uint32_t>(end)};
       talk.tell(Said{{1}, {1}})
           .answers(TurnStart, {.id = {}, .turn = turn})
           .wants({turn_call(Outcome::Result), TurnShown{{1}, turn}})
           .hears(TurnCompleted{thread_of(1), turn, end})
           .wants({TurnEnded{{1}, turn, end}, ComposerReady{{1}}})
           .hears(TurnCompleted{thread_of(1), turn, end})
           .wants({reports(Report::SecondEnd, turn.value)});
     }
   }},
  {.rule = "RPC-07", .says = "a notification that nobody knows is reported",
   .run = [](Talk& talk) {
     talk.opens()
         .hears(port::appserver::UnknownNotice{}).wants({reports(Report::UnknownNotice)});
   }},
  {.rule = "ITM-03",
   .says = "what names an item that has not begun is reported, and creates nothing",
   .run = [](Talk& talk) {
     talk.opens().starts(1).starts(2).says(1).says(2)
         .hears(begins(1, 2)).wants({ItemOpened{{2}, {1}, ItemKind::Answer}})
         .strays({{grows(1), {Report::UnknownItem, 1}}, {puts_out(1), {Report::UnknownItem, 1}},
                  {is_done(1), {Report::UnknownItem, 1}}, {begins(0), {Report::UnknownItem, 0}}})
         .hears(begins(1)).wants({ItemOpened{{1}, {1}, ItemKind::Answer}})
         .hears(begins(1)).wants({})
         .hears(puts_out(1)).wants({})
         .hears(grows(1)).wants({TextAppended{{1}, {1}}})
         .hears(is_done(1)).wants({ItemClosed{{1}, ItemEnd::Done}});
     // That of the other chat is another one.
     talk.hears(grows(1, 2)).wants({TextAppended{{1}, {1}}});
   }},
  {.rule = "ITM-06", .says = "what names an item that is complete is reported, and changes nothing",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(begins(1))
         .hears(grows(1))
         .hears(is_done(1)).wants({ItemClosed{{1}, ItemEnd::Done}})
         .strays({{begins(1), {Report::UnknownItem, 1}}, {grows(1), {Report::UnknownItem, 1}},
                  {puts_out(1), {Report::UnknownItem, 1}},
                  {is_done(1), {Report::SecondItemEnd, 1}}})
         .tell(FrameDue{}).wants({});
     ends(talk);
   }},
};
// clang-format on

}  // namespace

std::span<const Check> stranger_checks() { return stranger_rows; }

}  // namespace conformance::appserver
