// The requirements on what an action tool's "OK" means, as data, and the index of each by its id.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "spec/rule.h"

namespace spec::ack {

// clang-format off
inline constexpr std::array ack_rules{
  Rule{"ACK-01", "Capture", Level::Must,
       "Whatever the signal is compared with (a generation, a count of windows) is captured "
       "before the event is dispatched."},
  Rule{"ACK-02", "Dispatch", Level::Must,
       "A call dispatches exactly one event."},
  Rule{"ACK-03", "Wait", Level::Must,
       "OK is said only at an observation at which the call's own signal holds."},
  Rule{"ACK-04", "Wait", Level::Must,
       "A call looks at once after the dispatch, then at least at each poll interval of its "
       "signal; it may look more often, or at every push. OK is right whenever the signal holds, "
       "and owed at the first poll at which it does."},
  Rule{"ACK-05", "Wait", Level::Must,
       "There is a last look at the deadline before the call gives up. A signal that holds exactly "
       "at the budget is OK."},
  Rule{"ACK-06", "Result", Level::Must,
       "A call that gives up returns a typed internal error (JSON-RPC -32603) whose text names the "
       "missing signal, the milliseconds that went by, and where to look next."},
  Rule{"ACK-07", "Surface", Level::Must,
       "Budget and poll interval belong to the backend. No parameter of a tool sets them."},
  Rule{"ACK-08", "Surface", Level::Must,
       "Inputs and the shape of OK are those of the time before the contract: it moves only the "
       "moment at which OK is said. A tool that a revision does not have is unknown in it."},
  Rule{"ACK-09", "Round trips", Level::Must,
       "A tool that may end in more than one observable way, or in none, asks for an explicit "
       "reply: it is a round trip."},
  Rule{"ACK-10", "Round trips", Level::Must,
       "A reply is matched by its request id. One for another id, a late one and a second one "
       "change nothing."},
  Rule{"ACK-11", "Round trips", Level::Must,
       "An error reply is the tool's error, with its kind and the frontend's text. A reply that "
       "cannot be read is an error of a kind of its own."},
  Rule{"ACK-12", "Dialogs", Level::Must,
       "Closing a file viewer while none is open fails at once as invalid params; nothing is "
       "dispatched."},
  Rule{"ACK-13", "Dialogs", Level::Must,
       "Closing one of several file viewers is acknowledged when one of them went, not when all "
       "are gone."},
  Rule{"ACK-14", "Dialogs", Level::Must,
       "Closing a confirmation waits for that dialog to go, and not for pane state, which a cancel "
       "leaves alone."},
  Rule{"ACK-15", "Dialogs", Level::Must,
       "A soft dialog is never awaited as a window. No window has its name, so waiting for one to "
       "disappear would end at once and mean nothing."},
  Rule{"ACK-16", "Pane store", Level::Must,
       "Each push of state or tabs for the left or right pane raises the generation by exactly "
       "one. A push for an unknown pane and a change of focus raise nothing."},
  Rule{"ACK-17", "Calls", Level::Must,
       "Nothing of a call outlives it: after a timeout its late reply completes no other round "
       "trip, and the call itself does nothing more. It is over at once when its client goes "
       "away."},
  Rule{"ACK-18", "Calls", Level::Must,
       "Calls in flight are tracked each on its own."},
  Rule{"ACK-19", "Wait", Level::Must,
       "Navigations and round trips wait 5000 ms (nav_to_path: 30000 ms; that an operation begins, "
       "in r3: 10000 ms), every other tool 1500 ms; no call waits less or more."},
  Rule{"ACK-20", "Dialogs", Level::Must,
       "autoConfirm decides what copy, move and delete wait for: pane state if it is set, the "
       "confirmation dialog if not. In r3 a reply takes the place of pane state, and compress, "
       "mkdir and mkfile are decided so too."},
  Rule{"ACK-21", "Result", Level::Should,
       "What a call is to make appear may be there before the dispatch. That is noted in the log, "
       "and the result keeps its shape."},
  Rule{"ACK-22", "Start-up", Level::Must,
       "While the store, tracker or list behind a signal does not exist, nothing has advanced or "
       "appeared, what is to disappear counts as gone, and a captured generation is zero."},
  Rule{"ACK-23", "Start-up", Level::Must,
       "Closing a file viewer before the window list exists is an internal error, not invalid "
       "params."},
  Rule{"ACK-24", "Pane store", Level::Must,
       "A push is one step and carries a version. Whoever reads the panes is told generation and "
       "version of one push, and never of two."},
  Rule{"ACK-25", "Pane store", Level::Must,
       "A client that reads the panes after an OK that its own action's push brought is told at "
       "least the version of what the action did."},
  Rule{"ACK-26", "Dialogs", Level::Proposed,
       "Closing a file viewer by its path is about that viewer, while the signal counts them all. "
       "If one that shows the path is still open at OK, that is noted in the log."},
  Rule{"ACK-27", "Calls", Level::Must,
       "At least eight calls may be in flight; what is beyond a bound is refused as busy, at once "
       "and without dispatching. A call that ended, timed out or was left by its client frees its "
       "place."},
  Rule{"ACK-28", "Calls", Level::Must,
       "Ids of requests, generations and versions do not wrap, repeat or meet within a session, "
       "however long it is and however often the frontend restarts."},
  Rule{"ACK-29", "Wait", Level::Must,
       "The budget runs from the dispatch, and so does the time that is told: a capture that takes "
       "long shortens no wait."},
  Rule{"ACK-30", "Truth", Level::Must,
       "No call says error although its action was processed and notified within the budget, "
       "other than in the named classes."},
  Rule{"ACK-31", "Truth", Level::Must,
       "No call says OK although its action was not processed, other than in the named classes."},
  Rule{"ACK-32", "Truth", Level::Must,
       "A round trip lies in neither way, in no class but those that are the frontend's own fault: "
       "it replied before it acted, or without acting, acted elsewhere, or took it back."},
  Rule{"ACK-33", "Result", Level::Proposed,
       "An error behind a dispatch that was not acknowledged says that the action may still "
       "happen; one that dispatched nothing does not: who tries again must know which."},
  Rule{"ACK-34", "Result", Level::Proposed,
       "Where a reply said that the action was carried out, and only another signal of it is "
       "missing, the result says so."},
  Rule{"ACK-35", "Dispatch", Level::Must,
       "What a row of the table refuses before the dispatch is refused at once, or within the "
       "row's own bound, with its kind, and nothing is dispatched. Where a row says that there "
       "may be nothing to do, it is OK without an event."},
};
// clang-format on

static_assert(std::ranges::adjacent_find(ack_rules, std::ranges::greater_equal{}, &Rule::id) ==
                  ack_rules.end(),
              "the rules stand in the order of their ids, each once");
static_assert(ack_rules.size() <= 64, "the low word of Exercised has a bit for each rule");

consteval std::uint8_t rule_index(std::string_view id) { return index_of(ack_rules, id); }

}  // namespace spec::ack
