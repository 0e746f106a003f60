// The scenarios of the tree.
#include <gtest/gtest.h>

#include "files/scenario_texts.h"
#include "sim/modality/scenario.h"
#include "sim/modality/words.h"

namespace sim::modality {
namespace {

TEST(ScenarioTree, IsReadWithoutAnErrorAndTellsWhy) {
  const auto files = scenario_files(area);
  EXPECT_GE(files.size(), 26u);
  for (const auto& file : files) {
    const auto loaded = scenarios().load(file);
    ASSERT_EQ(message_of(loaded), "no error");
    const auto& scenario = std::get<Scenario>(loaded);
    EXPECT_FALSE(scenario.rules.empty()) << file;
    EXPECT_FALSE(scenario.expect.results.empty()) << file;
    EXPECT_EQ(scenario.coarse_because, "") << file;
  }
}

TEST(ScenarioWords, AreThoseThatPrintsHave) {
  for (const auto& callable : callable_methods)
    EXPECT_EQ(show(Instruction{.op = Op::Call, .call = {.method = callable.method}}),
              callable.name);
}

}  // namespace
}  // namespace sim::modality
