// Chats: how they get a thread, are archived and are resumed.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using enum Method;
using port::appserver::Outcome;

constexpr Response invalid{.id = {}, .error = Error::InvalidRequest};
constexpr Response named{.id = {}, .thread = thread_of(1)};
constexpr ComposerReady chat_ready{{1}};
constexpr ComposerBusy chat_busy{{1}};
constexpr ChatStarted start{{1}, default_settings};
constexpr ChatArchived archives{{1}};
constexpr ChatResumed resumes{{1}, thread_of(1)};

constexpr CallEnded chat_ended(Method method, Outcome outcome, Error error = Error::None,
                               std::uint32_t chat = 1) {
  return {{}, {chat}, method, outcome, error};
}
constexpr Send sends_of_thread(Method method, std::uint32_t process = 1) {
  return {{process}, Request{.id = {}, .method = method, .thread = thread_of(1)}};
}

// Process 1 is gone, and the next one has shaken hands.
Talk& restarts(Talk& talk) {
  return talk.fires(TimerKind::Restart, 250ms, 313ms)
      .wants({Spawn{{2}}})
      .tell(ProcessStarted{{2}})
      .answers(Initialize);
}
constexpr Send sends_models(std::uint32_t process) {
  return {{process}, Request{.id = {}, .method = ModelList}};
}

// clang-format off
constexpr Check chat_rows[] = {
  {.rule = "SES-01",
   .says = "a chat is ready when its thread is named and has started, whichever comes first",
   .run = [](const Client& client) {
     const auto asked = [&] {
       return Talk(client).opens().tell(start)
           .wants({Send{{1}, Request{.id = {}, .method = ThreadStart,
                                     .settings = client.parts().settings}}});
     };
     const auto result = chat_ended(ThreadStart, Outcome::Result);
     return all_of(
         {asked().hears(ThreadStarted{thread_of(1)}).wants({})
              .answers(ThreadStart, named).wants({result, chat_ready}).verdict(),
          asked().answers(ThreadStart, named).wants({result})
              .tell(Said{{1}, {1}}).wants({chat_ended(TurnStart, Outcome::Refused)})
              .hears(ThreadStarted{thread_of(1)}).wants({chat_ready}).verdict(),
          // That of a chat is kept while that of another one is answered.
          asked().tell(ChatStarted{{2}, default_settings})
              .hears(ThreadStarted{thread_of(1)}).wants({})
              .answers(ThreadStart, {.id = {}, .thread = thread_of(2)})
              .wants({chat_ended(ThreadStart, Outcome::Result, Error::None, 2)})
              .answers(ThreadStart, named).wants({result, chat_ready})
              .hears(ThreadStarted{thread_of(2)}).wants({ComposerReady{{2}}}).verdict(),
          // Those of others start first.
          asked().hears(ThreadStarted{{18}}).wants({}).hears(ThreadStarted{{19}}).wants({})
              .hears(ThreadStarted{thread_of(1)}).wants({})
              .answers(ThreadStart, named)
              .wants({result, chat_ready, reports(Report::UnknownThread, 18),
                      reports(Report::UnknownThread, 19)}).verdict()});
   }},
  {.rule = "RPC-03", .says = "a chat whose thread is refused, or has no name of its own, is none",
   .run = [](Talk& talk) {
     const auto error = chat_ended(ThreadStart, Outcome::Error, Error::Other);
     talk.opens()
         .tell(start).answers(ThreadStart).wants({error})
         .tell(start).answers(ThreadStart, invalid)
         .wants({chat_ended(ThreadStart, Outcome::Error, Error::InvalidRequest)})
         .tell(start).fires(TimerKind::Deadline, 60'000ms)
         .wants({chat_ended(ThreadStart, Outcome::TimedOut)})
         .starts(1)
         .tell(ChatStarted{{2}, default_settings}).answers(ThreadStart, named)
         .wants({chat_ended(ThreadStart, Outcome::Error, Error::Other, 2)})
         .starts(2);
   }},
  {.rule = "SES-11", .says = "a chat does not wait for a start of its thread that is not told of",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(ProcessStarted{{1}})
         .wants({Send{{1}, Request{.id = {}, .method = Initialize,
                                   .opts_out = opt_out::thread_started}}});
     talk.answers(Initialize).answers(ModelList)
         .tell(start).sends(ThreadStart)
         .answers(ThreadStart, named).wants({chat_ended(ThreadStart, Outcome::Result), chat_ready});
   },
   .opts_out = opt_out::thread_started},
  {.rule = "SES-09", .says = "an archived chat takes no turn before it is resumed",
   .run = [](Talk& talk) {
     const auto refused = chat_ended(TurnStart, Outcome::Refused);
     const Said said{{1}, {1}};
     talk.opens().starts()
         .tell(archives).wants({chat_busy, sends_of_thread(ThreadArchive)})
         .tell(said).wants({refused})
         .tell(archives).wants({chat_ended(ThreadArchive, Outcome::Refused)})
         .answers(ThreadArchive).wants({chat_ended(ThreadArchive, Outcome::Result)})
         .tell(said).wants({refused})
         .tell(resumes).wants({sends_of_thread(ThreadResume)})
         .tell(said).wants({refused})
         .answers(ThreadResume, named)
         .wants({chat_ended(ThreadResume, Outcome::Result), chat_ready})
         .tell(said).wants({chat_busy, Send{{1}, Request{.id = {}, .method = TurnStart,
                                                    .thread = thread_of(1), .text = {1}}}});
   }},
  {.rule = "SES-09",
   .says = "a chat with a turn is not archived, nor one that is not there, which takes no turn",
   .run = [](Talk& talk) {
     const auto refused = chat_ended(ThreadArchive, Outcome::Refused);
     talk.opens().starts()
         .tell(archives).wants({chat_busy, sends_of_thread(ThreadArchive)})
         .answers(ThreadArchive, invalid)
         .wants({chat_ended(ThreadArchive, Outcome::Error, Error::InvalidRequest), chat_ready})
         .tell(Said{{1}, {1}}).tell(archives).wants({refused})
         .answers(TurnStart, {.id = {}, .turn = turn_of(1)}).tell(archives).wants({refused})
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .tell(archives).wants({chat_busy, sends_of_thread(ThreadArchive)})
         .tell(ChatArchived{{7}})
         .wants({chat_ended(ThreadArchive, Outcome::Refused, Error::None, 7)})
         .tell(Said{{7}, {1}}).wants({chat_ended(TurnStart, Outcome::Refused, Error::None, 7)});
   }},
  {.rule = "RPC-03",
   .says = "what is wanted of a chat while there is no room for calls ends as busy",
   .run = [](Talk& talk) {
     talk.opens().starts();
     for (std::uint32_t call = 1; call <= 4; ++call) talk.tell(Called{{call}, ThreadList, {}});
     talk.tell(archives).wants({chat_ended(ThreadArchive, Outcome::Busy)})
         .tell(Said{{1}, {1}}).wants({chat_ended(TurnStart, Outcome::Busy)})
         .tell(ChatStarted{{2}, default_settings})
         .wants({chat_ended(ThreadStart, Outcome::Busy, Error::None, 2)})
         .tell(ChatResumed{{2}, thread_of(2)})
         .wants({chat_ended(ThreadResume, Outcome::Busy, Error::None, 2)})
         .answers(ThreadList).starts(2);
   }},
  {.rule = "RPC-03",
   .says = "a thread that a chat has, and one that there is no room for, is not resumed",
   .run = [](Talk& talk) {
     talk.opens().starts(1)
         .tell(ChatResumed{{2}, thread_of(1)})
         .wants({chat_ended(ThreadResume, Outcome::Refused, Error::None, 2)})
         .starts(2).starts(3)
         .tell(ChatResumed{{4}, thread_of(4)})
         .wants({chat_ended(ThreadResume, Outcome::Busy, Error::None, 4)});
   }},
  {.rule = "PROC-03", .says = "a thread that cannot be resumed is told of, and may be wanted again",
   .run = [](Talk& talk) {
     talk.opens().starts().says()
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .tell(ProcessGone{{1}}).wants({chat_busy, BannerShown{Banner::Restarting}})
         .tell(Said{{1}, {1}}).wants({chat_ended(TurnStart, Outcome::Refused)})
         // There is room for this one, and for no other.
         .tell(ChatResumed{{2}, thread_of(2)}).wants({});
     restarts(talk)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2),
                 Send{{2}, Request{.id = {}, .method = ThreadResume, .thread = thread_of(2)}}})
         .answers(ThreadResume, {.id = {}, .thread = thread_of(2)})
         .wants({chat_ended(ThreadResume, Outcome::Result, Error::None, 2), ComposerReady{{2}}})
         .answers(ThreadResume, invalid)
         .wants({chat_ended(ThreadResume, Outcome::Error, Error::InvalidRequest)})
         .tell(Said{{1}, {1}}).wants({chat_ended(TurnStart, Outcome::Refused)})
         // There is no room for another chat, and it needs none.
         .starts(3)
         .tell(resumes).wants({sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, named)
         .wants({chat_ended(ThreadResume, Outcome::Result), chat_ready});
   }},
  {.rule = "SES-15", .says = "a chat in which no turn ran begins anew when its thread is refused",
   .run = [](Talk& talk) {
     talk.opens().starts().tell(ProcessGone{{1}});
     restarts(talk)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, invalid)
         .wants({chat_ended(ThreadResume, Outcome::Error, Error::InvalidRequest),
                 Send{{2}, Request{.id = {}, .method = ThreadStart,
                                   .settings = default_settings}}})
         .answers(ThreadStart, {.id = {}, .thread = thread_of(2)})
         .wants({chat_ended(ThreadStart, Outcome::Result)})
         .hears(ThreadStarted{thread_of(2)}).wants({chat_ready});
   }},
  {.rule = "SES-15", .says = "a chat in which a turn ran is free to be started when it is refused",
   .run = [](const Client& client) {
     Talk refused(client), lacking(client);
     refused.opens().starts().says()
         .hears(TurnCompleted{thread_of(1), turn_of(1), TurnEnd::Completed})
         .tell(ProcessGone{{1}});
     restarts(refused).answers(ThreadResume, invalid)
         .wants({chat_ended(ThreadResume, Outcome::Error, Error::InvalidRequest)})
         .tell(ChatStarted{{1}, default_settings})
         .wants({Send{{2}, Request{.id = {}, .method = ThreadStart,
                                   .settings = default_settings}}});
     // Where it failed for want of a handshake, the thread is not lost.
     lacking.opens().starts().tell(ProcessGone{{1}});
     restarts(lacking)
         .answers(ThreadResume, {.id = {}, .error = Error::NotInitialized})
         .answers(Initialize, invalid)
         .wants({BannerShown{Banner::ServerLacks},
                 chat_ended(ThreadResume, Outcome::Error, Error::InvalidRequest)})
         .tell(ProcessGone{{2}})
         .fires(TimerKind::Restart, 500ms, 625ms).tell(ProcessStarted{{3}}).answers(Initialize)
         .wants({sends_initialized(3), sends_models(3), sends_of_thread(ThreadResume, 3)});
     return all_of({refused, lacking});
   }},
  {.rule = "PROC-03", .says = "a thread that is to be resumed is, once, by each process that comes",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(resumes).wants({})
         .tell(ProcessStarted{{1}})
         .answers(Initialize)
         .wants({sends_initialized(1), sends_models(1), sends_of_thread(ThreadResume)})
         .answers(ThreadResume, invalid)
         .wants({chat_ended(ThreadResume, Outcome::Error, Error::InvalidRequest)})
         .tell(resumes).wants({sends_of_thread(ThreadResume)})
         .tell(ProcessGone{{1}})
         .wants({chat_ended(ThreadResume, Outcome::Lost), BannerShown{Banner::Restarting}})
         .tell(resumes).wants({});
     restarts(talk)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, named)
         .wants({chat_ended(ThreadResume, Outcome::Result), chat_ready})
         // It is one chat still: there is room for two more.
         .starts(2).tell(ChatStarted{{3}, default_settings})
         .wants({Send{{2}, Request{.id = {}, .method = ThreadStart,
                                   .settings = default_settings}}});
   }},
  {.rule = "PROC-03",
   .says = "what a process leaves undone is lost: starts and archives too, and no turn goes on",
   .run = [](const Client& client) {
     Talk talk(client);
     talk.opens().starts(1).tell(archives).tell(ChatStarted{{2}, default_settings})
         .tell(ProcessGone{{1}})
         .wants({chat_ended(ThreadArchive, Outcome::Lost),
                 chat_ended(ThreadStart, Outcome::Lost, Error::None, 2),
                 BannerShown{Banner::Restarting}});
     restarts(talk)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, named).wants({chat_ready});
     // The thread is named; that it started was never told.
     Talk answered(client);
     answered.opens().tell(start).answers(ThreadStart, named)
         .tell(ProcessGone{{1}}).wants({BannerShown{Banner::Restarting}});
     restarts(answered)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, named).wants({chat_ready});
     return all_of({talk.starts(2).verdict(), answered.verdict()});
   }},
  {.rule = "PROC-03",
   .says = "what one process said or left open is nothing to the next, which is verified again",
   .run = [](Talk& talk) {
     talk.opens().starts()
         .tell(Said{{1}, {1}}).fires(TimerKind::Deadline, 60'000ms)
         .tell(ChatStarted{{2}, default_settings}).hears(ThreadStarted{{19}}).wants({})
         .tell(ProcessGone{{1}})
         .wants({chat_ended(ThreadStart, Outcome::Lost, Error::None, 2), chat_busy,
                 BannerShown{Banner::Restarting}});
     restarts(talk)
         .wants({sends_initialized(2), sends_models(2), sends_of_thread(ThreadResume, 2)})
         .answers(ThreadResume, named).wants({chat_ready})
         .tell(Said{{1}, {2}}).wants({chat_busy})
         .answers(ModelList).sends(TurnStart)
         .hears(TurnStarted{thread_of(1), turn_of(1)}).wants({TurnShown{{1}, turn_of(1)}})
         .tell(ChatStarted{{2}, default_settings})
         .answers(ThreadStart, {.id = {}, .thread = thread_of(2)})
         .wants({chat_ended(ThreadStart, Outcome::Result, Error::None, 2)});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> chat_checks() { return chat_rows; }

}  // namespace conformance::appserver
