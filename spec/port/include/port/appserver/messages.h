// What stands on the wire between a client and a server, whatever the dialect calls it: one message
// is one line.
#pragma once
#include <cstdint>
#include <variant>

#include "port/appserver/words.h"

namespace port::appserver {

// To the server.

// Gets one Response with its id (SRV-03). Members that the method has no use for are zero.
struct Request {
  RequestId id;
  Method method{};
  ThreadId thread{};
  TurnId turn{};  // TurnInterrupt.
  TextId text{};  // ThreadStart, TurnStart: as their user gave it. Other: what is called, with
                  // its params.
  Settings settings{};        // ThreadStart.
  std::uint8_t opts_out = 0;  // Initialize.
  RECORD(Request, "request", "id", "method", "thread", "turn", "text", "settings", "opts_out");
};
// Behind the answer to Initialize: any Request may follow (RPC-01).
struct Initialized {
  RECORD(Initialized, "initialized");
};
// To an Ask: once (APR-01).
struct Answer {
  AskId ask;
  Decision decision{};
  RECORD(Answer, "answer", "ask", "decision");
};
// In place of an Answer. Error is MethodNotFound or InvalidParams.
struct AnswerError {
  AskId ask;
  Error error{};
  RECORD(AnswerError, "answer_error", "ask", "error");
};
using ToServer = std::variant<Request, Initialized, Answer, AnswerError>;

// To the client. An id that the wire does not give is zero. The rules named here are the server's,
// which may break them.

// To the Request with this id, in any order (RPC-04).
struct Response {
  RequestId id;               // Zero: an id that no request can have.
  Error error = Error::None;  // None: it is a result.
  ThreadId thread{};          // ThreadStart, ThreadResume.
  TurnId turn{};              // TurnStart.
  TextId text{};              // The words of an error; zero: it has none.
  RECORD(Response, "response", "id", "error", "thread", "turn", "text");
};
// Before or behind the Response to its ThreadStart (SES-01).
struct ThreadStarted {
  ThreadId thread;
  ThreadId parent{};  // Of a descendant: whose turn opened it (SES-13).
  RECORD(ThreadStarted, "thread_started", "thread", "parent");
};
// Before or behind the Response to its TurnStart (SES-02).
struct TurnStarted {
  ThreadId thread;
  TurnId turn;
  RECORD(TurnStarted, "turn_started", "thread", "turn");
};
// The last of a turn, its Usage aside (SRV-05).
struct TurnCompleted {
  ThreadId thread;
  TurnId turn;
  TurnEnd end{};
  TextId text{};  // Why it failed; zero: nothing is said.
  RECORD(TurnCompleted, "turn_completed", "thread", "turn", "end", "text");
};
// The first of an item (SRV-05).
struct ItemStarted {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  ItemKind kind{};
  SubjectId subject{};      // Of a command or a patch.
  bool background = false;  // It may outlive its turn (ITM-07).
  RECORD(ItemStarted, "item_started", "thread", "turn", "item", "kind", "subject", "background");
};
// More of the item's own text, behind what it has (ITM-01).
struct ItemDelta {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  TextId text{};
  TextMark mark{};  // Of this part alone.
  RECORD(ItemDelta, "item_delta", "thread", "turn", "item", "text", "mark");
};
// Output of a command or a tool; no part of the item's own text.
struct ItemOutput {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  TextId text{};
  RECORD(ItemOutput, "item_output", "thread", "turn", "item", "text");
};
// The last of an item, once (ITM-06).
struct ItemCompleted {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  ItemEnd end{};
  bool has_text = false;  // Then it replaces that of the deltas.
  TextId text{};
  TextMark mark{};  // Of the whole text.
  RECORD(ItemCompleted, "item_completed", "thread", "turn", "item", "end", "has_text", "text",
         "mark");
};
struct Usage {
  ThreadId thread;
  std::uint32_t total = 0;  // Tokens of the thread so far, never fewer than before (ITM-05).
  RECORD(Usage, "usage", "thread", "total");
};
// One of two limits, as far as the server tells of it.
struct RateLimits {
  std::uint32_t used = 0;            // Percent, without a fraction.
  std::uint32_t window_minutes = 0;  // Over which it holds; zero: not told.
  std::uint32_t resets_at_s = 0;     // Since 1970; zero: not told.
  std::uint32_t second = 0;          // 1: the secondary one.
  RECORD(RateLimits, "rate_limits", "used", "window_minutes", "resets_at_s", "second");
};
// A request of the server's, which gets one Answer or AnswerError.
struct Ask {
  AskId ask;
  AskKind kind{};
  bool wellformed = true;  // Its params say all that its kind needs.
  ThreadId thread{};
  TurnId turn{};
  ItemId item{};
  SubjectId subject{};
  RECORD(Ask, "ask", "ask", "kind", "wellformed", "thread", "turn", "item", "subject");
};
// The server waits for no answer any more (APR-08).
struct AskResolved {
  ThreadId thread{};
  AskId ask;
  RECORD(AskResolved, "ask_resolved", "thread", "ask");
};
// A problem that answers nothing and ends nothing: an error, a warning, or that something will go.
struct Trouble {
  ThreadId thread{};
  TurnId turn{};
  bool retries = false;  // The server tries again by itself.
  Severity severity{};
  TextId text{};
  RECORD(Trouble, "trouble", "thread", "turn", "retries", "severity", "text");
};
// A notification that the dialect does not have (RPC-07).
struct UnknownNotice {
  RECORD(UnknownNotice, "unknown_notice");
};
// No turn of the thread runs any more (SES-14).
struct ThreadIdle {
  ThreadId thread;
  RECORD(ThreadIdle, "thread_idle", "thread");
};
using ToClient = std::variant<Response, ThreadStarted, TurnStarted, TurnCompleted, ItemStarted,
                              ItemDelta, ItemOutput, ItemCompleted, Usage, RateLimits, Ask,
                              AskResolved, Trouble, UnknownNotice, ThreadIdle>;

}  // namespace port::appserver
