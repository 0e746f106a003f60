// The words of the acknowledgement contract: tools, the signals that they wait for, what is
// read, what a call ends with, and the shape of the table that says which tool waits for what.
//
// Shapes and names, no values: tools, targets and subjects are small ids, positions in the
// lists of names of a table, so that a project with other tools brings its own. The tables
// themselves belong to those who work by them.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "port/time.h"
#include "port/words.h"

namespace port::ack {

// Positions in the lists of names of a table.
using ToolId = Id<struct ToolIdKind, std::uint8_t>;
// What a dialog tool is about, as its caller names it: "settings", "file-viewer".
using TargetId = Id<struct TargetIdKind, std::uint8_t>;
// What a signal is about: a soft dialog, a window label or a family of windows.
using SubjectId = Id<struct SubjectIdKind, std::uint8_t>;
inline constexpr TargetId no_target{0xff};
inline constexpr SubjectId no_subject{0xff};

inline constexpr std::size_t subjects_max = 64;
// Some of them. Flat; no subject, and one beyond them, is never in it.
struct SubjectSet {
  std::array<std::uint32_t, subjects_max / 32> bits{};

  constexpr bool has(SubjectId subject) const {
    return subject.value < subjects_max &&
           (bits[subject.value / 32] >> subject.value % 32 & 1) != 0;
  }
  constexpr void put(SubjectId subject, bool in) {
    if (has(subject) != in && subject.value < subjects_max)
      bits[subject.value / 32] ^= std::uint32_t{1} << subject.value % 32;
  }
  constexpr std::uint32_t size() const {
    return static_cast<std::uint32_t>(std::popcount(bits[0]) + std::popcount(bits[1]));
  }
  bool operator==(const SubjectSet&) const = default;
};

// One call of a tool, for as long as it is in flight; the caller chooses the value.
using CallId = Id<struct CallIdKind, std::uint16_t>;
inline constexpr CallId no_call{};  // No call has this number.

// Of a round trip: never the same twice. Zero: none.
using RequestId = Id<struct RequestIdKind, std::uint32_t>;
// A text that the frontend sent; the driver keeps it.
using TextId = Id<struct TextIdKind, std::uint32_t>;

// A file that a viewer shows; the driver knows its path. Zero: none.
using PathId = Id<struct PathIdKind, std::uint8_t>;
inline constexpr PathId no_path{};

// What OK waits for.
enum class SignalKind : std::uint8_t {
  None,  // Nothing: OK at dispatch (refresh in r1).
  RoundTrip,
  GenerationAdvanced,
  SoftDialogAppeared,
  SoftDialogDisappeared,
  WindowAppeared,
  WindowDisappeared,
  WindowCountBelow,
};
WORDS(SignalKind, "None", "RoundTrip", "GenerationAdvanced", "SoftDialogAppeared",
      "SoftDialogDisappeared", "WindowAppeared", "WindowDisappeared", "WindowCountBelow");

struct Signal {
  SignalKind kind = SignalKind::None;
  SubjectId subject = no_subject;
  // GenerationAdvanced: the generation that must be passed. WindowCountBelow: the count.
  std::uint32_t bound = 0;
  RECORD(Signal, "signal", "kind", "subject", "bound");
};

// What a caller asks for. A tool reads of it what its rows in the table speak of.
struct Request {
  ToolId tool;
  TargetId target = no_target;
  bool auto_confirm = false;
  bool one = false;  // One file viewer, by its path, and not all of them.
  PathId path{};     // Of `one`: which file it shows.
  RECORD(Request, "request", "tool", "target", "auto_confirm", "one", "path");
};

// Reading the frontend's state.

enum class ProbeKind : std::uint8_t {
  Generation,  // Of the pane store.
  SoftDialog,  // Whether the tracker holds it; about none: how many it holds.
  Windows,     // How many match.
  Items,       // How many things there are to act on, as far as the pane store knows.
  Path,        // Whether what the request names is there: a check, which may take time.
};
WORDS(ProbeKind, "generation", "soft_dialog", "windows", "items", "path");
struct Probe {
  ProbeKind kind = ProbeKind::Generation;
  SubjectId subject = no_subject;
  PathId path{};  // Windows: those that show this file are told, too.
  RECORD(Probe, "probe", "kind", "subject", "path");
};
struct Reading {
  bool exists = false;      // The store, the tracker or the window list.
  std::uint32_t value = 0;  // The generation, 0 or 1, or the count; 0 of what does not exist.
  // Of the panes: the version that the push of this generation carried; 0 before the first. Of
  // windows: how many of them show the file of the probe. Else 0.
  std::uint32_t detail = 0;
  RECORD(Reading, "reading", "exists", "value", "detail");
};

enum class Pane : std::uint8_t { Left, Right, Unknown };
WORDS(Pane, "left", "right", "unknown");
enum class PushKind : std::uint8_t { State, Tabs };
WORDS(PushKind, "state", "tabs");

// How a call ends.

enum class Status : std::uint8_t {
  Ok,
  UnknownTool,    // Invalid params: the table has no such tool.
  InvalidParams,  // The tool has no row for this request, or there is nothing to close (ACK-12).
  Missing,        // Internal error: the signal did not come (ACK-06).
  NotReady,       // Internal error: the window list does not exist yet (ACK-23).
  Busy,           // Internal error: as many calls as there may be are in flight.
  Failed,         // The round trip's own error, with its kind and text (ACK-11).
  Cancelled,      // The client went away: nobody is answered, so this is never said.
  Refused,        // Its row refuses it before anything is dispatched (ACK-35).
};
WORDS(Status, "ok", "unknown_tool", "invalid_params", "missing", "not_ready", "busy", "failed",
      "cancelled", "refused");
// What kind of error a round trip's reply is, or why a row refuses.
enum class Refusal : std::uint8_t {
  Other,        // Its text says what.
  NothingToDo,  // What the action is to bring about is so already, or there is nothing to act on.
  Blocked,      // Another dialog is in the way.
  Malformed,    // The reply cannot be read.
  NotThere,     // What the request names does not exist.
  Unchecked,    // Whether it does was not known in time.
};
WORDS(Refusal, "other", "nothing_to_do", "blocked", "malformed", "not_there", "unchecked");
// What became of the action, as far as whoever answers knows (ACK-33, ACK-34).
enum class Doing : std::uint8_t {
  Unsaid,     // Nothing was dispatched, or nothing is left open.
  MayHappen,  // It was dispatched and not acknowledged.
  Done,       // It was carried out, and only a signal is missing.
};
WORDS(Doing, "unsaid", "may_happen", "done");
// What the words of an answer name, as far as whoever gives it tells its words (ACK-06).
struct Message {
  bool told = false;
  bool advises = false;    // It says where to look next.
  std::uint8_t kinds = 0;  // Of signals, a bit each.
  SubjectSet subjects{};
  std::array<std::uint32_t, 4> numbers{};  // The first of them.
  bool operator==(const Message&) const = default;
};
struct Response {
  Status status = Status::Ok;
  Signal signal{};     // Missing: what did not come.
  Duration elapsed{};  // Missing: since dispatch.
  TextId text{};       // Failed.
  Refusal refusal{};   // Likewise, and of Refused.
  Doing doing{};       // Of an error behind a dispatch.
  Message message{};
  RECORD(Response, "response", "status", "signal", "elapsed_ms", "text", "refusal", "doing",
         "message");
};

// The lies that are inherent in the contract's signals: a scenario may expect them, and whoever
// knows the truth explains an answer that is not so by them.
enum class LieClass : std::uint8_t {
  FireAndForget,
  ForeignPush,
  AlreadyHeld,
  StartUpDefault,
  ForeignWindow,
  Transient,
  EarlyReply,
  Elsewhere,
  Undone,
  Twice,
};
WORDS(LieClass, "fire_and_forget", "foreign_push", "already_held", "start_up_default",
      "foreign_window", "transient", "early_reply", "elsewhere", "undone", "twice");

// Tables.

// Which requests for its tool a row is for.
enum class When : std::uint8_t { Always, AutoConfirm, Asking, One, All };
WORDS(When, "always", "auto_confirm", "asking", "one", "all");

// How what a probe reads stands.
enum class Found : std::uint8_t { Missing, None, Some };
WORDS(Found, "missing", "none", "some");
// While it is so, nothing is dispatched, and the call ends as is said here.
struct Obstacle {
  ProbeKind of{};
  SubjectId subject = no_subject;
  Found is{};
  Status then{};  // Ok: there is nothing to do.
  Refusal kind{};
  Duration within{};  // How long the check may take; zero: it takes no time.
  bool operator==(const Obstacle&) const = default;
};
inline constexpr std::size_t obstacles_max = 4;
struct Obstacles {
  std::array<Obstacle, obstacles_max> all{};
  std::uint8_t count = 0;
  constexpr const Obstacle* begin() const { return all.data(); }
  constexpr const Obstacle* end() const { return all.data() + count; }
  bool operator==(const Obstacles&) const = default;
};

// A row may have a second part, which begins when the first one's signal has come.
enum class Part : std::uint8_t {
  First,
  Event,   // Another event, with its signal.
  Signal,  // Another signal of the same event.
};
WORDS(Part, "first", "event", "signal");

// One line of a table: the signal and the budget of a tool (ACK-19, ACK-20). A budget and
// a poll period belong to the backend: nothing in a request changes them (ACK-07).
struct Row {
  ToolId tool;
  When when = When::Always;
  TargetId target = no_target;  // Or: for this one only.
  SignalKind signal = SignalKind::None;
  SubjectId subject = no_subject;
  bool below_captured = false;  // WindowCountBelow: the count before dispatch, else 1.
  Duration budget{};            // More than zero, but for None.
  Duration poll{};              // More than zero, but for None and RoundTrip.
  Part part = Part::First;      // Else: it goes on from the row before it, of the same requests.
  Obstacles unless{};
  bool operator==(const Row&) const = default;
};

// What the ids of a table are called.
struct Names {
  std::span<const std::string_view> tools;
  std::span<const std::string_view> targets;
  std::span<const std::string_view> subjects;
};

struct Table {
  std::string_view revision;
  std::span<const Row> rows;  // At most 250.
  std::span<const std::string_view> tools;
  std::span<const std::string_view> targets;
  std::span<const std::string_view> subjects;
  bool relists = false;  // Who lists a folder anew pushes it, changed or not.
  // So many subjects are windows, of which the second is a family; the others are soft dialogs.
  std::uint8_t windows = 2;

  Names names() const { return {tools, targets, subjects}; }
};

}  // namespace port::ack
