// Finds running IDEs by their marker files and ports, and follows the project list of each: rules
// MON of the rule table.
//
// Pure: no clock, I/O, thread or global, and no allocation. Equal state, limits, seed and event
// give equal state and equal commands. The state is a flat value without padding: copy an engine to
// fork a run, hash the bytes of its state to recognise one.
//
// The driver carries out the commands in order, once each, answers what is to be answered, and
// keeps the timers. It holds the texts; the engine knows them by number.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/monitor/limits.h"
#include "port/flat_list.h"
#include "port/monitor/commands.h"
#include "port/monitor/events.h"

namespace engine::monitor {

using namespace port::monitor;
using port::FlatList;

// How much an engine follows at once. More marker files than `files` are Folder::TooMany; an IDE
// for which there is no connection waits as if it had failed.
struct Live {
  static constexpr std::uint8_t files = listed_max, connections = 255, ports = 40, probes = 8;
};
// For searches.
struct Small {
  static constexpr std::uint8_t files = 2, connections = 7, ports = 4, probes = 2;
};

// In all of these, whatever can no longer matter is zero.

enum class Work : std::uint8_t {
  Asking,     // The answer is awaited.
  Streaming,  // Lines are.
  Pausing,    // Before the next try.
  Locked,     // Unauthorized: the marker must change (MON-28).
};
// What is known of the IDE's own server.
enum class Own : std::uint8_t { Unknown, Asked, Stream, Sse };

// Where the process of a marker is.
enum class Seat : std::uint8_t {
  Here,
  Asked,      // It is not seen, and its address is asked; nothing was told of an IDE (MON-09).
  Elsewhere,  // It is not seen, and its address answers with its token.
  Lost,       // It did, and does not any more: to be told within this step.
};

struct Ide {
  Marker marker{};
  std::uint32_t seq = 0;      // Of the last snapshot of this connection.
  ConnectionId connection{};  // Asking or Streaming.
  ListId projects{};          // The last good list.
  Work work{};
  std::uint8_t failures = 0;  // Of this target, since its last snapshot.
  bool fresh = false;         // The list was told over this connection.
  bool counted = false;       // This connection told a snapshot.
  Own own{};
  bool woke = false;  // Since the last line: silence is judged anew (MON-29).
  Seat seat{};
  std::uint8_t zero = 0;
  bool is_told() const { return seat != Seat::Asked; }
  bool operator==(const Ide&) const = default;
};
// A file of which it was told why no IDE comes of it.
struct Refusal {
  Pid pid{};
  TextId field{};
  Reading reading{};
  std::uint8_t zero = 0;
  bool operator==(const Refusal&) const = default;
};
struct SeenPort {
  TextId build{};  // None: no IDE answers there.
  bool marked = false;
  std::uint8_t zero = 0;
  bool operator==(const SeenPort&) const = default;
};

enum class Life : std::uint8_t { New, Running, Over };
enum class Scan : std::uint8_t { Idle, Listing, Reading };

template <class Capacity>
struct BasicState {
  FlatList<Ide, Capacity::files> ides{};
  FlatList<Refusal, Capacity::files> refusals{};
  FlatList<Pid, Capacity::files> left{};  // Of the scan: to be read, the first is being read.
  FlatList<std::uint16_t, Capacity::probes> probing{};
  std::array<std::uint8_t, 2> zero{};
  std::array<SeenPort, Capacity::ports> ports{};
  std::uint8_t next_port = 0;  // Of the round, by its index.
  Life life{};
  Scan scan{};
  bool scan_due = false;  // The next one, while one goes on.
  Folder failed{};        // Of which it was told.
  std::array<std::uint8_t, 3> more_zero{};
  // Disconnected, but not ended yet.
  std::array<bool, Capacity::connections + 1> closing{};
  bool operator==(const BasicState&) const = default;
};

template <class Capacity>
class BasicEngine {
 public:
  using State = BasicState<Capacity>;
  static_assert(std::has_unique_object_representations_v<State>);

  // `limits` outlive the engine. Continues from `state`. The jitter of a pause comes from `seed`,
  // the process and the number of failures alone.
  BasicEngine(const Limits& limits, std::uint32_t seed, const State& state = {})
      : limits_(&limits), seed_(seed), state_(state) {}

  // Appends what the driver must do; `out` must have room: an empty one has. Files, IDEs and ports
  // may say what they like. A driver's mistake (an answer to nothing, a second start) fails a
  // CHECK.
  void step(const Event& event, Commands& out);

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

// The pause after so many failures in a row; at least one.
Duration pause_after(const Limits& limits, std::uint32_t seed, Pid pid, std::uint8_t failures);

}  // namespace engine::monitor
