// Every scenario of the tree, and worlds of two engines, written and read back.
#include <string>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/ack/engine.h"
#include "files/round_trip_testing.h"

namespace sim {
namespace {

struct OfModality {
  using Loaded = modality::LoadedScenario;
  static constexpr std::string_view area = default_area;
  static constexpr std::size_t files_min = 26;
  static Loaded load(const std::string& path) { return modality::load_scenario(path); }
};
struct OfTools {
  using Loaded = ack::LoadedScenario;
  static constexpr std::string_view area = ack::area;
  static constexpr std::size_t files_min = 16;
  static Loaded load(const std::string& path) { return ack::load_scenario(path); }
};
struct OfBoth {
  using Loaded = joint::LoadedScenario;
  static constexpr std::string_view area = joint::area;
  static constexpr std::size_t files_min = 6;
  static Loaded load(const std::string& path) { return joint::load_scenario(path); }
};

template <class Area>
class RoundTrip : public testing::Test {};
using Areas = testing::Types<OfModality, OfTools, OfBoth>;
TYPED_TEST_SUITE(RoundTrip, Areas);

TYPED_TEST(RoundTrip, GivesEveryScenarioOfTheTreeBack) {
  const auto files = scenario_files(TypeParam::area);
  EXPECT_GE(files.size(), TypeParam::files_min);
  for (const auto& file : files) {
    const auto loaded = TypeParam::load(file);
    ASSERT_EQ(message_of(loaded), "no error");
    expect_round_trip(std::get<0>(loaded));
  }
}

joint::Scenario joint_scenario(const std::string& tool, const std::string& fields) {
  const auto loaded = joint::parse_scenario(
      R"({"area": "joint", "format": 1, "story": "s", "call": {"modal": "non_modal"}, "tool": )" +
          tool + fields + "}",
      "test");
  EXPECT_EQ(message_of(loaded), "no error");
  const auto* out = std::get_if<joint::Scenario>(&loaded);
  return out == nullptr ? joint::Scenario{} : *out;
}

TEST(WriteJointScenario, GivesAllThatAFileCanSayBack) {
  expect_round_trip(joint_scenario(R"({"tool": "mkdir"})", ""));
  expect_round_trip(joint_scenario(
      R"({"tool": "dialog_close", "target": "file-viewer", "one": true, "meets": ["slow", "drops"],
          "at_ms": [100, 200], "revision": "r2",
          "frontend": {"store": false, "viewers": 3, "settings_open": true,
                       "latencies": {"process_ms": [0, 100], "slow_ms": 500}}})",
      R"(, "limits": {"base": "short", "sync_bound_ms": 3000}, "rules": ["MOD-12", "ACK-30"],
         "mutant": "slow_poll", "ide": {"stack": ["slow"], "documents": ["unsaved"]},
         "body": ["edit", {"sleep_ms": 500}], "grid_ms": 50,
         "background": [{"event": "disk_changes", "at_ms": [0, 500]}],
         "expect": {"results": [{"call": {"verdict": "ok", "closed": 1},
                                 "tool": {"status": "missing", "elapsed_ms": 1500}}],
                    "classes": ["foreign_window", "transient"]})"));
}

TEST(WriteJointScenario, SaysWhatAFileHasNoWordFor) {
  auto open = joint_scenario(R"({"tool": "mkdir"})", "");
  open.plan.tool.calls = ack::calls_of(*open.plan.tool.table);
  EXPECT_THAT(std::get<NotWritable>(write_scenario(open)).why,
              testing::HasSubstr("leaves more open"));
  auto second = joint_scenario(R"({"tool": "mkdir"})", "");
  second.plan.tool.second = second.plan.tool.calls;
  EXPECT_THAT(std::get<NotWritable>(write_scenario(second)).why, testing::HasSubstr("no word"));
}

}  // namespace
}  // namespace sim
