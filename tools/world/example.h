// The natural run of a world, and all that can happen in a small one: for pages of what fails
// nowhere, too.
#pragma once
#include "conformance/run/plan.h"
#include "conformance/story/story.h"
#include "story/turns.h"
#include "world/plan_source.h"

namespace tools {

// Each choice is the first one.
conformance::Story natural_story(const PlanSource& source, const conformance::Candidate& subject);

// The graph, or why there is none. `states` is how many there are, if that is known.
StoryTurns turns_of(const PlanSource& source, const conformance::Candidate& subject,
                    std::uint64_t states = 0);

}  // namespace tools
