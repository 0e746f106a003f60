// From one run of a plan of tool calls that leaves much open to a plan in which only the
// schedule is open: what sim/modality/pin.h does for modality.
#pragma once
#include <span>
#include <string>
#include <variant>

#include "sim/ack/plan.h"
#include "sim/search/pinned.h"

namespace sim::ack {

// One call and at most one second, one start; each meets one behaviour.
using Pinned = PinnedOf<Plan>;

// `choices` are those of one run of `plan`, from its beginning on. A background event that
// was chosen at an instant becomes one that happens then; those that were planned keep their
// windows, and so does the second call. A second call that the run did not come to is left
// out. The text says what has no room in a fixed plan: too many background events, or a run
// that ends before the first call.
std::variant<Pinned, std::string> pin(const Plan& plan, std::span<const Choice> choices);

}  // namespace sim::ack
