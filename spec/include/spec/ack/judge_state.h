// What a Judge of tool calls remembers between two observations.
//
// Flat, without padding, and free of absolute time: an age counts the milliseconds of
// TimePassed since the dispatch. A field that can no longer matter is zero, so judges with
// equal futures have equal bytes. The generation alone is a count from the beginning (modulo
// 256), because that is what readings are compared with.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "port/ack/words.h"

namespace spec::ack {

using namespace port::ack;

// Calls in flight at most.
inline constexpr std::uint8_t calls_max = 3;

// Where a call stands. A comment tells what is owed (the subject must do it now) or awaited.
enum class Phase : std::uint8_t {
  Free,         // No call in flight has this number.
  Unknown,      // Owed: UnknownTool.
  Invalid,      // Owed: InvalidParams, because the tool takes no such request.
  Capture,      // Owed: the capture that the signal cannot do without.
  CaptureRead,  // Awaited: its reading.
  Dispatch,     // Owed: the dispatch, perhaps after a capture that is not needed.
  Uncaptured,   // Dispatched without a capture; the next act tells which rule that breaks.
  NoViewer,     // Owed: InvalidParams, because no viewer is open.
  NoList,       // Owed: NotReady.
  Waiting,      // For the time of the next look; of a round trip, for its reply.
  Looking,      // Awaited: the reading of a look.
  Holding,      // Owed: Ok.
  Expired,      // Owed: the error that names the signal.
  Refused,      // Owed: the frontend's own error.
  Loose,        // Fire and forget: held to no sequence, judged by its result.
};

// What made the signal hold as it does now.
enum class Cause : std::uint8_t {
  Nothing,  // It does not hold.
  Before,   // It held before the dispatch.
  StartUp,  // The store or tracker behind it is missing, or came into being.
  Foreign,  // Something that this call did not cause.
  Own,      // What this call caused; or its action is processed, and the cause is all one.
};

// Bits of CallState::flags.
namespace call_flags {
enum Flag : std::uint8_t {
  captured = 1u << 0,    // Until the dispatch.
  noted = 1u << 1,       // Until the dispatch: a NoteHeld that was right.
  owes_note = 1u << 2,   // It held before the dispatch, and no NoteHeld came yet.
  dispatched = 1u << 3,  // Of a loose call.
  processed = 1u << 4,
  notified = 1u << 5,   // What its action caused would have made the signal hold.
  lost = 1u << 6,       // The same, but came before there was anything to receive it.
  came_went = 1u << 7,  // The signal held by what the action caused, and ceased.
};
}  // namespace call_flags

struct CallState {
  std::uint16_t age = 0;  // Since the dispatch.
  std::uint8_t row = 0;   // Into the table: the first row that waits alike.
  Phase phase = Phase::Free;
  std::uint8_t left = 0;   // Until the next look. CaptureRead: 1 if there was a store.
  std::uint8_t value = 0;  // Captured. CaptureRead: there when it was asked for. Refused: text.
  std::uint8_t flags = 0;
  std::uint8_t disturbed = 0;  // 1: another call began or ended since its last look.
  Cause cause = Cause::Nothing;
  std::uint8_t foreign_opened = 0;  // Windows of the family since the capture was asked for.

  constexpr bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  void set(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
  bool operator==(const CallState&) const = default;
};

// Bits of JudgeState::flags.
namespace judge_flags {
enum Flag : std::uint8_t {
  reply_due = 1u << 0,    // A round trip gave up, and no stray reply came since.
  reply_stray = 1u << 1,  // The last fact was a reply that completes nothing,
  reply_late = 1u << 2,   // and which may be that of a call that gave up.
  broken = 1u << 3,
};
}  // namespace judge_flags

struct JudgeState {
  std::array<CallState, calls_max> calls{};
  std::uint8_t exists = 0;  // A bit per ProbeKind.
  std::uint8_t flags = 0;
  std::uint8_t generation = 0;  // Pushes since the store exists.
  std::uint8_t dialogs = 0;     // Open as far as the tracker was told, a bit per Subject.
  std::uint8_t settings = 0;    // Windows, whether or not the list exists.
  std::uint8_t viewers = 0;

  constexpr bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
  void set(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags | flag); }
  void clear(std::uint8_t flag) { flags = static_cast<std::uint8_t>(flags & ~flag); }
  bool operator==(const JudgeState&) const = default;
};
static_assert(std::is_trivially_copyable_v<JudgeState>);
static_assert(std::has_unique_object_representations_v<JudgeState>);
static_assert(sizeof(JudgeState) <= 40);

}  // namespace spec::ack
