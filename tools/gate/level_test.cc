// A subject that leaves out what is only proposed passes at the level above: its other rules do not
// rest on what it leaves out.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"
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

// What others copy into their CI runs as it stands: the commands of action.yml and ci/gitlab.yml.

using ::testing::HasSubstr;

// From the first `orrery conform`, as far as its lines are continued.
std::string command_of(const std::string& file) {
  const auto text = text_of(ORRERY_SOURCE_DIR "/" + file);
  const auto begin = text.find("\"$ORRERY\" conform $");
  auto end = text.find('\n', begin);
  while (end != text.npos && text[end - 1] == '\\') end = text.find('\n', end + 1);
  if (begin == text.npos) return {};
  const auto command = text.substr(begin, end - begin);
  return command.substr(0, command.find(" || "));
}

TEST(Recipes, JudgeASubjectWithScenariosAndKnownFailures) {
  for (const auto* file : {"action.yml", "ci/gitlab.yml"}) {
    const TemporaryFolder folder;
    const auto command = command_of(file);
    ASSERT_THAT(command, HasSubstr("--report")) << file;
    const auto run = run_shell(
        "cd \"" + folder.file("") +
        "\" && mkdir 'my races' out && cp \"" ORRERY_SOURCE_DIR
        "/scenarios/modality/tick_races_return.json\" 'my races' && "
        "ORRERY=$orrery ORRERY_SEED=1\n"
        "\"$ORRERY\" conform modality --subject mutant:result_sent_twice --scenarios 'my races' "
        "--rule "
        "MOD-05 --runs 1 --max-states 300 --write-known known >first\n"
        "ORRERY_SUBJECT=mutant:result_sent_twice ORRERY_AREAS=modality ORRERY_BUDGET=quick "
        "ORRERY_SCENARIOS='my races' ORRERY_KNOWN=known ORRERY_FOLDER=out "
        "ORRERY_ARGUMENTS='--rule MOD-05 --runs 1 --max-states 300 --details'\n" +
        command);
    EXPECT_EQ(run.code, 6) << file << run.out << run.err;  // Of so few states.
    EXPECT_THAT(run.out, HasSubstr(" known to fail"));
    EXPECT_THAT(text_of(folder.file("out/junit.xml")), HasSubstr("scenario/my races/tick"));
    for (const auto* left : {"results.jsonl", "orrery.sarif", "report/index.html"})
      EXPECT_NE(text_of(folder.file("out/" + std::string(left))), "") << left;
  }
}

}  // namespace
}  // namespace tools
