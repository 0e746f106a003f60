// What the mock refuses of a client's values, in each dialect.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sim/appserver/values.h"

namespace sim::appserver {
namespace {

TEST(MockValues, AreTakenIfTheDialectHasThem) {
  struct Row {
    const char* params;
    bool codex, draft;
  };
  for (const auto& row :
       {Row{R"({})", true, true},
        Row{R"({"approvalPolicy":"on-request"})", true, false},
        Row{R"({"approvalPolicy":"onRequest"})", false, true},
        Row{R"({"approvalPolicy":"always"})", false, false},
        Row{R"({"approvalPolicy":{"granular":{"sandbox_approval":true,"rules":false,)"
            R"("mcp_elicitations":true}}})",
            true, false},
        Row{R"({"approvalPolicy":{"granular":{"sandbox_approval":true,"rules":false,)"
            R"("mcp_elicitations":true,"skill_approval":1}}})",
            false, false},
        Row{R"({"approvalPolicy":{"granular":{"sandbox_approval":true,"rules":false}}})", false,
            false},
        Row{R"({"approvalPolicy":{"granular":{}}})", false, false},
        Row{R"({"approvalPolicy":{"granular":true}})", false, false},
        Row{R"({"sandbox":"yolo"})", false, false},
        Row{R"({"sandboxPolicy":{"type":"workspaceWrite","writableRoots":["/w"]}})", true, true},
        Row{R"({"sandboxPolicy":{"type":"workspaceWrite","writableRoots":"/w"}})", false, false},
        Row{R"({"sandboxPolicy":{"type":"workspaceWrite","networkAccess":true}})", true, true},
        Row{R"({"sandboxPolicy":{"type":"workspaceWrite","networkAccess":"enabled"}})", false,
            false},
        Row{R"({"sandboxPolicy":{"type":"externalSandbox","networkAccess":"enabled"}})", true,
            true},
        Row{R"({"sandboxPolicy":{"type":"externalSandbox","networkAccess":"maybe"}})", false,
            false},
        Row{R"({"sandboxPolicy":{"type":"externalSandbox","networkAccess":true}})", false, false},
        Row{R"({"sandboxPolicy":"read-only"})", false, true},
        Row{R"({"effort":"gigantic"})", true, false},
        Row{R"({"effort":""})", false, false},
        Row{R"({"summary":"loud"})", false, false},
        Row{R"({"input":[{"type":"text","text":"a"}]})", true, true},
        Row{R"({"input":[{"type":"skill","path":"/p"}]})", true, false},
        Row{R"({"input":[{"type":"audio","url":"u"}]})", false, false},
        Row{R"({"input":[{"type":"image"}]})", false, false}}) {
    const auto params = nlohmann::json::parse(row.params);
    EXPECT_EQ(takes(*find_dialect("codex"), params), row.codex) << row.params;
    EXPECT_EQ(takes(*find_dialect("draft"), params), row.draft) << row.params;
  }
}

}  // namespace
}  // namespace sim::appserver
