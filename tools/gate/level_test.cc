// A subject that leaves out what is only proposed passes at the level above: its other rules do not
// rest on what it leaves out.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

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

// What a subject is known to fail is green; what fails otherwise, or no longer, is red.

using nlohmann::json;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Of an engine that notes nothing, or of another one.
ProgramRun gate_of_all(const std::string& subject, const std::string& options) {
  return run_orrery(fmt::format("conform ack --revision r1 --rule ACK-21 --runs 1 --subject {} {}",
                                subject, options));
}
ProgramRun gate(const std::string& subject, const std::string& options) {
  return gate_of_all(subject, "--max-states 200 " + options);
}
constexpr const char* broken = "mutant:no_note";

// One gate writes what all tests read.
const json& known_file() {
  static const json all = [] {
    const TemporaryFolder folder;
    const auto file = folder.file("known.json");
    EXPECT_EQ(gate(broken, "--write-known " + file).code, 1);
    return json::parse(text_of(file), nullptr, false);
  }();
  return all;
}

std::string changed(json file, const std::string& member, const std::string& value) {
  file["known"][0][member] = value;
  return file.dump();
}

TEST(KnownFailures, AreWrittenAsTheyAreRead) {
  const TemporaryFolder folder;
  const auto file = folder.file("known.json");
  const auto wrote = gate_of_all(broken, "--write-known " + file);
  EXPECT_EQ(wrote.code, 1);
  const auto listed = json::parse(text_of(file), nullptr, false)["known"];
  ASSERT_GT(listed.size(), 0u);
  EXPECT_THAT(wrote.err, HasSubstr(fmt::format("lists {} finding", listed.size())));
  for (const auto& each : listed) {
    EXPECT_EQ(each["rule"], "ACK-21");
    EXPECT_THAT(each["check"].get<std::string>(), HasSubstr("/"));
    EXPECT_THAT(each["fails"].get<std::string>(), HasSubstr("; got "));
  }
  const auto tap = folder.file("tap");
  const auto ran = gate_of_all(broken, "--known " + file + " --tap " + tap);
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("known to fail"), ContainsRegex("mkdir .* known\n"),
                             Not(ContainsRegex(" fail\n"))));  // In the lines of rows, too.
  EXPECT_THAT(text_of(tap), HasSubstr(" # TODO not looked at yet\n"));
}

TEST(KnownFailures, ThatPassFailTheGate) {
  const TemporaryFolder folder;
  const auto ran = gate("engine", "--known " + folder.file("known.json", known_file().dump()));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("it does not: remove that"));
}

TEST(KnownFailures, ThatFailOtherwiseAreRed) {
  const TemporaryFolder folder;
  const auto otherwise = changed(known_file(), "fails", "want this; got that");
  const auto ran = gate(broken, "--known " + folder.file("known.json", otherwise));
  EXPECT_EQ(ran.code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("FAIL ACK-21"));
}

TEST(KnownFailures, ThatThereAreNotAreRefused) {
  const TemporaryFolder folder;
  const auto& file = known_file();
  const auto refused = [&](const std::string& text, const std::string& says) {
    const auto ran = gate("engine", "--known " + folder.file("known.json", text));
    EXPECT_EQ(ran.code, 2) << text;
    EXPECT_THAT(ran.err, HasSubstr(says));
  };
  refused(changed(file, "rule", "ACK-999"), "\"ACK-999\" is not a rule");
  refused(changed(file, "check", "directed/no such check"), "is no check of this gate");
  refused(changed(file, "because", ""), "needs a reason");
  refused(changed(file, "rule", "FLT-01"), "never known to fail");
  refused(R"({"known_failures":1,"known":[{"name":"ACK-21","because":"x"}]})", "known_failures");
  refused(R"({"known_failures":9,"known":[]})", "Write 2; a newer program may read others.");
  refused("{\"known\":[]}", "known_failures");
  EXPECT_EQ(gate("engine", "--known " + folder.file("none.json")).code, 2);
}

// A rule that is known to fail in one place hides nothing of it in another.
TEST(KnownFailures, OfOneCheckHideNoOtherOne) {
  const TemporaryFolder folder;
  const auto& whole = known_file();
  ASSERT_GT(whole["known"].size(), 1u);
  auto file = whole;
  file["known"].clear();
  for (const auto& known : whole["known"])
    if (known["check"].get<std::string>().starts_with("directed/")) file["known"].push_back(known);
  ASSERT_LT(file["known"].size(), whole["known"].size());
  EXPECT_EQ(gate(broken, "--known " + folder.file("known.json", file.dump())).code, 1);
}

}  // namespace
}  // namespace tools
