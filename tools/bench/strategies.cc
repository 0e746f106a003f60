// Which random strategy finds which mutants, and after how many runs: the table of
// docs/TESTING.md, "Random schedules".
//
//   strategies [RUNS [SEEDS]]
//
// Two kinds of worlds: the quick table, drawn from instead of searched; and those that the
// gate samples, with the real constants, line by line in turn.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "conformance/area/worlds.h"
#include "conformance/modality/mutants/mutant.h"
#include "conformance/modality/plans.h"
#include "conformance/run/proof.h"
#include "conformance/run/random_walk.h"
#include "conformance/run/sample.h"
#include "sim/search/strategy.h"

namespace {

using Kind = sim::RandomStrategy::Kind;

bool always(std::uint64_t) { return true; }

// So many runs were needed, or nothing if `runs` were not enough.
std::uint64_t in_table(const sim::modality::Plan& plan, const std::string& subject,
                       sim::RandomStrategy strategy, std::uint64_t seed, std::uint64_t runs) {
  const auto walks = conformance::random_walks(
      {.plan = plan, .subject = subject, .seed = seed, .runs = runs, .strategy = strategy}, always);
  return walks.failure ? walks.runs : 0;
}

std::uint64_t in_samples(const std::string& subject, sim::RandomStrategy strategy,
                         std::uint64_t seed, std::uint64_t runs) {
  std::uint64_t per_line = runs / conformance::modality::table_cells, best = 0;
  for (std::size_t cell = 0; cell < conformance::modality::table_cells && per_line > 0; ++cell) {
    const auto sampled = conformance::modality::area().worlds().sample(
        {.subject = subject, .row = cell, .seed = seed, .runs = per_line, .strategy = strategy},
        sim::Serial(), always);
    if (!sampled.failure) continue;
    best = sampled.failed_run * conformance::modality::table_cells + cell + 1;
    per_line = sampled.failed_run;  // Another line is better only if it fails before.
  }
  return best;
}

// Mutants that nothing but taking choices twice can find are no matter of strategy.
std::vector<std::string> subjects() {
  std::vector<std::string> out;
  for (const auto& mutant : conformance::modality::mutants())
    if (mutant.rules != conformance::determinism_rule)
      out.push_back("mutant:" + std::string(mutant.name));
  return out;
}

struct Sum {
  std::vector<std::uint64_t> found;
  int missed = 0;

  void add(std::uint64_t runs) {
    if (runs == 0)
      ++missed;
    else
      found.push_back(runs);
  }
  std::uint64_t quantile(std::size_t percent) {
    const std::size_t at = (found.size() + static_cast<std::size_t>(missed)) * percent / 100;
    std::sort(found.begin(), found.end());
    return at < found.size() ? found[at] : 0;
  }
};

std::string shown(std::uint64_t runs) { return runs == 0 ? "-" : fmt::format("{}", runs); }

}  // namespace

int main(int count, char** words) {
  const std::uint64_t runs = count > 1 ? std::strtoull(words[1], nullptr, 10) : 12'000;
  const std::uint64_t seeds = count > 2 ? std::strtoull(words[2], nullptr, 10) : 3;
  const std::vector<sim::RandomStrategy> strategies{
      {Kind::Uniform, 0},      {Kind::Pct, 1},          {Kind::Pct, 2},
      {Kind::Pct, 3},          {Kind::Pct, 5},          {Kind::DelayBounded, 0},
      {Kind::DelayBounded, 1}, {Kind::DelayBounded, 2}, {Kind::DelayBounded, 3},
      {Kind::DelayBounded, 5}, {Kind::Portfolio, 0}};
  const auto table = conformance::modality::table_plan(conformance::Budget::Quick);
  fmt::print("{} mutants, {} seeds, at most {} runs; runs until found by half, 90 %, 95 %\n",
             subjects().size(), seeds, runs);
  for (const auto strategy : strategies) {
    Sum drawn, sampled;
    for (const auto& subject : subjects()) {
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        drawn.add(in_table(table, subject, strategy, seed, runs));
        sampled.add(in_samples(subject, strategy, seed, runs));
      }
    }
    for (auto* sum : {&drawn, &sampled})
      fmt::print("{:<16}{:<9}missed {:>4} {:>7} {:>7} {:>7}\n", sim::show(strategy),
                 sum == &drawn ? "table" : "samples", sum->missed, shown(sum->quantile(50)),
                 shown(sum->quantile(90)), shown(sum->quantile(95)));
    std::fflush(stdout);
  }
  return 0;
}
