// Whose a turn and an item are, where a line names the turn of one thread and another thread.
#include <utility>

#include "appserver/wire.h"

namespace spec::appserver::clauses {

using Means = spec::appserver::Method;

// The thread's turn has the item that the line names.
bool WireJudge::names_item_of(const Line& line, const Chat* chat) const {
  if (chat == nullptr || line.item == 0 || chat->turn == 0) return false;
  return s_.items.find(items_.find(mixed(line.item, chat->turn))) != nullptr;
}

// What names the turn of another thread is about that one: it is told once, and what follows is
// judged as if it had said so.
WireJudge::Where WireJudge::redirected(const Line& line) {
  expect_untold_name(line);
  const auto* home = line.thread == 0 ? nullptr : homes_.find(line.turn);
  if (home == nullptr || *home == threads_.find(line.thread) || s_.forgot(Kind::Thread))
    return where(line);
  const ThreadId thread{*home};
  const auto* chat = chat_of(s_, thread);
  auto* named = s_.chats.find(threads_.find(line.thread));
  if (chat == nullptr) return where(line);
  const Where there{thread, TurnId{turns_.find(mixed(thread.value, line.turn))}};
  // Whose item it names is the thread that is meant, and its turn is the wrong one.
  if (names_item_of(line, named) && !names_item_of(line, chat) &&
      turns_.find(mixed(named->id, line.turn)) == 0) {
    keeps<recorded::misplaced<S>>(Misplaced{thread, there.turn}, s_.place, nowhere);
    return {ThreadId{named->id}, TurnId{named->turn}};
  }
  // Small numbers are those of turns in several threads: this one has none of that number.
  const bool due = chat->turn == there.turn.value &&
                   (line.method != Means::TurnStarted || !chat->has(ChatFlag::Running));
  const bool has_none =
      (named == nullptr && !is_joined()) ||
      (named != nullptr && turns_.find(mixed(named->id, line.turn)) == 0 &&
       !taken_as_it_is(s_, ThreadId{named->id}) && line.method != Means::TurnStarted &&
       (s_.process.opts_out & opt_out::turn_started) == 0);
  // Or it has one that is over, and what is idle waits for its end.
  const bool is_past = named != nullptr && line.method == Means::TurnCompleted &&
                       chat->idle.line != 0 &&
                       listed(s_.ended, turns_.find(mixed(named->id, line.turn)));
  if (!line.turn_is_unique && (!(has_none || is_past) || !due)) return where(line);
  // It was its start that named another one, which nobody has opened; that is told.
  if (chat->unknown && named != nullptr && !named->unknown) {
    const auto at = where(line);
    mention(*named, at.turn);
    return at;
  }
  keeps<recorded::misplaced<S>>(Misplaced{thread, there.turn}, s_.place, nowhere);
  return there;
}

// Whoever opens a copy of a thread is told what was spent in it, under a turn of the one that it
// was copied from: so a turn has no new home by this. A thread that begins empty has no such turn.
WireJudge::Where WireJudge::spent_where(const Line& line) {
  thread_named(line);
  const auto at = known_where(line);
  const auto* home = line.turn_is_unique ? homes_.find(line.turn) : nullptr;
  const auto* chat = chat_of(s_, at.thread);
  const bool begins_empty = chat != nullptr && chat->begun_here != 0 && !chat->resumed;
  if (home == nullptr || *home == at.thread.value || !begins_empty) return at;
  const Where there{ThreadId{*home}, TurnId{turns_.find(mixed(*home, line.turn))}};
  keeps<recorded::misplaced<S>>(Misplaced{there.thread, there.turn}, s_.place, nowhere);
  return there;
}

// An item began in a line that names the turn of another thread: whose it is, the next one says.
void WireJudge::stray(const Line& line, ItemId id, const Where& at) {
  auto* item = s_.items.find(id.value);
  const auto thread = threads_.find(line.thread);
  if (item == nullptr || thread == 0 || thread == at.thread.value) return;
  item->astray = true;
  s_.astray.take(mixed(line.item, thread)) = id.value;
}
void WireJudge::come_home(const Line& line, const Where& at) {
  const auto* number = s_.astray.find(mixed(line.item, at.thread.value));
  auto* item = number == nullptr ? nullptr : s_.items.find(*number);
  auto* chat = s_.chats.find(at.thread.value);
  if (item == nullptr || chat == nullptr || chat->turn != at.turn.value) return;
  if (!std::exchange(item->astray, false)) return;
  auto* other = s_.chats.find(std::exchange(item->chat, chat->id));
  if (other != nullptr && other->turn == item->turn && other->open_items > 0) --other->open_items;
  item->turn = chat->turn;
  item->outlives = false;
  s_.turn_items.add(chat->turn, item->id);
  items_.rename(mixed(line.item, chat->turn), item->id);
  ++chat->open_items;
  chat->had_items = true;
}

}  // namespace spec::appserver::clauses
