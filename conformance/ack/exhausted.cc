#include "ack/exhausted.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ack/lacks.h"
#include "conformance/ack/area.h"
#include "conformance/ack/plans.h"
#include "engine/ack/engine.h"
#include "port/ack/words.h"
#include "port/enumerators.h"
#include "sim/ack/frontend.h"
#include "sim/ack/plan.h"
#include "spec/ack/judge.h"

namespace conformance::ack {
namespace {

using port::ack::SignalKind;
using sim::ack::Plan;
using spec::ack::Revision;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t refused_cost = 20;
constexpr std::uint64_t row_cost = 60'000;
constexpr std::uint64_t full_row_cost = 2'000'000;

static_assert(lie_classes == static_cast<std::size_t>(spec::ack::classes::count));

SoundnessWords soundness_words(Revision revision) {
  SoundnessWords out{.column = "frontend",
                     .says = "by the row of the tool table and by how the frontend treated them",
                     .classes = port::enumerators<port::ack::LieClass, lie_classes>,
                     .letters = {'F', 'P', 'H', 'S', 'W', 'T', 'E', 'L', 'U', '2'},
                     .false_ok_rule = "ACK-31",
                     .false_timeout_rule = "ACK-30",
                     .version = name_of(revision)};
  for (std::size_t i = 0; i < sim::ack::behaviours; ++i)
    out.columns.push_back(name(static_cast<sim::ack::Behaviour>(i)));
  out.columns.push_back("not_dispatched");
  return out;
}

// Rows of the earlier revision whose requests wait for something else in the later one, or for
// pushes that come more often there.
std::vector<std::size_t> changed_rows(Revision earlier, Revision later) {
  std::vector<std::size_t> out;
  const auto& before = rows_of(earlier);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto* old_row = engine::ack::find_row(table_of(earlier), before[i].request);
    const auto* new_row = engine::ack::find_row(table_of(later), before[i].request);
    const bool pushed_more = table_of(later).relists && !table_of(earlier).relists &&
                             old_row->signal == port::ack::SignalKind::GenerationAdvanced;
    if (new_row != nullptr && (!wait_alike(*old_row, *new_row) || pushed_more)) out.push_back(i);
  }
  return out;
}

// A row of the table, and what exhausts it: `kinds`, one after the other.
void add_row(AreaTable& table, RowName name, Revision revision, const std::vector<PlanKind>& kinds,
             std::size_t row, std::uint64_t cost, std::string_view subject) {
  TableUnit unit{.name = "row/" + name.name,
                 .cost = cost,
                 .rows = {{static_cast<std::uint32_t>(table.rows.size()), 0}}};
  const auto without = without_of(subject);
  for (const auto kind : kinds) {
    auto plan = plan_of(revision, kind, row);
    // Captures that take time are all that one of them is about.
    const bool left_out =
        !lacking(plan, subject).empty() || (kind == PlanKind::Slow && without.slow_reads);
    const auto worlds = left_out ? 0 : worlds_covered(plan_for(plan, without));
    unit.rows[0].worlds += worlds;
    unit.rows[0].worlds_left_out += worlds_covered(plan) - worlds;
    unit.searches.push_back({.world = plan_name(revision, kind, row),
                             .plan = std::move(plan),
                             .worlds = worlds,
                             .left_out = left_out});
  }
  table.rows.push_back(std::move(name));
  table.units.push_back(std::move(unit));
}

// The ways in which the call at `index` may be treated: behaviours, and where a file may go.
std::uint64_t treatments(const Plan& plan, std::size_t index, std::size_t alternative) {
  using sim::ack::Due;
  sim::ack::Chosen chosen{};
  chosen[index] = static_cast<std::uint8_t>(alternative);
  sim::ack::Frontend frontend;
  const auto& call = sim::ack::call_of(plan, chosen, index);
  const auto* row = engine::ack::find_row(*plan.table, call.request);
  if (row == nullptr) return 1;  // Never dispatched.
  const bool trip = row->signal == SignalKind::RoundTrip;
  frontend.actions[index].request = trip ? 1 : 0;
  const auto ways = [&](Due what) {
    const auto slot = due(index, what);
    std::uint64_t out = 0;
    for (std::size_t way = 0; way < alternatives_of(plan, slot); ++way)
      out += may_happen(plan, frontend, chosen, true, slot, way);
    return out;
  };
  return ways(Due::Dispatch) * ways(Due::Process);
}

std::uint64_t treatments(const Plan& plan, std::size_t index) {
  const auto& calls = index == 0 ? plan.calls : plan.second;
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < calls.size(); ++i) out += treatments(plan, index, i);
  return calls.empty() ? 1 : out;
}

}  // namespace

std::uint64_t worlds_covered(const Plan& plan) {
  const auto some_of = [&](const auto& all) {
    return static_cast<std::uint64_t>(
        std::ranges::count_if(all, [&](const auto& one) { return !rules_out(plan.without, one); }));
  };
  std::uint64_t background = 0, of_length = 1;
  for (int length = 0; length <= plan.background_max; ++length) {
    background += of_length;
    of_length *= some_of(plan.background);
  }
  return some_of(plan.starts) * background * treatments(plan, 0) * treatments(plan, 1);
}

AreaTable exhausted(Revision revision, Budget budget, std::string_view subject) {
  using enum PlanKind;
  AreaTable out{.soundness = soundness_words(revision),
                .random = {.quick = 200, .full = 5'000, .nightly = 200'000, .cost = 30}};
  const bool full = budget == Budget::Full;
  const auto& rows = rows_of(revision);
  const auto kinds = full ? std::vector{FullRow, FullPairs} : std::vector{Row, Pairs};
  for (std::size_t i = 0; i < rows.size(); ++i)
    add_row(out, {rows[i].name}, revision, kinds, i, full ? full_row_cost : row_cost, subject);
  constexpr auto other = RowName::Kind::Other;
  out.rows.push_back({"sessions of forty calls", {}, other});
  if (!plan_of(revision, Trips).calls.empty())
    out.rows.push_back({"sessions of forty round trips", {}, other});
  if (!plan_of(revision, Replies).calls.empty())
    add_row(out, {"replies of two round trips", {}, other}, revision, {Replies}, 0, row_cost,
            subject);
  if (!plan_of(revision, Three).calls.empty())
    add_row(out, {"three calls, with numbers that come again", {}, other}, revision, {Three}, 0,
            row_cost, subject);
  if (!plan_of(revision, Slow).calls.empty())
    add_row(out, {"captures that take time", {}, other}, revision, {Slow}, 0, row_cost, subject);
  if (!plan_of(revision, Measured).calls.empty())
    add_row(out, {"dialogs and windows as they were measured", {}, other}, revision, {Measured}, 0,
            refused_cost, subject);
  if (!plan_of(revision, Refused).calls.empty())
    add_row(out, {"refused requests", {}, other}, revision, {Refused}, 0, refused_cost, subject);
  const auto earlier = revision_before(revision);
  if (!earlier) return out;
  for (const auto i : changed_rows(*earlier, revision)) {
    const auto& row = rows_of(*earlier)[i];
    add_row(out, {fmt::format("{} {}", name_of(*earlier), row.name), {}, other, row.name}, *earlier,
            {full ? FullRow : Row}, i, row_cost, subject);
  }
  return out;
}

}  // namespace conformance::ack
