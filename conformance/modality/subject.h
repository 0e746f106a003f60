// The engine that a subject's name stands for.
#pragma once
#include <string_view>

#include "conformance/modality/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "engine/modality/engine.h"
#include "port/check.h"

namespace conformance::modality {

// use(engine) with engine::modality::Engine for "engine" and Mutant for "mutant:NAME", which
// must exist: is_subject().
template <class Use>
auto with_subject(std::string_view subject, const port::modality::Limits& limits, Use use) {
  if (subject == "engine") return use(engine::modality::Engine(limits));
  CHECK(subject.starts_with(mutant_prefix));
  const MutantInfo* mutant = find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return use(Mutant(limits, mutant->id));
}

}  // namespace conformance::modality
