// Proves at compile time that the tool tables are complete and sound.
#include "spec/ack/tools.h"

#include <algorithm>

namespace spec::ack {
namespace {

// A request that its tool takes.
constexpr bool is_valid(Revision revision, const Request& request) {
  const bool confirmation = request.target >= Target::Transfer;
  switch (request.tool) {
    case Tool::DialogOpen: return request.target != Target::None && !confirmation;
    case Tool::DialogFocus:
    case Tool::DialogClose: return request.target != Target::None;
    case Tool::DialogConfirm: return confirmation;
    case Tool::MoveCursor:
    case Tool::SetSetting:
    case Tool::NavToPath: return revision == Revision::R2 && request.target == Target::None;
    case Tool::Copy:
    case Tool::Move:
    case Tool::Delete:
    case Tool::MakeFolder:
    case Tool::MakeFile:
    case Tool::Select:
    case Tool::ToggleHidden:
    case Tool::SetViewMode:
    case Tool::Sort:
    case Tool::Tab:
    case Tool::NavToParent:
    case Tool::NavBack:
    case Tool::NavForward:
    case Tool::OpenUnderCursor:
    case Tool::Refresh: break;
  }
  return request.target == Target::None;
}

// Every valid request of a tool has exactly one row, and no other has any. Written in plain loops,
// and asked tool by tool, because compilers count the steps.
constexpr bool is_total(Revision revision, Tool tool) {
  for (int target = 0; target <= static_cast<int>(Target::File); ++target) {
    for (int options = 0; options < 4; ++options) {
      const Request request{tool, static_cast<Target>(target), (options & 1) != 0,
                            (options & 2) != 0};
      int rows = 0;
      for (const ToolRow& row : tools_of(revision))
        if (row.tool == tool && is_about(row, request)) ++rows;
      if (rows != (is_valid(revision, request) ? 1 : 0)) return false;
    }
  }
  return true;
}
constexpr bool is_total(Revision revision) {
  for (int tool = 0; tool <= static_cast<int>(Tool::NavToPath); ++tool)
    if (!is_total(revision, static_cast<Tool>(tool))) return false;
  return true;
}
static_assert(is_total(Revision::R1));
static_assert(is_total(Revision::R2));

// The kind of a signal fits what it is about: a soft dialog is never awaited as a window.
constexpr bool is_sound(ToolTable table) {
  return std::ranges::all_of(table, [](const ToolRow& row) {
    const Subject subject = row.signal.subject;
    if (row.signal.kind <= SignalKind::GenerationAdvanced) return subject == Subject::None;
    const bool window = probe_of(row.signal).kind == ProbeKind::Windows;
    return subject != Subject::None && window == is_window(subject);
  });
}
static_assert(is_sound(tools_r1) && is_sound(tools_r2));

}  // namespace
}  // namespace spec::ack
