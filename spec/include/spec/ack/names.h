// The tools, targets and subjects of the revisions: what each is called, and its id.
//
// Written down for the specification alone; the engine has lists of its own, and a test
// compares them name by name.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "port/ack/words.h"

namespace spec::ack {

using namespace port::ack;

// Relist: R1 with a frontend that pushes whatever it lists, changed or not. R3: R2 with operations
// that are acknowledged when they begin. A table that was added has a number behind these.
enum class Revision : std::uint32_t { R1, R2, Relist, R3 };

// clang-format off
inline constexpr std::array<std::string_view, 26> tool_names{
    "copy", "move", "delete", "mkdir", "mkfile", "select", "toggle_hidden", "set_view_mode",
    "sort", "tab", "nav_to_parent", "nav_back", "nav_forward", "open_under_cursor", "refresh",
    "dialog_open", "dialog_focus", "dialog_close", "dialog_confirm", "move_cursor",
    "set_setting", "nav_to_path", "compress", "rename", "go_to_latest_download",
    "unlock_archive"};
inline constexpr std::array<std::string_view, 7> target_names{
    "settings", "file-viewer", "about", "transfer-confirmation", "delete-confirmation",
    "mkdir-confirmation", "new-file-confirmation"};
inline constexpr std::array<std::string_view, 8> subject_names{
    "settings", "viewer", "about", "transfer-confirmation", "delete-confirmation",
    "mkdir-confirmation", "new-file-confirmation", "archive-password"};
// clang-format on
inline constexpr Names names{tool_names, target_names, subject_names};

// The id of a name. One that there is not does not compile.
template <class Id, std::size_t count>
consteval Id named(const std::array<std::string_view, count>& all, std::string_view name) {
  const auto found = std::ranges::find(all, name);
  if (found == all.end()) throw "no such name";
  return Id{static_cast<std::uint8_t>(found - all.begin())};
}

struct Tool {
  static constexpr auto Copy = named<ToolId>(tool_names, "copy");
  static constexpr auto Move = named<ToolId>(tool_names, "move");
  static constexpr auto Delete = named<ToolId>(tool_names, "delete");
  static constexpr auto MakeFolder = named<ToolId>(tool_names, "mkdir");
  static constexpr auto MakeFile = named<ToolId>(tool_names, "mkfile");
  static constexpr auto Select = named<ToolId>(tool_names, "select");
  static constexpr auto ToggleHidden = named<ToolId>(tool_names, "toggle_hidden");
  static constexpr auto SetViewMode = named<ToolId>(tool_names, "set_view_mode");
  static constexpr auto Sort = named<ToolId>(tool_names, "sort");
  static constexpr auto Tab = named<ToolId>(tool_names, "tab");
  static constexpr auto NavToParent = named<ToolId>(tool_names, "nav_to_parent");
  static constexpr auto NavBack = named<ToolId>(tool_names, "nav_back");
  static constexpr auto NavForward = named<ToolId>(tool_names, "nav_forward");
  static constexpr auto OpenUnderCursor = named<ToolId>(tool_names, "open_under_cursor");
  static constexpr auto Refresh = named<ToolId>(tool_names, "refresh");
  static constexpr auto DialogOpen = named<ToolId>(tool_names, "dialog_open");
  static constexpr auto DialogFocus = named<ToolId>(tool_names, "dialog_focus");
  static constexpr auto DialogClose = named<ToolId>(tool_names, "dialog_close");
  static constexpr auto DialogConfirm = named<ToolId>(tool_names, "dialog_confirm");
  static constexpr auto MoveCursor = named<ToolId>(tool_names, "move_cursor");
  static constexpr auto SetSetting = named<ToolId>(tool_names, "set_setting");
  static constexpr auto NavToPath = named<ToolId>(tool_names, "nav_to_path");
  static constexpr auto Compress = named<ToolId>(tool_names, "compress");
  static constexpr auto Rename = named<ToolId>(tool_names, "rename");
  static constexpr auto GoToDownload = named<ToolId>(tool_names, "go_to_latest_download");
  static constexpr auto UnlockArchive = named<ToolId>(tool_names, "unlock_archive");
};

// What a dialog tool is about, as its caller names it.
struct Target {
  static constexpr auto None = no_target;
  static constexpr auto Settings = named<TargetId>(target_names, "settings");
  static constexpr auto FileViewer = named<TargetId>(target_names, "file-viewer");
  static constexpr auto About = named<TargetId>(target_names, "about");
  static constexpr auto Transfer = named<TargetId>(target_names, "transfer-confirmation");
  static constexpr auto Delete = named<TargetId>(target_names, "delete-confirmation");
  static constexpr auto Folder = named<TargetId>(target_names, "mkdir-confirmation");
  static constexpr auto File = named<TargetId>(target_names, "new-file-confirmation");
};
// What the names of soft dialogs end with that ask whether to go on.
inline constexpr std::string_view confirmation_ending = "-confirmation";
constexpr bool is_confirmation(TargetId target) {
  return target != Target::None && target_names.at(target.value).ends_with(confirmation_ending);
}

// What a signal is about: windows (Settings, and Viewer, which is a family) or soft dialogs. A
// table of others may call them otherwise, in the same places.
struct Subject {
  static constexpr auto None = no_subject;
  static constexpr auto Settings = named<SubjectId>(subject_names, "settings");
  static constexpr auto Viewer = named<SubjectId>(subject_names, "viewer");
  static constexpr auto About = named<SubjectId>(subject_names, "about");
  static constexpr auto Transfer = named<SubjectId>(subject_names, "transfer-confirmation");
  static constexpr auto Delete = named<SubjectId>(subject_names, "delete-confirmation");
  static constexpr auto Folder = named<SubjectId>(subject_names, "mkdir-confirmation");
  static constexpr auto File = named<SubjectId>(subject_names, "new-file-confirmation");
  static constexpr auto Password = named<SubjectId>(subject_names, "archive-password");
};
constexpr bool is_window(SubjectId subject) {
  return subject == Subject::Settings || subject == Subject::Viewer;
}

}  // namespace spec::ack
