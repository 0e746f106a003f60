// A story in the trace event format that Perfetto and chrome://tracing open: a JSON array of
// events, a process for the run and threads for its lanes.
//
// What lasts is a complete event ("X"), a choice or a fact an instant ("i"), a command a
// complete event of one microsecond; arrows ("s" to "f") lead from a command to what it asked
// for. A virtual millisecond is 1000 microseconds of the trace; what happens in one millisecond
// stands there in its order, a microsecond apart.
#pragma once
#include <string>

#include "conformance/story/story.h"

namespace tools {

std::string story_trace(const conformance::Story& story);

}  // namespace tools
