#include "fuzz/lines_input.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "fuzz/filter_program.h"

namespace tools {
namespace {

constexpr int pieces_per_run = 60;

// One message of about so many bytes, most of them letters of two.
fuzz::Piece long_message(std::size_t size) {
  std::string bytes = "{\"jsonrpc\":\"2.0\",\"method\":\"";
  while (bytes.size() + 4 < size) bytes += "\xc3\xa9";
  return {.bytes = bytes + "\"}\n", .sound = true};
}

// Where bytes are cut: at and around powers of two, or within a letter of several bytes.
fuzz::Reads cuts_of(const std::string& bytes, sim::Rng& rng) {
  constexpr std::uint32_t cuts_max = 40, smallest_power = 6, powers = 11;
  const auto fewest = static_cast<std::uint32_t>(bytes.size() / cuts_max + 1);
  const auto size = (1u << (smallest_power + rng.below(powers))) + rng.below(3) - 1;
  const auto from = rng.below(static_cast<std::uint32_t>(bytes.size()) + 1);
  return {.first = rng.below(2) == 0 ? within_a_letter(bytes, from) : rng.below(size + 1),
          .size = std::max(size, fewest)};
}

// Four lines of letters of two, three and four bytes.
std::string lines_of_letters() {
  std::string out;
  for (int i = 0; i < 4; ++i)
    out += "{\"jsonrpc\":\"2.0\",\"method\":\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\\n\"}\r\n";
  return out;
}

}  // namespace

fuzz::Piece plain_line(std::size_t bytes) {
  const std::string begin = R"({"jsonrpc":"2.0","method":")", end = R"("})";
  const auto letters = bytes - std::min(bytes, begin.size() + end.size());
  return {.bytes = begin + std::string(letters, 'x') + end + '\n', .sound = true};
}
fuzz::Piece nested_line(std::size_t levels) {
  const auto lists = levels - std::min(levels, nested_line_least - 1);
  return {.bytes = R"({"jsonrpc":"2.0","method":"m","params":{"a":)" + std::string(lists, '[') +
                   std::string(lists, ']') + "}}\n",
          .sound = true};
}

fuzz::Case plain_lines(std::size_t count, std::size_t more) {
  fuzz::Case out;
  out.reads = at_once;
  out.pieces.assign(count, plain_line(plain_line_least));
  if (more > 0) out.pieces.back() = plain_line(plain_line_least + more);
  return out;
}

fuzz::Case as_lines(std::string_view bytes) {
  fuzz::Case out;
  out.reads = at_once;
  while (!bytes.empty()) {
    const auto end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    out.pieces.push_back({.bytes = std::string(bytes.substr(0, end))});
    bytes.remove_prefix(end);
  }
  return out;
}

std::string_view longest_line(const fuzz::Case& input) {
  const auto longest = std::ranges::max_element(
      input.pieces, {}, [](const fuzz::Piece& piece) { return piece.bytes.size(); });
  return longest == input.pieces.end() ? std::string_view() : longest->bytes;
}

std::vector<StreamEdge> stream_edges() {
  const auto good = plain_line(plain_line_least).bytes;
  const std::string mark = "\xef\xbb\xbf",
                    letter = "{\"jsonrpc\":\"2.0\",\"method\":\"\xc3\xa9\"}\n";
  std::vector<StreamEdge> out;
  const auto add = [&](const std::string& name, const std::string& bytes,
                       fuzz::Reads reads = at_once) {
    out.push_back({name, as_lines(bytes)});
    out.back().input.reads = reads;
  };
  add("byte_order_mark_first", mark + good + good);
  add("byte_order_mark_first_in_two_reads", mark + good + good, {1, 2});
  add("byte_order_mark_alone", mark);
  add("blank_line_first", "\n" + good);
  add("carriage_return_first", "\r\n" + good);
  add("spaces_first", " \t " + good);
  add("half_line_first", "{\"jsonrpc\":\"2.0\",\n" + good);
  add("half_letter_first", "\xa9\n" + good);
  add("nothing", "");
  add("one_line", good);
  add("one_line_without_its_end", good.substr(0, good.size() - 1));
  add("half_line_last", good + "{\"jsonrpc\":\"2.0\",");
  add("half_letter_last", good + "{\"method\":\"\xc3");
  add("carriage_return_last", good + good.substr(0, good.size() - 1) + "\r");
  add("blank_line_last", good + "\n");
  add("letter_in_two_reads", letter + letter,
      {within_a_letter(letter, 0), static_cast<std::uint32_t>(letter.size())});
  // Who decodes each read by itself takes a mark at its beginning for that of the text.
  const std::string marked = "{\"jsonrpc\":\"2.0\",\"method\":\"a" + mark + "b\"}\n";
  add("byte_order_mark_first_in_a_read", marked + marked,
      {static_cast<std::uint32_t>(marked.find(mark)), static_cast<std::uint32_t>(marked.size())});
  add("end_of_line_in_two_reads", good.substr(0, good.size() - 1) + "\r\n" + good,
      {static_cast<std::uint32_t>(good.size()), static_cast<std::uint32_t>(good.size())});
  // Some take what has come when nothing comes for a while for a whole line.
  constexpr std::uint32_t long_pause_ms = 400;
  add("pause_within_a_line", good + good,
      {static_cast<std::uint32_t>(good.size() / 2), UINT32_MAX});
  out.back().input.pause_ms = long_pause_ms;
  add("same_line_twice", good + letter + letter + good);
  add("end_of_file_character", good + "{\"jsonrpc\":\"2.0\",\"method\":\"\x1a\"}\n" + good);
  // A letter and its mark, and a sign that is another letter: no form of them is the other.
  add("letters_of_other_forms",
      "{\"jsonrpc\":\"2.0\",\"method\":\"e\xcc\x81\xe2\x84\xab\xc2\xa0\"}\n" + good);
  // Whatever the size of reads, each place in a line is where one ends.
  const auto letters = lines_of_letters();
  for (const std::uint32_t size : {1u, 2u, 3u, 4u, 5u, 7u, 8u, 13u, 16u})
    add(fmt::format("reads_of_{}_bytes", size), letters, {size, size});
  out.push_back({"many_lines", plain_lines(10'000)});
  for (const std::uint32_t size : {1024u, 4096u, 8192u, 16384u, 65536u})
    for (const std::uint32_t near : {size - 1, size, size + 1})
      add(fmt::format("reads_of_{}_bytes", near),
          good + long_message(size / 2).bytes + long_message(2 * size).bytes + good, {near, near});
  // Of buffers that hold a line, these are the sizes.
  for (const std::uint32_t size : {64u << 10, 1u << 20}) {
    out.push_back({fmt::format("line_of_{}_bytes", size + 1), as_lines(good)});
    out.back().input.pieces.push_back(plain_line(size + 1));
    out.back().input.pieces.push_back(plain_line(plain_line_least));
  }
  return out;
}

std::vector<StreamEdge> vector_edges(fuzz::Profile profile) {
  std::vector<StreamEdge> out;
  std::set<std::pair<std::string_view, std::string_view>> known;
  const auto good = plain_line(plain_line_least).bytes;
  for (const auto& vector : fuzz::vectors_of(profile)) {
    if (vector.line.size() >= long_line_least || !known.emplace(vector.kind, vector.word).second)
      continue;
    out.push_back({fmt::format("{} {}", vector.kind, vector.name),
                   as_lines(vector.line + '\n' + good + vector.line)});
  }
  return out;
}

std::string stream_of(const fuzz::Case& input) {
  std::string bytes;
  for (const auto& piece : input.pieces) bytes += piece.bytes;
  return bytes;
}

bool is_high(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

bool is_within_a_letter(std::string_view bytes, std::size_t at) {
  return at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xc0u) == 0x80u;
}

std::size_t depth_of(std::string_view line) {
  std::size_t depth = 0, most = 0;
  for (const char each : line) {
    if (each == '[' || each == '{') most = std::max(most, ++depth);
    if ((each == ']' || each == '}') && depth > 0) --depth;
  }
  return most;
}

bool is_large(std::string_view line) {
  return line.size() >= long_line_least || depth_of(line) >= deep_line_least;
}

std::uint32_t within_a_letter(const std::string& bytes, std::uint32_t from) {
  while (from < bytes.size() && !is_within_a_letter(bytes, from)) ++from;
  return from;
}

fuzz::Case next_vectors(std::span<const fuzz::Vector>& vectors) {
  fuzz::Case out;
  out.reads = at_once;
  const auto kind = vectors.front().kind;
  for (; !vectors.empty() && vectors.front().kind == kind; vectors = vectors.subspan(1))
    out.pieces.push_back({.bytes = vectors.front().line + '\n'});
  return out;
}

fuzz::Case batch(std::uint64_t seed, std::uint64_t& index, fuzz::Profile profile) {
  auto rng = sim::Rng(seed).fork(~index);
  fuzz::Case out;
  out.profile = profile;
  out.reads = at_once;
  while (out.pieces.size() < pieces_per_run) {
    for (auto& piece : fuzz::make_case(seed, index++, profile).pieces) {
      piece.ends_stream = false;
      if (!piece.bytes.ends_with('\n')) piece.bytes += '\n';
      out.pieces.push_back(std::move(piece));
    }
  }
  constexpr std::uint32_t pipe = 64 << 10, large = 1 << 20;
  if (rng.below(8) == 0) {
    const auto size = rng.below(8) == 0 ? large : pipe;
    out.pieces.insert(out.pieces.begin() + rng.below(pieces_per_run),
                      long_message(size + rng.below(64)));
  }
  if (rng.below(3) == 0) out.pieces.push_back(long_message(64 + rng.below(64)));
  if (rng.below(3) == 0) out.pieces.back().bytes.pop_back();
  if (rng.below(2) == 0) out.reads = cuts_of(stream_of(out), rng);
  return out;
}

}  // namespace tools
