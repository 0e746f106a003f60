// The calls that a trace tells of, each with a situation of its own: one after another, at once, or
// a script that was given up and still runs (a zombie) beside the call that followed.
//
// A line names its run, or it is of the one that is under way. What an IDE shows is every run's;
// what one edits or writes is somebody else's for the others (MOD-112, MOD-113).
//
// A caller may log its call before the IDE takes it: calls queue, or are on their way. So a call
// waits until a line of its own, and 8 s at the most once nothing else is under way. It may as well
// have been taken as soon as it was told, beside the others, or when one of them ended: what it
// waited for in silence began then.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/modality/sampled_runs.h"
#include "spec/modality/judge.h"

namespace conformance::modality {

struct TracedRun {
  std::uint32_t number = 0;
  bool script_runs = false;    // It was started, and nobody has told its end.
  bool sweeps_untold = false;  // It has swept what stood before the log begins.
  // Since its gate began, while none of its looks was told.
  std::int64_t unseen_ms = 0;
  // A method of which the refusal did not come, which was told.
  std::optional<std::uint8_t> unrefused{};
  spec::modality::Situation situation{};
  spec::modality::Scope scope{};      // That of the write which it has begun last.
  std::optional<TraceItem> called{};  // Its call, while its turn has not come yet.
  std::int64_t idle_ms = 0;           // How long it has waited while nothing else was under way.
  bool withdrawn = false;             // Its caller withdrew while it waited.
  // If it was taken earlier than its first own line; until that.
  std::vector<spec::modality::Situation> earlier{};
  // The script of another run has ended, and this one has not acted since.
  bool stranger_ended = false;
  // If the script that has ended was one of a call before the log: until this run acts.
  std::optional<spec::modality::Situation> still_runs{};
  // What it owed for that end, if it was its own: told when anything else of it is wrong.
  std::optional<spec::modality::Breach> put_off{};
  bool is_over() const;
};

inline constexpr std::int64_t turn_max_ms = spec::modality::real_limits.look_bound.count();

// So many instants at which it may have been taken are followed.
inline constexpr std::size_t earlier_max = 4;

// Those that a line may still be about: the oldest that are over go first.
inline constexpr std::size_t traced_runs_max = 6;
class RunsJudge;
struct TracedRuns {
  std::vector<TracedRun> runs;
  spec::modality::Situation ide{};  // What a call finds.
  bool looks_untold = false;
  bool effects_untold = false;  // No line has told yet what a write did to a document.
  bool modals_untold = true;    // No line has told yet that a dialog or a progress began.
  bool indexes_untold = true;   // No line has told yet of indexing.
  // The most that may have stood since before the log begins and that no line tells.
  port::modality::Modality may_stand = port::modality::Modality::Dialog;
  std::int64_t since_shown_ms = 0;  // Since a line showed something from before the log.
  bool progress_told = false;       // A line of its own has told of a progress.
  bool progress_shown = false;      // A look alone has shown a progress.
  std::vector<port::modality::DialogId> gone{};  // Dialogs that stood, and were disposed of.
  bool refresh_untold = false;  // The one of the call's beginning leads to its gate all the same.
  bool are_guessed = false;     // Two are under way, and a line did not name its run.
  bool script_before = false;   // A script of a call before the log may run.
  bool methods_untold = true;   // No line has told yet of a method of a script.
  std::uint32_t last = 0;       // The run that a line was about last.
  // Since a run ended last, whose caller may withdraw on the way of its result.
  std::int64_t since_end_ms = turn_max_ms + 1;

  bool are_idle() const;
  // A call that was taken, and has no result yet.
  bool is_one_under_way() const;
  // The call whose turn comes when nothing else is under way; null: none waits.
  TracedRun* next();
  TracedRun* find(std::uint32_t number);
  // The run that an item is about; null: it is about every one.
  TracedRun* owner_of(const RunItem& item);
  // It is of a run that was not called as yet, or is forgotten; or answers no method under way.
  bool are_nobodys(const RunItem& item) const;
  TracedRun& begin(std::uint32_t number);
  // What a line shows of what stood before the log begins: a look, until one shows less; or, where
  // looks are not told, what is done about it, until a line tells that a dialog or a progress
  // began. That line may stand a little behind them.
  void take_as_before(const RunItem& item, std::int64_t slack_ms, const RunsJudge& judge);
  // It answers a script from before the log; or one of a call that is still under way ends, or asks
  // for something, before that of the first call has begun.
  bool is_of_before(const RunItem& item) const;
  bool shows_call_before(const RunItem& item) const;
  // What a run has owed for the end of its script, if that was its own.
  std::optional<spec::modality::Breach> take_put_off();
  // The refusal of this call did not come: nothing waits for it any more.
  void give_up_refusal(const port::modality::Refuse& owed);
  // From now on no look is under way that is not told.
  void tell_looks();
  // Of a line that names no run, while several are under way or a script that was given up: of
  // which of them it may be, that of the line before it first.
  std::vector<RunItem> readings(const RunItem& item) const;

 private:
  void forget_progress();
  void take_as_told(port::modality::DialogId dialog, std::int64_t slack_ms);
  void take_as_gone(const TraceItem& what);
  void take_as_shown(const TraceItem& look);
  void take_as_done(const RunItem& item, const RunsJudge& judge);
};

// What every run lives with.
bool is_of_the_ide(const TraceItem& item);
// What a script does, or is answered; and whatever is no look: an act, or what a script does.
bool is_of_a_script(const TraceItem& item);
bool is_done(const TraceItem& item);
// What a run does first.
bool begins_a_run(const TraceItem& item);

class RunsJudge {
 public:
  RunsJudge(const spec::modality::Limits& limits, const spec::ClauseSet& on,
            spec::modality::Revision revision = {}, std::int64_t slack_ms = 0)
      : limits_(limits), on_(on), slack_ms_(slack_ms), judge_(limits, on, revision) {}

  void see(TracedRuns& all, const RunItem& item, spec::modality::Findings& findings) const;
  void end(const TracedRuns& all, spec::modality::Findings& findings) const;
  // The situation of a run whose line comes: its turn has come.
  spec::modality::Situation as_taken(TracedRun run, bool refresh_untold) const;

 private:
  void see_one(TracedRun& run, bool refresh_untold, const TraceItem& what,
               spec::modality::Findings& findings) const;
  // The listing of its sweep may be told up to a slack behind what it is due since.
  void list_late(TracedRun& run, const TraceItem& what) const;
  // What is no line of its own.
  void see_beside(TracedRuns& all, TracedRun& run, const TraceItem& what,
                  spec::modality::Findings& findings) const;
  // An own line, of a run whose script has ended or not.
  void see_ended_or_not(TracedRuns& all, TracedRun& run, const RunItem& item,
                        spec::modality::Findings& findings) const;
  // A line of a run that is followed twice, or from here on: in it an end may be another script's.
  struct OlderScript {
    bool ends = false;
    const TraceItem& what;
    const spec::modality::Findings& before;
  };
  void follow_older(TracedRuns& all, TracedRun& run, TracedRun& older, const OlderScript& at,
                    spec::modality::Findings& findings) const;
  void tell_put_off(TracedRun& run, spec::modality::Findings& findings) const;
  // Its first line shows when its turn came.
  void see_first(TracedRun& run, bool refresh_untold, const TraceItem& what,
                 spec::modality::Findings& findings) const;
  void see_own(TracedRuns& all, TracedRun* owner, const RunItem& item,
               spec::modality::Findings& findings) const;
  void see_of_the_ide(TracedRuns& all, const RunItem& item,
                      spec::modality::Findings& findings) const;
  void pass(TracedRuns& all, std::int64_t ms, spec::modality::Findings& findings) const;
  // Its turn has come; or may have.
  void take(TracedRun& run, bool refresh_untold, spec::modality::Findings& findings) const;
  void may_take(TracedRun& run, bool refresh_untold) const;
  // What another run did.
  void overhear(TracedRuns& all, const TracedRun* owner, const TraceItem& what) const;

  spec::modality::Limits limits_;
  spec::ClauseSet on_;
  std::int64_t slack_ms_;
  spec::modality::Judge judge_;
};

}  // namespace conformance::modality
