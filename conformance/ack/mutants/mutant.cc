#include "conformance/ack/mutants/mutant.h"

#include <map>
#include <utility>
#include <vector>

#include "ack/mutants/turn.h"
#include "port/check.h"

namespace conformance::ack {
namespace {

const MutantTable<Deviation>& deviations() {
  static const MutantTable<Deviation> all{row_deviations(), step_deviations(), shape_deviations(),
                                          session_deviations()};
  return all;
}

struct OwnTable {
  std::vector<Row> rows;
  Table table;
};

// Of the revision, or with rows of its own.
const Table& table_for(std::size_t mutant, const Table& revision) {
  static std::map<std::pair<std::size_t, const Table*>, OwnTable> made;
  const auto alter = deviations()[mutant].row;
  if (alter == nullptr) return revision;
  auto& own = made[{mutant, &revision}];
  if (own.rows.empty()) {
    own.rows.assign(revision.rows.begin(), revision.rows.end());
    for (Row& row : own.rows) alter(revision, row);
    own.table = revision;
    own.table.rows = own.rows;
  }
  return own.table;
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

int Mutant::listening(const MutantState& state) {
  const bool keeps = deviations()[state.id].keeps_listeners;
  return Engine::listening(state.engine) + (keeps ? state.value : 0);
}

Mutant made(const MutantLine& mutant, const Table& revision) {
  const auto id = static_cast<std::size_t>(&mutant - mutants().data());
  CHECK(id < mutants().size());
  return Mutant(table_for(id, revision), {.engine = {}, .id = static_cast<std::uint8_t>(id)});
}

}  // namespace conformance::ack
