// Clauses on what a server says and does, as its client receives it: SRV, APR-06, APR-10, and the
// order of SES and ITM.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::of_server {

const auto* its_thread(const auto& s, const auto& act) { return chat_of(s, act.thread); }
bool unknown_thread(const auto& s, const auto& act) {
  return its_thread(s, act) == nullptr && !taken_as_it_is(s, act.thread);
}
template <class Message>
concept NamesItem = requires(const Message& message) {
  message.item;
};
// The item belongs to a command that has outlived its turn.
template <class S, class Message>
const typename S::Item* outliving(const S& s, const Message& act) {
  if constexpr (NamesItem<Message>) {
    const auto* item = item_of(s, act.item);
    if constexpr (S::sees_client)
      return item != nullptr && item->beyond >= Beyond::Due ? item : nullptr;
    else
      return item != nullptr && item->outlives ? item : nullptr;
  }
  return nullptr;
}
// And goes on. Its start may not have been seen.
template <class S, class Message>
bool outlives(const S& s, const Message& act) {
  if constexpr (!S::sees_client &&
                (std::is_same_v<Message, ItemOutput> || std::is_same_v<Message, ItemCompleted>)) {
    const auto* past = s.ended.find(act.turn.value);
    if (item_of(s, act.item) == nullptr && past != nullptr && past->overlooked)
      return has_background_commands(s.version);
  }
  return outliving(s, act) != nullptr && !outliving(s, act)->has(ItemFlag::Done);
}
bool of_ended_turn(const auto& s, const auto& act) {
  return listed(s.ended, act.turn.value) && !outlives(s, act);
}
inline bool is_approval(const Ask& ask) {
  return ask.kind != AskKind::Unknown && ask.wellformed && ask.turn != no_turn;
}
// It is about the turn that its client follows in this thread.
bool its_turn(const auto& s, const auto& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == act.turn.value;
}
// It is about a thread that has an active turn with a name.
template <class S, class Message>
bool in_another_turn(const S& s, const Message& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->phase == TurnPhase::Named &&
         (S::sees_client || chat->has(ChatFlag::Running));
}
// It is about one that the client did not ask for.
bool orphaned(const auto& s, const auto& act) {
  const auto* chat = its_thread(s, act);
  return chat != nullptr && chat->orphan != 0 && chat->orphan == act.turn.value;
}
// It is about a review that has not started yet.
template <class S, class Message>
bool is_early_in_review(const S& s, const Message& act) {
  if constexpr (S::sees_client)
    return false;
  else
    return its_turn(s, act) && its_thread(s, act)->review && !its_thread(s, act)->review_begun;
}
// The client opted out of hearing of its start, and its answer may come later.
template <class S, class Message>
bool begun_untold(const S& s, const Message& act) {
  if constexpr (S::sees_client)
    return false;
  else
    return not_told_turns(s) && its_thread(s, act) != nullptr && its_thread(s, act)->turn == 0 &&
           !of_ended_turn(s, act);
}
bool in_turn(const auto& s, const auto& act) {
  const bool told = (s.process.opts_out & opt_out::turn_started) == 0;
  return (taken_as_it_is(s, act.thread) && !of_ended_turn(s, act)) || orphaned(s, act) ||
         outlives(s, act) || is_early_in_review(s, act) || begun_untold(s, act) ||
         (its_turn(s, act) && (its_thread(s, act)->has(ChatFlag::Running) || !told));
}
bool turn_has(const auto& s, const auto& act, ChatFlag flag) {
  return its_turn(s, act) && its_thread(s, act)->has(flag);
}
const auto* the_item(const auto& s, const auto& act) { return item_of(s, act.item); }
bool open_item(const auto& s, const auto& act) {
  return the_item(s, act) != nullptr && !the_item(s, act)->has(ItemFlag::Done);
}
bool done_item(const auto& s, const auto& act) {
  return listed(s.done_items, act.item.value) ||
         (the_item(s, act) != nullptr && the_item(s, act)->has(ItemFlag::Done));
}
// Its deltas may go on from the text that it started with, or repeat it.
template <class S>
bool is_its_text(const S& s, const ItemCompleted& act) {
  const auto& item = *the_item(s, act);
  if constexpr (!S::sees_client)
    if (act.mark == joined(item.started_with, item.kept)) return true;
  return act.mark == item.kept;
}
bool refused(const auto& s, const auto& act) { return listed(s.refused_items, act.item.value); }
// The client was asked about it, and has not answered.
bool undecided(const auto& s, const CarriedOut& act) {
  return std::any_of(s.asks.begin(), s.asks.end(), [&](const auto& ask) {
    const auto* chat = chat_of(s, ChatId{ask.chat});
    const bool may_run_first =
        chat != nullptr && chat->settings % 4 == static_cast<unsigned>(Policy::OnFailure);
    return ask.item == act.item.value && awaits_answer(ask) && !may_run_first;
  });
}
bool interrupt_unanswered(const auto& s, const TurnCompleted& act) {
  return std::any_of(s.calls.begin(), s.calls.end(), [&](const auto& call) {
    return call.method == Method::TurnInterrupt && call.is(Stage::Sent) &&
           call.what == act.turn.value;
  });
}
// A turn of a thread that is known opened it.
bool opens(const auto& s, const ThreadStarted& act) {
  return act.parent != no_thread && chat_of(s, act.parent) != nullptr;
}
const auto* answered_call(const auto& s, const Response& act) { return call_of(s, act.id); }
bool answers_a(const auto& s, const Response& act, Method method) {
  return answered_call(s, act) != nullptr && answered_call(s, act)->method == method;
}
// It is the answer to a TurnStart during a turn, with the id of that turn.
bool steers(const auto& s, const Response& act) {
  const auto* chat = chat_of(s, ChatId{answered_call(s, act)->chat});
  return act.error == Error::None && chat != nullptr && chat->turn == act.turn.value;
}
// An ask of a turn of this chat's was withdrawn since the turn was to stop.
bool ask_withdrawn(const auto& s, std::uint32_t chat) {
  return std::any_of(s.past_asks.begin(), s.past_asks.end(), [&](const auto& ask) {
    return ask.fate == AskFate::TurnEnded && ask.chat == chat;
  });
}
bool interrupted_one(const auto& s, const AskResolved& act) {
  const auto* chat = chat_of(s, act.thread);
  const auto* past = past_ask_of(s, act.ask);
  const auto* ask = ask_of(s, act.ask);
  const bool unanswered =
      (past != nullptr && past->fate == AskFate::TurnEnded) ||
      (ask != nullptr && ask->has(AskFlag::Withdrawn) && ask->why == Withdrawal::TurnEnded);
  return chat != nullptr && unanswered && chat->has(ChatFlag::Interrupted);
}

template <class S>
inline constexpr Told<S, Response> responses[] = {
    {{"SRV-01"_rule, never,
      IF(act.error == Error::NotInitialized && s.process.handshake == Handshake::Open)}},
    {{"SRV-01"_rule, only_if, IF(answers_a(s, act, Method::Initialize)),
      IF(act.error != Error::NotInitialized)}},
    {{"SRV-03"_rule, only_if, IF(true),
      IF(answered_call(s, act) != nullptr || listed(s.late, act.id.value) ||
         !listed(s.requests, act.id.value))},
     "a second answer to a request"},
    {{"RPC-04"_rule, only_if, IF(true),
      IF(answered_call(s, act) != nullptr || listed(s.late, act.id.value))}},
    {{"SRV-08"_rule, says,
      IF(answers_a(s, act, Method::TurnStart) && answered_call(s, act)->has(CallFlag::During)),
      IF(limits.speech == Speech::Codex ? steers(s, act) : act.error != Error::None)}},
    {{"SRV-02"_rule, says,
      IF(act.error == Error::InvalidRequest || act.error == Error::MethodNotFound ||
         act.error == Error::InvalidParams),
      IF((limits.speech == Speech::Codex) == (act.error == Error::InvalidRequest) &&
         has_its_code(s, limits))},
     "an unknown method or bad params are refused with something else than the code of the "
     "dialect"},
};
template <class S>
inline constexpr Row<S, ThreadStarted> started_threads[] = {
    {"SES-08"_rule, only_if, IF(true),
     IF(!unknown_thread(s, act) || !s.late.empty() || opens(s, act) ||
        listed(s.threads, act.thread.value) || any_call(s, Method::ThreadStart, Stage::Sent))},
};
template <class S>
inline constexpr Told<S, TurnStarted> started_turns[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act) || opens_one(s))},
     "something about a thread that nobody opened"},
    {{"SES-08"_rule, never, IF(listed(s.ended, act.turn.value))}, "a finished turn starts again"},
    {{"SES-03"_rule, never, IF(!its_turn(s, act) && in_another_turn(s, act))},
     "a turn starts while another one of its thread is active"},
    {{"SRV-05"_rule, only_if, IF(true), IF(!turn_has(s, act, ChatFlag::Running))},
     "turn/started for the second time"},
};
template <class S>
inline constexpr Told<S, TurnCompleted> completed_turns[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"SES-03"_rule, only_if, IF(true),
      IF(!of_ended_turn(s, act) || listed(s.unended, act.turn.value))},
     "turn/completed for the second time"},
    {{"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act) || listed(s.unended, act.turn.value))},
     "turn/completed of a turn that has not started"},
    {{"SRV-07"_rule, only_if,
      IF(turn_has(s, act, ChatFlag::Interrupted) && act.end == TurnEnd::Interrupted &&
         ask_withdrawn(s, its_thread(s, act)->id)),
      IF(!interrupt_unanswered(s, act))}},
    {{"SRV-06"_rule, only_if,
      IF(turn_has(s, act, ChatFlag::Interrupted) && !turn_has(s, act, ChatFlag::Canceled) &&
         act.end == TurnEnd::Interrupted),
      IF(!interrupt_unanswered(s, act))}},
    {{"APR-06"_rule, says, IF(turn_has(s, act, ChatFlag::Canceled)),
      IF(act.end != TurnEnd::Completed)},
     "the turn goes on although it was cancelled"},
    {{"APR-06"_rule, says,
      IF(turn_has(s, act, ChatFlag::Declined) && !turn_has(s, act, ChatFlag::Canceled) &&
         !turn_has(s, act, ChatFlag::Interrupted)),
      IF(act.end != TurnEnd::Interrupted)},
     "declining ended the turn"},
};
template <class S>
inline constexpr Told<S, ItemStarted> started_items[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"SRV-05"_rule, never, IF(of_ended_turn(s, act))}, "something about a turn that is complete"},
    {{"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
     "something about a turn that has not started"},
    {{"SRV-05"_rule, never, IF(done_item(s, act))}, "an item that is complete starts again"},
    {{"SRV-05"_rule, never, IF(the_item(s, act) != nullptr)}, "an item starts for the second time"},
};
template <class S>
inline constexpr Told<S, ItemDelta> deltas[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"ITM-03"_rule, never, IF(of_ended_turn(s, act))}, "a delta after its turn is complete"},
    {{"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
     "something about a turn that has not started"},
    {{"ITM-03"_rule, never, IF(its_turn(s, act) && done_item(s, act))},
     "a delta of an item that is complete"},
    {{"ITM-03"_rule, only_if, IF(its_turn(s, act)),
      IF(open_item(s, act) || overlooks_items(s, act.thread))},
     "a delta of an item that has not started"},
};
template <class S>
inline constexpr Told<S, ItemOutput> outputs[] = {
    {{"APR-10"_rule, never, IF(refused(s, act))}, "output of what was not approved"},
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"ITM-03"_rule, never, IF(of_ended_turn(s, act))}, "a delta after its turn is complete"},
    {{"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
     "something about a turn that has not started"},
    {{"ITM-03"_rule, never, IF(its_turn(s, act) && done_item(s, act))},
     "a delta of an item that is complete"},
    {{"ITM-03"_rule, only_if, IF(its_turn(s, act)),
      IF(open_item(s, act) || overlooks_items(s, act.thread))},
     "a delta of an item that has not started"},
};
template <class S>
inline constexpr Told<S, ItemCompleted> completed_items[] = {
    {{"APR-10"_rule, says, IF(refused(s, act) && !done_item(s, act)), IF(act.end != ItemEnd::Done)},
     "what was not approved is carried out"},
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"ITM-06"_rule, only_if, IF(its_turn(s, act) || outliving(s, act) != nullptr),
      IF(!done_item(s, act))},
     "an item completes for the second time"},
    {{"SRV-05"_rule, never, IF(of_ended_turn(s, act))}, "something about a turn that is complete"},
    {{"SRV-05"_rule, only_if, IF(true), IF(in_turn(s, act))},
     "something about a turn that has not started"},
    {{"SRV-05"_rule, only_if, IF(its_turn(s, act)),
      IF(open_item(s, act) || overlooks_items(s, act.thread) ||
         (act.end != ItemEnd::Done && decided_unseen(s, act.item)))},
     "an item completes that has not started"},
    {{"ITM-01"_rule, says,
      IF(open_item(s, act) && act.has_text && the_item(s, act)->kept.bytes != 0),
      IF(is_its_text(s, act))},
     "the final text is not that of the deltas"},
};
template <class S>
inline constexpr Told<S, Usage> usages[] = {
    {{"SES-08"_rule, only_if, IF(true), IF(!unknown_thread(s, act))}},
    {{"ITM-05"_rule, says, IF(its_thread(s, act) != nullptr),
      IF(act.total >= its_thread(s, act)->total)},
     "the total usage of the thread went down"},
};
template <class S>
inline constexpr Told<S, Ask> asks[] = {
    {{"APR-01"_rule, never,
      IF(ask_of(s, act.ask) != nullptr && awaits_answer(*ask_of(s, act.ask)))}},
    {{"SES-08"_rule, only_if, IF(act.thread != no_thread), IF(!unknown_thread(s, act))},
     "something about a thread that nobody opened"},
    {{"SRV-05"_rule, never, IF(is_approval(act) && of_ended_turn(s, act))},
     "something about a turn that is complete"},
    {{"SRV-05"_rule, only_if, IF(is_approval(act)), IF(in_turn(s, act))},
     "something about a turn that has not started"},
};
template <class S>
bool names_ask_and_thread(const S& s, const AskResolved& act) {
  return S::sees_client && ask_of(s, act.ask) != nullptr && act.thread != no_thread;
}

template <class S>
inline constexpr Row<S, AskResolved> resolved_asks[] = {
    {"APR-12"_rule, only_if, IF(names_ask_and_thread(s, act)),
     IF(ask_of(s, act.ask)->thread == act.thread.value)},
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

}  // namespace spec::appserver::clauses::of_server
