// docs/REFERENCE.md against the program: what each command says of itself stands there to the
// letter, and each field of the results file has a row. After a wanted change of the former:
//
//   ORRERY_UPDATE_GOLDEN=1 ctest --test-dir build/release -R Reference
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "fuzz/program_run.h"

namespace tools {
namespace {

using nlohmann::json;
using ::testing::ElementsAreArray;
using ::testing::IsSubsetOf;

constexpr const char* page = ORRERY_SOURCE_DIR "/docs/REFERENCE.md";

std::string help_of(const std::string& command) {
  const auto run = run_orrery(command + " --help");
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
  for (const auto& command : commands) wanted += help_of(std::string(command.name));
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr)
    std::ofstream(page) << text.replace(text.find(told), told.size(), wanted);
  const auto [here, there] = std::ranges::mismatch(told, wanted);
  EXPECT_TRUE(told == wanted) << "first different here:\n"
                              << std::string(here, told.end()).substr(0, 200)
                              << "\nwhere this is wanted:\n"
                              << std::string(there, wanted.end()).substr(0, 200);
}

using Names = std::set<std::string>;

// The names in the first column of the first table below this heading.
Names documented(const std::string& fields_of) {
  const auto text = text_of(page);
  std::istringstream lines(between(text, "### Fields of " + fields_of + "\n", "\n#"));
  static const std::regex name("`([a-z_]+)`");
  Names out;
  bool in_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (in_table && line.empty()) break;
    in_table = in_table || line.starts_with("| field |");
    if (!in_table || !line.starts_with("| `")) continue;
    const auto cell = line.substr(0, line.find(" | "));
    for (std::sregex_iterator at(cell.begin(), cell.end(), name), end; at != end; ++at)
      out.insert((*at)[1]);
  }
  return out;
}

// The names of the fields of each kind of line in a results file.
std::map<std::string, Names> written() {
  std::map<std::string, Names> out;
  const auto run = run_orrery("conform --max-states 2000 --runs 1 -j 1 --results -");
  std::istringstream lines(run.out);
  for (std::string text; std::getline(lines, text);) {
    const auto line = json::parse(text, nullptr, false);
    if (!line.is_object()) continue;
    const auto first = line.items().begin();
    const bool wrapped = line.size() == 1 && first.value().is_object();
    const auto kind = wrapped ? first.key() : line.contains("unit") ? "unit" : "check";
    for (const auto& [name, value] : (wrapped ? first.value() : line).items())
      out[kind].insert(name);
    if (kind == "summary")
      for (const auto& [name, value] : first.value().at("searches").at(0).items())
        out["searches"].insert(name);
  }
  return out;
}

TEST(Reference, HasEveryFieldOfAResultsFile) {
  auto fields = written();
  EXPECT_THAT(documented("a check"), ElementsAreArray(fields["check"]));
  for (const std::string kind : {"campaign", "soundness", "example", "summary", "searches"})
    EXPECT_THAT(documented("`" + kind + "`"), ElementsAreArray(fields[kind])) << kind;
  // Of a unit, what is zero, false or empty is left out.
  EXPECT_FALSE(fields["unit"].empty());
  EXPECT_THAT(fields["unit"], IsSubsetOf(documented("a unit")));
}

}  // namespace
}  // namespace tools
