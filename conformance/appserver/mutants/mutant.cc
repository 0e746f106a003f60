#include "conformance/appserver/mutants/mutant.h"

#include <vector>

#include "appserver/mutants/turn.h"
#include "port/check.h"

namespace conformance::appserver {
namespace {

const std::vector<Deviation>& deviations() {
  static const auto all = [] {
    std::vector<Deviation> out;
    for (const auto part :
         {call_deviations(), turn_deviations(), item_deviations(), part_deviations()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

std::size_t number_of(const MutantInfo& mutant) {
  const auto out = static_cast<std::size_t>(&mutant - mutants().data());
  CHECK(out < mutants().size());
  return out;
}

}  // namespace

std::span<const MutantInfo> mutants() {
  static const auto infos = [] {
    std::vector<MutantInfo> out;
    for (const auto& deviation : deviations()) out.push_back(deviation.info);
    return out;
  }();
  return infos;
}

const MutantInfo* find_mutant(std::string_view name) {
  const auto all = mutants();
  const auto found = std::ranges::find(all, name, &MutantInfo::name);
  return found == all.end() ? nullptr : &*found;
}

void Mutant::step(const Event& event, Commands& out) {
  Turn turn{event, engine_, state_, out};
  if (const auto step = deviations()[state_.id].step) {
    step(turn);
  } else {
    turn.pass();
  }
  state_.engine = engine_.state();
}

void Mutant::rebase(port::Instant now) {
  engine_.rebase(now);
  state_.engine = engine_.state();
}

MutantState made(const MutantInfo& mutant) {
  MutantState out;
  out.id = static_cast<std::uint8_t>(number_of(mutant));
  return out;
}

engine::appserver::Limits limits_of(const MutantInfo& mutant,
                                    const engine::appserver::Limits& usual) {
  auto out = usual;
  if (const auto change = deviations()[number_of(mutant)].limits) change(out);
  return out;
}

Parts parts_of(const MutantInfo* mutant) {
  Parts out;
  if (mutant == nullptr) return out;
  if (const auto change = deviations()[number_of(*mutant)].parts) change(out);
  return out;
}

}  // namespace conformance::appserver
