// What `orrery explore` says, to a person or to a program.
#pragma once
#include <string>

#include "conformance/story/story.h"
#include "story/story_files.h"
#include "world/explore_search.h"

namespace tools {

// The exit code without regard to signals.
int exit_code_of(const ExploreTask& task, const ExploreFound& found);

// The graph of its world for a reader to walk, or why there is none.
StoryTurns explore_turns(const ExploreTask& task, const ExploreFound& found);

// Of the first failure, or else the natural run. `capsule` names the file that was written, or is
// empty.
conformance::Story explore_story(const ExploreTask& task, const ExploreFound& found,
                                 const std::string& capsule);

// For a person, ready to be printed.
std::string explore_text(const ExploreTask& task, const ExploreFound& found,
                         const std::string& capsule);

// For a program, one object and a line end:
//
//   {"scenario", "subject", "strategy", "grid": "reference" or "coarse", "exit",
//    "end": "complete", "first_failure", "states_limit", "memory_limit", "depth_limit" or
//           "interrupted",
//    "expected_results": {"met", "of", "missing": [text]},
//    "failures": [{"rule" (empty: the end is unexpected), "kind": "breach", "hang", "endless"
//                  or "unexpected", "path": [choice], "unavoidable_after" (null if unknown),
//                  "cycle_ms" (of endless ones; null if unknown), "replay"}],
//    and of a search "states", "transitions", "proved" (of the transitions: taken twice),
//    "finals", "levels", "bytes_peak", "fingerprint", "exact", "collisions",
//    "collision_probability"; of random runs "seed", "runs", "choices", "proved" (of the runs)}
std::string explore_json(const ExploreTask& task, const ExploreFound& found,
                         const std::string& capsule);

}  // namespace tools
