#include "conformance/appserver/mutants/mutant.h"

#include "appserver/mutants/turn.h"

namespace conformance::appserver {
namespace {

const MutantTable<Deviation>& deviations() {
  static const MutantTable<Deviation> all{call_deviations(), turn_deviations(), item_deviations(),
                                          part_deviations()};
  return all;
}

}  // namespace

std::span<const MutantLine> mutants() { return deviations().lines(); }

void Mutant::step(const Event& event, Commands& out) {
  Turn turn{event, engine_, state_, out};
  deviations()[state_.id].handle(turn);
  state_.engine = engine_.state();
}

void Mutant::rebase(port::Instant now) {
  engine_.rebase(now);
  state_.engine = engine_.state();
}

MutantState made(const MutantLine& mutant) {
  MutantState out;
  out.id = static_cast<std::uint8_t>(deviations().number(mutant));
  return out;
}

engine::appserver::Limits limits_of(const MutantLine& mutant,
                                    const engine::appserver::Limits& usual) {
  auto out = usual;
  if (const auto change = deviations()[mutant].limits) change(out);
  return out;
}

Parts parts_of(const MutantLine* mutant) {
  return mutant == nullptr ? Parts{} : deviations()[*mutant].parts;
}

}  // namespace conformance::appserver
