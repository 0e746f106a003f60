// docs/REFERENCE.md against the program: what each command says of itself stands there to the
// letter. After a wanted change:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Reference
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "area/area.h"
#include "command/commands.h"
#include "command/program_testing.h"

namespace tools {
namespace {

constexpr const char* page = ORRERY_SOURCE_DIR "/docs/REFERENCE.md";

std::string help_of(const std::string& command) {
  const auto run = run_orrery(command + (command.empty() ? " --help" : " --help-all"));
  EXPECT_EQ(run.code, 0) << command;
  return "### orrery" + (command.empty() ? "" : " " + command) + "\n\n```text\n" + run.out +
         "```\n\n";
}

// The text between two marks, without them.
std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const auto first = text.find(begin) + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

TEST(Reference, SaysOfEachCommandWhatItsHelpSays) {
  auto text = text_of(page);
  const auto told = between(text, "-R Reference -->\n\n", "## Input and output");
  auto wanted = help_of("");
  for (const CommandTable commands : {CommandTable(gate_commands), CommandTable(field_commands)})
    for (const auto& command : commands) {
      wanted += help_of(std::string(command.name));
      for (const auto& area : areas_with_other_help(command.name))
        wanted += help_of(fmt::format("{} --area {}", command.name, area));
    }
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr)
    std::ofstream(page) << text.replace(text.find(told), told.size(), wanted);
  const auto [here, there] = std::ranges::mismatch(told, wanted);
  EXPECT_TRUE(told == wanted) << "first different here:\n"
                              << std::string(here, told.end()).substr(0, 200)
                              << "\nwhere this is wanted:\n"
                              << std::string(there, wanted.end()).substr(0, 200);
}

}  // namespace
}  // namespace tools
