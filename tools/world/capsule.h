// Capsule files: one failing run with everything that it takes to see it again, on this build
// or, by the names of its choices and fields, on another. docs/CAPSULES.md has every member.
//
// Formats 1, without build, rules, found, start, changed and seal, and 2, without the seal, are
// read too.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/run/explored.h"
#include "conformance/run/follow.h"
#include "sim/files/format.h"
#include "sim/state/fields.h"
#include "world/plan_source.h"

namespace tools {

inline constexpr int capsule_format = 3;
// What is larger is neither written nor read.
inline constexpr std::size_t capsule_bytes_max = std::size_t{16} << 20;
inline constexpr std::size_t capsule_choices_max = 20'000;

struct CapsuleStep {
  conformance::LabelledChoice choice = {};
  std::uint16_t of = 0;      // Choices that there were.
  std::uint64_t digest = 0;  // Of the state afterwards,
  sim::Fields changed = {};  // and its fields that changed. None in format 1.
  bool operator==(const CapsuleStep&) const = default;
};

struct Capsule {
  int format = capsule_format;
  std::string version = {}, build = {}, rules = {};  // Of the program that wrote it.
  std::string subject = {};
  spec::Level level = spec::Level::Proposed;  // By which rules it was judged: spec::RuleScope.
  std::string only = {};
  PlanSource source = {};
  std::string rule = {};  // Empty: the end that the scenario does not expect.
  conformance::PlanFailure::Kind kind{};
  std::string found = {};  // By what search, in words.
  sim::Fields start = {};  // Of the initial state. None in format 1.
  std::vector<CapsuleStep> steps = {};
  std::uint64_t seal = 0;  // Digest of all the rest.

  std::vector<conformance::LabelledChoice> choices() const;
  // Refers to this one.
  conformance::Candidate candidate() const { return {subject, {level, only}}; }
};

// As files of the newest format have it, without what `format` has not.
const sim::format::Type& capsule_table(int format = capsule_format);
// Nobody has changed it since it was written.
bool is_sealed(const Capsule& capsule);

// Takes the run of the failure once more. Throws a UsageError if that makes a file that is larger
// than one may be.
std::string capsule_text(const PlanSource& source, const conformance::Candidate& subject,
                         const conformance::PlanFailure& failure, std::string_view found = {});
// Seals it.
std::string capsule_text(Capsule capsule);

// Nothing if the file is no capsule but may be a scenario. Throws a UsageError that says where
// and why.
std::optional<Capsule> read_capsule(const std::string& path);
// `file` stands for it in errors.
std::optional<Capsule> parse_capsule(std::string_view text, const std::string& file);

inline constexpr std::array<std::string_view, 5> failure_words{"breach", "hang", "endless",
                                                               "unexpected", "nondeterministic"};
inline std::string_view word(conformance::PlanFailure::Kind kind) {
  return failure_words[static_cast<std::size_t>(kind)];
}

// Words of a file that this program must know, for the tables of its formats.

extern const sim::format::Type known_rule;  // Or empty.
extern const sim::format::Type known_subject;
// Only areas that have a gate.
const sim::format::Type& known_area();
extern const sim::format::Type failure_kind;
extern const sim::format::Type level_format;
extern const sim::format::Type schedule_format;
extern const sim::format::Type shard_format;  // "2/4"

}  // namespace tools
