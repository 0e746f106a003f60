// What a person reads about one run: the rule that broke, what it wants, what it got, and
// the run itself as a lane per actor in virtual time. No addresses, no clock: equal requests
// give equal stories and texts.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "conformance/run/plan.h"
#include "conformance/run/rerun.h"
#include "conformance/story/story.h"

namespace conformance {

// Ways to fail that no judge sees, such as a scenario's expectation.
struct Complaint {
  std::string rule;  // "MOD-67", or empty.
  std::string says;  // For an empty rule: what is checked, in a few words.
  std::string want, got;
};

// "after choice 5 (engine: monitor tick at 1.000s), agenda.timer.Tick = -"; nothing if both
// times were alike.
std::optional<Complaint> two_ways_complaint(const Rerun& run);
// Of a failure that its own path does not show again.
Complaint nondeterminism_complaint();
// The run ended as the scenario does not allow.
Complaint unexpected_outcome(const AnyExpectation& expect, const AnyOutcome& outcome);

struct PrintRequest {
  PlanRef plan;
  Candidate subject = {};               // is_subject().
  std::span<const std::uint16_t> path;  // The index of each choice.
  // From the end of the path no end can be reached: prints the way round as well.
  bool endless = false;
  const Complaint* complaint = nullptr;  // Null: what the judge says at the end of the path,
  AnyExpectation expect = {};            // or else this, if the run has ended.
  // After so many choices no schedule could avoid a failure.
  std::optional<std::size_t> unavoidable_after = {};
  std::string_view shrunk = {};    // "3 steps to 1, 2 dialogs to 1, 21 choices to 9"
  std::string_view searched = {};  // "1,204 states, breadth first: no run is shorter"
  std::string_view replay = {};    // One command.
  std::size_t columns = 100;       // At most, where the words allow it.
  bool fields = false;             // The state at each step, and what else could happen there.
  bool doubts = true;              // A program is asked anew: see Doubt (run/programs.h).
};

// What is told of this run: the same for a terminal, a page and a trace.
Story failure_story(const PrintRequest& request);

// The same of a run that is not taken again as it was found, since the subject is not the same
// twice.
Story unsteady_story(const PrintRequest& request, const sim::SubjectFault& fault);

// The same as a text: print_story(failure_story(request), request.columns).
std::string print_failure(const PrintRequest& request);

// Any run, whether or not it breaks a rule.
Story story_of(const Rerun& run, const Candidate& subject);

// How a run stands that breaks no rule: "no rule is broken so far; more could happen".
std::string_view end_without_breach(const Rerun& run);

// "FAIL MOD-67 ...", want and got without the run; empty if nothing is broken.
std::string print_breach(const Rerun& run, std::size_t columns = 100);

// "MOD-67"; empty if nothing is broken.
std::string broken_rule(const Rerun& run);

// The run alone: setup in one line, then the lanes.
std::string print_lanes(const Rerun& run, std::size_t columns = 100);

// One command that takes this run again. What follows the schedule is the natural choice, so
// zeros at the end are left out.
std::string replay_command(const std::string& world, const Candidate& subject,
                           std::span<const std::uint16_t> path);
// What each such command needs besides, in the whole program: " --table mine.json".
void add_replay_words(std::string_view words);
const std::string& replay_words();
// Quoted for a shell if need be.
std::string shell_word(const std::string& word);

// "MUST", "SHOULD", "proposed".
std::string_view show(spec::Level level);

}  // namespace conformance
