#include "conformance/ack/gate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/ack/area.h"
#include "conformance/ack/explored.h"
#include "conformance/ack/plans.h"
#include "conformance/gate/unit_gate.h"
#include "conformance/run/proof.h"
#include "conformance/story/print.h"
#include "port/ack/words.h"
#include "port/enumerators.h"

namespace conformance::ack {
namespace {

using spec::ack::Revision;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t refused_cost = 20;
constexpr std::uint64_t row_cost = 60'000;
constexpr std::uint64_t full_row_cost = 2'000'000;

static_assert(lie_classes == static_cast<std::size_t>(spec::ack::classes::count));

SoundnessWords words(Revision revision) {
  SoundnessWords out{.column = "frontend",
                     .says = "by the row of the tool table and by how the frontend treated them",
                     .classes = port::enumerators<port::ack::LieClass, lie_classes>,
                     .letters = {'F', 'P', 'H', 'S', 'W', 'T'},
                     .false_ok_rule = "ACK-31",
                     .false_timeout_rule = "ACK-30",
                     .version = name_of(revision)};
  for (std::size_t i = 0; i < sim::ack::behaviours; ++i)
    out.columns.push_back(name(static_cast<sim::ack::Behaviour>(i)));
  out.columns.push_back("not_dispatched");
  return out;
}

// Rows of the earlier revision whose requests wait for something else in the later one.
std::vector<std::size_t> changed_rows(Revision earlier, Revision later) {
  std::vector<std::size_t> out;
  const auto& before = rows_of(earlier);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto* old_row = engine::ack::find_row(table_of(earlier), before[i].request);
    const auto* new_row = engine::ack::find_row(table_of(later), before[i].request);
    if (new_row != nullptr && *old_row != *new_row) out.push_back(i);
  }
  return out;
}

class AckGate final : public UnitGate {
 public:
  explicit AckGate(const GateOptions& options)
      : AckGate(options, options.revision.empty() ? all_revisions().front()
                                                  : *revision_named(options.revision)) {}

  std::uint64_t behaviour() const override { return behaviour_of(4); }

 private:
  AckGate(const GateOptions& options, Revision revision)
      : UnitGate(area(), options, {}, words(revision)), revision_(revision) {
    add_directed_checks();
    add_scenarios();
    add_rows();
    add_random_runs({.quick = 200, .full = 5'000, .nightly = 200'000, .cost = 30});
  }

  // What is searched for one line of the table.
  struct RowSearch {
    std::uint32_t line;  // Of the shape.
    Revision revision;
    std::vector<PlanKind> kinds;
    std::size_t row;  // Of that revision's table.
  };

  void add_rows();
  void add_row(RowName name, Revision revision, std::vector<PlanKind> kinds, std::size_t row,
               std::uint64_t cost);
  void search_row(const RowSearch& search, Work& work) const;
  void take_endings(std::uint32_t line, const std::string& world, const Explored& found,
                    UnitResult& out) const;

  const Revision revision_;
};

// A row of the shape, and what searches it. `kinds` are searched one after the other.
void AckGate::add_row(RowName name, Revision revision, std::vector<PlanKind> kinds, std::size_t row,
                      std::uint64_t cost) {
  const auto line = static_cast<std::uint32_t>(shape_.rows.size());
  const auto unit = "row/" + name.name;
  shape_.rows.push_back(std::move(name));
  add({.name = unit, .cost = cost},
      [this, line, revision, kinds = std::move(kinds), row](Work& work) {
        search_row({line, revision, kinds, row}, work);
      });
}

void AckGate::add_rows() {
  using enum PlanKind;
  const bool full = options_.budget == Budget::Full;
  const auto& rows = rows_of(revision_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto kinds = full ? std::vector{FullRow, FullPairs} : std::vector{Row, Pairs};
    add_row({rows[i].name, {}, RowName::Kind::Row}, revision_, kinds, i,
            full ? full_row_cost : row_cost);
  }
  add_row({"replies of two round trips", {}, RowName::Kind::Other}, revision_, {Replies}, 0,
          row_cost);
  add_row({"refused requests", {}, RowName::Kind::Other}, revision_, {Refused}, 0, refused_cost);
  const auto earlier = revision_before(revision_);
  if (!earlier) return;
  for (const auto i : changed_rows(*earlier, revision_)) {
    const auto& row = rows_of(*earlier)[i];
    add_row({fmt::format("{} {}", name_of(*earlier), row.name), {}, RowName::Kind::Other, row.name},
            *earlier, {full ? FullRow : Row}, i, row_cost);
  }
}

void AckGate::search_row(const RowSearch& search, Work& work) const {
  auto& out = work.scribe.result;
  RowPart part{.row = search.line, .searched = true};
  std::vector<CheckResult> failures;
  for (const auto kind : search.kinds) {
    const auto world = plan_name(search.revision, kind, search.row);
    const auto plan = plan_of(search.revision, kind, search.row);
    auto options = search_options(world, work.listener);
    options.findings_max = 256;
    const auto found = explore_calls(plan, options_.subject, options, work.parallel);
    out.finished = found.end != sim::SearchEnd::ToldToStop;
    out.searches.push_back(totals_of(worlds_covered(plan), found));
    if (!out.finished) return;
    out.incomplete = out.incomplete || !found.complete();
    out.exercised |= found.tally.exercised;
    out.fingerprint += found.fingerprint;
    out.proofs.transitions += found.proved;
    part.worlds += out.searches.back().worlds;
    part.states += found.states;
    part.met |= found.tally.exercised;
    part.limited = part.limited || !found.complete();
    if (plan.second.empty()) take_endings(search.line, world, found, out);
    for (const auto& failure : found.failures) {
      out.proofs.differences += differs(failure);
      failures.push_back(failed_check({.plan = plan,
                                       .subject = options_.subject,
                                       .failure = failure,
                                       .check = "table/" + shape_.rows[search.line].name,
                                       .world = world}));
    }
  }
  out.rows.push_back(part);
  for (auto& failure : failures) work.scribe.fail_row(out.rows.back(), std::move(failure));
}

void AckGate::take_endings(std::uint32_t line, const std::string& world, const Explored& found,
                           UnitResult& out) const {
  for (std::uint32_t column = 0; column < frontends; ++column) {
    const auto& ended = found.tally.ended[column];
    if (ended.total() > 0) out.soundness.push_back({line, column, ended});
  }
  for (const auto& lie : found.lies)
    out.examples.push_back(
        {.row = line, .kind = lie.kind, .classes = lie.classes, .world = world, .path = lie.path});
}

}  // namespace

std::unique_ptr<AreaGate> gate(const GateOptions& options) {
  return std::make_unique<AckGate>(options);
}

}  // namespace conformance::ack
