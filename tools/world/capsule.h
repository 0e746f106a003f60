// Capsule files: one failing run with everything that it takes to see it again, on this build
// or, by the names of its choices and fields, on another.
//
//   {"capsule": 2, "version": "0.1.0", "build": "0123456789abcdef", "rules": "0123456789abcdef",
//    "subject": "engine",
//    "scenario": {"name": ..., "file": {...}},     or {"name": "table:quick"}
//    "broken": {"rule": "MOD-05", "kind": "breach"},
//    "found": "1,204 states, 12 choices deep",
//    "start": {"engine.phase": "Idle", ...},
//    "choices": [{"index": 0, "of": 2, "at_ms": 0, "actor": "IDE", "label": "...",
//                 "digest": "0123456789abcdef", "changed": {"engine.phase": "Body"}}, ...]}
//
// Format 1, without build, rules, found, start and changed, is read too.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run/explored.h"
#include "conformance/run/follow.h"
#include "sim/state/fields.h"
#include "world/plan_source.h"

namespace tools {

inline constexpr int capsule_format = 2;

struct Capsule {
  int format = capsule_format;
  std::string version, build, rules;  // Of the program that wrote it; the last two may be empty.
  std::string subject;
  PlanSource source;
  std::string rule;  // Empty: the end that the scenario does not expect.
  conformance::PlanFailure::Kind kind{};
  std::string found;  // By what search, in words.
  std::vector<conformance::LabelledChoice> choices;
  std::vector<std::uint64_t> digests;  // Of the state after each choice.
  // Of the initial state and of the state after each choice; empty in format 1.
  std::vector<sim::Fields> fields;
};

// Takes the run of the failure once more.
std::string capsule_text(const PlanSource& source, const std::string& subject,
                         const conformance::PlanFailure& failure, std::string_view found = {});

// Nothing if the file is no capsule but may be a scenario. Throws a UsageError that says where
// and why.
std::optional<Capsule> read_capsule(const std::string& path);

// "breach", "hang", "endless", "unexpected", "nondeterministic".
std::string_view word(conformance::PlanFailure::Kind kind);

}  // namespace tools
