// Every word that messages, traces and scenario files are made of can be looked up, and no sentence
// is about a word that there is not.
#include "rules/port_words.h"

#include <algorithm>
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

}  // namespace
}  // namespace tools
