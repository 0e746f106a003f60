#include "gate/failed_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/area/area.h"
#include "conformance/area/worlds.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "conformance/story/print.h"
#include "sim/state/text_digest.h"

namespace conformance {
namespace {

// Why a search ended before its space did; empty if it did not.
std::string limit_text(sim::SearchEnd end) {
  switch (end) {
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst: return "";
    case sim::SearchEnd::StatesLimit: return "the limit of states was reached";
    case sim::SearchEnd::MemoryLimit: return "the memory limit was reached";
    case sim::SearchEnd::ToldToStop: return "interrupted";
    case sim::SearchEnd::DepthLimit: return "the bound on choices was reached";
  }
  return "";
}

// Of the table: the row whose call failed, if the world is of another one, or of none.
std::string row_of_another(const FailedRun& run) {
  if (run.rows.empty()) return {};
  const auto again = rerun_to_failure({.plan = run.plan,
                                       .subject = run.subject,
                                       .path = run.failure.path,
                                       .endless = run.failure.kind == PlanFailure::Kind::Endless});
  auto row = run.plan.area().worlds().row_concerned(run.plan, again, run.of_row);
  return std::ranges::count(run.rows, row, &RowName::name) > 0 ? row : std::string();
}

// What was told and done, without values and times, which rows may differ in.
std::uint64_t history_of(const Story& story) {
  std::string names;
  for (const auto& step : story.steps)
    for (const auto& cell : step.cells)
      if (cell.kind != CellKind::Choice)
        names += fmt::format("{} {}\n", static_cast<int>(cell.kind),
                             cell.text.substr(0, cell.text.find(' ')));
  return sim::digest_text(names);
}

// Nobody could take it again, and there was no time left to find out why.
void tell_lost(Story& story) {
  story.says =
      "It was found once and not again when the run was taken a second time: the subject "
      "may keep something from earlier runs. The time for trying that was over, so no "
      "line is printed that shows it again.";
  story.replay.clear();
}

}  // namespace

CheckResult failed_check(const FailedRun& run) {
  const bool two_ways = differs(run.failure);
  const auto complaint = nondeterminism_complaint();
  // What another row does is told there, and needs no second look.
  const auto row = row_of_another(run);
  const auto replay = replay_command(run.world, run.subject, run.failure.path);
  const PrintRequest request{.plan = run.plan,
                             .subject = run.subject,
                             .path = run.failure.path,
                             .endless = run.failure.kind == PlanFailure::Kind::Endless,
                             .complaint = two_ways ? &complaint : nullptr,
                             .expect = run.expect,
                             .replay = replay,
                             .doubts = row.empty()};
  auto story = failure_story(request);
  // Found once, and not so when it is taken again: a subject that is not the same twice.
  const auto program = program_of(run.subject.name);
  const bool lost = run.failure.kind == PlanFailure::Kind::Breach && story.rule != run.failure.rule;
  if (const auto fault = program ? program->unsteadiness() : nullptr; fault && lost)
    story = unsteady_story(request, *fault);
  else if (lost)
    tell_lost(story);
  const bool unsteady = two_ways || story.unsteady;
  return {.rule = story.unsteady ? std::string(fault_rule) : run.failure.rule,
          .check = two_ways ? "determinism/" + run.world : run.check,
          .fails = failure_in_words(story.want, story.got),
          .row = unsteady ? "" : row,
          .history = unsteady ? 0 : history_of(story),
          .unsteady = unsteady,
          .outcome = Outcome::Fail,
          .message = print_story(story),
          .replay = story.replay,
          .world = run.world,
          .failure = run.failure};
}

std::string failure_in_words(std::string_view want, std::string_view got) {
  auto out = fmt::format("want {}; got {}", want, got);
  std::ranges::replace(out, '\n', ' ');
  return out;
}

std::string unmet(const AnyPlan& plan, const AnyExpectation& expect, const Explored& found) {
  const auto expected = texts_of(expect);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if ((found.results_met >> i & 1u) == 0)
      return fmt::format("no schedule ends as expected: {}", expected[i]);
  if (auto fault = found.unfired(plan); !fault.empty())
    return "no schedule meets the fault that it asks for: " + fault;
  const auto lies = unexpected_lies(expect, found.lies);
  return lies.empty() ? "" : "expected, and not so: " + lies.front();
}

SearchTotals totals_of(std::uint64_t worlds, const Explored& found) {
  return {.worlds = worlds,
          .states = found.states,
          .transitions = found.transitions,
          .finals = found.finals,
          .levels = found.levels,
          .peak_bytes = found.bytes_peak,
          .fingerprint = found.fingerprint,
          .collision_probability = found.collision_probability,
          .complete = found.complete(),
          .limit = found.lost_sight       ? "a run had more than can be followed"
                   : !found.limit.empty() ? found.limit
                                          : limit_text(found.end)};
}

}  // namespace conformance
