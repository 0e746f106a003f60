// Damage: what pipes, broken programs and hostile ones do to lines.
#include <algorithm>
#include <array>

#include "fuzz/case.h"
#include "fuzz/edges.h"

namespace fuzz {
namespace {

using sim::Rng;

std::uint32_t position(const std::string& bytes, Rng& rng) {
  return rng.below(static_cast<std::uint32_t>(bytes.size()) + 1);
}

Piece& any(Case& input, Rng& rng) {
  return input.pieces[rng.below(static_cast<std::uint32_t>(input.pieces.size()))];
}

Piece& add_piece(Case& input, Rng& rng, Piece piece) {
  const auto at = rng.below(static_cast<std::uint32_t>(input.pieces.size()) + 1);
  return *input.pieces.insert(input.pieces.begin() + at, std::move(piece));
}
Piece& add_bytes(Case& input, Rng& rng, std::string bytes) {
  return add_piece(input, rng, {.bytes = std::move(bytes)});
}

constexpr std::array<std::string_view, 30> tokens{std::string_view("\0", 1),
                                                  "\xef\xbb\xbf",
                                                  "\xff\xfe",
                                                  "\xc0\xaf",
                                                  "\xe0\x80\xaf",
                                                  "\xed\xa0\x80",
                                                  "\xf4\x90\x80\x80",
                                                  "\x80",
                                                  "\\ud800",
                                                  "\\udc00",
                                                  "\\ud800\\u0041",
                                                  "\"",
                                                  "\\",
                                                  "{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ",",
                                                  ":",
                                                  "1e999",
                                                  "123456789012345678901234567890",
                                                  "-",
                                                  "01",
                                                  "NaN",
                                                  "\r",
                                                  "\n",
                                                  "\t",
                                                  "\v",
                                                  " ",
                                                  "\x7f"};

constexpr std::array<std::string_view, 24> bad_lines{
    "\n",
    "   \n",
    "\r\n",
    "42\n",
    "\"hello\"\n",
    "null\n",
    "[]\n",
    "{}\n",
    "{\"id\":1}\n",
    "{\"id\":null,\"method\":\"x\"}\n",
    "{\"id\":1.5,\"method\":\"x\"}\n",
    "{\"id\":1.0,\"method\":\"x\"}\n",
    "{\"id\":1e0,\"method\":\"x\"}\n",
    "{\"id\":-0,\"method\":\"x\"}\n",
    "{\"id\":10e-1,\"method\":\"x\"}\n",
    "{\"id\":9007199254740993.0,\"method\":\"x\"}\n",
    "{\"id\":9223372036854775808,\"method\":\"x\"}\n",
    "{\"id\":1,\"error\":{\"code\":-32600.0,\"message\":\"x\"}}\n",
    "{\"id\":1,\"id\":2,\"method\":\"x\"}\n",
    "{\"id\":1,\"\\u0069d\":2,\"method\":\"x\"}\n",
    "{\"method\":\"x\",\"result\":1}\n",
    "{\"id\":1,\"result\":1,\"error\":null}\n",
    "{\"id\":1,\"error\":{\"message\":\"x\"}}\n",
    "Content-Length: 60\r\n"};

Piece& truncate(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  piece.bytes.resize(position(piece.bytes, rng));
  if (rng.below(2) == 0) piece.bytes += '\n';
  piece.sound = false;
  return piece;
}

// The end of a line is lost, so that it runs into the next one.
Piece& merge(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  while (!piece.bytes.empty() && (piece.bytes.back() == '\n' || piece.bytes.back() == '\r'))
    piece.bytes.pop_back();
  piece.sound = false;
  return piece;
}

Piece& flip_bit(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  if (piece.bytes.empty()) return piece;
  auto& byte = piece.bytes[rng.below(static_cast<std::uint32_t>(piece.bytes.size()))];
  byte = static_cast<char>(byte ^ 1 << rng.below(8));
  piece.sound = false;
  return piece;
}

Piece& replace_byte(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  if (piece.bytes.empty()) return piece;
  piece.bytes[rng.below(static_cast<std::uint32_t>(piece.bytes.size()))] =
      static_cast<char>(rng.below(256));
  piece.sound = false;
  return piece;
}

Piece& splice(Case& input, Rng& rng) {
  const auto other = any(input, rng).bytes;
  auto& piece = any(input, rng);
  piece.bytes =
      piece.bytes.substr(0, position(piece.bytes, rng)) + other.substr(position(other, rng));
  piece.sound = false;
  return piece;
}

Piece& repeat_part(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  const auto at = position(piece.bytes, rng);
  const auto part = piece.bytes.substr(at, 1 + rng.below(24));
  for (auto count = 1 + rng.below(8); count > 0; --count) piece.bytes.insert(at, part);
  piece.sound = false;
  return piece;
}

Piece& duplicate_line(Case& input, Rng& rng) { return add_piece(input, rng, any(input, rng)); }

Piece& reorder(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  std::swap(piece, any(input, rng));
  return piece;
}

Piece& garbage(Case& input, Rng& rng) {
  std::string bytes;
  for (auto count = rng.below(40); count > 0; --count) bytes += static_cast<char>(rng.below(256));
  bytes += '\n';
  return add_bytes(input, rng, std::move(bytes));
}

Piece& bad_line(Case& input, Rng& rng) {
  if (input.profile == Profile::AppServer || rng.below(8) == 0)
    return add_bytes(input, rng, std::string(bad_lines[rng.below(bad_lines.size())]));
  const auto vectors = vectors_of(input.profile);
  const auto& vector = vectors[rng.below(static_cast<std::uint32_t>(vectors.size()))];
  return add_bytes(input, rng, vector.line + '\n');
}

Piece& token(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  piece.bytes.insert(position(piece.bytes, rng), tokens[rng.below(tokens.size())]);
  piece.sound = false;
  return piece;
}

// About as deep as the limit, or so deep that a recursive decoder has no stack left.
Piece& nest(Case& input, Rng& rng) {
  const auto huge = rng.below(512) == 0;
  const std::uint32_t levels = huge ? 200'000 : depth_max - 4 + rng.below(6);
  const bool object = rng.below(4) == 0;
  std::string bytes = "{\"id\":1,\"result\":";
  for (std::uint32_t i = 0; i < levels; ++i) bytes += object ? "{\"a\":" : "[";
  if (object) bytes += '1';
  if (rng.below(8) != 0) bytes.append(levels, object ? '}' : ']');
  return add_bytes(input, rng, bytes + "}\n");
}

// About as long as the limit, or a line that does not end.
Piece& long_line(Case& input, Rng& rng) {
  const auto huge = rng.below(128) == 0;
  const auto size = huge ? 50'000 + rng.below(50'000) : line_bytes_max - 20 + rng.below(40);
  std::string bytes = "{\"method\":\"";
  bytes.resize(std::max<std::size_t>(size, 16) - 2, 'x');
  bytes += "\"}";
  if (rng.below(2) == 0) bytes += '\r';
  if (!huge || rng.below(2) == 0) bytes += '\n';
  return add_bytes(input, rng, std::move(bytes));
}

Piece& many_keys(Case& input, Rng& rng) {
  const auto count = 14 + rng.below(40);
  const auto twice = rng.below(2) == 0 ? rng.below(count) : count;
  const bool within = rng.below(2) == 0;
  std::string bytes = within ? "{\"method\":\"m\",\"params\":{\"key\":0" : "{\"method\":\"m\"";
  for (std::uint32_t i = 0; i < count; ++i)
    bytes += ",\"key" + std::to_string(i == twice ? 0 : i) + "\":0";
  return add_bytes(input, rng, bytes + (within ? "}}\n" : "}\n"));
}

Piece& end_stream(Case& input, Rng& rng) {
  auto& piece = any(input, rng);
  piece.ends_stream = true;
  return piece;
}

// Short damage often, for it is cheap and finds most; what makes an input large seldom.
struct Mutation {
  std::string_view name;
  Piece& (*apply)(Case&, Rng&);  // Gives the piece that it had a hand in.
  std::uint32_t weight;
};
constexpr std::array mutations{
    Mutation{"truncate", truncate, 8},  Mutation{"merge", merge, 6},
    Mutation{"flip_bit", flip_bit, 8},  Mutation{"replace_byte", replace_byte, 6},
    Mutation{"splice", splice, 6},      Mutation{"repeat_part", repeat_part, 6},
    Mutation{"reorder", reorder, 4},    Mutation{"duplicate_line", duplicate_line, 4},
    Mutation{"garbage", garbage, 6},    Mutation{"bad_line", bad_line, 13},
    Mutation{"token", token, 20},       Mutation{"end_stream", end_stream, 6},
    Mutation{"nest", nest, 1},          Mutation{"long_line", long_line, 1},
    Mutation{"many_keys", many_keys, 1}};
constexpr auto drawn_from = [] {
  std::array<std::uint8_t, 96> out{};
  std::size_t next = 0;
  for (std::size_t i = 0; i < mutations.size(); ++i)
    for (std::uint32_t times = 0; times < mutations[i].weight; ++times)
      out[next++] = static_cast<std::uint8_t>(i);
  if (next != out.size()) throw "the weights do not add up";  // Does not compile.
  return out;
}();
constexpr auto names = [] {
  std::array<std::string_view, mutations.size()> out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = mutations[i].name;
  return out;
}();

}  // namespace

void mutate(Case& input, Rng& rng) {
  const auto drawn = drawn_from[rng.below(drawn_from.size())];
  mutations[drawn].apply(input, rng).damage |= 1u << drawn;
}

std::span<const std::string_view> mutation_names() { return names; }

}  // namespace fuzz
