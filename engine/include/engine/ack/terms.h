// The words of the acknowledgement contract: tools, the signals that they wait for, and the
// table that says which tool waits for what.
//
// Everything that the table speaks of is a small id; names stand in the table itself, so
// that a project with other tools brings its own.
#pragma once
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "port/time.h"

namespace engine::ack {

// Positions in the lists of names of a table.
struct ToolId {
  std::uint8_t value = 0;
  auto operator<=>(const ToolId&) const = default;
};
// What a dialog tool is about, as its caller names it: "settings", "file-viewer".
struct TargetId {
  std::uint8_t value = 0;
  auto operator<=>(const TargetId&) const = default;
};
// What a signal is about: a soft dialog, a window label or a family of windows.
struct SubjectId {
  std::uint8_t value = 0;
  auto operator<=>(const SubjectId&) const = default;
};
inline constexpr TargetId no_target{0xff};
inline constexpr SubjectId no_subject{0xff};

// One call of a tool, for as long as it is in flight; the caller chooses the value.
struct CallId {
  std::uint16_t value = 0;
  auto operator<=>(const CallId&) const = default;
};
// Of a round trip: never the same twice. Zero: none.
struct RequestId {
  std::uint32_t value = 0;
  auto operator<=>(const RequestId&) const = default;
};
// A text that the frontend sent; the driver keeps it.
struct TextId {
  std::uint32_t value = 0;
  auto operator<=>(const TextId&) const = default;
};

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

struct Signal {
  SignalKind kind = SignalKind::None;
  SubjectId subject = no_subject;
  // GenerationAdvanced: the generation that must be passed. WindowCountBelow: the count.
  std::uint32_t bound = 0;
  bool operator==(const Signal&) const = default;
};

// What a caller asks for. A tool reads of it what its rows in the table speak of.
struct Request {
  ToolId tool;
  TargetId target = no_target;
  bool auto_confirm = false;
  bool one = false;  // One file viewer, by its path, and not all of them.
  bool operator==(const Request&) const = default;
};

// Which requests for its tool a row is for.
enum class When : std::uint8_t { Always, AutoConfirm, Asking, One, All };

// One line of the table: the signal and the budget of a tool (ACK-19, ACK-20). A budget and
// a poll period belong to the backend: nothing in a request changes them (ACK-07).
struct Row {
  ToolId tool;
  When when = When::Always;
  TargetId target = no_target;  // Or: for this one only.
  SignalKind signal = SignalKind::None;
  SubjectId subject = no_subject;
  bool below_captured = false;  // WindowCountBelow: the count before dispatch, else 1.
  port::Duration budget{};      // More than zero, but for None.
  port::Duration poll{};        // More than zero, but for None and RoundTrip.
  bool operator==(const Row&) const = default;
};

struct Table {
  std::string_view revision;
  std::span<const Row> rows;  // At most 250.
  std::span<const std::string_view> tools;
  std::span<const std::string_view> targets;
  std::span<const std::string_view> subjects;
};

// The tables of the specification. r1 is as merged; in r2 refresh, select, move_cursor,
// set_setting and nav_to_path are round trips.
const Table& table_r1();
const Table& table_r2();

// The row for a request, or null: the tool is unknown, or it has nothing for this request.
const Row* find_row(const Table& table, const Request& request);
bool knows(const Table& table, ToolId tool);

}  // namespace engine::ack
