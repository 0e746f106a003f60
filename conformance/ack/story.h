// How runs of tool calls are told.
#pragma once
#include "conformance/story/run_story.h"

namespace conformance::ack {

const StoryWords& words_of_story();

}  // namespace conformance::ack
