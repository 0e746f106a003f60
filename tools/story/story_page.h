// A story as one HTML file: a column per actor on a wide screen, cards with the actors' names
// on a phone.
#pragma once
#include <string>

#include "conformance/story/story.h"
#include "story/turns.h"

namespace tools {

// Beside the page, relative to it; what is empty is left out.
struct StoryLinks {
  std::string index = {}, capsule = {}, trace = {};
};

std::string story_page(const conformance::Story& story, const StoryLinks& links = {},
                       const StoryTurns& turns = {});

}  // namespace tools
