// How a script body goes on: which instruction comes next, and where it may branch.
#pragma once
#include <cstddef>
#include <cstdint>

#include "sim/modality/plan.h"
#include "sim/modality/world_parts.h"

namespace sim::modality {

enum class Advance : std::uint8_t {
  Instruction,  // next_instruction() gives it.
  LeaveBlock,   // A throw leaves the innermost block.
  Throw,        // It has left them all.
  Return,
};

// Alternative 0 goes on, or returns where nothing is left; alternative k starts program
// k - 1 of the alphabet, which is possible between programs only.
Advance advance(Body& body, std::uint8_t alternative);
std::size_t script_alternatives(const Body& body, const Plan& plan);

// The instruction at which the body stands; moves past it.
const Instruction& next_instruction(Body& body, const Plan& plan);
const Instruction& peek_instruction(const Body& body, const Plan& plan);

// Keeps account of blocks entered and left: of the first when it has begun.
void note_call(Body& body, Method method);
void note_answer(Body& body, bool refused);

}  // namespace sim::modality
