// Every word that messages, traces and scenario files are made of can be looked up, and no sentence
// is about a word that there is not.
#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "rules/port_words.h"

namespace tools {
namespace {

TEST(PortWords, EachHasASentence) {
  const auto words = port_words();
  EXPECT_GT(words.size(), 500u);
  for (const auto& word : words)
    EXPECT_FALSE(word.says.empty()) << word.area << ": the " << word.kind << " " << word.word;
}

TEST(PortWords, EachSentenceIsAboutAWord) {
  for (const auto* area : conformance::areas()) {
    const auto* meanings = area->checks().facts().meanings;
    if (meanings == nullptr) continue;
    std::set<std::string> words;
    for (const auto& word : port_words(area->name())) words.insert(word.word);
    for (const auto& table : {meanings->messages, meanings->members, meanings->values}) {
      std::set<std::string_view> seen;
      for (const auto& meaning : table) {
        EXPECT_TRUE(words.contains(std::string(meaning.word))) << area->name() << meaning.word;
        EXPECT_TRUE(seen.insert(meaning.word).second) << "twice: " << meaning.word;
      }
    }
  }
}

TEST(PortWords, AreFoundHoweverTheyAreWritten) {
  for (const auto* name : {"foreign_push", "ForeignPush", "foreign-push"}) {
    const auto found = port_words_named(name);
    ASSERT_FALSE(found.empty()) << name;
    EXPECT_EQ(found.front().area, "ack");
  }
  EXPECT_TRUE(port_words_named("no_such_word").empty());
}

// What the protocol and the files of users are made of, too.
TEST(PortWords, AreThoseOfEachFileThatUsersRead) {
  for (const auto& [word, kind] : {std::pair{"goes_on", "member of tool tables"},
                                   {"budget_ms", "member of tool tables"},
                                   {"in_any_order", "member of vector files"},
                                   {"rests_on", "member of vector files"},
                                   {"listening", "member of a subject's answer"}}) {
    const auto found = port_words_named(word);
    EXPECT_TRUE(std::ranges::any_of(found, [kind = kind](const auto& each) {
      return each.kind == kind;
    })) << word;
  }
}

// Each name in the page's tables of the protocol, between these two headings.
TEST(PortWords, AreThoseOfTheTablesOfTheProtocol) {
  const auto page = text_of(std::string(ORRERY_SOURCE_DIR) + "/docs/SUBJECTS.md");
  const auto begin = page.find("\n## The protocol\n"), end = page.find("\n## Grades\n");
  ASSERT_LT(begin, end);
  std::istringstream lines(page.substr(begin, end - begin));
  std::size_t names = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("|")) continue;
    const std::regex quoted("`([a-z][a-z_]*)`");
    for (std::sregex_iterator at(line.begin(), line.end(), quoted), none; at != none;
         ++at, ++names) {
      const auto name = (*at)[1].str();
      const bool is_area = conformance::area_named(name) != nullptr;
      EXPECT_TRUE(is_area || !port_words_named(name).empty()) << name;
    }
  }
  EXPECT_GT(names, 50u);
}

TEST(PortWords, SayWhereTheyStand) {
  const auto found = port_words_named("detail");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found.front().stands_in, testing::Contains("captured"));
}

// What documents say of rules can be looked up: each id that they name is that of a rule.

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
