#include "sim/modality/script.h"

#include "port/check.h"

namespace sim::modality {
namespace {

const Program& program(const Body& body, const Plan& plan) {
  CHECK(body.program != 0);
  if (body.program == 1) return plan.body;
  const std::size_t run = 256u - body.program;
  return run < runs_max ? plan.another[run - 1].body : plan.alphabet[body.program - 2u];
}

}  // namespace

Advance advance(Body& body, std::uint8_t alternative) {
  if (body.thrown != 0) return body.blocks > 0 ? Advance::LeaveBlock : Advance::Throw;
  if (body.program != 0) return Advance::Instruction;
  if (alternative == 0) return Advance::Return;
  CHECK(body.steps_left > 0);
  --body.steps_left;
  body.program = static_cast<std::uint8_t>(alternative + 1);
  return Advance::Instruction;
}

std::size_t script_alternatives(const Body& body, const Plan& plan) {
  const bool between = body.thrown == 0 && body.program == 0 && body.awaited != Awaited::Hop;
  return between && body.steps_left > 0 ? 1 + plan.alphabet.size() : 1;
}

const Instruction& peek_instruction(const Body& body, const Plan& plan) {
  return program(body, plan).instructions[body.instruction];
}

const Instruction& next_instruction(Body& body, const Plan& plan) {
  const auto& instructions = program(body, plan).instructions;
  const auto& instruction = instructions[body.instruction++];
  if (body.instruction == instructions.size()) body.program = body.instruction = 0;
  return instruction;
}

void note_call(Body& body, Method method) {
  body.entering = method == Method::EnterModalDialogAllowed;
  if (method == Method::LeaveModalDialogAllowed && body.blocks > 0) --body.blocks;
}

void note_answer(Body& body, bool refused) {
  if (body.entering && !refused) ++body.blocks;
  body.entering = false;
}

}  // namespace sim::modality
