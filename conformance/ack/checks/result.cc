// ACK-06, ACK-08 and ACK-21: the words of an error, what is refused, and the shape of OK.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// The signal never comes; the error says what was missing, for how long, and where to look.
CheckVerdict words_of_error(const Subjects& subjects, const Request& asked, Duration interval,
                            const Probe& probe, Reading never, std::string_view signal,
                            std::string_view hint) {
  const int looks_between = static_cast<int>(1500ms / interval) - 1;
  Talk talk(subjects);
  talk.call(asked);
  const auto* row = find_row(table_r1(), asked);
  const bool closes = row->signal == SignalKind::WindowDisappeared ||
                      row->signal == SignalKind::SoftDialogDisappeared;
  if (!closes) talk.captured(never);
  return talk.looked(never)
      .polls(looks_between, interval, probe, never)
      .after(interval)
      .fires()
      .looked(never)
      .says(asked, {"-32603", signal, "1500 ms", hint})
      .verdict();
}

CheckVerdict refused(const Subjects& subjects, const Request& asked, Status status,
                     std::string_view words, const Table& table = table_r1()) {
  return Talk(subjects, table)
      .call(asked)
      .wants({answers(status)})
      .says(asked, {"-32602", words})
      .after(1h)
      .wants({answers(status)})
      .verdict();
}

// What is to appear is there already.
CheckVerdict notes(const Subjects& subjects, const Request& asked, const Probe& probe,
                   const Signal& held) {
  return Talk(subjects)
      .call(asked)
      .wants({captures(probe)})
      .captured(reads(1))
      .wants({NoteHeld{first, held}, dispatches(), looks(probe)})
      .looked(reads(1))
      .wants({ok()})
      .verdict();
}

// clang-format off
constexpr Check result_rows[] = {
  {.rule = "ACK-06",
   .says = "the error for pane state names GenerationAdvanced, 1500 ms and the panes",
   .run = [](const Subjects& subjects) {
     return words_of_error(subjects, request("sort"), 250ms, generation, reads(2),
                           "GenerationAdvanced{from=2}", "Read the panes' state");
   }},
  {.rule = "ACK-06",
   .says = "the error for a dialog names it, 1500 ms and the list of dialogs",
   .run = [](const Subjects& subjects) {
     return all_of(
         {words_of_error(subjects, request("mkdir"), 100ms, dialog("mkdir-confirmation"), reads(0),
                         "SoftDialogAppeared{mkdir-confirmation}", "Read the list of open dialogs"),
          words_of_error(subjects, request("dialog_close", "about"), 100ms, dialog("about"),
                         reads(1), "SoftDialogDisappeared{about}",
                         "Read the list of open dialogs")});
   }},
  {.rule = "ACK-06",
   .says = "the error for a window names it, 1500 ms and the list of windows",
   .run = [](const Subjects& subjects) {
     return all_of(
         {words_of_error(subjects, request("dialog_open", "settings"), 100ms, windows("settings"),
                         reads(0), "WindowAppeared{settings}", "Read the list of windows"),
          words_of_error(subjects, request("dialog_close", "settings"), 100ms, windows("settings"),
                         reads(1), "WindowDisappeared{settings}", "Read the list of windows"),
          words_of_error(subjects, one_viewer(), 100ms, windows("viewer"), reads(3),
                         "WindowCountBelow{viewer, 3}", "Read the list of windows")});
   }},
  {.rule = "ACK-06",
   .says = "the error for a reply names RoundTrip, 5000 ms and the listener",
   .run = [](const Subjects& subjects) {
     const auto asked = request("open_under_cursor");
     return Talk(subjects)
         .call(asked)
         .after(5s)
         .fires()
         .says(asked, {"-32603", "RoundTrip", "5000 ms", "have no listener"})
         .verdict();
   }},
  {.rule = "ACK-08",
   .says = "in r1 move_cursor, nav_to_path and set_setting are unknown tools",
   .run = [](const Subjects& subjects) {
     constexpr auto words = "no such tool in revision r1";
     return all_of({refused(subjects, request("move_cursor"), Status::UnknownTool, words),
                    refused(subjects, request("nav_to_path"), Status::UnknownTool, words),
                    refused(subjects, request("set_setting"), Status::UnknownTool, words)});
   }},
  {.rule = "ACK-08",
   .says = "a dialog that a tool does nothing with is invalid params, in both revisions",
   .run = [](const Subjects& subjects) {
     const auto opens = request("dialog_open", "delete-confirmation");
     const auto confirms = request("dialog_confirm", "about");
     return all_of({refused(subjects, opens, Status::InvalidParams, "delete-confirmation"),
                    refused(subjects, confirms, Status::InvalidParams, "about", table_r2())});
   }},
  {.rule = "ACK-08",
   .says = "OK has one shape, whatever was awaited",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .call(request("dialog_close", "settings"))
                        .looked(reads(0))
                        .wants({ok()})
                        .verdict(),
                    Talk(subjects)
                        .call(request("set_view_mode"))
                        .captured(reads(1))
                        .looked(reads(2))
                        .wants({ok()})
                        .verdict()});
   }},
  {.rule = "ACK-21",
   .says = "opening what is open is noted, and OK keeps its shape",
   .run = [](const Subjects& subjects) {
     return all_of({notes(subjects, request("dialog_open", "settings"), windows("settings"),
                          signal(SignalKind::WindowAppeared, "settings")),
                    notes(subjects, request("dialog_open", "about"), dialog("about"),
                          signal(SignalKind::SoftDialogAppeared, "about"))});
   }},
  {.rule = "ACK-21",
   .says = "opening what is not open is not noted",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("dialog_focus", "settings"))
         .captured(reads(0))
         .wants({dispatches(), looks(windows("settings"))})
         .verdict();
   }},
};
// clang-format on

}  // namespace

std::span<const Check> result_checks() { return result_rows; }

}  // namespace conformance::ack
