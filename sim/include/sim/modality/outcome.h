// What one run came to, as a scenario's expectation may ask for it.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "port/modality/commands.h"
#include "sim/files/counts.h"
#include "sim/modality/ide.h"

namespace sim::modality {

inline constexpr std::size_t closings_max = 8;

// Filled while a run goes on: a sink of Worlds::apply. A flat value without padding, since
// a search that merges runs with equal worlds must keep those with unequal outcomes apart:
// it belongs into the state. Counts stop at 255.
struct Outcome {
  std::uint8_t results = 0;  // One in a right run.
  Verdict verdict{};
  Stage stage{};
  Reason reason{};
  bool body_starts = false;
  bool on_disk = true;           // The disk holds all that the body wrote in the editor.
  std::uint8_t lacking = 0;      // Bit d: what it lacks of DocumentName d.
  std::uint8_t stale_reads = 0;  // Of the script: it saw a text that was not the newest.
  std::uint8_t lost_texts = 0;   // Of documents, one of two that stood apart.
  std::uint8_t closed = 0;       // Dialogs reported as closed.
  std::uint8_t warnings = 0;     // Bit w: Warning w.
  std::uint8_t screenshots = 0;
  std::uint8_t thread_dumps = 0;
  std::uint8_t lost = 0;      // Captures that were given up.
  std::uint8_t writes = 0;    // Commits, saves and refreshes that the IDE began.
  std::uint8_t looks = 0;     // Of the monitor for dialogs, one per tick.
  std::uint8_t closings = 0;  // How many of close_order are set.
  std::array<std::uint8_t, closings_max> close_order{};  // Dialogs asked to close, by id.
  bool operator==(const Outcome&) const = default;

  void heard(const Happening& what);
  void commanded(const Command& command);
  void noticed(const Fact& fact);
};

// What one of several runs met or did; facts of the IDE are every run's.
template <class What>
struct OfRun {
  What what;
  std::uint8_t run = 0;  // From 0.
};
// Nobody's in particular.
bool is_of_the_ide(const Fact& fact);
// As another run sees it: what one edits or writes is a stranger's.
Fact as_others_see(const Fact& fact);

// Of each run, or of one and nothing.
struct Outcomes {
  std::array<Outcome, runs_max> runs{};
  bool operator==(const Outcomes&) const = default;

  void heard(const OfRun<Happening>& what) { runs[what.run].heard(what.what); }
  void commanded(const OfRun<Command>& command) { runs[command.run].commanded(command.what); }
  void noticed(const OfRun<Fact>& fact) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
      const bool own = run == fact.run;
      if (own || is_of_the_ide(fact.what))
        runs[run].noticed(own ? fact.what : as_others_see(fact.what));
    }
  }
};

inline constexpr std::array<std::string_view, runs_max> run_names{"first", "second", "third",
                                                                  "fourth"};

// One result that a scenario allows; what is not set may be anything.
struct ExpectedRun {
  Verdict verdict{};
  Stage stage = Stage::Post;
  Reason reason{};
  std::optional<bool> body_starts{};
  std::optional<bool> on_disk{};
  std::optional<std::uint8_t> stale_reads{};
  std::optional<std::uint8_t> lost_texts{};
  std::optional<std::uint8_t> closed{};
  std::optional<std::uint8_t> warnings{};  // Exactly these, as bits.
  std::optional<std::uint8_t> screenshots{};
  std::optional<std::uint8_t> thread_dumps{};
  std::optional<std::uint8_t> lost{};
  std::optional<std::uint8_t> writes{};
  std::optional<std::uint8_t> looks{};
  std::optional<std::vector<std::uint8_t>> close_order{};
  bool operator==(const ExpectedRun&) const = default;
};
struct ExpectedResult {
  ExpectedRun first{};
  std::optional<ExpectedRun> second{}, third{}, fourth{};
  bool operator==(const ExpectedResult&) const = default;
  // Of the runs behind the first.
  std::array<const std::optional<ExpectedRun>*, runs_max - 1> later() const {
    return {&second, &third, &fourth};
  }
};

// Over all schedules: every run has one of the results, and each result is some run's.
using Expectation = ResultsOf<ExpectedResult>;
inline constexpr std::size_t results_max = 16;

// Bit i: the outcome of a run that has ended is results[i]. Zero: it is none of them.
std::uint32_t matching(const Expectation& expect, const Outcomes& outcomes);

// "failed at monitor: dialog_during_body, body starts, closed 1, ..." in one line.
std::string show(const Outcome& outcome);
std::string show(const Outcomes& outcomes);
std::string show(const ExpectedResult& result);

}  // namespace sim::modality
