#include "conformance/gate/unit_gate.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/run/explored.h"
#include "conformance/run/fault.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/run/sample.h"
#include "conformance/run/scenario.h"
#include "gate/failed_check.h"
#include "gate/set_aside.h"
#include "port/check.h"

namespace conformance {
namespace {

// In microseconds of one processor, measured once. They balance shards and decide nothing.
constexpr std::uint64_t scenario_cost = 2'000;
constexpr std::uint64_t directed_cost = 50;
// Of each row: enough to tell two builds apart.
constexpr std::uint64_t behaviour_runs = 16;

// A row with more runs than this many units has larger units.
constexpr std::uint64_t units_per_row_max = 1'000;

class UnitGate final : public AreaGate {
 public:
  UnitGate(const Area& area, const GateOptions& options);
  UnitGate(const UnitGate&) = delete;  // The jobs refer to this one.
  UnitGate& operator=(const UnitGate&) = delete;

  const AreaShape& shape() const override { return shape_; }
  const std::vector<Unit>& units() const override { return units_; }
  UnitResult run(std::size_t unit, const sim::Parallel& parallel,
                 Listener& listener) const override;
  std::uint64_t behaviour() const override;

 private:
  struct Work {
    const sim::Parallel& parallel;
    Listener& listener;
    UnitScribe scribe;
  };
  using Job = std::function<void(Work&)>;
  struct RunRange {
    std::size_t row;
    std::uint64_t first, end, of;  // Of how many runs of the row.
  };

  void add(Unit unit, Job job);
  // Of the area, those of which the options want the rule.
  void add_directed_check(const DirectedCheck& check);
  // Every schedule of each file breaks no rule and meets what it expects; a bad file is an error.
  void add_scenarios();
  void add_scenario(const std::string& file, LoadedAnyScenario loaded);
  void judge_scenario(const AnyScenario& scenario, const std::string& check, Work& work) const;
  void add_random_runs(const RandomRuns& runs);
  void take_samples(const RunRange& range, Work& work) const;
  SampleRequest sample_request(std::size_t row) const;

  Explored search(const TableSearch& search, sim::SearchOptions options, Work& work) const;
  void exhaust(const TableUnit& unit, Work& work) const;
  void meet(const TableUnit& unit, Work& work) const;
  // Of those of a unit, the index of the one to which the end of a path belongs.
  std::size_t row_at_end(const TableUnit& unit, const TableSearch& search,
                         const sim::Path& path) const;

  // What a search stops at and tells of.
  sim::SearchOptions search_options(std::string phase, Listener& listener,
                                    const std::string& slow_because = {}) const;

  const Area& area_;
  const GateOptions options_;
  const AreaTable table_;
  AreaShape shape_;
  std::vector<Unit> units_;
  std::vector<Job> jobs_;  // Of each unit.
};

UnitGate::UnitGate(const Area& area, const GateOptions& options)
    : area_(area),
      options_(options),
      table_(area.worlds().table({.budget = options.budget, .revision = options.revision})),
      shape_{.name = area.name(),
             .rules = area.facts().rules,
             .clauses = area.facts().clauses,
             .rules_without_runs = area.checks().facts().rules_without_runs,
             .rules_not_in_gate = area.checks().facts().rules_not_in_gate,
             .rules_not_about = table_.rules_not_about,
             .rows = table_.rows,
             .soundness = table_.soundness} {
  for (const auto& check : area_.checks().directed_of(options_.revision)) add_directed_check(check);
  add_scenarios();
  for (const auto& unit : table_.units)
    add({.name = unit.name, .cost = unit.cost},
        [this, &unit](Work& work) { unit.only_meets ? meet(unit, work) : exhaust(unit, work); });
  add_random_runs(table_.random);
}

UnitResult UnitGate::run(std::size_t unit, const sim::Parallel& parallel,
                         Listener& listener) const {
  Work work{parallel, listener, UnitScribe(options_, shape_)};
  try {
    jobs_[unit](work);
  } catch (const sim::StoppedWaiting&) {
    work.scribe.result.finished = false;
  }
  return std::move(work.scribe.result);
}

void UnitGate::add(Unit unit, Job job) {
  unit.area = shape_.name;
  unit.inputs += table_.inputs;
  units_.push_back(std::move(unit));
  jobs_.push_back(std::move(job));
}

void UnitGate::add_directed_check(const DirectedCheck& check) {
  if (!UnitScribe(options_, shape_).wanted(check.rule)) return;
  const auto index =
      std::ranges::find(shape_.rules, check.rule, &spec::Rule::id) - shape_.rules.begin();
  auto name = fmt::format("directed/{} {}", check.rule, check.description);
  add({.name = name, .cost = directed_cost}, [this, check, name, index](Work& work) {
    if (check.beyond_port && program_of(options_.subject) != nullptr) {
      work.scribe.result.checked.mark(static_cast<std::size_t>(index));
      return work.scribe.decide(
          {.rule = std::string(check.rule), .check = name, .outcome = Outcome::Skipped});
    }
    const auto verdict = check.verdict_of(options_.candidate());
    if (!verdict.not_applicable.empty())
      return work.scribe.decide(set_aside(check.rule, name, verdict.not_applicable));
    CheckResult result{.rule = std::string(verdict.faulted ? fault_rule : check.rule),
                       .check = name,
                       .outcome = verdict.holds ? Outcome::Pass : Outcome::Fail,
                       .runs = 1};
    if (!verdict.holds) result.message = explain(result.rule, check.description, verdict);
    work.scribe.result.checked.mark(static_cast<std::size_t>(index));
    work.scribe.decide(std::move(result));
  });
}

void UnitGate::add_scenarios() {
  for (const auto& file : options_.scenarios) add_scenario(file, load_any_scenario(file));
  for (const auto& file : options_.more_scenarios) {
    auto loaded = load_any_scenario(file);
    if (auto* scenario = std::get_if<AnyScenario>(&loaded)) scenario->name = file;
    add_scenario(file, std::move(loaded));
  }
}

void UnitGate::add_scenario(const std::string& file, LoadedAnyScenario loaded) {
  const auto* scenario = std::get_if<AnyScenario>(&loaded);
  const bool asked = scenario == nullptr || !options_.rule ||
                     std::ranges::count(scenario->rules, *options_.rule) > 0;
  if (!asked) return;
  const auto check = "scenario/" + (scenario == nullptr ? file : scenario->name);
  add({.name = check, .cost = scenario_cost, .inputs = digest_of_scenario(file), .file = file},
      [this, check, loaded = std::move(loaded)](Work& work) {
        if (const auto* error = std::get_if<sim::ScenarioError>(&loaded))
          return work.scribe.decide(
              {.check = check, .outcome = Outcome::Error, .message = show(*error)});
        const auto& found = std::get<AnyScenario>(loaded);
        if (const auto why = other_table(area_, found.plan, options_); !why.empty())
          return work.scribe.decide(set_aside(rule_of(found, options_), check, why));
        judge_scenario(found, check, work);
      });
}

void UnitGate::judge_scenario(const AnyScenario& scenario, const std::string& check,
                              Work& work) const {
  auto& out = work.scribe.result;
  CHECK(is_subject(scenario.plan, options_.subject));
  const AnyExpectation expect =
      all_count(scenario.rules, options_.level) ? scenario.expect : AnyExpectation();
  const auto found = explore_plan(
      scenario.plan, options_.candidate(), expect,
      search_options(scenario.name, work.listener, scenario.fine_because), work.parallel);
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.exercised = found.exercised_in(area_);
  out.clauses = found.clauses_in(area_);
  for (const auto& failure : found.failures)
    work.scribe.decide(failed_check({.plan = scenario.plan,
                                     .expect = expect,
                                     .subject = options_.candidate(),
                                     .failure = failure,
                                     .check = check,
                                     .world = scenario.name}));
  if (!found.failures.empty() || !out.finished) return;
  CheckResult result{
      .rule = rule_of(scenario, options_), .check = check, .worlds = 1, .states = found.states};
  if (!scenario.coarse_because.empty())
    result.message = "searched on the coarse grid: " + scenario.coarse_because;
  if (!found.complete()) {
    out.incomplete = true;
    result.outcome = Outcome::Skipped;
    result.message = "a limit was reached before all schedules were searched";
    if (!scenario.fine_because.empty()) result.message += ": " + scenario.fine_because;
  } else if (auto missing = unmet(scenario.plan, expect, found); !missing.empty()) {
    result.outcome = Outcome::NotExercised;
    result.message = std::move(missing);
  }
  work.scribe.decide(std::move(result));
}

Explored UnitGate::search(const TableSearch& search, sim::SearchOptions options, Work& work) const {
  options.edges = search.edges;
  const auto& worlds = area_.worlds();
  auto found = worlds.explore_table(search.plan, options_.candidate(), options, work.parallel);
  work.scribe.result.finished = found.end != sim::SearchEnd::ToldToStop;
  return found;
}

void UnitGate::exhaust(const TableUnit& unit, Work& work) const {
  auto& out = work.scribe.result;
  std::vector<RowPart> parts;
  for (const auto& [row, worlds] : unit.rows)
    parts.push_back({.row = row, .worlds = worlds, .searched = true});
  struct Failed {
    std::size_t part;
    CheckResult check;
  };
  std::vector<Failed> failures;
  for (const auto& one : unit.searches) {
    const auto found = search(one, search_options(one.world, work.listener), work);
    if (!out.finished) return;
    out.searches.push_back(totals_of(one.worlds, found));
    out.proofs += proofs_of(found);
    out.incomplete = out.incomplete || !found.complete();
    out.exercised |= found.exercised_in(area_);
    out.clauses |= found.clauses_in(area_);
    out.fingerprint += found.fingerprint;
    if (auto fault = found.unfired(one.plan); !fault.empty() && found.failures.empty())
      work.scribe.decide({.check = "fault/" + shape_.rows[parts[0].row].name,
                          .outcome = Outcome::NotExercised,
                          .message = "no schedule meets the fault that it is about: " + fault});
    for (auto& part : parts) {
      const bool alone = parts.size() == 1;
      part.states += alone ? found.states : found.reachable_per_cell[part.row];
      if (alone) part.met |= found.exercised_in(area_);
      part.limited = part.limited || !found.complete();
    }
    for (std::uint32_t column = 0; column < found.ended.size(); ++column)
      if (found.ended[column].total() > 0)
        out.soundness.push_back({parts[0].row, column, found.ended[column]});
    for (const auto& lie : found.lie_runs)
      out.examples.push_back({parts[0].row, lie.kind, lie.classes, one.world, lie.path});
    for (const auto& failure : found.failures) {
      const auto part = row_at_end(unit, one, failure.path);
      failures.push_back({part, failed_check({.plan = one.plan,
                                              .subject = options_.candidate(),
                                              .failure = failure,
                                              .check = "table/" + shape_.rows[parts[part].row].name,
                                              .world = one.world})});
    }
  }
  const auto first = out.rows.size();
  out.rows.insert(out.rows.end(), parts.begin(), parts.end());
  for (auto& [part, check] : failures)
    work.scribe.fail_row(out.rows[first + part], std::move(check));
}

// What happens before a row is chosen belongs to all of them: the first stands for them.
std::size_t UnitGate::row_at_end(const TableUnit& unit, const TableSearch& search,
                                 const sim::Path& path) const {
  if (unit.rows.size() == 1) return 0;
  const auto model = any_model(search.plan, options_.candidate());
  auto state = model->initial();
  sim::Choices choices;
  AnyModel::Tally tally;
  for (const auto index : path) {
    choices.clear();
    model->choices(state, choices);
    model->apply(state, choices[index], tally);
    const auto row = std::ranges::find(unit.rows, model->cell(state), &TableUnit::Row::row);
    if (row != unit.rows.end()) return static_cast<std::size_t>(row - unit.rows.begin());
  }
  return 0;
}

void UnitGate::meet(const TableUnit& unit, Work& work) const {
  auto options = search_options(unit.name, work.listener);
  options.prove_every = 0;  // Whatever exhausts these rows proves them.
  for (const auto& one : unit.searches) {
    const auto found = search(one, options, work);
    for (const auto& [row, worlds] : unit.rows)
      work.scribe.result.rows.push_back({.row = row, .met = found.exercised_in(area_)});
  }
}

sim::SearchOptions UnitGate::search_options(std::string phase, Listener& listener,
                                            const std::string& slow_because) const {
  sim::SearchOptions out;
  out.states_max = std::min(options_.states_max, out.states_max);
  out.bytes_max = options_.memory_max;
  out.stop_at_first = false;
  out.prove_every = options_.prove_every;
  out.keep_going = [&listener] { return listener.keep_going(); };
  out.progress = [&listener, phase = std::move(phase),
                  slow_because](const sim::SearchProgress& at) {
    listener.progress({phase, 0, 0, at.states, at.level, at.frontier, slow_because});
  };
  return out;
}

void UnitGate::add_random_runs(const RandomRuns& runs) {
  auto count = options_.random_runs;
  if (count == 0) switch (options_.budget) {
      case Budget::Quick: count = runs.quick; break;
      case Budget::Full: count = runs.full; break;
      case Budget::Nightly: count = runs.nightly; break;
    }
  const auto share = (count + units_per_row_max - 1) / units_per_row_max;
  const auto step = options_.timed ? count : std::max(options_.runs_per_unit, share);
  for (std::size_t row = 0; row < area_.worlds().sampled_rows(options_.revision); ++row) {
    const auto chain = "random/" + shape_.rows[row].name;
    for (std::uint64_t first = 0; first < count; first += step) {
      const auto end = std::min(count, first + step);
      add({.name = fmt::format("{}/{}-{}", chain, first, end - 1),
           .cost = (end - first) * runs.cost,
           .chain = chain},
          [=, this](Work& work) {
            take_samples({row, first, end, count}, work);
          });
    }
  }
}

SampleRequest UnitGate::sample_request(std::size_t row) const {
  return {.subject = options_.candidate(),
          .row = row,
          .revision = options_.revision,
          .seed = options_.seed};
}

std::uint64_t UnitGate::behaviour() const {
  std::uint64_t out = 0;
  const auto& worlds = area_.worlds();
  for (std::size_t row = 0; row < worlds.sampled_rows(options_.revision); ++row) {
    const SampleRequest request{.subject = options_.candidate(),
                                .row = row,
                                .revision = options_.revision,
                                .runs = behaviour_runs};
    const auto sampled = worlds.sample(request, sim::Serial(), [](auto) { return true; });
    out = out * 31 + sampled.fingerprint;
  }
  return out;
}

void UnitGate::take_samples(const RunRange& range, Work& work) const {
  const auto& name = shape_.rows[range.row].name;
  bool told_to_stop = false;
  auto request = sample_request(range.row);
  request.runs = range.end - range.first;
  request.first = range.first;
  request.prove_every = options_.prove_every;
  const auto sampled = area_.worlds().sample(request, work.parallel, [&](std::uint64_t done) {
    work.listener.progress(
        {.phase = "random " + name, .done = range.first + done, .total = range.of});
    told_to_stop = !work.listener.keep_going();
    return !told_to_stop && work.listener.more_runs();
  });
  auto& out = work.scribe.result;
  out.finished = !told_to_stop;
  out.exercised = area_.rules_met(sampled.exercised, sampled.clauses);
  out.clauses = sampled.clauses;
  out.fingerprint = sampled.fingerprint;
  out.proofs.runs = sampled.proved;
  out.rows.push_back({.row = static_cast<std::uint32_t>(range.row),
                      .runs = sampled.runs,
                      .met = out.exercised,
                      .not_sampled = sampled.runs == 0});
  if (!sampled.failure) return;
  out.proofs.differences += differs(*sampled.failure);
  out.ends_chain = true;
  const auto failed = area_.worlds().sampled(request, sampled.failed_run);
  auto result = failed_check({.plan = failed.plan,
                              .subject = options_.candidate(),
                              .failure = *sampled.failure,
                              .check = "sampled/" + name,
                              .world = failed.name});
  result.runs = range.first + sampled.runs;
  work.scribe.fail_row(out.rows.back(), std::move(result));
}

}  // namespace

std::unique_ptr<AreaGate> area_gate(const Area& area, const GateOptions& options) {
  return std::make_unique<UnitGate>(area, options);
}

}  // namespace conformance
