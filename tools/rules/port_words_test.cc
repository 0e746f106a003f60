// Every word that messages, traces and scenario files are made of can be looked up, and no sentence
// is about a word that there is not.
#include "rules/port_words.h"

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(PortWords, SayWhereTheyStand) {
  const auto found = port_words_named("detail");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found.front().stands_in, testing::Contains("captured"));
}

}  // namespace
}  // namespace tools
