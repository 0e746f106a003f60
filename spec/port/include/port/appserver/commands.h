// What a client engine of the app-server tells its driver to do, in order, once each.
#pragma once
#include <boost/container/static_vector.hpp>
#include <cstddef>
#include <variant>

#include "port/appserver/messages.h"

namespace port::appserver {

// The process.

// Answered by ProcessStarted or ProcessGone.
struct Spawn {
  ProcessId process;
  bool operator==(const Spawn&) const = default;
};
// The first step of a shutdown (PROC-04): ends its stdin.
struct CloseInput {
  ProcessId process;
  bool operator==(const CloseInput&) const = default;
};
// The second, if it lives on: as SIGTERM.
struct Terminate {
  ProcessId process;
  bool operator==(const Terminate&) const = default;
};
// The last: as SIGKILL.
struct Kill {
  ProcessId process;
  bool operator==(const Kill&) const = default;
};
// One line, whole and in order.
struct Send {
  ProcessId process;
  ToServer message;
  bool operator==(const Send&) const = default;
};

// Setting a timer that runs replaces it.
struct SetTimer {
  Timer timer;
  Duration after;  // From the event; zero: still at this instant.
  bool operator==(const SetTimer&) const = default;
};
// Of one that runs: its TimerFired must not come.
struct CancelTimer {
  Timer timer;
  bool operator==(const CancelTimer&) const = default;
};

// What the user sees.

// Something can be said in the chat.
struct ComposerReady {
  ChatId chat;
  bool operator==(const ComposerReady&) const = default;
};
// Not before the next ComposerReady, as at the start of a chat.
struct ComposerBusy {
  ChatId chat;
  bool operator==(const ComposerBusy&) const = default;
};
// The turn that the user has begun has an id. Once.
struct TurnShown {
  ChatId chat;
  TurnId turn;
  bool operator==(const TurnShown&) const = default;
};
// None if the TurnStart failed or timed out before the turn had an id: CallEnded says so.
struct TurnEnded {
  ChatId chat;
  TurnId turn;  // Zero: it was lost before it had an id.
  TurnEnd end{};
  bool operator==(const TurnEnded&) const = default;
};
// An item of the active turn begins, without text.
struct ItemOpened {
  ChatId chat;
  ItemId item;
  ItemKind kind{};
  bool operator==(const ItemOpened&) const = default;
};
// To be kept behind what the item has; not shown yet.
struct TextAppended {
  ItemId item;
  TextId text;
  bool operator==(const TextAppended&) const = default;
};
// To be kept in place of what the item has; not shown yet.
struct TextReplaced {
  ItemId item;
  TextId text;
  bool operator==(const TextReplaced&) const = default;
};
// Shows all that is kept of the item's text, which has this mark.
struct ItemShown {
  ItemId item;
  TextMark mark{};
  bool operator==(const ItemShown&) const = default;
};
// What is kept of its text is all of it: no ItemShown follows.
struct ItemClosed {
  ItemId item;
  ItemEnd end{};
  bool operator==(const ItemClosed&) const = default;
};
// Asks for a decision; secrets in the subject are masked by whoever shows it.
struct AskShown {
  ChatId chat;
  AskId ask;
  AskKind kind{};
  SubjectId subject{};
  bool operator==(const AskShown&) const = default;
};
// An ask that was shown needs no decision any more. Not said of one that was decided.
struct AskWithdrawn {
  AskId ask;
  Withdrawal why{};
  bool operator==(const AskWithdrawn&) const = default;
};
// It was accepted without asking, since the user accepted the same for the session or made a rule.
struct AskAccepted {
  ChatId chat;
  AskId ask;
  SubjectId subject{};
  bool operator==(const AskAccepted&) const = default;
};
struct UsageShown {
  ChatId chat;
  std::uint32_t total = 0;    // Tokens of its thread so far,
  std::uint32_t in_turn = 0;  // and since its last turn was shown; zero: not told.
  bool operator==(const UsageShown&) const = default;
};
struct RateLimitsShown {
  std::uint32_t used = 0, window_minutes = 0, resets_at_s = 0, second = 0;  // As in RateLimits.
  bool operator==(const RateLimitsShown&) const = default;
};
// Tells the user of a problem, once (ITM-08): one that the server told of, why a turn failed, or
// the words of an error that a call ended with. Whoever shows the text masks secrets in it.
struct ProblemShown {
  ChatId chat{};  // Zero: it is of no chat.
  Severity severity{};
  TextId text{};
  bool operator==(const ProblemShown&) const = default;
};
// The only outcome of a call, or (with a chat and no call) of the start, resumption or archiving
// of a chat, or of what was said.
struct CallEnded {
  CallId call{};
  ChatId chat{};
  Method method{};
  Outcome outcome{};
  Error error = Error::None;  // Of Outcome::Error.
  bool operator==(const CallEnded&) const = default;
};
struct BannerShown {
  Banner banner{};
  bool operator==(const BannerShown&) const = default;
};
// `of` is the number of what it is about: a request, a thread, a turn, an item or an ask.
struct Reported {
  Report report{};
  std::uint32_t of = 0;
  bool operator==(const Reported&) const = default;
};

// Its turn has ended, and it goes on: it closes later (ITM-07).
struct ItemInBackground {
  ItemId item;
  bool operator==(const ItemInBackground&) const = default;
};

using Command =
    std::variant<Spawn, CloseInput, Terminate, Kill, Send, SetTimer, CancelTimer, ComposerReady,
                 ComposerBusy, TurnShown, TurnEnded, ItemOpened, TextAppended, TextReplaced,
                 ItemShown, ItemClosed, AskShown, AskWithdrawn, AskAccepted, UsageShown,
                 RateLimitsShown, ProblemShown, CallEnded, BannerShown, Reported, ItemInBackground>;
// Of one step: the end of a process ends all that was under way.
inline constexpr std::size_t commands_max = 320;
using Commands = boost::container::static_vector<Command, commands_max>;

}  // namespace port::appserver

namespace port {

template <>
inline constexpr Record record<appserver::Spawn>{"spawn", "process"};
template <>
inline constexpr Record record<appserver::CloseInput>{"close_input", "process"};
template <>
inline constexpr Record record<appserver::Terminate>{"terminate", "process"};
template <>
inline constexpr Record record<appserver::Kill>{"kill", "process"};
template <>
inline constexpr Record record<appserver::Send>{"send", "process", "message"};
template <>
inline constexpr Record record<appserver::SetTimer>{"set_timer", "timer", "after_ms"};
template <>
inline constexpr Record record<appserver::CancelTimer>{"cancel_timer", "timer"};
template <>
inline constexpr Record record<appserver::ComposerReady>{"composer_ready", "chat"};
template <>
inline constexpr Record record<appserver::ComposerBusy>{"composer_busy", "chat"};
template <>
inline constexpr Record record<appserver::TurnShown>{"turn_shown", "chat", "turn"};
template <>
inline constexpr Record record<appserver::TurnEnded>{"turn_ended", "chat", "turn", "end"};
template <>
inline constexpr Record record<appserver::ItemOpened>{"item_opened", "chat", "item", "kind"};
template <>
inline constexpr Record record<appserver::TextAppended>{"text_appended", "item", "text"};
template <>
inline constexpr Record record<appserver::TextReplaced>{"text_replaced", "item", "text"};
template <>
inline constexpr Record record<appserver::ItemShown>{"item_shown", "item", "mark"};
template <>
inline constexpr Record record<appserver::ItemClosed>{"item_closed", "item", "end"};
template <>
inline constexpr Record record<appserver::AskShown>{"ask_shown", "chat", "ask", "kind", "subject"};
template <>
inline constexpr Record record<appserver::AskWithdrawn>{"ask_withdrawn", "ask", "why"};
template <>
inline constexpr Record record<appserver::AskAccepted>{"ask_accepted", "chat", "ask", "subject"};
template <>
inline constexpr Record record<appserver::UsageShown>{"usage_shown", "chat", "total", "in_turn"};
template <>
inline constexpr Record record<appserver::RateLimitsShown>{
    "rate_limits_shown", "used", "window_minutes", "resets_at_s", "second"};
template <>
inline constexpr Record record<appserver::ProblemShown>{"problem_shown", "chat", "severity",
                                                        "text"};
template <>
inline constexpr Record record<appserver::CallEnded>{"call_ended", "call",    "chat",
                                                     "method",     "outcome", "error"};
template <>
inline constexpr Record record<appserver::BannerShown>{"banner_shown", "banner"};
template <>
inline constexpr Record record<appserver::Reported>{"reported", "report", "of"};
template <>
inline constexpr Record record<appserver::ItemInBackground>{"item_in_background", "item"};

}  // namespace port
