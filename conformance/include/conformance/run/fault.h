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
// And of one that ended where happens what cannot happen to its subject.
inline constexpr std::uint8_t left_out_kind = 0xfd;

Breach breach_of(const sim::SubjectFault& fault);

// The state behind such a fault. Where runs are left out they all come to one state.
template <class State>
void put_fault(State& state, const sim::SubjectFault& fault) {
  if (fault.left_out) state = State{};
  state.broken = fault.left_out ? left_out_kind : fault_kind;
}

// Takes a choice: `apply` does. Nothing happens any more in a state whose subject failed.
template <class State, class Tally, class Apply>
void or_fault(State& state, Tally& tally, Apply&& apply) {
  try {
    apply();
  } catch (const sim::SubjectFault& fault) {
    put_fault(state, fault);
    tally.left_out = tally.left_out || fault.left_out;
  }
}

}  // namespace conformance
