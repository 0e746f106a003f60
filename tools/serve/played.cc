#include "serve/mock.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "sim/files/document.h"

namespace tools::serve {
namespace {

using namespace sim::appserver;

constexpr std::size_t answer_parts = 4;

// In about equal parts, none of which ends within a character.
std::vector<std::string> in_parts(std::string_view text, std::size_t count) {
  std::vector<std::string> out;
  for (; count > 0; --count) {
    auto size = count == 1 ? text.size() : text.size() / count;
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0u) == 0x80u) ++size;
    out.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return out;
}

// Adds an item; `own`: what the port has no word for.
ItemScript& add(Played& out, ItemKind kind, std::vector<std::string> texts, Json own = {}) {
  out.script.items.push_back({.kind = kind, .parts = static_cast<std::uint16_t>(texts.size())});
  out.texts.push_back(std::move(texts));
  out.items.push_back(std::move(own));
  return out.script.items.back();
}
void add_answer(Played& out, std::string_view text) {
  add(out, ItemKind::Answer, in_parts(text, answer_parts));
}

Played empty_turn(const std::string& prompt) {
  Played out{.script = {}, .prompt = prompt};
  out.script.items.clear();
  out.script.usage = true;
  return out;
}

void add_command(Played& out, const std::string& command, bool asks) {
  out.command = command;
  auto& item =
      add(out, ItemKind::Command, {fmt::format("(the mock server pretends to run {})\n", command)});
  item.subject = {1};
  item.asks = asks;
}

// Each of these plays what follows its word, unless that makes no sense.
bool play_command(Played& out, const std::string& command) {
  if (command.empty()) return false;
  add_command(out, command, true);
  add_answer(out, fmt::format("I ran `{}`.", command));
  return true;
}

bool play_patch(Played& out, const std::string& path) {
  if (path.empty()) return false;
  out.patch = path[0] == '/' ? path : out.cwd + "/" + path;
  const Json change{{"path", out.patch}, {"kind", {{"type", "add"}}}, {"diff", "mock\n"}};
  auto& item = add(out, ItemKind::Patch, {}, {{"changes", Json::array({change})}});
  item.subject = {1};
  item.asks = true;
  add_answer(out, fmt::format("I asked to write `{}`.", path));
  return true;
}

bool play_background(Played& out, const std::string& command) {
  if (command.empty()) return false;
  out.beside = command;
  add_answer(out, fmt::format("`{}` runs in the background.", command));
  return true;
}

// Requests that take no decision, each with what its params need beside the ids.
struct OtherAsk {
  std::string_view word, method, params;
};
constexpr std::array other_asks{
    OtherAsk{
        "permissions", "item/permissions/requestApproval",
        R"({"permissions":{"network":{"enabled":true}},"reason":"The mock wants the network."})"},
    OtherAsk{"input", "item/tool/requestUserInput",
             R"({"isBlocking":true,"questions":[{"id":"which","header":"Which","question":)"
             R"("Which one?","isOther":false,"isSecret":false,"options":[{"label":"a",)"
             R"("description":"The first."},{"label":"b","description":"The second."}]}]})"},
    OtherAsk{"elicitation", "mcpServer/elicitation/request",
             R"({"serverName":"mock","mode":"form","message":"What is your name?",)"
             R"("requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},)"
             R"("required":["name"]}})"},
    OtherAsk{"tool", "item/tool/call", R"({"tool":"mock","arguments":{"x":1}})"},
    OtherAsk{"tokens", "account/chatgptAuthTokens/refresh", R"({"reason":"unauthorized"})"},
    OtherAsk{"older-command", "execCommandApproval",
             R"({"command":["make","all"],"parsedCmd":[{"type":"unknown","cmd":"make all"}],)"
             R"("reason":null})"},
    OtherAsk{"older-patch", "applyPatchApproval",
             R"({"fileChanges":{"/mock.txt":{"type":"add","content":"mock\n"}},"reason":null,)"
             R"("grantRoot":null})"}};

bool play_other_ask(Played& out, const std::string& word) {
  const auto row = std::ranges::find(other_asks, word, &OtherAsk::word);
  if (row == other_asks.end()) return false;
  out.ask = row->method;
  out.ask_params = written(row->params);
  auto& item = add(out, ItemKind::Tool, {});
  item.asks = true;
  add_answer(out, fmt::format("I asked for {}.", row->word));
  return true;
}

std::string prompt_of_subagent(bool asks) { return asks ? "run make child" : "Look at it."; }

bool play_subagent(Played& out, const std::string& words) {
  const auto has = [&](std::string_view word) { return words.find(word) != std::string::npos; };
  out.subagent = has("unannounced") ? Announced::Never
                 : has("late")      ? Announced::Behind
                                    : Announced::Before;
  out.subagent_prompt = prompt_of_subagent(has("asks"));
  if (out.subagent != Announced::Never)
    add(out, ItemKind::Subagent, {},
        {{"type", "collabAgentToolCall"}, {"prompt", out.subagent_prompt}});
  add_answer(out, "The other agent has been started.");
  return true;
}

// Steps are told as done one by one, with each item that ends.
bool play_plan(Played& out, const std::string& steps) {
  for (std::size_t at = 0; at < steps.size();) {
    const auto end = std::min(steps.find(", ", at), steps.size());
    if (end > at) out.plan.push_back(steps.substr(at, end - at));
    at = end + 2;
  }
  if (out.plan.empty()) return false;
  for (const auto& step : out.plan) add_answer(out, step + ".");
  return true;
}

// TOOL, and the arguments that follow if they are a JSON object.
bool play_call(Played& out, const std::string& words) {
  const auto end = std::min(words.find(' '), words.size());
  if (end == 0) return false;
  const auto read = sim::read_document<Json>(words.substr(end));
  const auto* arguments = std::get_if<Json>(&read);
  const Json content{{"type", "text"}, {"text", "The mock has called " + words.substr(0, end)}};
  add(out, ItemKind::Tool, {},
      {{"server", "mock"},
       {"tool", words.substr(0, end)},
       {"arguments",
        arguments != nullptr && arguments->is_object() ? *arguments : Json::object()}});
  out.tool_result = {{"content", Json::array({content})}};
  add_answer(out, "The tool has been called.");
  return true;
}

bool play_failure(Played& out, const std::string&) {
  add_answer(out, "This goes wrong.");
  out.script.trouble = true;
  out.script.end = TurnEnd::Failed;
  return true;
}

struct Rule {
  std::string_view word;
  bool (*play)(Played& out, const std::string& rest);
};
constexpr std::array rules{Rule{"run", play_command},
                           Rule{"patch", play_patch},
                           Rule{"background", play_background},
                           Rule{"ask", play_other_ask},
                           Rule{"plan", play_plan},
                           Rule{"call", play_call},
                           Rule{"fail", play_failure},
                           Rule{"subagent", play_subagent}};

bool play(const Rule& rule, const std::string& reading, Played& out) {
  const auto word = rule.word;
  if (!reading.starts_with(word)) return false;
  if (reading.size() == word.size()) return rule.play(out, {});
  return reading[word.size()] == ' ' && rule.play(out, reading.substr(word.size() + 1));
}

std::string trimmed(const std::string& text) {
  constexpr auto blanks = " \n\t\r";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

}  // namespace

std::string prompt_of(const Json& input) {
  std::string out;
  for (const auto& each : input)
    if (each.is_object() && each.contains("text") && each["text"].is_string())
      out += (out.empty() ? "" : "\n") + each["text"].get_ref<const std::string&>();
  return out;
}

std::vector<std::string> readings_of(const std::string& prompt) {
  std::vector<std::string> out{trimmed(prompt)};
  const auto last = trimmed(out[0].substr(out[0].rfind('\n') + 1));
  if (last != out[0]) out.push_back(last);
  if (const auto colon = last.find(": "); colon != std::string::npos)
    out.push_back(trimmed(last.substr(colon + 2)));
  return out;
}

Played played_by_rules(const std::string& prompt, const Answers& answers) {
  auto out = empty_turn(prompt);
  out.cwd = answers.cwd;
  add(out, ItemKind::User, {});
  if (answers.schema.is_null())
    for (const auto& reading : readings_of(prompt))
      for (const auto& rule : rules)
        if (play(rule, reading, out)) return out;
  add(out, ItemKind::Reasoning,
      {"A mock server has no model. ", "What can it do but repeat this?"});
  if (!answers.reply.empty())
    add_answer(out, answers.reply);
  else if (answers.schema.is_null())
    add_answer(out, "You said: " + prompt);
  else
    add_answer(out, example_of(answers.schema).dump());
  return out;
}

Played played_by_script(const TurnScript& script, const std::string& prompt) {
  Played out{.script = script, .prompt = prompt};
  for (const auto& item : script.items) {
    if (item.kind != ItemKind::Subagent) continue;
    out.subagent = item.announced;
    out.subagent_prompt = prompt_of_subagent(item.asks);
  }
  return out;
}

Played played_review(const std::string& target) {
  auto out = empty_turn(target);
  const std::string found = "The mock server finds nothing.";
  add(out, ItemKind::Other, {}, {{"type", "enteredReviewMode"}, {"review", target}});
  add(out, ItemKind::Other, {}, {{"type", "exitedReviewMode"}, {"review", found}});
  add_answer(out, found);
  return out;
}

Played played_compaction() {
  auto out = empty_turn({});
  add(out, ItemKind::Other, {}, {{"type", "contextCompaction"}});
  return out;
}

Played played_shell(const std::string& command) {
  auto out = empty_turn({});
  add_command(out, command, false);
  out.items.back() = {{"source", "userShell"}};
  return out;
}

std::vector<std::string> declined_answer(const std::string& command) {
  return in_parts(fmt::format("I did not run `{}`, since you declined.", command), answer_parts);
}

std::string part(const Played& played, std::size_t item, std::size_t which) {
  if (item >= played.texts.size()) return text_of(part_text(static_cast<std::uint32_t>(which)));
  const auto& texts = played.texts[item];
  return which < texts.size() ? texts[which] : std::string();
}

std::string first_parts(const Played& played, std::size_t item, std::size_t parts) {
  std::string out;
  for (std::size_t i = 0; i < parts; ++i) out += part(played, item, i);
  return out;
}

}  // namespace tools::serve
