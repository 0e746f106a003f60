// How the references cut a stream into lines.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"

namespace fuzz {

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
