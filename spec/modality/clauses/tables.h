// All tables of clauses in the order of their numbers.
#pragma once
#include <string_view>
#include <type_traits>

#include "modality/clauses/body.h"
#include "modality/clauses/ending.h"
#include "modality/clauses/gate.h"
#include "modality/clauses/owed.h"
#include "modality/clauses/sweep.h"
#include "modality/clauses/sync.h"

namespace spec::modality::clauses {

template <const auto& table>
struct Tag {};

template <const auto&... table>
struct TableList {
  static constexpr std::size_t count = (std::size(table) + ...);

  // The number of a table's first clause.
  template <const auto& which>
  static constexpr std::size_t first() {
    std::size_t number = 0;
    bool found = false;
    ((found = found || std::is_same_v<Tag<which>, Tag<table>>,
      number += found ? 0 : std::size(table)),
     ...);
    return number;
  }

  // Calls `each(table)` for each table in order.
  static void for_each(auto&& each) { (each(table), ...); }
};

using AllTables =
    TableList<effects, effects_for_nobody, effects_of_strangers, asks, closes, sweep_dumps,
              sweep_shots, reports, close_cancels, notes, gate_passes, sync_skips, smart_skips,
              starts, writes, write_cancels, write_begins, smart_awaits, smart_reports,
              smart_cancels, post_skips, post_failures, body_cancels, returns, refusals, ticks,
              looks, edits, decisions, end_shots, end_dumps, drops, refreshes, results,
              owed_at_the_surface, owed_by_a_withdrawal, owed_by_looks, owed_by_captures,
              owed_in_a_sweep, owed_in_a_wait, owed_at_the_gate, owed_when_ready, owed_in_a_sync,
              owed_in_a_smart_wait, owed_by_the_monitor, owed_in_the_body, owed_in_a_method,
              owed_after_the_body, owed_by_an_ending, owed_after_the_end, owed_in_the_end>;
inline constexpr std::array<std::string_view, 51> kinds{"anything",
                                                        "anything for nobody",
                                                        "what follows a script",
                                                        "a look",
                                                        "CloseDialog",
                                                        "a sweep's thread dump",
                                                        "a sweep's screenshot",
                                                        "ReportDialog",
                                                        "Cancel of a close",
                                                        "ReportProgress",
                                                        "passing the gate",
                                                        "Warn of a skipped sync",
                                                        "Warn of a skipped smart wait",
                                                        "StartBody",
                                                        "Commit, Save or Refresh",
                                                        "Cancel of a write",
                                                        "WriteBegan",
                                                        "AwaitSmart",
                                                        "ReportSmartWait",
                                                        "Cancel of a smart wait",
                                                        "Warn of a skipped post-flight",
                                                        "Warn of a failed post-flight",
                                                        "CancelBody",
                                                        "Return",
                                                        "Refuse",
                                                        "a tick without a trip",
                                                        "ModalityRead",
                                                        "an edit",
                                                        "Decide",
                                                        "an ending's screenshot",
                                                        "an ending's thread dump",
                                                        "DropCapture",
                                                        "ScheduleRefresh",
                                                        "Finish",
                                                        "at the surface",
                                                        "by a withdrawal",
                                                        "by looks",
                                                        "of captures",
                                                        "in a sweep",
                                                        "in a wait",
                                                        "at the gate",
                                                        "when ready",
                                                        "in a sync",
                                                        "in a smart wait",
                                                        "by the monitor",
                                                        "in the body",
                                                        "in a method",
                                                        "after the body",
                                                        "by an ending",
                                                        "after the end",
                                                        "in the end"};

inline constexpr std::size_t uncalled = AllTables::count;
static_assert(uncalled < clauses_max);

}  // namespace spec::modality::clauses
