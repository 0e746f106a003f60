// What a modality run adds to a story: who did what, who believed what, what lasted. Private
// to conformance; all of it is taken from what an observer of the run sees.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "conformance/rerun.h"
#include "conformance/story.h"

namespace conformance {

// Indices into the lanes of a modality story.
namespace modality_lane {
inline constexpr std::size_t script = 0, engine = 1, ide = 2, background = 3;
}

std::size_t lane_of(std::string_view actor);
std::size_t lane_of(const spec::policy::Fact& fact);

// Lanes, steps, spans and marks of the run; what it broke is left to others. After
// `unavoidable_after` of its choices no schedule could avoid the failure.
Story modality_story(const Rerun& run, std::optional<std::size_t> unavoidable_after = {});

// For each step of the run, where after it two sides differ in what they hold to be so.
std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run);

// Dialogs, progress, indexing, operations, the script, and the phases of the engine; the
// numbers of the steps are the run's.
std::vector<StorySpan> spans_of(const Rerun& run);

}  // namespace conformance
