// The two dialects of the app-server's protocol as a client needs them, as data: what methods and
// words mean, and where fields stand.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/appserver/limits.h"

namespace engine::appserver {

// What a notification is to the engine.
enum class Notice : std::uint8_t {
  Nothing,  // The dialect has it, and no engine waits for it.
  ThreadStarted,
  TurnStarted,
  TurnCompleted,
  ItemStarted,
  ItemDelta,
  ItemOutput,
  ItemCompleted,
  Usage,
  RateLimits,
  Resolved,
  Trouble,
  Status,  // Of a thread.
};
struct NoticeRow {
  std::string_view method;
  Notice means;
  std::uint8_t opted_out_by = 0;        // Bit of opt_out.
  ItemKind kind = ItemKind::Other;      // Of an item that begins, if the method says it.
  Severity severity = Severity::Error;  // Of a problem.
};

enum class Field : std::uint8_t {
  Thread,
  Turn,
  Item,
  ItemType,
  ItemRole,  // Stands before the type.
  Command,
  Directory,  // In which it is run.
  Changes,    // Of a patch: an object of paths, or an array of objects with a path.
  Root,       // More of the scope of a patch.
  Delta,
  Final,  // The text that an item completes with.
  TurnStatus,
  ItemStatus,
  ExitCode,
  Success,
  Total,      // Tokens of the thread.
  TurnInput,  // Tokens of the turn.
  TurnOutput,
  Primary,  // Rate limits.
  Secondary,
  Ask,  // That was resolved.
  WillRetry,
  Problem,  // The words of one, and more of them.
  Details,
  Parent,  // Of a thread that a turn opened.
  Opened,  // Threads that an item opened: a list, or one.
  State,   // Of a thread.
  Source,  // Of a command: whose it is.
};
// Of the params or the result. The first row of a field that is there and not null holds.
struct FieldRow {
  Field field;
  std::array<std::string_view, 3> path;  // Unused keys are empty.
};

template <class E>
struct WordRow {
  std::string_view word;
  E means;
};
// A request of the server's, and how it is answered.
struct AskRow {
  std::string_view method;
  AskKind kind;
  std::span<const WordRow<Decision>> decisions;
  std::string_view refusal = {};  // Of AskKind::Other: a result.
  bool names_items = false;       // Params without a turn and an item are malformed.
};
// The first row that fits holds.
struct ErrorRow {
  std::int64_t code;        // Zero: any.
  std::string_view begins;  // The message, in any case of its letters.
  Error means;
};

struct Dialect {
  std::string_view name;
  std::span<const NoticeRow> notices;
  std::span<const FieldRow> fields;
  std::span<const AskRow> asks;
  std::span<const WordRow<Method>> methods;
  std::span<const WordRow<Decision>> decisions;
  std::span<const WordRow<Policy>> policies;
  std::span<const WordRow<Sandbox>> sandboxes;
  std::span<const WordRow<TurnEnd>> turn_ends;
  std::span<const WordRow<ItemEnd>> item_ends;
  std::span<const WordRow<ItemKind>> item_kinds;
  std::span<const ErrorRow> errors;
  std::span<const std::string_view> efforts;  // Empty: any.
  std::span<const std::string_view> summaries;
  std::span<const WordRow<Sandbox>> sandbox_types;  // Of the object that a turn has.
  bool configures;  // What has no member of thread/start is a value of its configuration.
};

extern const Dialect draft, codex;

// Null if there is none of this name.
const Dialect* find_dialect(std::string_view name);

// Whether all of these have a word in the dialect (SES-10).
bool has_words_for(const Dialect& dialect, const Settings& settings);

struct Options;
// What of these has no word in the dialect; empty if all have (SES-18).
std::string_view without_word(const Dialect& dialect, const Options& options);

// Empty if the dialect has none.
template <class E>
std::string_view word_for(std::span<const WordRow<E>> rows, E value) {
  for (const auto& row : rows)
    if (row.means == value) return row.word;
  return {};
}

}  // namespace engine::appserver
