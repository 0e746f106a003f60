// Every part of a judged world of two engines by name.
#pragma once
#include <string>

#include "conformance/ack_fields.h"
#include "conformance/fields.h"
#include "conformance/joint_judged.h"
#include "sim/fields.h"

namespace conformance::joint {

// Complete and of fixed names: those of the tool's side begin with "tool.".
template <class Policy, class Subject>
sim::Fields fields(const JudgedWorld<Policy, Subject>& state) {
  auto out = conformance::fields(state.policy);
  for (auto& field : acks::fields(state.tool))
    out.push_back({"tool." + field.name, std::move(field.value)});
  out.push_back({"broken_kind", std::to_string(state.broken)});
  return out;
}

}  // namespace conformance::joint
