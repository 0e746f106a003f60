// The options --html and --trace: a story as a page and as a trace.
#pragma once
#include <string>

#include "command/options.h"
#include "conformance/story/story.h"
#include "story/turns.h"

namespace tools {

// A story as one HTML file: a column per actor on a wide screen, cards with the actors' names
// on a phone.

// Beside the page, relative to it; what is empty is left out.
struct StoryLinks {
  std::string index = {}, capsule = {}, trace = {};
};

std::string story_page(const conformance::Story& story, const StoryLinks& links = {},
                       const StoryTurns& turns = {});

void add_story_options(CommandLine& line);

// Whether `line` asks for a page or a trace. Throws a UsageError if what it names cannot be a
// file.
bool wants_story(const CommandLine& line);

// Writes what `line` asks for, if anything. False as write_whole_file() says.
[[nodiscard]] bool write_story_files(const CommandLine& line, const conformance::Story& story,
                                     const StoryTurns& turns = {});

// A story in the trace event format that Perfetto and chrome://tracing open: a JSON array of
// events, a process for the run and threads for its lanes.
//
// What lasts is a complete event ("X"), a choice or a fact an instant ("i"), a command a
// complete event of one microsecond; arrows ("s" to "f") lead from a command to what it asked
// for. A virtual millisecond is 1000 microseconds of the trace; what happens in one millisecond
// stands there in its order, a microsecond apart.
std::string story_trace(const conformance::Story& story);

}  // namespace tools
