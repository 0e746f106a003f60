// What an observer of tool calls may see: what the backend was told, what the frontend
// really did, and what the subject did. Judges read nothing else; they know no engine.
//
// The simulated frontend knows the truth, so facts say which call caused them.
#pragma once
#include <compare>
#include <cstdint>
#include <variant>

namespace spec::ack {

// Terms.

enum class Revision : std::uint8_t { R1, R2 };

enum class Tool : std::uint8_t {
  Copy,
  Move,
  Delete,
  MakeFolder,  // mkdir
  MakeFile,    // mkfile
  Select,
  ToggleHidden,
  SetViewMode,
  Sort,
  Tab,
  NavToParent,
  NavBack,
  NavForward,
  OpenUnderCursor,
  Refresh,
  DialogOpen,
  DialogFocus,
  DialogClose,
  DialogConfirm,
  MoveCursor,
  SetSetting,
  NavToPath,
};

// What a dialog tool is about, as its caller names it. The last four are confirmations.
enum class Target : std::uint8_t {
  None,
  Settings,
  FileViewer,
  About,
  Transfer,
  Delete,
  Folder,
  File
};

// What a signal is about: windows (Settings, and Viewer, which is a family) or soft dialogs.
enum class Subject : std::uint8_t { None, Settings, Viewer, About, Transfer, Delete, Folder, File };
constexpr bool is_window(Subject subject) {
  return subject == Subject::Settings || subject == Subject::Viewer;
}

struct Request {
  Tool tool = Tool::Copy;
  Target target = Target::None;
  bool auto_confirm = false;
  bool one = false;  // One file viewer, by its path, and not all of them.
  bool operator==(const Request&) const = default;
};

enum class SignalKind : std::uint8_t {
  None,
  RoundTrip,
  GenerationAdvanced,
  SoftDialogAppeared,
  SoftDialogDisappeared,
  WindowAppeared,
  WindowDisappeared,
  WindowCountBelow,
};
struct Signal {
  SignalKind kind = SignalKind::None;
  Subject subject = Subject::None;
  bool operator==(const Signal&) const = default;
};

// A call in flight. The observer numbers calls from 1 in the order in which they are made,
// and gives a number again only after its call has ended. None: nobody's call.
struct CallId {
  std::uint8_t value = 0;
  auto operator<=>(const CallId&) const = default;
};
inline constexpr CallId none{};
inline constexpr std::uint8_t calls_max = 3;  // In flight, as far as a judge follows.

enum class ProbeKind : std::uint8_t { Generation, SoftDialog, Windows };
struct Probe {
  ProbeKind kind = ProbeKind::Generation;
  Subject subject = Subject::None;
  bool operator==(const Probe&) const = default;
};
// Generation: counted by the observer from zero; 0 or 1; the count. Zero of what is absent.
struct Reading {
  bool exists = false;
  std::uint8_t value = 0;
  bool operator==(const Reading&) const = default;
};

// Facts: what happened. `by` names the call whose action caused it, or none.

// Before the first call: what exists and what is open is told as facts with `by` none.
struct TimePassed {
  std::int32_t ms;  // More than zero.
  bool operator==(const TimePassed&) const = default;
};
struct Called {
  CallId call;
  Request request;
  bool operator==(const Called&) const = default;
};
// The backend's pane store, soft-dialog tracker and window list come into being.
struct StoreReady {
  bool operator==(const StoreReady&) const = default;
};
struct TrackerReady {
  bool operator==(const TrackerReady&) const = default;
};
struct WindowsReady {
  bool operator==(const WindowsReady&) const = default;
};
// A push arrives at the backend.
enum class Pane : std::uint8_t { Left, Right, Unknown };
enum class PushKind : std::uint8_t { State, Tabs };
struct Pushed {
  CallId by;
  Pane pane;
  PushKind kind;
  bool operator==(const Pushed&) const = default;
};
struct FocusMoved {
  Pane pane;
  bool operator==(const FocusMoved&) const = default;
};
// The soft-dialog tracker is told; what is really open may differ.
struct TrackerTold {
  CallId by;
  Subject dialog;
  bool open;
  bool operator==(const TrackerTold&) const = default;
};
struct WindowOpened {
  CallId by;
  Subject window;
  bool operator==(const WindowOpened&) const = default;
};
struct WindowClosed {
  CallId by;
  Subject window;
  bool operator==(const WindowClosed&) const = default;
};
// The truth: the frontend carried out the action of this call. Told before what the action
// causes in the same reaction.
struct Processed {
  CallId call;
  bool operator==(const Processed&) const = default;
};
// A reply reaches the backend. `request` names the round trip that it is for: that of a call
// in flight, or none for one that is over or never was; the frontend's word, not the truth.
struct Replied {
  CallId request;
  bool ok;
  std::uint8_t text;  // Of an error.
  bool operator==(const Replied&) const = default;
};
struct FrontendRestarted {
  bool operator==(const FrontendRestarted&) const = default;
};
// The driver answers a Capture and a Look: what was there to read at this moment.
struct Captured {
  CallId call;
  Probe probe;
  Reading reading;
  bool operator==(const Captured&) const = default;
};
struct Looked {
  CallId call;
  Probe probe;
  Reading reading;
  bool operator==(const Looked&) const = default;
};

using Fact = std::variant<TimePassed, Called, StoreReady, TrackerReady, WindowsReady, Pushed,
                          FocusMoved, TrackerTold, WindowOpened, WindowClosed, Processed, Replied,
                          FrontendRestarted, Captured, Looked>;

// Acts: what the subject did.

struct Capture {
  CallId call;
  Probe probe;
  bool operator==(const Capture&) const = default;
};
struct Dispatch {
  CallId call;
  bool round_trip;  // It carries a request id.
  bool operator==(const Dispatch&) const = default;
};
struct Look {
  CallId call;
  Probe probe;
  bool operator==(const Look&) const = default;
};
struct NoteHeld {
  CallId call;
  bool operator==(const NoteHeld&) const = default;
};

enum class Status : std::uint8_t {
  Ok,
  UnknownTool,
  InvalidParams,  // -32602
  Missing,        // -32603: the signal did not come.
  NotReady,       // -32603: the window list does not exist.
  Busy,           // -32603: too many calls are in flight.
  Failed,         // The frontend's own error.
};
struct Respond {
  CallId call;
  Status status;
  Signal missing;           // Of Missing.
  std::int32_t elapsed_ms;  // Of Missing.
  std::uint8_t text;        // Of Failed.
  bool operator==(const Respond&) const = default;
};

using Act = std::variant<Capture, Dispatch, Look, NoteHeld, Respond>;

}  // namespace spec::ack
