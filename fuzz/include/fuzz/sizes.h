// What a codec holds and how long it takes, where lines are as long as they may be.
#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

#include "engine/codec/rpc.h"
#include "fuzz/judge.h"

namespace fuzz {

// How many bytes are in use: those of the process, or as the decoder says, which does where others
// work at the same time.
struct Meter {
  using Count = std::size_t (*)(const engine::rpc::Decoder&);
  Count held, take_most;  // At most since it was asked last; it may be what is held now.
};
inline std::size_t own_bytes(const engine::rpc::Decoder& decoder) { return decoder.held(); }

// WIRE-04: a line takes its limit and a constant, a short one the constant alone, and what it took
// is given back behind it; of one that is too long the same beginning is left, however it comes.
std::optional<Finding> judge_held(const Meter& meter);

// WIRE-05: no shape of a line of a megabyte takes longer than its bytes do: many keys, many
// objects, depth, escapes, letters. `subject` is a name that make_subject knows.
std::optional<Finding> judge_long_lines(std::string_view subject);

}  // namespace fuzz
