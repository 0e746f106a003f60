// What a server's messages do to a situation.
#pragma once
#include <algorithm>

#include "appserver/follow.h"

namespace spec::appserver::clauses {

// Answers.

template <class S>
void Follower<S>::hear(const Response& message) {
  auto* call = find(message.id);
  if (call == nullptr) {
    const auto late = std::find_if(s_.late.begin(), s_.late.end(),
                                   [&](const Pair& entry) { return entry.of == message.id.value; });
    if (late == s_.late.end()) return odd(Report::UnknownResponse, message.id.value);
    odd(Report::LateResponse, message.id.value);
    auto* chat = find(ChatId{late->with});
    erase(s_.late, late);
    if (chat == nullptr || message.error != Error::None || message.turn == no_turn) return;
    if (chat->has(ChatFlag::Archived)) return;  // Nobody follows it any more.
    chat->flags.clear(ChatFlag::OrphanDue);
    if (chat->turn == message.turn.value || listed(s_.ended, message.turn.value)) return;
    if (chat->orphan == message.turn.value) return;
    take_orphan(*chat, message.turn.value);
    return chat->flags.set(ChatFlag::OrphanToStop);
  }
  call->id = 0;
  const bool again = message.error == Error::Overloaded || message.error == Error::NotInitialized;
  if (message.text != TextId{} && call->has(CallFlag::Unsure)) return lose_sight();  // Of whom?
  if (message.text != TextId{} && call->method != Method::TurnInterrupt)
    problem(call->chat, Severity::Error, message.text, again);
  // There is nothing left to stop.
  if (const auto* chat = find(ChatId{call->chat});
      again && call->method == Method::TurnInterrupt &&
      (chat == nullptr || chat->phase != TurnPhase::Named || chat->turn != call->what))
    return erase(s_.calls, call);
  if (auto* chat = find(ChatId{call->chat}); again && chat != nullptr &&
                                             call->method == Method::TurnStart &&
                                             chat->phase == TurnPhase::Asked)
    chat->phase = TurnPhase::None;
  if (message.error == Error::NotInitialized && call->method != Method::Initialize &&
      !call->has(CallFlag::Again)) {
    call->stage = Stage::Uninitialized;
    // Whether there may be a third handshake is not said.
    if (s_.has(ProcessFlag::GreetedAgain) && s_.process.handshake == Handshake::Open) lose_sight();
    return;
  }
  if (message.error == Error::Overloaded) {
    call->stage = Stage::Overloaded;
    call->overloads = static_cast<std::uint8_t>(std::min(call->overloads + 1, 16));
    call->pause = 0;
    return;
  }
  settle(*call, message);
}

template <class S>
void Follower<S>::settle(Call& call, const Response& message) {
  const bool good = message.error == Error::None;
  const auto age = call.age;
  call.stage = Stage::Answered;
  call.error = message.error;
  call.age = 0;
  auto& process = s_.process;
  auto* chat = find(ChatId{call.chat});
  switch (call.method) {
    case Method::Initialize:
      // That it was there already is a matter between a client and a server that contradicts
      // itself.
      if (message.error == Error::AlreadyInitialized) lose_sight();
      process.handshake = good ? Handshake::Answered : Handshake::Failed;
      if (!good) process.flags.set(ProcessFlag::LacksDue);
      return erase(s_.calls, &call);
    case Method::ModelList:
      if (!call.has(CallFlag::Own)) return;
      process.verified = good ? Verified::Yes : Verified::Failed;
      if (!good) process.flags.set(ProcessFlag::LacksDue);
      return erase(s_.calls, &call);
    case Method::ThreadStart:
    case Method::ThreadResume:
      if (chat != nullptr && !good) chat->flags.clear(ChatFlag::Known);
      if (chat == nullptr || !good) return;
      chat->thread = small(message.thread.value);
      if (chat->thread == 0) return lose_sight();
      chat->flags.set(ChatFlag::Open);
      chat->flags.set(ChatFlag::Known);
      if (listed(s_.threads, chat->thread)) chat->flags.set(ChatFlag::Started);
      drop(s_.threads, chat->thread);
      if (!call.has(CallFlag::Own)) return;
      chat->flags.set(ChatFlag::Resumed);
      return erase(s_.calls, &call);
    case Method::ThreadArchive:
      if (chat == nullptr || !good) return;
      chat->flags.set(ChatFlag::Archived);
      chat->flags.clear(ChatFlag::Known);
      take_orphan(*chat, 0);
      return;
    case Method::TurnStart:
      if (chat == nullptr) return;
      if (good) return name_turn(*chat, message.turn);
      // It began, and was refused: what the client makes of that is not judged.
      if (chat->phase == TurnPhase::Named) lose_sight();
      if (chat->phase == TurnPhase::Asked) forget_turn(*chat);
      return;
    case Method::TurnInterrupt:
      if (message.error == Error::NoActiveTurn && chat != nullptr) refuse_stop(*chat, call, age);
      return erase(s_.calls, &call);
    case Method::ThreadList:
    case Method::Other: return;
  }
}

// There is no such turn, the server says.
template <class S>
void Follower<S>::refuse_stop(Chat& chat, const Call& call, std::uint32_t age) {
  if (chat.orphan == call.what) chat.flags.set(ChatFlag::OrphanRefused);
  if (chat.turn != call.what || chat.phase != TurnPhase::Named) return;
  // At its deadline it may have been given up.
  if (age >= static_cast<std::uint32_t>(bounds_.interrupt.count())) lose_sight();
  chat.flags.set(ChatFlag::Refused);
}

// A turn of the chat that nobody asked for, or waits for; 0 if there is none.
template <class S>
void Follower<S>::take_orphan(Chat& chat, std::uint32_t turn) {
  chat.orphan = small(turn);
  for (const auto flag : {ChatFlag::OrphanDue, ChatFlag::OrphanToStop, ChatFlag::OrphanRunning,
                          ChatFlag::OrphanRefused, ChatFlag::OrphanTwice})
    chat.flags.clear(flag);
}

template <class S>
void Follower<S>::name_turn(Chat& chat, TurnId turn) {
  if (chat.turn == turn.value && chat.phase == TurnPhase::Named) return;
  const bool ended = listed(s_.ended, turn.value);
  if (ended && chat.phase != TurnPhase::Asked) return;
  // Two names for one turn, or none: what the client makes of that is not judged.
  if (turn == no_turn || chat.phase != TurnPhase::Asked) return lose_sight();
  if (ended) return forget_turn(chat);  // Before anything named it.
  chat.phase = TurnPhase::Named;
  chat.turn = small(turn.value);
}

// Threads and turns.

template <class S>
void Follower<S>::hear(const ThreadStarted& message) {
  if (auto* chat = find(message.thread)) return chat->flags.set(ChatFlag::Started);
  const bool asked = std::any_of(s_.calls.begin(), s_.calls.end(), [](const Call& call) {
    return call.method == Method::ThreadStart && call.is(Stage::Sent);
  });
  if (asked) return keep(s_.threads, small(message.thread.value));
  if (s_.late.empty()) odd(Report::UnknownThread, message.thread.value);
}

template <class S>
void Follower<S>::hear(const TurnStarted& message) {
  auto* chat = find(message.thread);
  if (chat == nullptr) return odd(Report::UnknownThread, message.thread.value);
  const auto turn = small(message.turn.value);
  if (turn == chat->orphan && turn != 0) return chat->flags.set(ChatFlag::OrphanRunning);
  if (listed(s_.ended, turn)) return odd(Report::UnknownTurn, turn);
  if (chat->phase == TurnPhase::Named) {
    if (chat->turn != turn) return odd(Report::SecondTurn, turn);
    return chat->flags.set(ChatFlag::Running);
  }
  if (chat->phase == TurnPhase::Asked) {
    if (chat->has(ChatFlag::OrphanDue)) return lose_sight();  // Either of the two.
    chat->phase = TurnPhase::Named;
    chat->turn = turn;
    for (Call& call : s_.calls)
      if (call.method == Method::TurnStart && call.chat == chat->id && call.is(Stage::Sent))
        call.flags.set(CallFlag::Begun);
    return chat->flags.set(ChatFlag::Running);
  }
  // Nobody asked for it: it may be reported, and is nobody's.
  const bool to_stop = chat->has(ChatFlag::OrphanDue);
  take_orphan(*chat, turn);
  chat->flags.set(ChatFlag::OrphanRunning);
  if (!to_stop) return;
  chat->flags.set(ChatFlag::OrphanToStop);
  odd(Report::UnknownTurn, turn);
}

template <class S>
void Follower<S>::hear(const TurnCompleted& message) {
  auto* chat = find(message.thread);
  if (chat == nullptr) return odd(Report::UnknownThread, message.thread.value);
  const auto turn = small(message.turn.value);
  if (turn == chat->orphan && turn != 0) {
    take_orphan(*chat, 0);
    return keep(s_.ended, turn);
  }
  if (listed(s_.ended, turn)) return odd(Report::SecondEnd, turn);
  if (chat->phase != TurnPhase::Named || chat->turn != turn) {
    // Whatever names it now comes behind its end.
    const bool due = chat->has(ChatFlag::OrphanDue), asked = chat->phase == TurnPhase::Asked;
    if (due && asked) return lose_sight();  // Either of the two.
    if (due) chat->flags.clear(ChatFlag::OrphanDue);
    if (due || asked) keep(s_.ended, turn);
    return odd(Report::UnknownTurn, turn);
  }
  if (message.text != TextId{}) problem(chat->id, Severity::Error, message.text);
  chat->phase = TurnPhase::Over;
  chat->end = message.end;
  keep(s_.ended, turn);
  end_turn(*chat, Withdrawal::TurnEnded);
}

template <class S>
void Follower<S>::end_turn(Chat& chat, Withdrawal why) {
  withdraw_asks(chat.id, why);
  // An interrupt that was to be sent again has nothing to stop.
  drop_if(s_.calls, [&](const Call& call) {
    return call.method == Method::TurnInterrupt && call.chat == chat.id && !call.is(Stage::Sent);
  });
  drop_if(s_.items,
          [&](const Item& item) { return item.chat == chat.id && !item.has(ItemFlag::Opened); });
  for (Item& item : s_.items) {
    if (item.chat == chat.id && !item.has(ItemFlag::Done)) item.flags.set(ItemFlag::WithTurn);
    if (item.chat == chat.id) item.flags.clear(ItemFlag::FrameDue);
  }
  drop_if(s_.done_items, [&](const Pair& item) { return item.with == chat.id; });
}

template <class S>
void Follower<S>::forget_turn(Chat& chat) {
  chat.phase = TurnPhase::None;
  chat.turn = 0;
  chat.end = {};
  chat.stopping = 0;
  for (const auto flag : {ChatFlag::Shown, ChatFlag::Running, ChatFlag::Stopped,
                          ChatFlag::StoppedEarly, ChatFlag::Interrupted, ChatFlag::Refused,
                          ChatFlag::Twice, ChatFlag::Canceled, ChatFlag::Declined})
    chat.flags.clear(flag);
}

// Nobody waits for an answer to these any more.
template <class S>
void Follower<S>::withdraw_asks(Number chat, Withdrawal why) {
  const auto fate = why == Withdrawal::ProcessGone ? AskFate::ProcessGone : AskFate::TurnEnded;
  for (std::size_t i = s_.asks.size(); i > 0; --i) {
    PendingAsk& ask = s_.asks[i - 1];
    if (ask.chat != chat || ask.has(AskFlag::Withdrawn) || ask.has(AskFlag::Answered)) continue;
    refuse_item(ask);
    if (!ask.has(AskFlag::Shown) || ask.has(AskFlag::Told)) {
      if (ask.has(AskFlag::Bad) && why != Withdrawal::ProcessGone) continue;
      keep(s_.past_asks, PastAsk{ask.id, ask.chat, fate, 0});
      s_.asks.erase(i - 1);
      continue;
    }
    ask.flags.set(AskFlag::Withdrawn);
    ask.why = why;
    ask.age = 0;
  }
}

template <class S>
void Follower<S>::refuse_item(const PendingAsk& ask) {
  if (ask.item != 0 && !listed(s_.refused_items, ask.item))
    keep(s_.refused_items, Pair{ask.item, ask.chat});
}

// Items.

template <class S>
auto Follower<S>::running(ThreadId thread, TurnId turn) -> Chat* {
  auto* chat = find(thread);
  if (chat == nullptr) {
    odd(Report::UnknownThread, thread.value);
    return nullptr;
  }
  if (chat->phase == TurnPhase::Named && chat->turn == turn.value) return chat;
  if (chat->orphan == 0 || chat->orphan != turn.value) odd(Report::UnknownTurn, turn.value);
  return nullptr;
}

template <class S>
void Follower<S>::hear(const ItemStarted& message) {
  const auto* chat = running(message.thread, message.turn);
  if (chat == nullptr || find(message.item) != nullptr) return;
  if (listed(s_.done_items, message.item.value)) return;
  Item item;
  item.id = small(message.item.value);
  item.chat = chat->id;
  item.kind = message.kind;
  add(s_.items, item);
}

template <class S>
void Follower<S>::hear(const ItemDelta& message) {
  if (running(message.thread, message.turn) == nullptr) return;
  auto* item = find(message.item);
  if (item == nullptr || item->has(ItemFlag::Done))
    return odd(Report::UnknownItem, message.item.value);
  if (item->has(ItemFlag::Due)) item->overrun = 1;
  item->flags.set(ItemFlag::Due);
  item->text = small(message.text.value);
  item->kept = joined(item->kept, message.mark);
}

template <class S>
void Follower<S>::hear(const ItemCompleted& message) {
  if (running(message.thread, message.turn) == nullptr) return;
  auto* item = find(message.item);
  if (item == nullptr || item->has(ItemFlag::Done))
    return odd(item != nullptr || listed(s_.done_items, message.item.value) ? Report::SecondItemEnd
                                                                            : Report::UnknownItem,
               message.item.value);
  item->flags.set(ItemFlag::Done);
  item->flags.clear(ItemFlag::FrameDue);
  item->end = message.end;
  if (!message.has_text || message.mark == item->kept) return;
  if (item->has(ItemFlag::Due)) item->overrun = 1;
  item->flags.set(ItemFlag::Due);
  item->flags.set(ItemFlag::Replaces);
  if (item->kept.bytes != 0) odd(Report::TextDiffers, item->id);
  item->text = small(message.text.value);
  item->kept = message.mark;
}

// Usage.

template <class S>
void Follower<S>::hear(const Usage& message) {
  auto* chat = find(message.thread);
  if (chat == nullptr) return odd(Report::UnknownThread, message.thread.value);
  if (message.total < chat->total) {
    odd(Report::TotalFell, chat->thread);
    return chat->flags.set(ChatFlag::UsageFell);
  }
  chat->flags.clear(ChatFlag::UsageFell);
  chat->flags.set(ChatFlag::UsageDue);
  chat->total = message.total;
}

template <class S>
void Follower<S>::hear(const RateLimits& message) {
  s_.process.rates = message.used;
  s_.process.flags.set(ProcessFlag::RatesDue);
}

template <class S>
void Follower<S>::problem(std::uint32_t chat, Severity severity, TextId text, bool optional) {
  if constexpr (S::sees_client)
    add(s_.problems, Problem{small(chat), small(text.value), severity, optional});
}

template <class S>
void Follower<S>::hear(const Trouble& message) {
  const auto* chat = find(message.thread);
  problem(chat == nullptr ? 0 : chat->id, message.severity, message.text);
}

// Approvals.

template <class S>
void Follower<S>::hear(const Ask& message) {
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
  const auto* chat = find(message.thread);
  const bool runs =
      chat != nullptr && chat->phase == TurnPhase::Named && chat->turn == message.turn.value;
  if (chat != nullptr) ask.chat = chat->id;
  if (!message.wellformed || !runs) ask.flags.set(AskFlag::Bad);
  if (runs && chat->has(ChatFlag::Stopped)) ask.flags.set(AskFlag::Late);
  const auto same = [&](const Pair& pair) {
    return pair.of == ask.subject && (pair.with == ask.chat || pair.with == 0);
  };
  if (!ask.has(AskFlag::Bad) && ask.kind != AskKind::Unknown && ask.subject != 0 &&
      std::any_of(s_.remembered.begin(), s_.remembered.end(), same))
    ask.flags.set(AskFlag::Remembered);
  if (ask.has(AskFlag::Bad) && ask.kind != AskKind::Unknown) odd(Report::BadAsk, message.ask.value);
  add(s_.asks, ask);
}

template <class S>
void Follower<S>::hear(const AskResolved& message) {
  auto* ask = find(message.ask);
  if (ask == nullptr || ask->has(AskFlag::Withdrawn)) return;
  if (!ask->has(AskFlag::Shown) || ask->has(AskFlag::Told)) {
    keep(s_.past_asks, PastAsk{ask->id, ask->chat, AskFate::Resolved, 0});
    return erase(s_.asks, ask);
  }
  ask->flags.set(AskFlag::Withdrawn);
  ask->why = Withdrawal::Resolved;
  ask->age = 0;
}

}  // namespace spec::appserver::clauses
