// Looks in one plan for a run that fails as another one did.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "conformance/run/failure_place.h"
#include "sim/search/model.h"
#include "sim/search/path_cost.h"
#include "sim/search/simplest.h"

namespace conformance {

struct Seek {
  PlanRef plan;
  Candidate subject;
  AnyExpectation expect;
  const FailurePlace& place;
};

// The simplest run, if applying so many choices is enough to know it. Finds hangs, but no
// other run without an end.
sim::SimplestPath seek_simplest(const Seek& seek, std::uint64_t work_max);

// Of so many random runs the first one that fails so. The same on every machine.
std::optional<sim::Path> seek_randomly(const Seek& seek, std::uint64_t runs);

// A simpler one of these failing runs, without a search.
sim::Path simplify(const Seek& seek, const sim::Path& path, std::uint64_t budget);

// The indices of exactly these choices; shorter if one of them is not offered.
sim::Path path_of(const PlanRef& plan, const Candidate& subject,
                  std::span<const sim::Choice> choices);

// Runs the plan so that it is like a run of another one: at each step what was taken there
// next, by its label and the nearest instant, and where nothing of it is offered any more,
// the natural choice. Ends with the run.
sim::Path follow(const PlanRef& plan, const Candidate& subject, std::span<const RerunStep> steps);

}  // namespace conformance
