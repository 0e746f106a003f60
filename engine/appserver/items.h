// Items and approvals of the active turns.
#pragma once
#include "appserver/run.h"

namespace engine::appserver {

// Null, and reported, if there is no such item in the active turn.
template <class Capacity>
Item* Run<Capacity>::item_of(ThreadId thread, TurnId turn, ItemId id) {
  const ChatId home = home_of(thread);
  Item* outliving = find_in(state_.items, [&](const Item& other) {
    return other.id == id && other.chat == home && other.outlives;
  });
  if (outliving != nullptr) return outliving;
  const Chat* chat = place(thread, turn);
  if (chat == nullptr) return nullptr;
  Item* item = find_in(state_.items,
                       [&](const Item& other) { return other.id == id && other.chat == chat->id; });
  if (item == nullptr) report(Report::UnknownItem, id.value);
  return item;
}

template <class Capacity>
void Run<Capacity>::on(const ItemStarted& started) {
  const Chat* chat = place(started.thread, started.turn);
  if (chat == nullptr) return;
  const Item* known = find_in(state_.items, [&](const Item& other) {
    return other.id == started.item && other.chat == chat->id;
  });
  if (known != nullptr || started.item == no_item) {
    const bool open = known != nullptr && !known->closed;
    return open ? void() : report(Report::UnknownItem, started.item.value);
  }
  works_on(started.thread, started.turn);
  if (state_.items.full()) {
    const Item* closed = find_in(state_.items, [](const Item& item) { return item.closed; });
    if (closed == nullptr) return report(Report::TooMany, started.item.value);
    state_.items.erase(static_cast<std::size_t>(closed - state_.items.begin()));
  }
  state_.items.push_back({.id = started.item, .chat = chat->id, .background = started.background});
  out_.emplace_back(ItemOpened{chat->id, started.item, started.kind});
}

template <class Capacity>
void Run<Capacity>::on(const ItemDelta& delta) {
  Item* item = item_of(delta.thread, delta.turn, delta.item);
  if (item == nullptr) return;
  if (item->closed) return report(Report::UnknownItem, delta.item.value);
  works_on(delta.thread, delta.turn);
  item->mark = joined(item->mark, delta.mark);
  item->fresh = true;
  out_.emplace_back(TextAppended{item->id, delta.text});
}

template <class Capacity>
void Run<Capacity>::on(const ItemOutput& output) {
  const Item* item = item_of(output.thread, output.turn, output.item);
  if (item != nullptr && item->closed) report(Report::UnknownItem, output.item.value);
}

template <class Capacity>
void Run<Capacity>::on(const ItemCompleted& completed) {
  Item* item = item_of(completed.thread, completed.turn, completed.item);
  if (item == nullptr) return;
  if (item->closed) return report(Report::SecondItemEnd, completed.item.value);
  if (completed.has_text && completed.mark != item->mark) {
    if (item->mark.bytes != 0) report(Report::TextDiffers, item->id.value);
    out_.emplace_back(TextReplaced{item->id, completed.text});
  }
  *item = {.id = item->id, .chat = item->chat, .closed = true, .outlives = item->outlives};
  out_.emplace_back(ItemClosed{item->id, completed.end});
}

template <class Capacity>
void Run<Capacity>::on(const FrameDue&) {
  for (Item& item : state_.items) {
    if (item.fresh) out_.emplace_back(ItemShown{item.id, item.mark});
    item.fresh = false;
  }
}

// Those of a turn that has ended; what is in the background goes on.
template <class Capacity>
void Run<Capacity>::close_turn(ChatId chat) {
  for (Item& item : state_.items) {
    if (item.chat != chat || !item.background || item.outlives || item.closed) continue;
    item.outlives = true;
    out_.emplace_back(ItemInBackground{item.id});
  }
  close_items(chat, [](const Item& item) { return !item.outlives || item.closed; });
}

template <class Capacity>
void Run<Capacity>::close_items(ChatId chat, auto is) {
  take_from(
      state_.items, [&](const Item& item) { return item.chat == chat && is(item); },
      [this](const Item& item) {
        if (!item.closed) out_.emplace_back(ItemClosed{item.id, ItemEnd::WithTurn});
      });
}

template <class Capacity>
void Run<Capacity>::on(const Usage& usage) {
  Chat* chat = chat_with(usage.thread);
  if (chat == nullptr && descendant_with(usage.thread) != nullptr) return;
  if (chat == nullptr) return report(Report::UnknownThread, usage.thread.value);
  if (usage.total < chat->tokens) return report(Report::TotalFell, usage.thread.value);
  chat->tokens = usage.total;
  const bool known = chat->tokens_before != tokens_unknown;
  out_.emplace_back(
      UsageShown{chat->id, usage.total, known ? usage.total - chat->tokens_before : 0});
}

template <class Capacity>
void Run<Capacity>::on(const Trouble& trouble) {
  const ChatId chat = home_of(trouble.thread);
  show_problem(chat, trouble.severity, trouble.text);
  if (trouble.thread == no_thread) return;
  if (trouble.turn != no_turn) return void(place(trouble.thread, trouble.turn));
  if (chat == no_chat) report(Report::UnknownThread, trouble.thread.value);
}

template <class Capacity>
void Run<Capacity>::on(const Ask& ask) {
  works_on(ask.thread, ask.turn);
  const auto is_this = [&](const Pending& pending) { return pending.id == ask.ask; };
  if (find_in(state_.asks, is_this) != nullptr) return report(Report::BadAsk, ask.ask.value);
  take_from(
      state_.settled, [&](AskId id) { return id == ask.ask; }, [](AskId) {});
  if (ask.kind == AskKind::Unknown) return say(AnswerError{ask.ask, Error::MethodNotFound});
  if (ask.kind == AskKind::Other) {
    settle({.id = ask.ask});
    return answer(ask.ask, Decision::Decline);
  }
  const Chat* chat = chat_with(ask.thread);
  const ChatId home = chat == nullptr ? home_of_descendant(ask) : chat->id;
  const bool here = chat == nullptr ? home != no_chat
                                    : chat->turn.id != no_turn &&
                                          (ask.turn == no_turn || ask.turn == chat->turn.id);
  if (!ask.wellformed || !here) return decline(ask.ask, Report::BadAsk);
  const Pending pending{.id = ask.ask, .thread = ask.thread, .subject = ask.subject};
  if (chat != nullptr && chat->turn.stop != Stop::None) {
    settle(pending);
    return answer(ask.ask, Decision::Decline);
  }
  const bool accepted = find_in(state_.accepted, [&](const Accepted& each) {
                          const bool here = each.thread == ask.thread || each.thread == no_thread;
                          return here && each.subject == ask.subject;
                        }) != nullptr;
  if (accepted) {
    settle(pending);
    answer(ask.ask, Decision::Accept);
    out_.emplace_back(AskAccepted{home, ask.ask, ask.subject});
    return;
  }
  if (state_.asks.full()) return decline(ask.ask, Report::TooMany);
  state_.asks.push_back(pending);
  out_.emplace_back(AskShown{home, ask.ask, ask.kind, ask.subject});
  set(TimerKind::Decision, ask.ask.value, limits_.decision);
}

template <class Capacity>
void Run<Capacity>::decline(AskId ask, Report why) {
  settle({.id = ask});
  answer(ask, Decision::Decline);
  report(why, ask.value);
}

template <class Capacity>
void Run<Capacity>::settle(const Pending& ask) {
  remember(state_.settled, ask.id);
}

template <class Capacity>
void Run<Capacity>::on(const Decided& decided) {
  const Pending* found =
      find_in(state_.asks, [&](const Pending& ask) { return ask.id == decided.ask; });
  if (found == nullptr) {
    const bool settled =
        find_in(state_.settled, [&](AskId id) { return id == decided.ask; }) != nullptr;
    return settled ? void() : report(Report::UnknownAsk, decided.ask.value);
  }
  const Pending ask = *found;
  state_.asks.erase(static_cast<std::size_t>(found - state_.asks.begin()));
  settle(ask);
  cancel(TimerKind::Decision, ask.id.value);
  answer(ask.id, decided.decision);
  if (decided.decision != Decision::AcceptForSession || ask.subject == no_subject) return;
  accept_from_now_on({.thread = ask.thread, .subject = ask.subject}, ask.id.value);
}

template <class Capacity>
void Run<Capacity>::on(const RuleMade& made) {
  if (made.subject != no_subject)
    accept_from_now_on({.thread = no_thread, .subject = made.subject}, 0);
}

template <class Capacity>
void Run<Capacity>::on(const AskResolved& resolved) {
  const auto is_this = [&](const Pending& ask) {
    const bool here = resolved.thread == no_thread || resolved.thread == ask.thread;
    return ask.id == resolved.ask && here;
  };
  const bool known =
      find_in(state_.asks, is_this) != nullptr ||
      find_in(state_.settled, [&](AskId id) { return id == resolved.ask; }) != nullptr;
  if (!known) return report(Report::UnknownAsk, resolved.ask.value);
  take_from(state_.asks, is_this, [this](const Pending& ask) {
    settle(ask);
    cancel(TimerKind::Decision, ask.id.value);
    out_.emplace_back(AskWithdrawn{ask.id, Withdrawal::Resolved});
  });
}

template <class Capacity>
void Run<Capacity>::pass_decision(AskId id) {
  const auto is_this = [&](const Pending& ask) { return ask.id == id; };
  CHECK(find_in(state_.asks, is_this) != nullptr);
  take_from(state_.asks, is_this, [this](const Pending& ask) {
    settle(ask);
    answer(ask.id, Decision::Decline);
    out_.emplace_back(AskWithdrawn{ask.id, Withdrawal::TimedOut});
  });
}

template <class Capacity>
void Run<Capacity>::withdraw_asks(ThreadId thread, Withdrawal why) {
  take_from(
      state_.asks, [&](const Pending& ask) { return ask.thread == thread; },
      [&](const Pending& ask) {
        settle(ask);
        cancel(TimerKind::Decision, ask.id.value);
        out_.emplace_back(AskWithdrawn{ask.id, why});
      });
}

}  // namespace engine::appserver
