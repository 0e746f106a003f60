// The requirements on one "execute code" call, as data, and the index of each by its id.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "spec/rule.h"

namespace spec::modality {

// clang-format off
inline constexpr std::array policy_rules{
  Rule{"MOD-01", "Surface", Level::Must,
       "The parameter `modal` takes exactly three values: smart_non_modal, non_modal and "
       "unleashed. A missing one means smart_non_modal. Any other value, and any of the former "
       "parameters dialog_killer, cancel_on_modal and allow_modal, is refused before anything "
       "runs, with an error that lists the valid values."},
  Rule{"MOD-02", "Surface", Level::Must,
       "Each profile behaves as its tuple in the table of profiles."},
  Rule{"MOD-03", "Surface", Level::Must,
       "No profile reaches row 4 or row 8 of the behaviour table."},
  Rule{"MOD-04", "Surface", Level::Must,
       "smart_non_modal does to the IDE what unleashed does when its body first calls "
       "closeModalDialogs, the internal awaitProgress (the dialog-less wait), assertNonModal, "
       "syncDocuments, waitForSmartMode and monitorAndCloseModalDialogs. The two are equal but "
       "for the stage, whether the body started, the prefix of the reason and the post-flight, "
       "given a body timeout above all bounds."},
  Rule{"MOD-05", "Surface", Level::Must,
       "A call has exactly one result, and nothing comes after it: no tick and no command."},
  Rule{"MOD-06", "Surface", Level::Must,
       "A raw tuple behaves as its row of the behaviour table."},
  Rule{"MOD-07", "Surface", Level::Proposed,
       "The former parameters map to raw tuples, so that an older surface can be judged: S and R "
       "are dialog_killer and cancel_on_modal, which is always true, A is allow_modal, D and W are "
       "true. Killer and allow together give row 4. The harness maps them before the subject hears "
       "of them, and on the surface MOD-01 still refuses them."},
  Rule{"MOD-08", "Surface", Level::Must,
       "Nothing is done to the IDE, the script or the caller that no rule calls for."},

  Rule{"MOD-10", "Sweep", Level::Must,
       "A sweep closes the dialogs that show at its start, deepest first (the top of the stack "
       "first), in one pass and one after the other: screenshot, close, wait for the disposal as "
       "MOD-12 says, then the next. A refused close is not waited for."},
  Rule{"MOD-11", "Sweep", Level::Must,
       "A sweep that finds dialogs takes one thread dump before its first close and one "
       "screenshot before each close. A sweep that finds none takes no artifact."},
  Rule{"MOD-12", "Sweep", Level::Proposed,
       "A sweep waits, within a bound, for each closed dialog to be disposed, so that a slow "
       "disposal is not mistaken for a survivor. This can be switched off (await_dispose). A "
       "dialog counts as showing until it is disposed. One that opened during the sweep is not "
       "closed by it."},
  Rule{"MOD-13", "Sweep", Level::Must,
       "A sweep never fails the run. It reports the count and the titles of what it closed, that "
       "is, of the dialogs that were disposed; refused and still pending ones are listed apart."},
  Rule{"MOD-14", "Sweep", Level::Must,
       "Closing a dialog is cancelling it: the dialog's own state is not saved."},
  Rule{"MOD-15", "Sweep", Level::Should,
       "closeModalDialogs gives the script the titles of what it closed, in order, not a count "
       "alone."},

  Rule{"MOD-20", "Dialog-less wait", Level::Must,
       "Between sweep and gate, smart_non_modal waits while the IDE is modal with no dialog "
       "showing. It looks at once, at each poll, and a last time at the budget, and it does not "
       "look for dialogs when the IDE is not modal. With a budget of 0 there is no wait, and a "
       "progress at the gate is refused with the progress reason."},
  Rule{"MOD-21", "Dialog-less wait", Level::Must,
       "A dialog that a poll of the wait sees decides: the gate fails with that reason, without "
       "a second read, and the dialog is not swept. One that comes and goes between two polls is "
       "not seen."},
  Rule{"MOD-22", "Dialog-less wait", Level::Must,
       "When the budget has passed, the gate fails with a reason that differs from a dialog's "
       "and says that retrying later can help."},
  Rule{"MOD-23", "Dialog-less wait", Level::Should,
       "The wait gives a progress note about every 20 seconds. The note is never part of the "
       "result."},

  Rule{"MOD-30", "Gate", Level::Must,
       "The gate decides on a fresh read, taken after sweep and wait; a dialog that the wait saw "
       "is the exception (MOD-21). There is no read where nothing depends on it: with A and "
       "neither D nor W."},
  Rule{"MOD-31", "Gate", Level::Must,
       "With A=F and a dialog showing, the gate fails: a screenshot, then a thread dump, and the "
       "body never starts."},
  Rule{"MOD-32", "Gate", Level::Must,
       "With A=T the run proceeds, without artifacts."},
  Rule{"MOD-33", "Gate", Level::Must,
       "Progress-only modality follows the switch `progress at gate`. A tolerated one skips D "
       "and W with a warning each. A refused one fails like MOD-31, with a reason of its own. "
       "With a dialog in the stack as well, the dialog decides."},
  Rule{"MOD-34", "Gate", Level::Must,
       "A non-modal dialog never counts."},
  Rule{"MOD-35", "Gate", Level::Must,
       "The failure names the mode, what blocks (a dialog or a progress), and the way out."},

  Rule{"MOD-40", "Sync", Level::Must,
       "The sync runs if and only if the gate read non-modal: commit, then save, then a VFS "
       "refresh that is awaited."},
  Rule{"MOD-41", "Sync", Level::Must,
       "The sync first asserts that the IDE is not modal. If it is, the run fails with a thread "
       "dump, in stage `sync`."},
  Rule{"MOD-42", "Sync", Level::Must,
       "One bound covers commit, save and refresh together. Its expiry means a failure with a "
       "thread dump, never a hang, and the operation that is still withheld is cancelled: it "
       "cannot run after the result."},
  Rule{"MOD-43", "Sync", Level::Must,
       "A modal of either kind that is there after the commit, the save or the refresh means a "
       "failure with a thread dump."},
  Rule{"MOD-44", "Sync", Level::Must,
       "A sync that is skipped under a modal gives one warning that names the modal."},
  Rule{"MOD-45", "Sync", Level::Must,
       "No write-intent operation is started while the last read said modal; `force` is the "
       "exception (MOD-107)."},

  Rule{"MOD-46", "Sync", Level::Must,
       "After a sync that succeeded, of the documents in its scope that nothing else touched "
       "meanwhile: a modified one has the editor's text in the PSI, in the VFS and on the disk "
       "(`force`: not in the PSI), and an unmodified one has the disk's text everywhere."},
  Rule{"MOD-47", "Sync", Level::Must,
       "With nothing dirty a sync asks for nothing that can start a dialog and takes no time of "
       "its own: a save names the dirty documents, or all, and only the latter can ask."},
  Rule{"MOD-48", "Sync", Level::Must,
       "A sync touches nothing outside its scope."},
  Rule{"MOD-49", "Sync", Level::Should,
       "While a commit, save or refresh of a sync is withheld or under way, the call looks at "
       "least once a poll period, as far as the event thread answers. A dialog that shows then "
       "fails the sync at that look, as MOD-43 does, and not at the bound as a timeout."},

  Rule{"MOD-50", "Smart mode", Level::Must,
       "The wait for smart mode runs if and only if the gate read non-modal, and after the sync."},
  Rule{"MOD-51", "Smart mode", Level::Must,
       "Before it waits it asserts that the IDE is not modal. If it is, the run fails with a "
       "thread dump, in stage `smart`."},
  Rule{"MOD-52", "Smart mode", Level::Must,
       "The wait is bounded. Its expiry means a failure with a thread dump."},
  Rule{"MOD-53", "Smart mode", Level::Proposed,
       "It reports the time waited, 0 when the IDE was smart already."},
  Rule{"MOD-54", "Smart mode", Level::Must,
       "The wait speaks about one point in time: indexing that starts again later fails nothing."},
  Rule{"MOD-55", "Smart mode", Level::Must,
       "It waits for the end of dumb mode only, not for *configured*."},
  Rule{"MOD-56", "Smart mode", Level::Should,
       "After the wait it asserts again that the IDE is not modal."},
  Rule{"MOD-57", "Smart mode", Level::Must,
       "A wait that is skipped under a modal gives one warning that names the modal."},

  Rule{"MOD-60", "Monitor", Level::Must,
       "The monitor starts after all pre-flight steps and before the body. It ticks once per "
       "period. It stops when the body returns, so the post-flight is never watched."},
  Rule{"MOD-61", "Monitor", Level::Must,
       "A tick with a dialog showing decides the run: the body is cancelled at once, one thread "
       "dump is taken (shared with the sweep's), the dialogs are swept as MOD-10 says, then "
       "comes the result: failed, stage `monitor`, naming what was closed and allowModalDialog. "
       "Whatever the body or its timeout does meanwhile is ignored."},
  Rule{"MOD-62", "Monitor", Level::Must,
       "Progress-only modality does not trip the monitor."},
  Rule{"MOD-63", "Monitor", Level::Must,
       "A dialog that comes and goes between two ticks is not observed."},
  Rule{"MOD-64", "Monitor", Level::Must,
       "Starting the monitor twice is a no-op."},
  Rule{"MOD-65", "Monitor", Level::Must,
       "Starting the monitor does not sweep."},
  Rule{"MOD-66", "Monitor", Level::Must,
       "allowModalDialog stops the monitor for the rest of the run. Starting it again re-arms "
       "it, with the first tick one period later."},
  Rule{"MOD-67", "Monitor", Level::Must,
       "A body that returns after the monitor failed the run changes nothing."},
  Rule{"MOD-69", "Monitor", Level::Proposed,
       "withModalDialogAllowed { } stops the monitor for the block and restores the state before "
       "the block after it, also when the block throws. An allowModalDialog inside the block "
       "wins. Blocks nest eight deep: a ninth is refused."},

  Rule{"MOD-70", "Body", Level::Must,
       "The body starts at most once, and only when every pre-flight step succeeded."},
  Rule{"MOD-71", "Body", Level::Must,
       "The request's timeout is positive and finite; anything else is refused at the surface. "
       "It covers the body only. Its expiry cancels the body and fails the run (stage `body`, "
       "with a thread dump). A body that ignores the cancel is abandoned. A failed context "
       "method ends the run; scripts cannot catch it."},
  Rule{"MOD-72", "Body", Level::Must,
       "A script error fails the run with its message and takes no policy artifacts."},
  Rule{"MOD-73", "Body", Level::Must,
       "A pre-flight failure is attributable: the result's stage names the step and says that "
       "the script did not run."},
  Rule{"MOD-74", "Body", Level::Should,
       "A failed result counts its artifacts, and the driver lists them in order, so that a caller "
       "finds them without asking the IDE again."},
  Rule{"MOD-75", "Body", Level::Must,
       "A method called while another one is under way is refused, and changes nothing of the "
       "first. A script that returns during one has returned: the method is cancelled. A refusal "
       "is no failure of the run."},

  Rule{"MOD-80", "Post-flight", Level::Must,
       "With D=T (a raw tuple) or smart_non_modal, after a body that returned, the documents are "
       "synced again if and only if a fresh read says non-modal."},
  Rule{"MOD-81", "Post-flight", Level::Must,
       "A failure of the post-flight is a warning, never a failed run. So edits can still miss "
       "the disk after an OK, and the warning says so."},
  Rule{"MOD-82", "Post-flight", Level::Must,
       "When it is skipped because the IDE is modal now, a warning names that."},
  Rule{"MOD-83", "Post-flight", Level::Must,
       "non_modal and unleashed have no post-flight."},
  Rule{"MOD-84", "Post-flight", Level::Must,
       "An asynchronous VFS refresh is scheduled once before the pre-flight and once right "
       "before the result, in every mode, also on failure, but not for calls that MOD-01, MOD-71 "
       "or MOD-90 refuse. It is not awaited, is no write-intent operation in the sense of "
       "MOD-45, and does not hang under a modal."},
  Rule{"MOD-85", "Post-flight", Level::Must,
       "With D=T or smart_non_modal, an OK without a post-flight warning means that what the "
       "body edited is on the disk, unless something else changed that document or file after "
       "the return."},

  Rule{"MOD-90", "Liveness and threads", Level::Must,
       "A call made from the EDT is refused at once: an EDT operation of a caller that holds the "
       "EDT would never start."},
  Rule{"MOD-91", "Liveness and threads", Level::Must,
       "Every call ends, within the sum of its bounds, whatever the IDE does. So captures and the "
       "answers to closes are bounded at every level."},
  Rule{"MOD-92", "Liveness and threads", Level::Must,
       "Reads of modality complete under a modal."},
  Rule{"MOD-93", "Liveness and threads", Level::Proposed,
       "A capture that does not come within 5 s is given up and noted with the result. The "
       "captures of one ending run side by side, 5 s together."},
  Rule{"MOD-94", "Liveness and threads", Level::Must,
       "A look, a listing and a close are bounded, 8 s from the asking. Expiry ends the run at its "
       "step with a reason of its own and a thread dump, without a screenshot, and the operation "
       "that was not answered is cancelled. A close may be given up sooner, when the wait for its "
       "dialog is over (MOD-12). A look that is asked beside a write of the run has the write's "
       "bound instead. A look of the monitor that expires is taken back, the script goes "
       "on, and the next tick asks again."},
  Rule{"MOD-95", "Liveness and threads", Level::Must,
       "At most one look is under way in a lane: a tick of the monitor that falls while one is "
       "unanswered asks nothing. What an answer shows counts at the instant of the answer."},
  Rule{"MOD-96", "Liveness and threads", Level::Must,
       "When the body is cancelled, what it has waiting on the event thread is taken back: nothing "
       "of a cancelled body reaches the IDE after the result, unless the script itself ignores the "
       "cancel."},

  Rule{"MOD-100", "Context methods", Level::Must,
       "closeModalDialogs can be called from the body in any mode. It is the sweep."},
  Rule{"MOD-101", "Context methods", Level::Must,
       "monitorAndCloseModalDialogs can be called from the body in any mode. It starts the "
       "monitor."},
  Rule{"MOD-102", "Context methods", Level::Must,
       "allowModalDialog can be called from the body in any mode. It stops the monitor."},
  Rule{"MOD-103", "Context methods", Level::Must,
       "syncDocuments can be called from the body in any mode. It is D with its assert and its "
       "bound. Its failure fails the run."},
  Rule{"MOD-104", "Context methods", Level::Must,
       "waitForSmartMode can be called from the body in any mode. It is W with its assert and "
       "its bound. Its failure fails the run."},
  Rule{"MOD-105", "Context methods", Level::Proposed,
       "assertNonModal can be called from the body in any mode. It fails with a screenshot and a "
       "thread dump if the IDE is modal, and has no side effect otherwise."},
  Rule{"MOD-106", "Context methods", Level::Proposed,
       "isModal and isSmartMode can be called from the body in any mode. They are reads that "
       "never fail, but for an event thread that does not answer (MOD-94)."},
  Rule{"MOD-107", "Context methods", Level::Proposed,
       "syncDocuments(force) can be called from the body in any mode. It skips the assert and "
       "the commit, is still bounded, and saves and refreshes under any modality: it gets through "
       "under a dialog, and fails at its bound only where a progress holds the write lock or its "
       "own save asks."},
  Rule{"MOD-108", "Context methods", Level::Proposed,
       "syncDocuments(projectOnly) and saveProject can be called from the body in any mode."},
  Rule{"MOD-109", "Context methods", Level::Must,
       "Any context method called after the call has ended is refused."},

  Rule{"MOD-110", "Caller and neighbours", Level::Must,
       "When the caller withdraws, no further step is begun, a script that runs is cancelled, "
       "every operation under way is cancelled and captures are dropped, in the same instant. "
       "There is one decision and one result, with the reason `cancelled`; nothing else is said to "
       "the caller. There is no post-flight and no artifact."},
  Rule{"MOD-111", "Caller and neighbours", Level::Must,
       "A withdrawal behind the decision changes nothing."},
  Rule{"MOD-112", "Caller and neighbours", Level::Must,
       "What belongs to one run is not taken for another's. The return or error of a script that "
       "was given up ends nobody's body, its methods are refused, its edits are a stranger's. The "
       "next run ends within its own bounds."},
  Rule{"MOD-113", "Caller and neighbours", Level::Must,
       "Of two runs at once each has its own result by its own options, and its own monitor. What "
       "one's sweep or monitor closes is gone for the other as if anybody had closed it."},
  Rule{"MOD-114", "Caller and neighbours", Level::Proposed,
       "A failure that trying again later may mend says so in a field of the result, not in its "
       "words alone: the dialog-less wait, the smart bound, an event thread that does not answer, "
       "an index that was not ready for the script."},
};
// clang-format on

// The number in "MOD-42".
constexpr int rule_number(std::string_view id) {
  int number = 0;
  for (char c : id.substr(id.find('-') + 1)) number = number * 10 + (c - '0');
  return number;
}

constexpr bool ascending(const auto& rules) {
  return std::ranges::adjacent_find(rules, [](const Rule& left, const Rule& right) {
           return rule_number(left.id) >= rule_number(right.id);
         }) == std::ranges::end(rules);
}
static_assert(ascending(policy_rules), "the rules stand in the order of their ids, each once");
static_assert(policy_rules.size() <= 128, "Exercised has a bit for each rule");

consteval std::uint8_t rule_index(std::string_view id) { return index_of(policy_rules, id); }

}  // namespace spec::modality
