// What may go wrong with an app-server and with what it says: one table for scenario files, for the
// mock server, and for whoever stands between a client and a server. And when it does: at the N-th
// of its opportunities, each of which is counted.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "port/appserver/messages.h"
#include "port/words.h"

namespace sim::appserver {

// The first ones are faults of messages: these happen to a response or a notification on its way,
// whoever said it.
enum class Fault : std::uint8_t {
  // Responses.
  DelayResponse,     // It overtakes nothing for `late`, and is overtaken.
  ReorderResponses,  // It comes behind the next response,
  NoticeFirst,       // or behind the next notification.
  DuplicateResponse,
  DropResponse,
  UnknownId,
  // Notifications, and requests of the server's.
  DropNotice,
  DuplicateNotice,
  UnknownNotice,  // One more, that nobody knows.
  // What requests come to.
  InternalError,
  Overload,
  ForgetHandshake,  // Answers that it is not initialized, and is not.
  Refuse,           // As what makes no sense: a thread that was never written, for one.
  OtherCode,        // The same, with the code of the other dialect.
  // Turns and items.
  CompleteBeforeInterrupt,
  IgnoreInterrupt,  // No answer, and the turn goes on.
  ResolveFirst,     // What was asked is settled before the turn that was interrupted has ended.
  SteerElsewhere,   // What goes to a running turn is answered with one that never starts.
  EndTurnTwice,
  LateDelta,  // Behind the end of an item, or of the first one behind that of its turn.
  LeaveItemOpen,
  EndItemTwice,
  DifferentText,  // The final text is not that of the deltas.
  TotalFalls,
  Problems,  // A warning, and that something will go.
  // Approvals.
  AskTwice,
  AskAfterEnd,
  AskMalformed,
  AskUnknown,        // A method that the dialect does not have.
  AskOther,          // Takes no decision.
  WithdrawAsk,       // Settled by the server, before any answer.
  ResolveElsewhere,  // Told as settled, in another thread.
  RunDenied,         // Carried out although it was declined.
  IgnoreCancel,      // Declined alone: the turn goes on.
  // The process.
  RefuseSpawn,
  CrashAtStart,
  NeverGreet,  // Answers nothing, and ends after 20 s.
  CrashBeforeTurn,
  CrashInTurn,
  CrashAfterTurn,
  CrashMidLine,  // The message that is being written is lost.
  ExitZero,      // In a turn.
  Hang,          // Alive, and silent from this request on.
  CloseOutput,   // Alive, in a turn.
  CloseInput,    // Alive, likewise: what is sent to it is lost.
  IgnoreTerminate,
  BadExit,  // With 3, at the end of its input.
  // Lines, as far as a port can tell.
  LoseLine,    // A message is cut: it alone is lost.
  MergeLines,  // Two messages in one reading.
};

// What may become of the bytes of one line on their way, whatever it holds.
enum class ByteFault : std::uint8_t {
  SplitAnywhere,  // Written in two pieces,
  SplitBytes,     // or byte by byte.
  Merge,          // Its line feed is lost.
  Truncate,       // So is its end.
  Garbage,        // A line before it that is no message,
  Blank,          // likewise, of nothing,
  LongLine,       // or of a megabyte.
  Nul,
  Bom,
  BadUtf8,  // Within its first text.
  // These leave a sound line, which weak readers break.
  Separators,  // U+2028 and U+2029 in a text of it,
  Text70k,     // which has 70,000 bytes,
  Text1m,      // or a megabyte.
  Spaces,      // Before it and between its tokens, lone carriage returns among them.
  Endless,     // No line feed comes any more: the caller goes on with it for as long as it likes.
};

// What a fault is called, and what then happens.
struct FaultWords {
  std::string_view name, says;
};
// By Fault.
inline constexpr std::array<FaultWords, 49> fault_words{{
    {"delay_response", "the response is late, and is overtaken"},
    {"reorder_responses", "the response comes behind the next one"},
    {"notice_first", "the response comes behind the next notification"},
    {"duplicate_response", "the response comes twice"},
    {"drop_response", "the response never comes"},
    {"unknown_id", "the response has an id that no request has"},
    {"drop_notice", "the notification never comes"},
    {"duplicate_notice", "the notification comes twice"},
    {"unknown_notice", "a notification that nobody knows comes behind it"},
    {"internal_error", "the response is an internal error"},
    {"overload", "the response is that the server is overloaded"},
    {"forget_handshake", "the response is that it is not initialized, which is then so"},
    {"refuse", "the response is that the request makes no sense"},
    {"other_code", "the same, with the code of the other dialect"},
    {"complete_before_interrupt", "the turn is completed before the interrupt is handled"},
    {"ignore_interrupt", "the interrupt is not answered, and the turn goes on"},
    {"resolve_first", "an approval is told as settled before its interrupted turn has ended"},
    {"steer_elsewhere", "what is said in a turn is answered with one that never starts"},
    {"end_turn_twice", "the turn ends twice"},
    {"late_delta", "a delta comes behind the end of its item or of its turn"},
    {"leave_item_open", "the item never ends, although its turn does"},
    {"end_item_twice", "the item ends twice"},
    {"different_text", "the final text of the item is another one than that of its deltas"},
    {"total_falls", "the total of tokens falls"},
    {"problems", "a warning and a deprecation come, which end nothing"},
    {"ask_twice", "the approval is asked for twice"},
    {"ask_after_end", "an approval is asked for behind the end of the turn"},
    {"ask_malformed", "the approval has malformed params"},
    {"ask_unknown", "the approval is a method that the dialect does not have"},
    {"ask_other", "the approval is a request that takes no decision"},
    {"withdraw_ask", "the server settles the approval by itself"},
    {"resolve_elsewhere", "the approval is told as settled, in another thread"},
    {"run_denied", "what was declined is carried out"},
    {"ignore_cancel", "the turn goes on behind an approval that was cancelled"},
    {"refuse_spawn", "the process cannot be started"},
    {"crash_at_start", "the process crashes as soon as it has started"},
    {"never_greet", "the process answers no initialize, and ends after 20 s"},
    {"crash_before_turn", "the process crashes when it hears of a turn"},
    {"crash_in_turn", "the process crashes in a turn"},
    {"crash_after_turn", "the process crashes behind the end of a turn"},
    {"crash_mid_line", "the process crashes while it writes a message"},
    {"exit_zero", "the process exits with 0 in a turn"},
    {"hang", "the process is alive and silent, from a request on"},
    {"close_output", "the process closes its output in a turn, and lives"},
    {"close_input", "the process closes its input in a turn, and lives"},
    {"ignore_terminate", "the process does not end when it is told to terminate"},
    {"bad_exit", "the process exits with 3 at the end of its input"},
    {"lose_line", "the line is cut: its message is lost"},
    {"merge_lines", "the line holds the next message, too"},
}};
// By ByteFault.
inline constexpr std::array<FaultWords, 15> byte_fault_words{{
    {"split", "the line is written in two pieces"},
    {"split_bytes", "the line is written byte by byte"},
    {"merge", "the line loses its newline, and so stands on one line with the next"},
    {"truncate", "the line loses its end, but for the newline"},
    {"garbage", "the line comes behind one that is no message"},
    {"blank", "the line comes behind a blank one"},
    {"long_line", "the line comes behind one of a megabyte"},
    {"nul", "the line has a NUL in it"},
    {"bom", "the line begins with a byte order mark"},
    {"bad_utf8", "the line has a byte in it that is not UTF-8"},
    {"separators", "the line is sound, and has U+2028 and U+2029 in a text"},
    {"text_70k", "the line is sound, and has a text of 70,000 bytes"},
    {"text_1m", "the line is sound, and has a text of a megabyte"},
    {"spaces", "the line is sound, with spaces before it and between its tokens, and lone CRs"},
    {"endless", "the line never ends"},
}};
inline constexpr std::size_t fault_kinds = fault_words.size(),
                             byte_faults = byte_fault_words.size();

constexpr bool is_of_responses(Fault fault) { return fault <= Fault::UnknownId; }
constexpr bool is_of_notices(Fault fault) {
  return fault >= Fault::DropNotice && fault <= Fault::UnknownNotice;
}
constexpr bool is_of_messages(Fault fault) {
  return is_of_responses(fault) || is_of_notices(fault);
}

// Any opportunity may be taken or not: somebody else says which.
inline constexpr std::uint8_t any_opportunity = 0;

struct PlannedFault {
  Fault what{};
  std::uint8_t nth = 1;    // Of the opportunities, from 1; or any_opportunity.
  std::uint8_t times = 1;  // From there on, at least one.
  std::optional<port::appserver::Method> method = {};  // Only of answers to these requests.
  std::optional<std::uint8_t> message = {};            // Only of this alternative of ToClient.
  bool operator==(const PlannedFault&) const = default;
};
struct FaultCount {
  std::uint8_t met = 0;  // Opportunities, up to 255.
  std::uint8_t fired = 0;
  bool operator==(const FaultCount&) const = default;
};

// An opportunity for a fault: of the request that is answered, the message that is said, or
// neither.
struct Opportunity {
  Fault what{};
  std::optional<port::appserver::Method> method = {};
  std::optional<std::size_t> message = {};
};
// Whether one of the planned faults takes it, and counts it; a count for each. `dares`: which of
// those of any opportunity take one now, by bits in their order; each takes one and dares no more.
using Dares = std::uint8_t;
bool fires(std::span<const PlannedFault> planned, std::span<FaultCount> counts,
           const Opportunity& opportunity, Dares& dares);
// Those that have a time left.
Dares may_dare(std::span<const PlannedFault> planned, std::span<const FaultCount> counts);

// What a response is kept back for.
enum class Kept : std::uint8_t { Nothing, ForResponse, ForNotice };

// A response on its way, through the faults of responses. A Way has fires(Fault); kept(), which it
// keeps one response for, keep_back(message, Kept) and release(), which says that one and keeps
// nothing; rename(message), to an id that nobody has; say(message, late).
void pass_response(auto&& way, auto message) {
  if (way.fires(Fault::DropResponse)) return;
  if (way.fires(Fault::UnknownId)) way.rename(message);
  if (way.fires(Fault::DelayResponse)) return way.say(message, true);
  if (way.kept() == Kept::Nothing && way.fires(Fault::ReorderResponses))
    return way.keep_back(message, Kept::ForResponse);
  if (way.kept() == Kept::Nothing && way.fires(Fault::NoticeFirst))
    return way.keep_back(message, Kept::ForNotice);
  way.say(message, false);
  if (way.fires(Fault::DuplicateResponse)) way.say(message, false);
  if (way.kept() == Kept::ForResponse) way.release();
}

// The same of a notification or a request of the server's. It also has say_unknown().
void pass_notice(auto&& way, const auto& message) {
  if (way.fires(Fault::DropNotice)) return;
  way.say(message, false);
  if (way.fires(Fault::DuplicateNotice)) way.say(message, false);
  if (way.fires(Fault::UnknownNotice)) way.say_unknown();
  if (way.kept() == Kept::ForNotice) way.release();
}

// Which line of a connection it is, from 0, decides with the seed where it is damaged.
struct LinePlace {
  std::uint64_t seed = 0;
  std::uint64_t number = 0;
};
// The pieces that are written, line feeds included; `line` has none at its end.
std::vector<std::string> damaged(ByteFault fault, std::string_view line, LinePlace place);

namespace internal {
template <std::size_t size>
constexpr std::array<std::string_view, size> names_of(const std::array<FaultWords, size>& rows) {
  std::array<std::string_view, size> out{};
  for (std::size_t i = 0; i < size; ++i) out[i] = rows[i].name;
  return out;
}
}  // namespace internal

}  // namespace sim::appserver

namespace port {

template <>
inline constexpr auto words<sim::appserver::Fault> =
    sim::appserver::internal::names_of(sim::appserver::fault_words);
template <>
inline constexpr auto words<sim::appserver::ByteFault> =
    sim::appserver::internal::names_of(sim::appserver::byte_fault_words);

}  // namespace port
