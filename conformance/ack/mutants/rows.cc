// Mutants that wait for the wrong signal, or for the wrong time.
#include "ack/mutants/turn.h"

namespace conformance::ack {
namespace {

bool is(const Table& table, const Row& row, std::string_view tool, std::string_view target = {}) {
  if (table.tools[row.tool.value] != tool) return false;
  return target.empty() || (row.target != no_target && table.targets[row.target.value] == target);
}
bool is_confirmation(const Table& table, const Row& row) {
  return row.target != no_target && table.targets[row.target.value].ends_with("-confirmation");
}
void by_generation(Row& row) {
  row.signal = SignalKind::GenerationAdvanced;
  row.poll = Duration{250};
}

// Looks at the generation, and where that has not advanced at the viewers; either is enough.
void look_for_any(Turn& turn) {
  const auto* looked = turn.got<Looked>();
  const Call* call = looked == nullptr ? nullptr : turn.call(looked->call);
  if (call == nullptr || !is(turn.engine.table(), turn.row_of(*call), "open_under_cursor"))
    return turn.pass();
  const bool advanced = looked->reading.exists && looked->reading.value > call->bound;
  const bool asked_for_viewers = turn.memory.stage == 1 && turn.memory.call == call->id.value;
  if (!asked_for_viewers && advanced) return turn.pass();
  if (!asked_for_viewers) {
    turn.memory.stage = 1;
    turn.memory.call = static_cast<std::uint8_t>(call->id.value);
    const auto& subjects = turn.engine.table().subjects;
    const auto viewer = std::ranges::find(subjects, "viewer") - subjects.begin();
    const SubjectId subject{static_cast<std::uint8_t>(viewer)};
    turn.out.push_back(Look{call->id, {ProbeKind::Windows, subject}});
    return;
  }
  turn.memory.stage = turn.memory.call = 0;
  if (looked->reading.value > 0) return turn.respond(call->id, {});
  turn.tell(Looked{call->id, {}});
}

constexpr Deviation altered_rows[]{
    {{"refresh_by_generation", "ACK-30", "ack/identical_relist",
      "refresh waits for a push that an unchanged folder does not cause"},
     [](const Table& table, Row& row) {
       if (!is(table, row, "refresh")) return;
       by_generation(row);
       row.budget = Duration{1'500};
     }},
    {{"closing_waits_for_panes", "ACK-14", "ack/cancel_waits_for_pane",
      "closing a confirmation waits for a push of pane state"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_close") && is_confirmation(table, row)) by_generation(row);
     }},
    {{"about_as_window", "ACK-15", "ack/about_as_window",
      "the about dialog is awaited as a window"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_close", "about")) row.signal = SignalKind::WindowDisappeared;
     }},
    {{"opened_about_as_window", "ACK-15", "", "opening the about dialog waits for a window"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_open", "about")) row.signal = SignalKind::WindowAppeared;
     }},
    {{"one_viewer_as_all", "ACK-13", "ack/one_of_many_viewers",
      "closing one of several viewers waits until all have gone"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_close", "file-viewer")) row.below_captured = false;
     }},
    {{"all_viewers_as_one", "ACK-03", "", "closing all viewers is acknowledged when one has gone"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_close", "file-viewer")) row.below_captured = true;
     }},
    {{"opening_by_generation", "ACK-09", "ack/open_in_external_program",
      "open_under_cursor waits for a push, which an external program does not cause"},
     [](const Table& table, Row& row) {
       if (is(table, row, "open_under_cursor")) by_generation(row);
     }},
    {{"open_by_any", "ACK-09", "",
      "open_under_cursor takes a push or a viewer for its end: any of them"},
     [](const Table& table, Row& row) {
       if (is(table, row, "open_under_cursor")) by_generation(row);
     },
     look_for_any},
    {{"confirmation_as_window", "ACK-15", "",
      "focusing a confirmation waits for a window of its name"},
     [](const Table& table, Row& row) {
       if (is(table, row, "dialog_focus") && is_confirmation(table, row))
         row.signal = SignalKind::WindowAppeared;
     }},
    {{"short_navigation", "ACK-19", "ack/slow_remote_parent", "navigations wait 1500 ms only"},
     [](const Table& table, Row& row) {
       if (table.tools[row.tool.value].starts_with("nav_")) row.budget = Duration{1'500};
     }},
    {{"long_budget", "ACK-19", "", "every tool waits 5000 ms"},
     [](const Table&, Row& row) {
       if (row.budget == Duration{1'500}) row.budget = Duration{5'000};
     }},
    {{"auto_confirm_ignored", "ACK-20", "", "copy, move and delete always wait for a push"},
     [](const Table&, Row& row) {
       if (row.when == When::Asking) by_generation(row);
     }},
    {{"asking_always", "ACK-20", "", "copy, move and delete always wait for a dialog"},
     [](const Table& table, Row& row) {
       if (row.when != When::AutoConfirm) return;
       row.signal = SignalKind::SoftDialogAppeared;
       row.subject = find_row(table, {.tool = row.tool})->subject;
       row.poll = Duration{100};
     }},
    {{"operation_by_generation", "ACK-09", "ack/operation_shows_nothing_yet",
      "an operation that asks nothing waits for a push, which its start does not cause"},
     [](const Table&, Row& row) {
       if (row.when == When::AutoConfirm) by_generation(row);
     }},
    {{"short_operation_start", "ACK-19", "ack/slow_operation_start",
      "operations have 5000 ms to begin"},
     [](const Table&, Row& row) {
       if (row.budget == Duration{10'000}) row.budget = Duration{5'000};
     }},
    {{"slow_poll", "ACK-04", "", "it looks every 400 ms"},
     [](const Table&, Row& row) {
       if (row.poll > Duration::zero()) row.poll = Duration{400};
     }},
    {{"conditions_unasked", "ACK-35 ACK-12 ACK-23", "", "dispatches whatever stands in the way"},
     [](const Table&, Row& row) { row.unless = {}; }},
    {{"blocked_as_nothing_to_do", "ACK-35", "", "a dialog in the way is told as nothing to act on"},
     [](const Table&, Row& row) {
       for (auto& each : row.unless.all)
         if (each.kind == Refusal::Blocked) each.kind = Refusal::NothingToDo;
     }},
    {{"closed_already_refused", "ACK-35", "", "what is closed already is an error"},
     [](const Table&, Row& row) {
       for (auto& each : row.unless.all)
         if (each.of == ProbeKind::Windows && each.then == Status::Ok)
           each.then = Status::InvalidParams;
     }},
    {{"patient_check", "ACK-35", "", "a check of a path may take ten seconds"},
     [](const Table&, Row& row) {
       for (auto& each : row.unless.all)
         if (each.of == ProbeKind::Path) each.within = Duration{10'000};
     }},
    {{"no_store_as_nothing", "ACK-35", "",
      "takes a pane store that is missing for one with nothing to act on"},
     [](const Table&, Row& row) {
       for (auto& each : row.unless.all)
         if (each.of == ProbeKind::Items) each.is = Found::Missing;
     }},
    {{"first_event_alone", "ACK-02", "", "of two events it sends one"},
     [](const Table&, Row& row) {
       if (row.part == Part::Event) row.part = Part::First;
     }},
    {{"second_signal_unawaited", "ACK-03", "", "a reply is enough, the prompt may stay"},
     [](const Table&, Row& row) {
       if (row.part == Part::Signal) row.part = Part::First;
     }},
};

}  // namespace

std::span<const Deviation> row_deviations() { return altered_rows; }

}  // namespace conformance::ack
