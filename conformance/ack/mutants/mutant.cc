#include "conformance/ack/mutants/mutant.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "ack/mutants/turn.h"
#include "port/check.h"

namespace conformance::ack {
namespace {

const std::vector<Deviation>& deviations() {
  static const auto all = [] {
    std::vector<Deviation> out;
    for (const auto part : {row_deviations(), step_deviations(), shape_deviations()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
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

const MutantInfo* find_mutant(std::string_view name) {
  const auto all = mutants();
  const auto found = std::ranges::find(all, name, &MutantInfo::name);
  return found == all.end() ? nullptr : &*found;
}

std::span<const MutantInfo> mutants() {
  static const auto infos = [] {
    std::vector<MutantInfo> out;
    for (const auto& deviation : deviations()) out.push_back(deviation.info);
    return out;
  }();
  return infos;
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

Mutant made(const MutantInfo& mutant, const Table& revision) {
  const auto id = static_cast<std::size_t>(&mutant - mutants().data());
  CHECK(id < mutants().size());
  return Mutant(table_for(id, revision), {.engine = {}, .id = static_cast<std::uint8_t>(id)});
}

}  // namespace conformance::ack
