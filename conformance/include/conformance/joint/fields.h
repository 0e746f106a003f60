// Every part of a judged world of two engines by name.
#pragma once
#include <string>

#include "conformance/ack/fields.h"
#include "conformance/joint/judged.h"
#include "conformance/modality/fields.h"
#include "sim/state/fields.h"

namespace conformance::joint {

// Complete and of fixed names: those of the tool's side begin with "tool.".
inline sim::Fields fields(const JudgedWorld& state) {
  auto out = modality::fields(state.policy);
  for (auto& field : ack::fields(state.tool))
    out.push_back({"tool." + field.name, std::move(field.value)});
  out.push_back({"broken_kind", std::to_string(state.broken)});
  return out;
}

}  // namespace conformance::joint
