// The words of the app-server's contract: chats, threads, turns and items, calls and what they
// end with, approvals, and the process that serves them.
//
// Shapes and names, no values, and no dialect: a router between the wire and an engine knows how a
// method is called and where a field stands. Ids are small numbers that the driver gives out, equal
// ones for equal ids of the wire; texts stay with the driver and are known here by number and mark.
#pragma once
#include <cstdint>
#include <string_view>

#include "port/time.h"
#include "port/words.h"

namespace port::appserver {

// A conversation as its user knows it, from before there is a thread. The user gives the number.
using ChatId = Id<struct ChatIdKind, std::uint32_t>;
// Threads, turns and items of the server's: equal for equal ids, for as long as the driver lives.
using ThreadId = Id<struct ThreadIdKind, std::uint32_t>;
using TurnId = Id<struct TurnIdKind, std::uint32_t>;
using ItemId = Id<struct ItemIdKind, std::uint32_t>;
// A call that the user made. The user gives the number.
using CallId = Id<struct CallIdKind, std::uint32_t>;
// A request to the server, as it stands on the wire. The engine gives the number: never the same
// twice, not even to another process.
using RequestId = Id<struct RequestIdKind, std::uint32_t>;
// A request of the server's. The driver gives the number: equal for an id of the same text and type
// from the same process, another one for every other.
using AskId = Id<struct AskIdKind, std::uint32_t>;
// What an approval is about, a command or the scope of a patch: equal numbers, equal texts.
using SubjectId = Id<struct SubjectIdKind, std::uint32_t>;
// One run of the server's program. The engine gives the number, from 1 on.
using ProcessId = Id<struct ProcessIdKind, std::uint32_t>;
// A text that the driver keeps.
using TextId = Id<struct TextIdKind, std::uint32_t>;
// Zero is nobody's number.
inline constexpr ChatId no_chat{};
inline constexpr ThreadId no_thread{};
inline constexpr TurnId no_turn{};
inline constexpr ItemId no_item{};
inline constexpr CallId no_call{};
inline constexpr RequestId no_request{};
inline constexpr AskId no_ask{};
inline constexpr SubjectId no_subject{};

// By which two texts are told apart without either: its bytes, and a hash that can be put together
// from those of its parts.
struct TextMark {
  std::uint32_t bytes = 0;
  std::uint32_t hash = 0;
  RECORD(TextMark, "text", "bytes", "hash");
};
TextMark mark_of(std::string_view text);
// With one byte more.
void append(TextMark& mark, unsigned char byte);
// Of the text of `first` with that of `then` behind it.
TextMark joined(TextMark first, TextMark then);

// What a request asks for.
enum class Method : std::uint8_t {
  Initialize,
  ThreadStart,
  ThreadResume,
  ThreadList,
  ThreadArchive,
  TurnStart,
  TurnInterrupt,
  ModelList,
  Other,  // Whatever else there is: account, command, search.
};
WORDS(Method, "initialize", "thread_start", "thread_resume", "thread_list", "thread_archive",
      "turn_start", "turn_interrupt", "model_list", "other");

// What a server says is wrong, whatever number and words the dialect has for it.
enum class Error : std::uint8_t {
  None,
  NotInitialized,
  AlreadyInitialized,
  NoActiveTurn,
  Overloaded,
  Internal,
  InvalidRequest,
  MethodNotFound,
  InvalidParams,
  Other,
};
WORDS(Error, "none", "not_initialized", "already_initialized", "no_active_turn", "overloaded",
      "internal", "invalid_request", "method_not_found", "invalid_params", "other");

// How a call of the user's ends: once, with one of these.
enum class Outcome : std::uint8_t {
  Result,
  Error,
  TimedOut,
  Lost,     // The process is gone.
  Refused,  // It was not sent: the chat is archived or busy, a value is not of the dialect.
  Busy,     // It was not sent: as many are under way as there may be.
};
WORDS(Outcome, "result", "error", "timed_out", "lost", "refused", "busy");

// What a turn ended as.
enum class TurnEnd : std::uint8_t {
  Completed,
  Interrupted,
  Failed,
  Unknown,  // A word that the dialect does not have.
  Lost,     // Said by the client: the server is gone, or does not end it.
};
WORDS(TurnEnd, "completed", "interrupted", "failed", "unknown", "lost");

enum class ItemKind : std::uint8_t {
  Answer,
  Reasoning,
  Plan,
  Command,
  Patch,
  Tool,
  Search,
  User,
  Other,
  Subagent,  // It opens a thread of its own.
};
WORDS(ItemKind, "answer", "reasoning", "plan", "command", "patch", "tool", "search", "user",
      "other", "subagent");
enum class ItemEnd : std::uint8_t {
  Done,
  Failed,
  Declined,
  WithTurn,  // Said by the client: the turn ended and the item had not.
};
WORDS(ItemEnd, "done", "failed", "declined", "with_turn");

enum class AskKind : std::uint8_t {
  Command,  // May this command be run?
  Patch,    // May this change be applied?
  Unknown,  // A method that the dialect does not have.
  Other,    // It takes no decision: declining it is the refusal of its own shape (RPC-09).
};
WORDS(AskKind, "command", "patch", "unknown", "other");
enum class Decision : std::uint8_t { Accept, AcceptForSession, Decline, Cancel };
WORDS(Decision, "accept", "accept_for_session", "decline", "cancel");
// Why nobody is asked any more.
enum class Withdrawal : std::uint8_t {
  Resolved,  // The server said so.
  TurnEnded,
  ProcessGone,
  TimedOut,  // It was declined.
};
WORDS(Withdrawal, "resolved", "turn_ended", "process_gone", "timed_out");

// What a user may set for a thread.
enum class Policy : std::uint8_t { Untrusted, OnFailure, OnRequest, Never };
WORDS(Policy, "untrusted", "on_failure", "on_request", "never");
enum class Sandbox : std::uint8_t { ReadOnly, WorkspaceWrite, FullAccess };
WORDS(Sandbox, "read_only", "workspace_write", "full_access");
struct Settings {
  Policy policy{};
  Sandbox sandbox{};
  bool network = false;
  RECORD(Settings, "settings", "policy", "sandbox", "network");
};

// What the client's initialize tells the server not to send: bits.
namespace opt_out {
inline constexpr std::uint8_t thread_started = 1, turn_started = 2, deltas = 4;
}

// Timers of an engine, each one of a kind and a number: of the request, the ask, the chat or the
// process that it is about.
enum class TimerKind : std::uint8_t {
  Deadline,   // Of a request.
  Decision,   // Of an ask.
  Interrupt,  // Of a chat whose turn was to stop.
  Retry,      // Of a call that the server was too busy for.
  Restart,    // Of the process to come.
  Healthy,    // Of a process.
  Shutdown,   // Of a process that was told to end.
  Idle,       // Of a chat whose thread is idle, and whose turn did not end.
};
WORDS(TimerKind, "deadline", "decision", "interrupt", "retry", "restart", "healthy", "shutdown",
      "idle");
struct Timer {
  TimerKind kind{};
  std::uint32_t of = 0;
  RECORD(Timer, "timer", "kind", "of");
};

// For the log and for whoever looks after an engine.
enum class Report : std::uint8_t {
  UnknownResponse,  // Of a request that never was, or has its outcome.
  LateResponse,     // Behind its deadline.
  SecondTurn,       // A turn begins while another one of its thread is active.
  SecondEnd,        // Of a turn that has ended.
  UnknownThread,
  UnknownTurn,  // Never begun, or ended.
  UnknownItem,  // A delta or an end without a beginning, or behind the end.
  SecondItemEnd,
  TextDiffers,    // The final text is not what came before it.
  TotalFell,      // Of tokens, within a thread.
  UnknownNotice,  // A notification that the dialect does not have.
  UnknownAsk,     // Resolved, or decided, and nobody was asked.
  BadAsk,         // Its params are malformed, or its thread or turn is not there.
  OldProcess,     // Whatever it was, it came from a process that is gone.
  TooMany,        // A capacity was reached: what came is not followed.
};
WORDS(Report, "unknown_response", "late_response", "second_turn", "second_end", "unknown_thread",
      "unknown_turn", "unknown_item", "second_item_end", "text_differs", "total_fell",
      "unknown_notice", "unknown_ask", "bad_ask", "old_process", "too_many");

// How bad a problem is that the user is told of.
enum class Severity : std::uint8_t {
  Error,
  Warning,
  Deprecation,  // What is used will go.
};
WORDS(Severity, "error", "warning", "deprecation");

// What the user is told apart from chats and calls.
enum class Banner : std::uint8_t {
  HandshakeAgain,
  ServerLacks,  // initialize or model/list failed: it cannot be worked with.
  Restarting,
  GivenUp,    // It crashed too often.
  TurnStuck,  // It was not ended when it should have been: the server is restarted.
  TurnLost,   // Its end did not come, and its thread is idle.
};
WORDS(Banner, "handshake_again", "server_lacks", "restarting", "given_up", "turn_stuck",
      "turn_lost");

}  // namespace port::appserver
