// Makes a failing run small: a fixed world of its own, as a scenario, and the simplest
// schedule in it, with the same rule failing at the same place.
//
// A smaller world whose simplest failing run is longer than the one given is not taken.
// Deterministic: equal requests give equal scenarios, byte by byte.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/area/files.h"
#include "conformance/run/explored.h"
#include "conformance/run/scenario.h"
#include "sim/files/shrink.h"

namespace conformance {

// What a reader has to take in.
struct RunSize {
  std::size_t choices = 0;          // With those before the call.
  std::size_t switches = 0;         // From one actor to another.
  std::vector<RunPart> parts = {};  // Those of an area are always the same, in one order.
  std::size_t fields = 0;           // Of the scenario, beside those of its parts.
  std::int64_t ms = 0;              // Virtual, from the call to the failure.
  std::size_t parts_together() const;
  bool operator==(const RunSize&) const = default;
};

struct Shrunk {
  std::string document;  // The text of a scenario file.
  AnyScenario scenario;
  PlanFailure failure;  // In its plan.
  RunSize before, after;
  std::uint64_t tried = 0, accepted = 0;
  sim::ShrinkEnd end = sim::ShrinkEnd::Fixpoint;
  bool simplest = false;  // No schedule of this scenario is simpler: all were searched.
};

struct ShrinkFailure {
  PlanRef plan;
  Candidate subject = {};  // is_subject().
  AnyExpectation expect = {};
  const PlanFailure& failure;
  std::string name;                 // Of the world, for the story of the shrunk one.
  std::uint64_t budget = 5'000;     // Candidates.
  std::uint64_t work_max = 30'000;  // Choices to apply in a search of each candidate.
  std::function<bool()> keep_going = {};
  std::function<void(const sim::ShrinkProgress&)> progress = {};
};

// A run cannot be shrunk; `ours` if that is a mistake of this program.
struct ShrinkError {
  std::string what;  // A sentence.
  bool ours = false;
};

std::variant<Shrunk, ShrinkError> shrink_failure(const ShrinkFailure& request);

// What has become smaller, or at least simpler: "7 instructions to 2, 3 background events to 1, 21
// choices to 9, 5 context switches to 2 (412 candidates tried)"
std::string show(const Shrunk& shrunk);

}  // namespace conformance
