// Strings: what may stand in them, at every place of a block.
#include <array>
#include <utility>

#include "edges.h"

namespace fuzz {
namespace {

// The codec reads strings in blocks of so many bytes.
constexpr std::size_t block = 64;

constexpr std::array parts{""sv,
                           "\\n"sv,
                           "\\\""sv,
                           "\\\\"sv,
                           "\\\\\\\""sv,
                           "\\u00e9"sv,
                           "\\ud83d\\ude00"sv,
                           "\xc3\xa9"sv,
                           "\xe2\x82\xac"sv,
                           "\xf0\x9f\x98\x80"sv,
                           "\0"sv,
                           "\x1f"sv,
                           "\x7f"sv,
                           "\\x"sv,
                           "\\\\\\x"sv,
                           "\\u12g4"sv,
                           "\\ud83d"sv,
                           "\\ude00"sv,
                           "\\ud83d\\u0041"sv,
                           "\xff"sv,
                           "\xc3"sv,
                           "\xe2\x82"sv,
                           "\xf0\x9f\x98"sv,
                           "\xed\xa0\x80"sv,
                           "\xc3\xa9\x80"sv,
                           "\"x"sv};

void write_with(EdgeWriter& out, std::string_view front, std::size_t before,
                std::string_view part) {
  std::string raw(front);
  if (before < raw.size()) return;
  raw.append(before - raw.size(), 'x');
  raw += part;
  out.line(of_method(raw));
  out.line(of_method(raw + std::string(20, 'y')));
  raw += std::string(block, 'y') + "\xc3\xa9" + std::string(block, 'y');
  out.line(of_method(raw));
  out.line("{\"" + raw + "\":0,\"method\":\"m\"}");
}

// A character in UTF-8, however many bytes its first byte asks for.
std::size_t length_after(unsigned lead) { return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4; }

constexpr std::array tails{'\x7f', '\x80', '\x8f', '\x90', '\x9f', '\xa0', '\xbf', '\xc0'};

// A sequence with this lead, sound if the lead is.
std::string sequence_of(unsigned lead) {
  const char second = lead == 0xe0 ? '\xa0' : lead == 0xf0 ? '\x90' : '\x80';
  std::string out{static_cast<char>(lead), second, '\x80', '\x80'};
  out.resize(length_after(lead));
  return out;
}

// The last block of a text, of which `left` bytes are new: what is sound as far from the beginning
// of the bytes that are read as `part` is from that of the new ones excuses nothing.
void write_last_block(EdgeWriter& out, std::size_t left, std::string_view sound,
                      std::string_view part) {
  const auto size = block + left - "\"}"sv.size();
  for (const std::size_t before : {block, (block + size) / 2, size - part.size()}) {
    std::string raw(size, 'x');
    raw.replace(before - (block - left), sound.size(), sound);
    raw.replace(before, part.size(), part);
    out.line(of_method(raw));
  }
}

}  // namespace

void write_string_edges(EdgeWriter& out) {
  out.begin("strings");
  for (const auto front : {""sv, "\\n"sv, "\xc3\xa9"sv})
    for (const auto part : parts)
      for (std::size_t border = 0; border <= 2 * block; border += block / 4)
        for (std::size_t before = border < 4 ? 0 : border - 4; before <= border + 2; ++before)
          if (border % block == 0 || before + 2 > border) write_with(out, front, before, part);
  out.begin("last_blocks");
  for (std::size_t left = 4; left <= block - 2; ++left)
    for (const auto& [sound, part] :
         {std::pair("\xc3\xa9"sv, "\xc3\xc3"sv), std::pair("\xc3\xa9"sv, "\xa9\xa9"sv),
          std::pair("\xc3\xa9"sv, "\xc3x"sv), std::pair("\\n"sv, "\\x"sv)})
      write_last_block(out, left, sound, part);
  // Each run of backslashes, behind each place of a block.
  out.begin("backslashes");
  for (std::size_t before = 0; before < block; before += before < 3 ? 1 : before < 56 ? 13 : 1)
    for (std::size_t count = 1; count < 12; ++count)
      for (const auto behind : {"\"}"sv, "x"sv, "n"sv})
        out.line(of_method(std::string(before, 'x') + std::string(count, '\\') +
                           std::string(behind) + std::string(block, 'y')));
}

void write_utf8_edges(EdgeWriter& out) {
  out.begin("utf8");
  for (unsigned lead = 0x80; lead <= 0xff; ++lead) {
    for (std::size_t at = 1; at < length_after(lead); ++at) {
      for (const char tail : tails) {
        auto sequence = sequence_of(lead);
        sequence[at] = tail;
        out.line(of_method(sequence));
        if (at == 1) out.line("{\"a\":" + sequence + '}');
      }
    }
    const auto longest = sequence_of(lead) + "\x80\x80\x80";
    for (std::size_t size = 1; size <= 5; ++size)
      out.line(of_method(longest.substr(0, size) + std::string(block, 'y')));
  }
  // Every word of four bytes of these kinds, within a block.
  out.begin("utf8_words");
  constexpr auto kinds = "x\xc3\xa9\xe2\xf0"sv;
  for (std::size_t word = 0; word < 625; ++word) {
    std::string bytes;
    for (auto rest = word + 625; rest > 1; rest /= 5) bytes += kinds[rest % 5];
    out.line(of_method(bytes + std::string(block, 'y')));
  }
}

void write_escape_edges(EdgeWriter& out) {
  // Wherever a text is decoded.
  const auto everywhere = [&](std::string raw) {
    out.line(of_method(raw));
    out.line("{\"id\":\"" + raw + "\",\"result\":{\"" + raw + "\":\"" + raw + "\"}}");
    out.line("{\"" + raw + "\":0,\"id\":1,\"error\":{\"code\":1,\"message\":\"" + raw + "\"}}");
  };
  out.begin("escapes");
  constexpr std::array units{"0000"sv, "001f"sv, "0020"sv, "0022"sv, "005C"sv, "007f"sv, "0080"sv,
                             "07ff"sv, "0800"sv, "0fff"sv, "1000"sv, "d7ff"sv, "D800"sv, "d801"sv,
                             "dbff"sv, "dc00"sv, "dC01"sv, "dFFf"sv, "e000"sv, "fffd"sv, "ffff"sv};
  for (const auto unit : units) {
    const auto first = "\\u" + std::string(unit);
    everywhere(first);
    everywhere(first + "x");
    everywhere(first + "\\n");
    for (const auto second : units) everywhere(first + "\\u" + std::string(second));
    for (std::size_t size = 0; size < 6; ++size)
      out.line("{\"method\":\"\\ud800" + first.substr(0, size));
  }
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    if (one == "\n") continue;
    out.line(of_method("\\" + one));
    out.line(of_method("\\ud800" + one));
    out.line(of_method("\\ud800\\" + one));
    out.cut("{\"method\":\"\\ud800\\" + one);
    out.line("{\"method\":\"\\ud800\\" + one);
    for (std::size_t at = 0; at < 4; ++at) {
      std::string digits = "\\u1a2F";
      digits.replace(2 + at, 1, one);
      out.line(of_method(digits));
    }
  }
}

}  // namespace fuzz
