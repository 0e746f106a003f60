// The client of an app-server: keeps its process alive, its handshake done, its calls answered
// once, its turns and items in order and its approvals safe (rules RPC, SES, ITM, APR and PROC of
// docs/decisions/0030 and of the rule table).
//
// Pure: no clock, I/O, thread or global, and no allocation. Equal state, limits, seed and event
// give equal state and equal commands. The state is a flat value without padding: copy an engine to
// fork a run, hash the bytes of its state to recognise one.
//
// The driver delivers every event in the order of time, carries out the commands in order, once
// each, and keeps the timers. It knows how the wire spells things (router.h) and has the texts; the
// engine knows them by number and mark.
#pragma once
#include <array>
#include <cstdint>

#include "engine/appserver/limits.h"
#include "port/appserver/commands.h"
#include "port/appserver/events.h"
#include "port/flat_list.h"

namespace engine::appserver {

// How much an engine follows at once. `calls` are requests under way or waiting: the last
// `chats` + 2 of them are kept for the client's own. `descendants` are threads that turns opened;
// one that is at rest makes room. `settled` are asks that a late click or the server may still
// speak of; `late` are requests that passed their deadline. What there is no room for is reported.
struct Live {
  static constexpr std::uint8_t chats = 16, descendants = 64, calls = 64, items = 64, asks = 16,
                                settled = 16, remembered = 64, late = 64;
};
// For searches.
struct Small {
  static constexpr std::uint8_t chats = 3, descendants = 3, calls = 9, items = 4, asks = 3,
                                settled = 3, remembered = 3, late = 4;
};
inline constexpr std::uint8_t crashes_room = 8;

// How far the clock runs from its origin before the driver must rebase(): 12 days. All sums of two
// fit an Instant.
inline constexpr Duration clock_span{(1 << 30) - 1};

inline constexpr std::uint32_t tokens_unknown = ~0u;

// In all of these, whatever can no longer matter is zero.

enum class Phase : std::uint8_t {
  New,  // Opened is awaited.
  Spawning,
  Initializing,
  Open,     // Initialized was sent.
  Lacking,  // Initialize failed.
  Ending,   // Its input was closed. It counts as gone, as in the two that follow.
  Terminating,
  Killed,
  Restarting,  // Between two processes.
  Over,        // There will be no other.
};
// Of the ModelList that verifies a server.
enum class Check : std::uint8_t { Pending, Passed, Failed };

struct Server {
  ProcessId process{};                        // The last that was spawned.
  RequestId again{};                          // The second Initialize of this process.
  FlatList<Instant, crashes_room> crashes{};  // Within `healthy`.
  Phase phase = Phase::New;
  Check check = Check::Pending;
  Error lacks = Error::None;   // Of a failed check; None: it timed out.
  std::uint8_t backoffs = 0;   // So many, since the slate was clean.
  bool closed = false;         // The user wants no more.
  bool watched = false;        // Healthy runs.
  bool greeted = false;        // This process came through its handshake.
  std::uint8_t ungreeted = 0;  // So many in a row crashed and had not.
  bool operator==(const Server&) const = default;
};

enum class CallPhase : std::uint8_t { Waiting, Sent, Retrying };
struct Call {
  RequestId id{};  // The last it was sent under.
  ChatId chat{};   // Of what is about a chat.
  appserver::CallId call{};
  TextId text{};
  TurnId turn{};      // TurnInterrupt.
  Instant give_up{};  // The deadline of its first sending.
  Method method{};
  CallPhase phase{};
  std::uint8_t retries = 0;  // Since the server was overloaded.
  Settings settings{};
  bool own = false;  // The client's, not the user's.
  std::uint8_t zero = 0;
  bool operator==(const Call&) const = default;
};

enum class Stop : std::uint8_t {
  None,
  Wanted,  // Its id is awaited.
  Sent,
  Refused,  // TurnStarted is awaited.
  SentAgain,
};
struct Turn {
  TurnId id{};          // Zero: nobody named it yet.
  RequestId request{};  // The TurnStart, once it was sent.
  Stop stop = Stop::None;
  bool begun = false;    // By the user.
  bool started = false;  // TurnStarted was seen.
  bool bounded = false;  // Interrupt runs.
  bool resting = false;  // Idle runs.
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const Turn&) const = default;
};

enum class ChatPhase : std::uint8_t {
  Starting,
  Answered,  // ThreadStarted is awaited.
  Ready,
  Archiving,
  Away,  // Its thread is not resumed.
};
struct Chat {
  ChatId id{};
  ThreadId thread{};
  TurnId ended{};                   // The last.
  std::uint32_t tokens = 0;         // The most that was told,
  std::uint32_t tokens_before = 0;  // and what it was when the last turn was shown.
  Turn turn{};
  Turn unwanted{};  // Begun after its TurnStart timed out.
  TextId text{};    // What it was started with, as are these.
  Settings settings{};
  ChatPhase phase = ChatPhase::Starting;
  bool ran = false;  // A turn of it had a name, here or before.
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const Chat&) const = default;
};

// A thread that a turn of the chat opened, or a turn of another descendant of it (SES-13).
struct Descendant {
  ThreadId thread{};
  ChatId chat{};
  TurnId turn{};   // That runs.
  TurnId ended{};  // The last.
  bool operator==(const Descendant&) const = default;
};

struct Item {
  ItemId id{};
  ChatId chat{};
  TextMark mark{};
  bool closed = false;  // Kept until its turn ends or room is needed.
  bool fresh = false;   // It has text that was not shown.
  bool background = false;
  bool outlives = false;  // Its turn has ended.
  bool operator==(const Item&) const = default;
};

struct Pending {
  AskId id{};
  ThreadId thread{};
  SubjectId subject{};
  bool operator==(const Pending&) const = default;
};
struct Accepted {  // For the session, or by a rule: then in every thread, no_thread.
  ThreadId thread{};
  SubjectId subject{};
  bool operator==(const Accepted&) const = default;
};
struct Late {
  RequestId id{};
  ChatId chat{};  // Whose turn it may still begin.
  bool operator==(const Late&) const = default;
};

template <class Capacity>
struct BasicState {
  Instant now{};
  std::uint32_t requests = 0;  // So many ids were given out.
  Server server{};
  FlatList<Chat, Capacity::chats> chats{};
  FlatList<Descendant, Capacity::descendants> descendants{};  // The oldest first.
  FlatList<Call, Capacity::calls> calls{};                    // In the order of the user's.
  FlatList<Item, Capacity::items> items{};
  FlatList<Pending, Capacity::asks> asks{};
  FlatList<AskId, Capacity::settled> settled{};         // The oldest first.
  FlatList<Accepted, Capacity::remembered> accepted{};  // For the session.
  FlatList<Late, Capacity::late> late{};                // The oldest first.
  FlatList<ThreadId, Capacity::chats> unclaimed{};      // Started; their answer is awaited.
  bool operator==(const BasicState&) const = default;
};

template <class Capacity>
class BasicEngine {
 public:
  using State = BasicState<Capacity>;

  // `limits` outlive the engine. Continues from `state`. The jitter of a backoff comes from `seed`
  // and the number of the process alone.
  BasicEngine(const Limits& limits, std::uint32_t seed, const State& state = {})
      : limits_(&limits), seed_(seed), state_(state) {}

  // Appends what the driver must do; `out` must have room: an empty one has. A server may say what
  // it likes. A driver's mistake (time running backwards or beyond clock_span, a number that is in
  // use, a timer that does not run, something from a process that was not spawned) fails a CHECK.
  void step(const Event& event, Commands& out);
  [[nodiscard]] Commands step(const Event& event);

  // Moves the origin of time to `now`, at or after the last event and within clock_span, so that
  // equal futures compare equal and an engine outlives any clock.
  void rebase(Instant now);

  const State& state() const { return state_; }
  const Limits& limits() const { return *limits_; }
  std::uint32_t seed() const { return seed_; }

 private:
  const Limits* limits_;
  std::uint32_t seed_;
  State state_;
};

extern template class BasicEngine<Live>;
extern template class BasicEngine<Small>;

using State = BasicState<Live>;
using Engine = BasicEngine<Live>;

}  // namespace engine::appserver
