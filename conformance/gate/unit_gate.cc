#include "conformance/gate/unit_gate.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/run/explored.h"
#include "conformance/run/fault.h"
#include "conformance/run/proof.h"
#include "conformance/run/sample.h"
#include "conformance/run/scenario.h"
#include "gate/failed_check.h"
#include "gate/units.h"
#include "port/check.h"

namespace conformance {
namespace {

// In microseconds of one processor, measured once. They balance shards and decide nothing.
constexpr std::uint64_t scenario_cost = 2'000;
constexpr std::uint64_t directed_cost = 50;

// Why the plan is none of the table that is judged; empty: it is one, or has become one.
std::string other_table(const Area& area, AnyPlan& plan, const GateOptions& options) {
  const auto& worlds = area.worlds();
  const auto revision = worlds.revision_of(plan);
  if (revision.empty()) return {};
  if (options.revision.empty())
    return worlds.works_by(options.subject, revision) ? ""
                                                      : "the subject does not work by " + revision;
  if (revision == options.revision) return {};
  const bool ships = std::ranges::count(worlds.facts().revisions, options.revision) > 0;
  auto own = ships ? std::nullopt : worlds.over_table(plan, options.revision);
  if (!own) return "it is of the table " + revision;
  plan = std::move(*own);
  return {};
}

// What a verdict on a scenario is about: the rule that is asked for, if it is one of several.
std::string rule_of(const AnyScenario& scenario, const GateOptions& options) {
  if (options.rule && std::ranges::count(scenario.rules, *options.rule) > 0) return *options.rule;
  return scenario.rules.empty() ? std::string() : scenario.rules.front();
}

// It is listed, and neither passes nor fails.
CheckResult set_aside(std::string_view rule, const std::string& check, const std::string& why) {
  return {
      .rule = std::string(rule), .check = check, .outcome = Outcome::NotApplicable, .message = why};
}

// Why the world of a scenario says nothing here; empty: it is judged, over the table of whoever
// asks if what it calls means the same by that.
std::string says_nothing(const Area& area, AnyPlan& plan, const GateOptions& options) {
  auto why = other_table(area, plan, options);
  return why.empty() ? plan.area()->worlds().lacking(plan, options.candidate()) : why;
}

// What a limit ended has not shown that nothing more would have come.
std::optional<CheckResult> unfired_fault(const TableSearch& search, const Explored& found,
                                         const std::string& row) {
  const auto fault = found.unfired(search.plan);
  if (fault.empty() || !found.failures.empty() || found.left_out) return std::nullopt;
  return CheckResult{.check = "fault/" + row,
                     .outcome = found.complete() ? Outcome::NotExercised : Outcome::Incomplete,
                     .message = "no schedule meets the fault that it is about: " + fault};
}

}  // namespace

UnitGate::UnitGate(const Area& area, const GateOptions& options)
    : area_(area),
      options_(options),
      revision_(area.worlds().revision_taken(options.subject, options.revision)),
      table_(area.worlds().table(
          {.budget = options.budget, .revision = revision_, .subject = options_.candidate()})),
      shape_{.name = area.name(),
             .rules = area.facts().rules,
             .clauses = area.facts().clauses,
             .rules_without_runs = area.checks().facts().rules_without_runs,
             .rules_not_in_gate = area.checks().facts().rules_not_in_gate,
             .rules_not_about = table_.rules_not_about,
             .rows = table_.rows,
             .rows_stand_alone = area.worlds().facts().rows_stand_alone,
             .soundness = table_.soundness} {
  leave_out_rules();
  for (const auto& check : area_.checks().directed_of(options_.revision)) add_directed_check(check);
  add_scenarios();
  for (const auto& unit : table_.units)
    add({.name = unit.name, .cost = unit.cost},
        [this, &unit](Work& work) { unit.only_meets ? meet(unit, work) : exhaust(unit, work); });
  add_random_runs(table_.random);
}

void UnitGate::leave_out_rules() {
  const auto program = program_of(options_.subject);
  for (const auto& lack : area_.worlds().facts().may_lack) {
    if (program == nullptr || !program->is_without(lack.word)) continue;
    const auto words = fmt::format(" {} ", lack.rules);
    for (const auto& rule : shape_.rules)
      if (words.find(fmt::format(" {} ", rule.id)) != words.npos)
        rules_left_out_.push_back(rule.id);
  }
  rules_left_out_.insert(rules_left_out_.end(), table_.rules_not_about.begin(),
                         table_.rules_not_about.end());
  shape_.rules_not_about = rules_left_out_;
}

CheckResult UnitGate::left_out(std::string_view rule, const std::string& check) const {
  return set_aside(rule, check, "the subject " + program_of(options_.subject)->leaves_out());
}

UnitResult UnitGate::run(std::size_t unit, const sim::Parallel& parallel,
                         Listener& listener) const {
  Work work{parallel, listener, UnitScribe(options_, shape_)};
  try {
    jobs_[unit](work);
  } catch (const sim::StoppedWaiting&) {
    work.scribe.result.finished = false;
  } catch (const sim::OutOfRoom& full) {
    work.scribe.leave(units_[unit].name, full.why);
  } catch (const std::bad_alloc&) {
    work.scribe.leave(units_[unit].name, "there is no memory left");
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
      return work.scribe.decide(set_aside(check.rule, name, "it is about bytes or texts"));
    }
    const auto verdict = verdict_on(check, shape_.rules[static_cast<std::size_t>(index)].level);
    if (!verdict.not_applicable.empty())
      return work.scribe.decide(set_aside(check.rule, name, verdict.not_applicable));
    const auto rule = verdict.rests_on.empty() ? std::string_view(check.rule) : verdict.rests_on;
    CheckResult result{.rule = std::string(verdict.faulted ? fault_rule : rule),
                       .check = name,
                       .outcome = verdict.holds ? Outcome::Pass : Outcome::Fail,
                       .runs = 1};
    if (!verdict.holds) {
      result.message = explain(result.rule, check.description, verdict);
      result.fails = failure_in_words(verdict.want, verdict.got);
      result.unsteady = verdict.unsteady != nullptr;
      if (result.unsteady) result.replay = verdict.unsteady->again;
      const auto rows = rows_of(verdict.revision);
      const bool of_row = std::ranges::count(rows, verdict.row, &RowName::name) > 0;
      if (of_row && !result.unsteady) result.row = verdict.row;
    }
    work.scribe.result.checked.mark(static_cast<std::size_t>(index));
    work.scribe.fail(std::move(result));
  });
}

// Of the table, if it is that of this revision.
std::span<const RowName> UnitGate::rows_of(std::string_view revision) const {
  const auto all = area_.worlds().revisions();
  const auto own = revision_.empty() && !all.empty() ? all.front() : revision_;
  return !revision.empty() && revision == own ? std::span(shape_.rows) : std::span<const RowName>();
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
        auto judged = found;
        if (const auto why = says_nothing(area_, judged.plan, options_); !why.empty())
          return work.scribe.decide(set_aside(rule_of(found, options_), check, why));
        judge_scenario(judged, check, work);
      });
}

void UnitGate::judge_scenario(const AnyScenario& scenario, const std::string& check,
                              Work& work) const {
  auto& out = work.scribe.result;
  CHECK(is_subject(scenario.plan, options_.subject));
  const AnyExpectation expect =
      all_count(scenario.rules, options_.level) ? scenario.expect : AnyExpectation();
  const auto found = [&] {
    const auto cost = bounded();
    return explore_plan(scenario.plan, options_.candidate(), expect,
                        search_options(scenario.name, work.listener, scenario.fine_because),
                        work.parallel);
  }();
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.exercised = found.exercised_in(area_);
  out.clauses = found.clauses_in(area_);
  for (const auto& failure : found.failures)
    work.scribe.fail(failed_check({.plan = scenario.plan,
                                   .expect = expect,
                                   .subject = options_.candidate(),
                                   .failure = failure,
                                   .check = check,
                                   .world = scenario.name,
                                   .rows = rows_of(area_.worlds().revision_of(scenario.plan)),
                                   .of_row = false}));
  if (!out.finished) return;
  const bool remarks = options_.remarks && !all_count(scenario.rules, options_.level);
  if (found.failures.empty() && remarks) remark_scenario(scenario, check, work);
  if (!found.failures.empty() || !out.finished) return;
  if (found.says_nothing()) return work.scribe.decide(left_out(rule_of(scenario, options_), check));
  CheckResult result{
      .rule = rule_of(scenario, options_), .check = check, .worlds = 1, .states = found.states};
  if (!scenario.coarse_because.empty())
    result.message = "searched on the coarse grid: " + scenario.coarse_because;
  if (!found.complete()) {
    out.incomplete = true;
    result.outcome = Outcome::Incomplete;
    result.message = "a limit was reached before all schedules were searched";
    if (!scenario.fine_because.empty()) result.message += ": " + scenario.fine_because;
  } else if (auto missing = unmet(scenario.plan, expect, found); !missing.empty()) {
    if (found.left_out) return work.scribe.decide(left_out(result.rule, check));
    result.outcome = Outcome::NotExercised;
    result.message = std::move(missing);
  }
  work.scribe.decide(std::move(result));
}

// Who asks for one rule asks for nothing else.
AnyExpectation UnitGate::expected(const TableSearch& search) const {
  return options_.rule ? AnyExpectation() : search.expect;
}

Explored UnitGate::search(const TableSearch& search, sim::SearchOptions options, Work& work) const {
  options.edges = search.edges;
  const auto expect = expected(search);
  const auto cost = bounded();
  auto found =
      expect
          ? explore_plan(search.plan, options_.candidate(), expect, options, work.parallel)
          : area_.worlds().explore_table(search.plan, options_.candidate(), options, work.parallel);
  work.scribe.result.finished = found.end != sim::SearchEnd::ToldToStop;
  return found;
}

void UnitGate::exhaust(const TableUnit& unit, Work& work) const {
  auto& out = work.scribe.result;
  std::vector<RowPart> parts;
  for (const auto& [row, worlds, left_out] : unit.rows)
    parts.push_back({.row = row, .worlds = worlds, .worlds_left_out = left_out, .searched = true});
  bool says_something = false;
  struct Failed {
    std::size_t part;
    CheckResult check;
  };
  std::vector<Failed> failures;
  for (const auto& one : unit.searches) {
    if (one.left_out) continue;
    const auto found = search(one, search_options(one.world, work.listener), work);
    if (!out.finished) return;
    says_something = says_something || parts.size() > 1 || !found.says_nothing();
    out.searches.push_back(totals_of(one.worlds, found));
    out.proofs += proofs_of(found);
    out.incomplete = out.incomplete || !found.complete();
    out.exercised |= found.exercised_in(area_);
    out.clauses |= found.clauses_in(area_);
    out.fingerprint += found.fingerprint;
    if (auto unfired = unfired_fault(one, found, shape_.rows[parts[0].row].name))
      work.scribe.decide(std::move(*unfired));
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
      // What a larger world of the row shows once more counts once.
      const bool told = std::ranges::any_of(failures, [&](const Failed& other) {
        return other.part == part && other.check.rule == failure.rule && other.check.row.empty();
      });
      if (told && &one != &unit.searches.front()) continue;
      failures.push_back({part, failed_check({.plan = one.plan,
                                              .expect = expected(one),
                                              .subject = options_.candidate(),
                                              .failure = failure,
                                              .check = "table/" + shape_.rows[parts[part].row].name,
                                              .world = one.world,
                                              .rows = shape_.rows})});
    }
  }
  if (options_.remarks && !unit.searches.front().left_out)
    remark(unit.searches.front(), shape_.rows[parts[0].row].name, work);
  if (!out.finished) return;
  for (auto& part : parts) part.left_out = !says_something;
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
    for (const auto& row : unit.rows)
      work.scribe.result.rows.push_back({.row = row.row, .met = found.exercised_in(area_)});
  }
}

sim::SearchOptions UnitGate::search_options(std::string phase, Listener& listener,
                                            const std::string& slow_because) const {
  sim::SearchOptions out;
  out.states_max = std::min(options_.states_max, out.states_max);
  out.bytes_max = search_memory(options_.memory_max, options_.subject);
  out.stop_at_first = false;
  out.prove_every = options_.prove_every;
  out.keep_going = [&listener] { return listener.keep_going(); };
  out.progress = [&listener, phase = std::move(phase),
                  slow_because](const sim::SearchProgress& at) {
    listener.progress({phase, 0, 0, at.states, at.level, at.frontier, slow_because});
  };
  return out;
}

std::unique_ptr<AreaGate> area_gate(const Area& area, const GateOptions& options) {
  return std::make_unique<UnitGate>(area, options);
}

}  // namespace conformance
