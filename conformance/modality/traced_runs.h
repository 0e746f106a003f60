// The calls that a trace tells of, each with a situation of its own: one after another, at once, or
// a script that was given up and still runs (a zombie) beside the call that followed.
//
// A line names its run, or it is of the one that is under way. What an IDE shows is every run's;
// what one edits or writes is somebody else's for the others (MOD-112, MOD-113).
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "modality/subject.h"
#include "spec/modality/judge.h"

namespace conformance::modality {

struct RunItem {
  TraceItem what;
  std::uint32_t run = 0;  // 0: the line names none.
  bool is_named = false;
  bool lacks_retry = false;  // A result that does not say whether to try again.
};

struct TracedRun {
  std::uint32_t number = 0;
  bool script_runs = false;  // It was started, and nobody has told its end.
  spec::modality::Situation situation{};
  bool is_over() const;
};

// Those that a line may still be about: the oldest that are over go first.
inline constexpr std::size_t traced_runs_max = 6;
struct TracedRuns {
  std::vector<TracedRun> runs;
  bool looks_untold = false;
  bool refresh_untold = false;  // The one of the call's beginning leads to its gate all the same.
  bool are_guessed = false;     // Two are under way, and a line did not name its run.
  std::uint32_t last = 0;       // That a line was about.

  bool are_idle() const;
  TracedRun* find(std::uint32_t number);
  // The run that an item is about; null: it is about every one.
  TracedRun* owner_of(const RunItem& item);
  TracedRun& begin(std::uint32_t number);
  // Of a line that names no run, while several are under way or a script that was given up: of
  // which of them it may be, that of the line before it first.
  std::vector<RunItem> readings(const RunItem& item) const;
};

// What every run lives with.
bool is_of_the_ide(const TraceItem& item);

class RunsJudge {
 public:
  RunsJudge(const spec::modality::Limits& limits, const spec::ClauseSet& on,
            spec::modality::Revision revision = {})
      : judge_(limits, on, revision) {}

  void see(TracedRuns& all, const RunItem& item, spec::modality::Findings& findings) const;
  void end(const TracedRuns& all, spec::modality::Findings& findings) const;

 private:
  void see_one(TracedRun& run, bool refresh_untold, const TraceItem& what,
               spec::modality::Findings& findings) const;

  spec::modality::Judge judge_;
};

}  // namespace conformance::modality
