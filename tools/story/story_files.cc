#include "story/story_files.h"

#include "command/output.h"
#include "story/story_page.h"
#include "story/story_trace.h"

namespace tools {
namespace {

constexpr auto options = {"html", "trace"};

}  // namespace

void add_story_options(CommandLine& line) {
  line.output("html", "Where to write the run as a page for a browser.");
  line.output("trace", "Where to write it as a trace for Perfetto or chrome://tracing.");
}

bool wants_story(const CommandLine& line) {
  bool wanted = false;
  for (const auto* option : options) {
    wanted = line.output_file(option).has_value() || wanted;
  }
  return wanted;
}

bool write_story_files(const CommandLine& line, const conformance::Story& story,
                       const StoryTurns& turns) {
  bool whole = true;
  if (const auto path = line.text("html"))
    whole = write_whole_file(*path, story_page(story, {}, turns));
  if (const auto path = line.text("trace"))
    whole = write_whole_file(*path, story_trace(story)) && whole;
  return whole;
}

}  // namespace tools
