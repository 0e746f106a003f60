// What users and processes do to a situation, and time.
#pragma once
#include <algorithm>
#include <limits>
#include <utility>

#include "appserver/follow.h"
#include "port/visit.h"

namespace spec::appserver::clauses {
namespace {

// An age saturates one past the bound that it is compared with.
void grow(std::uint32_t& age, Duration by, Duration bound) {
  const auto most = static_cast<std::uint32_t>(bound.count()) + 1u;
  age = std::min(most, age + static_cast<std::uint32_t>(by.count()));
}

}  // namespace

template <class S>
auto Follower<S>::small(std::uint32_t value) -> Number {
  if (value > std::numeric_limits<Number>::max()) lose_sight();
  return static_cast<Number>(value);
}

template <class S>
void Follower<S>::odd(Report report, std::uint32_t of) {
  add(s_.odd, Odd{small(of), report, 0});
}

// The user.

template <class S>
void Follower<S>::on(const Opened&) {
  s_.process.flags.set(ProcessFlag::Opened);
}

template <class S>
void Follower<S>::on(const ChatStarted& event) {
  Chat chat;
  chat.id = small(event.chat.value);
  chat.text = small(event.text.value);
  chat.settings = packed(event.settings);
  add(s_.chats, chat);
  Call call;
  call.method = Method::ThreadStart;
  call.chat = chat.id;
  call.what = chat.text;
  call.settings = chat.settings;
  add_call(call);
}

template <class S>
void Follower<S>::on(const ChatResumed& event) {
  Chat chat;
  chat.id = small(event.chat.value);
  chat.thread = small(event.thread.value);
  chat.flags.set(ChatFlag::Resumed);
  chat.flags.set(ChatFlag::Ran);
  chat.total_before = total_unknown;
  add(s_.chats, chat);
  Call call;
  call.method = Method::ThreadResume;
  call.chat = chat.id;
  call.what = chat.thread;
  add_call(call);
}

template <class S>
void Follower<S>::on(const ChatArchived& event) {
  Call call;
  call.method = Method::ThreadArchive;
  call.chat = small(event.chat.value);
  add_call(call);
}

template <class S>
void Follower<S>::on(const Said& event) {
  Call call;
  call.method = Method::TurnStart;
  call.chat = small(event.chat.value);
  call.what = small(event.text.value);
  auto* chat = find(event.chat);
  if (chat == nullptr || chat->composer != Composer::Ready || chat->has(ChatFlag::Archived))
    call.flags.set(CallFlag::Unready);
  if (chat != nullptr) chat->flags.clear(ChatFlag::TurnLost);
  add_call(call);
}

template <class S>
void Follower<S>::on(const Stopped& event) {
  auto* chat = find(event.chat);
  if (chat == nullptr || chat->has(ChatFlag::Stopped)) return;
  if (!chat->active() && !turn_under_way(s_, *chat)) return;
  chat->flags.set(ChatFlag::Stopped);
  if (chat->phase != TurnPhase::Named) chat->flags.set(ChatFlag::StoppedEarly);
  withdraw_asks(chat->thread, Withdrawal::TurnEnded);
}

template <class S>
void Follower<S>::on(const Called& event) {
  Call call;
  call.method = event.method;
  call.call = small(event.call.value);
  call.what = small(event.text.value);
  add_call(call);
}

template <class S>
void Follower<S>::on(const Decided& event) {
  auto* ask = find(event.ask);
  if (ask == nullptr || !ask->has(AskFlag::Shown) || ask->has(AskFlag::Withdrawn) ||
      ask->has(AskFlag::Told) || ask->has(AskFlag::Decided))
    return;
  ask->flags.set(AskFlag::Decided);
  ask->decision = event.decision;
}

// In every chat.
template <class S>
void Follower<S>::on(const RuleMade& event) {
  if (event.subject != no_subject) remember(small(event.subject.value), 0);
}

template <class S>
void Follower<S>::on(const FrameDue&) {
  s_.process.flags.set(ProcessFlag::Frame);
  for (Item& item : s_.items) {
    item.flags.clear(ItemFlag::Drawn);
    if (item.has(ItemFlag::Opened) && item.kept != item.shown) item.flags.set(ItemFlag::FrameDue);
  }
}

// From now on the process counts as gone.
template <class S>
void Follower<S>::on(const Closed&) {
  const auto late = s_.late;
  if (!down(s_)) lose_process();
  s_.late = late;  // The server still owes them.
  s_.process.flags.set(ProcessFlag::Closed);
}

// The process.

template <class S>
void Follower<S>::on(const ProcessStarted& event) {
  auto& process = s_.process;
  if (event.process.value != process.id || process.phase != ProcessPhase::Spawned) return;
  process.phase = ProcessPhase::Running;
  process.age = 0;
}

template <class S>
void Follower<S>::on(const ProcessGone& event) {
  auto& process = s_.process;
  if (event.process.value != process.id || process.phase == ProcessPhase::Gone ||
      process.phase == ProcessPhase::None)
    return;
  const bool crashed = !s_.has(ProcessFlag::InputClosed) && !s_.has(ProcessFlag::Discarded) &&
                       !s_.has(ProcessFlag::Closed);
  const bool greeted = std::exchange(process.greeted, std::uint8_t{0}) != 0;
  if (!down(s_)) lose_process();
  // There is nothing to end of what did not start.
  if (process.phase == ProcessPhase::Spawned || s_.has(ProcessFlag::InputClosed))
    process.flags.set(ProcessFlag::Exited);
  const auto healthy = static_cast<std::uint32_t>(bounds_.healthy.count());
  if (process.phase == ProcessPhase::Running && process.age >= healthy && greeted)
    process.crashes_min = 0;
  process.phase = ProcessPhase::Gone;
  process.age = 0;
  process.rest = 0;
  if (!crashed) return;
  // Beyond eight the backoff grows no more.
  process.ungreeted = greeted ? std::uint8_t{0} : static_cast<std::uint8_t>(process.ungreeted + 1);
  process.crashes_min = static_cast<std::uint8_t>(std::min(process.crashes_min + 1, 8));
  process.crashes_max = static_cast<std::uint8_t>(std::min(process.crashes_max + 1, 8));
  keep(s_.crashes, std::uint32_t{0});
  s_.process.flags.set(ProcessFlag::CrashDue);
}

template <class S>
void Follower<S>::on(const Received& event) {
  // What comes from a process that is gone is nobody's.
  if (event.process.value != s_.process.id || down(s_)) return;
  port::visit([&](const auto& message) { hear(message); }, event.message);
}

template <class S>
void Follower<S>::lose_call(std::size_t index) {
  Call& call = s_.calls[index];
  if (call.has(CallFlag::Own)) return s_.calls.erase(index);
  const bool unsent = call.is(Stage::Wanted) && !call.has(CallFlag::First);
  if (unsent || call.is(Stage::Answered)) return;
  call.stage = Stage::Lost;
  call.id = 0;
  call.age = 0;
  call.pause = 0;
}

// The process counts as gone.
template <class S>
void Follower<S>::lose_process() {
  // What was said and not sent yet may be told as a turn without an id.
  for (Chat& chat : s_.chats)
    if (!chat.active() && turn_under_way(s_, chat)) chat.phase = TurnPhase::Lost;
  for (std::size_t i = s_.calls.size(); i > 0; --i) lose_call(i - 1);
  for (Chat& chat : s_.chats) {
    if (chat.active()) {
      if (chat.phase == TurnPhase::Named) keep(s_.ended, chat.turn);
      chat.phase = TurnPhase::Lost;
    }
    end_turn(chat, Withdrawal::ProcessGone);
    chat.flags.clear(ChatFlag::Open);
    take_orphan(chat, 0);
    chat.flags.clear(ChatFlag::UsageDue);
  }
  for (std::size_t i = s_.asks.size(); i > 0; --i)
    if (s_.asks[i - 1].chat == 0)
      s_.asks.erase(i - 1);
    else
      withdraw_ask(i - 1, Withdrawal::ProcessGone);
  drop_if(s_.chats, [](const Chat& chat) { return chat.has(ChatFlag::Descends); });
  s_.late.clear();
  s_.threads.clear();
  s_.unended.clear();
  s_.odd.clear();
  auto& process = s_.process;
  process.handshake = Handshake::None;
  process.verified = Verified::No;
  process.opts_out = 0;
  for (const auto flag : {ProcessFlag::LacksDue, ProcessFlag::LacksShown, ProcessFlag::AgainShown,
                          ProcessFlag::RatesDue, ProcessFlag::GreetedAgain})
    process.flags.clear(flag);
}

// Facts.

template <class S>
void Follower<S>::on(const ProcessExited& fact) {
  if (fact.process.value == s_.process.id) s_.process.flags.set(ProcessFlag::Exited);
}

template <class S>
void Follower<S>::on(const TimePassed& fact) {
  const auto by = fact.time;
  auto& process = s_.process;
  process.flags.clear(ProcessFlag::Frame);
  // The age of one that runs matters as long as there are crashes to forget.
  if (process.phase == ProcessPhase::Running && process.crashes_max > 0) {
    const auto healthy = static_cast<std::uint32_t>(bounds_.healthy.count());
    const auto age = process.age + static_cast<std::uint32_t>(by.count());
    grow(process.age, by, bounds_.healthy);
    // However long it lives without its handshake, that is no health: it is given as long again.
    if (age > healthy && process.greeted == 0)
      process.age = age % healthy;
    else if (age > healthy)
      process.age = process.crashes_min = process.crashes_max = 0;
  }
  if (process.phase == ProcessPhase::Gone) grow(process.age, by, 2 * bounds_.backoff_max);
  if (s_.has(ProcessFlag::InputClosed) && process.phase != ProcessPhase::Gone)
    grow(process.rest, by, std::max(bounds_.close, bounds_.terminate));
  for (auto& age : s_.crashes) grow(age, by, bounds_.crash_window);
  const auto window = static_cast<std::uint32_t>(bounds_.crash_window.count());
  drop_if(s_.crashes, [&](std::uint32_t age) { return age > window; });
  for (Call& call : s_.calls) {
    if (call.has(CallFlag::First) && !call.is(Stage::Answered) && !call.is(Stage::Lost))
      grow(call.age, by, deadline_of(call.method, bounds_));
    if (call.is(Stage::Overloaded)) {
      const auto most = std::int64_t{std::numeric_limits<std::uint16_t>::max()};
      call.pause =
          static_cast<std::uint16_t>(std::min(most, call.pause + std::int64_t{by.count()}));
    }
  }
  // An interrupt that nobody answered has no outcome that anybody is told; neither has a call of
  // the client's own to a server that was said to lack something before.
  for (std::size_t i = s_.calls.size(); i > 0; --i) {
    const Call& call = s_.calls[i - 1];
    const bool untold = call.method == Method::TurnInterrupt ||
                        (opens_process(call) && s_.has(ProcessFlag::LacksShown));
    const auto deadline = static_cast<std::uint32_t>(deadline_of(call.method, bounds_).count());
    if (untold && call.age > deadline) give_up(i - 1);
  }
  for (Chat& chat : s_.chats) {
    if (chat.phase == TurnPhase::Named && chat.has(ChatFlag::Interrupted))
      grow(chat.stopping, by, bounds_.turn_end);
    if (chat.phase == TurnPhase::Named && chat.has(ChatFlag::Idle))
      grow(chat.idle_for, by, bounds_.idle);
    if (chat.phase == TurnPhase::Lost && chat.turn == 0) forget_turn(chat);
  }
  for (PendingAsk& ask : s_.asks)
    if (ask.has(AskFlag::Shown)) grow(ask.age, by, bounds_.decision);
}

}  // namespace spec::appserver::clauses
