// Clauses on what a server says and does, as its client receives it: SRV, APR-06, APR-10, and the
// order of SES and ITM.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::server {

template <class S, class Message>
const typename S::Chat* its_thread(const S& s, const Message& act) {
  return chat_of(s, act.thread);
}
template <class S, class Message>
bool unknown_thread(const S& s, const Message& act) {
  return its_thread(s, act) == nullptr;
}
// It is about the turn that its client follows in this thread.
template <class S, class Message>
bool its_turn(const S& s, const Message& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == act.turn.value;
}
// It is about a thread that has an active turn with a name.
template <class S, class Message>
bool in_another_turn(const S& s, const Message& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->phase == TurnPhase::Named;
}
// It is about one that the client did not ask for.
template <class S, class Message>
bool orphaned(const S& s, const Message& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->orphan != 0 && chat->orphan == act.turn.value;
}
template <class S, class Message>
bool in_turn(const S& s, const Message& act) {
  const bool told = (s.process.opts_out & opt_out::turn_started) == 0;
  return orphaned(s, act) ||
         (its_turn(s, act) && (its_thread(s, act)->has(ChatFlag::Running) || !told));
}
template <class S, class Message>
bool turn_has(const S& s, const Message& act, ChatFlag flag) {
  return its_turn(s, act) && its_thread(s, act)->has(flag);
}
template <class S, class Message>
const typename S::Item* the_item(const S& s, const Message& act) {
  return item_of(s, act.item);
}
template <class S, class Message>
bool open_item(const S& s, const Message& act) {
  return the_item(s, act) != nullptr && !the_item(s, act)->has(ItemFlag::Done);
}
template <class S, class Message>
bool done_item(const S& s, const Message& act) {
  return listed(s.done_items, act.item.value) ||
         (the_item(s, act) != nullptr && the_item(s, act)->has(ItemFlag::Done));
}
template <class S, class Message>
bool refused(const S& s, const Message& act) {
  return listed(s.refused_items, act.item.value);
}
// The client was asked about it, and has not answered.
template <class S>
bool undecided(const S& s, const CarriedOut& act) {
  return std::any_of(s.asks.begin(), s.asks.end(), [&](const auto& ask) {
    const auto* chat = chat_of(s, ChatId{ask.chat});
    const bool may_run_first =
        chat != nullptr && chat->settings % 4 == static_cast<unsigned>(Policy::OnFailure);
    return ask.item == act.item.value && awaits_answer(ask) && !may_run_first;
  });
}
template <class S>
bool interrupt_unanswered(const S& s, const TurnCompleted& act) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == Method::TurnInterrupt && call.is(Stage::Sent) &&
           call.what == act.turn.value;
  });
}
template <class S>
const typename S::Call* answered_call(const S& s, const Response& act) {
  return call_of(s, act.id);
}
template <class S>
bool answers_a(const S& s, const Response& act, Method method) {
  return answered_call(s, act) != nullptr && answered_call(s, act)->method == method;
}
// It is the answer to a TurnStart during a turn, with the id of that turn.
template <class S>
bool steers(const S& s, const Response& act) {
  const auto* chat = chat_of(s, ChatId{answered_call(s, act)->chat});
  return act.error == Error::None && chat != nullptr && chat->turn == act.turn.value;
}
// An ask of a turn of this chat's was withdrawn since the turn was to stop.
template <class S>
bool ask_withdrawn(const S& s, std::uint32_t chat) {
  return std::any_of(s.past_asks.begin(), s.past_asks.end(), [&](const auto& ask) {
    return ask.fate == AskFate::TurnEnded && ask.chat == chat;
  });
}
template <class S>
bool interrupted_one(const S& s, const AskResolved& act) {
  const auto* chat = chat_of(s, act.thread);
  const auto* past = past_ask_of(s, act.ask);
  const auto* ask = ask_of(s, act.ask);
  const bool unanswered =
      (past != nullptr && past->fate == AskFate::TurnEnded) ||
      (ask != nullptr && ask->has(AskFlag::Withdrawn) && ask->why == Withdrawal::TurnEnded);
  return chat != nullptr && unanswered && chat->has(ChatFlag::Interrupted);
}

template <class S>
inline constexpr Row<S, Response> responses[] = {
    {"SRV-01"_rule, never,
     IF(act.error == Error::NotInitialized && s.process.handshake == Handshake::Open)},
    {"SRV-01"_rule, only_if, IF(answers_a(s, act, Method::Initialize)),
     IF(act.error != Error::NotInitialized)},
    {"SRV-03"_rule, never,
     IF(answered_call(s, act) == nullptr && !listed(s.late, act.id.value) &&
        listed(s.requests, act.id.value))},
    {"RPC-04"_rule, only_if, IF(true),
     IF(answered_call(s, act) != nullptr || listed(s.late, act.id.value))},
    {"SRV-08"_rule, says,
     IF(answers_a(s, act, Method::TurnStart) && answered_call(s, act)->has(CallFlag::During)),
     IF(limits.speech == Speech::Codex ? steers(s, act) : act.error != Error::None)},
    {"SRV-02"_rule, says,
     IF(act.error == Error::InvalidRequest || act.error == Error::MethodNotFound ||
        act.error == Error::InvalidParams),
     IF((limits.speech == Speech::Codex) == (act.error == Error::InvalidRequest))},
};
template <class S>
inline constexpr Row<S, ThreadStarted> started_threads[] = {
    {"SES-08"_rule, only_if, IF(true),
     IF(!unknown_thread(s, act) || !s.late.empty() ||
        any_call(s, Method::ThreadStart, Stage::Sent))},
};
template <class S>
inline constexpr Row<S, TurnStarted> started_turns[] = {
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"SES-08"_rule, never, IF(listed(s.ended, act.turn.value))},
    {"SES-03"_rule, never, IF(!its_turn(s, act) && in_another_turn(s, act))},
    {"SRV-05"_rule, never, IF(turn_has(s, act, ChatFlag::Running))},
};
template <class S>
inline constexpr Row<S, TurnCompleted> completed_turns[] = {
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"SES-03"_rule, never, IF(listed(s.ended, act.turn.value))},
    {"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
    {"SRV-07"_rule, only_if,
     IF(turn_has(s, act, ChatFlag::Interrupted) && act.end == TurnEnd::Interrupted &&
        ask_withdrawn(s, its_thread(s, act)->id)),
     IF(!interrupt_unanswered(s, act))},
    {"SRV-06"_rule, only_if,
     IF(turn_has(s, act, ChatFlag::Interrupted) && !turn_has(s, act, ChatFlag::Canceled) &&
        act.end == TurnEnd::Interrupted),
     IF(!interrupt_unanswered(s, act))},
    {"APR-06"_rule, says, IF(turn_has(s, act, ChatFlag::Canceled)),
     IF(act.end != TurnEnd::Completed)},
    {"APR-06"_rule, says,
     IF(turn_has(s, act, ChatFlag::Declined) && !turn_has(s, act, ChatFlag::Canceled) &&
        !turn_has(s, act, ChatFlag::Interrupted)),
     IF(act.end != TurnEnd::Interrupted)},
};
template <class S>
inline constexpr Row<S, ItemStarted> started_items[] = {
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
    {"SRV-05"_rule, never, IF(the_item(s, act) != nullptr || done_item(s, act))},
};
template <class S>
inline constexpr Row<S, ItemDelta> deltas[] = {
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
    {"ITM-03"_rule, only_if, IF(its_turn(s, act)), IF(open_item(s, act))},
};
template <class S>
inline constexpr Row<S, ItemOutput> outputs[] = {
    {"APR-10"_rule, never, IF(refused(s, act))},
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
    {"ITM-03"_rule, only_if, IF(its_turn(s, act)), IF(open_item(s, act))},
};
template <class S>
inline constexpr Row<S, ItemCompleted> completed_items[] = {
    {"APR-10"_rule, says, IF(refused(s, act) && !done_item(s, act)), IF(act.end != ItemEnd::Done)},
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"ITM-06"_rule, never, IF(its_turn(s, act) && done_item(s, act))},
    {"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
    {"SRV-05"_rule, only_if, IF(its_turn(s, act)), IF(open_item(s, act))},
    {"ITM-01"_rule, says,
     IF(open_item(s, act) && act.has_text && the_item(s, act)->kept.bytes != 0),
     IF(act.mark == the_item(s, act)->kept)},
};
template <class S>
inline constexpr Row<S, Usage> usages[] = {
    {"SES-08"_rule, never, IF(unknown_thread(s, act))},
    {"ITM-05"_rule, says, IF(!unknown_thread(s, act)), IF(act.total >= its_thread(s, act)->total)},
};
template <class S>
inline constexpr Row<S, Ask> asks[] = {
    {"APR-01"_rule, never, IF(ask_of(s, act.ask) != nullptr && awaits_answer(*ask_of(s, act.ask)))},
    {"SRV-05"_rule, only_if, IF(act.wellformed&& act.kind != AskKind::Unknown),
     IF(in_turn(s, act))},
};
template <class S>
inline constexpr Row<S, AskResolved> resolved_asks[] = {
    {"SRV-07"_rule, only_if, IF(interrupted_one(s, act)),
     IF(chat_of(s, act.thread)->phase != TurnPhase::Named)},
};
template <class S>
inline constexpr Row<S, CarriedOut> carried_out[] = {
    {"APR-10"_rule, never, IF(refused(s, act))},
    {"APR-10"_rule, never, IF(undecided(s, act))},
};
template <class S>
inline constexpr Row<S, ProcessExited> exits[] = {
    // It had until their deadlines, and longer.
    {"SRV-03"_rule, never,
     IF(act.process.value == s.process.id && act.code == 0 && !s.late.empty())},
    {"SRV-09"_rule, says,
     IF(act.process.value == s.process.id && s.has(ProcessFlag::InputClosed) &&
        !s.has(ProcessFlag::Terminated)),
     IF(act.code == 0)},
};

}  // namespace spec::appserver::clauses::server
