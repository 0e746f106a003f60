#include "conformance/modality/checks/check.h"

#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/engine.h"
#include "modality/subject.h"
#include "sim/modality/world_turn.h"

namespace conformance::modality {

namespace {

// Anything that steps as the engine does.
template <class Engine>
class Stepping final : public PolicySubject {
 public:
  explicit Stepping(const Engine& engine) : engine_(engine) {}

 private:
  void do_step(const port::modality::Event& event, port::modality::Commands& out) override {
    engine_.step(event, out);
  }
  void do_overhear(port::Instant at, const port::modality::Fact& fact,
                   port::modality::Commands& out) override {
    if constexpr (sim::modality::Eavesdrops<Engine>) engine_.overhear(at, fact, out);
  }

  Engine engine_;
};

}  // namespace

port::modality::Commands PolicySubject::step(const port::modality::Event& event) {
  port::modality::Commands commands;
  do_step(event, commands);
  trace_.push_back({event.at, event.what, commands});
  return commands;
}

port::modality::Commands PolicySubject::overhear(port::Instant at,
                                                 const port::modality::Fact& fact) {
  port::modality::Commands commands;
  do_overhear(at, fact, commands);
  trace_.push_back({at, fact, commands});
  return commands;
}

PolicySubjects policy_subjects(std::string_view name) {
  using engine::modality::Engine;
  using port::modality::Limits;
  if (name == "engine") {
    return [](const Limits& limits) { return std::make_unique<Stepping<Engine>>(Engine(limits)); };
  }
  if (!name.starts_with(mutant_prefix)) return nullptr;
  const MutantInfo* mutant = find_mutant(name.substr(mutant_prefix.size()));
  if (mutant == nullptr) return nullptr;
  return [id = mutant->id](const Limits& limits) {
    return std::make_unique<Stepping<Mutant>>(Mutant(limits, id));
  };
}

std::string explain(const PolicyCheck& check, const CheckVerdict& verdict) {
  return conformance::explain(check.rule, check.says, verdict);
}

}  // namespace conformance::modality
