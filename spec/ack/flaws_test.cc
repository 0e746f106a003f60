#include "spec/ack/flaws.h"

#include <gtest/gtest.h>

#include <vector>

namespace spec::ack {
namespace {

constexpr Signal dialog_shows{SignalKind::SoftDialogAppeared, Subject::About};
constexpr Signal window_shows{SignalKind::WindowAppeared, Subject::Settings};
constexpr Signal fewer_windows{SignalKind::WindowCountBelow, Subject::Viewer};
constexpr Signal panes_pushed{SignalKind::GenerationAdvanced, Subject::None};

ToolRow row_of_table(ToolId tool, Signal signal, When when = When::Always,
                     TargetId target = Target::None) {
  return {.tool = tool, .target = target, .when = when, .signal = signal, .budget_ms = 1};
}

struct Flawed {
  const char* name;
  std::vector<ToolRow> table;
  RowFlaw flaw;
};

class AckTableFlaw : public testing::TestWithParam<Flawed> {};

TEST_P(AckTableFlaw, IsFoundInItsRow) { EXPECT_EQ(flaw_of(GetParam().table), GetParam().flaw); }

ToolRow with_poll(ToolRow row, std::int32_t ms) {
  row.own_poll_ms = ms;
  return row;
}
ToolRow with_budget(ToolRow row, std::int32_t ms) {
  row.budget_ms = ms;
  return row;
}

ToolRow part(Part of, ToolRow row) {
  row.part = of;
  return row;
}
ToolRow unless(const Obstacle& obstacle) {
  auto row = row_of_table(Tool::Sort, panes_pushed);
  row.unless.all[row.unless.count++] = obstacle;
  return row;
}

INSTANTIATE_TEST_SUITE_P(
    Rows, AckTableFlaw,
    testing::Values(
        Flawed{"DialogAsWindow",
               {row_of_table(Tool::Sort, {SignalKind::WindowAppeared, Subject::About})},
               {0, RowFault::Subject}},
        Flawed{"WindowAsDialog",
               {row_of_table(Tool::Sort, {SignalKind::SoftDialogDisappeared, Subject::Viewer})},
               {0, RowFault::Subject}},
        Flawed{"NoSubject",
               {row_of_table(Tool::Sort, dialog_shows),
                row_of_table(Tool::Tab, {SignalKind::WindowAppeared, Subject::None})},
               {1, RowFault::Subject}},
        Flawed{"SubjectOfAPush",
               {row_of_table(Tool::Sort, {SignalKind::GenerationAdvanced, Subject::About})},
               {0, RowFault::Subject}},
        Flawed{"CountOfTheWindow",
               {row_of_table(Tool::Sort, {SignalKind::WindowCountBelow, Subject::Settings},
                             When::One)},
               {0, RowFault::Count}},
        Flawed{
            "CountOfAllRequests", {row_of_table(Tool::Sort, fewer_windows)}, {0, RowFault::Count}},
        Flawed{"OneOfNoFamily",
               {row_of_table(Tool::Sort, window_shows, When::One)},
               {0, RowFault::Count}},
        Flawed{"NoBudget",
               {with_budget(row_of_table(Tool::Sort, panes_pushed), 0)},
               {0, RowFault::Budget}},
        Flawed{"LongBudget",
               {with_budget(row_of_table(Tool::Sort, panes_pushed), 60'001)},
               {0, RowFault::Budget}},
        Flawed{"BudgetForNothing", {row_of_table(Tool::Sort, {})}, {0, RowFault::Budget}},
        Flawed{"PollOfAReply",
               {with_poll(row_of_table(Tool::Sort, {SignalKind::RoundTrip, Subject::None}), 1)},
               {0, RowFault::Poll}},
        Flawed{"TargetBehindAllTargets",
               {row_of_table(Tool::Sort, panes_pushed),
                row_of_table(Tool::Sort, dialog_shows, When::Always, Target::About)},
               {1, RowFault::Target}}),
    [](const testing::TestParamInfo<Flawed>& row) { return row.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Parts, AckTableFlaw,
    testing::Values(
        Flawed{"ConditionOfAnotherKind",
               {unless({ProbeKind::Windows, Subject::About, Found::None, Status::Ok})},
               {0, RowFault::Obstacle}},
        Flawed{"NoPanesInTheStore",
               {unless({ProbeKind::Generation, Subject::None, Found::None, Status::NotReady})},
               {0, RowFault::Obstacle}},
        Flawed{"CheckWithoutBound",
               {unless({ProbeKind::Path, Subject::None, Found::None, Status::Refused})},
               {0, RowFault::Obstacle}},
        Flawed{"EndsAsMissing",
               {unless({ProbeKind::Items, Subject::None, Found::None, Status::Missing})},
               {0, RowFault::Obstacle}},
        Flawed{"SecondOfAnotherTool",
               {row_of_table(Tool::Sort, panes_pushed),
                part(Part::Event, row_of_table(Tool::Tab, panes_pushed))},
               {1, RowFault::Part}},
        Flawed{"Third",
               {row_of_table(Tool::Sort, panes_pushed),
                part(Part::Event, row_of_table(Tool::Sort, panes_pushed)),
                part(Part::Event, row_of_table(Tool::Sort, panes_pushed))},
               {2, RowFault::Part}},
        Flawed{"SecondSignalOfPushes",
               {row_of_table(Tool::Sort, dialog_shows),
                part(Part::Signal, row_of_table(Tool::Sort, panes_pushed))},
               {1, RowFault::Part}},
        Flawed{"Twice",
               {row_of_table(Tool::Sort, panes_pushed), row_of_table(Tool::Tab, panes_pushed),
                row_of_table(Tool::Sort, dialog_shows)},
               {2, RowFault::Twice}},
        Flawed{"OnceMoreForSome",
               {row_of_table(Tool::Sort, panes_pushed),
                row_of_table(Tool::Sort, dialog_shows, When::Asking)},
               {1, RowFault::Twice}},
        Flawed{"TwoParameters",
               {row_of_table(Tool::Sort, fewer_windows, When::One),
                row_of_table(Tool::Sort, fewer_windows, When::All),
                row_of_table(Tool::Sort, dialog_shows, When::Asking)},
               {2, RowFault::Twice}},
        Flawed{"NotForTheRest",
               {row_of_table(Tool::Sort, dialog_shows, When::Asking)},
               {0, RowFault::OtherHalf}},
        Flawed{"NotForAll",
               {row_of_table(Tool::Sort, fewer_windows, When::One)},
               {0, RowFault::OtherHalf}}),
    [](const testing::TestParamInfo<Flawed>& row) { return row.param.name; });

TEST(AckTableFlaws, ATableOfOthersHasNone) {
  const std::vector table{
      with_poll(row_of_table(Tool::Sort, panes_pushed), 60'000),
      row_of_table(Tool::Tab, dialog_shows, When::Asking),
      row_of_table(Tool::Tab, {SignalKind::RoundTrip, Subject::None}, When::AutoConfirm),
      row_of_table(Tool::Copy, fewer_windows, When::One),
      row_of_table(Tool::Copy, fewer_windows, When::All),
      row_of_table(Tool::Move, window_shows, When::Always, Target::About),
      row_of_table(Tool::Move, dialog_shows, When::Always, Target::Settings),
      row_of_table(Tool::Move, panes_pushed)};
  EXPECT_EQ(flaw_of(table), std::nullopt);
  const auto deletes = row_of_table(Tool::Delete, panes_pushed);
  EXPECT_EQ(flaw_of(std::vector{deletes, part(Part::Event, deletes)}), std::nullopt);
  const auto blocked = unless(
      {ProbeKind::SoftDialog, Subject::None, Found::Some, Status::Refused, Refusal::Blocked});
  EXPECT_EQ(flaw_of(std::vector{blocked}), std::nullopt);
  // The third of its windows.
  const auto third = row_of_table(Tool::Tab, {SignalKind::WindowAppeared, SubjectId{2}});
  EXPECT_EQ(flaw_of(std::vector{third}, 3), std::nullopt);
}

TEST(AckTableFlaws, ARuleIsMetWhereARowIsAboutIt) {
  const std::vector trips{row_of_table(Tool::Sort, {SignalKind::RoundTrip, Subject::None})};
  const std::vector pushes{row_of_table(Tool::Sort, panes_pushed)};
  for (const auto& [rule, by_trips, by_pushes] :
       {std::tuple(rule_index("ACK-01"), false, true), std::tuple(rule_index("ACK-02"), true, true),
        std::tuple(rule_index("ACK-10"), true, false),
        std::tuple(rule_index("ACK-13"), false, false),
        std::tuple(rule_index("ACK-16"), false, true), std::tuple(rule_index("ACK-30"), true, true),
        std::tuple(rule_index("ACK-31"), false, true)}) {
    EXPECT_EQ(may_meet(trips, rule), by_trips) << ack_rules[rule].id;
    EXPECT_EQ(may_meet(pushes, rule), by_pushes) << ack_rules[rule].id;
  }
}

}  // namespace
}  // namespace spec::ack
