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
  RECORD(Spawn, "spawn", "process");
};
// The first step of a shutdown (PROC-04): ends its stdin.
struct CloseInput {
  ProcessId process;
  RECORD(CloseInput, "close_input", "process");
};
// The second, if it lives on: as SIGTERM.
struct Terminate {
  ProcessId process;
  RECORD(Terminate, "terminate", "process");
};
// The last: as SIGKILL.
struct Kill {
  ProcessId process;
  RECORD(Kill, "kill", "process");
};
// One line, whole and in order.
struct Send {
  ProcessId process;
  ToServer message;
  RECORD(Send, "send", "process", "message");
};

// Setting a timer that runs replaces it.
struct SetTimer {
  Timer timer;
  Duration after;  // From the event; zero: still at this instant.
  RECORD(SetTimer, "set_timer", "timer", "after_ms");
};
// Of one that runs: its TimerFired must not come.
struct CancelTimer {
  Timer timer;
  RECORD(CancelTimer, "cancel_timer", "timer");
};

// What the user sees.

// Something can be said in the chat.
struct ComposerReady {
  ChatId chat;
  RECORD(ComposerReady, "composer_ready", "chat");
};
// Not before the next ComposerReady, as at the start of a chat.
struct ComposerBusy {
  ChatId chat;
  RECORD(ComposerBusy, "composer_busy", "chat");
};
// The turn that the user has begun has an id. Once.
struct TurnShown {
  ChatId chat;
  TurnId turn;
  RECORD(TurnShown, "turn_shown", "chat", "turn");
};
// None if the TurnStart failed or timed out before the turn had an id: CallEnded says so.
struct TurnEnded {
  ChatId chat;
  TurnId turn;  // Zero: it was lost before it had an id.
  TurnEnd end{};
  RECORD(TurnEnded, "turn_ended", "chat", "turn", "end");
};
// An item of the active turn begins, without text.
struct ItemOpened {
  ChatId chat;
  ItemId item;
  ItemKind kind{};
  RECORD(ItemOpened, "item_opened", "chat", "item", "kind");
};
// To be kept behind what the item has; not shown yet.
struct TextAppended {
  ItemId item;
  TextId text;
  RECORD(TextAppended, "text_appended", "item", "text");
};
// To be kept in place of what the item has; not shown yet.
struct TextReplaced {
  ItemId item;
  TextId text;
  RECORD(TextReplaced, "text_replaced", "item", "text");
};
// Shows all that is kept of the item's text, which has this mark.
struct ItemShown {
  ItemId item;
  TextMark mark{};
  RECORD(ItemShown, "item_shown", "item", "mark");
};
// What is kept of its text is all of it: no ItemShown follows.
struct ItemClosed {
  ItemId item;
  ItemEnd end{};
  RECORD(ItemClosed, "item_closed", "item", "end");
};
// Asks for a decision; secrets in the subject are masked by whoever shows it.
struct AskShown {
  ChatId chat;
  AskId ask;
  AskKind kind{};
  SubjectId subject{};
  RECORD(AskShown, "ask_shown", "chat", "ask", "kind", "subject");
};
// An ask that was shown needs no decision any more. Not said of one that was decided.
struct AskWithdrawn {
  AskId ask;
  Withdrawal why{};
  RECORD(AskWithdrawn, "ask_withdrawn", "ask", "why");
};
// It was accepted without asking, since the user accepted the same for the session or made a rule.
struct AskAccepted {
  ChatId chat;
  AskId ask;
  SubjectId subject{};
  RECORD(AskAccepted, "ask_accepted", "chat", "ask", "subject");
};
struct UsageShown {
  ChatId chat;
  std::uint32_t total = 0;    // Tokens of its thread so far,
  std::uint32_t in_turn = 0;  // and since its last turn was shown; zero: not told.
  RECORD(UsageShown, "usage_shown", "chat", "total", "in_turn");
};
struct RateLimitsShown {
  std::uint32_t used = 0, window_minutes = 0, resets_at_s = 0, second = 0;  // As in RateLimits.
  RECORD(RateLimitsShown, "rate_limits_shown", "used", "window_minutes", "resets_at_s", "second");
};
// Tells the user of a problem, once (ITM-08): one that the server told of, why a turn failed, or
// the words of an error that a call ended with. Whoever shows the text masks secrets in it.
struct ProblemShown {
  ChatId chat{};  // Zero: it is of no chat.
  Severity severity{};
  TextId text{};
  RECORD(ProblemShown, "problem_shown", "chat", "severity", "text");
};
// The only outcome of a call, or (with a chat and no call) of the start, resumption or archiving
// of a chat, or of what was said.
struct CallEnded {
  CallId call{};
  ChatId chat{};
  Method method{};
  Outcome outcome{};
  Error error = Error::None;  // Of Outcome::Error.
  RECORD(CallEnded, "call_ended", "call", "chat", "method", "outcome", "error");
};
struct BannerShown {
  Banner banner{};
  RECORD(BannerShown, "banner_shown", "banner");
};
// `of` is the number of what it is about: a request, a thread, a turn, an item or an ask.
struct Reported {
  Report report{};
  std::uint32_t of = 0;
  RECORD(Reported, "reported", "report", "of");
};

// Its turn has ended, and it goes on: it closes later (ITM-07).
struct ItemInBackground {
  ItemId item;
  RECORD(ItemInBackground, "item_in_background", "item");
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
