// What a failure is about, so that two runs can be said to fail in the same way.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "conformance/run/explored.h"
#include "conformance/run/plan.h"
#include "conformance/run/rerun.h"

namespace conformance {

// The same rule at the same place: where the same kind of act was wanted and the same kind
// came. A call that hangs and one that goes round for ever are both calls that never end,
// since what is left to happen beside them is all that tells them apart.
struct FailurePlace {
  enum class Kind : std::uint8_t { Breach, NeverEnds, Unexpected };
  Kind kind = Kind::Breach;
  std::string rule = {};                 // Empty for Unexpected.
  std::optional<std::size_t> want = {};  // Which kind of act or fact; none: nothing was
  std::optional<std::size_t> got = {};   // wanted, or nothing came.
  std::string result = {};               // Of an unexpected end: what it came to, in short.
  bool operator==(const FailurePlace&) const = default;
};

// "MOD-67 at got Finish": for messages.
std::string show(const FailurePlace& place);

FailurePlace place_of(const Breach& breach);
// Of a run of this plan that never ends.
FailurePlace place_of_end(const PlanRef& plan, const std::optional<Breach>& breach);
FailurePlace place_of(const AnyOutcome& unexpected);

// Nothing if the run, of this plan, does not fail.
std::optional<FailurePlace> place_of(const PlanRef& plan, const Rerun& run,
                                     const AnyExpectation& expect);

// Takes the run of a failure again.
Rerun rerun_failure(const PlanRef& plan, const Candidate& subject, const PlanFailure& failure);

}  // namespace conformance
