// What documents say of rules can be looked up: each id that they name is that of a rule.
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "command/program_testing.h"
#include "conformance/area/areas.h"

namespace tools {
namespace {

TEST(NamedRules, AreRules) {
  std::string prefixes;
  for (const auto& table : conformance::rule_tables())
    prefixes += (prefixes.empty() ? "" : "|") + std::string(table.prefix);
  const std::regex id("\\b(" + prefixes + ")-[0-9]+\\b");
  const std::filesystem::path root = ORRERY_SOURCE_DIR;
  std::set<std::filesystem::path> pages{root / "README.md", root / "CHANGELOG.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs"))
    if (entry.path().extension() == ".md") pages.insert(entry.path());
  std::size_t named = 0;
  for (const auto& page : pages) {
    const auto text = text_of(page.string());
    for (auto at = std::sregex_iterator(text.begin(), text.end(), id); at != std::sregex_iterator();
         ++at, ++named)
      EXPECT_NE(conformance::find_rule(at->str()), nullptr) << page << " names " << at->str();
  }
  EXPECT_GT(named, 200u);
}

// The page counts its own rows, and a row that is done names what fails without it. What the
// columns of that count are called is no row.
TEST(AuditPage, CountsItsStatements) {
  const auto text = text_of(std::string(ORRERY_SOURCE_DIR) + "/docs/AUDIT.md");
  const std::regex row(
      "\\n\\| [^\\n|]+ \\| (done|nominal|missing|contradicted|elsewhere) \\| ([^\\n]*) ?\\|");
  std::map<std::string, int> counted;
  for (auto at = std::sregex_iterator(text.begin(), text.end(), row); at != std::sregex_iterator();
       ++at) {
    ++counted[(*at)[1]];
    EXPECT_TRUE((*at)[1] != "done" ||
                std::regex_search((*at)[2].str(), std::regex("[A-Z]+-[0-9]|`")))
        << at->str();
  }
  std::string total = "\n| |";
  for (const auto* state : {"done", "nominal", "missing", "contradicted", "elsewhere"})
    total += " " + std::to_string(counted[state]) + " |";
  total += "\n";
  EXPECT_NE(text.find(total), std::string::npos) << total;
}

}  // namespace
}  // namespace tools
