// ACK-06, ACK-08 and ACK-21: the words of an error, what is refused, and the shape of OK.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// The signal never comes; the error says what was missing, for how long, and where to look.
CheckVerdict words_of_error(const Subjects& subjects, const Request& asked, const Probe& probe,
                            Reading never, const Signal& missing, std::string_view signal,
                            std::string_view hint) {
  return Talk(subjects)
      .store_ready()
      .shows(probe, never)
      .call(asked)
      .wants({dispatches()})
      .after(1500ms)
      .within(0s)
      .wants({misses(missing, 1500ms)})
      .says(asked, {"-32603", signal, "1500 ms", hint})
      .verdict();
}

CheckVerdict refused(const Subjects& subjects, const Request& asked, Status status,
                     std::string_view words, const Table& table = table_r1()) {
  return Talk(subjects, table)
      .call(asked)
      .wants({answers(status)})
      .says(asked, {"-32602", words})
      .within(1h)
      .verdict();
}

// What is to appear is there already.
CheckVerdict notes(const Subjects& subjects, const Request& asked, const Probe& probe,
                   const Signal& held) {
  return Talk(subjects)
      .shows(probe, 1)
      .call(asked)
      .wants({NoteHeld{first, held}, dispatches(), ok()})
      .verdict();
}

// clang-format off
constexpr Check result_rows[] = {
  {.rule = "ACK-06",
   .says = "the error for pane state names GenerationAdvanced, 1500 ms and the panes",
   .run = [](const Subjects& subjects) {
     return words_of_error(subjects, request("sort"), {}, absent, advanced(0),
                           "GenerationAdvanced{from=0}", "Read the panes' state");
   }},
  {.rule = "ACK-06", .says = "the error for a dialog names it, 1500 ms and the list of dialogs",
   .run = [](const Subjects& subjects) {
     return all_of(
         {words_of_error(subjects, request("mkdir"), dialog("mkdir-confirmation"), reads(0),
                         signal(SignalKind::SoftDialogAppeared, "mkdir-confirmation"),
                         "SoftDialogAppeared{mkdir-confirmation}", "Read the list of open dialogs"),
          words_of_error(subjects, request("dialog_close", "about"), dialog("about"), reads(1),
                         signal(SignalKind::SoftDialogDisappeared, "about"),
                         "SoftDialogDisappeared{about}", "Read the list of open dialogs")});
   }},
  {.rule = "ACK-06", .says = "the error for a window names it, 1500 ms and the list of windows",
   .run = [](const Subjects& subjects) {
     const auto settings = windows("settings");
     constexpr auto hint = "Read the list of windows";
     return all_of(
         {words_of_error(subjects, request("dialog_open", "settings"), settings, reads(0),
                         signal(SignalKind::WindowAppeared, "settings"),
                         "WindowAppeared{settings}", hint),
          words_of_error(subjects, request("dialog_close", "settings"), settings, reads(1),
                         signal(SignalKind::WindowDisappeared, "settings"),
                         "WindowDisappeared{settings}", hint),
          words_of_error(subjects, one_viewer(), windows("viewer"), reads(3),
                         signal(SignalKind::WindowCountBelow, "viewer", 3),
                         "WindowCountBelow{viewer, 3}", hint)});
   }},
  {.rule = "ACK-06", .says = "the error for pane state names the generation that was captured",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left)
         .pushed(Pane::Right)
         .call(request("sort"))
         .wants({dispatches()})
         .after(1500ms)
         .within(0s)
         .wants({misses(advanced(2), 1500ms)});
   }},
  {.rule = "ACK-06", .says = "the error for a reply names RoundTrip, 5000 ms and the listener",
   .run = [](Talk& talk) {
     const auto asked = request("open_under_cursor");
     talk.call(asked)
         .wants({asks()})
         .after(5s)
         .within(0s)
         .wants({misses({SignalKind::RoundTrip, no_subject, 0}, 5s)})
         .says(asked, {"-32603", "RoundTrip", "5000 ms", "have no listener"});
   }},
  {.rule = "ACK-08", .says = "in r1 compress and rename are unknown tools",
   .run = [](const Subjects& subjects) {
     constexpr auto words = "no such tool in revision r1";
     return all_of({refused(subjects, request("compress"), Status::UnknownTool, words),
                    refused(subjects, request("rename"), Status::UnknownTool, words)});
   }},
  {.rule = "ACK-08",
   .says = "a dialog that a tool does nothing with is invalid params, in both revisions",
   .run = [](const Subjects& subjects) {
     const auto opens = request("dialog_open", "delete-confirmation");
     const auto confirms = request("dialog_confirm", "about");
     const auto of_none = request("dialog_open");
     return all_of({refused(subjects, of_none, Status::InvalidParams, "-32602 dialog_open"),
                    refused(subjects, opens, Status::InvalidParams,
                            "-32602 dialog_open: it does nothing with \"delete-confirmation\""),
                    refused(subjects, confirms, Status::InvalidParams,
                            "-32602 dialog_confirm: it does nothing with \"about\"", table_r2())});
   }},
  {.rule = "ACK-08", .says = "a tool that is about no dialog takes no notice of one",
   .run = [](Talk& talk) {
     talk.store_ready()
         .call(request("sort", "about"))
         .wants({dispatches()})
         .pushed(Pane::Left)
         .within(250ms)
         .wants({ok()});
   }},
  {.rule = "ACK-08", .says = "OK has one shape, whatever was awaited, and no words",
   .run = [](const Subjects& subjects) {
     const auto closes = request("dialog_close", "settings");
     return all_of({Talk(subjects)
                        .call(closes)
                        .wants({dispatches(), ok()})
                        .says_nothing(closes),
                    Talk(subjects)
                        .store_ready()
                        .call(request("set_view_mode"))
                        .wants({dispatches()})
                        .pushed(Pane::Left)
                        .within(250ms)
                        .wants({ok()})});
   }},
  {.rule = "ACK-21", .says = "opening what is open is noted, and OK keeps its shape",
   .run = [](const Subjects& subjects) {
     return all_of({notes(subjects, request("dialog_open", "settings"), windows("settings"),
                          signal(SignalKind::WindowAppeared, "settings")),
                    notes(subjects, request("dialog_open", "about"), dialog("about"),
                          signal(SignalKind::SoftDialogAppeared, "about"))});
   }},
  {.rule = "ACK-21", .says = "opening what is not open is not noted",
   .run = [](Talk& talk) {
     talk.call(request("dialog_focus", "settings"))
         .wants({dispatches()});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> result_checks() { return result_rows; }

}  // namespace conformance::ack
