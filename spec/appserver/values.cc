#include "spec/appserver/values.h"

#include <array>

namespace spec::appserver {
namespace {

using Words = std::string_view[];

constexpr Words codex_policies = {"untrusted", "on-request", "never"};
constexpr Words older_policies = {"on-failure"};
constexpr Words draft_policies = {"unlessTrusted", "onFailure", "onRequest", "never"};
constexpr Words sandboxes = {"read-only", "workspace-write", "danger-full-access"};
constexpr Words sandbox_types = {"readOnly", "workspaceWrite", "dangerFullAccess",
                                 "externalSandbox"};
constexpr Words sandboxes_of_turns = {"read-only", "workspace-write", "danger-full-access",
                                      "readOnly",  "workspaceWrite",  "dangerFullAccess"};
constexpr Words efforts = {"minimal", "low", "medium", "high"};
constexpr Words network_words = {"restricted", "enabled"};
constexpr Words content_words = {"inputText", "inputImage", "inputAudio"};
constexpr Words scope_words = {"turn", "session"};
constexpr Words summaries = {"auto", "concise", "detailed", "none"};

// clang-format off
constexpr std::array codex_rows{
  ValueRow{Setting::Policy,  "approvalPolicy", ValueShape::WordOrKey, codex_policies,
           older_policies, "reject"},
  ValueRow{Setting::Sandbox, "sandbox",        ValueShape::Word,      sandboxes},
  ValueRow{Setting::Sandbox, "sandboxPolicy",  ValueShape::Typed,     sandbox_types},
  ValueRow{Setting::Effort,  "effort",         ValueShape::AnyText},
  ValueRow{Setting::Summary, "summary",        ValueShape::Word,      summaries},
};
constexpr std::array draft_rows{
  ValueRow{Setting::Policy,  "approvalPolicy", ValueShape::Word,        draft_policies},
  ValueRow{Setting::Sandbox, "sandbox",        ValueShape::Word,        sandboxes},
  ValueRow{Setting::Sandbox, "sandboxPolicy",  ValueShape::WordOrTyped, sandboxes_of_turns},
  ValueRow{Setting::Effort,  "effort",         ValueShape::Word,        efforts},
  ValueRow{Setting::Summary, "summary",        ValueShape::Word,        summaries},
};
constexpr std::array draft_inputs{
  InputRow{"text", "text"}, InputRow{"image", "url"}, InputRow{"localImage", "path"},
};
constexpr std::array codex_inputs{
  InputRow{"text", "text"}, InputRow{"image", "url", "fileId"}, InputRow{"localImage", "path"},
  InputRow{"audio", "url", "fileId"}, InputRow{"localAudio", "path"}, InputRow{"skill", "path"},
  InputRow{"mention", "path"},
};
// clang-format on

}  // namespace

const Values codex_values{codex_rows, codex_inputs, true};
const Values draft_values{draft_rows, draft_inputs};
const std::span<const std::string_view> networks = network_words;
const std::span<const std::string_view> tool_contents = content_words;
const std::span<const std::string_view> permission_scopes = scope_words;

}  // namespace spec::appserver
