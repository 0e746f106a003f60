#include "serve/played.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tools::serve {
namespace {

using namespace sim::appserver;

constexpr std::string_view run_word = "run ";
constexpr std::size_t answer_parts = 4;

ItemScript item(ItemKind kind, std::size_t parts) {
  return {.kind = kind, .parts = static_cast<std::uint16_t>(parts)};
}

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

std::vector<std::string> ran_answer(const std::string& command) {
  return in_parts(fmt::format("I ran `{}`.", command), answer_parts);
}

}  // namespace

std::string prompt_of(const Json& input) {
  std::string out;
  for (const auto& each : input)
    if (each.is_object() && each.contains("text") && each["text"].is_string())
      out += (out.empty() ? "" : "\n") + each["text"].get_ref<const std::string&>();
  return out;
}

Played played_by_rules(const std::string& prompt) {
  Played out;
  out.prompt = prompt;
  out.script.usage = true;
  out.script.items = {item(ItemKind::User, 0)};
  out.texts = {{}};
  if (prompt.starts_with(run_word)) {
    out.command = prompt.substr(run_word.size());
    auto command = item(ItemKind::Command, 1);
    command.subject = {1};
    command.asks = true;
    out.script.items.push_back(command);
    out.texts.push_back({fmt::format("(the mock server pretends to run {})\n", out.command)});
    out.texts.push_back(ran_answer(out.command));
  } else {
    out.script.items.push_back(item(ItemKind::Reasoning, 2));
    out.texts.push_back({"A mock server has no model. ", "What can it do but repeat this?"});
    out.texts.push_back(in_parts("You said: " + prompt, answer_parts));
  }
  out.script.items.push_back(item(ItemKind::Answer, answer_parts));
  return out;
}

Played played_by_script(const TurnScript& script, const std::string& prompt) {
  return {.script = script, .prompt = prompt, .command = {}};
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
