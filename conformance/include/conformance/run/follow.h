// Takes a run again by what its choices were called, on a program that may number them in
// another way: actor, words and instant say which choice is meant.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conformance/run/plan.h"
#include "sim/search/state_graph.h"

namespace conformance {

struct LabelledChoice {
  std::string actor, text;  // "engine", "monitor tick"
  std::int64_t at_ms = 0;   // Virtual time since the call.
  std::uint16_t index = 0;
  bool operator==(const LabelledChoice&) const = default;
};
std::string show(const LabelledChoice& choice);  // "1.000s engine: monitor tick"

struct FollowRequest {
  PlanRef plan;
  Candidate subject = {};
  std::span<const LabelledChoice> wanted;
  // Where a choice is not offered at its instant, takes one of its name at another, or else
  // leaves it out.
  bool lenient = false;
};

// A choice that is not offered where it is wanted.
struct Misfit {
  std::size_t step = 0;  // Of the wanted run, counted from 1.
  LabelledChoice wanted;
  std::vector<LabelledChoice> offered;  // None: the run has ended before.
};

struct Followed {
  sim::Path path;  // As this program numbers its choices.
  // Steps, counted from 1, whose choice has another number here.
  std::vector<std::size_t> moved;
  std::optional<Misfit> misfit;  // The first. Without `lenient` the path ends there.
};

Followed follow(const FollowRequest& request);

}  // namespace conformance
