// What clauses ask of which an observer of the wire alone cannot be sure; one who sees the client
// can. Not for others to include.
#pragma once
#include <algorithm>

#include "appserver/facts.h"

namespace spec::appserver::clauses {

// A turn ran, which may have opened threads of its own, unannounced.
template <class S>
bool opens_one(const S& s) {
  if constexpr (S::sees_client)
    return !s.ended.empty() || std::any_of(s.chats.begin(), s.chats.end(), [](const auto& chat) {
      return chat.phase == TurnPhase::Named;
    });
  else
    return s.running.size() > 0 || (!s.says_items && s.ended.size() > 0);
}
// The thread was there before, or may be forgotten, or a turn may have opened it of which nothing
// is told: its turns are taken as they are.
template <class S>
bool taken_as_it_is(const S& s, ThreadId thread) {
  if constexpr (S::sees_client)
    return chat_of(s, thread) == nullptr && not_told_turns(s) && opens_one(s);
  else {
    const auto* chat = chat_of(s, thread);
    return s.process.handshake == Handshake::Joined || s.forgot(Kind::Turn) ||
           (chat == nullptr ? s.forgot(Kind::Thread) || s.any_unread(Side::Server) ||
                                  (not_told_turns(s) && opens_one(s))
                            : chat->unknown);
  }
}
// There may be items that are not known.
template <class S>
bool overlooks_items(const S& s, ThreadId thread) {
  if constexpr (S::sees_client)
    return chat_is(s, thread, ChatFlag::Descends);
  else {
    const auto* chat = chat_of(s, thread);
    return taken_as_it_is(s, thread) || s.forgot(Kind::Item) ||
           (s.process.opts_out & opt_out_of::item_started) != 0 ||
           (chat != nullptr && (chat->unnamed_items || is_partly_seen(s, *chat)));
  }
}
// It was asked about, and what was answered is not known: of what is not approved a start may not
// be told.
template <class S>
bool decided_unseen(const S& s, ItemId item) {
  if constexpr (S::sees_client) {
    return false;
  } else {
    const auto* about = s.asked_about.find(item.value);
    const auto* ask = about == nullptr ? nullptr : s.asks.find(about->with);
    return ask != nullptr && ask->settled && ask->answered.line == 0;
  }
}
template <class S>
bool overlooks_asks(const S& s) {
  if constexpr (S::sees_client)
    return false;
  else
    return s.process.handshake == Handshake::Joined || s.process.handshake == Handshake::None ||
           s.forgot(Kind::Ask);
}
// Lines of the two sides may have been recorded in the wrong order.
template <class S, class Ask>
bool may_be_swapped(const S& s, const Ask& ask) {
  if constexpr (S::sees_client)
    return false;
  else
    return !s.ordered || (s.place.timed && ask.withdrawn.timed &&
                          s.place.time_us - ask.withdrawn.time_us <= swap_us);
}
// The code of an error is one that the dialect has for it.
template <class S>
bool has_its_code(const S& s, const Bounds& bounds) {
  if constexpr (S::sees_client)
    return true;
  else
    return bounds.speech == Speech::Codex ? s.code == -32'600
                                          : s.code == -32'601 || s.code == -32'602;
}

}  // namespace spec::appserver::clauses
