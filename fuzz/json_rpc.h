// What JSON-RPC 2.0, and MCP upon it, make of a JSON value: for the reference.
#pragma once
#include <string_view>
#include <vector>

#include "fuzz/profile.h"
#include "reference_json.h"

namespace fuzz {

// The word of what is wrong with a message, or with a batch of them; empty: nothing is. Adds to
// `open` what the standard leaves to a decoder.
std::string_view json_rpc_fault(std::string_view line, const Meant& value, Profile profile,
                                std::vector<std::string_view>& open);

}  // namespace fuzz
