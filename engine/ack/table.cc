// The tables of the revisions.
#include <array>

#include "engine/ack/engine.h"

namespace engine::ack {
namespace {

// Positions in the lists of names below.
enum class Tool : std::uint8_t {
  Copy,
  Move,
  Delete,
  MakeFolder,
  MakeFile,
  Select,
  ToggleHidden,
  SetViewMode,
  Sort,
  Tab,
  NavToParent,
  NavBack,
  NavForward,
  OpenUnderCursor,
  Refresh,
  DialogOpen,
  DialogFocus,
  DialogClose,
  DialogConfirm,
  MoveCursor,
  SetSetting,
  NavToPath,
  Compress,
  Rename,
  GoToDownload,
  UnlockArchive,
};
constexpr std::array<std::string_view, 26> tools{"copy",
                                                 "move",
                                                 "delete",
                                                 "mkdir",
                                                 "mkfile",
                                                 "select",
                                                 "toggle_hidden",
                                                 "set_view_mode",
                                                 "sort",
                                                 "tab",
                                                 "nav_to_parent",
                                                 "nav_back",
                                                 "nav_forward",
                                                 "open_under_cursor",
                                                 "refresh",
                                                 "dialog_open",
                                                 "dialog_focus",
                                                 "dialog_close",
                                                 "dialog_confirm",
                                                 "move_cursor",
                                                 "set_setting",
                                                 "nav_to_path",
                                                 "compress",
                                                 "rename",
                                                 "go_to_latest_download",
                                                 "unlock_archive"};

enum class Target : std::uint8_t { Settings, FileViewer, About, Transfer, Delete, Folder, File };
constexpr std::array<std::string_view, 7> targets{"settings",
                                                  "file-viewer",
                                                  "about",
                                                  "transfer-confirmation",
                                                  "delete-confirmation",
                                                  "mkdir-confirmation",
                                                  "new-file-confirmation"};

enum class Subject : std::uint8_t {
  Settings,
  Viewer,
  About,
  Transfer,
  Delete,
  Folder,
  File,
  Password
};
constexpr std::array<std::string_view, 8> subjects{"settings",
                                                   "viewer",
                                                   "about",
                                                   "transfer-confirmation",
                                                   "delete-confirmation",
                                                   "mkdir-confirmation",
                                                   "new-file-confirmation",
                                                   "archive-password"};

constexpr Duration budget{1'500};
constexpr Duration navigation_budget{5'000};
constexpr Duration path_budget{30'000};
constexpr Duration operation_budget{10'000};
constexpr Duration state_poll{250};
constexpr Duration window_poll{100};

constexpr Row pushes(Tool tool, Duration within = budget, When when = When::Always) {
  return {.tool = ToolId{static_cast<std::uint8_t>(tool)},
          .when = when,
          .signal = SignalKind::GenerationAdvanced,
          .budget = within,
          .poll = state_poll};
}
constexpr Row shows(Tool tool, SignalKind signal, Subject subject, When when = When::Always) {
  return {.tool = ToolId{static_cast<std::uint8_t>(tool)},
          .when = when,
          .signal = signal,
          .subject = SubjectId{static_cast<std::uint8_t>(subject)},
          .budget = budget,
          .poll = window_poll};
}
constexpr Row of(Target target, Row row) {
  row.target = TargetId{static_cast<std::uint8_t>(target)};
  return row;
}
constexpr Row with(Row row, auto... conditions) {
  for (const Obstacle& each : {conditions...}) row.unless.all[row.unless.count++] = each;
  return row;
}
constexpr SubjectId viewers{static_cast<std::uint8_t>(Subject::Viewer)};
constexpr SubjectId settings{static_cast<std::uint8_t>(Subject::Settings)};
constexpr Obstacle no_list{ProbeKind::Windows, viewers, Found::Missing, Status::NotReady};
constexpr Obstacle no_viewer{ProbeKind::Windows, viewers, Found::None, Status::InvalidParams};
// From r3 on.
constexpr Obstacle blocked{ProbeKind::SoftDialog, no_subject, Found::Some, Status::Refused,
                           Refusal::Blocked};
constexpr Obstacle nothing{ProbeKind::Items, no_subject, Found::None, Status::Refused,
                           Refusal::NothingToDo};
constexpr Obstacle no_panes{ProbeKind::Generation, no_subject, Found::Missing, Status::NotReady};
constexpr Obstacle closed_already{ProbeKind::Windows, settings, Found::None, Status::Ok};
constexpr Obstacle no_path_there{ProbeKind::Path, no_subject,        Found::None,
                                 Status::Refused, Refusal::NotThere, Duration{2'000}};
constexpr SubjectId password{static_cast<std::uint8_t>(Subject::Password)};
constexpr Obstacle no_prompt{ProbeKind::SoftDialog, password, Found::None, Status::Refused,
                             Refusal::NothingToDo};
constexpr Row then(Part part, Row row) {
  row.part = part;
  return row;
}
constexpr Row closes_viewer(When when) {
  Row row = of(Target::FileViewer,
               shows(Tool::DialogClose, SignalKind::WindowCountBelow, Subject::Viewer, when));
  row.below_captured = when == When::One;
  return with(row, no_list, no_viewer);
}
constexpr Row asks(Tool tool, Duration within, When when = When::Always) {
  return {.tool = ToolId{static_cast<std::uint8_t>(tool)},
          .when = when,
          .signal = SignalKind::RoundTrip,
          .budget = within};
}

using enum SignalKind;

constexpr std::array before_r3{
    pushes(Tool::Copy, budget, When::AutoConfirm),
    shows(Tool::Copy, SoftDialogAppeared, Subject::Transfer, When::Asking),
    pushes(Tool::Move, budget, When::AutoConfirm),
    shows(Tool::Move, SoftDialogAppeared, Subject::Transfer, When::Asking),
    pushes(Tool::Delete, budget, When::AutoConfirm),
    shows(Tool::Delete, SoftDialogAppeared, Subject::Delete, When::Asking),
    shows(Tool::MakeFolder, SoftDialogAppeared, Subject::Folder),
    shows(Tool::MakeFile, SoftDialogAppeared, Subject::File),
};
// They are acknowledged when they begin, or have been done.
constexpr std::array from_r3{
    with(asks(Tool::Copy, operation_budget, When::AutoConfirm), blocked, nothing),
    with(shows(Tool::Copy, SoftDialogAppeared, Subject::Transfer, When::Asking), blocked, nothing),
    with(asks(Tool::Move, operation_budget, When::AutoConfirm), blocked, nothing),
    with(shows(Tool::Move, SoftDialogAppeared, Subject::Transfer, When::Asking), blocked, nothing),
    with(asks(Tool::Delete, operation_budget, When::AutoConfirm), blocked, nothing),
    with(shows(Tool::Delete, SoftDialogAppeared, Subject::Delete, When::Asking), blocked, nothing),
    with(asks(Tool::Compress, operation_budget, When::AutoConfirm), blocked, nothing),
    with(shows(Tool::Compress, SoftDialogAppeared, Subject::Transfer, When::Asking), blocked,
         nothing),
    with(asks(Tool::MakeFolder, navigation_budget, When::AutoConfirm), blocked),
    with(shows(Tool::MakeFolder, SoftDialogAppeared, Subject::Folder, When::Asking), blocked),
    with(asks(Tool::MakeFile, navigation_budget, When::AutoConfirm), blocked),
    with(shows(Tool::MakeFile, SoftDialogAppeared, Subject::File, When::Asking), blocked),
    with(asks(Tool::Rename, navigation_budget), blocked, no_panes),
};
// What all revisions have.
constexpr std::array shared{
    pushes(Tool::ToggleHidden),
    pushes(Tool::SetViewMode),
    pushes(Tool::Sort),
    pushes(Tool::Tab),
    pushes(Tool::NavToParent, navigation_budget),
    pushes(Tool::NavBack, navigation_budget),
    pushes(Tool::NavForward, navigation_budget),
    asks(Tool::OpenUnderCursor, navigation_budget),
    of(Target::Settings, shows(Tool::DialogOpen, WindowAppeared, Subject::Settings)),
    of(Target::FileViewer, shows(Tool::DialogOpen, WindowAppeared, Subject::Viewer)),
    of(Target::About, shows(Tool::DialogOpen, SoftDialogAppeared, Subject::About)),
    of(Target::Settings, shows(Tool::DialogFocus, WindowAppeared, Subject::Settings)),
    of(Target::FileViewer, shows(Tool::DialogFocus, WindowAppeared, Subject::Viewer)),
    of(Target::About, shows(Tool::DialogFocus, SoftDialogAppeared, Subject::About)),
    of(Target::Transfer, shows(Tool::DialogFocus, SoftDialogAppeared, Subject::Transfer)),
    of(Target::Delete, shows(Tool::DialogFocus, SoftDialogAppeared, Subject::Delete)),
    of(Target::Folder, shows(Tool::DialogFocus, SoftDialogAppeared, Subject::Folder)),
    of(Target::File, shows(Tool::DialogFocus, SoftDialogAppeared, Subject::File)),
    of(Target::Settings, shows(Tool::DialogClose, WindowDisappeared, Subject::Settings)),
    of(Target::About, shows(Tool::DialogClose, SoftDialogDisappeared, Subject::About)),
    closes_viewer(When::One),
    closes_viewer(When::All),
    of(Target::Transfer, shows(Tool::DialogClose, SoftDialogDisappeared, Subject::Transfer)),
    of(Target::Delete, shows(Tool::DialogClose, SoftDialogDisappeared, Subject::Delete)),
    of(Target::Folder, shows(Tool::DialogClose, SoftDialogDisappeared, Subject::Folder)),
    of(Target::File, shows(Tool::DialogClose, SoftDialogDisappeared, Subject::File)),
    of(Target::Transfer, pushes(Tool::DialogConfirm)),
    of(Target::Delete, pushes(Tool::DialogConfirm)),
    of(Target::Folder, pushes(Tool::DialogConfirm)),
    of(Target::File, pushes(Tool::DialogConfirm)),
};
// Folders and files are made when they are asked for, and settings that are closed stay so.
constexpr auto shared_from_r3 = [] {
  std::array<Row, shared.size() - 2> out{};
  std::size_t count = 0;
  for (const Row& row : shared) {
    const bool confirms = row.tool.value == static_cast<std::uint8_t>(Tool::DialogConfirm);
    if (confirms && row.target.value >= static_cast<std::uint8_t>(Target::Folder)) continue;
    const bool closes = row.signal == WindowDisappeared;
    out[count++] = closes ? with(row, closed_already) : row;
  }
  return out;
}();

constexpr std::array last_of_r1{
    Row{.tool = ToolId{static_cast<std::uint8_t>(Tool::Refresh)}},
    pushes(Tool::Select),
    asks(Tool::MoveCursor, navigation_budget),
    asks(Tool::SetSetting, navigation_budget),
    asks(Tool::NavToPath, path_budget),
};
constexpr std::array last_of_r2{
    asks(Tool::Refresh, navigation_budget),    asks(Tool::Select, navigation_budget),
    asks(Tool::MoveCursor, navigation_budget), asks(Tool::SetSetting, navigation_budget),
    asks(Tool::NavToPath, path_budget),
};
constexpr std::array last_of_r3{
    asks(Tool::Refresh, navigation_budget),
    asks(Tool::Select, navigation_budget),
    asks(Tool::MoveCursor, navigation_budget),
    asks(Tool::SetSetting, navigation_budget),
    with(asks(Tool::NavToPath, path_budget), no_path_there),
    asks(Tool::GoToDownload, path_budget),
    then(Part::Event, asks(Tool::GoToDownload, navigation_budget)),
    with(asks(Tool::UnlockArchive, navigation_budget), no_prompt),
    then(Part::Signal, shows(Tool::UnlockArchive, SoftDialogDisappeared, Subject::Password)),
};

template <std::size_t before, std::size_t between, std::size_t after>
constexpr auto joined(const std::array<Row, before>& first, const std::array<Row, between>& middle,
                      const std::array<Row, after>& last) {
  std::array<Row, before + between + after> out{};
  std::size_t count = 0;
  for (const Row& row : first) out[count++] = row;
  for (const Row& row : middle) out[count++] = row;
  for (const Row& row : last) out[count++] = row;
  return out;
}
constexpr auto rows_r1 = joined(before_r3, shared, last_of_r1);
constexpr auto rows_r2 = joined(before_r3, shared, last_of_r2);
constexpr auto rows_r3 = joined(from_r3, shared_from_r3, last_of_r3);

constexpr Table r1{"r1", rows_r1, tools, targets, subjects};
constexpr Table r2{"r2", rows_r2, tools, targets, subjects};
constexpr Table relist{"relist", rows_r1, tools, targets, subjects, true};
constexpr Table r3{"r3", rows_r3, tools, targets, subjects};

bool is_for(const Row& row, const Request& request) {
  if (row.tool != request.tool || row.part != Part::First) return false;
  if (row.target != no_target && row.target != request.target) return false;
  switch (row.when) {
    case When::Always: return true;
    case When::AutoConfirm: return request.auto_confirm;
    case When::Asking: return !request.auto_confirm;
    case When::One: return request.one;
    case When::All: return !request.one;
  }
  return false;
}

}  // namespace

const Table& table_r1() { return r1; }
const Table& table_r2() { return r2; }
const Table& table_relist() { return relist; }
const Table& table_r3() { return r3; }

const Row* find_row(const Table& table, const Request& request) {
  for (const Row& row : table.rows)
    if (is_for(row, request)) return &row;
  return nullptr;
}

bool knows(const Table& table, ToolId tool) {
  for (const Row& row : table.rows)
    if (row.tool == tool) return true;
  return false;
}

}  // namespace engine::ack
