// Chats, their threads and turns: readiness, the one active turn, and how it is stopped.
#pragma once
#include "appserver/run.h"

namespace engine::appserver {

template <class Capacity>
Chat* Run<Capacity>::chat_with(ThreadId thread) {
  if (thread == no_thread) return nullptr;
  return find_in(state_.chats, [&](const Chat& chat) { return chat.thread == thread; });
}

// The chat whose active turn this is; null if there is none, and reported, if it is no
// descendant's either.
template <class Capacity>
Chat* Run<Capacity>::place(ThreadId thread, TurnId turn) {
  Chat* chat = chat_with(thread);
  const Descendant* descendant = chat == nullptr ? descendant_with(thread) : nullptr;
  if (chat == nullptr && descendant == nullptr) {
    report(Report::UnknownThread, thread.value);
    return nullptr;
  }
  const TurnId active = chat != nullptr ? chat->turn.id : descendant->turn;
  if (turn != no_turn && turn == active) return chat;
  report(Report::UnknownTurn, turn.value);
  return nullptr;
}

template <class Capacity>
void Run<Capacity>::on(const ChatStarted& started) {
  CHECK(server_.phase != Phase::New);
  CHECK(started.chat != no_chat);
  CHECK(chat_of(started.chat) == nullptr);
  const Call call{.chat = started.chat,
                  .text = started.text,
                  .method = Method::ThreadStart,
                  .settings = started.settings};
  if (state_.chats.full() || !room_for_user()) return tell(call, Outcome::Busy);
  state_.chats.push_back({.id = started.chat, .text = started.text, .settings = started.settings});
  submit(call);
}

template <class Capacity>
void Run<Capacity>::on(const ChatResumed& resumed) {
  CHECK(server_.phase != Phase::New);
  CHECK(resumed.chat != no_chat);
  CHECK(resumed.thread != no_thread);
  const Call call{.chat = resumed.chat, .method = Method::ThreadResume};
  Chat* chat = chat_of(resumed.chat);
  const bool under_way = find_in(state_.calls, [&](const Call& other) {
                           return other.chat == resumed.chat;
                         }) != nullptr;
  const bool away = chat != nullptr && chat->thread == resumed.thread &&
                    chat->phase == ChatPhase::Away && !under_way;
  CHECK(chat == nullptr || away);
  if (chat == nullptr && chat_with(resumed.thread) != nullptr) return tell(call, Outcome::Refused);
  if (!room_for_user()) return tell(call, Outcome::Busy);
  if (chat == nullptr) {
    if (state_.chats.full()) return tell(call, Outcome::Busy);
    state_.chats.push_back({.id = resumed.chat,
                            .thread = resumed.thread,
                            .tokens_before = tokens_unknown,
                            .phase = ChatPhase::Away,
                            .ran = true});
  }
  submit(call);
}

template <class Capacity>
void Run<Capacity>::on(const ChatArchived& archived) {
  const Call call{.chat = archived.chat, .method = Method::ThreadArchive};
  Chat* chat = chat_of(archived.chat);
  const bool free = chat != nullptr && chat->phase == ChatPhase::Ready && !chat->turn.begun;
  if (!free) return tell(call, Outcome::Refused);
  if (!room_for_user()) return tell(call, Outcome::Busy);
  chat->phase = ChatPhase::Archiving;
  out_.emplace_back(ComposerBusy{archived.chat});
  submit(call);
}

template <class Capacity>
void Run<Capacity>::on(const Said& said) {
  const Call call{.chat = said.chat, .text = said.text, .method = Method::TurnStart};
  Chat* chat = chat_of(said.chat);
  const bool free = chat != nullptr && chat->phase == ChatPhase::Ready && !chat->turn.begun;
  if (!free) return tell(call, Outcome::Refused);
  if (!room_for_user()) return tell(call, Outcome::Busy);
  chat->turn.begun = true;
  out_.emplace_back(ComposerBusy{chat->id});
  submit(call);
}

template <class Capacity>
void Run<Capacity>::on(const Stopped& stopped) {
  Chat* chat = chat_of(stopped.chat);
  if (chat == nullptr || !chat->turn.begun || chat->turn.stop != Stop::None) return;
  withdraw_asks(chat->thread, Withdrawal::TurnEnded);
  chat->turn.stop = Stop::Wanted;
  if (chat->turn.id != no_turn) interrupt(*chat, chat->turn);
}

template <class Capacity>
void Run<Capacity>::on(const ThreadStarted& started) {
  if (Chat* chat = chat_with(started.thread)) {
    if (chat->phase == ChatPhase::Answered) make_ready(*chat);
    return;
  }
  if (started.parent != no_thread) return announce(started);
  const auto awaits = [](const Call& call) {
    return call.method == Method::ThreadStart && call.phase == CallPhase::Sent;
  };
  if (find_in(state_.calls, awaits) == nullptr)
    return report(Report::UnknownThread, started.thread.value);
  // It may be that of somebody else, or of a call that is over: the next one may be ours.
  if (state_.unclaimed.full()) {
    report(Report::UnknownThread, state_.unclaimed[0].value);
    state_.unclaimed.erase(0);
  }
  state_.unclaimed.push_back(started.thread);
}

template <class Capacity>
void Run<Capacity>::conclude_start(const Call& call, Outcome outcome, const Response& answer) {
  const bool named = answer.thread != no_thread && chat_with(answer.thread) == nullptr;
  if (outcome != Outcome::Result || !named) {
    remove(call.chat);
    const bool answered = outcome == Outcome::Result;
    tell(call, answered ? Outcome::Error : outcome, answered ? Error::Other : answer.error);
    return settle_unclaimed();
  }
  Chat& chat = *chat_of(call.chat);
  chat.thread = answer.thread;
  chat.phase = ChatPhase::Answered;
  tell(call, Outcome::Result);
  bool started = opts_out(opt_out::thread_started);
  take_from(
      state_.unclaimed, [&](ThreadId thread) { return thread == answer.thread; },
      [&](ThreadId) { started = true; });
  if (started) make_ready(chat);
  settle_unclaimed();
}

// Threads that no answer can name any more are nobody's.
template <class Capacity>
void Run<Capacity>::settle_unclaimed() {
  if (find_in(state_.calls, [](const Call& call) { return call.method == Method::ThreadStart; }))
    return;
  for (const ThreadId thread : state_.unclaimed) report(Report::UnknownThread, thread.value);
  state_.unclaimed.clear();
}

template <class Capacity>
void Run<Capacity>::conclude_resume(const Call& call, Outcome outcome, const Response& answer) {
  if (!call.own || outcome != Outcome::Result) tell(call, outcome, answer.error);
  if (outcome == Outcome::Result) return make_ready(*chat_of(call.chat));
  // The thread is nobody's: another chat may resume it.
  if (!call.own) return remove(call.chat);
  const bool busy = answer.error == Error::Overloaded || answer.error == Error::NotInitialized;
  // Of the server's own words; it may lack something else.
  const bool refused = outcome == Outcome::Error && answer.id != no_request && !busy;
  if (refused) give_up_thread(*chat_of(call.chat));
}

// The server does not have it any more. A chat in which nothing was said begins anew.
template <class Capacity>
void Run<Capacity>::give_up_thread(Chat& chat) {
  if (chat.ran) return remove(chat.id);
  chat.thread = {};
  chat.phase = ChatPhase::Starting;
  submit({.chat = chat.id,
          .text = chat.text,
          .method = Method::ThreadStart,
          .settings = chat.settings});
}

template <class Capacity>
void Run<Capacity>::make_ready(Chat& chat) {
  chat.phase = ChatPhase::Ready;
  out_.emplace_back(ComposerReady{chat.id});
}

template <class Capacity>
void Run<Capacity>::conclude_archive(const Call& call, Outcome outcome, const Response& answer) {
  tell(call, outcome, answer.error);
  if (outcome != Outcome::Result) return make_ready(*chat_of(call.chat));
  const ThreadId thread = chat_of(call.chat)->thread;
  take_from(
      state_.accepted, [&](const Accepted& each) { return each.thread == thread; },
      [](const Accepted&) {});
  remove(call.chat);
}

template <class Capacity>
void Run<Capacity>::remove(ChatId id) {
  forget_interrupts(id, no_turn);
  close_items(id);
  for (Late& late : state_.late)
    if (late.chat == id) late.chat = {};
  take_from(
      state_.chats, [&](const Chat& chat) { return chat.id == id; }, [](const Chat&) {});
}

}  // namespace engine::appserver
