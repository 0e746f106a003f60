// Which build this is, as far as runs go.
#pragma once
#include <string>
#include <string_view>

namespace tools {

// The digest of the sources of engine, spec, sim and conformance. Two programs of one build
// id take the same runs with the same digests, whatever compiled them.
std::string_view build_id();

// Of the rules alone: their ids, levels, clauses and words.
std::string rules_id();

}  // namespace tools
