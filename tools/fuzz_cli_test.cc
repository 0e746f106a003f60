// orrery fuzz from outside: what it finds, keeps, finds again and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program_run.h"

namespace tools {
namespace {

using testing::HasSubstr;

TEST(FuzzProgram, KeepsWhatItFoundAndFindsItAgain) {
  const auto file = testing::TempDir() + "orrery_found.json";
  const auto found =
      run_orrery("fuzz codec --runs 5000 --subject mutant:stops_at_nul --save " + file);
  EXPECT_EQ(found.code, 1) << found.out << found.err;
  EXPECT_THAT(found.out, HasSubstr("FAIL accounting"));
  const auto again = run_orrery("fuzz codec --replay " + file);
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  EXPECT_THAT(again.out, HasSubstr("FAIL accounting"));
  const auto engine = run_orrery("fuzz codec --subject engine --replay " + file);
  EXPECT_EQ(engine.code, 0) << engine.out << engine.err;
}

TEST(FuzzProgram, PassesTheEngine) {
  const auto run = run_orrery("fuzz codec --runs 500");
  EXPECT_EQ(run.code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("500 inputs"));
}

TEST(FuzzProgram, PassesADecoderThatIsRight) {
  const auto run = run_orrery("fuzz lines --runs 3 -- " ORRERY_EXAMPLE_LINES);
  EXPECT_EQ(run.code, 0) << run.out << run.err;
}

TEST(FuzzProgram, TellsFaultsOfDecodersApart) {
  struct Row {
    const char *program, *kind;
  };
  for (const auto& row : {Row{"grep -a .", "bad_answer"}, Row{"sed -n 1q", "missing_answer"},
                          Row{"sh -c 'cat >/dev/null; kill -9 $$'", "crash"},
                          Row{"sh -c 'cat >/dev/null; exit 3'", "crash"}}) {
    const auto run = run_orrery("fuzz lines --runs 1 -- " + std::string(row.program));
    EXPECT_EQ(run.code, 1) << run.out << run.err;
    EXPECT_THAT(run.out, HasSubstr("FAIL " + std::string(row.kind))) << row.program;
  }
}

TEST(FuzzProgram, SaysThatAProgramCannotBeStarted) {
  const auto run = run_orrery("fuzz lines -- ./no_such_program");
  EXPECT_EQ(run.code, 4);
  EXPECT_THAT(run.err, HasSubstr("./no_such_program"));
}

TEST(FuzzProgram, RefusesWhatItDoesNotKnow) {
  for (const auto* arguments :
       {"fuzz", "fuzz codecs", "fuzz lines", "fuzz codec --subject mutant:none",
        "fuzz codec --time soon", "fuzz codec --replay README.md", "fuzz codec --replay none.json"})
    EXPECT_EQ(run_orrery(arguments).code, 2) << arguments;
}

}  // namespace
}  // namespace tools
