// A story as lines for a terminal: nothing here knows what it is about.
#include <fmt/format.h>

#include "conformance/run/rerun.h"
#include "conformance/story/story.h"
#include "story/lanes.h"

namespace conformance {
namespace {

constexpr std::size_t field_columns = 12;

std::string shown(const StoryCell& cell) {
  switch (cell.kind) {
    case CellKind::Command: return "> " + cell.text;
    case CellKind::Missing: return "missing: " + cell.text;
    case CellKind::Choice:
    case CellKind::Fact: break;
  }
  return cell.text;
}

void lay_out(const StoryStep& step, Lanes& lanes) {
  const auto lines = lines_of(step);
  lanes.row(show_instant(step.at_ms), step.deciding ? "!" : "");
  for (std::size_t i = 0; i < step.cells.size(); ++i) {
    if (i > 0 && lines[i] != lines[i - 1]) lanes.row({});
    lanes.cell(step.cells[i].lane, shown(step.cells[i]));
  }
  // What goes on being so was said where it began.
  for (const auto& difference : step.differences)
    if (difference.begins) lanes.across("~ " + show(difference));
}

}  // namespace

std::string print_field(std::string_view name, std::string_view text, std::size_t columns) {
  std::string out;
  for (const auto& line : break_at_words(text, columns - field_columns)) {
    out += fmt::format("  {:<{}}{}\n", out.empty() ? name : "", field_columns - 2, line);
  }
  return out;
}

std::string print_heading(const Story& story, std::size_t columns) {
  auto out = title(story) + "\n";
  if (!story.text.empty()) out += print_field("rule", story.text, columns);
  if (!story.want.empty() || !story.got.empty())
    out += print_field("want", story.want, columns) + print_field("got", story.got, columns);
  if (!story.differs.empty()) out += print_field("differs", story.differs, columns);
  if (!story.why.empty()) out += print_field("why", story.why, columns);
  for (const auto& [name, text] : story.shows) out += print_field(name, text, columns);
  return out;
}

std::string print_lanes(const Story& story, std::size_t columns) {
  Lanes lanes(story.lanes);
  auto mark = story.marks.begin();
  for (std::size_t i = 0; i <= story.steps.size(); ++i) {
    for (; mark != story.marks.end() && mark->before <= i; ++mark)
      lanes.across("--- " + mark->text);
    if (i < story.steps.size()) lay_out(story.steps[i], lanes);
  }
  auto out = story.given.empty() ? "" : print_field("given", story.given, columns);
  return out + lanes.text(columns);
}

std::string print_story(const Story& story, std::size_t columns) {
  auto out = print_heading(story, columns);
  if (story.subject != "engine") out += print_field("subject", story.subject, columns);
  out += print_field("run", story.length, columns);
  if (!story.shrunk.empty()) out += print_field("shrunk", story.shrunk, columns);
  out += print_lanes(story, columns);
  if (!story.searched.empty()) out += print_field("searched", story.searched, columns);
  // Never broken: it is there to be copied.
  if (!story.replay.empty()) out += fmt::format("  {:<{}}{}\n", "replay", 10, story.replay);
  return out;
}

}  // namespace conformance
