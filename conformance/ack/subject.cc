#include "ack/subject.h"

#include "ack/program.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/run/plan.h"
#include "conformance/run/programs.h"
#include "engine/ack/engine.h"
#include "port/check.h"

namespace conformance::ack {

std::shared_ptr<const sim::ack::Subject> subject_of(std::string_view name,
                                                    const port::ack::Table& table) {
  if (name == "engine")
    return std::make_shared<sim::ack::EngineSubject<engine::ack::Engine>>(
        engine::ack::Engine(table));
  if (auto program = program_of(name)) return program_subject(std::move(program), table);
  CHECK(name.starts_with(mutant_prefix));
  const auto* mutant = find_mutant(name.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return std::make_shared<sim::ack::EngineSubject<Mutant>>(made(*mutant, table));
}

JudgedWorlds judged_worlds(const sim::ack::Plan& plan, const Candidate& subject) {
  return {plan, subject_of(subject.name, *plan.table), judged_rows(revision_of(plan)),
          subject.rules};
}

}  // namespace conformance::ack
