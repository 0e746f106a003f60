// A subject that fails while it steps breaks FLT-01: a finding with its schedule like any other.
#pragma once
#include <cstdint>
#include <string_view>

#include "conformance/run/seen.h"
#include "sim/state/subject_fault.h"

namespace conformance {

inline constexpr std::string_view fault_rule = "FLT-01";
// What a state's kind says of a run whose subject failed.
inline constexpr std::uint8_t fault_kind = 0xfe;

Breach breach_of(const sim::SubjectFault& fault);

// Takes a choice: `apply` does. Nothing happens any more in a state whose subject failed.
template <class State, class Apply>
void or_fault(State& state, Apply&& apply) {
  try {
    apply();
  } catch (const sim::SubjectFault&) {
    state.broken = fault_kind;
  }
}

}  // namespace conformance
