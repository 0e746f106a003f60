#include "conformance/story/story.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/run/rerun.h"

namespace conformance {
namespace {

bool has_lane(const Story& story, std::size_t lane) {
  const auto cell_there = [&](const StoryStep& step) {
    return std::ranges::any_of(step.cells, [&](const auto& cell) { return cell.lane == lane; });
  };
  return std::ranges::any_of(story.steps, cell_there) ||
         std::ranges::any_of(story.spans, [&](const auto& span) { return span.lane == lane; });
}

std::string show(const StorySide& side) {
  return fmt::format("{}: {} (since {})", side.who, side.says, show_instant(side.since_ms));
}

}  // namespace

std::string title(const Story& story) {
  if (!story.rule.empty() && !story.text.empty())
    return fmt::format("FAIL {} ({}, {})", story.rule, story.clause, story.level);
  const bool both = !story.rule.empty() && !story.says.empty();
  return fmt::format("FAIL {}{}{}", story.rule, both ? " " : "", story.says);
}

std::vector<std::size_t> lines_of(const StoryStep& step) {
  std::vector<std::size_t> out;
  std::vector<std::size_t> taken;  // Lanes of the last line.
  std::size_t line = 0;
  for (const auto& cell : step.cells) {
    if (std::ranges::count(taken, cell.lane) > 0) {
      ++line;
      taken.clear();
    }
    taken.push_back(cell.lane);
    out.push_back(line);
  }
  return out;
}

void drop_unused_lanes(Story& story) {
  std::vector<std::optional<std::size_t>> becomes(story.lanes.size());
  std::vector<std::string> lanes;
  for (std::size_t lane = 0; lane < story.lanes.size(); ++lane) {
    if (!has_lane(story, lane)) continue;
    becomes[lane] = lanes.size();
    lanes.push_back(story.lanes[lane]);
  }
  for (auto& step : story.steps)
    for (auto& cell : step.cells) cell.lane = *becomes[cell.lane];
  for (auto& span : story.spans) {
    span.lane = *becomes[span.lane];
    if (span.asked_by) span.asked_by = becomes[*span.asked_by];
  }
  story.lanes = std::move(lanes);
}

std::string show(const StoryDifference& difference) {
  return show(difference.believed) + "; " + show(difference.truth);
}

}  // namespace conformance
