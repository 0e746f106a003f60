// What one line of a conversation says, with all that the rules look at, whatever the dialect
// calls it. Flat: names stand for texts, and two names are equal if the texts are.
#pragma once
#include <array>
#include <cstdint>

#include "port/appserver/words.h"
#include "spec/appserver/dialect.h"
#include "spec/appserver/values.h"
#include "spec/appserver/versions.h"

namespace spec::appserver {

using Name = std::uint64_t;  // Zero: there is none.

// Lines of the two directions that are no further apart may have been recorded in either order.
inline constexpr std::int64_t swap_us = 2'000;

// Where and when a line stands in a recording.
struct Place {
  std::uint64_t line = 0;   // Counts from 1; zero: nowhere.
  std::uint64_t order = 0;  // Grows with each line that a judge sees.
  Side from = Side::Client;
  std::int64_t time_us = 0;  // If `timed`.
  bool timed = false;
  bool operator==(const Place&) const = default;
};

enum class LineForm : std::uint8_t { Request, Result, Failure, Notification };

// What a server says of a thread as a whole.
enum class ThreadState : std::uint8_t { None, Idle, Active, OutOfOrder, Closed, Other };

struct Line {
  Place place{};
  LineForm form = LineForm::Notification;
  Method method = Method::Unknown;  // Of a request or notification.
  Name method_name = 0;             // As it was said.
  bool patient = false;             // MethodRow::patient.
  // Has a method and a result: some take it for a request, and others do not.
  bool ambiguous = false;
  // False: what the other side said before it is not known, only the order within its side.
  bool ordered = true;
  bool malformed = false;       // Params of an approval that lack what they must have.
  bool offers_unknown = false;  // One of the decisions that they offer is not in the table.
  bool offers_once = false;     // They offer to accept, and nothing that would hold for longer.
  WrongSettings wrong = 0;      // Of a request: the values that the dialect does not have.

  Name asked = 0;    // Of a request: its method and params, byte by byte.
  Name id = 0;       // The type of the id is part of its name.
  Name id_twin = 0;  // The id with the same digits and the other type.
  Name thread = 0, turn = 0, item = 0;
  Name subcommand = 0;      // Of an approval: the part of what the item does that it is about.
  Name host = 0;            // Of an approval: the host that the running command would speak with.
  bool of_command = false;  // Of an approval: it is about the command, whatever its host is.
  Name tool_server = 0;     // Of a call of a tool, or of what that asks: who has the tool.
  bool approves_tool = false;  // It asks whether the tool may be called.
  // The turn's id is long enough to be that of no other thread's.
  bool turn_is_unique = false;
  Name request = 0;           // What was resolved,
  Name request_twin = 0;      // and the same digits with the other type.
  std::uint8_t opts_out = 0;  // Of initialize: port::appserver::opt_out.

  ThreadState state = ThreadState::None;
  Name running_turn = 0;             // Of a thread that is resumed.
  std::array<Name, 16> announced{};  // Threads that the item has opened,
  bool announces_more = false;       // and there are more.
  Version version{};                 // Of the server, as initialize is answered.

  Name type = 0;              // The kind of the item.
  bool unknown_type = false;  // It is not in the table.
  bool command = false;       // As ItemTypeRow has it.
  bool compaction = false;
  bool background = false;  // It is marked as one that may outlive its turn.

  Status status = Status::None;
  bool item_done = false;  // What the item is about was carried out,
  bool item_open = false;  // or is still under way.
  bool will_retry = false;
  bool has_text = false;             // The item's final text is in `text`.
  port::appserver::TextMark text{};  // A delta, or the final text.
  bool has_total = false;
  std::int64_t total = 0, total_in = 0;

  Decision decision = Decision::None;        // Of a result.
  Decision old_decision = Decision::None;    // The same, in the words of the older surface.
  bool amends = false;                       // It is more than a word.
  AnswerShape shape = AnswerShape::Unknown;  // Of a request: in which it is to be answered.
  std::uint16_t shapes = 0;                  // Of a result: the shapes that it has, a bit each,
  bool grants = false;                       // whether it grants what one of these asks for,
  bool strange = false;                      // and whether one has a word that no rule knows.
  ErrorKind error = ErrorKind::None;         // Of a failure.
  std::int64_t code = 0;
};

// A line that is no message.
struct BadLine {
  Place place{};
  bool not_utf8 = false;
  bool like_an_answer = false;  // Has the key of a result or an error somewhere.
  bool has_method = false;      // Has that key before it: what was cut is no answer.
  bool cut = false;             // By the recorder: it was one.
  std::array<Name, 4> ids{};    // What looks like its ids.
};

}  // namespace spec::appserver
