// What a modality run adds to a story (run_story.h): who did what, who believed what, what
// lasted. Private to conformance; all of it is taken from what an observer of the run sees.
#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "conformance/run/rerun.h"
#include "conformance/run/seen.h"
#include "conformance/story/run_story.h"
#include "conformance/story/story.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/modality/plan.h"

namespace conformance::modality {

// Indices into the lanes of a modality story.
namespace modality_lane {
inline constexpr std::size_t script = 0, engine = 1, ide = 2, background = 3;
}

std::size_t lane_of(std::string_view actor);
std::size_t lane_of(const Seen& seen);

// Of what an observer saw, what belongs to this area.
inline void see_policy(auto& observer, const Seen& seen) {
  if (const auto* what = seen.as<port::modality::Happening>()) observer.see(*what);
  if (const auto* command = seen.as<port::modality::Command>()) observer.see(*command);
  if (const auto* fact = seen.as<port::modality::Fact>()) observer.see(*fact);
}

// For each step of the run, where after it two sides differ in what they hold to be so.
std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run);

const StoryWords& words_of_story();

// Dialogs, progress, indexing, operations, the script, and the phases of the engine; the
// numbers of the steps are the run's.
std::vector<StorySpan> spans_of(const Rerun& run);

nlohmann::ordered_json trace_head(const sim::modality::Plan& plan);
// Null: a trace does not tell such a thing.
nlohmann::ordered_json trace_line(const sim::modality::Plan& plan, const Seen& seen);

}  // namespace conformance::modality
