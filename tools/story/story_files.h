// The options --html and --trace: a story as a page and as a trace.
#pragma once

#include "command/options.h"
#include "conformance/story/story.h"
#include "story/turns.h"

namespace tools {

void add_story_options(CommandLine& line);

// Whether `line` asks for a page or a trace. Throws a UsageError if what it names cannot be a
// file.
bool wants_story(const CommandLine& line);

// Writes what `line` asks for, if anything. False as write_whole_file() says.
[[nodiscard]] bool write_story_files(const CommandLine& line, const conformance::Story& story,
                                     const StoryTurns& turns = {});

}  // namespace tools
