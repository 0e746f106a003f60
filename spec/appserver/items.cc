// Items: ITM-01, ITM-02, ITM-03, ITM-06.
#include "appserver/room.h"
#include "spec/appserver/judge.h"

namespace spec::appserver {
namespace {

constexpr ItemSign sign_of(Method method) {
  if (method == Method::ItemStarted) return ItemSign::Started;
  if (method == Method::ItemBegun) return ItemSign::Begun;
  return method == Method::ItemCompleted ? ItemSign::Completed : ItemSign::Delta;
}

std::string_view words_for(ItemPhase phase, ItemSign sign) {
  if (sign == ItemSign::Delta)
    return phase == ItemPhase::Done ? "a delta of an item that is complete"
                                    : "a delta of an item that has not started";
  if (sign == ItemSign::Started)
    return phase == ItemPhase::Done ? "an item that is complete starts again"
                                    : "an item starts for the second time";
  return phase == ItemPhase::Done ? "an item completes for the second time"
                                  : "an item completes that has not started";
}

}  // namespace

// Ids of items are told apart by thread and turn, as far as the server names them.
Name Judge::item_key(const Observation& seen) const {
  const auto where = seen.thread * 0x9e3779b97f4a7c15 + seen.turn;
  return seen.item == 0 ? 0 : (seen.item ^ where) * 0xff51afd7ed558ccd;
}

void Judge::item_event(const Observation& seen) {
  about_thread(seen);
  const auto sign = sign_of(seen.method);
  const auto turn_key = turn_of(seen);
  auto* turn = turn_key == 0 ? nullptr : &take_turn(turn_key, seen);
  if (turn != nullptr) {
    if (sign == ItemSign::Delta && turn->phase == TurnPhase::Ended)
      return breach(rule_index("ITM-03"), seen.place, "a delta after its turn is complete",
                    turn->ended);
    if (!turn_step(turn_key, *turn, TurnSign::Mentioned, seen) && turn->phase == TurnPhase::Ended)
      return;
  }
  const bool opens = sign == ItemSign::Started || sign == ItemSign::Begun;
  const auto key = item_key(seen);
  if (key == 0) {
    if (opens && turn != nullptr) turn->unnamed_items = true;
    return;
  }
  auto* known = items_.find(key);
  // What is not known may be one of those that have no name or were not seen or are forgotten.
  const bool lenient = taken_as_it_is(seen.thread) || forgot(Kind::Item) || forgot(Kind::Turn) ||
                       (turn != nullptr && turn->unnamed_items);
  if (sign == ItemSign::Delta && known == nullptr && !lenient)
    return breach(rule_index("ITM-03"), seen.place, words_for(ItemPhase::Absent, sign));
  auto& item = known != nullptr ? *known : take_item(key, seen.place);
  // A server that says nothing of turns may use the id of an item of another turn again.
  if (opens && (turn_key == 0 || item.turn != turn_key)) item = {};
  const auto from = item.phase;
  const auto& step = step_of(item_steps, from, sign);
  const auto before = from == ItemPhase::Done ? item.completed : item.started;
  item.phase = step.to;
  if (step.broken != no_rule && !(lenient && from == ItemPhase::Absent))
    breach(step.broken, seen.place, words_for(from, sign), before);
  if (item.phase == ItemPhase::Open && from != ItemPhase::Open)
    item_opened(key, item, turn_key, seen);
  if (sign == ItemSign::Delta) met(rule_index("ITM-03"));
  if (seen.method == Method::ItemDelta && from == ItemPhase::Open) {
    item.text += seen.text;
    item.has_deltas = true;
  }
  if (sign == ItemSign::Completed && from != ItemPhase::Done) {
    if (from == ItemPhase::Open) {
      if (auto* home = turns_.find(item.turn); home != nullptr && home->open_items > 0)
        --home->open_items;
    }
    item_completed(key, item, seen);
  }
}

Judge::Item& Judge::take_item(Name key, const Place& place) {
  make_room(items_, Kind::Item, place, [&](const Item& item) {
    const auto* home = turns_.find(item.turn);
    return item.phase == ItemPhase::Done || home == nullptr || home->phase == TurnPhase::Ended;
  });
  return items_.take(key);
}

void Judge::item_opened(Name key, Item& item, Name turn_key, const Observation& seen) {
  auto* turn = turns_.find(turn_key);
  if (turn != nullptr && item.turn != turn_key) turn_items_.add(turn_key, key);
  item = {.phase = ItemPhase::Open, .turn = turn_key, .started = seen.place};
  if (turn == nullptr) return;
  ++turn->open_items;
  turn->had_items = true;
}

void Judge::item_completed(Name key, Item& item, const Observation& seen) {
  met(rule_index("ITM-06"));
  item.completed = seen.place;
  if (item.has_deltas && seen.has_text) {
    met(rule_index("ITM-01"));
    if (!(item.text == seen.text))
      breach(rule_index("ITM-01"), seen.place, "the final text is not that of the deltas",
             item.started);
  }
  const auto* id = asked_about_.find(key);
  if (auto* ask = id != nullptr ? asks_.find(*id) : nullptr; ask != nullptr && seen.item_done)
    judge_unanswered(*ask, seen);
}

void Judge::judge_open_items(Name key, const Turn& turn, const Observation& seen) {
  if (seen.status != Status::Completed || !dialect_.items_end) return;
  if (turn.had_items) met(rule_index("ITM-02"));
  if (turn.open_items == 0) return;
  turn_items_.each_of(key, [&](Name name) {
    const auto* found = items_.find(name);
    if (found == nullptr || found->turn != key || found->phase != ItemPhase::Open) return;
    const auto& item = *found;
    if (turn.excused.order > item.started.order) return;
    breach(rule_index("ITM-02"), seen.place, "the turn completes and leaves an item open",
           item.started);
  });
}

}  // namespace spec::appserver
