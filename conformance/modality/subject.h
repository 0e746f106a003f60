// The engine that a subject's name stands for.
#pragma once
#include <string_view>

#include "conformance/modality/mutants/mutant.h"
#include "port/check.h"
#include "engine/modality/engine.h"

namespace conformance {

inline constexpr std::string_view mutant_prefix = "mutant:";

// use(engine) with engine::policy::Engine for "engine" and Mutant for "mutant:NAME", which
// must exist: is_subject().
template <class Use>
auto with_subject(std::string_view subject, const engine::policy::Limits& limits, Use use) {
  if (subject == "engine") return use(engine::policy::Engine(limits));
  CHECK(subject.starts_with(mutant_prefix));
  const MutantInfo* mutant = find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return use(Mutant(limits, mutant->id));
}

}  // namespace conformance
