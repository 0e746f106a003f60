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
  bool operator==(const Request&) const = default;
};
// Behind the answer to Initialize: any Request may follow (RPC-01).
struct Initialized {
  bool operator==(const Initialized&) const = default;
};
// To an Ask: once (APR-01).
struct Answer {
  AskId ask;
  Decision decision{};
  bool operator==(const Answer&) const = default;
};
// In place of an Answer. Error is MethodNotFound or InvalidParams.
struct AnswerError {
  AskId ask;
  Error error{};
  bool operator==(const AnswerError&) const = default;
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
  bool operator==(const Response&) const = default;
};
// Before or behind the Response to its ThreadStart (SES-01).
struct ThreadStarted {
  ThreadId thread;
  ThreadId parent{};  // Of a descendant: whose turn opened it (SES-13).
  bool operator==(const ThreadStarted&) const = default;
};
// Before or behind the Response to its TurnStart (SES-02).
struct TurnStarted {
  ThreadId thread;
  TurnId turn;
  bool operator==(const TurnStarted&) const = default;
};
// The last of a turn, its Usage aside (SRV-05).
struct TurnCompleted {
  ThreadId thread;
  TurnId turn;
  TurnEnd end{};
  TextId text{};  // Why it failed; zero: nothing is said.
  bool operator==(const TurnCompleted&) const = default;
};
// The first of an item (SRV-05).
struct ItemStarted {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  ItemKind kind{};
  SubjectId subject{};      // Of a command or a patch.
  bool background = false;  // It may outlive its turn (ITM-07).
  bool operator==(const ItemStarted&) const = default;
};
// More of the item's own text, behind what it has (ITM-01).
struct ItemDelta {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  TextId text{};
  TextMark mark{};  // Of this part alone.
  bool operator==(const ItemDelta&) const = default;
};
// Output of a command or a tool; no part of the item's own text.
struct ItemOutput {
  ThreadId thread;
  TurnId turn;
  ItemId item;
  TextId text{};
  bool operator==(const ItemOutput&) const = default;
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
  bool operator==(const ItemCompleted&) const = default;
};
struct Usage {
  ThreadId thread;
  std::uint32_t total = 0;  // Tokens of the thread so far, never fewer than before (ITM-05).
  bool operator==(const Usage&) const = default;
};
// One of two limits, as far as the server tells of it.
struct RateLimits {
  std::uint32_t used = 0;            // Percent, without a fraction.
  std::uint32_t window_minutes = 0;  // Over which it holds; zero: not told.
  std::uint32_t resets_at_s = 0;     // Since 1970; zero: not told.
  std::uint32_t second = 0;          // 1: the secondary one.
  bool operator==(const RateLimits&) const = default;
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
  bool operator==(const Ask&) const = default;
};
// The server waits for no answer any more (APR-08).
struct AskResolved {
  ThreadId thread{};
  AskId ask;
  bool operator==(const AskResolved&) const = default;
};
// A problem that answers nothing and ends nothing: an error, a warning, or that something will go.
struct Trouble {
  ThreadId thread{};
  TurnId turn{};
  bool retries = false;  // The server tries again by itself.
  Severity severity{};
  TextId text{};
  bool operator==(const Trouble&) const = default;
};
// A notification that the dialect does not have (RPC-07).
struct UnknownNotice {
  bool operator==(const UnknownNotice&) const = default;
};
// No turn of the thread runs any more (SES-14).
struct ThreadIdle {
  ThreadId thread;
  bool operator==(const ThreadIdle&) const = default;
};
using ToClient = std::variant<Response, ThreadStarted, TurnStarted, TurnCompleted, ItemStarted,
                              ItemDelta, ItemOutput, ItemCompleted, Usage, RateLimits, Ask,
                              AskResolved, Trouble, UnknownNotice, ThreadIdle>;

}  // namespace port::appserver

namespace port {

template <>
inline constexpr Record record<appserver::Request>{"request", "id",   "method",   "thread",
                                                   "turn",    "text", "settings", "opts_out"};
template <>
inline constexpr Record record<appserver::Initialized>{"initialized"};
template <>
inline constexpr Record record<appserver::Answer>{"answer", "ask", "decision"};
template <>
inline constexpr Record record<appserver::AnswerError>{"answer_error", "ask", "error"};
template <>
inline constexpr Record record<appserver::Response>{"response", "id",   "error",
                                                    "thread",   "turn", "text"};
template <>
inline constexpr Record record<appserver::ThreadStarted>{"thread_started", "thread", "parent"};
template <>
inline constexpr Record record<appserver::TurnStarted>{"turn_started", "thread", "turn"};
template <>
inline constexpr Record record<appserver::TurnCompleted>{"turn_completed", "thread", "turn", "end",
                                                         "text"};
template <>
inline constexpr Record record<appserver::ItemStarted>{
    "item_started", "thread", "turn", "item", "kind", "subject", "background"};
template <>
inline constexpr Record record<appserver::ItemDelta>{"item_delta", "thread", "turn",
                                                     "item",       "text",   "mark"};
template <>
inline constexpr Record record<appserver::ItemOutput>{"item_output", "thread", "turn", "item",
                                                      "text"};
template <>
inline constexpr Record record<appserver::ItemCompleted>{
    "item_completed", "thread", "turn", "item", "end", "has_text", "text", "mark"};
template <>
inline constexpr Record record<appserver::Usage>{"usage", "thread", "total"};
template <>
inline constexpr Record record<appserver::RateLimits>{"rate_limits", "used", "window_minutes",
                                                      "resets_at_s", "second"};
template <>
inline constexpr Record record<appserver::Ask>{"ask",    "ask",  "kind", "wellformed",
                                               "thread", "turn", "item", "subject"};
template <>
inline constexpr Record record<appserver::AskResolved>{"ask_resolved", "thread", "ask"};
template <>
inline constexpr Record record<appserver::Trouble>{"trouble", "thread",   "turn",
                                                   "retries", "severity", "text"};
template <>
inline constexpr Record record<appserver::UnknownNotice>{"unknown_notice"};
template <>
inline constexpr Record record<appserver::ThreadIdle>{"thread_idle", "thread"};

}  // namespace port
