// A subject that leaves out what is only proposed passes at the level above: its other rules do not
// rest on what it leaves out.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "command/selection.h"
#include "command/words.h"
#include "conformance/area/area.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/gate/campaign.h"
#include "conformance/gate/unit_gate.h"

namespace tools {
namespace {

// A mutant that names rules of that level alone.
struct WeakMutant {
  const conformance::Area* area;
  std::string name;
};

std::vector<WeakMutant> weak_mutants() {
  std::vector<WeakMutant> out;
  const auto is_proposed = [](const std::string& id) {
    const auto* rule = conformance::find_rule(id);
    return rule != nullptr && rule->level == spec::Level::Proposed;
  };
  for (const auto* area : conformance::areas())
    for (const auto& mutant : area->checks().mutants())
      if (std::ranges::all_of(words_of(mutant.rules), is_proposed))
        out.push_back({area, std::string(mutant.name)});
  return out;
}

class Failures final : public conformance::Listener {
 public:
  void decided(const conformance::CheckResult& result) override {
    const bool fails = result.outcome == conformance::Outcome::Fail ||
                       result.outcome == conformance::Outcome::Error;
    if (fails) ADD_FAILURE() << result.check << ": " << result.rule << '\n' << result.message;
  }
  void row(const conformance::RowResult&) override {}
  void soundness(const conformance::SoundnessMatrix&) override {}
  void searched(std::string_view, const conformance::SearchTotals&) override {}
  void progress(const conformance::Progress&) override {}
  bool keep_going() override { return true; }
  bool more_runs() override { return true; }
};

// The units of its gate, and of the areas that it is a part of; with or without the tables.
void judge(const WeakMutant& mutant, bool with_tables) {
  conformance::GateOptions options;
  options.subject = "mutant:" + mutant.name;
  options.level = spec::Level::Should;
  if (!with_tables) options.random_runs = 20;
  for (const auto* area : conformance::areas()) {
    const auto judges = area->judges();
    if (!std::ranges::count(judges, mutant.area)) continue;
    options.scenarios.clear();
    for (const auto& file : scenario_files())
      if (has_scenario(*area, file.name)) options.scenarios.push_back(file.path);
    std::vector<std::unique_ptr<conformance::AreaGate>> gates;
    gates.push_back(conformance::area_gate(*area, options));
    const conformance::Campaign campaign(options, std::move(gates));
    conformance::UnitResults results(campaign.units().size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto& name = campaign.units()[i].name;
      const bool is_table = name.starts_with("row/") || name.starts_with("table/");
      if (is_table && !with_tables) results[i] = conformance::UnitResult{};
    }
    Failures failures;
    campaign.run(std::vector<bool>(results.size(), true), results, sim::Serial(), failures);
  }
}

class WeakerRules : public testing::TestWithParam<WeakMutant> {};
TEST_P(WeakerRules, AreNotPresupposed) { judge(GetParam(), false); }

class DISABLED_WeakerRulesInTables : public testing::TestWithParam<WeakMutant> {};
TEST_P(DISABLED_WeakerRulesInTables, AreNotPresupposed) { judge(GetParam(), true); }

std::string test_name(const testing::TestParamInfo<WeakMutant>& tested) {
  return std::string(tested.param.area->name()) + "_" + tested.param.name;
}
INSTANTIATE_TEST_SUITE_P(EachMutant, WeakerRules, testing::ValuesIn(weak_mutants()), test_name);
INSTANTIATE_TEST_SUITE_P(EachMutant, DISABLED_WeakerRulesInTables,
                         testing::ValuesIn(weak_mutants()), test_name);

}  // namespace
}  // namespace tools
