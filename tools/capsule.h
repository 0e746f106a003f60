// Capsule files: one failing run with everything that it takes to see it again.
//
//   {"capsule": 1, "version": "0.1.0", "subject": "engine",
//    "scenario": {"name": ..., "file": {...}},     or {"name": "table:quick"}
//    "broken": {"rule": "MOD-05", "kind": "breach"},
//    "choices": [{"index": 0, "of": 2, "at_ms": 0, "actor": "IDE", "label": "...",
//                 "digest": "0123456789abcdef"}, ...]}
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/explored.h"
#include "conformance/rerun.h"
#include "plan_source.h"

namespace tools {

inline constexpr int capsule_format = 1;

struct CapsuleChoice {
  std::uint16_t index = 0;
  std::int64_t at_ms = 0;
  std::string actor, label;
  std::uint64_t digest = 0;
};

struct Capsule {
  std::string version, subject;
  PlanSource source;
  std::string rule;  // Empty: the end that the scenario does not expect.
  conformance::PlanFailure::Kind kind{};
  std::vector<CapsuleChoice> choices;
};

std::string capsule_text(const PlanSource& source, const std::string& subject,
                         const conformance::PlanFailure& failure, const conformance::Rerun& run);

// Nothing if the file is no capsule but may be a scenario. Throws a UsageError that says where
// and why.
std::optional<Capsule> read_capsule(const std::string& path);

// "breach", "hang", "endless", "unexpected".
std::string_view word(conformance::PlanFailure::Kind kind);

}  // namespace tools
