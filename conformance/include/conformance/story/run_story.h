// A run of any area as a story, told with the words of its area. All of it is taken from what an
// observer of the run sees.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/run/rerun.h"
#include "conformance/story/story.h"

namespace conformance {

// How an area tells of its runs. As it stands, of two lanes: all that happens, and the engine.
struct StoryWords {
  std::vector<std::string> lanes;
  std::size_t (*lane_of_actor)(std::string_view actor) = [](std::string_view actor) {
    return std::size_t{actor == "engine"};
  };
  std::size_t (*lane_of)(const Seen& seen) = [](const Seen& seen) {
    return std::size_t{seen.is_act()};
  };
  // What the label of the choice says less well than this fact, the first that it caused.
  bool (*replaces_label)(const Seen& fact) = [](const Seen&) { return false; };
  // What the label says better.
  bool (*said_by_label)(const Seen& fact,
                        const RerunStep& step) = [](const Seen&, const RerunStep&) { return true; };
  // For each step of the run, where after it two sides differ in what they hold to be so. Null:
  // they never do.
  std::vector<std::vector<StoryDifference>> (*differences_of)(const Rerun& run) = nullptr;
  // The numbers of the steps are the run's. Null: nothing has a duration.
  std::vector<StorySpan> (*spans_of)(const Rerun& run) = nullptr;
};

// Lanes, steps, spans and marks of the run; what it broke is left to others. After
// `unavoidable_after` of its choices no schedule could avoid the failure.
Story run_story(const Rerun& run, std::optional<std::size_t> unavoidable_after = {});

}  // namespace conformance
