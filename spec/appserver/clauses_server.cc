// Clauses on what a server says and does, as its client receives it: SRV, APR-06, APR-10, and the
// order of SES and ITM.
#include <algorithm>

#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

template <class Message>
const Chat* its_thread(const At<Message>& at) {
  return chat_of(at.s, at.it.thread);
}
template <class Message>
bool unknown_thread(const At<Message>& at) {
  return its_thread(at) == nullptr;
}
// It is about the turn that its client follows in this thread.
template <class Message>
bool its_turn(const At<Message>& at) {
  const auto* chat = its_thread(at);
  return chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == at.it.turn.value;
}
// Or about one that the client did not ask for.
template <class Message>
bool orphaned(const At<Message>& at) {
  const auto* chat = its_thread(at);
  return chat != nullptr && chat->orphan != 0 && chat->orphan == at.it.turn.value;
}
template <class Message>
bool in_turn(const At<Message>& at) {
  const bool told = (at.s.process.opts_out & opt_out::turn_started) == 0;
  return orphaned(at) || (its_turn(at) && (its_thread(at)->has(ChatFlag::Running) || !told));
}
template <class Message>
bool turn_has(const At<Message>& at, ChatFlag flag) {
  return its_turn(at) && its_thread(at)->has(flag);
}
template <class Message>
const Item* the_item(const At<Message>& at) {
  return item_of(at.s, at.it.item);
}
template <class Message>
bool open_item(const At<Message>& at) {
  return the_item(at) != nullptr && !the_item(at)->has(ItemFlag::Done);
}
template <class Message>
bool done_item(const At<Message>& at) {
  return listed(at.s.done_items, at.it.item.value) ||
         (the_item(at) != nullptr && the_item(at)->has(ItemFlag::Done));
}
template <class Message>
bool refused(const At<Message>& at) {
  return listed(at.s.refused_items, at.it.item.value);
}
// The client was asked about it, and has not answered.
bool undecided(const At<CarriedOut>& at) {
  return std::any_of(at.s.asks.begin(), at.s.asks.end(), [&](const PendingAsk& ask) {
    const auto* chat = chat_of(at.s, ChatId{ask.chat});
    const bool may_run_first =
        chat != nullptr && chat->settings % 4 == static_cast<unsigned>(Policy::OnFailure);
    return ask.item == at.it.item.value && awaits_answer(ask) && !may_run_first;
  });
}
bool interrupt_unanswered(const At<TurnCompleted>& at) {
  return std::any_of(at.s.calls.begin(), at.s.calls.end(), [&](const Call& call) {
    return call.method == Method::TurnInterrupt && call.is(Stage::Sent) &&
           call.what == at.it.turn.value;
  });
}
const Call* answered_call(const At<Response>& at) { return call_of(at.s, at.it.id); }
bool answers_a(const At<Response>& at, Method method) {
  return answered_call(at) != nullptr && answered_call(at)->method == method;
}
bool interrupted_one(const At<AskResolved>& at) {
  const auto* chat = chat_of(at.s, at.it.thread);
  const auto* past = past_ask_of(at.s, at.it.ask);
  const auto* ask = ask_of(at.s, at.it.ask);
  const bool unanswered =
      (past != nullptr && past->fate == AskFate::TurnEnded) ||
      (ask != nullptr && ask->has(AskFlag::Withdrawn) && ask->why == Withdrawal::TurnEnded);
  return chat != nullptr && unanswered && chat->has(ChatFlag::Interrupted);
}

constexpr Clause<Response> responses[] = {
    {"SRV-01"_rule, never,
     [](const auto& at) {
       return at.it.error == Error::NotInitialized && at.s.process.handshake == Handshake::Open;
     }},
    {"SRV-01"_rule, only_if, [](const auto& at) { return answers_a(at, Method::Initialize); },
     [](const auto& at) { return at.it.error != Error::NotInitialized; }},
    {"SRV-03"_rule, never,
     [](const auto& at) {
       return answered_call(at) == nullptr && !listed(at.s.late, at.it.id.value) &&
              listed(at.s.requests, at.it.id.value);
     }},
    {"RPC-04"_rule, only_if, always,
     [](const auto& at) {
       return answered_call(at) != nullptr || listed(at.s.late, at.it.id.value);
     }},
    {"SRV-08"_rule, says,
     [](const auto& at) {
       return answers_a(at, Method::TurnStart) && answered_call(at)->has(CallFlag::During);
     },
     [](const auto& at) {
       const auto* chat = chat_of(at.s, ChatId{answered_call(at)->chat});
       const bool steers =
           at.it.error == Error::None && chat != nullptr && chat->turn == at.it.turn.value;
       return at.bounds.speech == Speech::Codex ? steers : at.it.error != Error::None;
     }},
    {"SRV-02"_rule, says,
     [](const auto& at) {
       return at.it.error == Error::InvalidRequest || at.it.error == Error::MethodNotFound ||
              at.it.error == Error::InvalidParams;
     },
     [](const auto& at) {
       return (at.bounds.speech == Speech::Codex) == (at.it.error == Error::InvalidRequest);
     }},
};
constexpr Clause<ThreadStarted> started_threads[] = {
    {"SES-08"_rule, only_if, always,
     [](const auto& at) {
       return !unknown_thread(at) || !at.s.late.empty() ||
              std::any_of(at.s.calls.begin(), at.s.calls.end(), [](const Call& call) {
                return call.method == Method::ThreadStart && call.is(Stage::Sent);
              });
     }},
};
constexpr Clause<TurnStarted> started_turns[] = {
    {"SES-08"_rule, never, unknown_thread<TurnStarted>},
    {"SES-08"_rule, never, [](const auto& at) { return listed(at.s.ended, at.it.turn.value); }},
    {"SES-03"_rule, never,
     [](const auto& at) { return !its_turn(at) && its_thread(at)->phase == TurnPhase::Named; }},
    {"SRV-05"_rule, never, [](const auto& at) { return turn_has(at, ChatFlag::Running); }},
};
constexpr Clause<TurnCompleted> completed_turns[] = {
    {"SES-08"_rule, never, unknown_thread<TurnCompleted>},
    {"SES-03"_rule, never, [](const auto& at) { return listed(at.s.ended, at.it.turn.value); }},
    {"SRV-05"_rule, only_if, always, in_turn<TurnCompleted>},
    {"SRV-07"_rule, only_if,
     [](const auto& at) {
       return turn_has(at, ChatFlag::Interrupted) && at.it.end == TurnEnd::Interrupted &&
              std::any_of(at.s.past_asks.begin(), at.s.past_asks.end(), [&](const PastAsk& ask) {
                return ask.fate == AskFate::TurnEnded && ask.chat == its_thread(at)->id;
              });
     },
     [](const auto& at) { return !interrupt_unanswered(at); }},
    {"SRV-06"_rule, only_if,
     [](const auto& at) {
       return turn_has(at, ChatFlag::Interrupted) && !turn_has(at, ChatFlag::Canceled) &&
              at.it.end == TurnEnd::Interrupted;
     },
     [](const auto& at) { return !interrupt_unanswered(at); }},
    {"APR-06"_rule, says, [](const auto& at) { return turn_has(at, ChatFlag::Canceled); },
     [](const auto& at) { return at.it.end != TurnEnd::Completed; }},
    {"APR-06"_rule, says,
     [](const auto& at) {
       return turn_has(at, ChatFlag::Declined) && !turn_has(at, ChatFlag::Canceled) &&
              !turn_has(at, ChatFlag::Interrupted);
     },
     [](const auto& at) { return at.it.end != TurnEnd::Interrupted; }},
};
constexpr Clause<ItemStarted> started_items[] = {
    {"SES-08"_rule, never, unknown_thread<ItemStarted>},
    {"SRV-05"_rule, only_if, always, in_turn<ItemStarted>},
    {"SRV-05"_rule, never, [](const auto& at) { return the_item(at) != nullptr || done_item(at); }},
};
constexpr Clause<ItemDelta> deltas[] = {
    {"SES-08"_rule, never, unknown_thread<ItemDelta>},
    {"SRV-05"_rule, only_if, always, in_turn<ItemDelta>},
    {"ITM-03"_rule, only_if, its_turn<ItemDelta>, open_item<ItemDelta>},
};
constexpr Clause<ItemOutput> outputs[] = {
    {"APR-10"_rule, never, refused<ItemOutput>},
    {"SES-08"_rule, never, unknown_thread<ItemOutput>},
    {"SRV-05"_rule, only_if, always, in_turn<ItemOutput>},
    {"ITM-03"_rule, only_if, its_turn<ItemOutput>, open_item<ItemOutput>},
};
constexpr Clause<ItemCompleted> completed_items[] = {
    {"APR-10"_rule, says, [](const auto& at) { return refused(at) && !done_item(at); },
     [](const auto& at) { return at.it.end != ItemEnd::Done; }},
    {"SES-08"_rule, never, unknown_thread<ItemCompleted>},
    {"ITM-06"_rule, never, [](const auto& at) { return its_turn(at) && done_item(at); }},
    {"SRV-05"_rule, only_if, always, in_turn<ItemCompleted>},
    {"SRV-05"_rule, only_if, its_turn<ItemCompleted>, open_item<ItemCompleted>},
    {"ITM-01"_rule, says,
     [](const auto& at) {
       return open_item(at) && at.it.has_text && the_item(at)->kept.bytes != 0;
     },
     [](const auto& at) { return at.it.mark == the_item(at)->kept; }},
};
constexpr Clause<Usage> usages[] = {
    {"SES-08"_rule, never, unknown_thread<Usage>},
    {"ITM-05"_rule, says, always,
     [](const auto& at) { return at.it.total >= its_thread(at)->total; }},
};
constexpr Clause<Ask> asks[] = {
    {"APR-01"_rule, never,
     [](const auto& at) {
       return ask_of(at.s, at.it.ask) != nullptr && awaits_answer(*ask_of(at.s, at.it.ask));
     }},
    {"SRV-05"_rule, only_if,
     [](const auto& at) { return at.it.wellformed && at.it.kind != AskKind::Unknown; },
     in_turn<Ask>},
};
constexpr Clause<AskResolved> resolved_asks[] = {
    {"SRV-07"_rule, only_if, interrupted_one,
     [](const auto& at) { return chat_of(at.s, at.it.thread)->phase != TurnPhase::Named; }},
};
constexpr Clause<CarriedOut> carried_out[] = {
    {"APR-10"_rule, never, refused<CarriedOut>},
    {"APR-10"_rule, never, undecided},
};
constexpr Clause<ProcessExited> exits[] = {
    // It had until their deadlines, and longer.
    {"SRV-03"_rule, never,
     [](const auto& at) {
       return at.it.process.value == at.s.process.id && at.it.code == 0 && !at.s.late.empty();
     }},
    {"SRV-09"_rule, says,
     [](const auto& at) {
       return at.it.process.value == at.s.process.id && at.s.has(ProcessFlag::InputClosed) &&
              !at.s.has(ProcessFlag::Terminated);
     },
     [](const auto& at) { return at.it.code == 0; }},
};

}  // namespace

template <>
Clauses<Response> clauses_of() {
  return responses;
}
template <>
Clauses<ThreadStarted> clauses_of() {
  return started_threads;
}
template <>
Clauses<TurnStarted> clauses_of() {
  return started_turns;
}
template <>
Clauses<TurnCompleted> clauses_of() {
  return completed_turns;
}
template <>
Clauses<ItemStarted> clauses_of() {
  return started_items;
}
template <>
Clauses<ItemDelta> clauses_of() {
  return deltas;
}
template <>
Clauses<ItemOutput> clauses_of() {
  return outputs;
}
template <>
Clauses<ItemCompleted> clauses_of() {
  return completed_items;
}
template <>
Clauses<Usage> clauses_of() {
  return usages;
}
template <>
Clauses<Ask> clauses_of() {
  return asks;
}
template <>
Clauses<AskResolved> clauses_of() {
  return resolved_asks;
}
template <>
Clauses<CarriedOut> clauses_of() {
  return carried_out;
}
template <>
Clauses<ProcessExited> clauses_of() {
  return exits;
}

}  // namespace spec::appserver::clauses
