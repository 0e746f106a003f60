#include "conformance/modality/checks/check.h"

#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/engine.h"
#include "modality/subject.h"

namespace conformance::modality {

namespace {

// Anything that steps as the engine does.
template <class Engine>
class Stepping final : public PolicySubject {
 public:
  explicit Stepping(const Engine& engine) : engine_(engine) {}

 private:
  void do_step(const engine::modality::Event& event, engine::modality::Commands& out) override {
    engine_.step(event, out);
  }

  Engine engine_;
};

}  // namespace

engine::modality::Commands PolicySubject::step(const engine::modality::Event& event) {
  engine::modality::Commands commands;
  do_step(event, commands);
  trace_.push_back({event, commands});
  return commands;
}

PolicySubjects policy_subjects(std::string_view name) {
  using engine::modality::Engine;
  using engine::modality::Limits;
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
