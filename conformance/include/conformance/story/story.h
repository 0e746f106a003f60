// One run as a story: plain texts and numbers that know no engine and no rule table. What
// prints it, makes a page of it or a trace of it reads nothing else.
//
// Times are whole milliseconds of virtual time since the call; lanes are indices into
// Story::lanes, steps into Story::steps.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/search/state_graph.h"
#include "sim/state/fields.h"

namespace conformance {

enum class CellKind : std::uint8_t {
  Choice,   // What was chosen to happen.
  Fact,     // What an observer then saw of the world.
  Command,  // What the subject did.
  Missing,  // What it did not do and had to.
};

struct StoryCell {
  std::size_t lane = 0;
  CellKind kind = CellKind::Fact;
  std::string text = {};
};

// One side of a difference: the engine says "not modal" since 0.
struct StorySide {
  std::string who = {};
  std::string says = {};
  std::int64_t since_ms = 0;
};

// What two sides hold of the same thing, where they differ.
struct StoryDifference {
  StorySide believed, truth;
  bool begins = false;  // With this step; it was not so before.
};

// What could happen next: "IDE" "dialogs listed" at 500.
struct StoryTurn {
  std::int64_t at_ms = 0;
  std::string actor = {}, text = {};
};

struct StoryStep {
  std::int64_t at_ms = 0;
  std::size_t choice = 0, choices = 0;            // The index taken, among so many.
  std::vector<StoryCell> cells = {};              // In the order in which they happened.
  std::vector<StoryDifference> differences = {};  // All that stand after this step.
  bool deciding = false;                          // Here the rule broke.
  std::size_t taken = 0;                          // Choices of the run before this one.
  // If known: all that could happen here, `choice` is what did; and the fields that changed, also
  // by choices before it that the story leaves out.
  std::vector<StoryTurn> turns = {};
  std::vector<sim::FieldChange> changed = {};
};

// A line across all lanes, above a step or below the last one.
struct StoryMark {
  enum class Kind : std::uint8_t { Unavoidable, Cycle, End };
  std::size_t before = 0;  // A step, or the number of steps.
  Kind kind = Kind::End;
  std::string text = {};
};

// Something with a duration.
struct StorySpan {
  std::size_t lane = 0;
  std::string name = {};
  std::size_t begin = 0;                // The steps in which it begins
  std::optional<std::size_t> end = {};  // and ends; it may outlive the run.
  // The lane that asked for it, if another one did.
  std::optional<std::size_t> asked_by = {};
};

// A rule in full.
struct StoryRule {
  std::string id = {}, clause = {}, level = {}, text = {};
};

struct Story {
  std::string rule = {}, clause = {}, level = {}, text = {};  // Empty without a rule.
  std::string says = {};  // Without a rule: what is wrong, in a few words.
  std::string want = {}, got = {};
  std::string differs = {};  // Where the two begin alike.
  std::string why = {};      // Where nothing had to come, or the same: why it is wrong.
  // The subject is not the same twice, and what shows it: names and texts.
  bool unsteady = false;
  std::vector<std::pair<std::string, std::string>> shows = {};
  std::string subject = {};
  std::string length = {};  // "21 choices"
  std::string given = {};
  std::vector<std::string> lanes = {};
  std::vector<StoryStep> steps = {};
  std::vector<StoryMark> marks = {};  // In the order of their steps.
  std::vector<StorySpan> spans = {};  // In the order of their beginnings.
  std::string shrunk = {}, searched = {}, replay = {};
  std::string scenario = {}, reported = {};  // Its name and its own story, if it has one.
  std::vector<StoryRule> rules = {};         // The broken one and those that the scenario names.
  sim::Fields start = {};                    // The state before the first step, if known.
  sim::Path path = {};                       // Of the whole run.

  bool failed() const { return !rule.empty() || !says.empty() || !want.empty(); }
};

// "FAIL MOD-67 (Monitor, MUST)"
std::string title(const Story& story);

// The line of a step in which each of its cells stands: beside what other lanes did, but
// below what came before it, so that a step is read from its top left to its end.
std::vector<std::size_t> lines_of(const StoryStep& step);

// Leaves out the lanes in which nothing happened.
void drop_unused_lanes(Story& story);

// "the engine believes: not modal (since 0.000s); IDE: d1 is open (since 0.500s)"
std::string show(const StoryDifference& difference);

// The whole story for a terminal. Broken at words, so that lines have at most `columns`
// columns where the words allow it.
std::string print_story(const Story& story, std::size_t columns = 100);

// The parts of it: the rule with want and got; the lanes with what was given.
std::string print_heading(const Story& story, std::size_t columns = 100);
std::string print_lanes(const Story& story, std::size_t columns = 100);

// "  want      ..." broken at words, so that every line fits.
std::string print_field(std::string_view name, std::string_view text, std::size_t columns = 100);

}  // namespace conformance
