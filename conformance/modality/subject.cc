#include "modality/subject.h"

#include "conformance/modality/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "engine/modality/engine.h"
#include "port/check.h"

namespace conformance::modality {

std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits) {
  if (name == "engine")
    return std::make_shared<sim::modality::EngineSubject<engine::modality::Engine>>(
        engine::modality::Engine(limits));
  CHECK(name.starts_with(mutant_prefix));
  const MutantInfo* mutant = find_mutant(name.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return std::make_shared<sim::modality::EngineSubject<Mutant>>(Mutant(limits, mutant->id));
}

JudgedWorlds judged_worlds(const sim::modality::Plan& plan, const Candidate& subject) {
  return {plan, subject_of(subject.name, plan.limits), spec::modality::clauses_of(subject.rules)};
}

}  // namespace conformance::modality
