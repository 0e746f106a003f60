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
    if (message.thread != no_thread && message.error == Error::None) half_told(message.thread);
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
  const auto age = call.age, deadline = static_cast<std::uint32_t>(bounds_.call.count());
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
      // At its deadline it may have been given up, and nobody be told.
      if (s_.has(ProcessFlag::LacksShown) && age >= deadline) lose_sight();
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
      for (Item& item : s_.items)
        if (item.chat == chat->id && !item.has(ItemFlag::Done)) item.flags.set(ItemFlag::WithTurn);
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
  const auto home = home_of(message.parent);
  if (auto* chat = find(message.thread)) {
    if (chat->has(ChatFlag::Descends) && home != 0) take_home(*chat, home);
    return chat->flags.set(ChatFlag::Started);
  }
  if (home != 0) return static_cast<void>(adopt(message.thread, home));
  if (message.parent != no_thread) return odd(Report::UnknownThread, message.thread.value);
  const bool asked = std::any_of(s_.calls.begin(), s_.calls.end(), [](const Call& call) {
    return call.method == Method::ThreadStart && call.is(Stage::Sent);
  });
  if (asked) return keep(s_.threads, small(message.thread.value));
  if (!half_told(message.thread) && s_.late.empty())
    odd(Report::UnknownThread, message.thread.value);
}
template <class S>
void Follower<S>::hear(const ThreadIdle& message) {
  auto* chat = find(message.thread);
  if (chat != nullptr && !chat->has(ChatFlag::Descends)) rest(*chat);
}
// The end of its turn comes soon, or was lost.
template <class S>
void Follower<S>::rest(Chat& chat) {
  if (chat.phase != TurnPhase::Named || chat.has(ChatFlag::Idle)) return;
  chat.flags.set(ChatFlag::Idle);
  chat.idle_for = 0;
}

template <class S>
void Follower<S>::hear(const TurnStarted& message) {
  auto* chat = of_descendant(message.thread, message.turn);
  if (s_.unfollowed()) return;
  if (chat == nullptr) return odd(Report::UnknownThread, message.thread.value);
  if (chat->has(ChatFlag::Descends)) return begin_elsewhere(*chat, message.turn.value);
  const auto turn = small(message.turn.value);
  if (turn == chat->orphan && turn != 0) return chat->flags.set(ChatFlag::OrphanRunning);
  if (listed(s_.ended, turn)) return odd(Report::UnknownTurn, turn);
  if (chat->phase == TurnPhase::Named) {
    if (chat->turn != turn) return odd(Report::SecondTurn, turn);
    // What was called idle before it started was another one.
    if (!chat->has(ChatFlag::Running)) chat->wake();
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
  // Whatever ran has ended: a turn that an answer named starts now, or never (SES-16).
  const bool starts = !chat->has(ChatFlag::Running) && !not_told_turns(s_);
  if (starts && chat->turn != turn && !listed(s_.ended, turn)) rest(*chat);
  if (turn == chat->orphan && turn != 0) {
    take_orphan(*chat, 0);
    return keep(s_.ended, turn);
  }
  drop(s_.unended, turn);
  if (listed(s_.ended, turn)) return odd(Report::SecondEnd, turn);
  if (chat->phase != TurnPhase::Named || chat->turn != turn) {
    // Whatever names it now comes behind its end.
    const bool due = chat->has(ChatFlag::OrphanDue), asked = chat->phase == TurnPhase::Asked;
    if (due && asked) return lose_sight();  // Either of the two.
    if (due) chat->flags.clear(ChatFlag::OrphanDue);
    if (due || asked) keep(s_.ended, turn);
    return odd(Report::UnknownTurn, turn);
  }
  const bool descends = chat->has(ChatFlag::Descends);
  // It is a stranger still: nobody keeps its end.
  if (descends && chat->home == 0) return forget_turn(*chat);
  const auto home = descends ? chat->home : chat->id;
  if (message.text != TextId{}) problem(home, Severity::Error, message.text);
  chat->phase = TurnPhase::Over;
  chat->end = message.end;
  keep(s_.ended, turn);
  end_turn(*chat, Withdrawal::TurnEnded);
  if (descends) forget_turn(*chat);
}

template <class S>
void Follower<S>::end_turn(Chat& chat, Withdrawal why) {
  withdraw_asks(chat.thread, why);
  if (chat.has(ChatFlag::Descends)) return;
  // An interrupt that was to be sent again has nothing to stop.
  drop_if(s_.calls, [&](const Call& call) {
    return call.method == Method::TurnInterrupt && call.chat == chat.id && !call.is(Stage::Sent);
  });
  drop_if(s_.items,
          [&](const Item& item) { return item.chat == chat.id && !item.has(ItemFlag::Opened); });
  for (Item& item : s_.items) {
    if (item.chat != chat.id) continue;
    const bool stays = item.beyond != Beyond::No && why != Withdrawal::ProcessGone;
    if (stays && item.beyond == Beyond::Marked && !item.has(ItemFlag::Done))
      item.beyond = Beyond::Due;
    if (!stays && !item.has(ItemFlag::Done)) item.flags.set(ItemFlag::WithTurn);
    if (!stays) item.flags.clear(ItemFlag::FrameDue);
  }
  drop_if(s_.done_items, [&](const Pair& item) { return item.with == chat.id; });
}

template <class S>
void Follower<S>::forget_turn(Chat& chat) {
  chat.phase = TurnPhase::None;
  chat.turn = 0;
  chat.end = {};
  chat.stopping = 0;
  chat.idle_for = 0;
  for (const auto flag : {ChatFlag::Shown, ChatFlag::Running, ChatFlag::Stopped,
                          ChatFlag::StoppedEarly, ChatFlag::Interrupted, ChatFlag::Refused,
                          ChatFlag::Twice, ChatFlag::Canceled, ChatFlag::Declined, ChatFlag::Idle})
    chat.flags.clear(flag);
}

// Items.

template <class S>
auto Follower<S>::running(ThreadId thread, TurnId turn) -> Chat* {
  auto* chat = find(thread);
  if (chat == nullptr) {
    odd(Report::UnknownThread, thread.value);
    return nullptr;
  }
  const bool descends = chat->has(ChatFlag::Descends);
  if (chat->phase == TurnPhase::Named && chat->turn == turn.value) {
    // It goes on, and was not said to have started.
    if (chat->has(ChatFlag::Idle) && !chat->has(ChatFlag::Running)) lose_sight();
    return descends ? nullptr : chat;  // Of its items nothing is shown.
  }
  if (chat->orphan == 0 || chat->orphan != turn.value) odd(Report::UnknownTurn, turn.value);
  return nullptr;
}

template <class S>
void Follower<S>::hear(const ItemStarted& message) {
  auto* chat = running(message.thread, message.turn);
  if (chat == nullptr || find(message.item) != nullptr) return;
  if (listed(s_.done_items, message.item.value)) return;
  chat->wake();  // It was called idle, and works.
  Item item;
  item.id = small(message.item.value);
  item.chat = chat->id;
  item.kind = message.kind;
  if (message.background) item.beyond = Beyond::Marked;
  add(s_.items, item);
}

// The item's turn runs, or has ended and the item has not; else it is odd.
template <class S>
bool Follower<S>::goes_on(ThreadId thread, TurnId turn, ItemId id) {
  const auto* item = find(id);
  const auto home = home_of(thread);
  if (item != nullptr && item->chat == home && item->beyond >= Beyond::Due) return true;
  return running(thread, turn) != nullptr;
}

// The item that it is about and that goes on; else it is odd.
template <class S>
auto Follower<S>::open_item(const auto& message) -> Item* {
  if (!goes_on(message.thread, message.turn, message.item)) return nullptr;
  auto* item = find(message.item);
  if (item != nullptr && !item->has(ItemFlag::Done)) return item;
  odd(Report::UnknownItem, message.item.value);
  return nullptr;
}

template <class S>
void Follower<S>::hear(const ItemDelta& message) {
  auto* item = open_item(message);
  if (item == nullptr) return;
  works_on(message.thread, message.turn);
  if (item->has(ItemFlag::Due)) item->overrun = 1;
  item->flags.set(ItemFlag::Due);
  item->text = small(message.text.value);
  item->kept = joined(item->kept, message.mark);
}

template <class S>
void Follower<S>::hear(const ItemCompleted& message) {
  if (!goes_on(message.thread, message.turn, message.item)) return;
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
  if (chat->has(ChatFlag::Descends)) return;
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
  take_limits(s_.process, message);
  s_.process.flags.set(ProcessFlag::RatesDue);
}

template <class S>
void Follower<S>::problem(std::uint32_t chat, Severity severity, TextId text, bool optional) {
  if constexpr (S::sees_client)
    add(s_.problems, Problem{small(chat), small(text.value), severity, optional});
}

template <class S>
void Follower<S>::hear(const Trouble& message) {
  problem(home_of(message.thread), message.severity, message.text);
}

}  // namespace spec::appserver::clauses
