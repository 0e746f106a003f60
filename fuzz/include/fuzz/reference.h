// What a decoder has to say of a stream, read from the rules (WIRE-01 to WIRE-09, WIRE-11,
// docs/CODEC.md) a byte at a time. Shares the words of the codec, and none of its code.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"

namespace fuzz {

// Of each message, rejected line and note of the stream, all that can be told of it: places,
// reason, position and excerpt; of a message its parts with texts decoded, and its members.
// `options.scan.depth_max` is at most 1,000, for this recurses.
std::vector<std::string> reading_of(std::string_view stream, const engine::rpc::Options& options);

// The same of what a decoder said.
std::string told(const engine::rpc::Item& item);

// Of a message alone, without its place.
std::string told(const engine::rpc::Accepted& accepted);

}  // namespace fuzz
