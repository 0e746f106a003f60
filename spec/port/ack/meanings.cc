#include "port/ack/meanings.h"

namespace port::ack {
namespace {

constexpr Meaning messages[] = {
    {"called", "A client calls a tool: a call is in flight until its respond or cancelled."},
    {"captured", "Answers capture: what was read before the dispatch."},
    {"looked", "Answers look: what is read now."},
    {"timer_fired", "The timer that the call had set is up."},
    {"replied", "The frontend answers a round trip; with an error, why it would not."},
    {"store_ready", "The pane store comes into being; before that a generation reads as absent."},
    {"pushed",
     "The frontend pushed the state of a pane, or its list of tabs: the generation of "
     "the panes is one more, if the store is there; before store_ready the push is lost."},
    {"focus_moved", "The focus went to a pane. It pushes nothing and counts as no generation."},
    {"cancelled",
     "The client of the call went away: nobody is answered, and nothing more is done "
     "for the call."},
    {"capture", "Read this before anything is dispatched; answered by captured."},
    {"dispatch",
     "Send the tool's event to the frontend. With a request number it is a round trip, "
     "and the reply carries that number."},
    {"look", "Read this now; answered by looked. How a call sees that its signal has come."},
    {"set_timer",
     "Wake the call after that time. A call has one timer: setting it again replaces "
     "it."},
    {"cancel_timer", "The timer of the call need not run any more."},
    {"note_held", "For the log: the signal was there already before the dispatch (ACK-21)."},
    {"note_still_open", "For the log: OK, and yet a viewer is open that shows the path (ACK-26)."},
    {"respond", "The answer to the client, and the last that is said of the call."},
    {"time_passed", "Virtual time went by."},
    {"processed",
     "The truth: the frontend carried out the action of this call. No backend hears "
     "it."},
    {"processed_elsewhere",
     "The truth: the frontend carried out the action of the call, on another target than asked."},
    {"processed_late",
     "The truth: the frontend carried out such a request for a call that is over already."},
    {"stands", "How many things there are to act on now, or whether what requests name is there."},
    {"listeners_left", "So many listeners for replies are left of calls that are over (ACK-17)."},
    {"taken_back", "The truth: what was carried out for the call is taken back."},
    {"tracker_ready", "The tracker of soft dialogs comes into being."},
    {"windows_ready", "The list of windows comes into being."},
    {"tracker_told",
     "The tracker is told that a soft dialog opened or closed; what is really open "
     "may differ."},
    {"window_opened", "A window opened."},
    {"window_closed", "A window closed."},
    {"frontend_restarted",
     "The frontend started again: what it was asked and had not done is "
     "lost."},
    {"panes_read", "Some client reads the panes, and is told this."}};

constexpr Meaning members[] = {
    {"auto_confirm", "The client wants the tool to confirm its own dialog."},
    {"bound",
     "Of GenerationAdvanced: the generation that must be passed. Of WindowCountBelow: the "
     "count that it must be below. Otherwise 0."},
    {"by", "The call whose action caused it, while that call is in flight; 0: no call."},
    {"call", "The number of a call, chosen by the client, while it is in flight."},
    {"count", "So many of them."},
    {"doing", "Of an error behind a dispatch: what became of the action, as far as is known."},
    {"of", "What it is about: items or path."},
    {"detail",
     "Of the panes: the version that the push of this generation carried, 0 before the "
     "first. Of windows: how many show the file of the probe. Otherwise 0."},
    {"dialog", "Which soft dialog."},
    {"after_ms", "Milliseconds from this event on; zero: still at this instant."},
    {"elapsed_ms", "Of status missing: how long it was waited for, counted from the dispatch."},
    {"exists", "Whether there is what is read: the pane store, the tracker or the window list."},
    {"kind",
     "What sort: of a signal, what OK waits for; of a probe, what is read; of a push, a "
     "state or a list of tabs."},
    {"message",
     "The words of the answer, if they are told: those of a timeout are judged (ACK-06)."},
    {"number", "Which window of a family: 2 is viewer-2."},
    {"ok", "False: the round trip's reply is an error."},
    {"one", "One file viewer, by its path, and not all of them."},
    {"open", "True: it opened; false: it closed."},
    {"pane", "Which of the two panes."},
    {"path", "The number of a file that a viewer shows; 0: none."},
    {"probe", "What is to be read, and of what."},
    {"reading", "What was read."},
    {"refusal", "What kind of error the reply of the round trip is, or why the row refuses."},
    {"request",
     "Of called: what the client asks for. Otherwise the number of a round trip, never "
     "the same twice; 0: none."},
    {"response", "The answer: its status and what belongs to it."},
    {"signal", "What OK waits for: its kind, what it is about and its bound."},
    {"status", "What the call ends as."},
    {"subject",
     "What a signal or a probe is about: a soft dialog, a window or a family of "
     "windows."},
    {"target", "What a dialog tool is about, as its caller names it: settings, file-viewer."},
    {"text", "The number of a text that the frontend sent, for an answer that repeats it."},
    {"time_ms", "Milliseconds that went by."},
    {"told", "What the client that read them was told."},
    {"tool", "The name of the tool, as the table has it."},
    {"value", "What was read: the generation, 0 or 1, or the count; 0 of what does not exist."},
    {"version",
     "The frontend's own count of changes of panes and lists of tabs; 0 of processed: "
     "it changed no pane."},
    {"window", "Which window, or which family of windows."}};

constexpr Meaning values[] = {
    {"None", "No signal: OK at the dispatch."},
    {"RoundTrip", "OK waits for the frontend's own reply."},
    {"GenerationAdvanced",
     "OK waits until the generation of the panes has passed the one that was "
     "captured."},
    {"SoftDialogAppeared", "OK waits until the tracker holds the soft dialog."},
    {"SoftDialogDisappeared", "OK waits until the tracker does not hold the soft dialog."},
    {"WindowAppeared", "OK waits until the window list has the window."},
    {"WindowDisappeared", "OK waits until the window list has none of it."},
    {"WindowCountBelow", "OK waits until there are fewer such windows than the bound."},
    {"generation", "The count of pushes that the pane store has seen."},
    {"soft_dialog", "Whether the tracker holds a soft dialog: 1 or 0; about none, how many."},
    {"windows", "How many windows match."},
    {"items", "How many things there are to act on, as far as the pane store knows."},
    {"path", "Whether what the request names is there: 1 or 0. The answer may take time."},
    {"left", "The left pane."},
    {"right", "The right pane."},
    {"unknown", "A pane of another name than left or right."},
    {"state", "The state of a pane."},
    {"tabs", "The list of tabs."},
    {"ok", "Done, as far as the signal can tell."},
    {"unknown_tool", "The table has no such tool."},
    {"invalid_params",
     "The tool has no row for this request, or there is nothing to close "
     "(ACK-12)."},
    {"missing", "The signal did not come within the budget (ACK-06)."},
    {"not_ready", "The window list does not exist yet (ACK-23)."},
    {"busy", "As many calls as there may be are in flight."},
    {"failed",
     "The reply of the round trip was an error: its kind and text are passed on "
     "(ACK-11)."},
    {"cancelled", "The client went away. It is never said, since nobody is there to hear it."},
    {"refused", "Its row refuses the request before anything is dispatched (ACK-35)."},
    {"unsaid", "Nothing was dispatched, or nothing is left open."},
    {"may_happen", "It was dispatched and not acknowledged: it may still happen (ACK-33)."},
    {"done", "It was carried out, and only a signal is missing (ACK-34)."},
    {"not_there", "What the request names does not exist."},
    {"unchecked", "Whether what the request names exists was not known in time."},
    {"other", "An error of no particular kind: its text says what."},
    {"nothing_to_do",
     "What the action is to bring about is so already, or there is nothing to act "
     "on."},
    {"blocked", "Another dialog is in the way."},
    {"malformed", "The reply cannot be read."},
    {"fire_and_forget", "A lie of the signal: OK is said at the dispatch, whatever comes of it."},
    {"foreign_push",
     "A lie of the signal: a push that this action did not cause (another pane, "
     "another call, a late one) advanced the generation."},
    {"already_held", "A lie of the signal: it was there before the dispatch."},
    {"start_up_default",
     "A lie of the signal: what is not there yet, or arrives during the call, "
     "makes it hold."},
    {"foreign_window", "A lie of the signal: another window of the family opened or closed."},
    {"transient", "A lie of the signal: what was awaited came and went between two looks."},
    {"early_reply",
     "A lie of the signal: the frontend replied before, or without, carrying the "
     "action out."},
    {"elsewhere", "A lie of the frontend: it carried the action out on another target than asked."},
    {"undone", "A lie of the frontend: what it had carried out was taken back."},
    {"twice",
     "The same request was carried out for an earlier call, given up by then, and for this one."}};

}  // namespace

const Meanings& meanings() {
  static constexpr Meanings all{messages, members, values};
  return all;
}

}  // namespace port::ack
