#include "serve/as_codex.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/words.h"

namespace tools::serve {
namespace {

constexpr std::string_view server_word = "app-server", listen_word = "--listen";

// Takes "--listen URL" or "--listen=URL" out of the arguments; empty: on the standard streams.
std::string take_address(std::vector<std::string>& given) {
  for (auto at = given.begin(); at != given.end(); ++at) {
    const bool joined = at->starts_with("--listen=");
    if (*at != listen_word && !joined) continue;
    const auto value = joined ? at : at + 1;
    if (value == given.end()) return {};
    const auto url = joined ? at->substr(listen_word.size() + 1) : *value;
    given.erase(at, value + 1);
    return url == "stdio://" ? std::string() : url;
  }
  return {};
}

std::string refusal_of(const std::vector<std::string>& given) {
  const auto words = given.empty() ? std::string() : " " + given[0];
  return fmt::format(
      "codex{}: this is orrery in the place of codex, which has no agent and no terminal: it is "
      "`codex app-server`, on stdio or with --listen, and `codex --version`",
      words);
}

}  // namespace

std::optional<AsCodex> arguments_as_codex(std::string_view program,
                                          const std::vector<std::string>& given,
                                          const CodexPlace& place) {
  const auto name = program.substr(program.rfind('/') + 1);
  const bool first = !given.empty() && given[0] == server_word;
  if (!first && !name.starts_with("codex")) return std::nullopt;
  const bool serves = std::ranges::find(given, server_word) != given.end();
  const bool asks = std::ranges::any_of(
      given, [](const auto& word) { return word == "--version" || word == "-V"; });
  if (!serves && !asks) return AsCodex{.refusal = refusal_of(given)};
  const bool passes_on = !place.proxy.empty();
  auto rest = given;
  const auto address = take_address(rest);
  AsCodex out{.arguments = {passes_on ? "proxy" : "serve"}};
  if (!address.empty())
    out.arguments.insert(out.arguments.end(), {std::string(listen_word), address});
  auto ours = words_of(passes_on ? place.proxy : place.serve);
  // What is no conversation is passed on, and neither recorded, judged nor damaged.
  const auto behind = std::ranges::find(ours, "--");
  if (passes_on && !serves && behind != ours.end()) ours.erase(ours.begin(), behind);
  for (auto& word : ours) out.arguments.push_back(std::move(word));
  if (passes_on) out.arguments.insert(out.arguments.end(), rest.begin(), rest.end());
  if (!passes_on && !serves) out.arguments.emplace_back("--version");
  return out;
}

}  // namespace tools::serve
