// Random runs of the rows of a gate.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/run/rerun.h"
#include "gate/failed_check.h"
#include "gate/units.h"

namespace conformance {
namespace {

// Of each row: enough to tell two builds apart. Of a program, whose file is told apart already and
// which is asked a message at a time, one.
constexpr std::uint64_t behaviour_runs = 16, behaviour_runs_of_program = 1;

constexpr std::size_t natural_steps_max = 1'000;

// A row with more runs than this many units has larger units.
constexpr std::uint64_t units_per_row_max = 1'000;

}  // namespace

void UnitGate::add_random_runs(const RandomRuns& runs) {
  auto count = options_.random_runs;
  if (count == 0) switch (options_.budget) {
      case Budget::Quick: count = runs.quick; break;
      case Budget::Full: count = runs.full; break;
      case Budget::Nightly: count = runs.nightly; break;
    }
  const auto share = (count + units_per_row_max - 1) / units_per_row_max;
  const auto step = options_.timed ? count : std::max(options_.runs_per_unit, share);
  for (std::size_t row = 0; row < area_.worlds().sampled_rows(revision_); ++row) {
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
  return {
      .subject = options_.candidate(), .row = row, .revision = revision_, .seed = options_.seed};
}

std::uint64_t UnitGate::behaviour() const {
  std::uint64_t out = 0;
  // How far a hopeless program comes is no matter of its own.
  const auto add = [&](const auto& digest) {
    out *= 31;
    try {
      const auto cost = bounded();
      out += digest();
    } catch (const sim::OutOfRoom&) {}
  };
  const auto& worlds = area_.worlds();
  const auto rows = worlds.sampled_rows(revision_);
  const auto program = program_of(options_.subject);
  const auto runs = program ? behaviour_runs_of_program : behaviour_runs;
  for (std::size_t row = 0; row < rows; ++row)
    add([&] {
      const SampleRequest request{
          .subject = options_.candidate(), .row = row, .revision = revision_, .runs = runs};
      return worlds.sample(request, sim::Serial(), [](auto) { return true; }).fingerprint;
    });
  // Of what is not sampled, the natural run of each world of the table.
  if (rows == 0)
    for (const auto& unit : table_.units)
      for (const auto& search : unit.searches) add([&] { return natural_digest(search); });
  // What this took is not taken from what is judged.
  if (program) program->forget_cost();
  return out;
}

std::uint64_t UnitGate::natural_digest(const TableSearch& search) const {
  std::uint64_t out = 0;
  for (const auto& step : rerun({.plan = search.plan,
                          .subject = options_.candidate(),
                          .path = {},
                          .natural_steps = natural_steps_max})
                              .steps)
    out = out * 31 + step.digest;
  return out;
}

void UnitGate::take_samples(const RunRange& range, Work& work) const {
  const auto& name = shape_.rows[range.row].name;
  bool told_to_stop = false;
  auto request = sample_request(range.row);
  request.runs = range.end - range.first;
  request.first = range.first;
  request.prove_every = options_.prove_every;
  const auto go_on = [&](std::uint64_t done) {
    work.listener.progress(
        {.phase = "random " + name, .done = range.first + done, .total = range.of});
    told_to_stop = !work.listener.keep_going();
    return !told_to_stop && work.listener.more_runs();
  };
  const auto sampled = [&] {
    const auto cost = bounded();
    return area_.worlds().sample(request, work.parallel, go_on);
  }();
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
                              .world = failed.name,
                              .rows = shape_.rows});
  result.runs = range.first + sampled.runs;
  work.scribe.fail_row(out.rows.back(), std::move(result));
}

}  // namespace conformance
