#include "edges.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

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

namespace {

using engine::rpc::Reason;

struct Refused {
  std::string_view method, params, unknown;
  engine::rpc::Options options;
  Reason reason;
};

std::string shown(const Refused& row) {
  return fmt::format("method {}, params {}, unknown {}", engine::rpc::printable(row.method),
                     engine::rpc::printable(row.params), engine::rpc::printable(row.unknown));
}

}  // namespace

std::string miswritten_edges() {
  engine::rpc::Options merging, small, flat;
  merging.recover_merged = true;
  small.line_bytes_max = 20;
  flat.scan.depth_max = 2;
  const std::vector<Refused> rows{
      {"m", "[1]", "2", {}, Reason::None},
      {"m", "[1]", "2", merging, Reason::None},
      {"\"\\\x1f", "\"\\u0000\"", "{}", {}, Reason::None},
      {"m", "[\n]", "2", {}, Reason::RawNewline},
      {"m", "1", "\n", {}, Reason::RawNewline},
      {"m", "1", "2}\n{\"method\":\"m\"", {}, Reason::RawNewline},
      {"m", "1}", "2", {}, Reason::TrailingBytes},
      {"m", "1,\"y\":2", "2", {}, Reason::NotOneValue},
      {"m", "1,\"method\":2", "2", {}, Reason::DuplicateKey},
      {"m", "1}{\"method\":\"m\"", "2", {}, Reason::MergedLines},
      {"m", "1}{\"method\":\"m\",\"params\":1", "2", merging, Reason::NotOneValue},
      {"m", "1}{\"method\":\"n\"", "2", merging, Reason::NotOneValue},
      {"m", "1", "2}{\"method\":\"m\",\"params\":1", merging, Reason::NotOneValue},
      {"m", "1", "2,\"id\":3", {}, Reason::NotOneValue},
      {"m", "[1", "2", {}, Reason::UnexpectedByte},
      {"m", "01", "2", {}, Reason::BadNumber},
      {"\xff", "1", "2", {}, Reason::NotUtf8},
      {"m", "[1]", "2", small, Reason::TooLong},
      {"m", "[]", "[[]]", flat, Reason::TooDeep},
      {"m", "[]", "[]", flat, Reason::None},
  };
  for (const auto& row : rows) {
    const engine::rpc::Message message = engine::rpc::Notification{
        .method = engine::json::Text::plain(row.method), .params = {.raw = row.params}};
    const engine::json::Field unknown{.key = engine::json::Text::plain("x"),
                                      .value = {.raw = row.unknown}};
    std::string line = "before";
    const auto reason = engine::rpc::encode(message, line, {&unknown, 1}, row.options);
    if (reason != row.reason)
      return fmt::format("the encoder says {} of {}", engine::rpc::text_of(reason).name,
                         shown(row));
    if ((reason == Reason::None) != (line != "before"))
      return fmt::format("the encoder appends a line that it refuses, of {}", shown(row));
  }
  return {};
}

}  // namespace fuzz
