// What goes on beside the turns that were asked for: commands, and the turns of subagents.
#include <fmt/format.h>

#include "serve/mock.h"

namespace tools::serve {

using namespace sim::appserver;

// Commands beside a turn.

void Mock::run_beside(Chat& chat, const std::string& command, std::string_view source) {
  beside_.push_back({.chat = chat.number,
                     .turn = chat.turn,
                     .item = next_item_++,
                     .command = command,
                     .source = std::string(source),
                     .began_ms = settings_.now_ms()});
}

// What goes on in the background ends behind its turn; nothing begins before it.
bool Mock::waits(const Beside& beside) {
  const auto& chat = chats_.at(beside.chat);
  if (chat.turn != beside.turn) return false;
  const auto phase = chat.state.turn.phase;
  const bool outlives = beside.source == started_in_background && beside.steps + 1 == beside_steps;
  return phase == TurnPhase::Answered || (outlives && phase != TurnPhase::None);
}

void Mock::step_beside(Beside& beside) {
  auto& chat = chats_.at(beside.chat);
  const auto turn = names_.text(TurnId{beside.turn});
  const auto id = names_.text(ItemId{beside.item});
  if (beside.steps + 1 == beside_steps) return end_beside(beside);
  if (beside.steps++ == 0) {
    auto item = command_item(id, beside.command, beside.source);
    item["processId"] = std::to_string(beside.item);
    return notify_item(chat, turn, false, std::move(item));
  }
  notify("item/commandExecution/outputDelta",
         {{"threadId", chat.facts.id},
          {"turnId", turn},
          {"itemId", id},
          {"delta", fmt::format("(the mock server pretends to run {})\n", beside.command)}});
}

void Mock::end_beside(Beside& beside) {
  beside.steps = beside_steps;
  auto item = command_item(names_.text(ItemId{beside.item}), beside.command, beside.source);
  item["processId"] = std::to_string(beside.item);
  item["status"] = "completed";
  item["exitCode"] = 0;
  item["aggregatedOutput"] = fmt::format("(the mock server pretends to run {})\n", beside.command);
  item["durationMs"] = settings_.now_ms() - beside.began_ms;
  notify_item(chats_.at(beside.chat), names_.text(TurnId{beside.turn}), true, std::move(item));
}

// Subagents.

void Mock::prepare_subagent(Chat& parent) {
  auto facts = new_facts({});
  facts.cwd = parent.facts.cwd;
  facts.policy = parent.facts.policy;
  facts.parent = parent.facts.id;
  parent.subagent = new_chat(std::move(facts)).number;
}

void Mock::follow_subagent(Chat& parent, const ToClient& message) {
  const auto when = *parent.played.subagent;
  auto& child = chats_.at(parent.subagent);
  const auto announce = [&] { notify("thread/started", {{"thread", thread_of(child.facts)}}); };
  const auto begin = [&] {
    const auto& prompt = parent.played.subagent_prompt;
    begin_turn_unasked(child, played_by_rules(prompt, {.cwd = child.facts.cwd}));
  };
  const auto* item = std::get_if<ItemStarted>(&message);
  const bool spawned = item != nullptr && item->kind == ItemKind::Subagent;
  if (std::holds_alternative<TurnStarted>(message) && when != Announced::Before) begin();
  if (!spawned || when == Announced::Never) return;
  announce();
  if (when == Announced::Before) begin();
}

void Mock::repeat_asks(Chat& chat) {
  const auto turn = chat.state.turn;
  const auto& scripts = chat.played.script.items;
  for (std::size_t i = 0; i < scripts.size(); ++i)
    if (turn.items[i].phase == ItemPhase::Asked)
      say(chat,
          Ask{.ask = {turn.items[i].ask},
              .kind = scripts[i].kind == ItemKind::Patch ? AskKind::Patch : AskKind::Command,
              .thread = {1},
              .turn = {turn.id},
              .item = {turn.items[i].id},
              .subject = scripts[i].subject},
          false);
}

void Mock::notify_steered(Chat& chat, const Json& params) {
  const auto turn = names_.text(TurnId{chat.turn});
  auto item = user_message(names_.text(ItemId{next_item_++}), prompt_of(member(params, "input")));
  notify_item(chat, turn, false, item);
  notify_item(chat, turn, true, std::move(item));
}

}  // namespace tools::serve
