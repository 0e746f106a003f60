// Turns of the mock server: their items, the threads that they open, and what outlives them.
#include <algorithm>
#include <utility>

#include "sim/appserver/server.h"

namespace sim::appserver {
namespace {

constexpr std::uint16_t tokens_of_a_turn = 10;

bool is_text(ItemKind kind) {
  switch (kind) {
    case ItemKind::Answer:
    case ItemKind::Reasoning:
    case ItemKind::Plan:
    case ItemKind::User:
    case ItemKind::Other: return true;
    case ItemKind::Command:
    case ItemKind::Patch:
    case ItemKind::Tool:
    case ItemKind::Search:
    case ItemKind::Subagent: break;
  }
  return false;
}

}  // namespace

ItemScript ServerTurn::script_of(const Thread& thread, const Item& item) const {
  const auto& items = plan_.turns[thread.turn.script].items;
  if (thread.opener != 0) {
    auto out = items[thread.opener - 1u];
    out.kind = out.asks ? ItemKind::Command : ItemKind::Answer;
    return out;
  }
  auto out = items[static_cast<std::size_t>(&item - thread.turn.items.data())];
  if (out.kind == ItemKind::Subagent) out = {.kind = out.kind, .parts = 0, .end = out.end};
  return out;
}

Item* ServerTurn::next_item(Thread& thread) const {
  for (std::size_t i = 0; i < items_of(thread); ++i) {
    auto& item = thread.turn.items[i];
    if (item.phase == ItemPhase::Over) continue;
    const bool waits = item.phase == ItemPhase::Asked || item.phase == ItemPhase::Waits ||
                       item.phase == ItemPhase::InIde;
    if (!waits) return &item;
    if (!script_of(thread, item).beside) return nullptr;
  }
  return nullptr;
}

bool ServerTurn::may_step(std::size_t thread) const {
  auto copy = server_.threads[thread];
  const auto& turn = copy.turn;
  if (server_.fate != Fate::Lives) return false;
  if (turn.phase == TurnPhase::None) return copy.outliving.item != 0;
  if (turn.phase == TurnPhase::Answered || next_item(copy) != nullptr) return true;
  const bool over = std::ranges::all_of(
      turn.items.begin(), turn.items.begin() + static_cast<std::ptrdiff_t>(items_of(copy)),
      [](const Item& item) { return item.phase == ItemPhase::Over; });
  return over && (copy.opener != 0 || !plan_.turns[turn.script].endless);
}

void ServerTurn::step(std::size_t index) {
  auto& thread = server_.threads[index];
  auto& turn = thread.turn;
  const auto& script = plan_.turns[turn.script];
  if (turn.phase == TurnPhase::None) return end_outliving(index);
  if (turn.phase == TurnPhase::Answered) return begin_turn(index);
  fail_process(Fault::CrashInTurn, Fate::Crashed);
  fail_process(Fault::ExitZero, Fate::ExitedZero);
  fail_process(Fault::CloseOutput, Fate::ClosedOutput);
  fail_process(Fault::CloseInput, Fate::ClosedInput);
  if (server_.fate != Fate::Lives) return;
  if (auto* item = next_item(thread)) return go_on(index, *item);
  if (thread.opener != 0) return end_turn(index, TurnEnd::Completed);
  if (script.usage && turn.phase == TurnPhase::Running) return count_usage(index);
  end_turn(index, script.end);
}

// What opened it goes on.
void ServerTurn::close_thread(Thread& thread) {
  auto& opener = server_.threads[thread.parent - 1u].turn.items[thread.opener - 1u];
  if (opener.phase == ItemPhase::Waits) opener.phase = ItemPhase::Begun;
  thread.parent = thread.opener = 0;
}

// Says more of it, and then that it is over.
void ServerTurn::end_outliving(std::size_t index) {
  auto& it = server_.threads[index].outliving;
  const TurnId turn{it.turn};
  const ItemId item{it.item};
  if (!std::exchange(it.told, true))
    return notify(ItemOutput{thread_id(index), turn, item, part_text(0)});
  it = {};
  notify(
      ItemCompleted{.thread = thread_id(index), .turn = turn, .item = item, .end = ItemEnd::Done});
}

void ServerTurn::begin_turn(std::size_t index) {
  auto& thread = server_.threads[index];
  auto& turn = thread.turn;
  turn.phase = TurnPhase::Running;
  notify(TurnStarted{thread_id(index), {turn.id}});
  if (thread.opener != 0) {
    const auto& opener = plan_.turns[turn.script].items[thread.opener - 1u];
    if (opener.announced != Announced::Behind) return;
    return notify(ThreadStarted{thread_id(index), {thread.parent}});
  }
  if (plan_.turns[turn.script].trouble)
    notify(Trouble{thread_id(index), {turn.id}, true, Severity::Error, {trouble_text}});
  if (!fires(Fault::Problems)) return;
  notify(Trouble{thread_id(index), {}, false, Severity::Warning, {trouble_text}});
  notify(Trouble{{}, {}, false, Severity::Deprecation, {going_text}});
}

// The first of its threads that is free becomes the subagent's; there may be none.
void ServerTurn::open_thread(std::size_t parent, Item& item) {
  const auto& turn = server_.threads[parent].turn;
  auto* free =
      std::ranges::find_if(server_.threads, [](const Thread& thread) { return !thread.exists; });
  if (free == server_.threads.end()) return;
  const auto number = static_cast<std::size_t>(&item - turn.items.data());
  item.phase = ItemPhase::Waits;
  free->turn = {.phase = TurnPhase::Answered, .script = turn.script};
  free->turn.id = ++server_.turns;
  free->exists = free->loaded = true;
  free->parent = static_cast<std::uint8_t>(parent + 1);
  free->opener = static_cast<std::uint8_t>(number + 1);
  const auto id = thread_id(static_cast<std::size_t>(free - server_.threads.begin()));
  if (plan_.turns[turn.script].items[number].announced == Announced::Before)
    notify(ThreadStarted{id, thread_id(parent)});
}

void ServerTurn::go_on(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const auto script = script_of(server_.threads[index], item);
  switch (item.phase) {
    case ItemPhase::Ahead:
      item.id = ++server_.items;
      item.phase = ItemPhase::Begun;
      notify(ItemStarted{
          thread_id(index), {turn.id}, {item.id}, script.kind, script.subject, script.background});
      return script.kind == ItemKind::Subagent ? open_thread(index, item) : void();
    case ItemPhase::Begun:
      if (script.asks) return ask(index, item);
      [[fallthrough]];
    case ItemPhase::Decided:
      item.phase = script.in_ide ? ItemPhase::InIde : ItemPhase::CarriedOut;
      if (!is_text(script.kind)) out_.push_back({CarriedOut{{item.id}}});
      if (script.in_ide) return;
      [[fallthrough]];
    case ItemPhase::CarriedOut:
      if (item.said < script.parts) return say_part(index, item);
      return end_item(index, item, item.failed ? ItemEnd::Failed : script.end);
    case ItemPhase::Withdrawn:
      if (plan_.dialect->tells_resolved) notify(AskResolved{thread_id(index), {item.ask}});
      return end_item(index, item, ItemEnd::Declined);
    case ItemPhase::Waits:
    case ItemPhase::Asked:
    case ItemPhase::InIde:
    case ItemPhase::Over: break;
  }
}

void ServerTurn::call_ended(std::uint8_t id, bool failed) {
  for (auto& thread : server_.threads)
    for (auto& item : thread.turn.items) {
      if (item.phase != ItemPhase::InIde || item.id != id) continue;
      item.phase = ItemPhase::CarriedOut;
      item.failed = failed;
    }
}

void ServerTurn::ask(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const auto script = script_of(server_.threads[index], item);
  item.ask = ++server_.asks;
  item.phase = fires(Fault::WithdrawAsk) ? ItemPhase::Withdrawn : ItemPhase::Asked;
  Ask out{.ask = {item.ask},
          .kind = script.kind == ItemKind::Patch ? AskKind::Patch : AskKind::Command,
          .thread = thread_id(index),
          .turn = {turn.id},
          .item = {item.id},
          .subject = script.subject};
  if (fires(Fault::AskUnknown)) out.kind = AskKind::Unknown;
  if (plan_.dialect->tells_resolved && fires(Fault::AskOther)) out.kind = AskKind::Other;
  if (fires(Fault::AskMalformed)) out.wellformed = false;
  notify(out);
  if (fires(Fault::AskTwice)) notify(out);
  if (plan_.dialect->tells_resolved && fires(Fault::ResolveElsewhere))
    notify(AskResolved{thread_id(index + 1), {item.ask}});
}

void ServerTurn::say_part(std::size_t index, Item& item) {
  const auto& turn = server_.threads[index].turn;
  const bool text = is_text(script_of(server_.threads[index], item).kind);
  say_text(index, turn.id, item.id, text, item.said++);
}

void ServerTurn::say_text(std::size_t index, std::uint8_t turn, std::uint8_t item, bool is_delta,
                          std::uint32_t part) {
  const auto text = part_text(part);
  if (is_delta)
    notify(ItemDelta{thread_id(index), {turn}, {item}, text, mark_of(text)});
  else
    notify(ItemOutput{thread_id(index), {turn}, {item}, text});
}

void ServerTurn::end_item(std::size_t index, Item& item, ItemEnd end) {
  const auto& turn = server_.threads[index].turn;
  const auto script = script_of(server_.threads[index], item);
  const bool text = is_text(script.kind);
  auto& outliving = server_.threads[index].outliving;
  if (script.background && end == script.end && outliving.item == 0) {
    outliving = {.item = item.id, .turn = turn.id};
    item = {.said = item.said, .id = item.id, .phase = ItemPhase::Over};
    return;
  }
  item = {.said = item.said, .id = item.id, .phase = ItemPhase::Over};
  if ((text && !plan_.dialect->ends_texts) || fires(Fault::LeaveItemOpen)) return;
  ItemCompleted out{.thread = thread_id(index), .turn = {turn.id}, .item = {item.id}, .end = end};
  if (text) {
    out.has_text = true;
    out.text = fires(Fault::DifferentText) ? TextId{different_text} : final_text(item.said);
    out.mark = mark_of(out.text);
  }
  notify(out);
  if (fires(Fault::EndItemTwice)) notify(out);
  if (fires(Fault::LateDelta, out)) say_text(index, turn.id, item.id, text);
}

void ServerTurn::count_usage(std::size_t index) {
  auto& thread = server_.threads[index];
  thread.turn.phase = TurnPhase::Counted;
  thread.total = static_cast<std::uint16_t>(std::min(thread.total + tokens_of_a_turn, 60'000));
  notify(Usage{thread_id(index), thread.total});
  if (fires(Fault::TotalFalls)) notify(Usage{thread_id(index), thread.total - 1u});
  notify(limit_used(server_.turns));
}

void ServerTurn::end_turn(std::size_t index, TurnEnd end) {
  auto& thread = server_.threads[index];
  const auto turn = std::exchange(thread.turn, {});
  const TextId why{end == TurnEnd::Failed ? failed_text : 0};
  if (thread.opener != 0) close_thread(thread);
  const TurnCompleted completed{thread_id(index), {turn.id}, end, why};
  if (plan_.dialect->tells_idle) notify(ThreadIdle{thread_id(index)});
  notify(completed);
  if (fires(Fault::EndTurnTwice)) notify(completed);
  if (fires(Fault::LateDelta, completed)) say_text(index, turn.id, turn.items[0].id, true);
  if (fires(Fault::AskAfterEnd))
    notify(Ask{.ask = {++server_.asks},
               .thread = thread_id(index),
               .turn = {turn.id},
               .item = {turn.items[0].id},
               .subject = {1}});
  fail_process(Fault::CrashAfterTurn, Fate::Crashed);
}

}  // namespace sim::appserver
