// What a server's requests do to a situation, and the ends of their turns to them.
#pragma once
#include <algorithm>

#include "appserver/follow.h"

namespace spec::appserver::clauses {

// It was called idle, and goes on: its text grows, or it asks for something.
template <class S>
void Follower<S>::works_on(ThreadId thread, TurnId turn) {
  auto* chat = find(thread);
  if (chat != nullptr && turn != no_turn && chat->phase == TurnPhase::Named &&
      chat->turn == turn.value)
    chat->wake();
}

// Nobody waits for an answer to these any more.
template <class S>
void Follower<S>::withdraw_asks(Number thread, Withdrawal why) {
  for (std::size_t i = s_.asks.size(); i > 0; --i)
    if (s_.asks[i - 1].thread == thread) withdraw_ask(i - 1, why);
}
template <class S>
void Follower<S>::withdraw_ask(std::size_t index, Withdrawal why) {
  PendingAsk& ask = s_.asks[index];
  if (ask.has(AskFlag::Withdrawn) || ask.has(AskFlag::Answered)) return;
  refuse_item(ask);
  if (!ask.has(AskFlag::Shown) || ask.has(AskFlag::Told)) {
    if (ask.has(AskFlag::Bad) && why != Withdrawal::ProcessGone) return;
    const auto fate = why == Withdrawal::ProcessGone ? AskFate::ProcessGone : AskFate::TurnEnded;
    keep(s_.past_asks, past(ask, fate));
    return s_.asks.erase(index);
  }
  ask.flags.set(AskFlag::Withdrawn);
  ask.why = why;
  ask.age = 0;
}

template <class S>
auto Follower<S>::past(const PendingAsk& ask, AskFate fate) -> PastAsk {
  const auto* chat = find(ThreadId{ask.thread});
  const bool descends = chat != nullptr && chat->has(ChatFlag::Descends);
  return {ask.id, descends ? Number{0} : ask.chat, fate, 0};
}

template <class S>
void Follower<S>::refuse_item(const PendingAsk& ask) {
  if (ask.kind != AskKind::Other && ask.item != 0 && !listed(s_.refused_items, ask.item))
    keep(s_.refused_items, Pair{ask.item, ask.chat});
}

template <class S>
void Follower<S>::hear(const Ask& message) {
  works_on(message.thread, message.turn);
  if (const auto* asked = find(message.ask)) {
    if (!asked->has(AskFlag::Withdrawn)) odd(Report::BadAsk, message.ask.value);
    return;
  }
  drop_if(s_.past_asks, [&](const PastAsk& ask) { return ask.id == message.ask.value; });
  PendingAsk ask;
  ask.id = small(message.ask.value);
  ask.kind = message.kind;
  ask.subject = small(message.subject.value);
  ask.item = small(message.item.value);
  const bool decides = ask.kind == AskKind::Command || ask.kind == AskKind::Patch;
  auto* chat = message.wellformed && decides ? of_descendant(message.thread, message.turn)
                                             : find(message.thread);
  if (s_.unfollowed()) return;
  const auto turn = message.turn.value;
  // Of a turn that was not announced the approval is the announcement.
  if (decides && chat != nullptr && chat->has(ChatFlag::Descends) &&
      chat->phase == TurnPhase::None && !listed(s_.ended, turn))
    begin_elsewhere(*chat, turn);
  ask.chat = home_of(message.thread);
  const bool runs =
      chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == turn && ask.chat != 0;
  ask.thread = small(message.thread.value);
  if (decides && (!message.wellformed || !runs)) ask.flags.set(AskFlag::Bad);
  if (decides && runs && chat->has(ChatFlag::Stopped)) ask.flags.set(AskFlag::Late);
  const auto same = [&](const Pair& pair) {
    return pair.of == ask.subject && (pair.with == ask.thread || pair.with == 0);
  };
  if (!ask.has(AskFlag::Bad) && decides && ask.subject != 0 &&
      std::any_of(s_.remembered.begin(), s_.remembered.end(), same))
    ask.flags.set(AskFlag::Remembered);
  if (ask.has(AskFlag::Bad)) odd(Report::BadAsk, message.ask.value);
  add(s_.asks, ask);
}

template <class S>
void Follower<S>::hear(const AskResolved& message) {
  auto* ask = find(message.ask);
  if (ask == nullptr || ask->has(AskFlag::Withdrawn)) return;
  if (message.thread != no_thread && message.thread.value != ask->thread) return;
  if (!ask->has(AskFlag::Shown) || ask->has(AskFlag::Told)) {
    keep(s_.past_asks, past(*ask, AskFate::Resolved));
    return erase(s_.asks, ask);
  }
  ask->flags.set(AskFlag::Withdrawn);
  ask->why = Withdrawal::Resolved;
  ask->age = 0;
}

}  // namespace spec::appserver::clauses
