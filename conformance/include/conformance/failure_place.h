// What a failure is about, so that two runs can be said to fail in the same way.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "conformance/explored.h"
#include "conformance/rerun.h"
#include "sim/outcome.h"

namespace conformance {

// The same rule at the same place: where the same kind of act was wanted and the same kind
// came. A call that hangs and one that goes round for ever are both calls that never end,
// since what is left to happen beside them is all that tells them apart.
struct FailurePlace {
  enum class Kind : std::uint8_t { Breach, NeverEnds, Unexpected };
  Kind kind = Kind::Breach;
  std::string rule = {};                 // Empty for Unexpected.
  std::optional<std::size_t> want = {};  // Which alternative of spec::policy::Act; none:
  std::optional<std::size_t> got = {};   // nothing was wanted, or nothing came.
  std::string result = {};               // Of an unexpected end: verdict, stage and reason.
  bool operator==(const FailurePlace&) const = default;
};

// "MOD-67 at got Finish": for messages.
std::string show(const FailurePlace& place);

FailurePlace place_of(const spec::policy::Breach& breach);
FailurePlace place_of_end(const std::optional<spec::policy::Breach>& breach);  // Never ends.
FailurePlace place_of(const sim::Outcome& unexpected);

// Nothing if the run does not fail. `expect` may be null.
std::optional<FailurePlace> place_of(const Rerun& run, const sim::Expectation* expect);

// Takes the run of a failure again.
Rerun rerun_failure(const sim::Plan& plan, std::string_view subject, const PlanFailure& failure);

}  // namespace conformance
