// Takes one schedule again and writes down all that an observer could see of it. A search
// keeps only numbers; texts are made here, for the one run that somebody looks at.
//
// Pure: equal requests give equal runs, digest by digest.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/run/plan.h"
#include "conformance/run/seen.h"
#include "sim/search/model.h"
#include "sim/state/fields.h"

namespace conformance {

// One of the things that could happen.
struct OfferedChoice {
  sim::Label label;
  std::int64_t at_ms = 0;  // Virtual time since the call.
};

struct RerunStep {
  std::uint16_t index = 0;    // Of the choice taken,
  std::uint16_t choices = 0;  // among so many; 0 is the natural one.
  sim::Choice choice;
  sim::Label label;
  std::int64_t at_ms = 0;                      // Virtual time since the call.
  std::vector<Seen> seen;                      // In order; without the passing of time.
  std::uint64_t digest = 0;                    // Of the world and its judge, afterwards,
  std::vector<sim::FieldChange> changed = {};  // and its parts that changed, if asked for.
  std::vector<OfferedChoice> offered = {};     // All that there were to choose from, likewise.
};

// The same choices, taken twice, led to two states.
struct TwoWays {
  std::size_t step = 0;    // Counts from 1; 0 is the initial state.
  sim::FieldChange field;  // The first that differs, as it was in the one and in the other.
};

struct RerunRequest {
  PlanRef plan;
  Candidate subject = {};               // is_subject().
  std::span<const std::uint16_t> path;  // The index of each choice.
  // After the path, goes on with the natural choice, at most this many times.
  std::size_t natural_steps = 0;
  // From the end of the path no end can be reached. Goes on with the natural choice until a
  // state comes back; what is owed by then never comes.
  bool endless = false;
  // Of an endless run: what comes back may be a state behind the end of the path.
  bool from_anywhere = false;
  // Lists them, after each step those that changed, and before it what was offered.
  bool fields = false;
};

struct Rerun {
  enum class End : std::uint8_t {
    Running,   // The path is over and more could happen.
    Final,     // The call has ended and nothing of it is left.
    Broken,    // A rule is broken; `breach` says which.
    Hang,      // Nothing can happen any more, or the same for ever; `breach` says what that breaks.
    NoChoice,  // The path names a choice that there is not; `steps` ends before it.
  };
  std::vector<RerunStep> steps;
  End end = End::Running;
  std::size_t choices_left = 0;  // How many there were at the end.
  std::optional<Breach> breach;
  AnyOutcome outcome;      // So far.
  sim::Fields start = {};  // Of the initial state, if asked for.
  // Every run is taken twice at once, the second time elsewhere in memory.
  std::optional<TwoWays> two_ways = {};
  // The steps from here to the end can be repeated for ever. Of an endless run only.
  std::optional<std::size_t> cycle_begin;
  std::int64_t cycle_ms = 0;  // Virtual time that passes in them; zero is a busy loop.
};

Rerun rerun(const RerunRequest& request);

// The same of a failure. If its path breaks nothing, it goes on by natural choices, as the line
// does that is printed for it, to what breaks a rule: a program that acts for ever is not always
// followed as far.
Rerun rerun_to_failure(RerunRequest request);

// "1.000s"
std::string show_instant(std::int64_t ms);

}  // namespace conformance
