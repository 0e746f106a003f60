// Mutants that lose, repeat or mistake calls and answers, or mistreat the process.
#include "appserver/mutants/turn.h"
#include "port/check.h"

namespace conformance::appserver {
namespace {

using engine::appserver::Limits;
using engine::appserver::Phase;

bool is_deadline(const SetTimer& set) { return set.timer.kind == TimerKind::Deadline; }

// The oldest request that waits for its answer; zero: there is none.
RequestId oldest_sent(const Engine& engine) {
  RequestId out{};
  for (const auto& call : engine.state().calls)
    if (call.phase == engine::appserver::CallPhase::Sent && (out == no_request || call.id < out))
      out = call.id;
  return out;
}

// The first list that waits for its answer, if that is what the request is one of.
RequestId first_of_its_method(const Engine& engine, RequestId id) {
  const auto& calls = engine.state().calls;
  const auto found = std::ranges::find(calls, id, &engine::appserver::Call::id);
  if (found == calls.end() || found->method != Method::ThreadList) return id;
  for (const auto& call : calls)
    if (call.method == found->method && call.phase == engine::appserver::CallPhase::Sent)
      return call.id;
  return id;
}

constexpr Deviation call_table[]{
    {{"calls_do_not_wait", "RPC-01", "appserver/call_before_initialized",
      "a call is sent while initialize is under way"},
     [](Turn& turn) {
       const auto* called = turn.got<Called>();
       turn.pass();
       if (called == nullptr || turn.engine.state().server.phase != Phase::Initializing) return;
       turn.send(Request{.id = {foreign_ids + called->call.value},
                         .method = called->method,
                         .text = called->text});
     }},
    {{"no_initialized", "RPC-01", "", "initialized is not sent"}, After{[](Turn& turn) {
       turn.drop_sent<Initialized>([](const Initialized&) { return true; });
     }}},
    {{"no_second_handshake", "RPC-02", "", "a server that forgot its handshake stays so"},
     hears([](Response& response) {
       if (response.error == Error::NotInitialized) response.error = Error::Other;
     })},
    {{"calls_of_a_method_confused", "RPC-10", "appserver/two_calls_of_a_method",
      "an answer is taken for that of the first call of its method"},
     [](Turn& turn) {
       const auto* response = turn.received<Response>();
       if (response == nullptr) return turn.pass();
       auto other = *response;
       other.id = first_of_its_method(turn.engine, response->id);
       turn.tell_received(other);
     }},
    {{"lives_on_after_closing", "PROC-04", "appserver/closed_in_backoff",
      "what closed its output is left alone when its user closes"},
     [](Turn& turn) {
       const bool gone = turn.engine.state().server.phase == Phase::Restarting;
       turn.pass();
       if (gone && turn.got<Closed>() != nullptr) turn.drop<CloseInput>();
     }},
    {{"starts_for_nobody", "PROC-04", "appserver/close_while_starting",
      "what starts when its user has closed is left alone"},
     [](Turn& turn) {
       const bool closed = turn.engine.state().server.closed;
       turn.pass();
       if (closed && turn.got<ProcessStarted>() != nullptr) turn.drop<CloseInput>();
     }},
    {{"no_deadline", "RPC-03", "appserver/silent_server",
      "a request without an answer is waited for, for ever"},
     After{[](Turn& turn) {
       turn.drop<SetTimer>(is_deadline);
       turn.drop<CancelTimer>(
           [](const CancelTimer& cancel) { return cancel.timer.kind == TimerKind::Deadline; });
     }}},
    {{"long_deadline", "RPC-03", "", "a request may take twice as long as it may"},
     [](Limits& limits) { limits.request *= 2; }},
    {{"outcome_twice", "RPC-03", "", "the outcome of a call is told twice"}, repeats<CallEnded>},
    {{"outcome_lost", "RPC-03 RPC-06", "", "a call that fails has no outcome"},
     drops<&CallEnded::outcome, Outcome::Error>},
    {{"answers_in_order", "RPC-04 RPC-03", "appserver/response_reorder",
      "an answer is taken for that of the oldest request"},
     [](Turn& turn) {
       const auto* response = turn.received<Response>();
       const auto oldest = oldest_sent(turn.engine);
       if (response == nullptr || oldest == no_request || response->id == no_request)
         return turn.pass();
       auto taken = *response;
       taken.id = oldest;
       turn.tell_received(taken);
     }},
    {{"late_answer_counts", "RPC-03 RPC-04", "",
      "an answer behind its deadline ends the call once more"},
     After{[](Turn& turn) {
       if (turn.find<Reported>([](const Reported& reported) {
             return reported.report == Report::LateResponse;
           }) == nullptr)
         return;
       turn.out.push_back(CallEnded{.call = {1}, .outcome = Outcome::Result});
     }}},
    {{"unknown_answer_unreported", "RPC-04", "", "an answer that nobody waits for is passed over"},
     drops<&Reported::report, Report::UnknownResponse, Report::LateResponse>},
    {{"ids_begin_anew", "RPC-04 PROC-03", "appserver/id_reuse_after_restart",
      "the next process gets the ids of the one before"},
     [](Turn& turn) {
       // The engine counts on; the wire begins anew with each process.
       if (turn.got<ProcessStarted>() != nullptr) turn.memory.number = turn.engine.state().requests;
       const auto base = turn.memory.number;
       if (const auto* response = turn.received<Response>();
           response != nullptr && response->id != no_request &&
           turn.engine.state().server.phase != Phase::Spawning) {
         auto mapped = *response;
         mapped.id.value += base;
         turn.tell(Received{turn.engine.state().server.process, mapped});
       } else {
         turn.pass();
       }
       for (auto& command : turn.out)
         if (auto* send = std::get_if<Send>(&command))
           if (auto* request = std::get_if<Request>(&send->message)) request->id.value -= base;
     }},
    {{"unknown_method_unanswered", "RPC-05", "", "a request of an unknown method gets no answer"},
     After{
         [](Turn& turn) { turn.drop_sent<AnswerError>([](const AnswerError&) { return true; }); }}},
    {{"retry_without_deadline", "RPC-03", "appserver/backpressure_unanswered",
      "what is sent again to an overloaded server has no deadline"},
     After{[](Turn& turn) {
       const auto* fired = turn.got<TimerFired>();
       if (fired == nullptr || fired->timer.kind != TimerKind::Retry) return;
       turn.drop<SetTimer>(is_deadline);
     }}},
    {{"overload_gives_up", "RPC-06", "", "an overloaded server is not asked again"},
     hears([](Response& response) {
       if (response.error == Error::Overloaded) response.error = Error::Internal;
     })},
    {{"notice_uncounted", "RPC-07", "", "an unknown notification is not reported"},
     drops<&Reported::report, Report::UnknownNotice>},
    {{"no_backoff", "PROC-02", "", "a process that crashed is started again at once"},
     After{[](Turn& turn) {
       if (auto* set = turn.find<SetTimer>(
               [](const SetTimer& each) { return each.timer.kind == TimerKind::Restart; }))
         set->after = Duration{1};
     }}},
    {{"no_next_process", "PROC-05 PROC-02", "appserver/input_closed",
      "a process that is gone is not replaced"},
     After{[](Turn& turn) {
       turn.drop<SetTimer>(
           [](const SetTimer& set) { return set.timer.kind == TimerKind::Restart; });
     }}},
    {{"backoff_does_not_grow", "PROC-02", "appserver/crash_loop",
      "each restart waits as long as the first"},
     [](Limits& limits) { limits.backoff_max = limits.backoff_first; }},
    {{"restarts_for_ever", "PROC-02", "appserver/crash_loop",
      "a process that crashes is restarted for ever"},
     [](Limits& limits) { limits.crashes_max += 2; }},
    {{"long_lives_are_health", "PROC-06", "appserver/never_through_handshake",
      "a process that never came through its handshake is restarted for ever"},
     [](Turn& turn) {
       auto state = turn.engine.state();
       if (turn.got<ProcessGone>() != nullptr && state.server.ungreeted > 0) {
         state.server.ungreeted = 0;
         turn.engine = Engine(turn.engine.limits(), turn.engine.seed(), state);
       }
       turn.pass();
     }},
    {{"handshakes_end_no_row", "PROC-06 PROC-02", "",
      "a process that came through its handshake counts as one that did not"},
     [](Turn& turn) {
       auto state = turn.engine.state();
       if (turn.got<ProcessGone>() != nullptr && state.server.greeted) {
         state.server.greeted = false;
         turn.engine = Engine(turn.engine.limits(), turn.engine.seed(), state);
       }
       turn.pass();
     }},
    {{"never_ready_again", "SES-15", "appserver/resume_refused",
      "a chat whose thread was refused is not started anew"},
     After{[](Turn& turn) {
       const auto* refused = turn.find<CallEnded>([](const CallEnded& ended) {
         return ended.method == Method::ThreadResume && ended.outcome == Outcome::Error;
       });
       if (refused != nullptr) turn.memory.stage = 1;
       if (turn.memory.stage == 1)
         turn.drop_sent<Request>(
             [](const Request& request) { return request.method == Method::ThreadStart; });
     }}},
    {{"calls_outlive_the_process", "PROC-03", "",
      "what a process that is gone was asked has no outcome"},
     drops<&CallEnded::outcome, Outcome::Lost>},
    {{"turn_survives_crash", "PROC-03", "appserver/crash_mid_line",
      "the turn of a process that is gone goes on"},
     drops<&TurnEnded::end, TurnEnd::Lost>},
    {{"threads_not_resumed", "PROC-03", "", "the next process knows nothing of the threads"},
     After{[](Turn& turn) {
       if (turn.engine.state().server.process.value < 2) return;
       turn.drop_sent<Request>(
           [](const Request& request) { return request.method == Method::ThreadResume; });
     }}},
    {{"turn_starts_again", "PROC-03", "",
      "what was said to a process that is gone is said to the next"},
     After{[](Turn& turn) {
       const auto* ready = turn.find<ComposerReady>();
       if (ready == nullptr || turn.engine.state().server.process.value < 2 ||
           turn.memory.stage != 0)
         return;
       turn.memory.stage = 1;
       const auto* chat = turn.chat(ready->chat);
       turn.send(Request{.id = {foreign_ids},
                         .method = Method::TurnStart,
                         .thread = chat == nullptr ? no_thread : chat->thread,
                         .text = {1}});
     }}},
    {{"kills_at_once", "PROC-04", "", "a server is killed as soon as it is to end"},
     After{[](Turn& turn) {
       if (const auto* close = turn.find<CloseInput>()) {
         const auto process = close->process;
         turn.out.push_back(Kill{process});
       }
     }}},
    {{"check_fails_at_exit", "FLT-01", "", "a check of its own fails when a server ends"},
     [](Turn& turn) {
       CHECK(turn.got<ProcessGone>() == nullptr);
       turn.pass();
     }},
    {{"never_kills", "PROC-04", "", "a server that does not end is left alone"},
     After{[](Turn& turn) {
       turn.drop<Kill>();
       turn.drop<Terminate>();
     }}},
};

}  // namespace

std::span<const Deviation> call_deviations() { return call_table; }

}  // namespace conformance::appserver
