// ACK-33 to ACK-35: what a row refuses before it dispatches, rows of two parts, and what an error
// says of the action.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

constexpr Probe items{ProbeKind::Items, no_subject}, path{ProbeKind::Path, no_subject},
    any_dialog{ProbeKind::SoftDialog, no_subject};

Talk in_r3(const Subjects& subjects) { return Talk(subjects, table_r3()); }

// Refused so, at once, and nothing is dispatched.
CheckVerdict refused(const Subjects& subjects, const Request& asked, const Probe& probe,
                     std::uint32_t value, Refusal kind, std::string_view word) {
  return in_r3(subjects)
      .store_ready()
      .shows(probe, value)
      .call(asked)
      .wants({refuses(kind)})
      .says(asked, {"-32602", word, "Nothing was dispatched"})
      .verdict();
}

// The reply that says that the prompt was answered comes late, and the first look behind it takes
// until no reply would have been waited for any more: 200 ms.
Talk unlocks(const Subjects& subjects) {
  auto talk = in_r3(subjects);
  talk.shows(dialog("archive-password"), 1)
      .shows(any_dialog, 1)
      .call(request("unlock_archive"))
      .wants({asks()})
      .after(4'900ms)
      .unanswered()
      .replied()
      .within(200ms)
      .answered()
      .wants({});
  return talk;
}

// clang-format off
constexpr Check row_rows[] = {
  {.rule = "ACK-35", .says = "what a dialog blocks is refused as blocked, and dispatches nothing",
   .run = [](const Subjects& subjects) {
     constexpr auto word = "in the way";
     return all_of({refused(subjects, confirmed("copy"), any_dialog, 1, Refusal::Blocked, word),
                    refused(subjects, request("mkdir"), any_dialog, 2, Refusal::Blocked, word)});
   }},
  {.rule = "ACK-35", .says = "with nothing to act on a tool says so, and dispatches nothing",
   .run = [](const Subjects& subjects) {
     return refused(subjects, request("delete"), items, 0, Refusal::NothingToDo,
                    "nothing to act on");
   }},
  {.rule = "ACK-35", .says = "before there is a pane store nobody knows whether there is anything",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .shows(items, absent)
         .call(confirmed("copy"))
         .wants({asks()})
         .replied()
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-35", .says = "a tool that needs the pane store is not ready before there is one",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .no_store_yet()
         .call(request("rename"))
         .wants({answers(Status::NotReady)})
         .store_ready()
         .call(request("rename"))
         .wants({asks()})
         .verdict();
   }},
  {.rule = "ACK-35", .says = "where there is nothing to close OK comes without an event",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .shows(windows("settings"), 0)
         .call(request("dialog_close", "settings"))
         .wants({ok()})
         .shows(windows("settings"), 1)
         .call(request("dialog_close", "settings"))
         .wants({dispatches()})
         .verdict();
   }},
  {.rule = "ACK-35", .says = "a path that is not there is refused when that is known",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .shows(path, 0)
         .unanswered()
         .call(request("nav_to_path"))
         .after(1'900ms)
         .wants({})
         .answered()
         .wants({refuses(Refusal::NotThere)})
         .verdict();
   }},
  {.rule = "ACK-35", .says = "a check that takes longer than its bound ends the call",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .unanswered()
         .call(request("nav_to_path"))
         .after(2s)
         .within(0s)
         .wants({refuses(Refusal::Unchecked)})
         .says(request("nav_to_path"), {"-32603", "not known in time", "Nothing was dispatched"})
         .answered()
         .wants({})
         .verdict();
   }},
  {.rule = "ACK-02",
   .says = "a row of two events sends the second when the first one's signal came",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .call(request("go_to_latest_download"))
         .wants({asks()})
         .after(20s)
         .replied()
         .wants({asks()})
         .after(4s)
         .replied()
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-29", .says = "the second event's budget runs from its own dispatch",
   .run = [](const Subjects& subjects) {
     return in_r3(subjects)
         .call(request("go_to_latest_download"))
         .wants({asks()})
         .after(20s)
         .replied()
         .wants({asks()})
         .after(5s)
         .within(0s)
         .wants({misses({SignalKind::RoundTrip}, 5s)})
         .verdict();
   }},
  {.rule = "ACK-03", .says = "behind a reply OK waits for the other signal of its row",
   .run = [](const Subjects& subjects) {
     return unlocks(subjects)
         .after(110ms)
         .shows(dialog("archive-password"), 0)
         .within(90ms)
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-34", .says = "a prompt that stays behind the reply is told as done, signal missing",
   .run = [](const Subjects& subjects) {
     const auto gone = signal(SignalKind::SoftDialogDisappeared, "archive-password");
     return unlocks(subjects)
         .within(1'300ms)
         .wants({misses(gone, 1'500ms)})
         .wants_doing(Doing::Done)
         .says(request("unlock_archive"), {"did not come", "1500 ms", "was carried out"})
         .verdict();
   }},
  {.rule = "ACK-33", .says = "an error behind a dispatch says that the action may still happen",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .call(request("open_under_cursor"))
                        .wants({asks()})
                        .within(5s)
                        .wants({misses({SignalKind::RoundTrip}, 5s)})
                        .wants_doing(Doing::MayHappen)
                        .says(request("open_under_cursor"), {"may still happen"}),
                    in_r3(subjects)
                        .call(request("go_to_latest_download"))
                        .wants({asks()})
                        .replied()
                        .wants({asks()})
                        .within(5s)
                        .wants({misses({SignalKind::RoundTrip}, 5s)})
                        .wants_doing(Doing::MayHappen),
                    Talk(subjects)
                        .call(request("dialog_close", "file-viewer"))
                        .wants({answers(Status::InvalidParams)})
                        .wants_doing(Doing::Unsaid)});
   }},
};
// clang-format on

}  // namespace

std::span<const Check> row_checks() { return row_rows; }

}  // namespace conformance::ack
