#include "gate/described_gate.h"

#include <string>
#include <utility>
#include <vector>

#include "conformance/gate/unit_gate.h"
#include "conformance/run/proof.h"

namespace conformance {
namespace {

// They balance shards and decide nothing; in microseconds of one processor.
constexpr std::uint64_t world_cost = 100'000;
constexpr std::uint64_t run_cost = 20;

// Enough to tell two builds apart.
constexpr std::uint64_t behaviour_runs = 4, behaviour_states = 2'000;

// The rows that are sampled, and behind them the worlds that are exhausted.
std::vector<RowName> rows_of(const Area& area, const GateOptions& options) {
  std::vector<RowName> out;
  for (std::size_t row = 0; row < area.sampled_rows(options.revision); ++row) {
    const SampleRequest request{.row = row, .revision = options.revision};
    out.push_back({.name = area.sampled_world(request, 0).name, .kind = RowName::Kind::Other});
  }
  for (const auto& world : area.selftest_worlds()) out.push_back({.name = world.name});
  return out;
}

class DescribedGate final : public UnitGate {
 public:
  DescribedGate(const Area& area, const GateOptions& options)
      : UnitGate(area, options, rows_of(area, options)), worlds_(area.selftest_worlds()) {
    add_directed_checks();
    add_scenarios();
    for (std::size_t world = 0; world < worlds_.size(); ++world)
      add({.name = "row/" + worlds_[world].name, .cost = world_cost},
          [this, world](Work& work) { search_world(world, work); });
    add_random_runs({.quick = 1'000, .full = 20'000, .nightly = 1'000'000, .cost = run_cost});
  }

  std::uint64_t behaviour() const override {
    auto out = behaviour_of(behaviour_runs);
    sim::SearchOptions options;
    options.states_max = behaviour_states;
    for (const auto& world : worlds_)
      out = out * 31 + explore_plan(*area_.world(world.name).plan, options_.subject, nullptr,
                                    options, sim::Serial())
                           .fingerprint;
    return out;
  }

 private:
  void search_world(std::size_t world, Work& work) const;

  const std::vector<SelftestWorld> worlds_;
};

void DescribedGate::search_world(std::size_t world, Work& work) const {
  const auto& name = worlds_[world].name;
  const auto plan = *area_.world(name).plan;
  const auto found = explore_plan(plan, options_.subject, nullptr,
                                  search_options(name, work.listener), work.parallel);
  auto& out = work.scribe.result;
  out.finished = found.end != sim::SearchEnd::ToldToStop;
  out.proofs = proofs_of(found);
  out.incomplete = !found.complete();
  out.exercised = found.exercised_in(area_);
  out.fingerprint = found.fingerprint;
  out.searches.push_back(totals_of(1, found));
  const auto row = shape_.rows.size() - worlds_.size() + world;
  out.rows.push_back({.row = static_cast<std::uint32_t>(row),
                      .worlds = 1,
                      .states = found.states,
                      .met = out.exercised,
                      .searched = true,
                      .limited = !found.complete()});
  for (const auto& failure : found.failures)
    work.scribe.fail_row(out.rows.back(), failed_check({.plan = plan,
                                                        .subject = options_.subject,
                                                        .failure = failure,
                                                        .check = "table/" + name,
                                                        .world = name}));
}

}  // namespace

std::unique_ptr<AreaGate> described_gate(const Area& area, const GateOptions& options) {
  return std::make_unique<DescribedGate>(area, options);
}

}  // namespace conformance
