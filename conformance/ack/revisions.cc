#include "conformance/ack/revisions.h"

#include <array>
#include <deque>

#include "engine/ack/engine.h"
#include "port/check.h"
#include "sim/ack/tables.h"
#include "spec/ack/flaws.h"

namespace conformance::ack {
namespace {

using port::ack::Row;
using port::ack::Table;
using sim::ack::Call;
using sim::ack::calls_of;
using sim::ack::Plan;
using spec::ack::Revision;

// The earliest first.
constexpr std::array revisions{Revision::R1, Revision::R2, Revision::Relist, Revision::R3};

// What is made of a table once.
struct Known {
  const Table* table;
  std::vector<spec::ack::ToolRow> rows;  // Of a table that was added: those it is judged by.
  std::vector<Call> calls;
};

void learn(std::deque<Known>& all) {
  for (auto i = all.size(); i < sim::ack::tables().size(); ++i) {
    const auto& table = *sim::ack::tables()[i];
    const bool ships = i < revisions.size();
    all.push_back({.table = &table,
                   .rows = ships ? std::vector<spec::ack::ToolRow>() : rows_to_judge(table),
                   .calls = calls_of(table)});
  }
}

// Of all tables that there are, by the number of the revision.
const Known& known(std::size_t number) {
  static auto all = [] {
    std::deque<Known> out;
    learn(out);
    return out;
  }();
  if (number >= all.size()) learn(all);
  return all[number];
}
const Known& known(Revision revision) { return known(static_cast<std::size_t>(revision)); }

}  // namespace

std::vector<spec::ack::ToolRow> rows_to_judge(const Table& table) {
  std::vector<spec::ack::ToolRow> out;
  for (const Row& row : table.rows) {
    const bool about = row.subject != port::ack::no_subject;
    const bool asks =
        about && table.subjects[row.subject.value].ends_with(spec::ack::confirmation_ending);
    spec::ack::ToolRow made{.tool = row.tool,
                            .target = row.target,
                            .when = row.when,
                            .signal = {row.signal, row.subject},
                            .budget_ms = row.budget.count(),
                            .part = row.part,
                            .unless = row.unless};
    if (row.poll.count() != spec::ack::poll_ms(row.signal)) made.own_poll_ms = row.poll.count();
    made.rule = spec::ack::rule_of(made, asks);
    out.push_back(made);
  }
  return out;
}

std::span<const Revision> all_revisions() { return revisions; }

std::vector<Revision> known_revisions() {
  std::vector<Revision> out;
  for (std::size_t i = 0; i < sim::ack::tables().size(); ++i)
    out.push_back(static_cast<Revision>(i));
  return out;
}

std::optional<Revision> revision_named(std::string_view name) {
  for (const auto revision : known_revisions())
    if (name_of(revision) == name) return revision;
  return std::nullopt;
}

std::optional<Revision> revision_before(Revision revision) {
  if (revision == Revision::R1 || is_added(revision)) return std::nullopt;
  if (revision == Revision::R3) return Revision::R2;
  return Revision::R1;  // The others are two ways to go on from it.
}

std::string_view name_of(Revision revision) { return table_of(revision).revision; }

bool is_added(Revision revision) { return static_cast<std::size_t>(revision) >= revisions.size(); }

const Table& table_of(Revision revision) { return *known(revision).table; }

spec::ack::ToolTable judged_rows(Revision revision) {
  return is_added(revision) ? known(revision).rows : spec::ack::tools_of(revision);
}

Revision revision_of(const Plan& plan) {
  const auto revision = revision_named(plan.table->revision);
  CHECK(revision.has_value());  // Only what ships or was added has a judge.
  return *revision;
}

const std::vector<Call>& rows_of(Revision revision) { return known(revision).calls; }

bool wait_alike(const Row& left, Row right) {
  right.when = left.when;
  return left == right;
}

bool is_own_row(Revision revision, std::size_t row) {
  const auto before = revision_before(revision);
  if (!before) return true;
  const auto& request = rows_of(revision)[row].request;
  const auto* earlier = engine::ack::find_row(table_of(*before), request);
  const auto* own = engine::ack::find_row(table_of(revision), request);
  return earlier == nullptr || !wait_alike(*earlier, *own);
}

}  // namespace conformance::ack
