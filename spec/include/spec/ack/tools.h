// What each action tool waits for, and how long: the tables of the revisions, as data.
//
// Independent of every engine. A judge takes any such table, so that another project's
// contract can be judged too: spec/ack/flaws.h says whether it is one. That those of the revisions
// are complete is proved in tools.cc.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "spec/ack/names.h"
#include "spec/ack/rules.h"

namespace spec::ack {

struct ToolRow {
  ToolId tool = Tool::Copy;
  TargetId target = Target::None;
  When when = When::Always;
  Signal signal{};
  std::int32_t budget_ms = 0;                // 1 to 60000; zero if nothing is awaited.
  std::uint8_t rule = rule_index("ACK-03");  // Broken by awaiting another signal: spec/ack/flaws.h.
  std::int32_t own_poll_ms = 0;              // Zero: as often as all that wait for such a signal.
  Part part = Part::First;                   // Of the row before it.
  Obstacles unless{};
  bool operator==(const ToolRow&) const = default;
};
using ToolTable = std::span<const ToolRow>;  // At most 255 rows.

// How often a call looks for its signal; zero: it does not look.
constexpr std::int32_t poll_ms(SignalKind kind) {
  switch (kind) {
    case SignalKind::None:
    case SignalKind::RoundTrip: return 0;
    case SignalKind::GenerationAdvanced: return 250;
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared:
    case SignalKind::WindowCountBelow: return 100;
  }
  return 0;
}

constexpr std::int32_t poll_ms(const ToolRow& row) {
  return row.own_poll_ms > 0 ? row.own_poll_ms : poll_ms(row.signal.kind);
}

// What a look for a signal reads. Of a signal that is looked for.
constexpr Probe probe_of(Signal signal) {
  switch (signal.kind) {
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared: return {ProbeKind::SoftDialog, signal.subject};
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared:
    case SignalKind::WindowCountBelow: return {ProbeKind::Windows, signal.subject};
    case SignalKind::None:
    case SignalKind::RoundTrip:
    case SignalKind::GenerationAdvanced: break;
  }
  return {ProbeKind::Generation, Subject::None};
}

// The rule that says of a condition that it stands in the way.
constexpr std::uint8_t rule_of(const ToolRow& row, const Obstacle& condition) {
  if (row.signal.kind != SignalKind::WindowCountBelow) return rule_index("ACK-35");
  if (condition.then == Status::NotReady) return rule_index("ACK-23");
  return condition.then == Status::InvalidParams ? rule_index("ACK-12") : rule_index("ACK-35");
}
constexpr bool is_so(Found is, Reading reading) {
  if (is == Found::Missing) return !reading.exists;
  return reading.exists && (reading.value > 0) == (is == Found::Some);
}

// A threshold that only a reading from before the dispatch can give.
constexpr bool needs_capture(const ToolRow& row) {
  return row.signal.kind == SignalKind::GenerationAdvanced ||
         (row.signal.kind == SignalKind::WindowCountBelow && row.when == When::One);
}

namespace table_words {
using enum When;
// clang-format off
inline constexpr Signal nothing{SignalKind::None, Subject::None};
inline constexpr Signal reply{SignalKind::RoundTrip, Subject::None};
inline constexpr Signal pane_state{SignalKind::GenerationAdvanced, Subject::None};
inline constexpr Signal about_opens{SignalKind::SoftDialogAppeared, Subject::About};
inline constexpr Signal transfer_opens{SignalKind::SoftDialogAppeared, Subject::Transfer};
inline constexpr Signal delete_opens{SignalKind::SoftDialogAppeared, Subject::Delete};
inline constexpr Signal folder_opens{SignalKind::SoftDialogAppeared, Subject::Folder};
inline constexpr Signal file_opens{SignalKind::SoftDialogAppeared, Subject::File};
inline constexpr Signal about_goes{SignalKind::SoftDialogDisappeared, Subject::About};
inline constexpr Signal transfer_goes{SignalKind::SoftDialogDisappeared, Subject::Transfer};
inline constexpr Signal delete_goes{SignalKind::SoftDialogDisappeared, Subject::Delete};
inline constexpr Signal folder_goes{SignalKind::SoftDialogDisappeared, Subject::Folder};
inline constexpr Signal file_goes{SignalKind::SoftDialogDisappeared, Subject::File};
inline constexpr Signal password_goes{SignalKind::SoftDialogDisappeared, Subject::Password};
inline constexpr Signal settings_opens{SignalKind::WindowAppeared, Subject::Settings};
inline constexpr Signal settings_goes{SignalKind::WindowDisappeared, Subject::Settings};
inline constexpr Signal viewer_opens{SignalKind::WindowAppeared, Subject::Viewer};
inline constexpr Signal fewer_viewers{SignalKind::WindowCountBelow, Subject::Viewer};
// What stands in the way of a row.
constexpr ToolRow with(ToolRow row, auto... conditions) {
  for (const Obstacle& each : {conditions...}) row.unless.all[row.unless.count++] = each;
  return row;
}
inline constexpr Obstacle no_list{ProbeKind::Windows, Subject::Viewer, Found::Missing,
                                   Status::NotReady};
inline constexpr Obstacle no_viewer{ProbeKind::Windows, Subject::Viewer, Found::None,
                                     Status::InvalidParams};
inline constexpr Obstacle blocked{ProbeKind::SoftDialog, Subject::None, Found::Some,
                                  Status::Refused, Refusal::Blocked};
inline constexpr Obstacle nothing_there{ProbeKind::Items, Subject::None, Found::None,
                                        Status::Refused, Refusal::NothingToDo};
inline constexpr Obstacle no_panes{ProbeKind::Generation, Subject::None, Found::Missing,
                                    Status::NotReady};
inline constexpr Obstacle closed_already{ProbeKind::Windows, Subject::Settings, Found::None,
                                          Status::Ok};
inline constexpr Obstacle no_path_there{ProbeKind::Path, Subject::None, Found::None,
                                        Status::Refused, Refusal::NotThere, port::Duration{2'000}};
inline constexpr Obstacle no_prompt{ProbeKind::SoftDialog, Subject::Password, Found::None,
                                     Status::Refused, Refusal::NothingToDo};
// What goes on from the row before it.
constexpr ToolRow then(Part part, ToolRow row) {
  row.part = part;
  return row;
}
inline constexpr std::uint8_t ack_03 = rule_index("ACK-03");
inline constexpr std::uint8_t ack_09 = rule_index("ACK-09");
inline constexpr std::uint8_t ack_13 = rule_index("ACK-13");
inline constexpr std::uint8_t ack_14 = rule_index("ACK-14");
inline constexpr std::uint8_t ack_15 = rule_index("ACK-15");
inline constexpr std::uint8_t ack_20 = rule_index("ACK-20");
inline constexpr std::uint8_t ack_30 = rule_index("ACK-30");

// What r3 alone acknowledges in another way.
inline constexpr std::array rows_before_r3{
  //      tool                   target              when       signal            budget rule
  ToolRow{Tool::Copy,            Target::None,       AutoConfirm, pane_state,      1500, ack_20},
  ToolRow{Tool::Copy,            Target::None,       Asking,    transfer_opens,    1500, ack_20},
  ToolRow{Tool::Move,            Target::None,       AutoConfirm, pane_state,      1500, ack_20},
  ToolRow{Tool::Move,            Target::None,       Asking,    transfer_opens,    1500, ack_20},
  ToolRow{Tool::Delete,          Target::None,       AutoConfirm, pane_state,      1500, ack_20},
  ToolRow{Tool::Delete,          Target::None,       Asking,    delete_opens,      1500, ack_20},
  ToolRow{Tool::MakeFolder,      Target::None,       Always,    folder_opens,      1500, ack_03},
  ToolRow{Tool::MakeFile,        Target::None,       Always,    file_opens,        1500, ack_03},
};
inline constexpr std::array rows_from_r3{
  with(ToolRow{Tool::Copy, Target::None, AutoConfirm, reply, 10000, ack_09},
       blocked, nothing_there),
  with(ToolRow{Tool::Copy, Target::None, Asking, transfer_opens, 1500, ack_20},
       blocked, nothing_there),
  with(ToolRow{Tool::Move, Target::None, AutoConfirm, reply, 10000, ack_09},
       blocked, nothing_there),
  with(ToolRow{Tool::Move, Target::None, Asking, transfer_opens, 1500, ack_20},
       blocked, nothing_there),
  with(ToolRow{Tool::Delete, Target::None, AutoConfirm, reply, 10000, ack_09},
       blocked, nothing_there),
  with(ToolRow{Tool::Delete, Target::None, Asking, delete_opens, 1500, ack_20},
       blocked, nothing_there),
  with(ToolRow{Tool::Compress, Target::None, AutoConfirm, reply, 10000, ack_09},
       blocked, nothing_there),
  with(ToolRow{Tool::Compress, Target::None, Asking, transfer_opens, 1500, ack_20},
       blocked, nothing_there),
  with(ToolRow{Tool::MakeFolder, Target::None, AutoConfirm, reply, 5000, ack_09},
       blocked),
  with(ToolRow{Tool::MakeFolder, Target::None, Asking, folder_opens, 1500, ack_20},
       blocked),
  with(ToolRow{Tool::MakeFile, Target::None, AutoConfirm, reply, 5000, ack_09},
       blocked),
  with(ToolRow{Tool::MakeFile, Target::None, Asking, file_opens, 1500, ack_20},
       blocked),
  with(ToolRow{Tool::Rename, Target::None, Always, reply, 5000, ack_09},
       blocked, no_panes),
};
// The tools that all revisions treat alike.
inline constexpr std::array shared_rows{
  ToolRow{Tool::ToggleHidden,    Target::None,       Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::SetViewMode,     Target::None,       Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::Sort,            Target::None,       Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::Tab,             Target::None,       Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::NavToParent,     Target::None,       Always,    pane_state,        5000, ack_03},
  ToolRow{Tool::NavBack,         Target::None,       Always,    pane_state,        5000, ack_03},
  ToolRow{Tool::NavForward,      Target::None,       Always,    pane_state,        5000, ack_03},
  ToolRow{Tool::OpenUnderCursor, Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::DialogOpen,      Target::Settings,   Always,    settings_opens,    1500, ack_03},
  ToolRow{Tool::DialogOpen,      Target::FileViewer, Always,    viewer_opens,      1500, ack_03},
  ToolRow{Tool::DialogOpen,      Target::About,      Always,    about_opens,       1500, ack_15},
  ToolRow{Tool::DialogFocus,     Target::Settings,   Always,    settings_opens,    1500, ack_03},
  ToolRow{Tool::DialogFocus,     Target::FileViewer, Always,    viewer_opens,      1500, ack_03},
  ToolRow{Tool::DialogFocus,     Target::About,      Always,    about_opens,       1500, ack_15},
  ToolRow{Tool::DialogFocus,     Target::Transfer,   Always,    transfer_opens,    1500, ack_15},
  ToolRow{Tool::DialogFocus,     Target::Delete,     Always,    delete_opens,      1500, ack_15},
  ToolRow{Tool::DialogFocus,     Target::Folder,     Always,    folder_opens,      1500, ack_15},
  ToolRow{Tool::DialogFocus,     Target::File,       Always,    file_opens,        1500, ack_15},
  ToolRow{Tool::DialogClose,     Target::Settings,   Always,    settings_goes,     1500, ack_03},
  ToolRow{Tool::DialogClose,     Target::About,      Always,    about_goes,        1500, ack_15},
  with(ToolRow{Tool::DialogClose, Target::FileViewer, One,      fewer_viewers,     1500, ack_13},
       no_list, no_viewer),
  with(ToolRow{Tool::DialogClose, Target::FileViewer, All,      fewer_viewers,     1500, ack_13},
       no_list, no_viewer),
  ToolRow{Tool::DialogClose,     Target::Transfer,   Always,    transfer_goes,     1500, ack_14},
  ToolRow{Tool::DialogClose,     Target::Delete,     Always,    delete_goes,       1500, ack_14},
  ToolRow{Tool::DialogClose,     Target::Folder,     Always,    folder_goes,       1500, ack_14},
  ToolRow{Tool::DialogClose,     Target::File,       Always,    file_goes,         1500, ack_14},
  ToolRow{Tool::DialogConfirm,   Target::Transfer,   Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::DialogConfirm,   Target::Delete,     Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::DialogConfirm,   Target::Folder,     Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::DialogConfirm,   Target::File,       Always,    pane_state,        1500, ack_03},
};
inline constexpr std::array rows_of_r1{
  ToolRow{Tool::Refresh,         Target::None,       Always,    nothing,              0, ack_30},
  ToolRow{Tool::Select,          Target::None,       Always,    pane_state,        1500, ack_03},
  ToolRow{Tool::MoveCursor,      Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::SetSetting,      Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::NavToPath,       Target::None,       Always,    reply,            30000, ack_09},
};
// Folders and files are made when they are asked for; settings that are closed stay so.
inline constexpr auto shared_rows_from_r3 = [] {
  std::array<ToolRow, shared_rows.size() - 2> out{};
  std::size_t count = 0;
  for (const ToolRow& row : shared_rows) {
    const bool makes = row.target == Target::Folder || row.target == Target::File;
    if (row.tool == Tool::DialogConfirm && makes) continue;
    const bool closes = row.tool == Tool::DialogClose && row.target == Target::Settings;
    out[count++] = closes ? with(row, closed_already) : row;
  }
  return out;
}();
inline constexpr std::array rows_of_r2{
  ToolRow{Tool::Refresh,         Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::Select,          Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::MoveCursor,      Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::SetSetting,      Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::NavToPath,       Target::None,       Always,    reply,            30000, ack_09},
};
inline constexpr std::array last_rows_of_r3{
  ToolRow{Tool::Refresh,         Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::Select,          Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::MoveCursor,      Target::None,       Always,    reply,             5000, ack_09},
  ToolRow{Tool::SetSetting,      Target::None,       Always,    reply,             5000, ack_09},
  with(ToolRow{Tool::NavToPath,  Target::None,       Always,    reply,            30000, ack_09},
       no_path_there),
  ToolRow{Tool::GoToDownload,    Target::None,       Always,    reply,            30000, ack_09},
  then(Part::Event,
       ToolRow{Tool::GoToDownload, Target::None,     Always,    reply,             5000, ack_09}),
  with(ToolRow{Tool::UnlockArchive, Target::None,   Always,    reply,             5000, ack_09},
       no_prompt),
  then(Part::Signal,
       ToolRow{Tool::UnlockArchive, Target::None,   Always,    password_goes,     1500, ack_03}),
};
// clang-format on

template <std::size_t L, std::size_t M, std::size_t N>
constexpr auto joined(const std::array<ToolRow, L>& first, const std::array<ToolRow, M>& middle,
                      const std::array<ToolRow, N>& last) {
  std::array<ToolRow, L + M + N> rows{};
  auto* end = std::ranges::copy(first, rows.begin()).out;
  end = std::ranges::copy(middle, end).out;
  std::ranges::copy(last, end);
  return rows;
}
}  // namespace table_words

inline constexpr auto tools_r1 = table_words::joined(
    table_words::rows_before_r3, table_words::shared_rows, table_words::rows_of_r1);
inline constexpr auto tools_r2 = table_words::joined(
    table_words::rows_before_r3, table_words::shared_rows, table_words::rows_of_r2);
inline constexpr auto tools_r3 = table_words::joined(
    table_words::rows_from_r3, table_words::shared_rows_from_r3, table_words::last_rows_of_r3);
constexpr ToolTable tools_of(Revision revision) {
  if (revision == Revision::R3) return tools_r3;
  return revision == Revision::R2 ? ToolTable(tools_r2) : ToolTable(tools_r1);
}

constexpr bool is_about(const ToolRow& row, const Request& request) {
  if (row.tool != request.tool || row.part != Part::First) return false;
  // A tool that is about no dialog takes no notice of one.
  if (row.target != Target::None && row.target != request.target) return false;
  switch (row.when) {
    case When::Always: return true;
    case When::AutoConfirm: return request.auto_confirm;
    case When::Asking: return !request.auto_confirm;
    case When::One: return request.one;
    case When::All: return !request.one;
  }
  return false;
}

// What such a request waits for; null if the tool refuses it or there is no such tool.
constexpr const ToolRow* find_row(ToolTable table, const Request& request) {
  const auto found =
      std::ranges::find_if(table, [&](const ToolRow& row) { return is_about(row, request); });
  return found == table.end() ? nullptr : &*found;
}
// What goes on behind a row of the table; null: nothing does.
constexpr const ToolRow* next_part(ToolTable table, std::size_t row) {
  const bool goes_on = row + 1 < table.size() && table[row + 1].part != Part::First;
  return goes_on ? &table[row + 1] : nullptr;
}
constexpr bool has_tool(ToolTable table, ToolId tool) {
  return std::ranges::find(table, tool, &ToolRow::tool) != table.end();
}

}  // namespace spec::ack
