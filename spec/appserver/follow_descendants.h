// What follows from what is said of threads that turns opened (SES-13).
#pragma once

#include "appserver/follow.h"

namespace spec::appserver::clauses {

// The chat that has this thread, or that it descends from; 0: there is none.
template <class S>
auto Follower<S>::home_of(ThreadId thread) -> Number {
  const auto* chat = find(thread);
  if (chat == nullptr || chat->has(ChatFlag::Archived)) return 0;
  return chat->has(ChatFlag::Descends) ? chat->home : chat->id;
}
template <class S>
auto Follower<S>::adopt(ThreadId thread, Number home) -> Chat* {
  Chat chat;
  chat.thread = small(thread.value);
  chat.home = home;
  chat.flags.set(ChatFlag::Descends);
  add(s_.chats, chat);
  return s_.unfollowed() ? nullptr : &s_.chats.back();
}
// A turn that began while it was a stranger may be kept, or not.
template <class S>
void Follower<S>::take_home(Chat& chat, Number home) {
  if (chat.home == 0 && home != 0 && chat.phase == TurnPhase::Named) lose_sight();
  chat.home = home;
}
// A descendant may be announced by nothing but what is said of its turn. It is of the turn that
// runs; of none, and without a home, if that has ended; null: no turn ever ran.
template <class S>
auto Follower<S>::of_descendant(ThreadId thread, TurnId turn) -> Chat* {
  auto* known = find(thread);
  const bool is_ours = known != nullptr && !known->has(ChatFlag::Descends);
  if (thread == no_thread || (is_ours && !known->has(ChatFlag::Archived))) return known;
  Number home = 0;
  for (const Chat& chat : s_.chats) {
    if (chat.has(ChatFlag::Descends) || chat.phase != TurnPhase::Named) continue;
    if (chat.turn == turn.value) return known;  // It is no turn of that thread.
    // Either of the two; or of one that was put away.
    if ((home != 0 && (known == nullptr || known->home == 0)) || is_ours) lose_sight();
    home = chat.id;
  }
  if (is_ours || (known != nullptr && known->home != 0)) return known;
  if (known != nullptr) take_home(*known, home);
  return known != nullptr || (home == 0 && s_.ended.empty()) ? known : adopt(thread, home);
}
// Nothing of it is told but its approvals.
template <class S>
void Follower<S>::begin_elsewhere(Chat& chat, std::uint32_t turn) {
  if (listed(s_.ended, turn)) return odd(Report::UnknownTurn, turn);
  if (chat.phase == TurnPhase::Named && chat.turn != turn) {
    odd(Report::SecondTurn, turn);
    withdraw_asks(chat.thread, Withdrawal::TurnEnded);
  }
  chat.phase = TurnPhase::Named;
  chat.turn = small(turn);
  chat.flags.set(ChatFlag::Shown);
  chat.flags.set(ChatFlag::Running);
}

// What was asked for and given up opens a thread all the same: its answer and its start come late,
// in either order. Whether the other has come.
template <class S>
bool Follower<S>::half_told(ThreadId thread) {
  if constexpr (!S::sees_client) return false;
  const bool told = listed(s_.threads, thread.value);
  if (told) drop(s_.threads, thread.value);
  if (!told && find(thread) == nullptr) keep(s_.threads, small(thread.value));
  return told;
}

}  // namespace spec::appserver::clauses
