// ACK-12 to ACK-15, ACK-22 and ACK-23: dialogs and windows, and start-up.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// Closing this dialog waits for it to go, without a capture.
CheckVerdict waits_to_go(const Subjects& subjects, std::string_view name) {
  return Talk(subjects)
      .call(request("dialog_close", name))
      .wants({dispatches(), looks(dialog(name))})
      .looked(reads(1))
      .wants({})
      .after(100ms)
      .fires()
      .looked(reads(0))
      .wants({ok()})
      .verdict();
}

// clang-format off
constexpr Check dialog_rows[] = {
  {.rule = "ACK-12",
   .says = "closing one viewer or all with none open is invalid params at once",
   .run = [](const Subjects& subjects) {
     const auto all = request("dialog_close", "file-viewer");
     return all_of({Talk(subjects)
                        .call(one_viewer())
                        .wants({captures(windows("viewer"))})
                        .captured(reads(0))
                        .wants({answers(Status::InvalidParams)})
                        .says(one_viewer(), {"-32602", "no file-viewer is open"})
                        .verdict(),
                    Talk(subjects)
                        .call(all)
                        .captured(reads(0))
                        .wants({answers(Status::InvalidParams)})
                        .verdict()});
   }},
  {.rule = "ACK-13",
   .says = "closing one of three viewers is OK when two are left",
   .run = [](const Subjects& subjects) {
     const auto viewer = windows("viewer");
     return Talk(subjects)
         .call(one_viewer())
         .captured(reads(3))
         .wants({dispatches(), looks(viewer)})
         .looked(reads(3))
         .wants({})
         .after(100ms)
         .fires()
         .looked(reads(2))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-03",
   .says = "closing all viewers is OK when none is left, not when one has gone",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("dialog_close", "file-viewer"))
         .captured(reads(3))
         .looked(reads(2))
         .wants({})
         .after(100ms)
         .fires()
         .looked(reads(0))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-14",
   .says = "closing any confirmation waits for that dialog to go",
   .run = [](const Subjects& subjects) {
     return all_of({waits_to_go(subjects, "transfer-confirmation"),
                    waits_to_go(subjects, "delete-confirmation"),
                    waits_to_go(subjects, "mkdir-confirmation"),
                    waits_to_go(subjects, "new-file-confirmation")});
   }},
  {.rule = "ACK-15",
   .says = "opening and focusing the about dialog look for a soft dialog",
   .run = [](const Subjects& subjects) {
     const auto looks_for_dialog = [&](std::string_view name) {
       return Talk(subjects)
           .call(request(name, "about"))
           .wants({captures(dialog("about"))})
           .captured(reads(0))
           .wants({dispatches(), looks(dialog("about"))})
           .verdict();
     };
     return all_of({looks_for_dialog("dialog_open"), looks_for_dialog("dialog_focus")});
   }},
  {.rule = "ACK-15",
   .says = "closing the about dialog waits for a soft dialog to go",
   .run = [](const Subjects& subjects) { return waits_to_go(subjects, "about"); }},
  {.rule = "ACK-15",
   .says = "focusing a confirmation looks for a soft dialog",
   .run = [](const Subjects& subjects) {
     const auto asked = dialog("delete-confirmation");
     return Talk(subjects)
         .call(request("dialog_focus", "delete-confirmation"))
         .wants({captures(asked)})
         .captured(reads(0))
         .wants({dispatches(), looks(asked)})
         .verdict();
   }},
  {.rule = "ACK-22",
   .says = "without a tracker or a list nothing has appeared yet",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .call(request("dialog_open", "about"))
                        .captured(absent)
                        .wants({dispatches(), looks(dialog("about"))})
                        .looked(absent)
                        .wants({})
                        .verdict(),
                    Talk(subjects)
                        .call(request("dialog_open", "settings"))
                        .captured(absent)
                        .looked(absent)
                        .wants({})
                        .after(100ms)
                        .fires()
                        .looked(reads(1))
                        .wants({ok()})
                        .verdict()});
   }},
  {.rule = "ACK-22",
   .says = "without a tracker or a list what is to disappear counts as gone",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .call(request("dialog_close", "mkdir-confirmation"))
                        .looked(absent)
                        .wants({ok()})
                        .verdict(),
                    Talk(subjects)
                        .call(request("dialog_close", "settings"))
                        .looked(absent)
                        .wants({ok()})
                        .verdict()});
   }},
  {.rule = "ACK-22",
   .says = "a generation captured before the store exists is zero",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("nav_back"))
         .captured(absent)
         .wants({dispatches(), looks(generation)})
         .looked(absent)
         .wants({})
         .store_ready()
         .after(250ms)
         .fires()
         .looked_panes()
         .wants({})
         .pushed(Pane::Right)
         .after(250ms)
         .fires()
         .looked_panes()
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-23",
   .says = "closing a viewer before there is a list of windows is an internal error",
   .run = [](const Subjects& subjects) {
     const auto all = request("dialog_close", "file-viewer");
     return all_of({Talk(subjects)
                        .call(one_viewer())
                        .captured(absent)
                        .wants({answers(Status::NotReady)})
                        .says(one_viewer(), {"-32603", "does not exist yet"})
                        .verdict(),
                    Talk(subjects)
                        .call(all)
                        .captured(absent)
                        .wants({answers(Status::NotReady)})
                        .verdict()});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> dialog_checks() { return dialog_rows; }

}  // namespace conformance::ack
