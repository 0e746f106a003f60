// ACK-01 to ACK-05, ACK-19 and ACK-20: captures, the dispatch, looks, budgets, autoConfirm.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// A tool that waits for pane state gives up after so many polls of 250 ms.
CheckVerdict gives_up_on_panes(const Subjects& subjects, const Request& asked, int polls) {
  const Duration budget = polls * 250ms;
  return Talk(subjects)
      .call(asked)
      .captured(reads(4))
      .looked(reads(4))
      .polls(polls - 1, 250ms, generation, reads(4))
      .after(250ms)
      .fires()
      .wants({looks(generation)})
      .looked(reads(4))
      .wants({misses(advanced(4), budget)})
      .after(1h)
      .wants({misses(advanced(4), budget)})
      .verdict();
}

CheckVerdict waits_for_panes(const Subjects& subjects, const Request& asked) {
  return Talk(subjects)
      .call(asked)
      .wants({captures(generation)})
      .captured(reads(0))
      .wants({dispatches(), looks(generation)})
      .verdict();
}

CheckVerdict waits_for_dialog(const Subjects& subjects, const Request& asked,
                              std::string_view name) {
  return Talk(subjects)
      .call(asked)
      .wants({captures(dialog(name))})
      .captured(reads(0))
      .wants({dispatches(), looks(dialog(name))})
      .verdict();
}

// Waits for a reply, and gives up at this time, not before.
CheckVerdict waits_for_reply(const Subjects& subjects, std::string_view name, Duration budget) {
  return Talk(subjects, table_r2())
      .call(request(name))
      .wants({asks(1)})
      .after(budget)
      .fires()
      .wants({misses({SignalKind::RoundTrip, no_subject, 0}, budget)})
      .verdict();
}

// clang-format off
constexpr Check wait_rows[] = {
  {.rule = "ACK-01",
   .says = "the generation is captured before the dispatch, and a push between counts",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .store_ready()
         .pushed(Pane::Left)
         .call(request("sort"))
         .wants({captures(generation)})
         .captured_panes()
         .wants({dispatches(), looks(generation)})
         .pushed(Pane::Left)
         .looked_panes()
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-01",
   .says = "closing a viewer counts the viewers before the dispatch",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(one_viewer())
         .wants({captures(windows("viewer"))})
         .captured(reads(2))
         .wants({dispatches(), looks(windows("viewer"))})
         .verdict();
   }},
  {.rule = "ACK-02",
   .says = "one event is dispatched, and none with a look, a timer or the end",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("mkfile"))
         .captured(reads(0))
         .wants({dispatches(), looks(dialog("new-file-confirmation"))})
         .looked(reads(0))
         .wants({})
         .polls(2, 100ms, dialog("new-file-confirmation"), reads(0))
         .after(100ms)
         .fires()
         .looked(reads(1))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-02",
   .says = "refresh of r1 dispatches its event and is OK at once",
   .run = [](const Subjects& subjects) {
     return Talk(subjects).call(request("refresh")).wants({dispatches(), ok()}).verdict();
   }},
  {.rule = "ACK-03",
   .says = "OK is said at the look that finds the signal, not at the dispatch",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("toggle_hidden"))
         .captured(reads(7))
         .wants({dispatches(), looks(generation)})
         .looked(reads(7))
         .wants({})
         .after(250ms)
         .fires()
         .looked(reads(8))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-03",
   .says = "closing the settings is OK when their window has gone, not at the dispatch",
   .run = [](const Subjects& subjects) {
     const auto settings = windows("settings");
     return Talk(subjects)
         .call(request("dialog_close", "settings"))
         .wants({dispatches(), looks(settings)})
         .looked(reads(1))
         .wants({})
         .after(100ms)
         .fires()
         .looked(reads(0))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-04",
   .says = "pane state is looked for at once, and then every 250 ms",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(request("tab"))
         .captured(reads(0))
         .wants({dispatches(), looks(generation)})
         .looked(reads(0))
         .polls(3, 250ms, generation, reads(0))
         .verdict();
   }},
  {.rule = "ACK-04",
   .says = "a dialog and a window are looked for at once, and then every 100 ms",
   .run = [](const Subjects& subjects) {
     const auto folder = dialog("mkdir-confirmation");
     const auto viewer = windows("viewer");
     return all_of({Talk(subjects)
                        .call(request("mkdir"))
                        .captured(reads(0))
                        .wants({dispatches(), looks(folder)})
                        .looked(reads(0))
                        .polls(3, 100ms, folder, reads(0))
                        .verdict(),
                    Talk(subjects)
                        .call(request("dialog_open", "file-viewer"))
                        .captured(reads(0))
                        .wants({dispatches(), looks(viewer)})
                        .looked(reads(0))
                        .polls(3, 100ms, viewer, reads(0))
                        .verdict()});
   }},
  {.rule = "ACK-05",
   .says = "a signal that holds exactly at the budget is OK",
   .run = [](const Subjects& subjects) {
     return Talk(subjects)
         .call(confirmed("copy"))
         .captured(reads(3))
         .looked(reads(3))
         .polls(5, 250ms, generation, reads(3))
         .after(250ms)
         .fires()
         .wants({looks(generation)})
         .looked(reads(4))
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-07",
   .says = "no parameter changes how long a tool waits or how often it looks",
   .run = [](const Subjects& subjects) {
     auto every = request("sort");
     every.auto_confirm = every.one = true;
     return all_of({gives_up_on_panes(subjects, request("sort"), 6),
                    gives_up_on_panes(subjects, every, 6)});
   }},
  {.rule = "ACK-19",
   .says = "a tool that is no navigation gives up after 1500 ms",
   .run = [](const Subjects& subjects) {
     return gives_up_on_panes(subjects, confirmed("move"), 6);
   }},
  {.rule = "ACK-19",
   .says = "nav_to_parent, nav_back and nav_forward give up after 5000 ms",
   .run = [](const Subjects& subjects) {
     return all_of({gives_up_on_panes(subjects, request("nav_to_parent"), 20),
                    gives_up_on_panes(subjects, request("nav_back"), 20),
                    gives_up_on_panes(subjects, request("nav_forward"), 20)});
   }},
  {.rule = "ACK-19",
   .says = "round trips give up after 5000 ms, nav_to_path of r2 after 30000 ms",
   .run = [](const Subjects& subjects) {
     return all_of({waits_for_reply(subjects, "open_under_cursor", 5s),
                    waits_for_reply(subjects, "move_cursor", 5s),
                    waits_for_reply(subjects, "nav_to_path", 30s)});
   }},
  {.rule = "ACK-20",
   .says = "with autoConfirm copy, move and delete wait for pane state",
   .run = [](const Subjects& subjects) {
     return all_of({waits_for_panes(subjects, confirmed("copy")),
                    waits_for_panes(subjects, confirmed("move")),
                    waits_for_panes(subjects, confirmed("delete"))});
   }},
  {.rule = "ACK-20",
   .says = "without autoConfirm copy, move and delete wait for the dialog that asks",
   .run = [](const Subjects& subjects) {
     return all_of({waits_for_dialog(subjects, request("copy"), "transfer-confirmation"),
                    waits_for_dialog(subjects, request("move"), "transfer-confirmation"),
                    waits_for_dialog(subjects, request("delete"), "delete-confirmation")});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> wait_checks() { return wait_rows; }

}  // namespace conformance::ack
