// How runs of two engines are told.
#pragma once
#include "conformance/story/run_story.h"

namespace conformance::joint {

const StoryWords& words_of_story();

}  // namespace conformance::joint
