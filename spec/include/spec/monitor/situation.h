// What happened so far to a monitor and at the IDEs' end of its streams, as an observer saw it,
// without any rule: what was listed and read, told and shown, asked for and answered.
//
// Flat, without padding, and free of absolute time: ages count milliseconds and stop one past their
// bound. A field that can no longer matter is zero, so situations with equal futures have equal
// bytes.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "port/monitor/facts.h"

namespace spec::monitor {

using namespace port::monitor;

// Followed at most; what is beyond is Situation::lost.
inline constexpr std::size_t files_max = 2, streams_max = 6, ports_max = 4;

// Bounds of the rules, in milliseconds.
inline constexpr std::int32_t scan_ms = 2'000, silence_ms = 15'000, ping_ms = 5'000,
                              probe_ms = 1'000, round_ms = 30'000, pause_least_ms = 250,
                              pause_most_ms = 10'000;
// So much later than its marker its own process may seem to have begun, since clocks are set.
inline constexpr std::uint32_t clock_seconds = 5;
// What a plan chooses.
struct Bounds {
  std::uint16_t first_port = 0;
  std::uint8_t ports = 0, probes_at_once = 1;
};

// Of the last look at a file.
enum class Look : std::uint8_t {
  None,  // It was not looked at, or is told of as gone.
  Listed,
  Reading,
  Kept,  // Torn or unreadable: what there was before stays.
  Good,
  Stale,  // Its process is dead, or another one.
  Refused,
  Gone,
};
enum class Link : std::uint8_t { None, Asked, Open, Pausing, Locked };
enum class Shown : std::uint8_t { Nothing, Fresh, Stale };
enum class Own : std::uint8_t {
  Unknown,
  Asked,
  Stream,
  Sse,
  // What it came to this time; asked once more, it is unknown:
  NoAnswer,
  Unauthorized,
  Forbidden,
  Busy,
};
enum class Answer : std::uint8_t { None, Alive, Dead };
// Where the process of a marker is.
enum class Seat : std::uint8_t {
  Here,
  Asked,  // It is not seen, and its address may be asked; no IDE was told of. `told` is its marker.
  Elsewhere,  // It is told of as one of another namespace.
  Lost,       // It was, and its address does not answer any more.
};

// Bits of FileSituation::flags.
enum class FileFlag : std::uint16_t {
  Known = 1u << 0,    // Told of as an IDE.
  Torn = 1u << 1,     // The last reading but one under way.
  Counted = 1u << 2,  // This connection told a snapshot.
  OwesList = 1u << 3,
  Anew = 1u << 4,  // That list is the first of a connection that is not the first.
  OwesSkip = 1u << 5,
  SkipUnknown = 1u << 6,  // And not malformed.
  BadLine = 1u << 7,      // In this instant.
  Moved = 1u << 8,        // Since the last Connect, the marker changed its target.
  Wanted = 1u << 9,       // The address of its own server.
  Woke = 1u << 10,        // Since its last line, from a sleep.
  HeadAsked = 1u << 11,
  Timed = 1u << 12,  // Its timer runs.
  Later = 1u << 13,  // Its process seems to have begun no earlier than the marker.
};

struct FileSituation {
  Marker told{};   // Of an IDE that is known. The process alone: of a file that is listed.
  Marker found{};  // Of the last good look.
  std::uint32_t seq = 0;
  ConnectionId connection{};
  ListId list{};          // The last good one.
  ListId dropped{};       // Since then: of a snapshot that does not count.
  std::uint16_t age = 0;  // Since the Connect or the last line; since a pause began.
  std::uint16_t flags = 0;
  TextId field{}, refused_field{};  // As `reading` and `refused`.
  std::uint8_t failures = 0;
  Look look{};
  Reading reading{};  // Of the last look.
  Reading refused{};  // Told of; Good: nothing.
  Link link{};
  Shown shown{};
  Own own{};
  Answer head{};  // To be shown.
  Seat seat{};
  std::uint8_t zero = 0;

  constexpr bool has(FileFlag flag) const { return (flags & static_cast<unsigned>(flag)) != 0; }
  constexpr void set(FileFlag flag, bool to = true) {
    const auto bit = static_cast<unsigned>(flag);
    flags = static_cast<std::uint16_t>(to ? flags | bit : flags & ~bit);
  }
  constexpr bool connected() const { return link == Link::Asked || link == Link::Open; }
  bool operator==(const FileSituation&) const = default;
};

// A connection, at both ends.
enum class ServerEnd : std::uint8_t { None, Asked, Streaming, Refused, Gone };
struct StreamSituation {
  Pid pid{};         // Of the marker that it was asked for (MON-34). Zero: it is free.
  Pid server_pid{};  // Of whoever answers there: of another process, where two markers name a port.
  ConnectionId id{};
  // Since its last line, since its client went, or of a request beside a stalled client.
  std::uint16_t age = 0;
  std::uint16_t seq = 0;
  std::uint16_t instance = 0;
  ListId list{};  // Of the last change, or the one that it was sent last.
  ServerEnd server{};
  bool client = false;  // The monitor holds it.
  bool authorized = false;
  bool announced = false;
  bool owes = false;   // A snapshot.
  bool began = false;  // A line was said.
  bool stalled = false;
  std::array<std::uint8_t, 3> zero{};
  bool operator==(const StreamSituation&) const = default;
};

struct PortSituation {
  TextId answered{};  // The build of the IDE that answered last; none: no IDE did.
  TextId shown{};
  std::uint16_t age = 0;  // Of a probe in flight.
  bool probing = false;
  bool marked = false;  // As shown.
  bool left = false;    // Of this round.
  bool timer = false;
  bool own = false;  // Its own server answered, and no IDE as one.
  std::uint8_t zero = 0;
  bool operator==(const PortSituation&) const = default;
};

struct Situation {
  std::array<FileSituation, files_max> files{};
  std::array<StreamSituation, streams_max> streams{};
  std::array<PortSituation, ports_max> ports{};
  std::uint16_t scan_age = 0;   // Since the last listing.
  std::uint16_t wake_age = 0;   // Since the last sleep, while there is a stream from before it.
  std::uint16_t round_age = 0;  // Since the last port of a round was done.
  Folder failed{};              // The last listing.
  Folder failure_told{};
  bool started = false, stopped = false;
  bool listing = false;
  bool listed = false;  // At some time.
  bool scan_timer = false, round_timer = false;
  bool woke = false;  // From a sleep, and the folder was not listed since.
  bool lost = false;  // There was more than can be followed.
  bool operator==(const Situation&) const = default;
};
static_assert(std::is_trivially_copyable_v<Situation>);
static_assert(std::has_unique_object_representations_v<Situation>);
static_assert(sizeof(Situation) <= 400);

}  // namespace spec::monitor
