// Texts to what an engine hears: marker files, lines of a project stream, answers of ports. Fields
// that are not known are ignored, at every level (MON-01). Any bytes are accepted; none of these
// throws, and what they take of memory is bounded by the text.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/jsonl.h"
#include "port/monitor/words.h"

namespace engine::monitor {

using namespace port::monitor;

// The texts of a driver, by their numbers.
class Texts {
 public:
  // None for an empty one, and when there are 65,535 of them.
  TextId id(std::string_view text);
  // Empty for none. Valid until it is forgotten.
  std::string_view text(TextId id) const;
  // Forgets all but these; their numbers come again.
  void keep(std::span<const TextId> used);
  std::size_t size() const { return ids_.size(); }

 private:
  std::deque<std::string> all_;  // By number, from 1; empty: it is free.
  std::vector<std::uint16_t> free_;
  std::map<std::string_view, std::uint16_t> ids_;
};

// Where markers are, and how they are called. Both forms of a marker may be in any of them: in the
// former one its address stands on top, in the newer one in an object.
struct Layout {
  std::string_view folder;  // Below the home folder; empty: itself.
  std::string_view begin, end;
};
inline constexpr std::array layouts{Layout{"", ".", ".mcp-steroid"},
                                    Layout{".mcp-steroid/markers", "", ".mcp-steroid"}};

// The process that a file's name is of: ".4711.mcp-steroid". Nothing: it is no marker's.
std::optional<Pid> pid_of_name(std::string_view name);
std::optional<Pid> pid_of_name(std::string_view name, const Layout& layout);
std::string name_of_marker(Pid pid);
// Below the home folder.
std::string path_of_marker(Pid pid, const Layout& layout);

inline constexpr std::uint32_t known_schema = 1;
inline constexpr std::size_t marker_bytes_max = std::size_t{1} << 20;

struct MarkerText {
  Reading reading{};  // Never Gone, Unreadable, NotAFile.
  Marker marker{};    // Of a good one.
  // Of an incomplete one: the first field that is missing, or of another type.
  std::string_view field{};
};
MarkerText decode_marker(std::string_view bytes, Pid of_file, Texts& texts);

// Same origin, "/stream" for "/sse" (MON-50).
std::string stream_of_sse(std::string_view sse);

// Views into the line.
struct StreamLine {
  Line line{};  // Without its number, instance and projects, which are for the driver to number.
  std::uint64_t seq = 0;                // Of a snapshot.
  std::string_view instance, projects;  // Of a snapshot; JSON.
};
// The numbers of the snapshots of a stream, which may be times: in their order, from 1 on. One that
// is not above all before it has that of the last.
class SeqNumbers {
 public:
  std::uint32_t number_of(std::uint64_t seq) {
    if (last_ == 0 || seq > seq_) ++last_;
    seq_ = std::max(seq_, seq);
    return last_;
  }
  bool operator==(const SeqNumbers&) const = default;

 private:
  std::uint64_t seq_ = 0;
  std::uint32_t last_ = 0;
};
StreamLine decode_line(std::string_view text);

// A longer line of a stream is malformed, whatever it says.
inline constexpr std::size_t stream_line_max = std::size_t{1} << 20;
// As jsonl::Lines(stream_line_max) cuts it out of a stream.
StreamLine decode_line(const jsonl::Line& line);

// What a port answered to GET /api/about (MON-31).
struct About {
  ProbeResult result{};
  std::string build;  // Of an IDE.
};
About decode_about(std::uint16_t status, std::string_view body);

// The value of the header; nothing: it is not sent (MON-20).
std::optional<std::string> authorization_of(std::string_view token);

// "2026-11-22T10:00:00.5+01:00" in whole seconds; nothing if it is no such text.
std::optional<Stamp> stamp_of(std::string_view text);

struct Origin {
  std::string host;
  std::uint16_t port = 0;
  bool operator==(const Origin&) const = default;
};
// Of an http address of a server; nothing if it is none, or of another scheme.
std::optional<Origin> origin_of(std::string_view url);

// What is asked of the server at that address for the project stream: in the newer form of a marker
// the address says so itself.
std::string stream_target(std::string_view url);

}  // namespace engine::monitor
