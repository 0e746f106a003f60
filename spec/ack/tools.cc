// Proves at compile time that the tool tables are complete and sound.
#include "spec/ack/tools.h"

#include <algorithm>

#include "spec/ack/flaws.h"

namespace spec::ack {
namespace {

// A request that its tool takes.
constexpr bool is_valid(Revision revision, const Request& request) {
  const ToolId tool = request.tool;
  const TargetId target = request.target;
  if (tool == Tool::DialogOpen) return target != Target::None && !is_confirmation(target);
  if (tool == Tool::DialogFocus || tool == Tool::DialogClose) return target != Target::None;
  if (tool == Tool::DialogConfirm && revision == Revision::R3)
    return target == Target::Transfer || target == Target::Delete;
  if (tool == Tool::DialogConfirm) return is_confirmation(target);
  if (tool.value >= Tool::Compress.value) return revision == Revision::R3;
  return true;
}

// Every valid request of a tool has exactly one row, and no other has any. Written in plain loops,
// and asked tool by tool, because compilers count the steps.
constexpr bool is_total(Revision revision, ToolId tool) {
  for (std::size_t target = 0; target <= target_names.size(); ++target) {
    const bool none = target == target_names.size();
    const TargetId about = none ? Target::None : TargetId{static_cast<std::uint8_t>(target)};
    for (int options = 0; options < 4; ++options) {
      const Request request{tool, about, (options & 1) != 0, (options & 2) != 0};
      int rows = 0;
      for (const ToolRow& row : tools_of(revision))
        if (row.tool == tool && is_about(row, request)) ++rows;
      if (rows != (is_valid(revision, request) ? 1 : 0)) return false;
    }
  }
  return true;
}
constexpr bool is_total(Revision revision) {
  for (std::size_t tool = 0; tool < tool_names.size(); ++tool)
    if (!is_total(revision, ToolId{static_cast<std::uint8_t>(tool)})) return false;
  return true;
}
static_assert(is_total(Revision::R1));
static_assert(is_total(Revision::R2));
static_assert(is_total(Revision::R3));

static_assert(!flaw_of(tools_r1) && !flaw_of(tools_r2) && !flaw_of(tools_r3));

// A rule that a row names says why it is so.
constexpr bool names_its_rules(ToolTable table) {
  return std::ranges::all_of(table, [](const ToolRow& row) {
    const SubjectId about = row.signal.subject;
    const bool asks =
        about != Subject::None && subject_names.at(about.value).ends_with(confirmation_ending);
    return row.rule == rule_of(row, asks);
  });
}
static_assert(names_its_rules(tools_r1) && names_its_rules(tools_r2) && names_its_rules(tools_r3));

constexpr bool may_meet_all(ToolTable table) {
  for (std::size_t rule = 0; rule < ack_rules.size(); ++rule)
    if (!may_meet(table, static_cast<std::uint8_t>(rule))) return false;
  return true;
}
static_assert(may_meet_all(tools_r3));

}  // namespace
}  // namespace spec::ack
