// Items, and what the server asks, as lines tell of them.
#include <vector>

#include "appserver/wire.h"

namespace spec::appserver::clauses {

using Means = spec::appserver::Method;

// One that is named and that nobody knows.
constexpr ThreadId unnamed_thread{UINT32_MAX};

ItemId WireJudge::item_named(Name item, TurnId turn) {
  if (item == 0 || turn == no_turn) return no_item;
  const auto in_use = [&](std::uint32_t number) {
    return s_.items.find(number) != nullptr || s_.asked_about.find(number) != nullptr;
  };
  return ItemId{items_.take(mixed(item, turn.value), in_use)};
}

// The call of a tool is not named where its approval is asked for, but who has the tool. Of several
// nobody knows which one it is.
ItemId WireJudge::call_of_tool(const Line& line, TurnId turn) const {
  std::vector<std::uint32_t> calls;
  s_.turn_items.each_of(turn.value, [&](std::uint32_t number) {
    const auto* item = s_.items.find(number);
    const bool open = item != nullptr && !item->has(ItemFlag::Done);
    if (open && line.tool_server != 0 && item->tool_server == line.tool_server)
      calls.push_back(number);
  });
  return calls.size() == 1 ? ItemId{calls.front()} : no_item;
}

// A command may ask for each of those that it runs, and for each host that it speaks with: what is
// denied is that one, and no item tells of it. The command goes on.
ItemId WireJudge::named_in_ask(const Line& line, TurnId turn) {
  if (line.approves_tool) return call_of_tool(line, turn);
  const auto part = line.subcommand == 0 && !line.of_command ? line.host : line.subcommand;
  return item_named(part != 0 ? part : line.item, turn);
}

// Where it completed, or else started.
Place WireJudge::place_of(ItemId id) const {
  const auto* item = s_.items.find(id.value);
  if (item == nullptr) return {};
  return item->has(ItemFlag::Done) ? item->completed : item->started;
}

// What something about it comes behind: the end of its turn, unless it has outlived that.
Place WireJudge::place_before(ItemId id, TurnId turn) const {
  const auto* item = s_.items.find(id.value);
  const bool outlives = item != nullptr && item->outlives;
  return listed(s_.ended, turn.value) && !outlives ? ending_of(turn) : place_of(id);
}

void WireJudge::item_says(const Line& line) {
  const bool begins = line.method == Means::ItemStarted || line.method == Means::ItemBegun;
  if (begins) expect_second_name(line);
  const auto at = redirected(line);
  s_.says_items = true;
  announce(line);
  // It may be about any turn that runs.
  if (at.thread == no_thread && line.thread == 0) s_.cut = s_.place;
  if (at.turn == no_turn) return;
  expect_turn(at, begins);
  // A command that prints may have outlived its turn; a text that grows has not, nor has what
  // completes and began untold.
  const bool began_untold = line.method == Means::ItemCompleted && !line.command &&
                            (s_.process.opts_out & opt_out_of::item_started) != 0 &&
                            items_.find(mixed(line.item, at.turn.value)) == 0;
  if (begins || began_untold || line.method == Means::ItemDelta) goes_on(at);
  if (begins) begins_more(at);
  if (line.item == 0) {
    turn_news(at, false);
    if (begins) meet(at.thread).unnamed_items = true;
    return;
  }
  come_home(line, at);
  const auto id = item_named(line.item, at.turn);
  if (line.method == Means::ItemBegun && s_.items.find(id.value) != nullptr) {
    turn_news(at, false);
    item_started(id, at, true);
  } else if (begins) {
    keeps<recorded::started_items<S>, of_server::started_items<S>>(
        ItemStarted{at.thread, at.turn, id, {}, {}}, s_.place,
        [&](std::uint8_t) { return place_before(id, at.turn); });
    item_started(id, at, false);
    describe(line, id);
    stray(line, id, at);
  } else if (line.method == Means::ItemCompleted) {
    item_completed(line, id, at);
  } else if (line.method == Means::ItemInput) {
    item_input(line, id, at);
  } else if (line.method == Means::ItemDraft && s_.items.find(id.value) == nullptr) {
    turn_news(at, false);
  } else {
    item_delta(line, id, at);
  }
}

// Input is told in the turn that gives it, and may be told behind the end of the command.
void WireJudge::item_input(const Line& line, ItemId id, const Where& at) {
  const auto* item = s_.items.find(id.value);
  if (item == nullptr)
    if (const auto* earlier = s_.outlived.find(mixed(line.item, at.thread.value)))
      item = s_.items.find(*earlier);
  const auto* chat = chat_of(s_, at.thread);
  // What began before the thread was opened here may still run.
  const bool may_run = item == nullptr && chat != nullptr && chat->resumed;
  const bool over = item != nullptr && item->has(ItemFlag::Done);
  if (may_run || (over && !listed(s_.refused_items, item->id))) return turn_news(at, false);
  item_delta(line, item == nullptr ? id : ItemId{item->id}, at);
}

// What kind of item it is.
void WireJudge::describe(const Line& line, ItemId id) {
  auto* item = s_.items.find(id.value);
  if (item == nullptr) return;
  item->name = line.item;
  if (line.method == Means::ItemStarted && item->kept.bytes == 0) item->started_with = line.text;
  if (item->type == 0) item->type = line.type;
  item->tool_server = line.tool_server;
  item->command = item->command || line.command;
  item->unknown = item->unknown || line.unknown_type;
  item->background = item->background || line.background;
}

void WireJudge::item_started(ItemId id, const Where& at, bool again) {
  auto& chat = meet(at.thread);
  if (!mention(chat, at.turn)) return;
  auto* item = s_.items.find(id.value);
  if (item == nullptr) {
    add_item(id, chat, at.turn);
  } else if (again && item->has(ItemFlag::Done)) {
    item->flags.clear(ItemFlag::Done);
    item->kept = {};
    ++chat.open_items;
  }
}

WireJudge::Item& WireJudge::add_item(ItemId id, Chat& chat, TurnId turn) {
  make_room(s_.items, Kind::Item, [&](const Item& item) {
    const auto* home = s_.chats.find(item.chat);
    const bool over = home == nullptr || home->turn != item.turn;
    return item.has(ItemFlag::Done) || (over && !item.outlives);
  });
  Item item;
  item.id = id.value;
  item.chat = chat.id;
  item.turn = turn.value;
  item.started = s_.place;
  s_.turn_items.add(turn.value, id.value);
  ++chat.open_items;
  chat.had_items = true;
  return s_.items.add(item);
}

void WireJudge::item_delta(const Line& line, ItemId id, const Where& at) {
  const auto about = [&](std::uint8_t) { return place_before(id, at.turn); };
  const bool text = line.method == Means::ItemDelta;
  if (text)
    keeps<of_server::deltas<S>>(ItemDelta{at.thread, at.turn, id, {}, line.text}, s_.place, about);
  else
    keeps<recorded::outputs<S>, of_server::outputs<S>>(ItemOutput{at.thread, at.turn, id, {}},
                                                       s_.place, about);
  if (!mention(meet(at.thread), at.turn)) return;
  auto* item = s_.items.find(id.value);
  if (text && item != nullptr && !item->has(ItemFlag::Done) && !overhears(*item))
    item->kept = joined(item->kept, line.text);
}

void WireJudge::item_completed(const Line& line, ItemId id, const Where& at) {
  if (line.item_open) note("an item that completes is called in progress", s_.place);
  const auto* ask = recorded::ask_about(s_, id);
  if (auto* heard = s_.items.find(id.value); heard != nullptr && overhears(*heard))
    heard->kept = {};
  const ItemCompleted act{
      at.thread,     at.turn,  id,       line.item_done ? ItemEnd::Done : ItemEnd::Failed,
      line.has_text, TextId{}, line.text};
  keeps<recorded::completed_items<S>, of_server::completed_items<S>>(
      act, s_.place, [&](std::uint8_t rule) {
        return rule == rule_index("APR-01") ? ask->asked : place_before(id, at.turn);
      });
  describe(line, id);
  if (line.item_done && recorded::unanswered(s_, ask)) s_.asks.find(ask->id)->reported = true;
  auto& chat = meet(at.thread);
  auto* item = s_.items.find(id.value);
  if (item != nullptr && item->outlives) {
    item->flags.set(ItemFlag::Done);
    item->completed = s_.place;
    return;
  }
  if (!mention(chat, at.turn)) return;
  if (item != nullptr && item->has(ItemFlag::Done)) return;
  if (item == nullptr) {
    item = &add_item(id, chat, at.turn);
    describe(line, id);
  }
  item->flags.set(ItemFlag::Done);
  item->completed = s_.place;
  if (chat.open_items > 0) --chat.open_items;
}

// The older surface: of a command or a patch that was asked about.
void WireJudge::old_effect(const Line& line) {
  s_.old_news = true;
  const OldEffect act{ItemId{items_.find(mixed(line.item, ~line.thread))},
                      line.method == Means::OldEnd};
  if (act.item == no_item || (act.ends && !line.item_done)) return;
  keeps<recorded::old_effects<S>>(act, s_.place, nowhere);
  const auto* ask = recorded::ask_about(s_, act.item);
  if (recorded::unanswered(s_, ask)) s_.asks.find(ask->id)->reported = true;
}

void WireJudge::server_asks(const Line& line) {
  const bool approval = line.method == Means::Approval;
  Where at;
  // Older servers name no turn; what is no approval may then be about none.
  if (approval || line.thread != 0 || line.turn != 0) at = redirected(line);
  if (line.item != 0) come_home(line, at);
  s_.unknown_asks = s_.unknown_asks || line.shape == AnswerShape::Unknown;
  Ask act;
  act.ask = AskId{
      asks_.take(line.id, [&](std::uint32_t number) { return s_.asks.find(number) != nullptr; })};
  act.kind = approval ? AskKind::Command : AskKind::Unknown;
  act.wellformed = !line.malformed;
  act.thread = at.thread;
  if (line.turn != 0) act.turn = at.turn;
  const bool of_old_surface = line.shape == AnswerShape::OldDecision;
  if (const auto* old = s_.asks.find(act.ask.value)) {
    const bool same = awaits_answer(*old) && old->method_name == line.method_name &&
                      old->chat == at.thread.value && old->turn == at.turn.value;
    // Sent again, for one who comes late: it is the same request.
    if (same && (of_old_surface || old->item == named_in_ask(line, at.turn).value)) {
      auto& again = *s_.asks.find(act.ask.value);
      ++again.times_again;
      again.sent_again = line.place;
      return;
    }
    if (awaits_answer(*old))
      note("the id of a request of the server that is still pending", line.place, old->asked);
    forget(*old);
    s_.asks.erase(act.ask.value);
  }
  if (act.turn != no_turn) expect_turn(at, false);
  keeps<of_server::asks<S>>(act, line.place, [&](std::uint8_t) { return ending_of(act.turn); });
  if (at.thread != no_thread) {
    auto& chat = meet(at.thread);
    if (approval && line.turn != 0) mention(chat, at.turn);
    if (line.turn != 0) goes_on(at);
    if (line.turn != 0) begins_more(at);
  }
  act.turn = at.turn;
  act.item = named_in_ask(line, at.turn);
  if (of_old_surface && line.item != 0)
    act.item = ItemId{items_.take(mixed(line.item, ~line.thread), [&](std::uint32_t number) {
      return s_.items.find(number) != nullptr || s_.asked_about.find(number) != nullptr;
    })};
  add_ask(line, act);
}

void WireJudge::add_ask(const Line& line, const Ask& act) {
  make_room(s_.asks, Kind::Ask, [](const PendingAsk& ask) { return !awaits_answer(ask); });
  if (const auto* oldest = s_.asks.next_forgotten()) forget(*oldest);
  PendingAsk ask;
  ask.id = act.ask.value;
  ask.kind = act.kind;
  ask.chat = act.thread.value;
  ask.turn = act.turn.value;
  ask.item = act.item.value;
  ask.optional = line.ambiguous;
  ask.names_turn = line.turn != 0;
  ask.offers_unknown = line.offers_unknown;
  ask.offers_once = line.offers_once;
  ask.approves_tool = line.approves_tool;
  ask.method_name = line.method_name;
  ask.shape = line.shape;
  ask.asked = line.place;
  if (line.malformed) ask.flags.set(AskFlag::Bad);
  s_.asks.add(ask);
  if (ask.turn != 0 && (act.kind != AskKind::Unknown || ask.names_turn))
    s_.turn_asks.add(ask.turn, ask.id);
  if (act.kind == AskKind::Unknown) return;
  ++s_.pending;
  auto* chat = s_.chats.find(ask.chat);
  if (chat != nullptr && ask.turn != 0 && chat->turn == ask.turn) ++chat->pending;
  if (ask.item == 0) return;
  s_.refused_items.erase(ask.item);
  auto* about = s_.asked_about.find(ask.item);
  if (about == nullptr) about = &s_.asked_about.add({.of = ask.item});
  about->with = ask.id;
  ++about->waits;
}

// What is not remembered any more is not pending either.
void WireJudge::forget(const PendingAsk& ask) {
  if (ask.kind == AskKind::Unknown) return;
  auto* chat = s_.chats.find(ask.chat);
  if (chat != nullptr && (ask.turn == 0 || chat->turn != ask.turn)) chat = nullptr;
  if (awaits_answer(ask)) {
    --s_.pending;
    if (chat != nullptr && chat->pending > 0) --chat->pending;
  } else if (ask.has(AskFlag::Answered) && !ask.settled && chat != nullptr && chat->unsettled > 0) {
    --chat->unsettled;
  }
}

// What it is about is not to be carried out, if none of the requests about it is accepted.
void WireJudge::decide(const PendingAsk& ask, bool accepted) {
  auto* about = s_.asked_about.find(ask.item);
  if (about != nullptr) {
    about->accepted = about->accepted || accepted;
    if (about->waits > 0) --about->waits;
  }
  const bool open = about != nullptr && (about->accepted || about->waits > 0);
  if (ask.item != 0 && !accepted && !open && !listed(s_.refused_items, ask.item))
    s_.refused_items.add({ask.item, ask.chat});
}

// What became of it is not seen: it may have been accepted.
void WireJudge::settle_unseen(PendingAsk& ask) {
  if (!awaits_answer(ask)) return;
  forget(ask);
  ask.flags.set(AskFlag::Withdrawn);
  ask.why = Withdrawal::Resolved;
  ask.withdrawn = s_.place;
  if (ask.kind != AskKind::Unknown) decide(ask, true);
}

void WireJudge::resolved(const Line& line) {
  s_.says_resolved = true;
  auto* ask = s_.asks.find(asks_.find(line.request));
  if (ask == nullptr) {
    const auto* twin = s_.asks.find(asks_.find(line.request_twin));
    s_.mistyped = twin != nullptr && !twin->settled && twin->why != Withdrawal::ProcessGone;
    keeps<recorded::resolved_asks<S>>(AskResolved{}, s_.place,
                                      [&](std::uint8_t) { return twin->asked; });
    return;
  }
  const ThreadId named{threads_.find(line.thread)};
  const AskResolved act{line.thread != 0 && named == no_thread ? unnamed_thread : named,
                        AskId{ask->id}};
  keeps<recorded::resolved_asks<S>>(act, s_.place, [&](std::uint8_t rule) {
    const bool of_turn = rule == rule_index("SRV-07");
    return of_turn ? recorded::chat_of_approval(s_, act)->interrupt_asked : ask->asked;
  });
  if (recorded::of_another_thread(s_, act)) return;
  const bool waited = awaits_answer(*ask);
  const bool answered = ask->has(AskFlag::Answered);
  settle_unseen(*ask);
  const bool settled = std::exchange(ask->settled, true);
  if (ask->kind == AskKind::Unknown) return;
  auto* chat = s_.chats.find(ask->chat);
  if (chat != nullptr && (ask->turn == 0 || chat->turn != ask->turn)) chat = nullptr;
  if (chat == nullptr) return;
  if (waited) {
    if (chat->idle.line != 0 && chat->interrupt_asked.line != 0 && s_.ordered &&
        !is_partly_seen(s_, *chat))
      chat->resolved_idle = s_.place;
    if (chat->unsettled > 0 && s_.ordered && !chat->has(ChatFlag::Canceled))
      chat->resolved_beside = s_.place;
    chat->resolved_unanswered = true;
  } else if (answered && !settled && chat->unsettled > 0) {
    --chat->unsettled;
    // What was resolved before it was answered by another client.
    if (chat->unsettled == 0) chat->resolved_beside = {};
  }
}

// The turn ended: what is pending in it is withdrawn.
void WireJudge::withdraw(Chat& chat, TurnEnd end) {
  const bool any = chat.pending > 0 || chat.resolved_unanswered;
  s_.turn_asks.each_of(chat.turn, [&](std::uint32_t id) {
    auto* ask = s_.asks.find(id);
    if (ask == nullptr || ask->turn != chat.turn || ask->has(AskFlag::Answered)) return;
    // A question of a tool may be one of its own, which goes on when the turn is complete.
    const bool goes = ask->kind == AskKind::Unknown ? end == TurnEnd::Interrupted : any;
    if (!goes || (ask->kind == AskKind::Unknown && ask->has(AskFlag::Withdrawn))) return;
    ask->why = Withdrawal::TurnEnded;
    if (ask->has(AskFlag::Withdrawn)) return;
    ask->flags.set(AskFlag::Withdrawn);
    ask->withdrawn = s_.place;
    if (ask->kind == AskKind::Unknown) return;
    ask->owed_resolution = chat.interrupted && end == TurnEnd::Interrupted;
    --s_.pending;
    decide(*ask, recorded::answered_in_cut(s_, *ask));
    if (end == TurnEnd::Completed && !chat.interrupted) ask->reported = true;
  });
  chat.pending = 0;
}

}  // namespace spec::appserver::clauses
