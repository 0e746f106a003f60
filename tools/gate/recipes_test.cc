// What others copy into their CI runs as it stands: the commands of action.yml and ci/gitlab.yml.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "command/program_testing.h"

namespace tools {
namespace {

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
