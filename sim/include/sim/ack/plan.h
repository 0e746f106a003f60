// Everything about simulated tool calls that does not change while they run: what may be
// called, how the frontend may behave, what it shows at the start, what happens beside it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "port/ack/words.h"
#include "sim/state/agenda.h"

namespace sim::ack {

using namespace port::ack;

// What the frontend does when it carries out an action.
enum class EffectKind : std::uint8_t {
  None,
  PushState,    // The left pane changes, and its state is pushed.
  PushTabs,     // Its list of tabs is pushed.
  OpenDialog,   // A soft dialog.
  CloseDialog,  // One that is not open stays so.
  Confirm,  // Closes a soft dialog; what it asked about changes the left pane. One that is not open
            // cannot be confirmed: nothing is carried out.
  OpenWindow,    // At most one of its label, but any number of viewers.
  FocusWindow,   // Changes nothing that a probe can read.
  CloseWindow,   // The one of its label.
  CloseViewer,   // One of several: one that shows the path that was asked for,
  CloseViewers,  // or all.
  OpenFile,      // Enters a folder, opens a viewer, or starts another program: no trace.
  StartOrAsk,  // Starts an operation, which leaves no trace, or leaves its dialog open, since what
               // it would make exists.
};

struct Effect {
  EffectKind kind = EffectKind::None;
  SubjectId subject = no_subject;
  bool operator==(const Effect&) const = default;
};

// How the frontend treats one action.
enum class Behaviour : std::uint8_t {
  Responsive,     // Carries it out, then notifies.
  Slow,           // Likewise, after up to `slow`.
  Stalled,        // Hears it and whatever follows, and does nothing: a modal, an error pane.
  Drops,          // Loses this event alone.
  NoListener,     // Never listened for the events of this tool.
  Silent,         // Carries it out and notifies nothing.
  Unchanged,      // Carries it out; the state is as before, so nothing is pushed, unless the table
                  // says that all is pushed that is listed.
  OtherDialog,    // Opens another dialog than asked, and nothing else.
  ClosesAnother,  // Closes another viewer than asked, if there is one, and nothing else.
  // From here to IsBlocked of round trips alone:
  Refuses,         // Replies with an error.
  RepliesToOther,  // Round trips: with the id of another request,
  RepliesTwice,    // twice,
  RepliesLate,     // after the budget,
  RepliesEarly,    // before it carries the action out,
  RepliesAlone,    // without ever doing so,
  RepliesGarbage,  // with what cannot be read, having carried it out.
  NothingToDo,     // Round trips: replies that there is nothing to do,
  IsBlocked,       // or that another dialog is in the way.
  StaleTarget,     // Carries it out on another target than the one that was asked for.
  RolledBack,      // Carries it out, pushes that, and takes it back.
  PromptStays,     // Round trips that close a dialog: replies, and the dialog stays up.
};
inline constexpr std::size_t behaviours = 21;

// What happens beside the calls.
enum class Background : std::uint8_t {
  PushLeft,
  PushRight,
  PushTabs,
  PushUnknown,
  MoveFocus,
  ViewerOpens,
  ViewerCloses,
  SettingsOpens,
  SettingsCloses,
  DialogOpens,   // The user opens the soft dialog that the first call is about,
  DialogCloses,  // or closes it.
  StoreComes,    // Start-up ends for the store, the tracker, the window list.
  TrackerComes,
  WindowsCome,
  Restarts,      // The frontend: windows go, what it was about to do is lost; it registers the
                 // store again and counts its pushes from one.
  ClientReads,   // Some client reads the panes.
  ClientLeaves,  // The client of the first call disconnects; in a session of the first in flight.
};
inline constexpr std::size_t background_kinds = 17;

// The files that viewers show: of those that are open at the start the first one, and each second
// after it, the one that a call may ask for; what opens by itself shows the other.
inline constexpr PathId asked_path{1};
inline constexpr PathId other_path{2};

// One that a plan fixes; if it would change nothing then, it does not happen.
struct BackgroundEvent {
  Background what{};
  Window window{};  // From the first call.
  bool operator==(const BackgroundEvent&) const = default;
};
inline constexpr std::size_t planned_max = 4;

struct Start {
  bool store = true, tracker = true, windows = true;  // Exist already.
  bool settings = false;                              // Open.
  std::uint8_t viewers = 0;                           // At most 4: of the asked path, of the other,
                                                      // and so on.
  bool dialog = false;  // Open: the soft dialog that the first call is about.
  bool items = true;    // There is something to act on,
  bool path = true;     // and what a request names.
  bool operator==(const Start&) const = default;
};

// What cannot happen to a subject: none of it is met in its worlds.
struct Without {
  bool start_up = false;     // The store or the tracker comes late.
  bool window_list = false;  // There is no list of windows yet.
  bool slow_reads = false;   // Anything between a read of the frontend and its answer.
  bool operator==(const Without&) const = default;
};
bool rules_out(const Without& without, const Start& start);
bool rules_out(const Without& without, Background what);

struct Latencies {
  Window process{0, 0};  // From the dispatch to the carrying out.
  Window slow{0, 0};     // Likewise of Slow.
  Window notify{0, 0};   // From there to the push, the tracker's news or the reply; of RepliesEarly
                         // and RepliesAlone from the dispatch to the reply.
  Window late{0, 0};     // Likewise of RepliesLate, and of the second reply of RepliesTwice.
  Window capture{0, 0};  // From a Capture to its answer.
  Window check{0, 0};    // The same of whether what a request names is there.
  Window look{0, 0};     // From a Look to its answer.
  bool operator==(const Latencies&) const = default;
};

struct Call {
  Request request;
  Effect effect;
  std::uint8_t cell = 0;  // The line of the matrix.
  std::string name;       // "dialog_close file-viewer one"
  bool reads = false;     // Who is told OK reads the panes, which the signal is about.
  bool two = false;       // Its row has a second event,
  Effect second{};        // which does this.
  bool operator==(const Call&) const = default;
};

// One of a session that is written down: another call, or something beside the calls, some time
// after the one before it.
struct Step {
  std::string tool = {}, target = {};  // Of a call.
  bool auto_confirm = false, one = false;
  std::uint8_t number = 0;  // Its number, if that is free; zero: the first that is.
  std::vector<Behaviour> meets = {};
  std::optional<Background> event = {};
  Window after{0, 0};
  Call call = {};  // What its words come to.
  bool operator==(const Step&) const = default;
};
inline constexpr std::size_t steps_max = 200;

struct Plan {
  const Table* table = nullptr;
  SubjectId settings{}, viewer{};  // Of its subjects.
  Grid grid = {};
  Latencies latencies = {};
  std::vector<Call> calls = {};   // Of which one is made.
  std::vector<Call> second = {};  // And then one of these, if there are any:
  Window second_window{0, 0};     // from the first call on.
  // Not zero: so many of `calls` in all, each some time of `second_window` after the one before it
  // that had its number. They are numbered from 1 to calls_max, again and again.
  std::uint8_t session = 0;
  // Of a session that is written down: what follows the first call; `session` is one more.
  std::vector<Step> steps = {};
  std::vector<Behaviour> behaviours = {};         // Of which each action meets one,
  std::vector<Behaviour> second_behaviours = {};  // and that of the second call one of these,
                                                  // if there are any.
  std::vector<Start> starts = {};                 // At least one.
  std::vector<Background> background = {};
  std::uint8_t background_max = 0;            // So many of them, at any instant.
  std::vector<BackgroundEvent> planned = {};  // And these; at most planned_max.
  Without without = {};
  bool operator==(const Plan&) const = default;
};

// The names used in labels, prints and scenario files: "replies_late".
const char* name(Behaviour behaviour);
const char* name(Background what);

// A plan of which only the table is known.
Plan plan_over(const Table& table);

// What a request comes to: with its effect and name. A request that no row is for has no
// effect.
Call call_for(const Table& table, const Request& request);

// The first row that is for a request; null: there is none. Looked up here as well as in engine and
// spec, so that a wrong one of them shows.
const Row* row_for(const Table& table, const Request& request);

// Every request that the rows of a table are for, with what a frontend does about it.
std::vector<Call> calls_of(const Table& table);
// The one that a row is for.
Request request_of(const Row& row);

// What makes the signal of a row hold. Nothing has to, where a reply or nothing is awaited.
EffectKind effect_of_signal(const Row& row);

// Where the subjects of a table have its window, and its family of windows. The others are soft
// dialogs.
inline constexpr SubjectId window_subject{0}, family_subject{1};

// The row behind this one in its table, if that goes on from it; null: none does.
const Row* next_part(const Table& table, const Row& row);

}  // namespace sim::ack
