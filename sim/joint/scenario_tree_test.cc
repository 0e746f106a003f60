// Scenarios of every area: all of the tree, and what is made from their tables.
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/round_trip_testing.h"
#include "sim/ack/scenario.h"
#include "sim/appserver/scenario.h"
#include "sim/files/format_reference.h"
#include "sim/joint/scenario.h"
#include "sim/modality/scenario.h"
#include "sim/monitor/scenario.h"

namespace sim {
namespace {

// The schemas are made from the tables that read and write; a change of these is to be seen in
// a review. ORRERY_UPDATE_GOLDEN=1 writes them anew.
constexpr const char* update =
    "made anew by: ORRERY_UPDATE_GOLDEN=1 build/release/sim/sim_tests "
    "--gtest_filter='*Scenario*Generated*'";
bool updates() { return std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr; }

template <const auto& area_, auto scenarios_, std::size_t files_min_>
struct Of {
  static constexpr std::string_view area = area_;
  static constexpr auto scenarios = scenarios_;
  static constexpr std::size_t files_min = files_min_;
};

template <class Area>
class ScenariosOf : public testing::Test {};
using Areas =
    testing::Types<Of<modality::area, modality::scenarios, 26>, Of<ack::area, ack::scenarios, 16>,
                   Of<appserver::area, appserver::scenarios, 23>,
                   Of<monitor::area, monitor::scenarios, 9>, Of<joint::area, joint::scenarios, 17>>;
TYPED_TEST_SUITE(ScenariosOf, Areas);

TYPED_TEST(ScenariosOf, AreWrittenAsTheyWereRead) {
  const auto files = scenario_files(TypeParam::area);
  EXPECT_GE(files.size(), TypeParam::files_min);
  for (const auto& file : files) {
    const auto loaded = TypeParam::scenarios().load(file);
    ASSERT_EQ(message_of(loaded), "no error");
    expect_round_trip(std::get<0>(loaded), TypeParam::scenarios());
  }
}

TYPED_TEST(ScenariosOf, GeneratedSchemaIsThatOfTheTree) {
  const auto path = source_root / "scenarios" / fmt::format("{}.schema.json", TypeParam::area);
  const auto text = scenario_text(TypeParam::scenarios().schema());
  if (updates()) std::ofstream(path) << text;
  EXPECT_EQ(text_of(path), text) << update;
}

TEST(ScenarioDocument, GeneratedTablesAreThoseOfTheFormats) {
  const auto path = source_root / "docs" / "SCENARIOS.md";
  const auto is = text_of(path);
  format::Reference reference;
  auto wanted = is;
  const auto put = [&](std::string_view area, const nlohmann::ordered_json& schema) {
    wanted =
        reference.in(wanted, std::string(area), schema, fmt::format("a scenario of `{}`", area));
  };
  put(modality::area, modality::scenarios().schema());
  put(ack::area, ack::scenarios().schema());
  put(appserver::area, appserver::scenarios().schema());
  put(monitor::area, monitor::scenarios().schema());
  put(joint::area, joint::scenarios().schema());
  if (updates()) std::ofstream(path) << wanted;
  EXPECT_EQ(text_of(path), wanted) << update;
}

// Which area a file is about.

constexpr std::array areas{modality::area, ack::area, appserver::area, monitor::area, joint::area};

TEST(ScenarioArea, IsThatOfTheFolder) {
  for (const auto area : areas)
    for (const auto& path : scenario_files(area)) {
      const auto file = load_file(path);
      ASSERT_EQ(message_of(file), "no error");
      const auto which = area_of(std::get<ParsedFile>(file), areas);
      ASSERT_EQ(message_of(which), "no error");
      EXPECT_EQ(areas[std::get<std::size_t>(which)], area);
    }
}

std::string area_or_fault(const std::string& text) {
  const auto file = parse_file(text, "t");
  const auto which = area_of(std::get<ParsedFile>(file), areas);
  const auto* found = std::get_if<std::size_t>(&which);
  return found == nullptr ? message_of(which) : std::string(areas[*found]);
}

TEST(ScenarioArea, IsRefusedUnlessItIsOneOfThose) {
  EXPECT_EQ(area_or_fault("{}"), "modality");
  EXPECT_EQ(area_or_fault(R"({"area": "joint"})"), "joint");
  EXPECT_EQ(area_or_fault(R"({"area": "acks"})"),
            "t:1:10: /area: `acks` is not an area. Did you mean `ack`? "
            "Valid: modality, ack, appserver, monitor, joint.");
  EXPECT_THAT(area_or_fault(R"({"area": 3})"), testing::HasSubstr("must be an area"));
}

joint::Scenario joint_scenario(const std::string& tool, const std::string& fields) {
  const auto loaded = joint::scenarios().parse(
      R"({"area": "joint", "format": 1, "story": "s", "call": {"modal": "non_modal"}, "tool": )" +
          tool + fields + "}",
      "test");
  EXPECT_EQ(message_of(loaded), "no error");
  const auto* out = std::get_if<joint::Scenario>(&loaded);
  return out == nullptr ? joint::Scenario{} : *out;
}

TEST(WriteJointScenario, GivesAllThatAFileCanSayBack) {
  expect_round_trip(joint_scenario(R"({"tool": "mkdir"})", ""), joint::scenarios());
  expect_round_trip(
      joint_scenario(
          R"({"tool": "dialog_close", "target": "file-viewer", "one": true,
          "meets": ["slow", "drops"],
          "at_ms": [100, 200], "revision": "r2",
          "frontend": {"store": false, "viewers": 3, "settings_open": true,
                       "latencies": {"process_ms": [0, 100], "slow_ms": 500}}})",
          R"(, "limits": {"base": "short", "sync_bound_ms": 3000}, "rules": ["MOD-12", "ACK-30"],
         "mutant": "slow_poll", "ide": {"stack": ["slow"], "documents": ["unsaved"]},
         "body": ["edit", {"sleep_ms": 500}], "grid_ms": 50,
         "background": [{"event": "disk_changes", "at_ms": [0, 500]}],
         "expect": {"results": [{"call": {"verdict": "ok", "closed": 1},
                                 "tool": {"status": "missing", "elapsed_ms": 1500}}],
                    "classes": ["foreign_window", "transient"]})"),
      joint::scenarios());
}

TEST(WriteJointScenario, GivesTheAgentBack) {
  const auto scenario = joint_scenario(R"({"tool": "mkdir"})", R"(, "talk": {
      "client": {"seed": 3}, "approvals": "closable",
      "server": {"turns": [{"items": [{"kind": "tool", "in_ide": true, "asks": true}]}],
                 "faults": [{"fault": "crash_in_turn"}]},
      "latencies": {"step_ms": 100}, "user": [{"do": "open"}, {"do": "start_chat"}],
      "beside": [{"do": "stop", "at_ms": [0, 500]}]},
    "expect": {"results": [{"talk": {"turns": 1, "end": "lost"}, "begun": 1, "swept": 0,
                            "closed": 0}]})");
  ASSERT_TRUE(scenario.plan.talk.has_value());
  EXPECT_TRUE(joint::is_called_by_agent(scenario.plan));
  EXPECT_EQ(scenario.plan.talk->approvals, modality::EntryKind::Closable);
  expect_round_trip(scenario, joint::scenarios());
}

TEST(WriteJointScenario, GivesTwoCallsOfTheAgentsBack) {
  constexpr auto text = R"({"area": "joint", "format": 1, "story": "s",
      "calls": [{"modal": "unleashed", "body": [{"sleep_ms": 500}]}, {"modal": "non_modal"}],
      "talk": {"server": {"turns": [{"items": [{"kind": "tool", "in_ide": true}]}]}},
      "expect": {"results": [{"call": {"verdict": "ok", "second": {"verdict": "ok"}},
                              "begun": 2}]}})";
  const auto loaded = joint::scenarios().parse(text, "test");
  ASSERT_EQ(message_of(loaded), "no error");
  const auto& scenario = std::get<joint::Scenario>(loaded);
  EXPECT_TRUE(scenario.plan.policy.waits);
  expect_round_trip(scenario, joint::scenarios());
}

TEST(WriteJointScenario, SaysWhatAFileHasNoWordFor) {
  auto open = joint_scenario(R"({"tool": "mkdir"})", "");
  open.plan.tool->plan.calls = ack::calls_of(*open.plan.tool->plan.table);
  EXPECT_THAT(std::get<NotWritable>(joint::scenarios().write(open)).why,
              testing::HasSubstr("leaves more open"));
  auto second = joint_scenario(R"({"tool": "mkdir"})", "");
  second.plan.tool->plan.second = second.plan.tool->plan.calls;
  EXPECT_THAT(std::get<NotWritable>(joint::scenarios().write(second)).why,
              testing::HasSubstr("no word"));
}

}  // namespace
}  // namespace sim
