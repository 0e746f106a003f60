#include "spec/ack/rules.h"

#include <gtest/gtest.h>

#include "spec/ack/tools.h"

namespace spec::ack {
namespace {

TEST(AckRules, EveryRuleHasItsWords) {
  EXPECT_EQ(ack_rules.size(), 35u);
  for (const Rule& rule : ack_rules) {
    EXPECT_TRUE(rule.id.starts_with("ACK-")) << rule.id;
    EXPECT_EQ(rule.id.size(), 6u) << rule.id;
    EXPECT_FALSE(rule.clause.empty()) << rule.id;
    EXPECT_TRUE(rule.text.ends_with('.')) << rule.id;
    EXPECT_EQ(rule.text.find("  "), std::string_view::npos) << rule.id;
    const bool proposed = rule.id == "ACK-26" || rule.id == "ACK-33" || rule.id == "ACK-34";
    const auto level = rule.id == "ACK-21" ? Level::Should
                       : proposed          ? Level::Proposed
                                           : Level::Must;
    EXPECT_EQ(rule.level, level) << rule.id;
  }
}

TEST(AckRules, AnIndexLeadsBackToItsRule) {
  EXPECT_EQ(ack_rules[rule_index("ACK-01")].id, "ACK-01");
  EXPECT_EQ(ack_rules[rule_index("ACK-32")].id, "ACK-32");
}

const ToolRow& row(Revision revision, ToolId tool, TargetId target = Target::None,
                   bool option = false) {
  const ToolRow* found = find_row(tools_of(revision), {tool, target, option, option});
  EXPECT_NE(found, nullptr);
  return found != nullptr ? *found : tools_r1.front();
}

TEST(AckTools, TheRevisionsDifferInTheirRoundTrips) {
  for (ToolId tool : {Tool::Select, Tool::Refresh, Tool::MoveCursor, Tool::SetSetting}) {
    EXPECT_EQ(row(Revision::R2, tool).signal.kind, SignalKind::RoundTrip);
    EXPECT_EQ(row(Revision::R2, tool).budget_ms, 5000);
  }
  EXPECT_EQ(row(Revision::R2, Tool::NavToPath).budget_ms, 30000);
  EXPECT_EQ(row(Revision::R1, Tool::Refresh).signal.kind, SignalKind::None);
  EXPECT_EQ(row(Revision::R1, Tool::Select).signal.kind, SignalKind::GenerationAdvanced);
  for (ToolId tool : {Tool::MoveCursor, Tool::SetSetting, Tool::NavToPath})
    EXPECT_EQ(row(Revision::R1, tool).budget_ms, row(Revision::R2, tool).budget_ms);
  for (ToolId tool : {Tool::Compress, Tool::Rename}) EXPECT_FALSE(has_tool(tools_r1, tool));
}

TEST(AckTools, AToolThatIsAboutNoDialogTakesNoNoticeOfOne) {
  EXPECT_EQ(&row(Revision::R1, Tool::Sort, Target::About), &row(Revision::R1, Tool::Sort));
  EXPECT_EQ(find_row(tools_r1, {Tool::DialogConfirm, Target::About}), nullptr);
  EXPECT_EQ(find_row(tools_r1, {Tool::DialogConfirm, Target::None}), nullptr);
}

TEST(AckTools, OptionsDecideTheSignal) {
  const auto kind = [](ToolId tool, TargetId target, bool option) {
    return row(Revision::R1, tool, target, option).signal;
  };
  for (ToolId tool : {Tool::Copy, Tool::Move})
    EXPECT_EQ(kind(tool, Target::None, false),
              (Signal{SignalKind::SoftDialogAppeared, Subject::Transfer}));
  EXPECT_EQ(kind(Tool::Delete, Target::None, false),
            (Signal{SignalKind::SoftDialogAppeared, Subject::Delete}));
  EXPECT_EQ(kind(Tool::Delete, Target::None, true),
            (Signal{SignalKind::GenerationAdvanced, Subject::None}));
  EXPECT_TRUE(needs_capture(row(Revision::R1, Tool::DialogClose, Target::FileViewer, true)));
  EXPECT_FALSE(needs_capture(row(Revision::R1, Tool::DialogClose, Target::FileViewer, false)));
}

TEST(AckTools, OnlyNavigationsAndRoundTripsWaitLonger) {
  for (const ToolRow& its : tools_r1) {
    const bool navigates = its.tool == Tool::NavToParent || its.tool == Tool::NavBack ||
                           its.tool == Tool::NavForward || its.tool == Tool::OpenUnderCursor;
    const bool asks = its.signal.kind == SignalKind::RoundTrip;
    if (its.tool == Tool::Refresh || its.tool == Tool::NavToPath) continue;
    EXPECT_EQ(its.budget_ms, navigates || asks ? 5000 : 1500);
  }
}

}  // namespace
}  // namespace spec::ack
