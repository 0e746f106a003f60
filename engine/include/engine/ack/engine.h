// Says OK to a tool's caller when the frontend has processed the action, and not before:
// captures, dispatches, looks, and gives up in time (rules ACK-01 to ACK-35).
//
// Pure: no clock, I/O, thread or global, and no allocation. Equal state, table and event
// give equal state and equal commands. The state is a flat value without padding: copy an
// engine to fork a run, hash the bytes of its state to recognise one.
//
// The driver delivers every event in the order of time, carries out the commands in order,
// once each, and answers each Capture and each Look once. After Respond or Cancelled nothing of the
// call remains: its timer does not fire, a look that is still under way needs no answer, and a late
// one is passed over.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/flat_list.h"

namespace engine::ack {

using namespace port;
using namespace port::ack;

// The tables of the specification. r1 is as merged; in r2 refresh and select are round trips, too.
// relist is r1 with a frontend that pushes whatever it lists, changed or not. In r3, which follows
// r2, copy, move, delete and compress that ask nothing are acknowledged by a reply when they begin,
// mkdir and mkfile when they are done, and there is rename.
const Table& table_r1();
const Table& table_r2();
const Table& table_relist();
const Table& table_r3();

// The row for a request, or null: the tool is unknown, or it has nothing for this request.
const Row* find_row(const Table& table, const Request& request);
bool knows(const Table& table, ToolId tool);

// The state of the two panes as the frontend pushed it, as far as a signal can see it.
struct PaneStore {
  // Written together, by each push for a pane that there is (ACK-24).
  std::uint32_t generation = 0;
  std::uint32_t version = 0;  // Of the newest push.
  bool exists = false;
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const PaneStore&) const = default;

  // What a Generation probe reads.
  Reading read() const { return exists ? Reading{true, generation, version} : Reading{}; }
};

enum class Phase : std::uint8_t {
  Checking,   // Captured is awaited: of a condition of the row,
  Capturing,  // or of what the signal needs; not dispatched yet.
  Looking,    // Looked is awaited.
  LookingLast,
  Waiting,  // For the next look.
  Replying,
};

// Whatever can no longer matter is zero.
struct Call {
  Instant dispatched{};     // From Dispatch on.
  Instant looks_at{};       // Waiting: when the timer fires.
  std::uint32_t bound = 0;  // Signal::bound.
  RequestId request{};      // Replying.
  CallId id{};
  std::uint8_t row = 0;  // Of the table.
  Phase phase = Phase::Checking;
  PathId path{};               // Of closing one viewer.
  std::uint8_t condition = 0;  // Checking: of the row.
  bool done = false;           // A part before this one was acknowledged by a reply.
  std::array<std::uint8_t, 1> zero{};
  bool operator==(const Call&) const = default;
};
inline constexpr std::uint8_t calls_max = 8;

struct State {
  Instant now{};
  PaneStore panes{};
  std::uint32_t requests = 0;         // So many round trips were begun.
  FlatList<Call, calls_max> calls{};  // In flight, the oldest first.
  bool operator==(const State&) const = default;
};

// How far the clock runs from its origin before the driver must rebase(), how long a budget or a
// poll interval may be, and where ages saturate: 12 days. All sums of two fit an Instant.
inline constexpr Duration clock_span{(1 << 30) - 1};

class Engine {
 public:
  // `table` outlives the engine. Continues from `state`.
  explicit Engine(const Table& table, const State& state = {}) : table_(&table), state_(state) {}

  // Appends what the driver must do; `out` must have room: an empty one has. A late answer
  // or reply changes nothing. A driver's mistake (time running backwards or beyond clock_span, a
  // call that is in flight already, a timer that does not run) fails a CHECK.
  void step(const Event& event, Commands& out);
  [[nodiscard]] Commands step(const Event& event);

  // Moves the origin of time to `now`, at or after the last event and within clock_span, so that
  // equal futures compare equal and an engine outlives any clock. Generations stay as they are:
  // whoever reads one knows how many came before.
  void rebase(Instant now);

  // So many listeners for replies it has: those of the round trips that are under way.
  static std::uint8_t listening(const State& state);
  // What a Generation probe reads.
  Reading panes() const { return panes_of(state_); }
  static Reading panes_of(const State& state) { return state.panes.read(); }
  const State& state() const { return state_; }
  const Table& table() const { return *table_; }

 private:
  const Table* table_;
  State state_;
};

// Whether a signal holds at a reading (ACK-22: also of what does not exist yet).
bool holds(const Signal& signal, const Reading& reading);
// What a look for this signal reads.
Probe probe_of(const Signal& signal);

// Texts.

// The code of JSON-RPC: -32602 or -32603; zero for Ok, and for the frontend's own error.
std::int32_t error_code(const Response& response);
// Names the tool, the missing signal, the elapsed time, and where to look next (ACK-06).
// Empty for Ok, and for the frontend's own error, which has its text.
std::string message(const Table& table, const Request& request, const Response& response);

}  // namespace engine::ack
