// The two dialects of the app-server's protocol, as data: what methods, fields, words and errors
// mean, and where the dialects differ in what they allow.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/appserver/rules.h"
#include "spec/appserver/values.h"

namespace spec::appserver {

enum class Side : std::uint8_t { Client, Server };

// What a method means to the rules, whatever it is called.
enum class Method : std::uint8_t {
  Unknown,  // Not in the table of the dialect.
  Known,    // In the table, and no rule is about it.
  Initialize,
  Initialized,
  ThreadStart,
  ThreadResume,
  ThreadFork,
  ThreadArchive,
  ThreadUnarchive,
  ThreadLeave,
  ThreadDelete,
  ThreadTakeBack,
  TurnStart,
  TurnSteer,
  TurnInterrupt,
  Approval,
  ThreadStarted,
  TurnStarted,
  TurnCompleted,
  ItemStarted,
  ItemBegun,   // A tool works on it: it may have started before, and may be tried again.
  ItemDelta,   // A part of the text that the item completes with.
  ItemOutput,  // A part of another text.
  ItemDraft,   // What an item is to do, while that is made up: it may start later, or not at all.
  ItemInput,   // To a command, which an earlier turn may have begun.
  ItemCompleted,
  TurnNews,  // Something else about a turn.
  Trouble,   // An error; the turn may go on.
  Usage,
  RequestResolved,
  ThreadStatus,
  ThreadClosed,
  ThreadRemoved,  // Somebody has archived or deleted it.
  ReviewStart,
  OldTurn,     // On the older surface a turn is asked for.
  OldOutput,   // The older surface tells what a command or patch does.
  OldEnd,      // The older surface tells how a command or patch ended.
  OldTurnEnd,  // The older surface tells how a turn ended.
  OldThread,   // A thread of the older surface is opened.
};

// In which shape a request of the server's is answered (RPC-09).
enum class AnswerShape : std::uint8_t {
  Unknown,  // No rule knows it.
  Decision,
  PatchDecision,  // A decision, in a word.
  OldDecision,    // In the words of the older surface.
  Permissions,
  Answers,
  Action,
  Content,
  Tokens,
  Success,  // Not one of its own, but a part of Content.
  Other,    // Known, and not looked at.
};

struct MethodRow {
  std::string_view name;
  Side from;
  Method means;
  bool patient = false;  // A request that may be answered any time later, such as by a person.
  AnswerShape shape = AnswerShape::Unknown;  // Of a request of the server's.
};

// Where a field stands: in the params of a request or notification, or in a result.
enum class Part : std::uint8_t { Params, Result };
enum class Field : std::uint8_t {
  Thread,
  Turn,
  Item,
  Subcommand,  // The part of a command that an approval is about.
  Host,        // The host that a command asks for, of an approval.
  Command,     // The command that an approval is about.
  ToolServer,  // Of a call of a tool, and of what that asks: who has the tool.
  AskedFor,    // Of what a tool asks: by that it is told from an approval of its call.
  Status,      // Of the turn.
  ItemStatus,
  ExitCode,  // Of a command.
  Applied,   // Whether a patch was.
  ItemText,  // That the item completes with.
  Delta,
  Total,      // Tokens of the thread so far.
  TotalIn,    // Tokens of the thread so far that went in.
  RequestId,  // That was resolved.
  WillRetry,
  Decision,
  OptOut,       // Names of notifications.
  UserAgent,    // Has the version of the server.
  ItemType,     // What kind of item it is.
  ItemSource,   // Who began the item.
  ThreadState,  // Idle or active.
  Turns,        // Of a thread that is resumed.
  Announced,    // A thread, or several, that the item has opened.
  Permissions,  // Members by which an answer is told from those of other shapes.
  Answers,
  Action,
  Content,
  Success,  // Beside the content of a tool.
  Scope,    // For how long permissions are given.
  Tokens,
  Offered,  // Decisions of which one is to be the answer.
};
struct FieldRow {
  Field field;
  Part part;
  std::string_view key, inner, innermost;  // "turn" "id"; unused ones are empty.
};

enum class Decision : std::uint8_t { None, Unknown, Accept, AcceptForSession, Decline, Cancel };
// What a decision carries that is an object with one key, whose value has one member.
enum class Carries : std::uint8_t {
  Nothing,   // It is a word.
  Anything,  // Whatever its value is.
  Texts,     // A list of them.
  Rule,      // Of a host: an action. One that denies it declines what is asked for.
};
struct DecisionRow {
  std::string_view word;  // Or the key.
  Decision means;
  Carries carries = Carries::Nothing;
  std::string_view member = {};
};

enum class Status : std::uint8_t { None, Unknown, InProgress, Completed, Interrupted, Failed };
struct StatusRow {
  std::string_view word;
  Status means;
};

enum class ErrorKind : std::uint8_t {
  None,
  Other,
  NotInitialized,
  AlreadyInitialized,
  InvalidRequest,
  MethodNotFound,
  InvalidParams,
};
struct ErrorRow {
  std::string_view begins;  // The message, in any case of its letters.
  ErrorKind means;
};

// What a client may opt out of beside port::appserver::opt_out, as lines show it.
namespace opt_out_of {
inline constexpr std::uint8_t request_resolved = 1 << 4, item_started = 1 << 5,
                              item_completed = 1 << 6, turn_completed = 1 << 7;
}  // namespace opt_out_of

// A notification that a client need not be told of.
struct OptOutRow {
  std::string_view word;
  std::uint8_t bit;  // port::appserver::opt_out, or opt_out_of.
};

// What an item is, as far as rules ask.
struct ItemTypeRow {
  std::string_view word;
  bool command = false;     // It may go on when its turn is over (ITM-07).
  bool compaction = false;  // It may have a turn of its own.
};

struct Dialect {
  std::string_view name;
  std::span<const MethodRow> methods;
  std::span<const FieldRow> fields;
  std::size_t params_fields;  // So many of them, the first ones, are those of params.
  std::span<const DecisionRow> decisions;
  std::span<const StatusRow> statuses;
  std::span<const ErrorRow> errors;
  std::span<const OptOutRow> opt_outs;
  std::span<const DecisionRow> old_decisions;    // Of AnswerShape::OldDecision.
  std::span<const ItemTypeRow> item_types;       // Empty: they are not looked at.
  std::span<const std::string_view> background;  // Sources of commands that may outlive a turn.
  std::string_view item_done;             // The status of an item that did what it was asked for.
  bool items_end;                         // ITM-02: the end of every item is said.
  bool approvals_name_items;              // Their params must have a thread, a turn and an item.
  bool answers_before_initialized;        // SRV-01.
  bool one_code_for_bad_requests;         // SRV-02: -32600 for all of them.
  std::string_view approves_tool;         // Field::AskedFor of such an approval.
  bool steers;                            // SRV-08.
  bool ends_on_bad_utf8;                  // SRV-04.
  const Values* values;                   // SES-10.
  std::span<const NotJudged> not_judged;  // Beside those of every dialect.
};

extern const Dialect codex, draft;

// Null if there is none of this name.
const Dialect* find_dialect(std::string_view name);

// Why no recording in this dialect can show the rule broken; empty if one can.
std::string_view why_not_judged(const Dialect& dialect, std::string_view id);

// The fields of this part.
std::span<const FieldRow> fields_in(const Dialect& dialect, Part part);

// Null if the dialect has no such method from this side.
const MethodRow* find_method(const Dialect& dialect, Side from, std::string_view name);

}  // namespace spec::appserver
