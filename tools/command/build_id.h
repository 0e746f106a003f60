// Which build this is, as far as runs go.
#pragma once
#include <string>

namespace tools {

// The digest of the sources of engine, spec, sim and conformance, and those of areas that a program
// brings along: "0123456789abcdef+turnstile:0123456789abcdef". Two programs of one build
// id take the same runs with the same digests, whatever compiled them.
std::string build_id();

// Of the rules alone: their ids, levels, clauses and words.
std::string rules_id();

}  // namespace tools
