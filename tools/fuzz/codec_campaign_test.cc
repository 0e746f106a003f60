#include "fuzz/codec_campaign.h"

#include <gtest/gtest.h>

#include "fuzz/file.h"
#include "fuzz/subject.h"

namespace tools {
namespace {

void ignore_progress(const CodecProgress&) {}

TEST(FuzzCodec, FindsNothingInTheEngine) {
  const auto report = fuzz_codec({.subject = "engine",
                                  .seed = 3,
                                  .runs_max = 20'000,
                                  .seconds = 0,
                                  .hang_seconds = 300,
                                  .shrink_seconds = 0.2},
                                 ignore_progress);
  EXPECT_EQ(report.runs, 20'000u);
  EXPECT_FALSE(report.finding) << report.finding->kind << ": " << report.finding->says;
}

class CodecMutants : public testing::TestWithParam<fuzz::CodecMutant> {};

TEST_P(CodecMutants, AreFoundAndTheirInputIsMadeSmall) {
  const auto name = "mutant:" + std::string(GetParam().name);
  const auto report = fuzz_codec({.subject = name,
                                  .seed = 1,
                                  .runs_max = 100'000,
                                  .seconds = 0,
                                  .hang_seconds = 300,
                                  .shrink_seconds = 0.2},
                                 ignore_progress);
  ASSERT_TRUE(report.finding);
  EXPECT_LE(fuzz_case_bytes(report.smallest), report.found_bytes);
  const auto again = judge_guarded(report.smallest, name, 300);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->kind, report.finding->kind);
  EXPECT_FALSE(judge_guarded(report.smallest, "engine", 300));
}

INSTANTIATE_TEST_SUITE_P(Fuzz, CodecMutants, testing::ValuesIn(fuzz::codec_mutants()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace tools
