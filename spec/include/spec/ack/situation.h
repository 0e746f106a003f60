// What happened so far to the calls of action tools, as an observer saw it, without any rule:
// what was asked for, read, sent, carried out and told, and what there is to read.
//
// Flat, without padding, and free of absolute time: an age counts the milliseconds of TimePassed
// since the dispatch and stops one past the budget. A field that can no longer matter is zero, so
// situations with equal futures have equal bytes. Generation and versions alone are
// counts from the beginning (modulo 256), because that is what readings are compared with.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "spec/ack/tools.h"

namespace spec::ack {

// Calls in flight at most.
inline constexpr std::uint8_t calls_max = 3;

enum class Stage : std::uint8_t {
  Free,     // No call in flight has this number.
  Unknown,  // The table has no such tool,
  Invalid,  // or the tool takes no such request.
  Called,
  Sent,  // Dispatched.
};

// What made the signal hold as it does now.
enum class Cause : std::uint8_t {
  Nothing,  // It does not hold.
  Before,   // It held before the dispatch.
  StartUp,  // The store or tracker behind it is missing, or came into being.
  Foreign,  // Something that this call did not cause.
  Own,      // What this call caused; or its action is processed, and the cause is all one.
};

// What the last Capture or Look that is not answered yet is about.
enum class Pending : std::uint8_t {
  Nothing,
  Signal,   // What the signal of the call is about.
  Panes,    // The generation, which the signal is not about.
  Check,    // Whether what the request names is there.
  Another,  // Something else that the signal is not about.
};

// Bits of CallSituation::flags.
enum class CallFlag : std::uint32_t {
  // Until the dispatch:
  Known = 1u << 0,   // What the signal is about was read.
  Absent = 1u << 1,  // It did not exist then, or when the Capture under way was asked for.
  Held = 1u << 2,    // The signal held at some time since the call, or since it was read,
  Unheld = 1u << 3,  // and at some time it did not.
  // From the dispatch on:
  SlowLook = 1u << 0,    // A look took time.
  LookedLast = 1u << 1,  // One was asked for at or after the deadline.
  Deserted = 1u << 2,    // The frontend that it was sent to is gone.
  HeldBefore = 1u << 4,  // It held all that time, and nobody noted it.
  Polled = 1u << 5,  // This instant is a poll: the signal holds from its beginning on, or a look in
                     // it found that it does.
  RepliedOk = 1u << 6,     // Of a round trip: the frontend replied, ok
  RepliedError = 1u << 7,  // or with an error.
  Astray = 1u << 8,        // A reply that is not its own came while it waited,
  AstrayLate = 1u << 9,    // or that of a call that gave up.
  CarriedOut = 1u << 10,
  Notified = 1u << 11,  // What its action caused would have made the signal hold.
  Lost = 1u << 12,      // The same, but came before there was anything to receive it.
  CameWent = 1u << 13,  // The signal held by what the action caused, and ceased.
  // Either:
  Noted = 1u << 14,       // In the instant of the call and the dispatch.
  Elsewhere = 1u << 15,   // The last read was not of what the signal is about.
  NotedOpen = 1u << 16,   // That a viewer of its path is still open, in this instant.
  Misplaced = 1u << 17,   // It was carried out on another target,
  RolledBack = 1u << 18,  // or taken back afterwards.
  Slow = 1u << 19,        // Its capture took time.
  SaidDone = 1u << 20,    // A reply said that its action was carried out; its signal is awaited.
  Repeats = 1u << 21,     // An earlier call with its request was given up, and carried out.
};
// From this bit on: the classes of the lie of its first part.
inline constexpr unsigned first_lies = 22;
static_assert(first_lies + port::words<LieClass>.size() <= 32);

// Where the age of a call stops: a look may be answered long after the budget.
inline constexpr std::int32_t uncounted_ms = 65'535;

struct CallSituation {
  std::uint32_t flags = 0;
  std::uint16_t age = 0;  // Since the dispatch; of a check under way since it was asked for.
  std::uint8_t row = 0;   // Into the table: the first row that waits alike.
  Stage stage = Stage::Free;
  // Captured; or there when the Capture under way was asked for. Refused: the text.
  std::uint8_t value = 0;
  Cause cause = Cause::Nothing;
  Pending pending = Pending::Nothing;
  std::uint8_t foreign_opened = 0;  // Windows of the family since the Capture was asked for.
  std::uint8_t path = 0;            // Of closing one viewer.
  std::uint8_t version = 0;         // That its action gave the panes, if its signal is of them.
  Refusal refusal{};                // Refused: the kind.
  // Until the dispatch, of the conditions of its row: a bit for each that held at some time since
  // the call, and from the fourth on for each that did not.
  std::uint8_t conditions = 0;

  constexpr bool has(CallFlag flag) const { return (flags & bits(flag)) != 0; }
  constexpr void set(CallFlag flag, bool to = true) {
    flags = to ? flags | bits(flag) : flags & ~bits(flag);
  }
  bool operator==(const CallSituation&) const = default;

 private:
  static constexpr std::uint32_t bits(CallFlag flag) { return static_cast<std::uint32_t>(flag); }
};

// So many ids of requests are compared with each new one (ACK-28).
inline constexpr std::uint8_t requests_kept = 16;

// Files that viewers show: numbered from 1.
inline constexpr std::uint8_t paths_max = 2;

struct Situation {
  std::array<CallSituation, calls_max> calls{};
  std::uint8_t exists = 0;                        // A bit per ProbeKind.
  std::uint8_t generation = 0;                    // Pushes since the store exists.
  std::uint8_t version = 0;                       // Of the last of them; modulo 256.
  std::uint8_t dialogs = 0;                       // So many, as far as the tracker was told.
  std::uint8_t viewers = 0;                       // Whether or not the list of windows exists.
  std::array<std::uint8_t, paths_max> showing{};  // Of the viewers, by path.
  bool reply_due = false;  // A round trip ended without a reply, and none to no call came since.
  bool reads_own = false;  // A client was told OK by the push of its action and has not read since:
  std::uint8_t least = 0;  // the version that its action gave the panes.
  std::uint8_t requests_next = 0;  // Of those below: where the next one goes.
  bool no_items = false;           // There is nothing to act on.
  bool no_path = false;            // What requests name is not there.
  std::uint8_t done_late = 0;      // The row, plus one, that was carried out for nobody.
  std::array<std::uint8_t, 2> zero{};
  // Open, a bit per SubjectId: dialogs as far as the tracker was told, and windows.
  SubjectSet open{};
  // Of the round trips that were begun last; zero: there were not so many.
  std::array<RequestId, requests_kept> requests{};

  bool operator==(const Situation&) const = default;
};
static_assert(std::is_trivially_copyable_v<Situation>);
static_assert(std::has_unique_object_representations_v<Situation>);
static_assert(sizeof(Situation) <= 144);

}  // namespace spec::ack
