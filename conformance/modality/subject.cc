#include "modality/subject.h"

#include "conformance/modality/mutants/mutant.h"
#include "conformance/run/plan.h"
#include "conformance/run/programs.h"
#include "engine/modality/engine.h"
#include "port/check.h"
#include "port/json_text.h"
#include "sim/program/subject.h"

namespace conformance::modality {
namespace {

std::shared_ptr<const sim::modality::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const port::modality::Limits& limits) {
  std::string setup = R"({"area":"modality","limits":)";
  port::add_json(setup, limits);
  using Subject = sim::ProgramSubject<sim::modality::Subject, sim::modality::SubjectState,
                                      port::modality::Event, port::modality::Commands>;
  return std::make_shared<Subject>(std::move(program), setup + "}");
}

}  // namespace

std::shared_ptr<const sim::modality::Subject> subject_of(std::string_view name,
                                                         const port::modality::Limits& limits) {
  if (name == "engine")
    return std::make_shared<sim::modality::EngineSubject<engine::modality::Engine>>(
        engine::modality::Engine(limits));
  if (auto program = program_of(name)) return program_subject(std::move(program), limits);
  CHECK(name.starts_with(mutant_prefix));
  const MutantInfo* mutant = find_mutant(name.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return std::make_shared<sim::modality::EngineSubject<Mutant>>(Mutant(limits, mutant->id));
}

JudgedWorlds judged_worlds(const sim::modality::Plan& plan, const Candidate& subject) {
  return {plan, subject_of(subject.name, plan.limits), spec::modality::clauses_of(subject.rules)};
}

}  // namespace conformance::modality
