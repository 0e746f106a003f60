// What the server said, with the numbers of the wire, the texts of the client and the members that
// real clients rely on.
#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "port/overload.h"
#include "port/visit.h"
#include "serve/mock.h"
#include "serve/results.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

ThreadFacts facts_of(const Chat& chat) {
  return {.id = fmt::format("thread-{}", chat.number),
          .cwd = chat.cwd,
          .preview = chat.preview,
          .active = chat.state.turn.phase != TurnPhase::None};
}

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

void name_command(Json& where, const Chat& chat) {
  if (!chat.played.command.empty() && where.contains("command"))
    where["command"] = chat.played.command;
}

void dress_item(Json& item, const Chat& chat) {
  name_command(item, chat);
  if (item.value("type", "") == "userMessage") {
    item.erase("text");
    item["content"] = Json::array(
        {{{"type", "text"}, {"text", chat.played.prompt}, {"text_elements", Json::array()}}});
  }
  complete_item(item, facts_of(chat));
}

void dress_ended(Json& item, const Chat& chat, const ItemCompleted& completed) {
  const auto place = place_of(completed.item);
  const auto& script = chat.played.script.items.at(place);
  if (completed.has_text) item["text"] = whole_text(chat, completed);
  if (script.kind == ItemKind::Command) {
    if (script.subject != no_subject)
      item["command"] = fmt::format("make target-{}", script.subject.value);
    if (completed.end != ItemEnd::Declined) {
      item["exitCode"] = completed.end == ItemEnd::Done ? 0 : 1;
      item["aggregatedOutput"] = first_parts(chat.played, place, script.parts);
    }
  }
  dress_item(item, chat);
}

void dress_ask(Json& params, const Chat& chat, AskKind kind) {
  params["cwd"] = chat.cwd;
  params["reason"] = nullptr;
  if (kind == AskKind::Command)
    params["availableDecisions"] = Json::array({"accept", "acceptForSession", "decline", "cancel"});
}

}  // namespace

ToClient Mock::widened(const Chat& chat, const ToClient& message) {
  auto out = message;
  port::visit(port::Overload{[&](Response& response) {
                               const auto found = asked_.find(response.id.value);
                               const auto asked = found == asked_.end() ? Asked{} : found->second;
                               if (response.thread != no_thread) response.thread = {asked.thread};
                               if (response.turn != no_turn) response.turn = {asked.turn};
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

void Mock::say(const Chat& chat, const ToClient& message, bool late) {
  auto line = wire_.document(widened(chat, message));
  if (line.is_null()) return;
  const auto method = line.value("method", "");
  if (!line.contains("id") && muted_.contains(method)) return;
  dress(line, chat, message);
  lines_.put(line.dump(), late, out_, line_fault(message));
}

void Mock::dress(Json& line, const Chat& chat, const ToClient& message) {
  const bool codex = settings_.dialect->ends_texts;
  if (const auto* response = std::get_if<Response>(&message)) {
    if (codex && line.contains("result")) dress_result(line["result"], chat, *response);
    return;
  }
  auto& params = line["params"];
  if (!params.is_object()) return;  // Malformed, as a fault wants it.
  name_command(params, chat);
  if (const auto* delta = std::get_if<ItemDelta>(&message))
    params[codex ? "delta" : "textDelta"] = last_text(chat, delta->item);
  if (const auto* output = std::get_if<ItemOutput>(&message))
    params["delta"] = last_text(chat, output->item);
  if (!codex) return;
  const auto turn = [&](const std::string& status) {
    return turn_of(fmt::format("turn-{}", chat.turn), status);
  };
  port::visit(
      port::Overload{
          [&](const ThreadStarted&) { params["thread"] = thread_of(facts_of(chat)); },
          [&](const TurnStarted&) { params["turn"] = turn("inProgress"); },
          [&](const TurnCompleted&) { params["turn"] = turn(params["turn"].value("status", "")); },
          [&](const ItemStarted&) { dress_item(params["item"], chat); },
          [&](const ItemCompleted& completed) { dress_ended(params["item"], chat, completed); },
          [&](const Usage& usage) {
            params["turnId"] = fmt::format("turn-{}", chat.turn);
            params["tokenUsage"] = usage_of(usage.total);
          },
          [&](const RateLimits&) { params["rateLimits"] = limits_of(std::min(chat.turn, 100u)); },
          [&](const Ask& ask) { dress_ask(params, chat, ask.kind); }, [](const auto&) {}},
      message);
  if (line["method"] == "item/reasoning/textDelta") params["contentIndex"] = 0;
}

void Mock::dress_result(Json& result, const Chat& chat, const Response& response) {
  const auto found = asked_.find(response.id.value);
  if (found == asked_.end()) return;
  const auto& asked = found->second;
  // It may have been kept back until another thread's turn; one that is new is not among them yet.
  const auto other = chats_.find(asked.thread);
  const auto facts = facts_of(other == chats_.end() ? chat : other->second);
  if (asked.method == "initialize") {
    result = {{"userAgent", fmt::format("{}/{} (orrery mock)", client_name_, mocked_version)},
              {"codexHome", settings_.home},
              {"platformFamily", "unix"},
              {"platformOs", "linux"}};
  } else if (asked.method == "thread/start" || asked.method == "thread/resume") {
    result = opened_thread(facts);
  } else if (asked.method == "thread/read") {
    result = {{"thread", thread_of(facts)}};
  } else if (asked.method == "turn/start") {
    result["turn"] = turn_of(fmt::format("turn-{}", asked.turn), "inProgress");
  } else if (asked.method == "thread/list") {
    result = threads();
  } else {
    result = result_of(asked.method);
  }
}

Json Mock::threads() const {
  constexpr std::size_t page = 50;
  Json out{{"data", Json::array()}, {"nextCursor", nullptr}, {"backwardsCursor", nullptr}};
  for (auto at = chats_.rbegin(); at != chats_.rend() && out["data"].size() < page; ++at)
    if (!at->second.state.archived) out["data"].push_back(thread_of(facts_of(at->second)));
  return out;
}

}  // namespace tools::serve
