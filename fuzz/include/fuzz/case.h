// One input of the fuzzer: the bytes of one or more streams, and how they are cut into reads.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"
#include "fuzz/profile.h"
#include "sim/search/rng.h"

namespace fuzz {

// The limits that all subjects have while they are fuzzed: small, so that they are met.
inline constexpr std::size_t line_bytes_max = 2048;
inline constexpr std::uint32_t depth_max = 128;
engine::rpc::Options fuzzed_options();

struct Piece {
  std::string bytes;
  bool sound = false;        // A whole line that nobody touched: it must decode to itself.
  bool ends_stream = false;  // The input ends behind it, and another begins.
  std::uint32_t damage = 0;  // Bit i: the mutation of this number had a hand in it.
};

// Bytes that come at once. The first read may be empty; the others not.
struct Reads {
  std::uint32_t first = 0, size = 1;
};

struct Case {
  std::vector<Piece> pieces;
  Reads reads = {};
  Profile profile = Profile::AppServer;  // Of the sound lines.
  std::uint32_t pause_ms = 0;            // So long nothing comes behind the first read.
};

// Input number `index` of a seed; it depends on nothing else. The first are the vectors of the
// profile, a line each.
Case make_case(std::uint64_t seed, std::uint64_t index, Profile profile = Profile::AppServer);

// A line of the profile with its end: a message, or, of `json`, a value as well.
std::string make_line(sim::Rng& rng, Profile profile = Profile::AppServer);

// Damages the case in one of the ways of `mutation_names`.
void mutate(Case& input, sim::Rng& rng);
std::span<const std::string_view> mutation_names();

// The bytes of each stream.
std::vector<std::string> streams_of(const Case& input);

}  // namespace fuzz
