// Threads and turns, as lines tell of them.
#include <algorithm>

#include "appserver/wire.h"

namespace spec::appserver::clauses {

using Means = spec::appserver::Method;

namespace {

TurnEnd end_of(Status status) {
  switch (status) {
    case Status::Completed: return TurnEnd::Completed;
    case Status::Interrupted: return TurnEnd::Interrupted;
    case Status::Failed: return TurnEnd::Failed;
    case Status::None:
    case Status::Unknown:
    case Status::InProgress: break;
  }
  return TurnEnd::Unknown;
}

}  // namespace

void WireJudge::server_says(const Line& line) {
  const auto method = line.method;
  if (method >= Means::ItemStarted && method <= Means::ItemCompleted) return item_says(line);
  if (method == Means::RequestResolved) return resolved(line);
  if (method == Means::Usage) return usage(line);
  if (method == Means::ThreadStatus) return thread_state(line);
  if (method == Means::ThreadClosed || method == Means::ThreadRemoved) {
    auto* gone = s_.chats.find(threads_.find(line.thread));
    if (gone != nullptr && method == Means::ThreadClosed) closes(*gone);
    if (gone != nullptr && method == Means::ThreadRemoved) gone->removed = true;
    return;
  }
  if (method == Means::OldOutput || method == Means::OldEnd) return old_effect(line);
  if (method == Means::OldTurnEnd) return old_turn_end(line);
  if (method == Means::ThreadUnarchive && line.thread != 0)
    return take_chat(where(line).thread).flags.clear(ChatFlag::Archived);
  if (method == Means::TurnStarted) return turn_started(line);
  if (method == Means::TurnCompleted) return turn_completed(line, redirected(line));
  if (method == Means::TurnNews && line.turn != 0) return turn_news(redirected(line), false);
  if (method == Means::Trouble) return trouble(line);
  if (method != Means::ThreadStarted || line.thread == 0) return;
  auto& started = take_chat(where(line).thread);
  started.flags.set(ChatFlag::Started);
  take_up(started);
  if (!std::exchange(s_.says_started, true) && s_.hasty.line != 0)
    keeps<recorded::hasty_turns<S>>(recorded::Hasty{}, s_.hasty, nowhere);
}

std::uint32_t WireJudge::thread_named(const Line& line) {
  return threads_.take(line.thread,
                       [&](std::uint32_t number) { return s_.chats.find(number) != nullptr; });
}

// Threads that an item opens are known from then on (SES-13).
void WireJudge::announce(const Line& line) {
  for (const auto name : line.announced) {
    if (name == 0) continue;
    take_chat(ThreadId{threads_.take(
        name, [&](std::uint32_t number) { return s_.chats.find(number) != nullptr; })});
  }
  if (line.announces_more) forgets(Kind::Thread);
}

TurnId WireJudge::turn_named(ThreadId thread, Name turn) {
  if (thread == no_thread || turn == 0) return no_turn;
  const auto name = mixed(thread.value, turn);
  if (const auto known = turns_.find(name); known != 0) return TurnId{known};
  homes_.take(turn) = thread.value;
  const auto in_use = [&](std::uint32_t number) { return has_turn(s_, number); };
  return TurnId{turns_.take(name, in_use)};
}

// Older servers do not say which thread or turn it is: then it is the only one that runs.
WireJudge::Where WireJudge::where(const Line& line) {
  thread_named(line);
  auto at = known_where(line);
  if (line.turn != 0) at.turn = turn_named(at.thread, line.turn);
  return at;
}

WireJudge::Where WireJudge::known_where(const Line& line) const {
  Where at{ThreadId{threads_.find(line.thread)}, {}};
  if (line.thread == 0) {
    const bool may_be_anothers = !line.turn_is_unique && s_.running.size() > 1;
    const auto* home = line.turn == 0 || may_be_anothers ? nullptr : homes_.find(line.turn);
    if (home != nullptr) at.thread = ThreadId{*home};
    if (line.turn == 0 && s_.running.size() == 1) at.thread = ThreadId{*s_.running.begin()};
  }
  if (at.thread == no_thread) return at;
  if (line.turn != 0) {
    at.turn = TurnId{turns_.find(mixed(at.thread.value, line.turn))};
  } else if (const auto* chat = chat_of(s_, at.thread);
             chat != nullptr && chat->has(ChatFlag::Running)) {
    at.turn = TurnId{chat->turn};
  }
  return at;
}

WireJudge::Chat& WireJudge::take_chat(ThreadId thread) {
  if (auto* known = s_.chats.find(thread.value)) return *known;
  make_room(s_.chats, Kind::Thread, [](const Chat&) { return false; });
  if (const auto* oldest = s_.chats.next_forgotten(); oldest != nullptr && oldest->turn != 0) {
    if (oldest->has(ChatFlag::Running)) forgets(Kind::Turn);
    forget_turn(*s_.chats.find(oldest->id));
  }
  Chat chat;
  chat.id = chat.thread = thread.value;
  return s_.chats.add(chat);
}

// The thread that something is about; nobody opened it if it was not there before.
WireJudge::Chat& WireJudge::meet(ThreadId thread) {
  const bool known = s_.chats.find(thread.value) != nullptr;
  auto& chat = take_chat(thread);
  if (known) return chat;
  chat.unknown = true;
  take_unread();
  return chat;
}

// Something is said about a turn: it runs from now on, if it did not before. False: it cannot.
bool WireJudge::mention(Chat& chat, TurnId turn) {
  if (turn == no_turn || listed(s_.ended, turn.value)) return false;
  if (chat.has(ChatFlag::Running)) {
    if (chat.turn != turn.value) return false;
    if (std::exchange(chat.reactivated, false)) chat.idle = {};
    return true;
  }
  runs(chat, turn);
  return true;
}

void WireJudge::runs(Chat& chat, TurnId turn) {
  if (chat.turn != turn.value) {
    if (!tell_steered(chat)) note_unstarted(chat);
    forget_turn(chat);
  }
  chat.steered_to = 0;
  chat.turn = turn.value;
  chat.phase = TurnPhase::Named;
  chat.began = s_.place;
  chat.flags.set(ChatFlag::Running);
  s_.running.take(chat.id) = chat.id;
  s_.active_turns.take(turn.value) = chat.id;
}

// A turn that was answered has begun if its start may be in a line that was cut.
void WireJudge::assume_start(Name thread) {
  auto* chat = s_.chats.find(threads_.find(thread));
  if (chat == nullptr || chat->turn == 0 || chat->has(ChatFlag::Running)) return;
  if (s_.cut.order <= chat->began.order) return;
  const auto began = chat->began;
  runs(*chat, TurnId{chat->turn});
  chat->began = began;
  chat->seen_begin = false;
}

void WireJudge::turn_started(const Line& line) {
  auto at = redirected(line);
  if (at.turn == no_turn) return;
  auto* chat = s_.chats.find(at.thread.value);
  // Older ones number the turns of a thread anew when it is resumed, which may not be recorded.
  const bool anew = bounds_.speech == Speech::Codex &&
                    (is_joined() || lacks_requests() || (chat != nullptr && chat->resumed));
  if (anew && !line.turn_is_unique) s_.ended.erase(at.turn.value);
  // A review starts under another id than its answer had, or under the same.
  if (chat != nullptr && chat->review && !chat->review_begun) {
    name_again(*chat, line.turn);
    mention(*chat, TurnId{chat->turn});
    return;
  }
  // So does one that the recording may have begun in.
  if (chat != nullptr && chat->has(ChatFlag::Running) && !chat->seen_begin &&
      (chat->turn == at.turn.value || taken_as_it_is(s_, at.thread))) {
    chat->seen_begin = true;
    chat->begun_as = at.turn.value;
    return;
  }
  if (chat == nullptr && at.thread != no_thread && review_under_way() != nullptr)
    chat = &take_chat(at.thread);
  // A descendant that nothing announced.
  if (chat == nullptr && at.thread != no_thread && opens_one(s_)) {
    note(s_.running.size() > 0 ? "a thread that nothing has announced, while a turn runs"
                               : "a thread that nothing has announced, where no item is told",
         s_.place);
    chat = &take_chat(at.thread);
  }
  if (chat != nullptr && chat->overdue != at.turn.value) miss(*chat);
  const bool another = chat != nullptr && chat->has(ChatFlag::Running) &&
                       chat->turn != at.turn.value && !listed(s_.ended, at.turn.value);
  if (another && (chat->idle.line != 0 || chat->ended_beside || is_partly_seen(s_, *chat)))
    lose(*chat, !is_partly_seen(s_, *chat));
  if (another) tell_steered(*chat);
  const bool kept = keeps<of_server::started_turns<S>>(
      TurnStarted{at.thread, at.turn}, s_.place, [&](std::uint8_t) { return ending_of(at.turn); });
  // Of two turns in one thread the end of the first is missing; that is told.
  if (!kept && another && chat->has(ChatFlag::Running)) lose(*chat, false);
  s_.phantoms.erase(at.turn.value);
  s_.turns = true;
  auto& begun = meet(at.thread);
  const bool unasked = begun.turn != at.turn.value;
  if (!mention(begun, at.turn)) return;
  begun.seen_begin = true;
  begun.unasked = unasked;
}

void WireJudge::thread_state(const Line& line) {
  s_.says_status = true;
  auto* chat = s_.chats.find(where(line).thread.value);
  if (chat == nullptr || !chat->has(ChatFlag::Running)) return;
  if (line.state == ThreadState::Active) chat->out_of_order = {};
  // Active again: what comes shows whether it is the same turn.
  if (line.state == ThreadState::Active && chat->idle.line != 0) {
    chat->reactivated = true;
    return s_.idle.erase(chat->id);
  }
  if (line.state == ThreadState::Idle) seems_over(*chat, true);
  if (line.state == ThreadState::OutOfOrder) fails(*chat);
  if (line.state == ThreadState::Closed) closes(*chat);
}

void WireJudge::turn_completed(const Line& line, const Where& at) {
  s_.says_ends = true;
  if (line.turn == 0) note("the end of a turn that it does not name", s_.place);
  if (line.status == Status::InProgress) note("a turn that ends is called in progress", s_.place);
  if (at.turn == no_turn) return;
  expect_turn(at, false);
  const auto end = end_of(line.status);
  auto* stopped = s_.chats.find(at.thread.value);
  // Who asked for that may not have been recorded, or may be another client.
  if (stopped != nullptr && stopped->turn == at.turn.value && end == TurnEnd::Interrupted &&
      (lacks_requests() || stopped->resolved_unanswered))
    stopped->flags.set(ChatFlag::Interrupted);
  const auto about = [&](std::uint8_t rule) {
    const auto* chat = chat_of(s_, at.thread);
    if (chat == nullptr || chat->turn != at.turn.value) return ending_of(at.turn);
    if (rule == rule_index("SRV-07")) return chat->interrupt_asked;
    if (rule == rule_index("APR-06"))
      return chat->canceled.line != 0 ? chat->canceled : chat->declined;
    Place open;
    s_.turn_items.each_of(at.turn.value, [&](std::uint32_t number) {
      const auto* item = s_.items.find(number);
      if (open.line == 0 && item != nullptr && !item->has(ItemFlag::Done)) open = item->started;
    });
    return rule == rule_index("ITM-02") ? open : Place{};
  };
  if (const auto* chat = chat_of(s_, at.thread))
    keeps<recorded::other_resolutions<S>>(TurnCompleted{at.thread, at.turn, end},
                                          chat->resolved_beside, nowhere);
  if (const auto* chat = chat_of(s_, at.thread))
    keeps<recorded::early_resolutions<S>>(TurnCompleted{at.thread, at.turn, end},
                                          chat->resolved_idle,
                                          [&](std::uint8_t) { return chat->interrupt_asked; });
  keeps<of_server::completed_turns<S>, recorded::completed_turns<S>, recorded::left_commands<S>>(
      TurnCompleted{at.thread, at.turn, end}, s_.place, about);
  if (stopped != nullptr && stopped->overdue == at.turn.value) settle_overdue(*stopped);
  if (stopped != nullptr && stopped->turn == at.turn.value) miss(*stopped);
  if (auto* past = s_.ended.find(at.turn.value)) {
    if (!std::exchange(past->lost, false)) may_end_elsewhere(line, at.thread);
    return;
  }
  auto& chat = meet(at.thread);
  s_.ended.add({at.turn.value, end, false, s_.place, overlooks_items(s_, at.thread)});
  if (chat.turn != at.turn.value) {
    // Of a review that runs under two ids, and of which the recording has only the second part.
    const bool over = chat.unknown && chat.idle.line != 0;
    const bool its_own =
        chat.had_items && chat.seen_begin && chat.begun_as != at.turn.value && !over;
    if (is_joined() && chat.turn != 0 && !its_own) lose(chat, false);
    return;
  }
  if (chat.idle.line != 0)
    keeps<recorded::idle_ends<S>>(IdleEnd{at.thread, at.turn}, s_.place, nowhere);
  if (end != TurnEnd::Interrupted) note_refused_stop(chat, s_.place);
  withdraw(chat, end);
  leave_commands(chat);
  begin_next(chat);
}

// The second end of a turn may be that of one with its number that runs in another thread: if that
// has no other, it is told already.
void WireJudge::may_end_elsewhere(const Line& line, ThreadId thread) {
  const auto* home = homes_.find(line.turn);
  auto* chat = home == nullptr || *home == thread.value ? nullptr : s_.chats.find(*home);
  if (chat != nullptr && chat->has(ChatFlag::Running))
    chat->ended_beside = chat->turn == turns_.find(mixed(*home, line.turn));
}

void WireJudge::turn_news(const Where& at, bool excuses) {
  if (at.turn == no_turn) return;
  expect_turn(at, false);
  keeps<recorded::turn_news<S>>(TurnNews{at.thread, at.turn}, s_.place,
                                [&](std::uint8_t) { return ending_of(at.turn); });
  auto& chat = meet(at.thread);
  if (mention(chat, at.turn) && excuses) chat.excused = s_.place;
}

void WireJudge::trouble(const Line& line) {
  // Some servers do not say which turn it is.
  const auto at = line.turn != 0 ? redirected(line) : known_where(line);
  if (line.turn != 0) turn_news(at, line.will_retry);
  auto* chat = s_.chats.find(at.thread.value);
  if (chat == nullptr || at.turn == no_turn || chat->turn != at.turn.value || line.will_retry)
    return;
  chat->failed = s_.place;
  if (chat->out_of_order.line != 0) seems_over(*chat, true);
}

void WireJudge::usage(const Line& line) {
  const auto at = spent_where(line);
  if (at.thread == no_thread || !line.has_total) return;
  constexpr std::int64_t most = UINT32_MAX;
  const auto total = static_cast<std::uint32_t>(std::clamp(line.total, std::int64_t{0}, most));
  keeps<of_server::usages<S>>(Usage{at.thread, total}, s_.place, nowhere);
  auto& chat = take_chat(at.thread);
  auto& back = chat.taking_back;
  if (line.total_in < std::exchange(back.in, line.total_in) && chat.total != 0 &&
      total > chat.total)
    note("the tokens that went in have become fewer, and all of them more", s_.place);
  if (total < back.total && back.fell.line == 0) back.fell = s_.place;
  chat.total = total;
  chat.spent = s_.place;
}

}  // namespace spec::appserver::clauses
