// Calls: one outcome each, whatever becomes of the handshake, of the server and of the answer.
#include "appserver/checks/talk.h"

namespace conformance::appserver {
namespace {

using enum Method;
using port::appserver::Outcome;

constexpr Response failed{.id = {}, .error = Error::Internal};
constexpr Response forgotten{.id = {}, .error = Error::NotInitialized};

constexpr Called calls(std::uint32_t call, Method method = ThreadList) {
  return {{call}, method, {}};
}
constexpr CallEnded call_ended(std::uint32_t call, Outcome outcome, Error error = Error::None,
                               Method method = ThreadList) {
  return {{call}, {}, method, outcome, error};
}
constexpr Send sends_request(Method method) { return {{1}, Request{.id = {}, .method = method}}; }
constexpr BannerShown lacks{Banner::ServerLacks}, shakes_again{Banner::HandshakeAgain};

// Its process has started; nothing was answered.
Talk starting(const Client& client) {
  return Talk(client).tell(Opened{}).tell(ProcessStarted{{1}}).wants({sends_request(Initialize)});
}

// clang-format off
constexpr Check call_rows[] = {
  {.rule = "RPC-01",
   .says = "what is called before the handshake is done goes out behind it, in order",
   .run = [](Talk& talk) {
     talk.tell(Opened{}).tell(calls(1)).wants({})
         .tell(ProcessStarted{{1}}).wants({sends_request(Initialize)})
         .tell(calls(2, ModelList)).wants({})
         .tell(ChatStarted{{1}, default_settings}).wants({})
         .answers(Initialize)
         .wants({sends_initialized(), sends_request(ModelList), sends_request(ThreadList),
                 sends_request(ModelList),
                 Send{{1}, Request{.id = {}, .method = ThreadStart,
                                   .settings = default_settings}}});
   }},
  {.rule = "RPC-10",
   .says = "of two calls of one method each ends with its own answer, in whatever order they come",
   .run = [](Talk& talk) {
     talk.opens().tell(calls(1)).tell(calls(2))
         .answers(ThreadList).wants({call_ended(2, Outcome::Result)})
         .answers(ThreadList, failed).wants({call_ended(1, Outcome::Error, Error::Internal)})
         .tell(calls(3)).answers(ThreadList, overloaded).wants({})
         .tell(calls(4)).wants({sends_request(ThreadList)})
         .answers(ThreadList).wants({call_ended(4, Outcome::Result)})
         .fires(TimerKind::Retry, 250ms).wants({sends_request(ThreadList)})
         .answers(ThreadList).wants({call_ended(3, Outcome::Result)});
   }},
  {.rule = "RPC-02",
   .says = "a server that forgot its handshake gets one more, and each call one more try",
   .run = [](Talk& talk) {
     talk.opens().tell(calls(1)).tell(calls(2, Other))
         .answers(ThreadList, forgotten).wants({shakes_again, sends_request(Initialize)})
         .answers(Other, forgotten).wants({})
         .tell(calls(3, ModelList)).wants({})
         .answers(Initialize, {.id = {}, .error = Error::AlreadyInitialized})
         .wants({sends_initialized(), sends_request(ThreadList), sends_request(Other),
                 sends_request(ModelList)})
         .answers(ThreadList, forgotten)
         .wants({call_ended(1, Outcome::Error, Error::NotInitialized)})
         .answers(Other).wants({call_ended(2, Outcome::Result, Error::None, Other)})
         .answers(ModelList, forgotten)
         .wants({call_ended(3, Outcome::Error, Error::NotInitialized, ModelList)});
   }},
  {.rule = "RPC-02",
   .says = "a call that was sent before the second handshake is sent again at once after it",
   .run = [](Talk& talk) {
     talk.opens().tell(calls(1)).tell(calls(2, Other))
         .answers(ThreadList, forgotten).wants({shakes_again, sends_request(Initialize)})
         .answers(Initialize).wants({sends_initialized(), sends_request(ThreadList)})
         .answers(Other, forgotten).wants({sends_request(Other)})
         .answers(Other, forgotten)
         .wants({call_ended(2, Outcome::Error, Error::NotInitialized, Other)})
         .answers(ThreadList).wants({call_ended(1, Outcome::Result)});
   }},
  {.rule = "RPC-02",
   .says = "each process may forget its handshake once, and none may have one before its first",
   .run = [](const Client& client) {
     Talk talk(client);
     talk.opens().tell(calls(1))
         .answers(ThreadList, forgotten).wants({shakes_again, sends_request(Initialize)})
         .tell(ProcessGone{{1}})
         .wants({call_ended(1, Outcome::Lost), BannerShown{Banner::Restarting}})
         .fires(TimerKind::Restart, 250ms, 313ms)
         .tell(ProcessStarted{{2}}).answers(Initialize).answers(ModelList)
         .tell(calls(2)).answers(ThreadList, forgotten)
         .wants({shakes_again, Send{{2}, Request{.id = {}, .method = Initialize}}});
     return all_of({talk.verdict(),
                    starting(client)
                        .answers(Initialize, {.id = {}, .error = Error::AlreadyInitialized})
                        .wants({lacks})
                        .tell(calls(1))
                        .wants({call_ended(1, Outcome::Error, Error::AlreadyInitialized)})});
   }},
  {.rule = "RPC-03",
   .says = "a second handshake that fails ends what waits for it, and what is called later",
   .run = [](const Client& client) {
     const auto second = [&] {
       return Talk(client).opens().tell(calls(1)).answers(ThreadList, forgotten)
           .wants({shakes_again, sends_request(Initialize)});
     };
     return all_of(
         {second().answers(Initialize, failed)
              .wants({lacks, call_ended(1, Outcome::Error, Error::Internal)})
              .tell(calls(2)).wants({call_ended(2, Outcome::Error, Error::Internal)})
              .after(300'000ms),
          // What was sent may still be answered.
          Talk(client).opens().tell(calls(1)).tell(calls(2, Other)).tell(calls(3, ModelList))
              .answers(ThreadList, forgotten).wants({shakes_again, sends_request(Initialize)})
              .answers(Initialize, failed)
              .wants({lacks, call_ended(1, Outcome::Error, Error::Internal)})
              .answers(Other).wants({call_ended(2, Outcome::Result, Error::None, Other)})
              .answers(ModelList, forgotten)
              .wants({call_ended(3, Outcome::Error, Error::Internal, ModelList)}),
          second().answers(Initialize, forgotten)
              .wants({lacks, call_ended(1, Outcome::Error, Error::NotInitialized)}),
          second().after(1'000ms).tell(calls(2))
              // Their deadlines are those of their first sending.
              .fires(TimerKind::Deadline, 59'000ms).wants({call_ended(1, Outcome::TimedOut)})
              // It was answered.
              .answers_again().wants({reports(Report::UnknownResponse)})
              .fires(TimerKind::Deadline, 0ms).wants({lacks, call_ended(2, Outcome::TimedOut)})
              .tell(calls(3)).wants({call_ended(3, Outcome::TimedOut)})
              .answers(Initialize).wants({reports(Report::LateResponse)})});
   }},
  {.rule = "RPC-03",
   .says = "a server that fails its verification during a second handshake is asked no more",
   .run = [](const Client& client) {
     return starting(client).answers(Initialize).tell(calls(1))
         .answers(ThreadList, forgotten).wants({shakes_again, sends_request(Initialize)})
         .answers(ModelList, failed)
         .wants({lacks, call_ended(1, Outcome::Error, Error::Internal)})
         .tell(calls(2)).wants({call_ended(2, Outcome::Error, Error::Internal)})
         .answers(Initialize).wants({reports(Report::LateResponse)})
         .after(300'000ms)
         .tell(ProcessGone{{1}}).wants({BannerShown{Banner::Restarting}})
         .verdict();
   }},
  {.rule = "RPC-03",
   .says = "a verification is over when the second handshake fails, and is told of once",
   .run = [](const Client& client) {
     const auto forgets = [&] {
       auto talk = starting(client);
       talk.answers(Initialize).tell(calls(1));
       return talk;
     };
     return all_of(
         {forgets().answers(ThreadList, forgotten)
              .wants({shakes_again, sends_request(Initialize)})
              .answers(Initialize, failed)
              .wants({lacks, call_ended(1, Outcome::Error, Error::Internal)})
              .answers(ModelList, failed).wants({reports(Report::LateResponse)})
              .after(300'000ms).verdict(),
          forgets().answers(ModelList, failed).wants({lacks})
              .answers(ThreadList, forgotten)
              .wants({shakes_again, sends_request(Initialize)})
              .answers(Initialize, failed)
              .wants({call_ended(1, Outcome::Error, Error::Internal)})});
   }},
  {.rule = "RPC-03", .says = "a call whose deadline has come is not sent again",
   .run = [](const Client& client) {
     const auto overdue = [&] { return Talk(client).opens().tell(calls(1)).after(30'000ms); };
     return all_of(
         {overdue().answers(ThreadList, forgotten)
              .wants({shakes_again, sends_request(Initialize)})
              .after(30'000ms)
              .answers(Initialize)
              .wants({sends_initialized(), call_ended(1, Outcome::TimedOut)})
              .after(300'000ms).verdict(),
          overdue().after(30'000ms).answers(ThreadList, forgotten)
              .wants({call_ended(1, Outcome::Error, Error::NotInitialized)}),
          overdue().after(30'000ms).answers(ThreadList, overloaded)
              .wants({call_ended(1, Outcome::Error, Error::Overloaded)})});
   }},
  {.rule = "RPC-03",
   .says = "what the user asks of the models has its own outcome when the verification fails",
   .run = [](const Client& client) {
     return starting(client).answers(Initialize).tell(calls(1, ModelList))
         .fires(TimerKind::Deadline, 60'000ms).wants({lacks})
         .answers(ModelList).wants({call_ended(1, Outcome::Result, Error::None, ModelList)})
         .answers(ModelList).wants({reports(Report::LateResponse)})
         .verdict();
   }},
  {.rule = "SES-12",
   .says = "a server that fails its handshake is told of, and every call ends as that did",
   .run = [](const Client& client) {
     auto refused = starting(client), silent = starting(client);
     return all_of(
         {refused.tell(calls(1)).answers(Initialize, failed)
              .wants({lacks, call_ended(1, Outcome::Error, Error::Internal)})
              .tell(ChatStarted{{1}, default_settings})
              .wants({CallEnded{{}, {1}, ThreadStart, Outcome::Error, Error::Internal}})
              .tell(ChatStarted{{1}, default_settings})
              .wants({CallEnded{{}, {1}, ThreadStart, Outcome::Error, Error::Internal}})
              .after(300'000ms),
          silent.tell(calls(1)).fires(TimerKind::Deadline, 60'000ms)
              .wants({lacks, call_ended(1, Outcome::TimedOut)})
              .tell(calls(2)).wants({call_ended(2, Outcome::TimedOut)})
              .answers(Initialize).wants({reports(Report::LateResponse)})});
   }},
  {.rule = "SES-12",
   .says = "what is said before the verification waits for it, and ends if it fails",
   .run = [](const Client& client) {
     const auto waits = [&] {
       auto talk = starting(client);
       talk.answers(Initialize).starts()
           .tell(Said{{1}, {1}}).wants({ComposerBusy{{1}}});
       return talk;
     };
     return all_of(
         {waits().answers(ModelList)
              .wants({Send{{1}, Request{.id = {}, .method = TurnStart, .thread = thread_of(1),
                                        .text = {1}}}}),
          waits().answers(ModelList, failed)
              .wants({lacks, turn_call(Outcome::Error, Error::Internal), ComposerReady{{1}}})
              .tell(calls(1)).wants({sends_request(ThreadList)}),
          waits().fires(TimerKind::Deadline, 60'000ms)
              .wants({lacks, turn_call(Outcome::TimedOut), ComposerReady{{1}}})});
   }},
  {.rule = "RPC-03", .says = "a call that no process will come for is lost at once",
   .run = [](Talk& talk) {
     talk.tell(Opened{});
     std::uint32_t process = 1;
     for (const Duration pause : {250ms, 500ms, 1'000ms, 2'000ms})
       talk.tell(ProcessGone{{process++}}).wants({BannerShown{Banner::Restarting}})
           .fires(TimerKind::Restart, pause, pause + pause / 4).wants({Spawn{{process}}});
     talk.tell(calls(1)).wants({})
         .tell(ProcessGone{{process}})
         .wants({call_ended(1, Outcome::Lost), BannerShown{Banner::GivenUp}})
         .tell(calls(2)).wants({call_ended(2, Outcome::Lost)})
         .tell(ChatStarted{{1}, default_settings})
         .wants({CallEnded{{}, {1}, ThreadStart, Outcome::Lost}})
         .tell(ProcessGone{{process}}).wants({reports(Report::OldProcess, process)})
         .after(300'000ms);
   }},
  {.rule = "RPC-03",
   .says = "a call that was sent ends at its deadline by its timer, not by a handshake",
   .run = [](Talk& talk) {
     talk.opens().after(1'000ms).tell(calls(1)).after(30'000ms)
         .tell(calls(2, Other)).answers(Other, forgotten)
         .wants({shakes_again, sends_request(Initialize)})
         .after(30'000ms)
         .answers(Initialize).wants({sends_initialized(), sends_request(Other)})
         .fires(TimerKind::Deadline, 0ms).wants({call_ended(1, Outcome::TimedOut)})
         .answers(ThreadList).wants({reports(Report::LateResponse)});
   }},
  {.rule = "RPC-04", .says = "an answer counts once, before its deadline; all others are reported",
   .run = [](Talk& talk) {
     talk.opens()
         .hears(Response{.id = {77}}).wants({reports(Report::UnknownResponse)})
         .hears(Response{}).wants({reports(Report::UnknownResponse)})
         .tell(calls(1)).answers(ThreadList).wants({call_ended(1, Outcome::Result)})
         .answers_again().wants({reports(Report::UnknownResponse)})
         .tell(calls(2)).fires(TimerKind::Deadline, 60'000ms)
         .wants({call_ended(2, Outcome::TimedOut)})
         .answers(ThreadList).wants({reports(Report::LateResponse)})
         .answers_again().wants({reports(Report::UnknownResponse)});
   }},
  {.rule = "RPC-04", .says = "the last four answers that came too late are known as late",
   .run = [](Talk& talk) {
     talk.opens();
     for (std::uint32_t call = 1; call <= 5; ++call)
       talk.tell(calls(call)).fires(TimerKind::Deadline, 60'000ms)
           .wants({call_ended(call, Outcome::TimedOut)});
     for (int late = 0; late < 4; ++late)
       talk.answers(ThreadList).wants({reports(Report::LateResponse)});
     talk.answers(ThreadList).wants({reports(Report::UnknownResponse)});
   }},
  {.rule = "RPC-06",
   .says = "what waits to be sent to an overloaded server again waits for a handshake, too",
   .run = [](const Client& client) {
     const auto both = [&] {
       return Talk(client).opens().tell(calls(1)).tell(calls(2, Other))
           .answers(ThreadList, overloaded).wants({})
           .answers(Other, forgotten).wants({shakes_again, sends_request(Initialize)})
           .fires(TimerKind::Retry, 250ms).wants({});
     };
     return all_of(
         {Talk(client).opens().tell(calls(1)).tell(calls(2, Other))
              .answers(ThreadList, overloaded).wants({})
              .answers_again().wants({reports(Report::UnknownResponse)})
              .fires(TimerKind::Retry, 250ms).wants({sends_request(ThreadList)})
              .answers(ThreadList, overloaded).wants({})
              .answers(Other, overloaded).wants({})
              .fires(TimerKind::Retry, 250ms).wants({sends_request(Other)}),
          Talk(client).opens().tell(calls(1)).tell(calls(2, Other))
              .answers(ThreadList, overloaded).wants({})
              .answers(Other, forgotten).wants({shakes_again, sends_request(Initialize)})
              .answers(Initialize, failed)
              .wants({lacks, call_ended(2, Outcome::Error, Error::Internal, Other)})
              .fires(TimerKind::Retry, 250ms)
              .wants({call_ended(1, Outcome::Error, Error::Internal)}),
          both().answers(Initialize)
              .wants({sends_initialized(), sends_request(ThreadList), sends_request(Other)})
              // The second of an overloaded call's pauses.
              .answers(ThreadList, overloaded).wants({})
              .fires(TimerKind::Retry, 500ms).wants({sends_request(ThreadList)}),
          both().answers(Initialize, failed)
              .wants({lacks, call_ended(1, Outcome::Error, Error::Internal),
                      call_ended(2, Outcome::Error, Error::Internal, Other)}),
          both().fires(TimerKind::Deadline, 59'750ms).wants({call_ended(1, Outcome::TimedOut)})});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> call_checks() { return call_rows; }

}  // namespace conformance::appserver
