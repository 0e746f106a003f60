// Mutants that mistake chats, turns and their ends.
#include "appserver/mutants/turn.h"

namespace conformance::appserver {
namespace {

bool is_interrupt_bound(const SetTimer& set) { return set.timer.kind == TimerKind::Interrupt; }
bool is_idle(const CancelTimer& cancel) { return cancel.timer.kind == TimerKind::Idle; }

constexpr Deviation turn_table[]{
    {{"what_was_set_is_dropped", "SES-18", "",
      "what is set for a thread besides policy and sandbox is not sent"},
     After{[](Turn& turn) {
       if (auto* request = turn.sent(Method::ThreadStart)) request->text = {};
     }}},
    {{"ready_too_early", "SES-01", "", "a chat is ready before its thread has started"},
     After{[](Turn& turn) {
       for (const auto& chat : turn.engine.state().chats)
         if (chat.phase == engine::appserver::ChatPhase::Answered && turn.memory.stage == 0) {
           turn.memory.stage = 1;
           turn.out.push_back(ComposerReady{chat.id});
         }
     }}},
    {{"never_ready", "SES-01", "", "a chat whose thread started first is never ready"},
     [](Turn& turn) {
       const auto* started = turn.received<ThreadStarted>();
       if (started != nullptr && turn.chat_of(started->thread) == nullptr) return;
       turn.pass();
     }},
    {{"first_thread_is_the_one", "SES-01", "", "of threads that start one is kept for an answer"},
     [](Turn& turn) {
       const auto* started = turn.received<ThreadStarted>();
       const bool is_another = started != nullptr && started->parent == no_thread &&
                               turn.chat_of(started->thread) == nullptr;
       if (!is_another || turn.engine.state().unclaimed.empty()) turn.pass();
     }},
    {{"turn_from_response_alone", "SES-02", "appserver/started_before_response",
      "a turn that starts before its answer is not shown"},
     After{[](Turn& turn) {
       if (turn.received<TurnStarted>() != nullptr) turn.drop<TurnShown>();
     }}},
    {{"second_turn", "SES-03", "", "something can be said while a turn is active"},
     After{[](Turn& turn) {
       const auto* shown = turn.find<TurnShown>();
       if (shown == nullptr) return;
       const auto* chat = turn.chat(shown->chat);
       turn.send(Request{.id = {foreign_ids + shown->turn.value},
                         .method = Method::TurnStart,
                         .thread = chat == nullptr ? no_thread : chat->thread,
                         .text = {1}});
     }}},
    {{"second_end", "SES-03", "", "the end of a turn is told each time it is said"},
     After{[](Turn& turn) {
       const auto* completed = turn.received<TurnCompleted>();
       if (completed == nullptr || turn.find<TurnEnded>() != nullptr) return;
       const auto* chat = turn.chat_of(completed->thread);
       if (chat != nullptr)
         turn.out.push_back(TurnEnded{chat->id, completed->turn, completed->end});
     }}},
    {{"composer_waits_for_interrupt", "SES-04 SES-05", "appserver/interrupt_after_complete",
      "a turn that ended while it was stopped never gives the composer back"},
     [](Turn& turn) {
       if (const auto* stopped = turn.got<Stopped>()) {
         const auto* chat = turn.chat(stopped->chat);
         if (chat != nullptr && chat->turn.begun) turn.memory.number = stopped->chat.value;
       }
       turn.pass();
       const auto* completed = turn.received<TurnCompleted>();
       if (completed == nullptr || completed->end != TurnEnd::Completed) return;
       turn.drop<ComposerReady>(
           [&](const ComposerReady& ready) { return ready.chat.value == turn.memory.number; });
     }},
    {{"released_by_the_answer", "SES-04", "",
      "the composer is back as soon as the interrupt is answered"},
     [](Turn& turn) {
       if (turn.memory.number == 0)
         if (const auto* stopped = turn.got<Stopped>()) turn.memory.number = stopped->chat.value;
       const auto* response = turn.received<Response>();
       const auto* chat = turn.chat({turn.memory.number});
       const bool stopping =
           chat != nullptr && chat->turn.begun && chat->turn.stop == engine::appserver::Stop::Sent;
       turn.pass();
       if (response == nullptr || response->error != Error::None || !stopping ||
           turn.memory.stage != 0)
         return;
       turn.memory.stage = 1;
       turn.out.push_back(ComposerReady{{turn.memory.number}});
     }},
    {{"no_second_interrupt", "SES-05", "appserver/interrupt_before_started",
      "an interrupt that was refused is not sent again"},
     After{[](Turn& turn) {
       const auto* interrupt = turn.sent(Method::TurnInterrupt);
       if (interrupt == nullptr) return;
       if (turn.memory.number != interrupt->turn.value) {
         turn.memory.number = interrupt->turn.value;
         return;
       }
       turn.drop_sent<Request>(
           [](const Request& request) { return request.method == Method::TurnInterrupt; });
     }}},
    {{"interrupt_without_id", "SES-05 RPC-03", "appserver/interrupt_as_notification",
      "an interrupt has no id: that it was refused is never known"},
     After{[](Turn& turn) {
       if (auto* interrupt = turn.sent(Method::TurnInterrupt)) interrupt->id = no_request;
     }}},
    {{"stop_forgotten", "SES-06", "appserver/stop_while_starting",
      "stop does nothing until the turn has an id"},
     [](Turn& turn) {
       const auto* stopped = turn.got<Stopped>();
       const auto* chat = stopped == nullptr ? nullptr : turn.chat(stopped->chat);
       if (chat != nullptr && chat->turn.id == no_turn) return;
       turn.pass();
     }},
    {{"no_bound_on_interrupt", "SES-07", "appserver/interrupt_ignored",
      "a turn that is not ended when it was interrupted is waited for"},
     After{[](Turn& turn) {
       turn.drop<SetTimer>(is_interrupt_bound);
       turn.drop<CancelTimer>(
           [](const CancelTimer& cancel) { return cancel.timer.kind == TimerKind::Interrupt; });
     }}},
    {{"waits_for_a_lost_end", "SES-14", "appserver/lost_completion_idle",
      "a turn whose thread is idle is waited for"},
     unheard<ThreadIdle>},
    {{"idle_though_it_works", "SES-14", "", "a turn of which an item begins is lost all the same"},
     After{[](Turn& turn) {
       const auto* begun = turn.received<ItemStarted>();
       if (begun != nullptr && turn.find<CancelTimer>(is_idle) != nullptr)
         turn.tell_received(ThreadIdle{begun->thread});
     }}},
    {{"idle_though_it_writes", "SES-14", "", "a turn whose text grows is lost all the same"},
     After{[](Turn& turn) {
       const auto* grown = turn.received<ItemDelta>();
       if (grown != nullptr && turn.find<CancelTimer>(is_idle) != nullptr)
         turn.tell_received(ThreadIdle{grown->thread});
     }}},
    {{"idle_though_it_asks", "SES-14", "", "a turn that asks for something is lost all the same"},
     After{[](Turn& turn) {
       const auto* asked = turn.received<Ask>();
       if (asked != nullptr && turn.find<CancelTimer>(is_idle) != nullptr)
         turn.tell_received(ThreadIdle{asked->thread});
     }}},
    {{"waits_for_a_phantom", "SES-16", "appserver/steered_to_phantom",
      "a turn that was named and never starts is waited for"},
     After{[](Turn& turn) {
       turn.drop<SetTimer>([&](const SetTimer& set) {
         const auto* chat = turn.chat({set.timer.of});
         return set.timer.kind == TimerKind::Idle && chat != nullptr && !chat->turn.started;
       });
     }}},
    {{"strange_threads_dropped", "SES-13", "appserver/subagent_unannounced",
      "what is said of a thread that nobody announced is passed over"},
     [](Turn& turn) {
       const auto* started = turn.received<TurnStarted>();
       const auto* ask = turn.received<Ask>();
       const auto thread = started != nullptr ? started->thread
                           : ask != nullptr   ? ask->thread
                                              : no_thread;
       if (thread == no_thread || turn.knows(thread)) return turn.pass();
       if (started != nullptr)
         turn.out.push_back(Reported{Report::UnknownThread, thread.value});
       else
         turn.send(Answer{ask->ask, Decision::Decline});
     }},
    {{"descendant_ends_the_turn", "SES-13", "",
      "the end of a turn that another one opened ends that one"},
     After{[](Turn& turn) {
       const auto* completed = turn.received<TurnCompleted>();
       if (completed == nullptr || turn.chat_of(completed->thread) != nullptr) return;
       for (const auto& each : turn.engine.state().descendants)
         if (each.thread == completed->thread)
           turn.out.push_back(TurnEnded{each.chat, completed->turn, completed->end});
     }}},
    {{"once_a_descendant_always_one", "SES-13", "",
      "what is used in a thread that another one opened is not shown of the chat that took it up"},
     [](Turn& turn) {
       const auto* usage = turn.received<Usage>();
       const auto& all = turn.engine.state().descendants;
       if (usage == nullptr || std::ranges::none_of(all, [&](const auto& each) {
             return each.thread == usage->thread;
           }))
         turn.pass();
     }},
    {{"interrupts_the_descendant", "SES-13", "", "stop names the turn that was heard of last"},
     After{[](Turn& turn) {
       auto* interrupt = turn.sent(Method::TurnInterrupt);
       if (interrupt == nullptr) return;
       for (const auto& each : turn.engine.state().descendants)
         if (each.turn != no_turn) interrupt->turn = each.turn;
     }}},
    {{"settings_lost_with_the_thread", "SES-18", "",
      "a chat that begins anew has not what was set for it"},
     After{[](Turn& turn) {
       auto* request = turn.sent(Method::ThreadStart);
       if (request != nullptr && turn.received<Response>() != nullptr) request->text = {};
     }}},
    {{"dead_turn_revived", "SES-08", "", "what comes of a turn that has ended shows it again"},
     After{[](Turn& turn) {
       const auto* started = turn.received<ItemStarted>();
       const auto* delta = turn.received<ItemDelta>();
       if (started == nullptr && delta == nullptr) return;
       if (turn.find<Reported>([](const Reported& reported) {
             return reported.report == Report::UnknownTurn;
           }) == nullptr)
         return;
       const auto thread = started != nullptr ? started->thread : delta->thread;
       const auto of = started != nullptr ? started->turn : delta->turn;
       if (const auto* chat = turn.chat_of(thread)) turn.out.push_back(TurnShown{chat->id, of});
     }}},
    {{"stranger_unreported", "SES-08", "", "what belongs to no known turn is passed over"},
     drops<&Reported::report, Report::UnknownTurn, Report::UnknownThread>},
    {{"full_access", "SES-10", "", "every thread may write anywhere"}, After{[](Turn& turn) {
       if (auto* start = turn.sent(Method::ThreadStart))
         start->settings.sandbox = Sandbox::FullAccess;
     }}},
    {{"waits_for_what_it_opted_out_of", "SES-11", "appserver/opted_out",
      "a chat waits for a notification that it told the server not to send"},
     [](engine::appserver::Limits& limits) { limits.opts_out = 0; },
     [](Turn& turn) {
       turn.pass();
       if (auto* initialize = turn.sent(Method::Initialize))
         initialize->opts_out = opt_out::thread_started;
     }},
};

}  // namespace

std::span<const Deviation> turn_deviations() { return turn_table; }

}  // namespace conformance::appserver
