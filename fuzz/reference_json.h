// One line of JSON as the rules read it: for the reference.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"
#include "engine/codec/rpc_reason.h"

namespace fuzz {

// The first thing that is wrong with a line.
struct Fault {
  engine::rpc::Reason reason;
  std::size_t at;  // In the line.
};

// A value as it is meant.
struct Meant {
  enum class Kind : std::uint8_t { Word, Number, Text, Array, Object };
  Kind kind = Kind::Word;
  std::size_t from = 0, to = 0;     // In the line.
  std::string told;                 // As `told` of the codec's value gives it.
  std::string text;                 // Of a text, decoded.
  bool whole = false, fits = true;  // Of a number: no fraction or exponent; in 64 bits.
  std::int64_t number = 0;
  std::vector<std::string> keys;  // Of an object,
  std::vector<Meant> values;      // and what each stands for; of an array, if asked what is open.

  const Meant* member(std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == key) return &values[i];
    return nullptr;
  }
};

// How texts are told: between quotes, with other bytes than those of ASCII as \xHH.
std::string in_quotes(std::string_view text);

// The value that begins at `from`, behind spaces. Throws Fault. Recurses once for each level.
// Where `open` is given, what RFC 8259 leaves to a decoder is no fault and is added to it, by the
// word of its refusal: a key that stands twice, half of a surrogate pair, numbers that not every
// decoder holds. Of equal keys `member` finds the first.
Meant read_value(std::string_view line, std::size_t from, std::uint32_t depth_max,
                 std::vector<std::string_view>* open = nullptr);

// How the references cut a stream into lines.
struct RawLine {
  std::string_view text;  // Without its end.
  std::uint64_t at = 0, bytes = 0;
  bool ended = true;
};
std::vector<RawLine> lines_of(std::string_view stream);

// The first place at or behind `at` that is no space; the end of the line if there is none.
std::size_t past_spaces(std::string_view line, std::size_t at);

// The text of the one message on a line that is not blank (WIRE-01 to WIRE-06). Throws Fault.
std::string_view message_on(const RawLine& line, const engine::rpc::Options& options);

}  // namespace fuzz
