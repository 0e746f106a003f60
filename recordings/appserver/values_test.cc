// Values that a client sends, one by one: each that its dialect does not have is a finding of the
// client, at its line, and says what is wrong; each that it has is none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/values.h"
#include "spec/appserver/dialect.h"

namespace conformance::appserver {
namespace {

using spec::appserver::codex;
using spec::appserver::draft;
using spec::appserver::Setting;

struct ValueCase {
  const char* params;
  Setting codex, draft;
};

// clang-format off
constexpr ValueCase cases[] = {
  {R"({})", Setting::None, Setting::None},
  {R"({"approvalPolicy":null,"effort":null,"summary":null,"sandboxPolicy":null})",
   Setting::None, Setting::None},
  {R"({"approvalPolicy":"never"})", Setting::None, Setting::None},
  {R"({"approvalPolicy":"on-request"})", Setting::None, Setting::Policy},
  {R"({"approvalPolicy":"unlessTrusted"})", Setting::Policy, Setting::None},
  {R"({"approvalPolicy":"always"})", Setting::Policy, Setting::Policy},
  {R"({"approvalPolicy":{"granular":{}}})", Setting::None, Setting::Policy},
  {R"({"approvalPolicy":{"x":{}}})", Setting::Policy, Setting::Policy},
  {R"({"approvalPolicy":7})", Setting::Policy, Setting::Policy},
  {R"({"sandbox":"workspace-write"})", Setting::None, Setting::None},
  {R"({"sandbox":"yolo"})", Setting::Sandbox, Setting::Sandbox},
  {R"({"sandbox":{"type":"readOnly"}})", Setting::Sandbox, Setting::Sandbox},
  {R"({"sandboxPolicy":{"type":"workspaceWrite","writableRoots":["/w"],"networkAccess":true}})",
   Setting::None, Setting::None},
  {R"({"sandboxPolicy":{"type":"externalSandbox","networkAccess":"restricted"}})",
   Setting::None, Setting::Sandbox},
  {R"({"sandboxPolicy":{"type":"externalSandbox","networkAccess":true}})",
   Setting::SandboxPart, Setting::Sandbox},
  {R"({"sandboxPolicy":{"type":"workspaceWrite","networkAccess":"enabled"}})",
   Setting::SandboxPart, Setting::SandboxPart},
  {R"({"approvalPolicy":{"granular":true}})", Setting::Policy, Setting::Policy},
  {R"({"approvalPolicy":{"granular":{"rules":true,"sandbox_approval":false}}})",
   Setting::None, Setting::Policy},
  {R"({"approvalPolicy":"on-failure"})", Setting::OlderPolicy, Setting::Policy},
  {R"({"sandboxPolicy":{"type":"yolo"}})", Setting::Sandbox, Setting::Sandbox},
  {R"({"sandboxPolicy":{"type":"workspaceWrite","writableRoots":"/w"}})",
   Setting::SandboxPart, Setting::SandboxPart},
  {R"({"sandboxPolicy":{"type":"workspaceWrite","writableRoots":[1]}})",
   Setting::SandboxPart, Setting::SandboxPart},
  {R"({"sandboxPolicy":{"type":"workspaceWrite","networkAccess":1}})",
   Setting::SandboxPart, Setting::SandboxPart},
  {R"({"effort":"high"})", Setting::None, Setting::None},
  {R"({"effort":"gigantic"})", Setting::None, Setting::Effort},
  {R"({"effort":""})", Setting::Effort, Setting::Effort},
  {R"({"effort":3})", Setting::Effort, Setting::Effort},
  {R"({"summary":"concise"})", Setting::None, Setting::None},
  {R"({"summary":"loud"})", Setting::Summary, Setting::Summary},
  {R"({"input":[{"type":"text","text":"a"},{"type":"image",)"
   R"("url":"u"},{"type":"localImage","path":"/p"}]})",
   Setting::None, Setting::None},
  {R"({"input":[{"type":"skill","name":"n","path":"/p"}]})", Setting::None, Setting::InputKind},
  {R"({"input":[{"type":"scent","url":"u"}]})", Setting::InputKind, Setting::InputKind},
  {R"({"input":["text"]})", Setting::InputKind, Setting::InputKind},
  {R"({"input":[{"text":"a"}]})", Setting::InputKind, Setting::InputKind},
  {R"({"input":[{"type":"image"}]})", Setting::InputMember, Setting::InputMember},
  {R"({"input":[{"type":"text","text":"a"},{"type":"text"}]})",
   Setting::InputMember, Setting::InputMember},
  {R"({"input":[{"type":"localImage","url":"u"}]})", Setting::InputMember, Setting::InputMember},
};
// clang-format on

spec::appserver::WrongSettings in(const spec::appserver::Dialect& dialect, const char* params) {
  return wrong_settings(*dialect.values, spec::appserver::Method::ThreadStart,
                        engine::json::Value{params});
}

TEST(WireValues, AreThoseOfTheDialect) {
  for (const auto& each : cases) {
    EXPECT_EQ(in(codex, each.params), bit_of(each.codex)) << each.params;
    EXPECT_EQ(in(draft, each.params), bit_of(each.draft)) << each.params;
  }
}

TEST(WireValues, ATurnHasAListOfInput) {
  const auto wrong = [](const spec::appserver::Dialect& dialect, const char* params) {
    return wrong_settings(*dialect.values, spec::appserver::Method::TurnStart,
                          engine::json::Value{params});
  };
  for (const auto* params : {R"({})", R"({"input":"hello"})", R"({"input":null})"}) {
    EXPECT_EQ(wrong(codex, params), bit_of(Setting::Input)) << params;
    EXPECT_EQ(wrong(draft, params), 0) << params;
  }
  EXPECT_EQ(wrong(codex, R"({"input":[]})"), 0);
}

TEST(WireValues, AreAllNamedThatAreWrong) {
  constexpr auto params =
      R"({"approvalPolicy":"always","sandbox":"yolo","effort":3,"summary":"loud",)"
      R"("input":[{"type":"scent"},{"type":"image"},{"type":"image"}]})";
  unsigned all = 0;
  for (const auto each : {Setting::Policy, Setting::Sandbox, Setting::Effort, Setting::Summary,
                          Setting::InputKind, Setting::InputMember})
    all |= bit_of(each);
  EXPECT_EQ(in(codex, params), all);
}

}  // namespace
}  // namespace conformance::appserver
