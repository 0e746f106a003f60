// Turns that end otherwise than by a line that says so: they are called idle, or go silent.
#include <algorithm>
#include <utility>

#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

// Of what is open at the end so many are told one by one, of each kind.
constexpr std::uint64_t open_told_max = 8;

}  // namespace

void WireJudge::forget_turn(Chat& chat) {
  if (chat.has(ChatFlag::Running)) chat.over = s_.place;
  s_.running.erase(chat.id);
  s_.active_turns.erase(chat.turn);
  s_.turn_items.erase_all(chat.turn);
  s_.turn_asks.erase_all(chat.turn);
  s_.idle.erase(chat.id);
  chat.phase = TurnPhase::None;
  chat.turn = 0;
  for (const auto flag :
       {ChatFlag::Running, ChatFlag::Interrupted, ChatFlag::Canceled, ChatFlag::Declined})
    chat.flags.clear(flag);
  const ManySlots::OfChat before = chat;
  static_cast<ManySlots::OfChat&>(chat) = {};
  chat.begun_here = before.begun_here;
  chat.unknown = before.unknown;
  chat.interrupted_once = before.interrupted_once;
  chat.taking_back = before.taking_back;
  chat.over = before.over;
  chat.archived = before.archived;
  chat.spent = before.spent;
  chat.resumed = before.resumed;
  chat.overdue = before.overdue;
  chat.overdue_idle = before.overdue_idle;
  chat.overdue_began = before.overdue_began;
  if (chat.overdue != 0) s_.idle.take(chat.id) = chat.id;
}

Place WireJudge::ending_of(TurnId turn) const {
  const auto* past = s_.ended.find(turn.value);
  return past == nullptr ? Place{} : past->ended;
}

// The server takes the turn that runs for over. With `soon` its end is to come in time.
void WireJudge::seems_over(Chat& chat, bool soon) {
  if (!chat.has(ChatFlag::Running)) return;
  const bool known = chat.idle.line != 0 && !chat.reactivated;
  if (known && (!soon || s_.idle.find(chat.id) != nullptr)) return;
  chat.reactivated = false;
  chat.idle = s_.place;
  if (soon) s_.idle.take(chat.id) = chat.id;
}

// The thread is out of order. That is the end of its turn if the turn has an error, too: a request
// that is refused puts it so as well, and the turn goes on.
void WireJudge::fails(Chat& chat) {
  chat.out_of_order = s_.place;
  if (chat.failed.line != 0) seems_over(chat, true);
}

// Of servers that do not say turn/completed.
void WireJudge::old_turn_end(const Line& line) {
  s_.old_news = true;
  auto* chat = s_.chats.find(where(line).thread.value);
  const bool says_it = says_turn_completed(s_.version) && !may_be_any_version();
  if (chat != nullptr && chat->turn != 0 && !says_it) lose(*chat, false);
}

// Nobody has asked for that, as a parent may for its subagent: the end of its turn is to come.
void WireJudge::closes(Chat& chat) {
  const bool is_clients = chat.begun_here != 0 || chat.resumed;
  if (is_clients && !chat.removed && !chat.has(ChatFlag::Archived)) seems_over(chat, true);
}

// It was called idle, and works.
void WireJudge::goes_on(const Where& at) {
  auto* chat = s_.chats.find(at.thread.value);
  if (chat == nullptr || at.turn == no_turn) return;
  if (chat->overdue == at.turn.value) return settle_overdue(*chat);
  if (chat->turn != at.turn.value) return;
  miss(*chat);
  chat->ended_beside = false;
  chat->out_of_order = chat->failed = {};
  if (chat->idle.line == 0) return;
  chat->called_idle = std::exchange(chat->idle, {});
  s_.idle.erase(chat->id);
}

// Whoever is asked for the next turn and begins something of this one is not at its end.
void WireJudge::begins_more(const Where& at) {
  auto* chat = s_.chats.find(at.thread.value);
  if (chat != nullptr && chat->has(ChatFlag::Running) && chat->turn == at.turn.value)
    tell_steered(*chat);
}

// It was not the running turn that was named, and that one goes on, or the other one does not
// start.
bool WireJudge::tell_steered(Chat& chat) {
  const TurnId turn{std::exchange(chat.steered_to, 0)};
  if (turn == no_turn) return false;
  keeps<recorded::steered<S>>(recorded::Steered{ThreadId{chat.id}, turn, true}, chat.steered,
                              [&](std::uint8_t) { return chat.steer_asked; });
  return true;
}

// Its turn is over. If the next one was answered just before, that one is to start.
void WireJudge::begin_next(Chat& chat) {
  if (recorded::surely_later(s_, &s_.place, chat.steered, recorded::overlap_us)) tell_steered(chat);
  const Chat before = chat;
  const TurnId next{before.steered_to};
  forget_turn(chat);
  if (next == no_turn || listed(s_.ended, next.value)) return;
  s_.phantoms.erase(next.value);
  name_turn(chat, next, before.steer_asked, false);
  chat.steered = before.steered;
  chat.steer_asked = before.steer_asked;
  chat.steered_to = next.value;
}

// Turns that were called idle so long ago that their end was lost (SES-14); at the end of a
// recording that of the others may be missing in it.
void WireJudge::lose_idle(const Place& now, bool at_end) {
  const auto idle_of = [&](auto number) {
    const auto* chat = s_.chats.find(number);
    if (chat == nullptr) return Place{};
    return chat->overdue != 0 ? chat->overdue_idle : chat->idle;
  };
  // Not in the order of their times: a turn that was overtaken comes behind others.
  const auto is_over = [&](auto number) {
    const auto idle = idle_of(number);
    return at_end || idle.line == 0 || recorded::surely_later(s_, &now, idle, recorded::idle_us);
  };
  for (;;) {
    const auto found = std::find_if(s_.idle.begin(), s_.idle.end(), is_over);
    if (found == s_.idle.end()) return;
    const auto number = *found;
    auto* chat = s_.chats.find(number);
    const auto idle = idle_of(number);
    if (idle.line == 0) {
      s_.idle.erase(number);
    } else if (!recorded::surely_later(s_, &now, idle, recorded::idle_us)) {
      note_open("the thread is idle, and the recording ends before the end of its turn", idle);
      s_.idle.erase(number);
    } else if (chat->overdue != 0) {
      miss(*chat);
    } else {
      lose(*chat, !is_partly_seen(s_, *chat));
    }
  }
}

// The next turn has an answer. The end of one that has just been called idle may come behind that.
void WireJudge::overtaken(Chat& chat) {
  const bool seen = !is_partly_seen(s_, chat);
  const bool soon = seen && !chat.ended_beside && s_.idle.find(chat.id) != nullptr &&
                    !recorded::surely_later(s_, &s_.place, chat.idle, recorded::idle_us);
  if (!soon) return lose(chat, seen);
  miss(chat);
  const auto turn = chat.turn;
  const auto idle = chat.idle, began = chat.began;
  lose(chat, false);
  chat.overdue = turn;
  chat.overdue_idle = idle;
  chat.overdue_began = began;
  s_.idle.take(chat.id) = chat.id;
}

// The end of the turn before has come, or it does not.
void WireJudge::settle_overdue(Chat& chat) {
  chat.overdue = 0;
  if (chat.idle.line == 0) s_.idle.erase(chat.id);
}
void WireJudge::archive(Chat& chat) {
  chat.flags.set(ChatFlag::Archived);
  chat.archived = s_.place;
  settle_overdue(chat);
}
void WireJudge::miss(Chat& chat) {
  if (chat.overdue == 0) return;
  const TurnId turn{chat.overdue};
  settle_overdue(chat);
  // Of one that is lost nothing more is told.
  auto* past = s_.ended.find(turn.value);
  if (past != nullptr) past->lost = false;
  tell_lost(ThreadId{chat.id}, turn, chat.overdue_idle);
  if (past != nullptr) past->lost = true;
}

// A turn of which nothing is open, and the server silent: its end may be lost, and no rule says
// when.
void WireJudge::note_silence() {
  if (!recorded::surely_later(s_, &s_.last_seen, s_.last_server, recorded::answer_us)) return;
  if (s_.silent.order == s_.last_server.order) return;
  s_.silent = s_.last_server;
  const auto waits = [&](const Chat& chat) {
    return chat.open_items > 0 || chat.idle.line != 0 ||
           std::ranges::any_of(s_.asks, [&](const PendingAsk& ask) {
             return ask.chat == chat.id && awaits_answer(ask);
           });
  };
  for (const auto number : s_.running) {
    const auto* chat = s_.chats.find(number);
    if (chat == nullptr || !chat->has(ChatFlag::Running) || waits(*chat)) continue;
    return note_open("a turn runs, nothing of it is open, and the server says nothing more",
                     s_.last_server);
  }
}

// An answer named it, and another one of its thread follows.
void WireJudge::note_unstarted(const Chat& chat) {
  const bool named = chat.turn != 0 && !chat.has(ChatFlag::Running);
  if (named && !not_told_turns(s_) && !is_partly_seen(s_, chat))
    note_open("an answer named a turn that has never started", chat.began);
}

// The server has agreed to stop a turn, or went on with one that it had called idle, and its end is
// not in the recording: how long that is is told, and no limit of it is known. That of a thread
// that is idle is told already.
void WireJudge::finish_turns() {
  for (const Chat& each : s_.chats) {
    auto& chat = *s_.chats.find(each.id);
    const auto goes_on_behind = [&](const Place& place, std::int64_t by_us) {
      return recorded::surely_later(s_, &s_.last_server, place, by_us);
    };
    const bool told = goes_on_behind(chat.steered, recorded::overlap_us) && tell_steered(chat);
    if (!told && goes_on_behind(chat.began, recorded::deadline_us)) note_unstarted(chat);
    if (!chat.has(ChatFlag::Running) || chat.idle.line != 0 || is_partly_seen(s_, chat)) continue;
    if (chat.out_of_order.line != 0)
      note_open("the thread is out of order, and the recording ends before the end of its turn",
                chat.out_of_order);
    note_refused_stop(chat, s_.last_seen);
    if (chat.interrupted)
      note_open("a turn that was to stop has not ended", chat.interrupt_asked);
    else if (chat.called_idle.line != 0)
      note_open("a turn that was called idle and went on has not ended", chat.called_idle);
  }
}

// Its turn ends: commands that go on are remembered (ITM-07).
void WireJudge::leave_commands(const Chat& chat) {
  s_.turn_items.each_of(chat.turn, [&](std::uint32_t number) {
    auto* item = s_.items.find(number);
    if (item != nullptr && item->turn == chat.turn && !item->has(ItemFlag::Done))
      item->outlives = recorded::may_outlive(s_, *item);
    if (item != nullptr && item->outlives)
      s_.outlived.take(mixed(item->name, item->chat)) = item->id;
  });
}

// What waits for an approval that nobody gave has not begun: it went with its turn.
void WireJudge::finish_items() {
  for (const Item& item : s_.items)
    if (item.outlives && item.command && !item.has(ItemFlag::Done) && !item.background &&
        !recorded::unanswered(s_, recorded::ask_about(s_, ItemId{item.id})))
      note_open("a command has outlived its turn, and nothing marks it as in the background",
                item.started);
}

// Who has left a thread is not told what goes on in it.
void WireJudge::leave(Chat& chat) {
  settle_overdue(chat);
  s_.turn_asks.each_of(chat.turn, [&](std::uint32_t number) {
    if (auto* ask = s_.asks.find(number)) settle_unseen(*ask);
  });
  s_.turn_items.each_of(chat.turn, [&](std::uint32_t number) { s_.items.erase(number); });
  if (chat.turn != 0) lose(chat, false);
}

// An interrupt was refused, and the turn goes on. Whether its user still wants it to stop is not
// seen.
void WireJudge::note_refused_stop(const Chat& chat, const Place& now) {
  constexpr std::int64_t soon_us = 5'000'000;
  const auto& since = chat.refused.order > chat.began.order ? chat.refused : chat.began;
  const bool unsure = chat.refused.line == 0 || is_partly_seen(s_, chat) || not_told_turns(s_);
  if (!unsure && recorded::surely_later(s_, &now, since, soon_us))
    note("an interrupt was refused, and none was sent for the turn that runs within 5 s (SES-05)",
         chat.refused, chat.began);
}

void WireJudge::stop(Chat& chat, const Place& asked) {
  chat.interrupt_asked = chat.stop_wanted = asked;
  chat.refused = {};
  chat.interrupted_once = true;
  chat.flags.set(ChatFlag::Interrupted);
}

// What was opted out of before the recording begins is not known. Where an end is told, ends were
// not.
void WireJudge::tell_lost(ThreadId thread, TurnId turn, const Place& idle) {
  if (!is_joined() || s_.says_ends) {
    keeps<recorded::idle_ends<S>>(IdleEnd{thread, turn, true}, idle, nowhere);
  } else if (!std::exchange(told_no_ends_, true)) {
    note("the thread is idle, and no turn's end is told here: it may have been opted out of", idle);
  }
}

// The end of its turn was lost: what follows is judged as if it had come.
void WireJudge::lose(Chat& chat, bool told) {
  if (told && !chat.ended_beside) tell_lost(ThreadId{chat.id}, TurnId{chat.turn}, chat.idle);
  s_.ended.add(
      {chat.turn, TurnEnd::Unknown, true, s_.place, overlooks_items(s_, ThreadId{chat.id})});
  leave_commands(chat);
  forget_turn(chat);
}

void WireJudge::finish_calls() {
  bool dead = false;
  std::uint64_t open = 0;
  for (const Call& call : s_.calls) {
    if (call.optional) continue;
    // An error of a real server has its id behind it: what is left of a line may not have it.
    if (s_.unread_answers > 0 && call.sent.order < s_.cut.order) {
      --s_.unread_answers;
      continue;
    }
    if (recorded::died(s_, call)) {
      if (!dead) keeps<recorded::dead_servers<S>>(call, s_.bad_line, nowhere);
      dead = true;
    } else if (keeps<recorded::open_calls<S>>(call, call.sent, nowhere)) {
      if (++open <= open_told_max)
        note_open(s_.overloaded ? "a request has no answer, of a server that said it is overloaded"
                                : "a request of the client has no answer at the end",
                  call.sent);
    }
  }
  if (open > open_told_max)
    note("other requests of the client have no answer either", s_.last_seen);
}

void WireJudge::finish_asks() {
  std::array<std::uint64_t, 2> open{};
  for (const PendingAsk& ask : s_.asks) {
    keeps<recorded::unresolved_asks<S>>(ask, ask.withdrawn,
                                        [&](std::uint8_t) { return ask.asked; });
    const bool kept = keeps<recorded::open_asks<S>>(ask, ask.asked, nowhere);
    if (!kept || !recorded::still_open(s_, ask)) continue;
    const bool approval = ask.kind != AskKind::Unknown;
    if (++open[approval ? 0 : 1] <= open_told_max)
      note_open(approval ? "an approval has no answer at the end"
                         : "a request of the server has no answer at the end",
                ask.asked);
  }
  if (open[0] > open_told_max || open[1] > open_told_max)
    note("other requests of the server have no answer either", s_.last_seen);
}

}  // namespace spec::appserver::clauses
