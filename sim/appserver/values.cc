// What a mock takes of policies, sandboxes, efforts, summaries and input.
#include "sim/appserver/values.h"

#include <algorithm>
#include <array>
#include <string>

namespace sim::appserver {
namespace {

using Value = nlohmann::json;
using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> codex_policies{"untrusted", "on-failure", "on-request",
                                                         "never"};
constexpr std::array<std::string_view, 4> draft_policies{"unlessTrusted", "onFailure", "onRequest",
                                                         "never"};
constexpr std::array<std::string_view, 3> sandboxes{"read-only", "workspace-write",
                                                    "danger-full-access"};
constexpr std::array<std::string_view, 4> sandbox_types{"readOnly", "workspaceWrite",
                                                        "dangerFullAccess", "externalSandbox"};
constexpr std::array<std::string_view, 2> networks{"restricted", "enabled"};
// What is asked about one by one. The last two may be left out.
constexpr std::array<std::string_view, 5> granular{"sandbox_approval", "rules", "mcp_elicitations",
                                                   "skill_approval", "request_permissions"};
constexpr std::size_t granular_needed = 3;
constexpr std::array<std::string_view, 4> efforts{"minimal", "low", "medium", "high"};
constexpr std::array<std::string_view, 4> summaries{"auto", "concise", "detailed", "none"};

struct InputKind {
  std::string_view type, member;
};
constexpr std::array inputs{InputKind{"text", "text"}, InputKind{"image", "url"},
                            InputKind{"localImage", "path"}, InputKind{"skill", "path"},
                            InputKind{"mention", "path"}};
constexpr std::size_t draft_inputs = 3;

const Value& part_of(const Value& object, std::string_view name) {
  static const Value none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}
bool is_word(const Value& value, Words words) {
  return value.is_string() && std::ranges::count(words, value.get_ref<const std::string&>()) > 0;
}
bool is_granular(const Value& policy) {
  const auto& kinds = part_of(policy, "granular");
  for (std::size_t i = 0; i < granular.size(); ++i) {
    const auto& asks = part_of(kinds, granular[i]);
    if (!asks.is_boolean() && (i < granular_needed || !asks.is_null())) return false;
  }
  return true;
}
bool is_typed(const Value& value) {
  const auto& roots = part_of(value, "writableRoots");
  const auto& network = part_of(value, "networkAccess");
  // A sandbox that another keeps has words for it.
  const bool has_words = part_of(value, "type") == "externalSandbox";
  const bool texts =
      roots.is_null() || (roots.is_array() && std::ranges::all_of(roots, [](const Value& root) {
                            return root.is_string();
                          }));
  return is_word(part_of(value, "type"), sandbox_types) && texts &&
         (network.is_null() || (has_words ? is_word(network, networks) : network.is_boolean()));
}
bool is_input(const Value& item, std::size_t kinds) {
  return std::ranges::any_of(inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(kinds),
                             [&](const InputKind& kind) {
                               return part_of(item, "type") == kind.type &&
                                      part_of(item, kind.member).is_string();
                             });
}

}  // namespace

bool takes(const Dialect& dialect, const nlohmann::json& params) {
  const bool draft = !dialect.ends_texts;
  const auto fits = [&](std::string_view key, auto allows) {
    const auto& value = part_of(params, key);
    return value.is_null() || allows(value);
  };
  const auto& input = part_of(params, "input");
  return fits("approvalPolicy",
              [&](const Value& value) {
                return is_word(value, draft ? Words(draft_policies) : Words(codex_policies)) ||
                       (!draft && is_granular(value));
              }) &&
         fits("sandbox", [](const Value& value) { return is_word(value, sandboxes); }) &&
         fits("sandboxPolicy",
              [&](const Value& value) {
                return is_typed(value) || (draft && is_word(value, sandboxes));
              }) &&
         fits("effort",
              [&](const Value& value) {
                return draft ? is_word(value, efforts)
                             : value.is_string() && !value.get_ref<const std::string&>().empty();
              }) &&
         fits("summary", [](const Value& value) { return is_word(value, summaries); }) &&
         (!input.is_array() || std::ranges::all_of(input, [&](const Value& item) {
           return is_input(item, draft ? draft_inputs : inputs.size());
         }));
}

Settings settings_in(const Dialect& dialect, const nlohmann::json& params) {
  const bool draft = !dialect.ends_texts;
  const auto place = [](Words words, const Value& value, std::size_t otherwise) {
    const auto found = std::ranges::find_if(words, [&](auto word) { return value == word; });
    return found == words.end() ? otherwise : static_cast<std::size_t>(found - words.begin());
  };
  const auto policy =
      place(draft ? draft_policies : codex_policies, part_of(params, "approvalPolicy"), 0);
  const auto sandbox = place(sandboxes, part_of(params, "sandbox"),
                             static_cast<std::size_t>(Sandbox::WorkspaceWrite));
  const auto& network =
      draft ? part_of(params, "network")
            : part_of(part_of(params, "config"), "sandbox_workspace_write.network_access");
  return {static_cast<Policy>(policy), static_cast<Sandbox>(sandbox), network == true};
}

}  // namespace sim::appserver
