// What the program prints, to the letter. After a wanted change:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Golden
//
// and review tools/golden/ as a diff.
#include <gtest/gtest.h>

#include "command/program_testing.h"

namespace tools {
namespace {

struct Golden {
  const char* name;
  const char* arguments;
};

class GoldenOutput : public ::testing::TestWithParam<Golden> {};

TEST_P(GoldenOutput, IsUnchanged) {
  const auto file = std::string(ORRERY_SOURCE_DIR "/tools/golden/") + GetParam().name + ".txt";
  const auto run = run_orrery(GetParam().arguments);
  const auto text = "$ orrery " + std::string(GetParam().arguments) + "\n" + run.out + run.err +
                    "exit " + std::to_string(run.code) + "\n";
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(text, text_of(file));
}

INSTANTIATE_TEST_SUITE_P(
    Cli, GoldenOutput,
    testing::Values(
        Golden{"check_recordings", "check recordings/samples/*.jsonl"},
        Golden{"check_draft", "check --dialect draft recordings/samples/draft/session.jsonl"},
        Golden{"explain_in_one_dialect", "explain ITM-05"},
        Golden{"explain_mutant", "explain capture_after_dispatch"},
        Golden{"explain_tool", "explain refresh"},
        Golden{"explain_unknown", "explain nav_to_parnt"},
        Golden{"explain_judged", "explain ITM-06"}, Golden{"explain_not_judged", "explain ITM-04"},
        Golden{"table_modality", "table modality"}, Golden{"unknown_option", "conform --sed 3"},
        Golden{"explore_passes", "explore modality/tick_races_return"},
        Golden{"explore_fails",
               "explore modality/tick_races_return "
               "--subject mutant:result_sent_twice"}),
    [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace tools
