// What may be wrong with a tool table, and which rules it is about: asked of the tables of the
// revisions when they are compiled, and of any other when it is read.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "spec/ack/rules.h"
#include "spec/ack/tools.h"

namespace spec::ack {

// The rule that a row breaks by awaiting another signal, whatever its own `rule` says.
// `confirmation`: the soft dialog that it is about asks whether to go on.
constexpr std::uint8_t rule_of(const ToolRow& row, bool confirmation) {
  switch (row.signal.kind) {
    case SignalKind::None: return rule_index("ACK-30");
    case SignalKind::RoundTrip: return rule_index("ACK-09");
    case SignalKind::WindowCountBelow: return rule_index("ACK-13");
    case SignalKind::GenerationAdvanced:
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared:
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared: break;
  }
  if (row.when == When::AutoConfirm || row.when == When::Asking) return rule_index("ACK-20");
  const bool soft = row.signal.kind == SignalKind::SoftDialogAppeared ||
                    row.signal.kind == SignalKind::SoftDialogDisappeared;
  if (!soft || row.target == Target::None) return rule_index("ACK-03");
  const bool goes = row.signal.kind == SignalKind::SoftDialogDisappeared;
  return goes && confirmation ? rule_index("ACK-14") : rule_index("ACK-15");
}

// What is wrong with a row of a table.
enum class RowFault : std::uint8_t {
  Subject,    // A soft dialog is awaited as a window, or a window as one; or the signal is about
              // nothing, and a subject is named, or the other way round.
  Count,      // One or all of a family are closed, and their count is not awaited, or likewise.
  Budget,     // Of what is awaited: not from 1 to budget_ms_max. Of nothing: not zero.
  Poll,       // Of what is looked for: not from 0 to budget_ms_max. Else: not zero.
  Target,     // An earlier row of the tool is for every target.
  Twice,      // A request has two rows: this and an earlier one.
  OtherHalf,  // There is no row for requests with the opposite of its `when`.
  Obstacle,   // A condition does not fit what it reads, or the call cannot end so.
  Part,       // It goes on from no row of its requests, or awaits a signal that needs a capture.
};
inline constexpr std::int32_t budget_ms_max = 60'000;
struct RowFlaw {
  std::size_t row = 0;
  RowFault fault{};
  bool operator==(const RowFlaw&) const = default;
};

// The first row with something wrong, if any has. Of a table without a flaw every request that a
// tool takes has one row, and each signal fits its subject.
// So many of its subjects are windows.
constexpr std::optional<RowFlaw> flaw_of(ToolTable table, std::uint8_t windows = 2);

// Whether a run over such a table can meet what a rule is about, if runs can at all.
constexpr bool may_meet(ToolTable table, std::uint8_t rule);

namespace table_words {

constexpr bool fits_subject(const ToolRow& row, std::uint8_t windows) {
  const SubjectId subject = row.signal.subject;
  if (row.signal.kind <= SignalKind::GenerationAdvanced) return subject == Subject::None;
  const bool window = probe_of(row.signal).kind == ProbeKind::Windows;
  return subject != Subject::None && window == (subject.value < windows);
}
constexpr bool fits(const Obstacle& each, std::uint8_t windows) {
  const bool none = each.subject == Subject::None;
  const bool is_window = !none && each.subject.value < windows;
  const bool subject_fits = each.of == ProbeKind::Windows      ? is_window
                            : each.of == ProbeKind::SoftDialog ? !is_window
                                                               : none;
  const bool slow = each.of == ProbeKind::Path;
  const bool time_fits =
      slow == (each.within > port::Duration::zero()) && each.within.count() <= budget_ms_max;
  const bool is_said = each.of != ProbeKind::Generation || each.is == Found::Missing;
  const bool ends = each.then == Status::Ok || each.then == Status::InvalidParams ||
                    each.then == Status::NotReady || each.then == Status::Refused;
  return subject_fits && time_fits && is_said && ends;
}
constexpr bool fits_conditions(const ToolRow& row, std::uint8_t windows) {
  return std::ranges::all_of(row.unless, [=](const Obstacle& each) { return fits(each, windows); });
}
constexpr bool fits_part(ToolTable table, std::size_t at) {
  const ToolRow& row = table[at];
  if (row.part == Part::First) return true;
  if (at == 0 || table[at - 1].part != Part::First) return false;
  const ToolRow& first = table[at - 1];
  const bool same = first.tool == row.tool && first.target == row.target && first.when == row.when;
  const bool seen = row.signal.kind >= SignalKind::SoftDialogAppeared && row.unless.count == 0 &&
                    row.signal.kind != SignalKind::WindowCountBelow;
  return same && (row.part == Part::Event || seen);
}
constexpr bool fits_count(const ToolRow& row) {
  const bool counts = row.signal.kind == SignalKind::WindowCountBelow;
  if (counts != (row.when == When::One || row.when == When::All)) return false;
  return !counts || row.signal.subject == Subject::Viewer;
}
constexpr bool fits_budget(const ToolRow& row) {
  if (row.signal.kind == SignalKind::None) return row.budget_ms == 0;
  return row.budget_ms >= 1 && row.budget_ms <= budget_ms_max;
}
constexpr bool fits_poll(const ToolRow& row) {
  if (row.signal.kind <= SignalKind::RoundTrip) return row.own_poll_ms == 0;
  return row.own_poll_ms >= 0 && row.own_poll_ms <= budget_ms_max;
}

// For requests with and without one parameter; of Always each is both.
constexpr bool share_a_request(When left, When right) {
  return left == right || left == When::Always || right == When::Always ||
         (left <= When::Asking) != (right <= When::Asking);
}
constexpr When opposite(When when) {
  switch (when) {
    case When::AutoConfirm: return When::Asking;
    case When::Asking: return When::AutoConfirm;
    case When::One: return When::All;
    case When::All: return When::One;
    case When::Always: break;
  }
  return When::Always;
}

// Of rows of one tool.
constexpr std::optional<RowFault> fault_beside(ToolTable table, std::size_t at) {
  const ToolRow& row = table[at];
  if (row.part != Part::First) return std::nullopt;
  bool other_half = row.when == When::Always;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ToolRow& other = table[i];
    if (other.tool != row.tool || other.part != Part::First) continue;
    if (i < at && other.target == Target::None && row.target != Target::None)
      return RowFault::Target;
    if (other.target != row.target) continue;
    if (i < at && share_a_request(other.when, row.when)) return RowFault::Twice;
    other_half = other_half || other.when == opposite(row.when);
  }
  return other_half ? std::nullopt : std::optional(RowFault::OtherHalf);
}

}  // namespace table_words

constexpr std::optional<RowFlaw> flaw_of(ToolTable table, std::uint8_t windows) {
  for (std::size_t i = 0; i < table.size(); ++i) {
    const ToolRow& row = table[i];
    if (!table_words::fits_subject(row, windows)) return RowFlaw{i, RowFault::Subject};
    if (!table_words::fits_conditions(row, windows)) return RowFlaw{i, RowFault::Obstacle};
    if (!table_words::fits_part(table, i)) return RowFlaw{i, RowFault::Part};
    if (!table_words::fits_count(row)) return RowFlaw{i, RowFault::Count};
    if (!table_words::fits_budget(row)) return RowFlaw{i, RowFault::Budget};
    if (!table_words::fits_poll(row)) return RowFlaw{i, RowFault::Poll};
    if (const auto fault = table_words::fault_beside(table, i)) return RowFlaw{i, *fault};
  }
  return std::nullopt;
}

constexpr bool may_meet(ToolTable table, std::uint8_t rule) {
  const auto any = [&](auto is) { return std::ranges::any_of(table, is); };
  const auto of_kind = [&](SignalKind kind) {
    return any([=](const ToolRow& row) { return row.signal.kind == kind; });
  };
  const bool trips = of_kind(SignalKind::RoundTrip);
  const bool pushes = of_kind(SignalKind::GenerationAdvanced);
  const bool counts = of_kind(SignalKind::WindowCountBelow);
  const bool looks = any([](const ToolRow& row) { return poll_ms(row) > 0; });
  const bool appears =
      of_kind(SignalKind::SoftDialogAppeared) || of_kind(SignalKind::WindowAppeared);
  const bool disappears =
      of_kind(SignalKind::SoftDialogDisappeared) || of_kind(SignalKind::WindowDisappeared);
  switch (rule) {
    case rule_index("ACK-01"):
    case rule_index("ACK-29"): return any(needs_capture);
    case rule_index("ACK-03"):
    case rule_index("ACK-06"):
    case rule_index("ACK-30"): return looks || trips;
    case rule_index("ACK-04"):
    case rule_index("ACK-05"):
    case rule_index("ACK-22"): return looks;
    case rule_index("ACK-09"):
    case rule_index("ACK-10"):
    case rule_index("ACK-11"):
    case rule_index("ACK-17"):
    case rule_index("ACK-28"):
    case rule_index("ACK-32"): return trips;
    case rule_index("ACK-12"):
    case rule_index("ACK-13"):
    case rule_index("ACK-23"):
    case rule_index("ACK-26"): return counts;
    case rule_index("ACK-14"):
    case rule_index("ACK-15"):
    case rule_index("ACK-20"): return any([=](const ToolRow& row) { return row.rule == rule; });
    case rule_index("ACK-16"):
    case rule_index("ACK-24"):
    case rule_index("ACK-25"): return pushes;
    case rule_index("ACK-21"): return appears || disappears;
    case rule_index("ACK-33"): return looks || trips;
    case rule_index("ACK-34"):
      return any([](const ToolRow& row) { return row.part == Part::Signal; });
    case rule_index("ACK-35"):
      return any([=](const ToolRow& row) {
        return std::ranges::any_of(row.unless,
                                   [&](const auto& each) { return rule_of(row, each) == rule; });
      });
    case rule_index("ACK-31"): return looks || of_kind(SignalKind::None);
    default: return true;
  }
}

}  // namespace spec::ack
