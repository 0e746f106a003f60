// Everything about a simulated machine that does not change while it runs: what its marker files
// may hold, its IDEs and ports, what happens beside the monitor, and how long things take.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "port/monitor/words.h"
#include "sim/state/agenda.h"

namespace sim::monitor {

using namespace port::monitor;

// A world has so many processes with a marker file each, ports that are scanned, and things that
// happen at planned times.
inline constexpr std::size_t ides_max = 2, ports_max = 4, planned_max = 10;

// What happens beside the monitor. `number` is an index of what the plan lists, or as said.
enum class What : std::uint8_t {
  MarkerWritten,  // `number`: the content.
  MarkerTorn,     // Somebody begins to write it.
  MarkerRemoved,
  MarkerUnreadable,  // Until it is written again.
  FolderDenied,
  FolderMissing,
  FolderBack,
  ProcessEnds,    // With its server.
  ProcessBegins,  // Another one with this number, begun at `number`.
  ServerMoves,    // To the address `number`; its streams end.
  ServerHangs,    // It takes requests and answers nothing.
  ServerFails,    // It answers 500.
  ServerRecovers,
  StreamsEnd,    // It closes them.
  TokenChanges,  // To `number`; streams that there are go on.
  ProjectsChange,
  LineBroken,       // It says a line that is no message,
  LineUnknown,      // or one of a type that nobody knows,
  LineRepeated,     // or its last snapshot once more,
  ListRepeated,     // or its list once more, with a higher number,
  NumberStays,      // or another list with the number of the last one,
  LineEndless,      // or one that goes on for ever: no other comes on these streams.
  NetworkStops,     // What is on its streams is lost, and nothing ends.
  PortBecomes,      // That port: `number` is a PortIs.
  AddressAsked,     // Somebody wants the address of its own server.
  OtherStalls,      // The other client takes nothing any more,
  OtherGoesOn,      // or again.
  FirstLineBroken,  // The next of its streams begins with a line that is no message.
  MachineSleeps,    // For `number` milliseconds, in which nothing happens on it.
  NetworkBack,      // For streams that are asked for from then on; those that there were stay dead.
};
WORDS(What, "marker_written", "marker_torn", "marker_removed", "marker_unreadable", "folder_denied",
      "folder_missing", "folder_back", "process_ends", "process_begins", "server_moves",
      "server_hangs", "server_fails", "server_recovers", "streams_end", "token_changes",
      "projects_change", "line_broken", "line_unknown", "line_repeated", "list_repeated",
      "number_stays", "line_endless", "network_stops", "port_becomes", "address_asked",
      "other_stalls", "other_goes_on", "first_line_broken", "machine_sleeps", "network_back");
inline constexpr std::size_t whats = port::words<What>.size();

// What answers at a port.
enum class PortIs : std::uint8_t {
  Closed,
  Hanging,    // It takes the connection and says nothing.
  Slow,       // An IDE, but late.
  OtherJson,  // Another server, with JSON,
  OtherText,  // with something else,
  Other404,   // or with no such page.
  Ide,
  OwnServer,  // The own server of an IDE, and no more.
};
WORDS(PortIs, "closed", "hanging", "slow", "other_json", "other_text", "other_404", "ide",
      "own_server");
inline constexpr std::size_t port_kinds = port::words<PortIs>.size();

struct Happening {
  What what{};
  std::uint8_t where = 0;  // Index of the IDE, or of the port.
  std::uint32_t number = 0;
  bool operator==(const Happening&) const = default;
};
struct Planned {
  Happening happening;
  Window at{0, 0};
  bool operator==(const Planned&) const = default;
};

// What a marker file holds. A marker is read of a good one alone.
struct Content {
  Reading reading = Reading::Good;
  Marker marker{};
  TextId field{};  // That an incomplete one lacks.
  bool operator==(const Content&) const = default;
};

struct IdePlan {
  Pid pid{};
  std::int8_t content = -1;  // Of its file at the start; less than zero: there is none.
  bool alive = true;
  bool elsewhere = false;  // In another process namespace: it is not seen, alive or not.
  bool serves = true;
  Stamp began{};
  TextId url{}, token{};              // Of its server.
  std::uint16_t stream_status = 200;  // What its own server answers at the streamable address.
  bool operator==(const IdePlan&) const = default;
};
struct PortPlan {
  PortIs is{};
  TextId build{};
  bool operator==(const PortPlan&) const = default;
};

// What an IDE does wrong at its end of the streams.
enum class Fault : std::uint8_t {
  None,
  PingFirst,        // The first line is a ping.
  NoFirstLine,      // Nothing is said until something changes.
  KeepsChanges,     // A change is not told.
  SeqStays,         // All snapshots have one number.
  InstanceChanges,  // Each snapshot is of another instance.
  NoPings,
  TakesAnyToken,
  LineBeforeRefusal,  // 401, and a line.
  OneHoldsAll,        // While one client takes nothing, none gets anything,
  OneHoldsChanges,    // or is told of no change,
  OneHoldsPings,      // or gets no ping,
  OneHoldsRequests,   // or nobody's request is answered.
  SlowMissesChanges,  // What changed while a client took nothing, it is never told.
  NeverFrees,         // A stream that its client closed.
  HearsNobody,        // A request that says nothing of who asks is answered as any other.
  PingsOfAnother,     // Pings tell another instance than the stream's.
  OneInstance,        // All streams have one.
};
WORDS(Fault, "none", "ping_first", "no_first_line", "keeps_changes", "seq_stays",
      "instance_changes", "no_pings", "takes_any_token", "line_before_refusal", "one_holds_all",
      "one_holds_changes", "one_holds_pings", "one_holds_requests", "slow_misses_changes",
      "never_frees", "hears_nobody", "pings_of_another", "one_instance");
inline constexpr std::size_t fault_kinds = port::words<Fault>.size();

struct Latencies {
  Window folder{1, 1};        // A listing,
  Window read{1, 1};          // and a file.
  Window answer{3, 3};        // From a request to its answer; and each line.
  Window probe{7, 7};         // A port that answers,
  Window slow{1'500, 1'500};  // and a slow one.
  Window own_server{3, 3};    // From a question to an IDE's own server to its answer.
  bool operator==(const Latencies&) const = default;
};

struct Plan {
  std::vector<Content> contents = {};
  std::vector<IdePlan> ides = {};    // At most ides_max.
  std::vector<PortPlan> ports = {};  // At most ports_max; from first_port on.
  std::vector<Planned> planned = {};
  // Of these up to so many more, at any instant.
  std::vector<Happening> free = {};
  std::uint8_t free_max = 0;
  std::uint8_t probes_at_once = 2;  // At most 2.
  bool other_client = false;        // Somebody else follows the first IDE,
  bool other_is_mute = false;       // and does not say who it is.
  Fault fault{};
  Window stop{60'000, 60'000};
  Latencies latencies = {};
  std::uint32_t seed = 1;
  std::uint8_t jitter_percent = 25;  // Of the monitor's pauses.
  Grid grid{0};
  bool operator==(const Plan&) const = default;
};
inline constexpr std::uint16_t first_port = 1'000;

// What is wrong with a plan, in a few words; empty: nothing.
std::string fault_of(const Plan& plan);
// Whether what it is about is there.
bool has_place(const Plan& plan, const Happening& what);

}  // namespace sim::monitor
