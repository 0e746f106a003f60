// Threads that turns of the user's chats opened (SES-13): their turns and approvals, beside and
// behind those of their parents. Of their items nothing is shown.
#pragma once
#include "appserver/run.h"

namespace engine::appserver {

// The chat that has this thread, or that it descends from; no_chat: there is none.
template <class Capacity>
ChatId Run<Capacity>::home_of(ThreadId thread) {
  if (const Chat* chat = chat_with(thread)) return chat->id;
  const Descendant* descendant = descendant_with(thread);
  return descendant == nullptr ? no_chat : descendant->chat;
}

// Null, and reported, if there is no room: a turn runs in each of the others.
template <class Capacity>
Descendant* Run<Capacity>::adopt(ThreadId thread, ChatId chat) {
  auto& all = state_.descendants;
  if (all.full()) {
    const Descendant* at_rest =
        find_in(all, [](const Descendant& each) { return each.turn == no_turn; });
    if (at_rest == nullptr) {
      report(Report::TooMany, thread.value);
      return nullptr;
    }
    all.erase(static_cast<std::size_t>(at_rest - all.begin()));
  }
  all.push_back({.thread = thread, .chat = chat});
  return &all.back();
}

// Some servers announce a descendant by nothing but its first turn. It is taken for one of the turn
// that began last; null if none runs.
template <class Capacity>
Descendant* Run<Capacity>::adopt_stranger(ThreadId thread, TurnId turn) {
  const Chat* parent = nullptr;
  for (const Chat& chat : state_.chats) {
    if (chat.turn.id == no_turn) continue;
    if (chat.turn.id == turn) return nullptr;  // It is no turn of that thread.
    if (parent == nullptr || chat.turn.id > parent->turn.id) parent = &chat;
  }
  return parent == nullptr || thread == no_thread ? nullptr : adopt(thread, parent->id);
}

template <class Capacity>
void Run<Capacity>::announce(const ThreadStarted& started) {
  const ChatId home = home_of(started.parent);
  if (home == no_chat) return report(Report::UnknownThread, started.thread.value);
  if (Descendant* known = descendant_with(started.thread))
    known->chat = home;
  else
    adopt(started.thread, home);
}

template <class Capacity>
void Run<Capacity>::begin_elsewhere(const TurnStarted& started) {
  Descendant* descendant = descendant_with(started.thread);
  if (descendant == nullptr) descendant = adopt_stranger(started.thread, started.turn);
  if (descendant == nullptr) return report(Report::UnknownThread, started.thread.value);
  if (started.turn == no_turn || started.turn == descendant->ended)
    return report(Report::UnknownTurn, started.turn.value);
  if (started.turn == descendant->turn) return;
  if (descendant->turn != no_turn) {
    report(Report::SecondTurn, started.turn.value);
    withdraw_asks(started.thread, Withdrawal::TurnEnded);
  }
  descendant->turn = started.turn;
}

template <class Capacity>
void Run<Capacity>::end_elsewhere(const TurnCompleted& completed) {
  Descendant* descendant = descendant_with(completed.thread);
  if (descendant == nullptr) return report(Report::UnknownThread, completed.thread.value);
  const TurnId turn = completed.turn;
  const bool second = turn != no_turn && turn == descendant->ended;
  if (turn == no_turn || turn != descendant->turn)
    return report(second ? Report::SecondEnd : Report::UnknownTurn, turn.value);
  if (completed.text != TextId{}) show_problem(descendant->chat, Severity::Error, completed.text);
  withdraw_asks(completed.thread, Withdrawal::TurnEnded);
  descendant->turn = {};
  descendant->ended = turn;
}

// Of a turn that was not announced, and has not ended, the approval is the announcement; no_chat:
// it is nobody's.
template <class Capacity>
ChatId Run<Capacity>::home_of_descendant(const Ask& ask) {
  Descendant* descendant = descendant_with(ask.thread);
  if (descendant == nullptr && ask.wellformed) descendant = adopt_stranger(ask.thread, ask.turn);
  if (descendant == nullptr) return no_chat;
  const bool begins = descendant->turn == no_turn && ask.turn != descendant->ended;
  if (begins) descendant->turn = ask.turn;
  return ask.turn == no_turn || ask.turn == descendant->turn ? descendant->chat : no_chat;
}

}  // namespace engine::appserver
