// The options --html and --trace: a story as a page and as a trace.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "command/options.h"
#include "conformance/run/run_graph.h"
#include "conformance/story/story.h"

namespace tools {

// The part of a story's page in which a reader takes another turn: the whole graph of a small
// scenario, in the page itself.

inline constexpr std::size_t turn_states_max = 20'000;

struct StoryTurns {
  std::optional<conformance::RunGraph> graph = {};
  std::string why_not = {};  // There is no graph, in a sentence; both empty: nobody asked for one.
  std::string command = {};  // That replays the world; a schedule is appended to it.
};

// The section, or nothing.
std::string turns_section(const conformance::Story& story, const StoryTurns& turns);

// A graph in letters of base64 over bytes. For each state, in the order of their numbers, a number
// that is its ending times 3 plus its fate; and, if it has no ending, how many ways leave it and
// for each: which of `ways` it is, and 0 if it leads to the state that comes next of those that
// were not led to before, or else 1 more than the zigzag of how much higher the target's number is.
// A number is seven bits a byte, the low ones first, the eighth set in all but the last.
struct PackedGraph {
  std::string states = {};
  std::vector<std::pair<std::uint32_t, std::int32_t>> ways = {};  // A label, and after how long.
};
PackedGraph packed(const conformance::RunGraph& graph);

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
