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

// Who is logged in, and the one login in a browser that may be under way.

namespace {

constexpr std::uint8_t login_steps = 3;  // Until a user has been to the address.

Json in_browser() {
  return {{"type", "chatgpt"}, {"email", "user@orrery.example"}, {"planType", "plus"}};
}

}  // namespace

void Mock::read_account(Call& call) {
  call.asked.result = {{"account", account_},
                       {"userId", nullptr},
                       {"requiresOpenaiAuth", false},
                       {"workspaceRouting", nullptr}};
}

void Mock::start_login(Call& call) {
  const auto type = text_in(call.params, "type");
  const auto key = text_in(call.params, "apiKey");
  const bool device = type == "chatgptDeviceCode";
  if (type == "apiKey" && !key.empty() && settings_.login != LoginScript::Fail) {
    call.asked.result = {{"type", type}};
    call.then = [this] { end_login({{"type", "apiKey"}}, {}); };
  } else if (type == "apiKey") {
    call.refusal = "this key is no key of the mock server's";
  } else if (type == "chatgpt" || device) {
    if (login_) end_login({}, "Another login was begun");
    login_ = Login{names_.text(ItemId{next_item_++}), login_steps};
    if (settings_.login == LoginScript::Wait) login_->steps = 0;
    const auto address = "https://login.orrery.example/" + login_->id;
    call.asked.result = {{"type", type}, {"loginId", login_->id}};
    call.asked.result[device ? "verificationUrl" : "authUrl"] = address;
    if (device) call.asked.result["userCode"] = "MOCK-0000";
  } else {
    call.refusal = fmt::format("no login of the type \"{}\"", type);
  }
}

void Mock::cancel_login(Call& call) {
  const bool found = login_ && login_->id == text_in(call.params, "loginId");
  call.asked.result = {{"status", found ? "canceled" : "notFound"}};
  if (found) call.then = [this] { end_login({}, "Login was not completed"); };
}

void Mock::log_out(Call& call) {
  call.then = [this] {
    account_ = {};
    notify_account();
  };
}

void Mock::step_login() {
  if (!login_ || login_->steps == 0 || --login_->steps > 0) return;
  settings_.login == LoginScript::Fail ? end_login({}, "The user was not let in")
                                       : end_login(in_browser(), {});
}

// As this account; without one it failed, in these words.
void Mock::end_login(Json account, const std::string& why) {
  const bool success = !account.is_null();
  notify("account/login/completed", {{"loginId", login_ ? Json(login_->id) : Json()},
                                     {"success", success},
                                     {"error", success ? Json() : Json(why)}});
  login_.reset();
  if (!success) return;
  account_ = std::move(account);
  notify_account();
}

void Mock::notify_account() {
  const auto type = text_in(account_, "type");
  notify("account/updated",
         {{"authMode", type.empty() ? Json() : Json(type == "apiKey" ? "apikey" : type)},
          {"planType", member(account_, "planType")}});
}

}  // namespace tools::serve
