#include "edges.h"

#include <algorithm>
#include <array>

namespace fuzz {
namespace {

// Less than what is timed; and so many streams at most for a decoder.
constexpr std::size_t stream_bytes = 12'000, streams_max = 64;

constexpr std::array<std::uint32_t, 6> read_sizes{7, 61, 1, 16, 256, 64};

}  // namespace

void EdgeWriter::add(std::string bytes, bool ends_stream) {
  auto& pieces = input_.pieces;
  bytes_ += bytes.size();
  ends_stream = ends_stream || bytes_ >= stream_bytes;
  if (ends_stream) bytes_ = 0;
  pieces.push_back({.bytes = std::move(bytes), .sound = false, .ends_stream = ends_stream});
  if (std::ranges::count(pieces, true, &Piece::ends_stream) >= static_cast<int>(streams_max))
    flush();
}

void EdgeWriter::flush() {
  if (!input_.pieces.empty()) {
    input_.reads.size = read_sizes[cases_++ % read_sizes.size()];
    judge_({.kind = kind_, .input = input_});
  }
  input_.pieces.clear();
  bytes_ = 0;
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  out.reserve(part.size() * times);
  for (; times > 0; --times) out += part;
  return out;
}

std::string of_method(std::string_view raw) { return "{\"method\":\"" + std::string(raw) + "\"}"; }

void for_each_edge(const std::function<void(const Edge&)>& judge) {
  EdgeWriter out(judge);
  write_string_edges(out);
  write_utf8_edges(out);
  write_escape_edges(out);
  write_key_edges(out);
  write_line_edges(out);
  write_stream_edges(out);
}

}  // namespace fuzz
