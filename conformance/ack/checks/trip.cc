// ACK-09 to ACK-11, ACK-17 and ACK-18: round trips, and calls beside each other.
#include "ack/checks/talk.h"

namespace conformance::ack {
namespace {

CheckVerdict is_round_trip(const Subjects& subjects, const Request& asked, const Table& table) {
  return Talk(subjects, table)
      .store_ready()
      .call(asked)
      .wants({asks()})
      .replied()
      .wants({ok()})
      .verdict();
}

// The reply is an error of this kind, and the answer is as it is: the words are the frontend's,
// but for a reply that cannot be read.
CheckVerdict keeps_kind(const Subjects& subjects, Refusal refusal,
                        std::initializer_list<std::string_view> words = {}) {
  const auto asked = request("open_under_cursor");
  const Response failed{.status = Status::Failed, .text = {9}, .refusal = refusal};
  Talk talk(subjects);
  talk.call(asked)
      .wants({asks()})
      .replied(first, false, 9, refusal)
      .wants({Respond{first, failed}});
  if (words.size() == 0) return talk.says_nothing(asked).verdict();
  return talk.says(asked, words).verdict();
}

// Of nine calls the last ones may be refused, and each of the others ends by its own reply.
CheckVerdict tracks_many(const Subjects& subjects) {
  constexpr std::uint16_t most = 9;
  const auto asked = request("open_under_cursor");
  Talk talk(subjects);
  std::uint16_t tracked = 0;
  while (tracked < most) {
    const CallId call{static_cast<std::uint16_t>(tracked + 1)};
    talk.call(asked, call);
    if (talk.takes_as_busy(call)) break;
    talk.wants({asks(call)});
    ++tracked;
  }
  if (tracked < most) talk.says(asked, {"-32603", "in flight already"});
  for (std::uint16_t call = 1; call <= tracked; ++call) talk.replied({call}).wants({ok({call})});
  return talk.call(asked, {most}).wants({asks({most})}).verdict();
}

constexpr Signal reply{SignalKind::RoundTrip, no_subject, 0};

// However a call ends, the next one has its place.
CheckVerdict frees_places(const Subjects& subjects, bool leaves) {
  const auto asked = request("open_under_cursor");
  Talk talk(subjects);
  for (int i = 0; i < 20; ++i) {
    talk.call(asked).wants({asks()});
    if (leaves)
      talk.cancelled();
    else
      talk.within(5s).wants({misses(reply, 5s)});
  }
  return talk.call(asked).wants({asks()}).verdict();
}
// Eight at least, at once.
CheckVerdict has_places(const Subjects& subjects) {
  const auto asked = request("open_under_cursor");
  Talk talk(subjects);
  for (std::uint16_t call = 1; call <= 8; ++call) talk.call(asked, {call}).wants({asks({call})});
  return talk.verdict();
}

// clang-format off
constexpr Check trip_rows[] = {
  {.rule = "ACK-09", .says = "open_under_cursor asks for a reply, and looks for nothing else",
   .run = [](const Subjects& subjects) {
     return all_of({is_round_trip(subjects, request("open_under_cursor"), table_r1()),
                    is_round_trip(subjects, request("open_under_cursor"), table_r2())});
   }},
  {.rule = "ACK-09",
   .says = "move_cursor, set_setting and nav_to_path ask for a reply, in r2 refresh and select too",
   .run = [](const Subjects& subjects) {
     return all_of({is_round_trip(subjects, request("refresh"), table_r2()),
                    is_round_trip(subjects, request("select"), table_r2()),
                    is_round_trip(subjects, request("move_cursor"), table_r2()),
                    is_round_trip(subjects, request("set_setting"), table_r2()),
                    is_round_trip(subjects, request("nav_to_path"), table_r2()),
                    is_round_trip(subjects, request("move_cursor"), table_r1()),
                    is_round_trip(subjects, request("set_setting"), table_r1()),
                    is_round_trip(subjects, request("nav_to_path"), table_r1())});
   }},
  {.rule = "ACK-09",
   .says = "in r3 what asks nothing asks for a reply: operations, mkdir and mkfile; and rename",
   .run = [](const Subjects& subjects) {
     return all_of({is_round_trip(subjects, confirmed("copy"), table_r3()),
                    is_round_trip(subjects, confirmed("move"), table_r3()),
                    is_round_trip(subjects, confirmed("delete"), table_r3()),
                    is_round_trip(subjects, confirmed("compress"), table_r3()),
                    is_round_trip(subjects, confirmed("mkdir"), table_r3()),
                    is_round_trip(subjects, confirmed("mkfile"), table_r3()),
                    is_round_trip(subjects, request("rename"), table_r3())});
   }},
  {.rule = "ACK-27", .says = "calls that time out leave their places to others",
   .run = [](const Subjects& subjects) { return frees_places(subjects, false); }},
  {.rule = "ACK-27", .says = "calls that their clients leave do, too",
   .run = [](const Subjects& subjects) { return frees_places(subjects, true); }},
  {.rule = "ACK-27", .says = "there is room for eight calls", .run = has_places},
  {.rule = "ACK-10", .says = "a reply for another id changes nothing",
   .run = [](Talk& talk) {
     talk.call(request("open_under_cursor"))
         .wants({asks()})
         .replied_astray()
         .wants({})
         .replied_astray(false, 3)
         .wants({})
         .replied()
         .wants({ok()});
   }},
  {.rule = "ACK-10", .says = "a second reply changes nothing, not even for the next call",
   .run = [](Talk& talk) {
     talk.call(request("open_under_cursor"))
         .wants({asks()})
         .replied()
         .wants({ok()})
         .replied()
         .wants({})
         .call(request("open_under_cursor"), second)
         .wants({asks(second)})
         .replied()
         .wants({})
         .replied(second)
         .wants({ok(second)});
   }},
  {.rule = "ACK-10", .says = "a second reply to the first event of a row does not end the second",
   .run = [](const Subjects& subjects) {
     return Talk(subjects, table_r3())
         .call(request("go_to_latest_download"))
         .wants({asks()})
         .replied_twice()
         .wants({asks()})
         .replied()
         .wants({ok()})
         .verdict();
   }},
  {.rule = "ACK-11", .says = "an error reply is the tool's error, with its text",
   .run = [](const Subjects& subjects) {
     return keeps_kind(subjects, Refusal::Other);
   }},
  {.rule = "ACK-10", .says = "a reply without an id changes nothing, whatever is in flight",
   .run = [](Talk& talk) {
     talk.store_ready()
         .call(request("sort"))
         .wants({dispatches()})
         .call(request("open_under_cursor"), second)
         .wants({asks(second)})
         .fact(Replied{})
         .wants({})
         .replied(second)
         .wants({ok(second)});
   }},
  {.rule = "ACK-11", .says = "an error reply keeps its kind",
   .run = [](const Subjects& subjects) {
     return all_of({keeps_kind(subjects, Refusal::NothingToDo),
                    keeps_kind(subjects, Refusal::Blocked)});
   }},
  {.rule = "ACK-11", .says = "a reply that cannot be read is an internal error that says so",
   .run = [](const Subjects& subjects) {
     return keeps_kind(subjects, Refusal::Malformed,
                       {"-32603 open_under_cursor: the frontend's reply cannot be read"});
   }},
  {.rule = "ACK-17", .says = "a call whose client goes away is over, whatever comes then",
   .run = [](const Subjects& subjects) {
     return all_of({Talk(subjects)
                        .call(request("open_under_cursor"))
                        .wants({asks()})
                        .cancelled()
                        .wants({})
                        .replied()
                        .wants({}),
                    Talk(subjects)
                        .store_ready()
                        .call(request("sort"))
                        .wants({dispatches()})
                        .cancelled()
                        .pushed(Pane::Left)
                        .within(1h)
                        .wants({})});
   }},
  {.rule = "ACK-17", .says = "a look that is answered after the end of its call changes nothing",
   .run = [](Talk& talk) {
     talk.shows(dialog("about"), 1)
         .call(request("dialog_open", "about"))
         .wants({NoteHeld{first, signal(SignalKind::SoftDialogAppeared, "about")}, dispatches(),
                 ok()})
         .fact(Looked{first, reads(1)})
         .fact(Captured{first, reads(1)})
         .wants({});
   }},
  {.rule = "ACK-17",
   .says = "a capture that is answered after its client went away dispatches nothing for the next",
   .run = [](Talk& talk) {
     talk.store_ready()
         .unanswered()
         .call(request("sort"))
         .wants({})
         .cancelled()
         .call(request("open_under_cursor"))
         .wants({asks()})
         .fact(Captured{first, reads(0)})
         .wants({})
         .replied()
         .wants({ok()});
   }},
  {.rule = "ACK-17", .says = "the late reply of a call that gave up does not complete the next one",
   .run = [](Talk& talk) {
     talk.call(request("open_under_cursor"))
         .wants({asks()})
         .after(5s)
         .within(0s)
         .wants({misses(reply, 5s)})
         .call(request("open_under_cursor"), second)
         .wants({asks(second)})
         .replied()
         .wants({});
   }},
  {.rule = "ACK-17", .says = "after its end a call does nothing more, whatever is pushed",
   .run = [](Talk& talk) {
     talk.store_ready()
         .call(request("sort"))
         .wants({dispatches()})
         .after(1500ms)
         .within(0s)
         .wants({misses(advanced(0), 1500ms)})
         .pushed(Pane::Left)
         .wants({})
         .within(1h)
         .wants({});
   }},
  {.rule = "ACK-18", .says = "of two calls each ends by its own signal, in its own time",
   .run = [](Talk& talk) {
     talk.call(request("mkdir"))
         .wants({dispatches()})
         .after(50ms)
         .call(request("mkfile"), second)
         .wants({dispatches(second)})
         .shows(dialog("mkdir-confirmation"), 1)
         .within(50ms)
         .wants({ok()})
         .after(100ms)
         .shows(dialog("new-file-confirmation"), 1)
         .within(50ms)
         .wants({ok(second)});
   }},
  {.rule = "ACK-18", .says = "of nine calls each is tracked to its end, or busy at once",
   .run = tracks_many},
  {.rule = "ACK-18",
   .says = "replies of two round trips are told apart, in whatever order they come",
   .run = [](const Subjects& subjects) {
     return Talk(subjects, table_r2())
         .call(request("select"))
         .wants({asks()})
         .call(request("refresh"), second)
         .wants({asks(second)})
         .replied(second)
         .wants({ok(second)})
         .replied()
         .wants({ok()})
         .verdict();
   }},
};
// clang-format on

}  // namespace

std::span<const Check> trip_checks() { return trip_rows; }

}  // namespace conformance::ack
