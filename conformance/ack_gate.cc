#include "conformance/ack_gate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ack_area.h"
#include "conformance/print.h"
#include "conformance/proof.h"
#include "gate_parts.h"
#include "spec/ack_rules.h"

namespace conformance::acks {
namespace {

using spec::ack::ack_rules;
using spec::ack::Revision;

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t directed_cost = 20;
constexpr std::uint64_t row_cost = 60'000;
constexpr std::uint64_t full_row_cost = 2'000'000;
constexpr std::uint64_t run_cost = 30;

constexpr std::uint64_t quick_samples = 200;  // Per row.
constexpr std::uint64_t full_samples = 5'000;
constexpr std::uint64_t nightly_samples = 200'000;
constexpr std::uint64_t units_per_row_max = 1'000;

static_assert(lie_classes == static_cast<std::size_t>(spec::ack::classes::count));

SoundnessWords words(Revision revision) {
  SoundnessWords out{.classes = {"FireAndForget", "ForeignPush", "AlreadyHeld", "StartUpDefault",
                                 "ForeignWindow", "Transient"},
                     .letters = {'F', 'P', 'H', 'S', 'W', 'T'},
                     .false_ok_rule = "ACK-31",
                     .false_timeout_rule = "ACK-30",
                     .version = name_of(revision)};
  for (std::size_t i = 0; i < sim::acks::behaviours; ++i)
    out.columns.push_back(name(static_cast<sim::acks::Behaviour>(i)));
  out.columns.push_back("not_dispatched");
  return out;
}

// Rows of the earlier revision whose requests wait for something else in the later one.
std::vector<std::size_t> changed_rows(Revision earlier, Revision later) {
  std::vector<std::size_t> out;
  const auto& before = rows_of(earlier);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto* old_row = find_row(table_of(earlier), before[i].request);
    const auto* new_row = find_row(table_of(later), before[i].request);
    if (new_row != nullptr && *old_row != *new_row) out.push_back(i);
  }
  return out;
}

std::string limit_text(const Explored& found) {
  switch (found.end) {
    case sim::SearchEnd::StatesLimit: return "the limit of states was reached";
    case sim::SearchEnd::MemoryLimit: return "the memory limit was reached";
    case sim::SearchEnd::ToldToStop: return "interrupted";
    case sim::SearchEnd::Complete:
    case sim::SearchEnd::FoundFirst:
    case sim::SearchEnd::DepthLimit: break;
  }
  return "";
}

SearchTotals totals_of(const sim::acks::Plan& plan, const Explored& found) {
  return {.worlds = worlds_covered(plan),
          .states = found.states,
          .transitions = found.transitions,
          .finals = found.finals,
          .levels = found.levels,
          .peak_bytes = found.bytes_peak,
          .fingerprint = found.fingerprint,
          .collision_probability = found.collision_probability,
          .complete = found.complete(),
          .limit = limit_text(found)};
}

}  // namespace

AckGate::AckGate(GateOptions options)
    : options_(std::move(options)), revision_(*revision_named(options_.revision)) {
  shape_ = {.name = "ack",
            .rules = ack_rules,
            .rules_without_runs = spec::ack::rules_without_runs,
            .rows = {},
            .soundness = words(revision_)};
  add_directed_checks();
  add_scenarios();
  add_rows();
  add_samples();
}

void AckGate::add(Unit unit, Job job) {
  unit.area = shape_.name;
  units_.push_back(std::move(unit));
  jobs_.push_back(std::move(job));
}

UnitResult AckGate::run(std::size_t unit, const sim::Parallel& parallel, Listener& listener) const {
  Work work{parallel, listener, UnitScribe(options_, shape_)};
  jobs_[unit](work);
  return std::move(work.scribe.result);
}

std::uint64_t AckGate::behaviour() const {
  std::uint64_t out = 0;
  for (std::size_t row = 0; row < rows_of(revision_).size(); ++row) {
    const auto plan = plan_of(revision_, PlanKind::Random, row);
    out = out * 31 + sample_calls({.plan = plan, .subject = options_.subject, .runs = 4},
                                  sim::Serial(), [](std::uint64_t) { return true; })
                         .fingerprint;
  }
  return out;
}

void AckGate::add_directed_checks() {
  UnitScribe scribe(options_, shape_);
  for (const auto& check : checks()) {
    if (!scribe.wanted(check.rule)) continue;
    add({.name = fmt::format("directed/{} {}", check.rule, check.says), .cost = directed_cost},
        [this, &check](Work& work) { directed_check(check, work); });
  }
}

void AckGate::directed_check(const Check& check, Work& work) const {
  const auto verdict = check.run(subjects(options_.subject));
  CheckResult result{.rule = std::string(check.rule),
                     .check = fmt::format("directed/{} {}", check.rule, check.says),
                     .outcome = verdict.holds ? Outcome::Pass : Outcome::Fail,
                     .runs = 1};
  if (!verdict.holds) result.message = explain(check.rule, check.says, verdict);
  const auto rule = std::ranges::find(ack_rules, check.rule, &spec::Rule::id);
  work.scribe.result.checked.mark(static_cast<std::size_t>(rule - ack_rules.begin()));
  work.scribe.decide(std::move(result));
}

void AckGate::add_scenarios() {
  for (auto& scenario : scenario_units(options_)) {
    auto unit = scenario.unit;
    add(std::move(unit), [this, scenario = std::move(scenario)](Work& work) {
      judge_scenario(scenario, options_, work.parallel, work.listener, work.scribe);
    });
  }
}

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
  add_row({"refused requests", {}, RowName::Kind::Other}, revision_, {Refused}, 0, directed_cost);
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
    auto options = gate_search(options_, world, work.listener);
    options.findings_max = 256;
    const auto found = explore_calls(plan, options_.subject, options, work.parallel);
    out.finished = found.end != sim::SearchEnd::ToldToStop;
    out.searches.push_back(totals_of(plan, found));
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

std::uint64_t AckGate::samples_per_row() const {
  if (options_.random_runs != 0) return options_.random_runs;
  switch (options_.budget) {
    case Budget::Quick: return quick_samples;
    case Budget::Full: return full_samples;
    case Budget::Nightly: return nightly_samples;
  }
  return quick_samples;
}

void AckGate::add_samples() {
  const auto runs = samples_per_row();
  const auto share = (runs + units_per_row_max - 1) / units_per_row_max;
  const auto step = options_.timed ? runs : std::max(options_.runs_per_unit, share);
  for (std::size_t row = 0; row < rows_of(revision_).size(); ++row) {
    const auto chain = "random/" + shape_.rows[row].name;
    for (std::uint64_t first = 0; first < runs; first += step) {
      const auto end = std::min(runs, first + step);
      add({.name = fmt::format("{}/{}-{}", chain, first, end - 1),
           .cost = (end - first) * run_cost,
           .chain = chain},
          [this, row, first, end](Work& work) { sample(row, first, end, work); });
    }
  }
}

void AckGate::sample(std::size_t row, std::uint64_t first, std::uint64_t end, Work& work) const {
  const auto& name = shape_.rows[row].name;
  const auto plan = plan_of(revision_, PlanKind::Random, row);
  bool told_to_stop = false;
  const auto sampled = sample_calls(
      {.plan = plan,
       .subject = options_.subject,
       .seed = options_.seed,
       .stream = row,
       .first = first,
       .runs = end - first,
       .prove_every = options_.prove_every},
      work.parallel, [&](std::uint64_t done) {
        work.listener.progress(
            {.phase = "random " + name, .done = first + done, .total = samples_per_row()});
        told_to_stop = !work.listener.keep_going();
        return !told_to_stop && work.listener.more_runs();
      });
  auto& out = work.scribe.result;
  out.finished = !told_to_stop;
  out.exercised = sampled.tally.exercised;
  out.fingerprint = sampled.fingerprint;
  out.proofs.runs = sampled.proved;
  out.rows.push_back({.row = static_cast<std::uint32_t>(row),
                      .runs = sampled.runs,
                      .met = sampled.tally.exercised,
                      .not_sampled = sampled.runs == 0});
  if (!sampled.failure) return;
  out.proofs.differences += differs(*sampled.failure);
  out.ends_chain = true;
  auto result = failed_check({.plan = plan,
                              .subject = options_.subject,
                              .failure = *sampled.failure,
                              .check = "sampled/" + name,
                              .world = plan_name(revision_, PlanKind::Random, row)});
  result.runs = first + sampled.runs;
  work.scribe.fail_row(out.rows.back(), std::move(result));
}

std::unique_ptr<AreaGate> ack_gate(const GateOptions& options) {
  return std::make_unique<AckGate>(options);
}

}  // namespace conformance::acks
