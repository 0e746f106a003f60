// All tables of clauses in the order of their numbers.
#pragma once
#include <tuple>

#include "modality/clauses/body.h"
#include "modality/clauses/ending.h"
#include "modality/clauses/gate.h"
#include "modality/clauses/owed.h"
#include "modality/clauses/sweep.h"
#include "modality/clauses/sync.h"

namespace spec::modality::clauses {

inline constexpr auto tables = std::make_tuple(
    Table<effects>{"anything"}, Table<effects_for_nobody>{"anything for nobody"},
    Table<effects_of_the_refused>{"what a call does that is refused"},
    Table<effects_of_strangers>{"what follows a script"}, Table<asks>{"a look"},
    Table<closes>{"CloseDialog"}, Table<sweep_dumps>{"a sweep's thread dump"},
    Table<sweep_shots>{"a sweep's screenshot"}, Table<reports>{"ReportDialog"},
    Table<close_cancels>{"Cancel of a close"}, Table<notes>{"ReportProgress"},
    Table<gate_passes>{"passing the gate"}, Table<sync_skips>{"Warn of a skipped sync"},
    Table<smart_skips>{"Warn of a skipped smart wait"}, Table<starts>{"StartBody"},
    Table<writes>{"Commit, Save or Refresh"}, Table<write_cancels>{"Cancel of a write"},
    Table<write_begins>{"WriteBegan"}, Table<smart_awaits>{"AwaitSmart"},
    Table<smart_reports>{"ReportSmartWait"}, Table<smart_cancels>{"Cancel of a smart wait"},
    Table<post_skips>{"Warn of a skipped post-flight"},
    Table<post_failures>{"Warn of a failed post-flight"}, Table<body_cancels>{"CancelBody"},
    Table<returns>{"Return"}, Table<refusals>{"Refuse"}, Table<ticks>{"a tick without a trip"},
    Table<looks>{"ModalityRead"}, Table<edits>{"an edit"}, Table<decisions>{"Decide"},
    Table<end_shots>{"an ending's screenshot"}, Table<end_dumps>{"an ending's thread dump"},
    Table<drops>{"DropCapture"}, Table<refreshes>{"ScheduleRefresh"}, Table<results>{"Finish"},
    Table<owed_at_the_surface>{"at the surface"}, Table<owed_by_a_withdrawal>{"by a withdrawal"},
    Table<owed_by_looks>{"by looks"}, Table<owed_by_captures>{"of captures"},
    Table<owed_in_a_sweep>{"in a sweep"}, Table<owed_in_a_wait>{"in a wait"},
    Table<owed_at_the_gate>{"at the gate"}, Table<owed_when_ready>{"when ready"},
    Table<owed_in_a_sync>{"in a sync"}, Table<owed_in_a_smart_wait>{"in a smart wait"},
    Table<owed_by_the_monitor>{"by the monitor"}, Table<owed_in_the_body>{"in the body"},
    Table<owed_in_a_method>{"in a method"}, Table<owed_after_the_body>{"after the body"},
    Table<owed_by_an_ending>{"by an ending"}, Table<owed_after_the_end>{"after the end"},
    Table<owed_in_the_end>{"in the end"});

inline constexpr std::size_t uncalled = clause_count<tables>;
static_assert(uncalled < clauses_max);

}  // namespace spec::modality::clauses
