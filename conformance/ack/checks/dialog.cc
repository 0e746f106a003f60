// ACK-12 to ACK-15, ACK-22, ACK-23 and ACK-26: dialogs and windows, and start-up.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// Closing this dialog waits for it to go, whatever is pushed.
CheckVerdict waits_to_go(const Subjects& subjects, std::string_view name) {
  return Talk(subjects)
      .store_ready()
      .shows(dialog(name), 1)
      .call(request("dialog_close", name))
      .wants({dispatches()})
      .pushed(Pane::Left)
      .after(310ms)
      .shows(dialog(name), 0)
      .within(90ms)
      .wants({ok()})
      .verdict();
}

// A dialog that is to appear is one, and no window.
CheckVerdict waits_for_dialog_of(const Subjects& subjects, const Request& asked,
                                 std::string_view name) {
  return Talk(subjects)
      .shows(windows(name), 1)
      .call(asked)
      .wants({dispatches()})
      .after(110ms)
      .shows(dialog(name), 1)
      .within(90ms)
      .wants({ok()})
      .verdict();
}

CheckVerdict fails_fast(const Subjects& subjects, const Request& asked, Reading viewers,
                        Status status, std::initializer_list<std::string_view> words) {
  return Talk(subjects)
      .shows(windows("viewer"), viewers)
      .call(asked)
      .wants({answers(status)})
      .says(asked, words)
      .verdict();
}

CheckVerdict is_gone_before_it_exists(const Subjects& subjects, const Request& asked,
                                      const Probe& probe) {
  return Talk(subjects).shows(probe, absent).call(asked).wants({dispatches(), ok()}).verdict();
}

// So many viewers show the path when one has gone.
CheckVerdict closes_with_path_left(const Subjects& subjects, std::uint32_t left) {
  Talk talk(subjects);
  talk.shows(windows("viewer"), {true, 3, 2})
      .call(one_viewer())
      .wants({dispatches()})
      .after(10ms)
      .shows(windows("viewer"), {true, 2, left})
      .within(90ms);
  if (left == 0) return talk.wants({ok()}).verdict();
  return talk.wants({NoteStillOpen{first, the_path}, ok()}).verdict();
}

// Names a path as well, though no viewer is to be closed.
CheckVerdict opens_with_path(const Subjects& subjects) {
  auto asked = request("dialog_open", "file-viewer");
  asked.path = the_path;
  return Talk(subjects)
      .call(asked)
      .wants({dispatches()})
      .after(10ms)
      .shows(windows("viewer"), {true, 1, 1})
      .within(90ms)
      .wants({ok()})
      .verdict();
}

// clang-format off
constexpr Check dialog_rows[] = {
  {.rule = "ACK-12", .says = "closing one viewer or all with none open is invalid params at once",
   .run = [](const Subjects& subjects) {
     const auto all = request("dialog_close", "file-viewer");
     return all_of({fails_fast(subjects, one_viewer(), reads(0), Status::InvalidParams,
                               {"-32602", "no file-viewer is open"}),
                    fails_fast(subjects, all, reads(0), Status::InvalidParams, {})});
   }},
  {.rule = "ACK-13", .says = "closing one of three viewers is OK when two are left",
   .run = [](Talk& talk) {
     talk.shows(windows("viewer"), 3)
         .call(one_viewer())
         .wants({dispatches()})
         .after(10ms)
         .shows(windows("viewer"), 2)
         .within(90ms)
         .wants({ok()});
   }},
  {.rule = "ACK-03", .says = "closing all viewers is OK when none is left, not when one has gone",
   .run = [](Talk& talk) {
     talk.shows(windows("viewer"), 3)
         .call(request("dialog_close", "file-viewer"))
         .wants({dispatches()})
         .shows(windows("viewer"), 2)
         .after(110ms)
         .shows(windows("viewer"), 0)
         .within(90ms)
         .wants({ok()});
   }},
  {.rule = "ACK-26",
   .says = "a viewer of the path that is still open at OK is noted, and OK keeps its shape",
   .run = [](const Subjects& subjects) {
     return all_of({closes_with_path_left(subjects, 1), closes_with_path_left(subjects, 2)});
   }},
  {.rule = "ACK-26", .says = "without a viewer of the path nothing is noted",
   .run = [](const Subjects& subjects) { return closes_with_path_left(subjects, 0); }},
  {.rule = "ACK-26",
   .says = "of a viewer that is opened nothing is noted, whatever path the request names",
   .run = opens_with_path},
  {.rule = "ACK-14", .says = "closing any confirmation waits for that dialog to go",
   .run = [](const Subjects& subjects) {
     return all_of({waits_to_go(subjects, "transfer-confirmation"),
                    waits_to_go(subjects, "delete-confirmation"),
                    waits_to_go(subjects, "mkdir-confirmation"),
                    waits_to_go(subjects, "new-file-confirmation")});
   }},
  {.rule = "ACK-15", .says = "opening and focusing the about dialog wait for a soft dialog",
   .run = [](const Subjects& subjects) {
     return all_of({waits_for_dialog_of(subjects, request("dialog_open", "about"), "about"),
                    waits_for_dialog_of(subjects, request("dialog_focus", "about"), "about")});
   }},
  {.rule = "ACK-15", .says = "closing the about dialog waits for a soft dialog to go",
   .run = [](const Subjects& subjects) { return waits_to_go(subjects, "about"); }},
  {.rule = "ACK-15", .says = "focusing a confirmation waits for a soft dialog",
   .run = [](const Subjects& subjects) {
     constexpr auto name = "delete-confirmation";
     return waits_for_dialog_of(subjects, request("dialog_focus", name), name);
   }},
  {.rule = "ACK-22", .says = "without a tracker or a list nothing has appeared yet",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .shows(dialog("about"), absent)
                        .call(request("dialog_open", "about"))
                        .wants({dispatches()}),
                    Talk(subjects)
                        .shows(windows("settings"), absent)
                        .call(request("dialog_open", "settings"))
                        .wants({dispatches()})
                        .after(10ms)
                        .shows(windows("settings"), 1)
                        .within(90ms)
                        .wants({ok()})});
   }},
  {.rule = "ACK-22", .says = "without a tracker or a list what is to disappear counts as gone",
   .run = [](const Subjects& subjects) {
     const auto folder = request("dialog_close", "mkdir-confirmation");
     const auto settings = request("dialog_close", "settings");
     return all_of({is_gone_before_it_exists(subjects, folder, dialog("mkdir-confirmation")),
                    is_gone_before_it_exists(subjects, settings, windows("settings"))});
   }},
  {.rule = "ACK-22", .says = "a generation captured before the store exists is zero",
   .run = [](Talk& talk) {
     talk.no_store_yet()
         .call(request("nav_back"))
         .wants({dispatches()})
         .store_ready()
         .after(260ms)
         .pushed(Pane::Right)
         .within(240ms)
         .wants({ok()});
   }},
  {.rule = "ACK-23",
   .says = "closing a viewer before there is a list of windows is an internal error",
   .run = [](const Subjects& subjects) {
     const auto all = request("dialog_close", "file-viewer");
     return all_of({fails_fast(subjects, one_viewer(), absent, Status::NotReady,
                               {"-32603", "does not exist yet"}),
                    fails_fast(subjects, all, absent, Status::NotReady, {})});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> dialog_checks() { return dialog_rows; }

}  // namespace conformance::ack
