#include "spec/appserver/values.h"

#include <array>

namespace spec::appserver {
namespace {

using Words = std::string_view[];

// Up to 0.130 there was on-failure, too.
constexpr Words codex_policies = {"untrusted", "on-failure", "on-request", "never"};
constexpr Words draft_policies = {"unlessTrusted", "onFailure", "onRequest", "never"};
constexpr Words sandboxes = {"read-only", "workspace-write", "danger-full-access"};
constexpr Words sandbox_types = {"readOnly", "workspaceWrite", "dangerFullAccess",
                                 "externalSandbox"};
constexpr Words sandboxes_of_turns = {"read-only", "workspace-write", "danger-full-access",
                                      "readOnly",  "workspaceWrite",  "dangerFullAccess"};
constexpr Words efforts = {"minimal", "low", "medium", "high"};
constexpr Words summaries = {"auto", "concise", "detailed", "none"};

// clang-format off
constexpr std::array codex_rows{
  ValueRow{Setting::Policy,  "approvalPolicy", ValueShape::WordOrKey, codex_policies},
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

const Values codex_values{codex_rows, codex_inputs};
const Values draft_values{draft_rows, draft_inputs};

}  // namespace spec::appserver
