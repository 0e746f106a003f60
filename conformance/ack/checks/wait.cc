// ACK-01 to ACK-05, ACK-07, ACK-19 and ACK-20: captures, the dispatch, looks, budgets, autoConfirm.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

// The signal never comes.
CheckVerdict gives_up_on_panes(const Subjects& subjects, const Request& asked, Duration budget) {
  return Talk(subjects)
      .store_ready()
      .call(asked)
      .wants({dispatches()})
      .after(budget)
      .within(0s)
      .wants({misses(advanced(0), budget)})
      .verdict();
}

// What comes just after the poll at this instant is found at the next one.
CheckVerdict finds_push_after(const Subjects& subjects, const Request& asked, Duration poll) {
  return Talk(subjects)
      .store_ready()
      .call(asked)
      .wants({dispatches()})
      .after(poll + 10ms)
      .pushed(Pane::Left)
      .within(240ms)
      .wants({ok()})
      .verdict();
}
CheckVerdict finds_after(const Subjects& subjects, const Request& asked, const Probe& probe,
                         Duration poll) {
  return Talk(subjects)
      .call(asked)
      .wants({dispatches()})
      .after(poll + 10ms)
      .shows(probe, 1)
      .within(90ms)
      .wants({ok()})
      .verdict();
}

// A push is enough; a dialog is not.
CheckVerdict waits_for_panes(const Subjects& subjects, const Request& asked) {
  return Talk(subjects)
      .store_ready()
      .call(asked)
      .wants({dispatches()})
      .shows(dialog("transfer-confirmation"), 1)
      .shows(dialog("delete-confirmation"), 1)
      .after(260ms)
      .pushed(Pane::Left)
      .within(240ms)
      .wants({ok()})
      .verdict();
}
// And the other way round.
CheckVerdict waits_for_dialog(const Subjects& subjects, const Request& asked,
                              std::string_view name) {
  return Talk(subjects)
      .store_ready()
      .call(asked)
      .wants({dispatches()})
      .pushed(Pane::Left)
      .after(310ms)
      .shows(dialog(name), 1)
      .within(90ms)
      .wants({ok()})
      .verdict();
}

// Waits for a reply, and gives up at this time, not before.
CheckVerdict waits_for_reply(const Subjects& subjects, std::string_view name, Duration budget) {
  return Talk(subjects, table_r2())
      .call(request(name))
      .wants({asks()})
      .after(budget)
      .within(0s)
      .wants({misses({SignalKind::RoundTrip, no_subject, 0}, budget)})
      .verdict();
}

// The last look before the deadline is answered `late` after it, with what it saw in time.
CheckVerdict looks_again(const Subjects& subjects, Duration late) {
  return Talk(subjects)
      .store_ready()
      .call(request("sort"))
      .wants({dispatches()})
      .after(1200ms)
      .unanswered()
      .after(300ms)
      .pushed(Pane::Left)
      .after(late)
      .saw(reads(0))
      .wants({})
      .answered()
      .within(0s)
      .wants({ok()})
      .verdict();
}

// clang-format off
constexpr Check wait_rows[] = {
  {.rule = "ACK-01",
   .says = "the generation is captured before the dispatch, and a push between counts",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left)
         .unanswered()
         .call(request("sort"))
         .wants({})
         .pushed(Pane::Left)
         .wants({})
         .answered()
         .wants({dispatches(), ok()});
   }},
  {.rule = "ACK-01", .says = "a push from before the call does not count",
   .run = [](Talk& talk) {
     talk.store_ready()
         .pushed(Pane::Left)
         .call(request("sort"))
         .wants({dispatches()})
         .after(1500ms)
         .within(0s)
         .wants({misses(advanced(1), 1500ms)});
   }},
  {.rule = "ACK-01", .says = "closing a viewer counts the viewers before the dispatch",
   .run = [](Talk& talk) {
     talk.shows(windows("viewer"), 2)
         .call(one_viewer())
         .wants({dispatches()})
         .shows(windows("viewer"), 1)
         .within(1500ms)
         .wants({ok()});
   }},
  {.rule = "ACK-02", .says = "one event is dispatched, and none with a look, a timer or the end",
   .run = [](Talk& talk) {
     talk.call(request("mkfile"))
         .wants({dispatches()})
         .after(210ms)
         .shows(dialog("new-file-confirmation"), 1)
         .within(90ms)
         .wants({ok()});
   }},
  {.rule = "ACK-02", .says = "refresh of r1 dispatches its event and is OK at once",
   .run = [](Talk& talk) { talk.call(request("refresh")).wants({dispatches(), ok()}); }},
  {.rule = "ACK-03", .says = "OK is said when the signal holds, not at the dispatch",
   .run = [](const Subjects& subjects) {
     return finds_push_after(subjects, request("toggle_hidden"), 250ms);
   }},
  {.rule = "ACK-03",
   .says = "closing the settings is OK when their window has gone, not at the dispatch",
   .run = [](Talk& talk) {
     talk.shows(windows("settings"), 1)
         .call(request("dialog_close", "settings"))
         .wants({dispatches()})
         .after(110ms)
         .shows(windows("settings"), 0)
         .within(90ms)
         .wants({ok()});
   }},
  {.rule = "ACK-04", .says = "pane state is looked for at once",
   .run = [](Talk& talk) {
     talk.store_ready()
         .unanswered()
         .call(request("tab"))
         .pushed(Pane::Right)
         .answered()
         .wants({dispatches(), ok()});
   }},
  {.rule = "ACK-04", .says = "pane state is looked for every 250 ms at least",
   .run = [](const Subjects& subjects) {
     return all_of({finds_push_after(subjects, request("tab"), 0ms),
                    finds_push_after(subjects, request("tab"), 250ms),
                    finds_push_after(subjects, request("tab"), 500ms)});
   }},
  {.rule = "ACK-04", .says = "a dialog and a window are looked for every 100 ms at least",
   .run = [](const Subjects& subjects) {
     const auto folder = dialog("mkdir-confirmation");
     const auto settings = windows("settings");
     return all_of({finds_after(subjects, request("mkdir"), folder, 0ms),
                    finds_after(subjects, request("mkdir"), folder, 200ms),
                    finds_after(subjects, request("dialog_open", "settings"), settings, 0ms),
                    finds_after(subjects, request("dialog_open", "settings"), settings, 200ms)});
   }},
  {.rule = "ACK-05", .says = "a signal that holds exactly at the budget is OK",
   .run = [](Talk& talk) {
     talk.store_ready()
         .call(confirmed("copy"))
         .wants({dispatches()})
         .after(1500ms)
         .pushed(Pane::Left)
         .within(0s)
         .wants({ok()});
   }},
  {.rule = "ACK-05",
   .says = "a look from before the deadline that is answered at it or later is not the last",
   .run = [](const Subjects& subjects) {
     return all_of({looks_again(subjects, 0ms), looks_again(subjects, 100ms)});
   }},
  {.rule = "ACK-07", .says = "no parameter changes how long a tool waits or how often it looks",
   .run = [](const Subjects& subjects) {
     auto every = request("sort");
     every.auto_confirm = every.one = true;
     return all_of({gives_up_on_panes(subjects, request("sort"), 1500ms),
                    gives_up_on_panes(subjects, every, 1500ms),
                    finds_push_after(subjects, request("sort"), 0ms),
                    finds_push_after(subjects, every, 0ms)});
   }},
  {.rule = "ACK-19", .says = "a tool that is no navigation gives up after 1500 ms",
   .run = [](const Subjects& subjects) {
     return gives_up_on_panes(subjects, confirmed("move"), 1500ms);
   }},
  {.rule = "ACK-19", .says = "nav_to_parent, nav_back and nav_forward give up after 5000 ms",
   .run = [](const Subjects& subjects) {
     return all_of({gives_up_on_panes(subjects, request("nav_to_parent"), 5s),
                    gives_up_on_panes(subjects, request("nav_back"), 5s),
                    gives_up_on_panes(subjects, request("nav_forward"), 5s)});
   }},
  {.rule = "ACK-19", .says = "round trips give up after 5000 ms, nav_to_path after 30000 ms",
   .run = [](const Subjects& subjects) {
     return all_of({waits_for_reply(subjects, "open_under_cursor", 5s),
                    waits_for_reply(subjects, "move_cursor", 5s),
                    waits_for_reply(subjects, "select", 5s),
                    waits_for_reply(subjects, "refresh", 5s),
                    waits_for_reply(subjects, "nav_to_path", 30s)});
   }},
  {.rule = "ACK-19", .says = "in r3 an operation has 10000 ms to begin",
   .run = [](const Subjects& subjects) {
     return Talk(subjects, table_r3())
         .call(confirmed("copy"))
         .wants({asks()})
         .after(10s)
         .within(0s)
         .wants({misses({SignalKind::RoundTrip, no_subject, 0}, 10s)})
         .verdict();
   }},
  {.rule = "ACK-20", .says = "with autoConfirm copy, move and delete wait for pane state",
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
