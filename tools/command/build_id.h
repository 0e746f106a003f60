// Which build this is, as far as runs go.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tools {

// The digest of the sources of engine, spec, sim and conformance, and those of areas that a program
// brings along: "0123456789abcdef+turnstile:0123456789abcdef". Two programs of one build
// id take the same runs with the same digests, whatever compiled them.
std::string build_id();

// Of the rules alone: their ids, levels, clauses and words.
std::string rules_id();

// Of the words of a port, which programs that are subjects speak; another one as soon as one is.
struct PortVersion {
  std::string_view area;
  std::string digest;  // 8 hex digits.
};
std::vector<PortVersion> port_versions();  // Of the areas that have a port for programs.

// What `orrery --version` says: the version, and what this build was made of. No run depends on it.
std::string version_text();

}  // namespace tools
