// What the server said, with the numbers of the wire, the texts of the client and the members that
// real clients rely on.
#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "port/overload.h"
#include "port/visit.h"
#include "serve/mock.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

constexpr std::size_t turns_kept = 200;

// Which item of the script it is, of a message with the numbers of sim.
std::size_t place_of(ItemId item) { return item.value == 0 ? 0 : item.value - 1; }

// The part that was said last; behind the end of the turn, the first.
std::size_t last_part(const Chat& chat, ItemId item) {
  const auto said = chat.state.turn.items[std::min(place_of(item), items_max - 1)].said;
  return said == 0 ? 0 : said - 1u;
}

std::string last_text(const Chat& chat, ItemId item) {
  return part(chat.played, place_of(item), last_part(chat, item));
}

std::string whole_text(const Chat& chat, const ItemCompleted& completed) {
  if (!completed.has_text || completed.text == TextId{different_text})
    return sim::appserver::text_of(completed.text);
  return first_parts(chat.played, place_of(completed.item), completed.text.value - final_texts);
}

template <class Id>
void widen(Id& id, std::uint32_t first) {
  if (id.value != 0) id.value += first - 1;
}

// What real servers say that a thread waits for, with a request of this method; without one, an
// approval.
std::string_view waited_for(std::string_view method) {
  if (method == "item/tool/requestUserInput") return "waitingOnUserInput";
  if (method == "item/tool/call" || method == "account/chatgptAuthTokens/refresh") return {};
  return "waitingOnApproval";
}

// What it is about: the words of the prompt in place of those of sim.
void name_subject(Json& where, const Chat& chat) {
  if (!chat.played.command.empty() && where.contains("command"))
    where["command"] = chat.played.command;
  if (!chat.played.patch.empty() && where.contains("fileChanges"))
    where["fileChanges"] = {{chat.played.patch, where["fileChanges"].front()}};
}

}  // namespace

ThreadFacts Mock::facts_of(const Chat& chat) const {
  auto out = chat.facts;
  out.active = chat.state.turn.phase > TurnPhase::Answered;
  out.loaded = chat.state.loaded;
  if (std::ranges::any_of(chat.state.turn.items,
                          [](const Item& item) { return item.phase == ItemPhase::Asked; }))
    out.waits_for = waited_for(chat.played.ask);
  return out;
}

ToClient Mock::widened(const Chat& chat, const ToClient& message) {
  auto out = message;
  port::visit(port::Overload{[&](Response& response) {
                               const auto found = asked_.find(response.id.value);
                               const auto asked = found == asked_.end() ? Asked{} : found->second;
                               if (response.thread != no_thread) response.thread = {asked.thread};
                               // A number of its own is that of a turn which never starts.
                               if (response.turn.value > 1)
                                 response.turn = {next_turn_++};
                               else if (response.turn != no_turn)
                                 response.turn = {asked.turn};
                             },
                             [&](auto& each) {
                               if constexpr (requires { each.thread; }) each.thread = {chat.number};
                               if constexpr (requires { each.turn; })
                                 if (each.turn != no_turn) each.turn = {chat.turn};
                               if constexpr (requires { each.item; })
                                 widen(each.item, chat.first_item);
                               if constexpr (requires { each.ask; })
                                 widen(each.ask, chat.first_ask);
                             }},
              out);
  return out;
}

void Mock::say(Chat& chat, const ToClient& message, bool late) {
  if (std::holds_alternative<ThreadIdle>(message)) {
    chat.waits_for = {};
    return notify_status(chat, false);
  }
  auto line = wire_.document(widened(chat, message));
  if (line.is_null()) return;
  if (const auto* response = std::get_if<Response>(&message))
    if (response->error != Error::None) tell_refused(asked_[response->id.value].method, {});
  if (std::holds_alternative<TurnStarted>(message)) notify_status(chat, true);
  dress(line, chat, message);
  const bool ends = std::holds_alternative<TurnCompleted>(message);
  if (ends) follow_plan(chat, message);  // Its end is the last word about a turn.
  const auto facts = facts_of(chat);
  const bool changes = facts.active && facts.waits_for != chat.waits_for;
  const bool waits = !facts.waits_for.empty();
  if (changes && waits && std::holds_alternative<Ask>(message)) tell_waiting(chat);
  if (line.contains("id") || !muted_.contains(text_in(line, "method")))
    lines_.put(line.dump(), late, out_, line_fault(message));
  if (changes && !waits) tell_waiting(chat);  // However it was answered.
  const bool starts = std::holds_alternative<TurnStarted>(message);
  if (starts && !chat.played.beside.empty())
    run_beside(chat, chat.played.beside, started_in_background);
  if (chat.played.subagent) follow_subagent(chat, message);
  if (!ends) follow_plan(chat, message);
  if (std::holds_alternative<ItemCompleted>(message) && is_codex()) follow_patch(line["params"]);
}

// What a patch has changed is told behind it, once it is applied, as git would.
void Mock::follow_patch(const Json& params) {
  const auto& item = member(params, "item");
  if (text_in(item, "type") != "fileChange" || text_in(item, "status") != "completed") return;
  std::string diff;
  for (const auto& change : member(item, "changes"))
    diff += fmt::format(
        "diff --git a{0} b{0}\nnew file mode 100644\n--- /dev/null\n+++ b{0}\n@@ -0,0 +1 @@\n+{1}",
        text_in(change, "path"), text_in(change, "diff"));
  notify("turn/diff/updated",
         {{"threadId", params["threadId"]}, {"turnId", params["turnId"]}, {"diff", diff}});
}

// Told anew whenever a step of it begins; the draft has it in an item of its own, and tells what
// changes of an entry.
void Mock::follow_plan(Chat& chat, const ToClient& message) {
  const auto& steps = chat.played.plan;
  const auto* started = std::get_if<ItemStarted>(&message);
  const bool over = std::holds_alternative<TurnCompleted>(message);
  if (steps.empty() || (started == nullptr && !over)) return;
  // The user's message is an item, too, and the first.
  const auto at = started == nullptr ? steps.size() + 1 : place_of(started->item);
  auto plan = Json::array();
  for (std::size_t i = 0; i < steps.size(); ++i)
    plan.push_back({{"step", steps[i]},
                    {"status", i + 1 < at    ? "completed"
                               : i + 1 == at ? "inProgress"
                                             : "pending"}});
  Json params{{"threadId", chat.facts.id}, {"turnId", names_.text(TurnId{chat.turn})}};
  if (is_codex()) {
    params.update({{"explanation", nullptr}, {"plan", std::move(plan)}});
    return notify("turn/plan/updated", std::move(params));
  }
  if (chat.plan == 0) {
    chat.plan = next_item_++;
    params["item"] = {
        {"id", names_.text(ItemId{chat.plan})}, {"type", "plan"}, {"plan", std::move(plan)}};
    return notify("item/created", std::move(params));
  }
  params["itemId"] = names_.text(ItemId{chat.plan});
  for (std::size_t i = 0; i < steps.size(); ++i) {
    params["entry"] = {{"index", i}, {"status", plan[i]["status"]}};
    if (i + 2 >= at) notify("item/delta", params);  // Those before have not changed.
    if (i + 1 >= at) break;
  }
}

void Mock::notify(std::string_view method, Json params) {
  if (muted_.contains(method)) return;
  lines_.put(Json{{"method", method}, {"params", std::move(params)}}.dump(), false, out_);
}

void Mock::notify_status(const Chat& chat, bool active) {
  auto facts = facts_of(chat);
  facts.active = active;
  if (is_codex())
    notify("thread/status/changed", {{"threadId", facts.id}, {"status", status_of(facts)}});
}

void Mock::tell_waiting(Chat& chat) {
  chat.waits_for = facts_of(chat).waits_for;
  notify_status(chat, true);
}

void Mock::notify_item(Chat& chat, const std::string& turn, bool ended, Json item) {
  complete_item(item, chat.facts);
  const auto now = settings_.now_ms();
  if (ended) keep_item(chat, turn, item);
  notify(ended ? "item/completed" : "item/started",
         {{"threadId", chat.facts.id},
          {"turnId", turn},
          {"item", std::move(item)},
          {ended ? "completedAtMs" : "startedAtMs", now}});
}

void Mock::keep_item(Chat& chat, const std::string& turn, const Json& item) {
  const auto found = std::ranges::find(chat.history, turn, &TurnFacts::id);
  if (found != chat.history.end()) found->items.push_back(item);
}

void Mock::dress(Json& line, Chat& chat, const ToClient& message) {
  if (const auto* response = std::get_if<Response>(&message)) {
    if (!line.contains("result")) return;
    is_codex() ? dress_result(line["result"], chat, *response)
               : dress_plainly(line["result"], chat, *response);
    return;
  }
  auto& params = line["params"];
  if (!params.is_object()) return;  // Malformed, as a fault wants it.
  name_subject(params, chat);
  const auto text = [&](ItemId item) {
    for (const char* name : {"delta", "textDelta", "message"})
      if (params.contains(name)) params[name] = last_text(chat, item);
  };
  port::visit(
      port::Overload{[&](const ItemDelta& delta) { text(delta.item); },
                     [&](const ItemOutput& output) { text(output.item); }, [](const auto&) {}},
      message);
  if (!is_codex()) return dress_plain_notice(params, chat, message);
  port::visit(
      port::Overload{[&](const ThreadStarted&) { params["thread"] = thread_of(facts_of(chat)); },
                     [&](const ItemStarted& it) {
                       params["startedAtMs"] = settings_.now_ms();
                       dress_item(params["item"], chat, place_of(it.item));
                     },
                     [&](const ItemCompleted& it) {
                       params["completedAtMs"] = settings_.now_ms();
                       dress_ended(params["item"], chat, it);
                       keep_item(chat, params["turnId"], params["item"]);
                     },
                     [&](const Usage& usage) {
                       params["turnId"] = names_.text(TurnId{chat.turn});
                       params["tokenUsage"] = usage_of(usage.total);
                     },
                     [&](const RateLimits&) { params["rateLimits"] = present_limits(); },
                     [&](const Ask& ask) { dress_ask(line, chat, ask); },
                     [&](const auto& each) {
                       if constexpr (requires { each.turn; }) dress_turn(params, chat, message);
                     }},
      message);
  if (line["method"] == "item/reasoning/textDelta") params["contentIndex"] = 0;
}

// Those of the draft.
void Mock::dress_plain_notice(Json& params, const Chat& chat, const ToClient& message) {
  const auto calls_tool = [&](ItemId item) {
    const auto place = place_of(item);
    return place < chat.played.items.size() &&
           chat.played.script.items.at(place).kind == ItemKind::Tool;
  };
  port::visit(
      port::Overload{[&](const ThreadStarted&) { params["thread"] = plain_thread(chat.facts); },
                     [&](const RateLimits&) { params["rateLimits"] = present_limits(); },
                     [&](const ItemStarted& it) {
                       if (calls_tool(it.item)) dress_item(params["item"], chat, place_of(it.item));
                     },
                     [&](const ItemCompleted& it) {
                       if (calls_tool(it.item) && it.end == ItemEnd::Done)
                         params["result"] = chat.played.tool_result;
                     },
                     [](const auto&) {}},
      message);
}

// The turn as it starts, and as it has ended, with its last answer.
void Mock::dress_turn(Json& params, Chat& chat, const ToClient& message) {
  const auto id = names_.text(TurnId{chat.turn});
  if (std::holds_alternative<TurnStarted>(message)) {
    chat.history.push_back({.id = id, .began_ms = settings_.now_ms()});
    if (chat.history.size() > turns_kept) chat.history.erase(chat.history.begin());
    params["turn"] = turn_of(chat.history.back());
  } else if (std::holds_alternative<TurnCompleted>(message)) {
    const auto found = std::ranges::find(chat.history, id, &TurnFacts::id);
    TurnFacts turn{.id = id};
    if (found != chat.history.end()) turn = *found;
    turn.status = text_in(params["turn"], "status");
    if (turn.ended_ms == 0) turn.ended_ms = settings_.now_ms();
    if (found != chat.history.end()) *found = turn;
    // Of a turn that came to an answer, that is told; of another one, nothing.
    const auto answer =
        turn.status == "completed" ? item_of_type(turn.items, "agentMessage") : Json();
    turn.items = Json::array();
    if (!answer.is_null()) turn.items.push_back(answer);
    params["turn"] = turn_of(turn, answer.is_null() ? "notLoaded" : "summary");
  }
}

void Mock::dress_item(Json& item, const Chat& chat, std::size_t place) {
  name_subject(item, chat);
  if (text_in(item, "type") == "userMessage") item = user_message(item["id"], chat.played.prompt);
  if (place < chat.played.items.size() && chat.played.items[place].is_object())
    item.update(chat.played.items[place]);
  if (text_in(item, "type") == "collabAgentToolCall") {
    const auto child = names_.text(ThreadId{chat.subagent});
    item["tool"] = "spawnAgent";
    item["senderThreadId"] = chat.facts.id;
    item["receiverThreadIds"] = Json::array({child});
    item["agentsStates"] = {{child, {{"status", "running"}, {"message", nullptr}}}};
    if (!item.contains("status"))
      item["status"] = item.contains("text") ? "completed" : "inProgress";
  }
  complete_item(item, chat.facts);
}

void Mock::dress_ended(Json& item, const Chat& chat, const ItemCompleted& completed) {
  const auto place = place_of(completed.item);
  const auto& script = chat.played.script.items.at(place);
  if (completed.has_text) item["text"] = whole_text(chat, completed);
  if (script.kind == ItemKind::Command) {
    if (script.subject != no_subject)
      item["command"] = fmt::format("make target-{}", script.subject.value);
    // What was not approved was not run, whatever it ends as.
    if ((chat.carried_out >> completed.item.value & 1u) != 0) {
      item["exitCode"] = completed.end == ItemEnd::Done ? 0 : 1;
      item["aggregatedOutput"] = first_parts(chat.played, place, script.parts);
    }
  }
  if (script.kind == ItemKind::Tool && completed.end == ItemEnd::Done)
    item["result"] = chat.played.tool_result;
  const bool tool = script.kind == ItemKind::Tool || script.kind == ItemKind::Search;
  if (tool && item["status"] == "declined") item["status"] = "failed";
  dress_item(item, chat, place);
}

void Mock::dress_ask(Json& line, const Chat& chat, const Ask& ask) {
  auto& params = line["params"];
  params["cwd"] = chat.facts.cwd;
  params["reason"] = nullptr;
  params["startedAtMs"] = settings_.now_ms();
  if (ask.kind == AskKind::Command) {
    params["commandActions"] =
        Json::array({{{"type", "unknown"}, {"command", text_in(params, "command")}}});
    params["availableDecisions"] = Json::array({"accept", "acceptForSession", "decline", "cancel"});
  }
  if (chat.played.ask.empty() || ask.kind == AskKind::Unknown) return;
  line["method"] = chat.played.ask;
  params.erase("command");
  params.erase("availableDecisions");
  params["callId"] = params["itemId"];
  params["conversationId"] = params["threadId"];
  params.update(chat.played.ask_params);
}

void Mock::dress_result(Json& result, const Chat& chat, const Response& response) {
  const auto found = asked_.find(response.id.value);
  if (found == asked_.end()) return;
  const auto& asked = found->second;
  // It may have been kept back until another thread's turn.
  const auto other = chats_.find(asked.thread);
  const auto facts = facts_of(other == chats_.end() ? chat : other->second);
  if (!asked.result.is_null()) {
    result = asked.result;
  } else if (asked.method == "initialize") {
    result = {{"userAgent",
               fmt::format("{}/{} (orrery mock)", client_name_.empty() ? "codex" : client_name_,
                           settings_.version)},
              {"codexHome", settings_.home},
              {"platformFamily", "unix"},
              {"platformOs", "linux"}};
  } else if (asked.method == "thread/start") {
    result = opened_thread(facts);
  } else if (asked.method == "turn/start") {
    result["turn"] = turn_of({.id = result["turn"]["id"]});
  } else if (asked.method == "account/rateLimits/read") {
    result = {{"rateLimits", present_limits()}};
  } else if (auto known = result_of(asked.method); !known.empty()) {
    result = std::move(known);
  }
}

// A percent for each turn that was played.
Json Mock::present_limits() const {
  return limits_of(std::min(next_turn_ - 1, 100u), settings_.now_ms());
}

// The results of the draft.
void Mock::dress_plainly(Json& result, const Chat& chat, const Response& response) {
  const auto found = asked_.find(response.id.value);
  if (found == asked_.end()) return;
  if (!found->second.result.is_null()) {
    result = found->second.result;
  } else if (found->second.method == "account/rateLimits/read") {
    result = {{"rateLimits", present_limits()}};
  } else if (response.thread != no_thread) {
    const auto other = chats_.find(found->second.thread);
    result["thread"] = plain_thread(other == chats_.end() ? chat.facts : other->second.facts);
  } else if (found->second.method == "thread/list") {
    result["data"] = Json::array();
    for (const auto& [number, each] : chats_)
      if (!each.state.archived) result["data"].push_back(plain_thread(each.facts));
  } else if (found->second.method == "model/list") {
    result = result_of("model/list");
  }
}

}  // namespace tools::serve
