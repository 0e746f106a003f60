// A machine with marker files, IDEs and ports, and a monitor on it, as bytes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "port/flat_list.h"
#include "port/monitor/facts.h"
#include "sim/monitor/plan.h"
#include "sim/monitor/subject.h"
#include "sim/state/agenda.h"

namespace sim::monitor {

// The last is of the other client.
inline constexpr std::size_t streams_max = 5, other_stream = streams_max - 1;

// What may be due, in the natural order of one instant.
namespace slot {
inline constexpr std::size_t start = 0;
inline constexpr std::size_t planned = 1;
inline constexpr std::size_t folder = planned + planned_max;
inline constexpr std::size_t read = folder + 1;
inline constexpr std::size_t deliver = read + 1;             // What is on the way to the monitor.
inline constexpr std::size_t ping = deliver + other_stream;  // Of the IDE, in each stream.
inline constexpr std::size_t probe = ping + streams_max;     // The answer of a port.
inline constexpr std::size_t tried = probe + ports_max;      // Of an IDE's own server.
inline constexpr std::size_t head = tried + ides_max;
inline constexpr std::size_t scan = head + ides_max;  // Timers of the monitor.
inline constexpr std::size_t worker = scan + 1;
inline constexpr std::size_t round = worker + ides_max;
inline constexpr std::size_t probing = round + 1;
inline constexpr std::size_t free = probing + ports_max;
inline constexpr std::size_t stop = free + 1;
inline constexpr std::size_t count = stop + 1;
}  // namespace slot
using WorldAgenda = Agenda<slot::count>;

enum class FileIs : std::uint8_t { Absent, Whole, Torn, Unreadable };
struct File {
  FileIs is{};
  std::uint8_t content = 0;
  bool operator==(const File&) const = default;
};

enum class ServerIs : std::uint8_t { Down, Up, Hanging, Failing };
// An IDE and its process.
struct Machine {
  Stamp began{};
  TextId url{}, token{};
  ListId projects{};
  ServerIs is{};
  bool alive = false;
  bool silent = false;        // The network to it stopped.
  bool first_broken = false;  // The first line of its next stream is no message.
  std::array<std::uint8_t, 2> zero{};
  bool operator==(const Machine&) const = default;
};

// On the way to a client.
enum class ItemKind : std::uint8_t { Answer, Line, End };
struct Item {
  ItemKind kind{};
  LineKind line{};
  std::uint16_t number = 0;  // The status, or the list.
  std::uint16_t seq = 0;
  std::uint16_t instance = 0;
  bool operator==(const Item&) const = default;
};
// Room for what all events of a scenario say in one instant beside two first lines and a ping; one
// place stays free. What finds none is lost, and the judge would lay that at the IDE's door.
inline constexpr std::uint8_t items_max = planned_max + 4;

enum class StreamIs : std::uint8_t {
  Free,
  Asked,  // And not answered.
  Open,
  Endless,  // Open, and in a line that has no end.
  Over,     // The IDE's end is gone,
  Closed,   // or the client's; what is on the way may still come.
};
struct Stream {
  ConnectionId id{};
  std::uint16_t next_seq = 0;  // The first snapshot of a stream has the number zero.
  port::FlatList<Item, items_max> items{};
  StreamIs is{};
  std::uint8_t ide = 0;
  bool stalled = false;
  bool owed = false;  // A snapshot, as soon as there is room.
  bool operator==(const Stream&) const = default;
};

// Addresses of an IDE's own server whose answers are due, one after the other.
using Addresses = port::FlatList<TextId, 4>;
struct Asked {
  Addresses stream{}, sse{};
  bool operator==(const Asked&) const = default;
};

// A world is copied and hashed as bytes.
struct World {
  SubjectState subject;
  WorldAgenda agenda;
  std::array<Machine, ides_max> machines;
  std::array<Asked, ides_max> asked;
  std::array<File, ides_max> files;
  std::array<PortIs, ports_max> ports;
  std::array<Stream, streams_max> streams;
  Folder folder{};
  std::uint8_t reading = 0;  // The file that is being read.
  std::uint8_t free_left = 0;
  bool stopped = false;
  bool flooded = false;  // The monitor did more than there is room for here.
  std::uint8_t zero = 0;
  bool operator==(const World&) const = default;
};

}  // namespace sim::monitor
