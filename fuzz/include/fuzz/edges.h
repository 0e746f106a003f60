// Inputs at the borders of the rules and of the ways in which the codec reads: of its blocks, its
// tables, its limits. The same ones always.
#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/codec/rpc.h"
#include "fuzz/case.h"
#include "fuzz/judge.h"
#include "fuzz/profile.h"

namespace fuzz {

// Lines of one kind go together, in streams that are short enough to be judged quickly.
struct Edge {
  std::string_view kind;
  Case input;
};
void for_each_edge(const std::function<void(const Edge&)>& judge);

// Gives the encoder what it has to refuse, and what it has not (WIRE-08). What is wrong, or
// nothing.
std::string miswritten_edges();

// What a codec holds and how long it takes, where lines are as long as they may be.

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

// Lines that every decoder is asked first, whatever the seed: each kind of JSON that is sound, is
// not, or is left to the decoder, and each kind of message; with the verdict of each profile.

struct Vector {
  std::string_view kind;  // structure, number, string, utf8, space, nesting, message.
  std::string_view name;  // Of one in its kind.
  std::string line;       // Without its end.
  Verdict verdict;
  std::string_view word;  // Of the refusal, or of what is open; or none.
};

// Those of a profile, those of one kind together.
std::span<const Vector> vectors_of(Profile profile);

}  // namespace fuzz
